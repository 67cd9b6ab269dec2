// {"tavern_commands":[{"action":…,"key":…,"value":…,"options":{…}}]}, and {"tavern_inspect":[{"key":…}]} for
// `get`. Options are the IR's own, so nearly all that a verb of 000 can ask for passes as it is; `id` and
// `metadata` are Gavel's additions.
#include "command_writer.hpp"
#include "quoting.hpp"
#include "writers.hpp"

namespace gavel {
namespace {

constexpr const char* kOptionHint = "ir and ops can express it";

class TavernWriter : public CommandWriter {
 public:
  TavernWriter() : CommandWriter("tavern") {}

 private:
  static constexpr Frame kCommands = {R"({"tavern_commands":)", "}"};
  static constexpr Frame kInspections = {R"({"tavern_inspect":)", "}"};

  void write() override {
    if (command().verb == Verb::kGet) return inspect();
    const std::string_view action = action_of(command().verb);
    if (action.empty()) return refuse();
    const bool number = command().value && value().is_number();
    if (command().verb == Verb::kAdd && !number)
      return refuse("`add` of what is not a number", "ir can; tavern takes it for an insertion");
    if (command().verb == Verb::kInsert && number)
      return refuse("`insert` of a number", "ir can; tavern takes it for arithmetic");
    Json entry(Json::value_t::object);
    entry["action"] = std::string(action);
    entry["key"] = text_path();
    if (command().value) entry["value"] = value();
    Json given = options();
    write_old(given);
    if (const std::string why = reason(); !why.empty()) given["reason"] = why;
    if (!given.is_null()) entry["options"] = std::move(given);
    if (const Json* about = metadata()) entry["metadata"] = *about;
    if (std::string name = id(); !name.empty()) entry["id"] = std::move(name);
    add_item(kCommands, quoted_json(entry));
  }

  static std::string_view action_of(Verb verb) {
    switch (verb) {
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
        return verb_name(verb);
      default:
        return {};
    }
  }

  void inspect() {
    // It is in an object of its own, and all or nothing holds for one object.
    if (transaction()) return refuse("`get` in a batch that is all or nothing", kOptionHint);
    Json entry(Json::value_t::object);
    entry["key"] = text_path();
    add_item(kInspections, quoted_json(entry));
  }

  // 000 has no old value, but a condition that refuses in the same cases.
  void write_old(Json& given) {
    if (!command().expect_old || old_is_guess()) return;
    const Json& before = *old();
    const Verb verb = command().verb;
    const bool whole = verb != Verb::kMerge && !(verb == Verb::kSet && command().options.merge_strategy);
    if (!whole || before.is_null() || member(given, "ifEquals") != nullptr)
      return refuse("this old value of `" + std::string(this->verb()) + "`", kOptionHint);
    given["ifEquals"] = before;
    note("the old value became the condition `ifEquals`");
  }
};

}  // namespace

Result<Written> write_tavern(std::span<const Command> commands, const Mounts& /*mounts*/) {
  return TavernWriter().run(commands);
}

}  // namespace gavel
