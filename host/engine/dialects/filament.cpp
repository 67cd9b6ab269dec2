// filament: opcodes in bare words, the semantic tags of 2.3, and 3.0's state_update.

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "state/json_writer.hpp"

#include "body.hpp"
#include "fields.hpp"
#include "markup.hpp"
#include "names.hpp"
#include "readers.hpp"
#include "reasoning_blocks.hpp"
#include "settle.hpp"
#include "value.hpp"

namespace gavel {
namespace {

constexpr std::array kOpcodes = {
    VerbName{"SET", Verb::kSet, true}, VerbName{"ADD", Verb::kAdd, true}, VerbName{"SUB", Verb::kAdd, true},
    VerbName{"MUL", Verb::kMul, true}, VerbName{"DIV", Verb::kDiv, true}, VerbName{"PUSH", Verb::kPush, true},
    VerbName{"POP", Verb::kPop},       VerbName{"DELETE", Verb::kDelete},
};

std::string upper(std::string_view text) {
  std::string out(text.substr(0, 64));
  std::ranges::transform(out, out.begin(), ascii_upper);
  return out;
}

std::string example(const VerbName* opcode, const Command& command) {
  const VerbName& shown = opcode == nullptr ? kOpcodes[0] : *opcode;
  std::string text = "[" + std::string(shown.name) + ", " + command.raw_path.value_or("player.hp");
  if (shown.value)
    text += ", " + (command.value ? shortened(to_text(*command.value), 100) : std::string("5"));
  return text + "]";
}

// SUB is the addition of what is less than nothing.
void negate(Draft& draft) {
  Json& value = *draft.command.value;
  if (value.is_number_float()) {
    value = -value.get<double>();
  } else if (value.is_number_integer()) {
    const WideInteger negative = -wide(value);
    if (negative < INT64_MIN) return draft.problem("the number does not fit 64 bits", Code::kValueRange);
    value = negative > INT64_MAX ? Json(static_cast<std::uint64_t>(negative))
                                 : Json(static_cast<std::int64_t>(negative));
  }
}

void give_opcode(Draft& draft, const VerbName& opcode) {
  draft.command.verb = opcode.verb;
  if (opcode.name == "SUB" && draft.command.value) negate(draft);
}

// [OPCODE, path, value]
void read_operation(Sink& sink, const TokenList& tokens, std::size_t array) {
  Draft draft(sink.next("filament", sink.at(tokens[array])));
  FieldReader fields(sink, draft, tokens, Words::kBare);
  std::array<std::size_t, 3> at{};
  std::size_t count = 0;
  for (std::size_t i = array + 1; i < tokens[array].next; i = tokens[i].next, ++count)
    if (count < at.size()) at[count] = i;
  const VerbName* opcode = nullptr;
  if (count == 0) {
    draft.problem("an operation holds an opcode and a path, and this is empty");
  } else {
    const std::string_view name = tokens.inside(tokens[at[0]]);
    opcode = known_verb(draft, kOpcodes, upper(name), name, "opcode");
  }
  if (at[1] == 0) {
    draft.problem("the path is missing");
  } else if (tokens[at[1]].is_leaf()) {
    Result<std::string> path = text_of(tokens, tokens[at[1]], sink.limits());
    if (path) draft.place(std::move(*path));
    if (!path) draft.problem(path.error());
  } else {
    draft.problem("the path must be a word or a string");
  }
  if (opcode != nullptr) {
    const std::size_t wanted = opcode->value ? 3 : 2;
    if (count < wanted && at[1] != 0)
      draft.problem("the value is missing: " + std::string(opcode->name) + " needs one");
    if (count > wanted) {
      draft.problem(std::string(opcode->name) + " takes " + (opcode->value ? "one value" : "no value") +
                    ": put text with commas into double quotes, several values into several operations");
    }
    if (opcode->value) fields.value(at[2]);
    give_opcode(draft, *opcode);
  }
  if (!draft.problems.empty()) draft.example = example(opcode, draft.command);
  sink.take(draft);
}

void read_operations(Sink& sink, const TokenList& tokens) {
  for (std::size_t i = 1; i < tokens[0].next; i = tokens[i].next) {
    if (tokens[i].is_array()) {
      read_operation(sink, tokens, i);
    } else {
      sink.refuse_value("filament", tokens[i], "an operation is an array, and this is none",
                        "for example " + example(nullptr, {}));
    }
  }
}

// Operations without the outer brackets: read as if they were there.
void read_bare_operations(Sink& sink, std::string_view body, Span span) {
  const std::string mended = "[" + std::string(body.substr(span.begin, span.end - span.begin)) + "]";
  TokenList tokens;
  const TokenList::End end =
      tokens.read(Window(mended, true), 0, {.closed = true, .words = true}, sink.limits());
  const std::size_t base = sink.base();
  sink.set_base(base + span.begin - 1);
  if (end == TokenList::End::kWhole && tokens.end() == mended.size()) {
    sink.warn_of(tokens);
    read_operations(sink, tokens);
  } else {
    sink.refuse("filament", {base + span.begin, base + span.end}, unread(tokens, end, "filament"));
  }
  sink.set_base(base);
}

// Whether a value is written as a number.
bool is_number(const Sink& sink, const TokenList& tokens, std::size_t value) {
  if (value == 0 || tokens[value].kind != Token::Kind::kWord) return false;
  const Result<Json> number = number_of(tokens.inside(tokens[value]), sink.limits());
  return number && number->is_number();
}

// What "op" says in an object under 3.0's tag: an opcode of 2.x, as models mix them up, or RFC 6902. `sums`:
// an `add` of a number adds it to the number that is there.
void read_ops_object(Sink& sink, const TokenList& tokens, std::size_t object, bool sums) {
  std::string_view name;
  std::size_t value = 0;
  for (Members members(tokens, object); members.next();) {
    if (members.key() == "op") name = tokens.inside(tokens[members.value()]);
    if (members.key() == "value") value = members.value();
  }
  const bool adds = name == "add";
  const bool sum = adds && sums && is_number(sink, tokens, value);
  const VerbName* opcode = adds && !sum ? nullptr : find_row(kOpcodes, upper(name));
  if (opcode == nullptr) return read_patch_op(sink, tokens, object, "filament");
  Draft draft(sink.next("filament", sink.at(tokens[object])));
  const auto at = find_fields<4>(draft, tokens, object, {"op", "path", "value", "reason"});
  draft.proposal.verb = shortened(name, 64);
  FieldReader fields(sink, draft, tokens);
  if (!fields.place(at[1], true)) draft.problem("`path` is missing");
  fields.value(at[2]);
  fields.reason(at[3]);
  if (opcode->value && at[2] == 0) draft.problem("`value` is missing");
  if (!opcode->value) draft.command.value.reset();
  give_opcode(draft, *opcode);
  if (sum) draft.proposal.settle = settle_sum_or_member;
  draft.example = R"({"op":"replace","path":"/player/hp","value":5})";
  sink.take(draft);
}

// Of {"ops": …}, and of <state_update>.
void read_listed_op(Sink& sink, const TokenList& tokens, std::size_t object) {
  read_ops_object(sink, tokens, object, false);
}

// Of <variable_update>, by itself or in an array.
void read_bare_op(Sink& sink, const TokenList& tokens, std::size_t object) {
  read_ops_object(sink, tokens, object, true);
}

void read_ops_value(Sink& sink, const TokenList& tokens, std::size_t value, ReadObject read) {
  const std::size_t before = sink.count();
  if (tokens[value].is_array()) {
    read_objects(sink, tokens, value, "filament", read);
  } else if (tokens[value].is_object()) {
    read(sink, tokens, value);
  } else {
    sink.refuse_form("filament", sink.at(tokens[value]), "\"ops\" must be an array");
  }
  sink.bind_tests(before);
}

// The value of an element's text: JSON, loosely, or a bare word.
std::optional<Json> value_of(Sink& sink, Draft& draft, std::string_view text) {
  Values values = sink.values(Words::kBare, draft.proposal.warnings);
  const bool structured = !text.empty() && std::string_view("{[\"'").find(text[0]) != std::string_view::npos;
  if (structured) {
    TokenList tokens;
    const bool container = text[0] == '{' || text[0] == '[';
    const std::string wrapped = container ? std::string(text) : "[" + std::string(text) + "]";
    const TokenList::End end = tokens.read(Window(wrapped, true), 0, {.words = true}, sink.limits());
    if (end == TokenList::End::kWhole && tokens.end() == wrapped.size() &&
        (container || tokens[1].next == tokens.tokens().size())) {
      sink.warn_of(tokens);
      Result<Json> json = values.json(tokens, container ? 0 : 1);
      if (json) return std::move(*json);
      draft.problem(json.error());
      return std::nullopt;
    }
  }
  Result<Json> word = values.word(text, {});
  if (word) return std::move(*word);
  draft.problem(word.error());
  return std::nullopt;
}

// An element within a tag.
struct Element {
  std::optional<std::string_view> text;  // nothing: there is none, or it never ends
  bool twice = false;
};

// The first element of that name that opens in the body, outside of others.
Element find_element(std::string_view body, std::string_view name, const TagTable& tags) {
  const Window window(body, true);
  ReasoningBlocks blocks(tags);
  Element found;
  for (std::size_t i = window.find('<', 0); i < body.size(); i = window.find('<', i)) {
    const std::size_t behind = skip_markup(body, i, tags, &blocks);
    const std::optional<Mark> mark = behind > i ? std::nullopt : mark_at(window, i);
    i = std::max(behind, i + 1);
    if (!mark || mark->closing || mark->name != name) continue;
    found.twice = found.text.has_value();
    const Closing closing = find_closing(window, mark->end, name, {});
    if (found.twice || !closing.mark) break;
    found.text = trimmed_text(body, {mark->end, closing.mark->begin});
    i = closing.mark->end;
  }
  return found;
}

// `-= 20`: the verb and the number, if the text is that.
bool read_operator(Sink& sink, Draft& draft, std::string_view text) {
  if (text.size() > 2 && (text[0] == '\'' || text[0] == '"') && text.back() == text[0])
    text = text.substr(1, text.size() - 2);
  if (text.size() < 3 || text[1] != '=' || std::string_view("+-*/").find(text[0]) == std::string_view::npos)
    return false;
  Result<Json> number = number_of(trimmed_text(text, {2, text.size()}), sink.limits());
  if (!number || !number->is_number()) return false;
  draft.command.value = std::move(*number);
  draft.command.verb = text[0] == '*' ? Verb::kMul : text[0] == '/' ? Verb::kDiv : Verb::kAdd;
  if (text[0] == '-') negate(draft);
  return true;
}

// {"ops": […]}, or one operation by itself, which `read` reads.
void read_object_update(Sink& sink, std::string_view body, Span span, ReadObject read) {
  TokenList& tokens = sink.tokens();
  if (!read_body(sink, tokens, body, span, "filament", {})) return;
  std::size_t ops = 0;
  bool single = false;
  for (Members members(tokens, 0); members.next();) {
    if (members.key() == "ops" && ops != 0) {
      return sink.refuse_form("filament", sink.at(span), "\"ops\" is given twice");
    }
    if (members.key() == "ops") ops = members.value();
    single = single || members.key() == "op";
  }
  if (ops != 0) return read_ops_value(sink, tokens, ops, read_listed_op);
  if (single) return read_ops_value(sink, tokens, 0, read);
  sink.warn("envelope.empty", "an update holds no \"ops\"", sink.at(0, body.size()));
}

}  // namespace

bool is_opcode(std::string_view word) { return find_row(kOpcodes, upper(word)) != nullptr; }

void read_filament_update(Sink& sink, std::string_view body) {
  const Span span = commands_of(sink, body);
  if (span.begin >= span.end) {
    sink.warn("envelope.empty", "an update holds no operations", sink.at(0, body.size()));
    return;
  }
  const char first = body[span.begin];
  if (first == '{') return read_object_update(sink, body, span, read_bare_op);
  TokenList& tokens = sink.tokens();
  const Letter letter = letter_at(Window(body, true), span.begin);
  if (!letter.is('[')) {
    return sink.refuse_form("filament", sink.at(span), "an update starts with '[', not with this",
                            "for example [" + example(nullptr, {}) + "]");
  }
  // What follows the operations: comments and reasoning are passed over.
  const Window window(body.substr(0, span.end), true);
  const TokenList::End end = tokens.read(window, span.begin, {.closed = true, .words = true}, sink.limits());
  const bool empty = tokens.tokens().size() == 1;
  const bool wrapped = !empty && tokens[1].is_array();
  if (!empty && tokens[1].is_object()) return read_array_body(sink, body, "filament", read_bare_op);
  const std::size_t rest = skip_aside(sink, body.substr(0, span.end), std::min(tokens.end(), span.end));
  if (end == TokenList::End::kWhole && (wrapped || empty) && rest == span.end) {
    sink.warn_of(tokens);
    return read_operations(sink, tokens);
  }
  if (end == TokenList::End::kWhole && !wrapped) return read_bare_operations(sink, body, span);
  if (!read_body(sink, tokens, body, span, "filament", {.words = true})) return;
  read_operations(sink, tokens);
}

void read_state_update(Sink& sink, std::string_view body) {
  const Span span = commands_of(sink, body);
  if (span.begin >= span.end) return;
  if (body[span.begin] == '{') return read_object_update(sink, body, span, read_listed_op);
  if (body[span.begin] == '[' && body.find('{', span.begin) < body.find_first_of("]\"'", span.begin))
    return read_array_body(sink, body, "filament", read_listed_op);
  read_filament_update(sink, body);
}

void read_filament_tag(Sink& sink, std::string_view tag, std::string_view body) {
  Draft draft(sink.next("filament", sink.at(0, body.size())));
  draft.proposal.verb = std::string(tag.substr(tag.rfind('_') + 1));
  draft.example = "<" + std::string(tag) + "><path>player.hp</path>" +
                  (tag == "variable_delete" ? "" : "<value>5</value>") + "</" + std::string(tag) + ">";
  const auto text_in = [&](const std::string& name) {
    const Element found = find_element(body, name, *sink.options().tags);
    if (found.twice)
      draft.problem("<" + name + "> is given twice: write one command in each tag", Code::kParseAmbiguous);
    return found.text;
  };
  const auto path = text_in("path");
  const auto value = text_in("value");
  if (!path) draft.problem("<path> is missing");
  if (path && path->empty()) draft.problem("<path> is empty", Code::kPathInvalid);
  if (path && !is_valid_utf8(*path)) draft.problem("<path> is not valid UTF-8", Code::kPathInvalid);
  if (path) draft.place(std::string(*path));
  if (tag == "variable_delete") {
    draft.command.verb = Verb::kDelete;
    return sink.take(draft);
  }
  if (!value) draft.problem("<value> is missing");
  const bool edit = tag == "variable_edit";
  if (edit && value && read_operator(sink, draft, *value)) return sink.take(draft);
  if (value) draft.command.value = value_of(sink, draft, *value);
  for (Warning& warning : draft.proposal.warnings) warning.span = draft.proposal.span;
  draft.command.verb = edit ? Verb::kSet : Verb::kEnsure;
  if (edit) draft.option("allowMissing", false);
  sink.take(draft);
}

}  // namespace gavel
