#include "unread_json.hpp"

#include <algorithm>
#include <array>

#include "fields.hpp"
#include "readers.hpp"

namespace gavel {
namespace {

constexpr std::size_t kNames = 32;       // of one value
constexpr std::size_t kElements = 32;    // of an array
constexpr std::size_t kNameBytes = 256;  // of a name that may be a place

// What only commands, or what holds them, are called: members and tags.
bool is_command_word(const Sink& sink, std::string_view word) {
  constexpr std::array<std::string_view, 7> kWords = {
      "op", "ops", "tavern_commands", "tavern_inspect", "tool_calls", "tool_use", "function_call"};
  if (std::ranges::find(kWords, word) != kWords.end()) return true;
  const Tag* tag = word.size() > kNameBytes ? nullptr : sink.options().tags->find(word);
  return tag != nullptr && tag->kind == Tag::Kind::kEnvelope;
}

void look_at_members(const Sink& sink, const TokenList& tokens, std::size_t object, bool inner,
                     UnreadJson& unread) {
  unread.commands = unread.commands || is_tavern_partition(tokens, object);
  for (Members members(tokens, object); unread.names.size() < kNames && members.next();) {
    unread.commands = unread.commands || is_command_word(sink, members.key());
    if (members.key().size() <= kNameBytes) unread.names.emplace_back(members.key());
    const std::size_t value = members.value();
    if (!inner && tokens[value].is_object()) look_at_members(sink, tokens, value, true, unread);
  }
}

}  // namespace

void look_at_names(const Sink& sink, const TokenList& tokens, UnreadJson& unread) {
  if (!sink.notes_unread() || tokens.tokens().empty()) return;
  if (tokens[0].is_object()) return look_at_members(sink, tokens, 0, false, unread);
  std::size_t left = kElements;
  for (std::size_t i = 1; i < tokens[0].next && left > 0; i = tokens[i].next, --left) {
    if (tokens[i].is_object()) look_at_members(sink, tokens, i, false, unread);
    // [OPCODE, place, …]
    const bool row = tokens[i].is_array() && tokens[i].next > i + 2 && tokens[i + 1].is_leaf();
    unread.commands = unread.commands || (row && is_opcode(tokens.inside(tokens[i + 1])));
  }
}

bool names_member(const TokenList& tokens, std::size_t object, std::string_view name) {
  if (tokens.tokens().empty() || !tokens[object].is_object()) return false;
  for (Members members(tokens, object); members.next();)
    if (members.key() == name) return true;
  return false;
}

}  // namespace gavel
