// ops: 003's JSON instructions.

#include <array>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"

#include "fields.hpp"
#include "names.hpp"
#include "readers.hpp"

namespace gavel {
namespace {

constexpr std::array kOps = {
    VerbName{"assign", Verb::kSet, true},    VerbName{"get", Verb::kGet},
    VerbName{"delete", Verb::kDelete},       VerbName{"merge", Verb::kMerge, true},
    VerbName{"push", Verb::kPush, true},     VerbName{"pop", Verb::kPop},
    VerbName{"splice", Verb::kSplice, true}, VerbName{"callback", Verb::kCall},
};
constexpr std::array<std::string_view, 8> kOpsFields = {"op",     "path",     "value",   "old",
                                                        "reason", "metadata", "options", "id"};
enum OpsField { kOp, kPath, kValue, kOld, kReason, kMetadata, kOptions, kId };

// The same instruction as it would be right, as far as it was understood.
std::string ops_example(const VerbName* op, const Command& command) {
  Json json(Json::value_t::object);
  const VerbName& shown = op == nullptr ? kOps[0] : *op;
  json["op"] = std::string(shown.name);
  json["path"] = command.path.empty() ? Json::array({"player", "hp"}) : path_to_json(command.path);
  if (command.raw_path) json["path"] = *command.raw_path;
  if (shown.verb == Verb::kSplice) {
    json["value"] = Json{{"start", 0}, {"deleteCount", 1}, {"items", Json::array()}};
  } else if (shown.value) {
    json["value"] = command.value.value_or(shown.verb == Verb::kMerge ? Json{{"level", 2}} : Json(80));
  }
  return shortened(to_text(json), 300);
}

void read_ops_callback(Draft& draft) {
  Command& command = draft.command;
  if (!command.value) command.value = Json(Json::value_t::array);
  if (!command.raw_path) return;
  command.path.push_key(*command.raw_path);
  command.raw_path.reset();
}

}  // namespace

bool is_op(std::string_view name) { return find_row(kOps, name) != nullptr; }

void read_op(Sink& sink, const TokenList& tokens, std::size_t object) {
  sink.saw_ops();
  Draft draft(sink.next("ops", sink.at(tokens[object])));
  const auto at = find_fields(draft, tokens, object, kOpsFields);
  FieldReader fields(sink, draft, tokens);
  const VerbName* op = op_verb(draft, tokens, at[kOp], kOps, "op");
  if (!fields.place(at[kPath], true)) draft.problem("`path` is missing");
  if (draft.command.raw_path && draft.command.raw_path->empty())
    draft.problem("`path` must not be empty", Code::kPathInvalid);
  fields.value(at[kValue]);
  fields.old(at[kOld]);
  fields.reason(at[kReason]);
  fields.metadata(at[kMetadata]);
  fields.options(at[kOptions]);
  fields.id(at[kId]);
  if (op != nullptr) {
    draft.command.verb = op->verb;
    if (op->value && at[kValue] == 0)
      draft.problem("`value` is missing: " + std::string(op->name) + " needs one");
    if (op->verb == Verb::kMerge && !(draft.options.is_object() && draft.options.contains("mergeStrategy")))
      draft.option("mergeStrategy", "deep");
    if (op->verb == Verb::kCall) {
      read_ops_callback(draft);
    } else if (!op->value && draft.command.value) {
      if (!draft.command.value->is_null())
        draft.warn("member.ignored", "`" + std::string(op->name) + "` takes no `value`; it was ignored");
      draft.command.value.reset();
    }
  }
  if (!draft.problems.empty()) draft.example = ops_example(op, draft.command);
  sink.take(draft);
}

}  // namespace gavel
