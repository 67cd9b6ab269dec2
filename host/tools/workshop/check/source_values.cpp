// Expressions: names and their members, calls, tables, and those that register.

#include <algorithm>
#include <array>
#include <utility>

#include "source_parser.hpp"

namespace gavel {
namespace {

constexpr std::string_view kSentenceHandler = "run";  // what a function that stands for the table is

constexpr std::array<std::string_view, 20> kBinary = {"+",  "-",  "*",  "/",  "//", "%",  "^",
                                                      "&",  "|",  "~",  "<",  ">",  "<<", ">>",
                                                      "..", "<=", ">=", "==", "~=", "and"};

bool is_binary(const LuaToken& token) {
  return (token.kind == LuaToken::Kind::kSymbol || token.kind == LuaToken::Kind::kKeyword) &&
         (std::ranges::find(kBinary, token.text) != kBinary.end() || token.text == "or");
}

}  // namespace

bool SourceParser::after() {
  const LuaToken& token = now();
  if (is_binary(token)) return wait_for_operand();
  if (token.is(".") || (token.is(":") && ahead(1).is_name())) return take_member();
  if (token.is("(") || token.is("[") || token.is("{") || token.kind == LuaToken::Kind::kString)
    return take_suffix();
  if (token.is(",")) return take_comma();
  if (token.is("=")) return take_assignment();
  if (top().is_block()) {
    finish_statement();
    return false;
  }
  if (token.is(";") && top().kind == Kind::kBrace) return take_comma();
  if (!token.is(")") && !token.is("]") && !token.is("}")) stop();
  return false;
}

bool SourceParser::wait_for_operand() {
  top().state = State::kOperand;
  top().use = kNone;
  ++at_;
  return true;
}

bool SourceParser::take_member() {
  if (!ahead(1).is_name()) {
    stop();
    return true;
  }
  if (top().use != kNone) {
    SourceUse& use = out_.uses[top().use];
    if (use.members.size() < SourceUse::kMostMembers) {
      use.members.push_back(at_ + 1);
      use.colon = now().is(":");
      use.end = at_ + 2;
    } else {
      top().use = kNone;
    }
  }
  at_ += 2;
  return true;
}

bool SourceParser::take_suffix() {
  SourceFrame& frame = top();
  const std::size_t use = std::exchange(frame.use, kNone);
  frame.targets = frame.targets && now().is("[");
  if (now().is("[")) {
    push(Kind::kBracket, State::kOperand);
  } else if (now().kind == LuaToken::Kind::kString) {
    if (is_kind(use)) {
      frame.registering = out_.name_of(out_.uses[use]);
      frame.registered = plain_text(now());
    }
    add_call(use).arguments.push_back({at_, at_ + 1});
    ++at_;
    return true;
  } else {
    const bool registers = now().is("{") && (is_kind(use) || !frame.registering.empty());
    const std::string_view kind = is_kind(use) ? out_.name_of(out_.uses[use]) : frame.registering;
    const std::string_view name = std::exchange(frame.registered, {});
    frame.registering = {};
    add_call(use);
    const bool table = now().is("{");
    const std::size_t call = out_.calls.size() - 1;
    SourceFrame& inner = push(table ? Kind::kBrace : Kind::kParen, State::kStart);
    if (!table) inner.state = State::kOperand;
    inner.call = call;
    inner.begin = table ? at_ : at_ + 1;
    if (registers) inner.registration = add_registration(kind, name);
  }
  ++at_;
  return true;
}

SourceCall& SourceParser::add_call(std::size_t use) {
  SourceCall call;
  call.use = use;
  call.function = top().function;
  call.end = at_ + 1;
  out_.calls.push_back(std::move(call));
  return out_.calls.back();
}

std::size_t SourceParser::add_registration(std::string_view kind, std::string_view name) {
  SourceRegistration registration;
  registration.kind = kind;
  registration.name = name;
  registration.token = at_;
  out_.registrations.push_back(std::move(registration));
  return out_.registrations.size() - 1;
}

void SourceParser::end_argument() {
  SourceFrame& frame = top();
  if (frame.kind == Kind::kParen && frame.call != kNone && at_ > frame.begin)
    out_.calls[frame.call].arguments.push_back({frame.begin, at_});
  if (frame.registration != kNone) {
    std::vector<SourceRegistration::Member>& members = out_.registrations[frame.registration].members;
    if (!members.empty() && members.back().end == 0) members.back().end = at_;
  }
}

bool SourceParser::take_comma() {
  SourceFrame& frame = top();
  if (frame.is_block() && frame.targets && frame.use != kNone) frame.assigned.push_back(frame.use);
  end_argument();
  frame.state = frame.kind == Kind::kBrace ? State::kStart : State::kOperand;
  frame.use = kNone;
  frame.begin = ++at_;
  return true;
}

bool SourceParser::take_assignment() {
  SourceFrame& frame = top();
  if (frame.is_block() && frame.targets) {
    if (frame.use != kNone) frame.assigned.push_back(frame.use);
    for (const std::size_t use : frame.assigned) out_.uses[use].written = true;
    frame.assigned.clear();
    frame.targets = false;
  }
  return wait_for_operand();
}

void SourceParser::close_bracket() {
  const Kind wanted = now().is(")") ? Kind::kParen : now().is("]") ? Kind::kBracket : Kind::kBrace;
  if (top().kind != wanted) return stop();
  end_argument();
  if (const std::size_t number = top().call; number != kNone) {
    SourceCall& call = out_.calls[number];
    if (wanted == Kind::kBrace) call.arguments.push_back({top().begin, at_ + 1});
    call.end = at_ + 1;
    call.counted = is_counted(call);
  }
  const std::size_t call = top().call;
  pop();
  ++at_;
  // The key of a table's member: `[k] = v`.
  if (wanted == Kind::kBracket && top().kind == Kind::kBrace && top().state == State::kStart &&
      now().is("=")) {
    top().state = State::kOperand;
    ++at_;
    return;
  }
  top().state = State::kAfter;
  // rule(id .. "_step") { … }
  if (call != kNone && wanted == Kind::kParen && is_kind(out_.calls[call].use)) {
    top().registering = out_.name_of(out_.uses[out_.calls[call].use]);
    top().registered = {};
  }
  if (call != kNone && top().is_block() && is_error_call(out_.calls[call])) top().ended = true;
}

bool SourceParser::is_error_call(const SourceCall& call) const {
  if (call.use == kNone) return false;
  const SourceUse& use = out_.uses[call.use];
  return use.statement && use.variable == kNone && use.members.empty() && out_.name_of(use) == "error";
}

bool SourceParser::is_counted(const SourceCall& call) const {
  if (call.arguments.empty()) return true;
  const SourceCall::Argument last = call.arguments.back();
  const LuaToken& end = out_.tokens[last.end - 1];
  if (end.is(")") || end.is("...")) return false;
  if (last.end - last.begin < 2) return true;
  const LuaToken& before = out_.tokens[last.end - 2];
  if (end.kind == LuaToken::Kind::kString) return !before.is_name() && !before.is(")") && !before.is("]");
  return !end.is("}") || !out_.tokens[last.begin].is_name();
}

bool SourceParser::key() {
  SourceFrame& frame = top();
  if (now().is(";") || now().is(",")) {
    ++at_;
    return true;
  }
  if (now().is("[")) {
    push(Kind::kBracket, State::kOperand);
    ++at_;
    return true;
  }
  frame.state = State::kOperand;
  if (!now().is_name() || !ahead(1).is("=")) return false;
  if (frame.registration != kNone) {
    SourceRegistration& registration = out_.registrations[frame.registration];
    registration.places.emplace(now().text, registration.members.size());
    registration.members.push_back({now().text, at_, at_ + 2, 0});
  }
  at_ += 2;
  return true;
}

void SourceParser::operand() {
  SourceFrame& frame = top();
  const LuaToken& token = now();
  if (token.is_name()) {
    frame.use = add_use(false);
  } else if (token.is("function")) {
    return function_value();
  } else if (token.is("{")) {
    return table_value();
  } else if (token.is("(")) {
    frame.use = kNone;
    push(Kind::kParen, State::kOperand).begin = ++at_;
    return;
  } else if (token.is("not") || token.is("-") || token.is("#") || token.is("~")) {
    ++at_;
    return;
  } else if (token.kind == LuaToken::Kind::kKeyword && !token.is("nil") && !token.is("true") &&
             !token.is("false")) {
    // No value comes: a block goes on with its next statement.
    if (!frame.is_block()) return stop();
    return finish_statement();
  } else if (token.kind == LuaToken::Kind::kSymbol && !token.is("...")) {
    if (frame.is_block() && token.is(";")) return finish_statement();
    return stop();
  } else {
    frame.use = kNone;
  }
  frame.state = State::kAfter;
  ++at_;
}

bool SourceParser::registers_behind_name(const SourceFrame& frame) const {
  return frame.kind == Kind::kParen && frame.call != kNone && is_kind(out_.calls[frame.call].use) &&
         out_.calls[frame.call].arguments.size() == 1;
}

std::size_t SourceParser::add_registered(const SourceFrame& frame) {
  const SourceCall& call = out_.calls[frame.call];
  return add_registration(out_.name_of(out_.uses[call.use]),
                          plain_text(out_.tokens[call.arguments[0].begin]));
}

void SourceParser::table_value() {
  SourceFrame& frame = top();
  frame.use = kNone;
  // rule("name", { … })
  const std::size_t registration = registers_behind_name(frame) ? add_registered(frame) : kNone;
  SourceFrame& inner = push(Kind::kBrace, State::kStart);
  inner.registration = registration;
  inner.begin = at_++;
}

void SourceParser::function_value() {
  SourceFrame& frame = top();
  const std::size_t number = out_.functions.size();
  SourceFunction function;
  function.token = at_;
  function.parent = frame.function;
  const bool first = at_ > 0 && out_.tokens[at_ - 1].is("=");
  if (frame.kind == Kind::kBrace && frame.registration != kNone && first) {
    const auto& members = out_.registrations[frame.registration].members;
    if (!members.empty() && members.back().begin == at_) {
      function.registration = frame.registration;
      function.member = members.back().name;
    }
  }
  // test("it stays shut", function(t) … end)
  if (registers_behind_name(frame) && out_.tokens[at_ - 1].is(",")) {
    function.registration = add_registered(frame);
    function.member = kSentenceHandler;
  }
  if (frame.is_block() && frame.pending.size() == 1 && first)
    out_.variables[frame.pending.front()].body = number;
  out_.functions.push_back(std::move(function));
  ++at_;
  body(number, true, false);
}

}  // namespace gavel
