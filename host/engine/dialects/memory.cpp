// memory: 002's set_status, set_attribute, memory and delete.

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "state/json_reader.hpp"

#include "calls.hpp"
#include "names.hpp"
#include "settle.hpp"

namespace gavel {
namespace {

constexpr std::array kMemoryFunctions = {
    Function{"set_status", 2, 2, "set_status('user_character.current_location', '黑森林');"},
    Function{"set_attribute", 2, 3, "set_attribute('货币段.积分', 0, 5000);"},
    Function{"memory", 2, 3, "memory('world_set.npc', '老铁匠', '{\"好感度\":50}');"},
    Function{"delete", 1, 2, "delete('world_set.npc', '老铁匠');"},
};

std::string below(std::string_view mount, std::string_view path) {
  if (path.empty()) return std::string(mount);
  if (mount.empty()) return std::string(path);
  if (path.starts_with('/')) {
    std::string pointer = "/" + std::string(mount);
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    return pointer + std::string(path);
  }
  return std::string(mount) + (path.starts_with('[') ? "" : ".") + std::string(path);
}

// A path of memory() may name one of the other mounts.
std::string mounted(std::string_view path, const Mounts& mounts) {
  for (const auto& [name, mount] :
       {std::pair<std::string_view, const std::string&>("status", mounts.status),
        std::pair<std::string_view, const std::string&>("attribute", mounts.attribute)}) {
    if (path == name) return mount;
    if (!path.starts_with(name) || path.size() == name.size()) continue;
    const char next = path[name.size()];
    if (next == '.' || next == '[') return below(mount, path.substr(name.size() + (next == '.' ? 1U : 0U)));
  }
  return below(mounts.memory, path);
}

bool is_path(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || text.back() == '.') return false;
  if (!is_memory_root(text.substr(0, dot))) return false;
  if (text.find("..") != std::string_view::npos) return false;
  if (text.find_first_of(" \t\r\n") == std::string_view::npos && text.find("　") == std::string_view::npos)
    return true;
  // Keys may hold blanks; sentences hold stops.
  for (const std::string_view stop : {". ", "\n", "!", "?", ";", "。", "！", "？", "，", "；", "："})
    if (text.find(stop) != std::string_view::npos) return false;
  return true;
}

// A value in quotes that is the text of an object or array is that.
void unwrap(Draft& draft, const Limits& limits) {
  if (!draft.command.value || !draft.command.value->is_string()) return;
  const std::string& text = string_of(*draft.command.value);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || (text[first] != '{' && text[first] != '[')) return;
  TokenList tokens;
  const TokenList::End end = tokens.read(Window(text, true), first, {}, limits);
  // What starts like JSON and breaks off was meant as JSON; "[note] text" was not.
  const bool keyed = text[first] == '{' && tokens.tokens().size() > 1;
  if (end != TokenList::End::kWhole &&
      (keyed || (end == TokenList::End::kCut && tokens.tokens().size() > 1))) {
    return draft.problem("the value starts like JSON but is not valid JSON: \"" +
                         shortened(printable(text), 60) + "\"");
  }
  if (end != TokenList::End::kWhole || text.find_first_not_of(" \t\r\n", tokens.end()) != std::string::npos)
    return;
  std::vector<Warning> mended;
  Result<Json> json = Values(limits, {}, mended).json(tokens, 0);
  if (!json && text[first] == '[') return;
  if (!json) return draft.problem(json.error());
  for (Warning& warning : mended) draft.warn(warning.code, warning.message);
  if (!tokens.repairs().empty()) draft.warn("repair.json_text", "the JSON in the value was repaired");
  draft.command.value = std::move(*json);
}

void read_deletion(Draft& draft, Arguments& arguments, const std::string& path, const Mounts& mounts) {
  draft.command.verb = Verb::kDelete;
  draft.place(mounted(path, mounts));
  if (arguments.size() == 1) return;
  const std::optional<Json> key = arguments.value(1);
  if (!key) return;
  if (key->is_string() && string_of(*key) == "all") return draft.option("all", true);
  if (!key->is_string() && !is_index(*key))
    return draft.problem("the key must be a string", Code::kPathInvalid);
  draft.place(joined(*draft.command.raw_path, *key));
}

void read_asset(Draft& draft, Arguments& arguments, const std::string& path, const Mounts& mounts,
                const Limits& limits) {
  const std::size_t last = arguments.size() - 1;
  draft.command.verb = Verb::kMerge;
  draft.proposal.settle = settle_memory;
  draft.place(mounted(path, mounts));
  draft.command.value = arguments.value(last);
  if (last == 1) {
    if (draft.command.value && draft.command.value->is_string() && is_path(string_of(*draft.command.value))) {
      draft.command.verb = Verb::kMove;
      draft.command.raw_from = draft.command.raw_path;
      draft.place(mounted(string_of(*draft.command.value), mounts));
      draft.command.value.reset();
      draft.proposal.settle = nullptr;
      return draft.option("overwrite", false);
    }
    return unwrap(draft, limits);
  }
  unwrap(draft, limits);
  const std::optional<Json> key = arguments.value(1);
  if (!key) return;
  if (!key->is_string()) return draft.problem("the key must be a string in quotes", Code::kPathInvalid);
  draft.place(joined(*draft.command.raw_path, *key));
}

}  // namespace

bool is_memory_root(std::string_view name) {
  constexpr std::string_view kRoots =
      "global_set world_set global_lore world_lore map summary config status attribute task";
  return is_listed(kRoots, name);
}

bool is_memory_call(std::string_view name) { return find_row(kMemoryFunctions, name) != nullptr; }

void read_memory(Draft& draft, std::string_view name, Arguments& arguments, const Mounts& mounts,
                 const Limits& limits) {
  const Function& function = *find_row(kMemoryFunctions, name);
  draft.example = function.example;
  if (!fits_count(draft, function, name, arguments)) return;
  const std::optional<std::string> path = arguments.text(0);
  if (!path) return;
  if (name == "memory") return read_asset(draft, arguments, *path, mounts, limits);
  if (name == "delete") return read_deletion(draft, arguments, *path, mounts);
  draft.command.verb = Verb::kSet;
  draft.place(below(name == "set_status" ? mounts.status : mounts.attribute, *path));
  draft.command.value = arguments.value(arguments.size() - 1);
  unwrap(draft, limits);
  // 002 writes 0 where it means "whatever it was".
  const std::string_view old = arguments.size() < 3 ? std::string_view() : arguments.written(1);
  if (old.empty() || (!arguments.is_string(1) && (old == "_" || old == "0" || old == "undefined"))) return;
  draft.command.expect_old = arguments.value(1);
}

}  // namespace gavel
