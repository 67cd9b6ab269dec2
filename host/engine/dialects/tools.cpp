// tools: 001's tool calls, and the shapes in which OpenAI and Anthropic send them.

#include <array>

#include "base/utf8.hpp"

#include "body.hpp"
#include "fields.hpp"
#include "readers.hpp"

namespace gavel {
namespace {

constexpr std::array<std::string_view, 11> kFields = {"id",       "tool",      "args",   "reason",
                                                      "name",     "arguments", "input",  "parameters",
                                                      "function", "type",      "call_id"};
enum Field { kId, kTool, kArgs, kReason, kName, kArguments, kInput, kParameters, kFunction, kType, kCallId };

constexpr const char* kExample =
    R"({"id":"call_001","tool":"move","args":{"to_area_id":"cellar"},"reason":"the player asked for it"})";

// Arguments are an object; OpenAI sends them as the text of one.
void give_arguments(Sink& sink, Draft& draft, FieldReader& fields, const TokenList& tokens,
                    std::size_t token) {
  Json arguments(Json::value_t::object);
  if (token != 0 && tokens[token].is_string()) {
    std::optional<std::string> text = fields.text(token, "arguments");
    if (!text) return;
    const Span span = trimmed(*text, {0, text->size()});
    if (span.begin < span.end) {
      TokenList inner;
      const TokenList::End end = inner.read(Window(*text, true), span.begin, {}, sink.limits());
      if (end != TokenList::End::kWhole || trimmed(*text, {inner.end(), text->size()}).begin < text->size())
        return draft.problem("the text of `arguments` is not a JSON object");
      Result<Json> read =
          Values(sink.limits(), sink.rules(Words::kRefused), draft.proposal.warnings).json(inner, 0);
      if (!read) return draft.problem(read.error());
      arguments = std::move(*read);
    }
  } else if (auto read = fields.json(token, "args")) {
    arguments = std::move(*read);
  }
  if (arguments.is_null()) arguments = Json(Json::value_t::object);
  if (!arguments.is_object()) return draft.problem("the arguments of a tool are an object");
  draft.command.value = std::move(arguments);
}

}  // namespace

void read_tool_call(Sink& sink, const TokenList& tokens, std::size_t object) {
  Draft draft(sink.next("tools", sink.at(tokens[object])));
  draft.proposal.verb = "call";
  draft.command.verb = Verb::kCall;
  draft.example = kExample;
  auto at = find_fields(draft, tokens, object, kFields);
  if (at[kFunction] != 0 && tokens[at[kFunction]].is_object()) {
    const auto inner = find_fields<2>(draft, tokens, at[kFunction], {"name", "arguments"});
    at[kName] = inner[0];
    at[kArguments] = inner[1];
  }
  FieldReader fields(sink, draft, tokens);
  const std::size_t name = at[kTool] != 0 ? at[kTool] : at[kName];
  if (name == 0) draft.problem("`tool` is missing");
  if (auto text = fields.text(name, "tool")) {
    if (Result<void> checked = check_key(*text, sink.limits()); !checked) draft.problem(checked.error());
    draft.command.path.push_key(*text);
  } else if (name != 0 && draft.problems.empty()) {
    draft.problem("`tool` must be a string");
  }
  std::size_t arguments = 0;
  for (const Field field : {kParameters, kInput, kArguments, kArgs})
    if (at[field] != 0) arguments = at[field];
  give_arguments(sink, draft, fields, tokens, arguments);
  fields.id(at[kCallId] != 0 ? at[kCallId] : at[kId]);
  fields.reason(at[kReason]);
  sink.take(draft);
}

void read_tool_calls(Sink& sink, const TokenList& tokens, std::size_t value) {
  const Token& token = tokens[value];
  if (token.is_array()) return read_objects(sink, tokens, value, "tools", read_tool_call);
  if (token.is_object()) return read_tool_call(sink, tokens, value);
  if (tokens.inside(token) != "null")
    sink.refuse_form("tools", sink.at(token), "tool calls are an array", kExample);
}

}  // namespace gavel
