#include "identity.hpp"

#include "state/json_text.hpp"
#include "store/hash.hpp"

namespace gavel {

std::string engine_version() { return GAVEL_VERSION; }

std::string identity_of(const TurnInput& input) {
  if (input.kind != TurnKind::kSwap) return sha256_hex(request_text(input));
  std::string text;
  JsonText given(text);
  given.open_object();
  given.member("swap", input.ruleset);
  given.close_object();
  return sha256_hex(text);
}

bool is_identity(const std::string& text_hash, const TurnInput& input) {
  if (text_hash == identity_of(input)) return true;
  TurnInput unnamed = input;
  unnamed.actor_id.clear();
  return text_hash == identity_of(unnamed);
}

}  // namespace gavel
