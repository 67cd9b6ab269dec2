// patch: RFC 6902, with MVU's `delta` and `insert`.

#include <array>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "body.hpp"
#include "fields.hpp"
#include "names.hpp"
#include "readers.hpp"
#include "settle.hpp"

namespace gavel {
namespace {

constexpr std::array kPatchOps = {
    VerbName{"replace", Verb::kSet, true},      VerbName{"add", Verb::kInsert, true},
    VerbName{"insert", Verb::kInsert, true},    VerbName{"remove", Verb::kDelete},
    VerbName{"delta", Verb::kAdd, true},        VerbName{"move", Verb::kMove, false, true},
    VerbName{"copy", Verb::kCopy, false, true}, VerbName{"test", Verb::kTest, true},
};
constexpr std::array<std::string_view, 6> kPatchFields = {"op", "path", "value", "from", "to", "reason"};
enum PatchField { kOp, kPath, kValue, kFrom, kTo, kReason };

std::string patch_example(const VerbName* op, const Command& command) {
  Json json(Json::value_t::object);
  const VerbName& shown = op == nullptr ? kPatchOps[0] : *op;
  json["op"] = std::string(shown.name);
  if (shown.from) json["from"] = command.raw_from.value_or("/player/hand/0");
  json["path"] = command.raw_path.value_or("/player/hp");
  if (shown.value) json["value"] = command.value.value_or(Json(1));
  return shortened(to_text(json), 300);
}

// A pointer that lacks its first slash gets it.
std::optional<std::string> pointer(FieldReader& fields, Draft& draft, std::size_t token,
                                   std::string_view name) {
  std::optional<std::string> text = fields.text(token, name);
  if (!text || text->empty() || text->front() == '/') return text;
  draft.warn("repair.missing_slash", "`" + std::string(name) + "` is a JSON Pointer and starts with '/'");
  return "/" + *text;
}

}  // namespace

bool is_patch_op(std::string_view name) { return find_row(kPatchOps, name) != nullptr; }

void read_patch_op(Sink& sink, const TokenList& tokens, std::size_t object, std::string_view dialect) {
  Draft draft(sink.next(dialect, sink.at(tokens[object])));
  const auto at = find_fields(draft, tokens, object, kPatchFields);
  FieldReader fields(sink, draft, tokens);
  const VerbName* op = op_verb(draft, tokens, at[kOp], kPatchOps, "patch op");
  // MVU writes the place that a move leads to as `to`.
  const std::size_t path = at[kPath] == 0 && op != nullptr && op->verb == Verb::kMove ? at[kTo] : at[kPath];
  if (path == 0) draft.problem("`path` is missing");
  if (auto text = pointer(fields, draft, path, "path")) draft.place(std::move(*text));
  fields.value(at[kValue]);
  fields.reason(at[kReason]);
  if (op != nullptr) {
    draft.command.verb = op->verb;
    if (op->value && at[kValue] == 0) draft.problem("`value` is missing");
    if (!op->value) draft.command.value.reset();
    if (op->from && at[kFrom] == 0) draft.problem("`from` is missing");
    if (op->from) draft.command.raw_from = pointer(fields, draft, at[kFrom], "from");
    if (op->verb == Verb::kSet) draft.option("allowMissing", false);
    if (op->verb == Verb::kInsert) draft.proposal.settle = settle_member;
  }
  if (!draft.problems.empty()) draft.example = patch_example(op, draft.command);
  sink.take(draft);
}

void read_patch_op(Sink& sink, const TokenList& tokens, std::size_t object) {
  read_patch_op(sink, tokens, object, "patch");
}

void read_patch_body(Sink& sink, std::string_view body) {
  const std::size_t before = sink.count();
  read_array_body(sink, body, "patch", read_patch_op);
  sink.bind_tests(before);
}

}  // namespace gavel
