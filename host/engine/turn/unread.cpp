#include "unread.hpp"

#include <algorithm>
#include <vector>

#include "base/utf8.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"

namespace gavel {
namespace {

// Whether a name is the beginning of what a dialect calls the state.
bool names_mount(std::span<const Mount> mounts, const std::string& name) {
  return std::ranges::any_of(
      mounts, [&](const Mount& mount) { return mount.from == name || mount.from.starts_with(name + "."); });
}

bool names_place(const Document& document, const Context& context, Actor speaker, const std::string& name) {
  if (name.empty() || !is_valid_utf8(name)) return false;
  const Result<PathText> text = PathText::parse(name, context.limits);
  if (!text) return false;
  const Path path = text->resolve(document.data());
  const Place place = resolve(document.data(), path, context.described);
  return !path.empty() && place.node != nullptr && context.tells(place.shown, speaker);
}

}  // namespace

void leave_out_unread(Reading& reading, const Document& document, const Context& context,
                      std::span<const Mount> mounts, Actor speaker) {
  std::vector<Span> spans;
  for (const UnreadJson& json : reading.unread) {
    const auto meant = [&](const std::string& name) {
      return names_mount(mounts, name) || names_place(document, context, speaker, name);
    };
    if (!json.commands && std::ranges::none_of(json.names, meant)) continue;
    spans.push_back(json.span);
    if (json.warned) continue;
    reading.warnings.push_back(
        {"json.unread",
         "this JSON names what is in the state or in commands, but no dialect reads it: "
         "nothing of it was done, and it was left out of the narration",
         json.span});
  }
  reading.leave_out(spans);
  reading.unread.clear();
}

}  // namespace gavel
