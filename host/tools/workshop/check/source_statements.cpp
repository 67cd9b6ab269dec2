// Blocks, and what declares names: locals, loops, functions.

#include <algorithm>
#include <utility>

#include "source_parser.hpp"

namespace gavel {

void SourceParser::finish_statement() {
  SourceFrame& frame = top();
  for (const std::size_t variable : frame.pending) activate(variable);
  frame.pending.clear();
  frame.assigned.clear();
  frame.targets = false;
  frame.use = kNone;
  frame.registering = {};
  frame.state = State::kStart;
  if (!frame.until) return;
  pop();
  top().state = State::kStart;
}

void SourceParser::statement() {
  const LuaToken& token = now();
  SourceFrame& frame = top();
  if (token.kind == LuaToken::Kind::kKeyword) return keyword();
  if (token.is("::")) {
    at_ = std::min(at_ + 3, out_.tokens.size() - 1);
    return;
  }
  if (token.is(";")) {
    ++at_;
    return;
  }
  frame.ended = false;
  frame.targets = true;
  if (token.is_name()) {
    frame.use = add_use(true);
    frame.state = State::kAfter;
    ++at_;
  } else if (token.is("(")) {
    frame.use = kNone;
    push(Kind::kParen, State::kOperand).begin = ++at_;
  } else {
    stop();
  }
}

void SourceParser::keyword() {
  const std::string_view word = now().text;
  SourceFrame& frame = top();
  if (word == "end" || word == "else" || word == "elseif") return close_block(word);
  if (word == "then") {
    ++at_;
    push(Kind::kThen, State::kStart);
    return;
  }
  if (word == "do") return begin_do();
  if (word == "until") {
    if (frame.kind != Kind::kRepeat) return stop();
    frame.until = true;
    frame.state = State::kOperand;
    ++at_;
    return;
  }
  frame.ended = word == "return" || word == "goto";
  ++at_;
  if (word == "if" || word == "while") {
    frame.chain_ended = true;
    frame.loop_header = word == "while";
    frame.state = State::kOperand;
  } else if (word == "repeat") {
    push(Kind::kRepeat, State::kStart);
  } else if (word == "for") {
    begin_for();
  } else if (word == "function") {
    named_function();
  } else if (word == "local") {
    local();
  } else if (word == "return") {
    begin_return();
  } else if (word == "goto") {
    at_ = std::min(at_ + 1, out_.tokens.size() - 1);
  } else if (word != "break") {
    stop();
  }
}

void SourceParser::begin_return() {
  const LuaToken& token = now();
  const bool nothing = token.is(";") || token.is("end") || token.is("else") || token.is("elseif") ||
                       token.is("until") || token.kind == LuaToken::Kind::kEnd;
  if (nothing) return;
  out_.functions[top().function].returns = true;
  top().state = State::kOperand;
}

void SourceParser::begin_do() {
  ++at_;
  SourceFrame& frame = top();
  const bool loop = std::exchange(frame.loop_header, false);
  const std::vector<std::size_t> variables = std::exchange(frame.looping, {});
  frame.ended = false;
  push(loop ? Kind::kLoop : Kind::kDo, State::kStart);
  if (!loop) return;
  for (const std::size_t variable : variables) activate(variable);
}

void SourceParser::begin_for() {
  std::vector<std::size_t> variables;
  for (; now().is_name() || now().is(","); ++at_)
    if (now().is_name()) variables.push_back(declare(now().text, at_, SourceVariable::Kind::kLoop));
  if (!now().is("=") && !now().is("in")) return stop();
  ++at_;
  top().loop_header = true;
  top().looping = std::move(variables);
  top().state = State::kOperand;
}

void SourceParser::local() {
  if (now().is("function")) {
    const std::size_t name = at_ + 1;
    if (!ahead(1).is_name()) return stop();
    const std::size_t variable = declare(out_.tokens[name].text, name, SourceVariable::Kind::kFunction);
    activate(variable);
    const std::size_t number = add_function(at_);
    out_.variables[variable].body = number;
    at_ += 2;
    return body(number, false, false);
  }
  std::vector<std::size_t> variables;
  while (now().is_name()) {
    variables.push_back(declare(now().text, at_, SourceVariable::Kind::kLocal));
    ++at_;
    if (now().is("<")) at_ = std::min(at_ + 3, out_.tokens.size() - 1);
    if (!now().is(",")) break;
    ++at_;
  }
  if (now().is("=")) {
    top().pending = std::move(variables);
    top().state = State::kOperand;
    ++at_;
    return;
  }
  for (const std::size_t variable : variables) activate(variable);
}

std::size_t SourceParser::add_function(std::size_t token) {
  SourceFunction function;
  function.token = token;
  function.parent = top().function;
  out_.functions.push_back(std::move(function));
  return out_.functions.size() - 1;
}

void SourceParser::named_function() {
  const std::size_t token = at_ - 1;
  if (!now().is_name()) return stop();
  const std::size_t number = add_use(true);
  ++at_;
  bool method = false;
  while ((now().is(".") || now().is(":")) && ahead(1).is_name()) {
    method = now().is(":");
    SourceUse& use = out_.uses[number];
    if (use.members.size() < SourceUse::kMostMembers) use.members.push_back(at_ + 1);
    at_ += 2;
  }
  out_.uses[number].end = at_;
  out_.uses[number].written = true;
  body(add_function(token), false, method);
}

void SourceParser::body(std::size_t number, bool in_expression, bool method) {
  top().use = kNone;
  SourceFrame& frame = push(Kind::kFunction, State::kStart);
  frame.function = number;
  frame.in_expression = in_expression;
  const auto parameter = [&](std::string_view name, std::size_t token) {
    const std::size_t variable = declare(name, token, SourceVariable::Kind::kParameter);
    out_.functions[number].parameters.push_back(variable);
    activate(variable);
  };
  if (method) parameter("self", out_.functions[number].token);
  if (!now().is("(")) return stop();
  for (++at_; !now().is(")") && now().kind != LuaToken::Kind::kEnd; ++at_)
    if (now().is_name()) parameter(now().text, at_);
  ++at_;
  if (at_ >= out_.tokens.size()) at_ = out_.tokens.size() - 1;
}

void SourceParser::close_block(std::string_view word) {
  const Kind kind = top().kind;
  const bool branch = kind == Kind::kThen || kind == Kind::kElse;
  if (!top().is_block() || kind == Kind::kChunk || kind == Kind::kRepeat) return stop();
  if (word != "end" && kind != Kind::kThen) return stop();
  const bool ended = top().ended;
  const bool in_expression = top().in_expression;
  if (kind == Kind::kFunction) {
    SourceFunction& function = out_.functions[top().function];
    function.falls = !ended;
    function.end = at_;
  }
  pop();
  SourceFrame& outer = top();
  ++at_;
  if (branch) outer.chain_ended = outer.chain_ended && ended;
  if (word == "elseif") {
    outer.state = State::kOperand;
  } else if (word == "else") {
    push(Kind::kElse, State::kStart);
  } else {
    outer.state = in_expression ? State::kAfter : State::kStart;
    if (branch) outer.ended = kind == Kind::kElse && outer.chain_ended;
    if (kind == Kind::kDo) outer.ended = ended;
  }
}

}  // namespace gavel
