// mvu: `_.set('a.b', old, new);//why` and its sisters.

#include <array>

#include "base/utf8.hpp"
#include "state/suggest.hpp"

#include "calls.hpp"
#include "names.hpp"
#include "settle.hpp"

namespace gavel {
namespace {

constexpr std::array kFunctions = {
    Function{"set", 2, 3, "_.set('player.hp', 100, 80);"},
    Function{"add", 2, 2, "_.add('player.hp', -5);"},
    Function{"insert", 2, 3, "_.insert('player.bag', 'rope', 1);"},
    Function{"assign", 2, 3, "_.assign('player.bag', 'rope', 1);"},
    Function{"remove", 1, 2, "_.remove('player.bag', 'rope');"},
    Function{"unset", 1, 2, "_.unset('player.bag.rope');"},
    Function{"delete", 1, 2, "_.delete('player.bag.rope');"},
    Function{"merge", 2, 3, "_.merge('player', {\"level\":2});"},
    Function{"push", 2, 2, "_.push('player.notes', 'a note');"},
    Function{"move", 2, 2, "_.move('a.x', 'b.x');"},
    Function{"get", 1, 1, "_.get('player.hp');"},
    Function{"callback", 1, 100, "_.callback('showMessage', 'text');"},
};

// The call as it would be under another name.
std::string renamed(std::string_view name, const Arguments& arguments) {
  std::string text = "_." + std::string(name) + "(";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string written = shortened(printable(arguments.written(i)), 60);
    text += (i == 0 ? "" : ", ") + (arguments.is_string(i) ? "'" + written + "'" : written);
  }
  return text + ");";
}

void unknown(Draft& draft, std::string_view name, const Arguments& arguments) {
  std::vector<std::string_view> names;
  names.reserve(std::size(kFunctions));
  for (const Function& function : kFunctions) names.push_back(function.name);
  unknown_name(draft, name, names, {.kind = "function", .before = "_.", .behind = ""});
  const auto near = nearest(name, names);
  draft.example = near ? renamed(*near, arguments) : std::string(kFunctions[0].example);
}

// (path, value) or (path, old, value)
void give_value(Draft& draft, Arguments& arguments) {
  const std::size_t last = arguments.size() - 1;
  draft.command.value = arguments.value(last);
  const bool unknown = last == 2 && !arguments.is_string(1) &&
                       (arguments.written(1) == "undefined" || arguments.written(1) == "_");
  if (last == 2 && !unknown) draft.command.expect_old = arguments.value(1);
}

void read_insert(Draft& draft, Arguments& arguments) {
  draft.command.verb = Verb::kInsert;
  draft.command.value = arguments.value(arguments.size() - 1);
  if (arguments.size() == 2) {
    draft.proposal.settle = settle_addition;
    return;
  }
  draft.proposal.settle = settle_member;
  const std::optional<Json> key = arguments.value(1);
  if (!key) return;
  if (!key->is_string() && !is_index(*key))
    return draft.problem("the key must be a string or an index", Code::kPathInvalid);
  if (draft.command.raw_path) draft.place(joined(*draft.command.raw_path, *key));
}

void read_removal(Draft& draft, Arguments& arguments) {
  draft.command.verb = Verb::kDelete;
  if (arguments.size() == 1) return;
  draft.command.verb = Verb::kPull;
  draft.command.value = arguments.value(1);
  draft.option("count", 1);
  draft.proposal.settle = settle_removal;
}

void read_callback(Draft& draft, Arguments& arguments) {
  draft.command.verb = Verb::kCall;
  if (draft.command.raw_path) draft.command.path.push_key(*draft.command.raw_path);
  draft.command.raw_path.reset();
  Json list(Json::value_t::array);
  for (std::size_t i = 1; i < arguments.size(); ++i)
    if (auto argument = arguments.value(i)) array_of(list).push_back(std::move(*argument));
  draft.command.value = std::move(list);
}

}  // namespace

void read_mvu(Draft& draft, std::string_view name, Arguments& arguments) {
  const Function* function = find_row(kFunctions, name);
  if (function == nullptr) return unknown(draft, name, arguments);
  draft.example = function->example;
  if (!fits_count(draft, *function, "_." + std::string(name), arguments)) return;
  Command& command = draft.command;
  if (auto path = arguments.text(0)) draft.place(std::move(*path));
  if (name == "set" || name == "merge") {
    command.verb = name == "set" ? Verb::kSet : Verb::kMerge;
    give_value(draft, arguments);
    if (name == "merge") draft.option("mergeStrategy", "deep");
  } else if (name == "add" || name == "push") {
    command.verb = name == "add" ? Verb::kAdd : Verb::kPush;
    command.value = arguments.value(1);
  } else if (name == "insert" || name == "assign") {
    read_insert(draft, arguments);
  } else if (name == "move") {
    command.verb = Verb::kMove;
    command.raw_from = std::move(command.raw_path);
    command.raw_path = arguments.text(1);
  } else if (name == "get") {
    command.verb = Verb::kGet;
  } else if (name == "callback") {
    read_callback(draft, arguments);
  } else {
    read_removal(draft, arguments);
  }
}

}  // namespace gavel
