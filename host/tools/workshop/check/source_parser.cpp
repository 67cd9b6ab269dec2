#include "source_parser.hpp"

#include <algorithm>
#include <utility>

namespace gavel {
namespace {

constexpr std::size_t kMostDepth = 400;  // Lua itself nests at most 200

}  // namespace

SourceParser::SourceParser(std::string_view text, const std::vector<std::string_view>& kinds)
    : kinds_(kinds) {
  out_.text = text;
  out_.tokens = tokens_of(text);
}

LuaSource SourceParser::run() {
  out_.functions.emplace_back();
  stack_.emplace_back();
  while (out_.whole && now().kind != LuaToken::Kind::kEnd) step();
  finish_statement();
  out_.whole = out_.whole && stack_.size() == 1;
  out_.functions.front().end = at_;
  for (const SourceUse& use : out_.uses) {
    if (use.variable == kNone) continue;
    SourceVariable& variable = out_.variables[use.variable];
    ++(use.written && use.members.empty() ? variable.writes : variable.reads);
  }
  return std::move(out_);
}

const LuaToken& SourceParser::ahead(std::size_t count) const {
  return out_.tokens[std::min(at_ + count, out_.tokens.size() - 1)];
}

SourceFrame& SourceParser::push(Kind kind, State state) {
  SourceFrame frame;
  frame.kind = kind;
  frame.state = state;
  frame.function = top().function;
  frame.locals = active_.size();
  if (stack_.size() >= kMostDepth) stop();
  stack_.push_back(std::move(frame));
  return top();
}

void SourceParser::pop() {
  while (active_.size() > top().locals) {
    names_[out_.variables[active_.back()].name].pop_back();
    active_.pop_back();
  }
  if (stack_.size() > 1) {
    stack_.pop_back();
  } else {
    stop();
  }
}

std::size_t SourceParser::declare(std::string_view name, std::size_t token, SourceVariable::Kind kind) {
  SourceVariable variable;
  variable.kind = kind;
  variable.name = name;
  variable.token = token;
  variable.function = top().function;
  out_.variables.push_back(variable);
  return out_.variables.size() - 1;
}

void SourceParser::activate(std::size_t number) {
  SourceVariable& variable = out_.variables[number];
  std::vector<std::size_t>& same = names_[variable.name];
  if (!same.empty() && out_.variables[same.back()].function == variable.function)
    variable.hides = same.back();
  same.push_back(number);
  active_.push_back(number);
}

std::size_t SourceParser::add_use(bool statement) {
  SourceUse use;
  use.token = at_;
  use.function = top().function;
  use.statement = statement;
  use.end = at_ + 1;
  if (const auto found = names_.find(now().text); found != names_.end() && !found->second.empty())
    use.variable = found->second.back();
  out_.uses.push_back(std::move(use));
  return out_.uses.size() - 1;
}

bool SourceParser::is_kind(std::size_t use) const {
  return use != kNone && out_.uses[use].variable == kNone && out_.uses[use].members.empty() &&
         std::ranges::find(kinds_, out_.name_of(out_.uses[use])) != kinds_.end();
}

void SourceParser::step() {
  const LuaToken& token = now();
  if (top().state == State::kAfter && after()) return;
  if (token.is(")") || token.is("]") || token.is("}")) return close_bracket();
  if (top().is_block() && top().state != State::kOperand) return statement();
  if (top().kind == Kind::kBrace && top().state == State::kStart && key()) return;
  operand();
}

}  // namespace gavel
