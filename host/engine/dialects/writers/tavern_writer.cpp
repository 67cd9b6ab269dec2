// {"tavern_commands":[{"action":…,"key":…,"value":…,"options":{…}}]}, and {"tavern_inspect":[{"key":…}]} for
// `get`. Options are the IR's own, so nearly all that a verb of 000 can ask for passes as it is; `id` and
// `metadata` are Gavel's additions.
#include "command_writer.hpp"
#include "quoting.hpp"
#include "writers.hpp"

namespace gavel {
namespace {

constexpr std::string_view kOptionHint = "ir and ops can";

class TavernWriter {
 public:
  explicit TavernWriter(bool transaction) : transaction_(transaction) {}

  Result<void> write(const Command& command) {
    Telling telling(command, "tavern", notes_);
    if (command.verb == Verb::kGet) return inspect(telling);
    const std::string_view action = action_of(command);
    if (action.empty()) return telling.cannot();
    const bool number = command.value && command.value->is_number();
    if (command.verb == Verb::kAdd && !number)
      return telling.cannot_say("`add` of what is no number", "ir can; tavern takes it for an insertion");
    if (command.verb == Verb::kInsert && number)
      return telling.cannot_say("`insert` of a number", "ir can; tavern takes it for arithmetic");
    Json entry(Json::value_t::object);
    entry["action"] = std::string(action);
    entry["key"] = telling.text_path();
    if (command.value) entry["value"] = *command.value;
    Json options = telling.options();
    if (Result<void> old = say_old(telling, options); !old) return old;
    if (const std::string reason = telling.reason(); !reason.empty()) options["reason"] = reason;
    if (!options.is_null()) entry["options"] = std::move(options);
    if (const Json* metadata = telling.metadata()) entry["metadata"] = *metadata;
    if (std::string id = telling.id(); !id.empty()) entry["id"] = std::move(id);
    put("tavern_commands", entry);
    return telling.finish();
  }

  Written finish() {
    close();
    return {std::move(text_), std::move(notes_)};
  }

 private:
  static std::string_view action_of(const Command& command) {
    switch (command.verb) {
      case Verb::kMerge:
        return "update";
      case Verb::kInsert:
        return "add";
      case Verb::kSet:
      case Verb::kEnsure:
      case Verb::kAdd:
      case Verb::kPush:
      case Verb::kPull:
      case Verb::kDelete:
      case Verb::kRestore:
        return verb_name(command.verb);
      default:
        return {};
    }
  }

  Result<void> inspect(Telling& telling) {
    // It stands in an object of its own, and all or nothing holds for one object.
    if (transaction_)
      return telling.cannot_say("`get` in a batch that is all or nothing", std::string(kOptionHint));
    Json entry(Json::value_t::object);
    entry["key"] = telling.text_path();
    put("tavern_inspect", entry);
    return telling.finish();
  }

  // 000 has no old value, but a condition that refuses in the same cases.
  static Result<void> say_old(Telling& telling, Json& options) {
    if (!telling.command().expect_old || telling.guesses_old()) return {};
    const Json& old = *telling.command().expect_old;
    const Verb verb = telling.command().verb;
    const bool whole =
        verb != Verb::kMerge && !(verb == Verb::kSet && telling.command().options.merge_strategy);
    if (!whole || old.is_null() || member(options, "ifEquals") != nullptr)
      return telling.cannot_say("this old value of `" + std::string(telling.verb()) + "`",
                                std::string(kOptionHint));
    options["ifEquals"] = *telling.old();
    telling.note("the old value became the condition `ifEquals`");
    return {};
  }

  void put(std::string_view list, const Json& entry) {
    if (list != list_) close();
    list_ = list;
    entries_.push_back(quoted_json(entry));
  }

  void close() {
    if (entries_.empty()) return;
    if (!text_.empty()) text_ += '\n';
    text_ += "{\"" + std::string(list_) + "\":" + list_of(entries_) + "}";
    entries_.clear();
  }

  bool transaction_;
  std::string_view list_;
  std::vector<std::string> entries_;
  std::string text_;
  std::vector<Warning> notes_;
};

}  // namespace

Result<Written> write_tavern(std::span<const Command> commands, const Mounts& /*mounts*/) {
  return write_each(TavernWriter(ask_for_transaction(commands)), commands);
}

}  // namespace gavel
