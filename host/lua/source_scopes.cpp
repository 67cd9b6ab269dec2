#include "source_scopes.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace gavel {
namespace {

constexpr std::size_t kMostDepth = 400;  // Lua itself nests at most 200

constexpr std::array<std::string_view, 20> kBinary = {"+",  "-",  "*",  "/",  "//", "%",  "^",
                                                      "&",  "|",  "~",  "<",  ">",  "<<", ">>",
                                                      "..", "<=", ">=", "==", "~=", "and"};

bool is_binary(const LuaToken& token) {
  return (token.kind == LuaToken::Kind::kSymbol || token.kind == LuaToken::Kind::kKeyword) &&
         (std::ranges::find(kBinary, token.text) != kBinary.end() || token.text == "or");
}

// A block or a pair of brackets that is open.
struct Frame {
  enum class Kind { kChunk, kFunction, kDo, kThen, kElse, kLoop, kRepeat, kParen, kBracket, kBrace };
  // What comes next: a statement (in a table, a member); a value; what may follow a value.
  enum class State { kStart, kOperand, kAfter };

  Kind kind = Kind::kChunk;
  State state = State::kStart;
  std::size_t function = 0;
  std::size_t locals = 0;            // how many names were in scope before it
  bool ended = false;                // its last statement does not come to its end
  bool chain_ended = true;           // nor does any branch so far of the `if` in it
  bool loop_header = false;          // between `while` or `for` and `do`
  bool until = false;                // a repeat's condition is being read
  bool targets = false;              // what is read may turn out to be assigned to
  bool in_expression = false;        // of a function
  std::vector<std::size_t> pending;  // locals that are in scope behind their values
  std::vector<std::size_t> looping;  // those of a `for`, in scope in its block
  std::vector<std::size_t> assigned;
  std::size_t use = kNone;                   // the name that was read last, with its members
  std::string_view registering, registered;  // the kind and name of `kind "name"` right before
  std::size_t call = kNone;                  // whose arguments these are
  std::size_t begin = 0;                     // of an argument
  std::size_t registration = kNone;          // whose members these are

  bool is_block() const { return kind < Kind::kParen; }
};

class Reader {
 public:
  Reader(std::string_view text, const std::vector<std::string_view>& kinds) : kinds_(kinds) {
    out_.text = text;
    out_.tokens = tokens_of(text);
  }

  LuaSource run() {
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

 private:
  using State = Frame::State;
  using Kind = Frame::Kind;

  const LuaToken& now() const { return out_.tokens[at_]; }
  const LuaToken& ahead(std::size_t count) const {
    return out_.tokens[std::min(at_ + count, out_.tokens.size() - 1)];
  }
  Frame& top() { return stack_.back(); }
  void stop() { out_.whole = false; }

  Frame& push(Kind kind, State state) {
    Frame frame;
    frame.kind = kind;
    frame.state = state;
    frame.function = top().function;
    frame.locals = active_.size();
    if (stack_.size() >= kMostDepth) stop();
    stack_.push_back(std::move(frame));
    return top();
  }

  void pop() {
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

  // A variable that is not in scope yet.
  std::size_t declare(std::string_view name, std::size_t token, SourceVariable::Kind kind) {
    SourceVariable variable;
    variable.kind = kind;
    variable.name = name;
    variable.token = token;
    variable.function = top().function;
    out_.variables.push_back(variable);
    return out_.variables.size() - 1;
  }

  void activate(std::size_t number) {
    SourceVariable& variable = out_.variables[number];
    std::vector<std::size_t>& same = names_[variable.name];
    if (!same.empty() && out_.variables[same.back()].function == variable.function)
      variable.hides = same.back();
    same.push_back(number);
    active_.push_back(number);
  }

  std::size_t add_use(bool statement) {
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

  bool is_kind(std::size_t use) const {
    return use != kNone && out_.uses[use].variable == kNone && out_.uses[use].members.empty() &&
           std::ranges::find(kinds_, out_.name_of(out_.uses[use])) != kinds_.end();
  }

  void step() {
    const LuaToken& token = now();
    if (top().state == State::kAfter && after()) return;
    if (token.is(")") || token.is("]") || token.is("}")) return close_bracket();
    if (top().is_block() && top().state != State::kOperand) return statement();
    if (top().kind == Kind::kBrace && top().state == State::kStart && key()) return;
    operand();
  }

  // What may follow a value. False: it is over, and a block's next statement begins here.
  bool after() {
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

  bool wait_for_operand() {
    top().state = State::kOperand;
    top().use = kNone;
    ++at_;
    return true;
  }

  bool take_member() {
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

  bool take_suffix() {
    Frame& frame = top();
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
      Frame& inner = push(table ? Kind::kBrace : Kind::kParen, State::kStart);
      if (!table) inner.state = State::kOperand;
      inner.call = call;
      inner.begin = table ? at_ : at_ + 1;
      if (registers) inner.registration = add_registration(kind, name);
    }
    ++at_;
    return true;
  }

  SourceCall& add_call(std::size_t use) {
    SourceCall call;
    call.use = use;
    call.function = top().function;
    call.end = at_ + 1;
    out_.calls.push_back(std::move(call));
    return out_.calls.back();
  }

  std::size_t add_registration(std::string_view kind, std::string_view name) {
    SourceRegistration registration;
    registration.kind = kind;
    registration.name = name;
    registration.token = at_;
    out_.registrations.push_back(std::move(registration));
    return out_.registrations.size() - 1;
  }

  void end_argument() {
    Frame& frame = top();
    if (frame.kind == Kind::kParen && frame.call != kNone && at_ > frame.begin)
      out_.calls[frame.call].arguments.push_back({frame.begin, at_});
    if (frame.registration != kNone) {
      std::vector<SourceRegistration::Member>& members = out_.registrations[frame.registration].members;
      if (!members.empty() && members.back().end == 0) members.back().end = at_;
    }
  }

  bool take_comma() {
    Frame& frame = top();
    if (frame.is_block() && frame.targets && frame.use != kNone) frame.assigned.push_back(frame.use);
    end_argument();
    frame.state = frame.kind == Kind::kBrace ? State::kStart : State::kOperand;
    frame.use = kNone;
    frame.begin = ++at_;
    return true;
  }

  bool take_assignment() {
    Frame& frame = top();
    if (frame.is_block() && frame.targets) {
      if (frame.use != kNone) frame.assigned.push_back(frame.use);
      for (const std::size_t use : frame.assigned) out_.uses[use].written = true;
      frame.assigned.clear();
      frame.targets = false;
    }
    return wait_for_operand();
  }

  // What is open in a block is over: its values are there.
  void finish_statement() {
    Frame& frame = top();
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

  void close_bracket() {
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

  bool is_error_call(const SourceCall& call) const {
    if (call.use == kNone) return false;
    const SourceUse& use = out_.uses[call.use];
    return use.statement && use.variable == kNone && use.members.empty() && out_.name_of(use) == "error";
  }

  // Whether the last argument is one value for certain.
  bool is_counted(const SourceCall& call) const {
    if (call.arguments.empty()) return true;
    const SourceCall::Argument last = call.arguments.back();
    const LuaToken& end = out_.tokens[last.end - 1];
    if (end.is(")") || end.is("...")) return false;
    if (last.end - last.begin < 2) return true;
    const LuaToken& before = out_.tokens[last.end - 2];
    if (end.kind == LuaToken::Kind::kString) return !before.is_name() && !before.is(")") && !before.is("]");
    return !end.is("}") || !out_.tokens[last.begin].is_name();
  }

  // A member's name in a table. False: there is none, a value follows.
  bool key() {
    Frame& frame = top();
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
    if (frame.registration != kNone)
      out_.registrations[frame.registration].members.push_back({now().text, at_, at_ + 2, 0});
    at_ += 2;
    return true;
  }

  void operand() {
    Frame& frame = top();
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

  void table_value() {
    Frame& frame = top();
    frame.use = kNone;
    std::size_t registration = kNone;
    // rule("name", { … })
    if (frame.kind == Kind::kParen && frame.call != kNone && is_kind(out_.calls[frame.call].use) &&
        out_.calls[frame.call].arguments.size() == 1) {
      const SourceCall& call = out_.calls[frame.call];
      registration = add_registration(out_.name_of(out_.uses[call.use]),
                                      plain_text(out_.tokens[call.arguments[0].begin]));
    }
    Frame& inner = push(Kind::kBrace, State::kStart);
    inner.registration = registration;
    inner.begin = at_++;
  }

  void function_value() {
    Frame& frame = top();
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
    if (frame.is_block() && frame.pending.size() == 1 && first)
      out_.variables[frame.pending.front()].body = number;
    out_.functions.push_back(std::move(function));
    ++at_;
    body(number, true, false);
  }

  // From the parameters' bracket on.
  void body(std::size_t number, bool in_expression, bool method) {
    top().use = kNone;
    Frame& frame = push(Kind::kFunction, State::kStart);
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

  void statement() {
    const LuaToken& token = now();
    Frame& frame = top();
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

  void keyword() {
    const std::string_view word = now().text;
    Frame& frame = top();
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

  void begin_return() {
    const LuaToken& token = now();
    const bool nothing = token.is(";") || token.is("end") || token.is("else") || token.is("elseif") ||
                         token.is("until") || token.kind == LuaToken::Kind::kEnd;
    if (nothing) return;
    out_.functions[top().function].returns = true;
    top().state = State::kOperand;
  }

  void begin_do() {
    ++at_;
    Frame& frame = top();
    const bool loop = std::exchange(frame.loop_header, false);
    const std::vector<std::size_t> variables = std::exchange(frame.looping, {});
    frame.ended = false;
    push(loop ? Kind::kLoop : Kind::kDo, State::kStart);
    if (!loop) return;
    for (const std::size_t variable : variables) activate(variable);
  }

  void begin_for() {
    std::vector<std::size_t> variables;
    for (; now().is_name() || now().is(","); ++at_)
      if (now().is_name()) variables.push_back(declare(now().text, at_, SourceVariable::Kind::kLoop));
    if (!now().is("=") && !now().is("in")) return stop();
    ++at_;
    top().loop_header = true;
    top().looping = std::move(variables);
    top().state = State::kOperand;
  }

  void local() {
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

  std::size_t add_function(std::size_t token) {
    SourceFunction function;
    function.token = token;
    function.parent = top().function;
    out_.functions.push_back(std::move(function));
    return out_.functions.size() - 1;
  }

  void named_function() {
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

  void close_block(std::string_view word) {
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
    Frame& outer = top();
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

  const std::vector<std::string_view>& kinds_;
  LuaSource out_;
  std::size_t at_ = 0;
  std::vector<Frame> stack_;
  std::vector<std::size_t> active_;  // variables in scope
  std::unordered_map<std::string_view, std::vector<std::size_t>> names_;
};

}  // namespace

const SourceRegistration::Member* SourceRegistration::member(std::string_view wanted) const {
  for (const Member& one : members)
    if (one.name == wanted) return &one;
  return nullptr;
}

bool LuaSource::inside(std::size_t function, std::size_t outer) const {
  while (function != kNone && function != outer) function = functions[function].parent;
  return function == outer;
}

LuaSource read_source(std::string_view text, const std::vector<std::string_view>& kinds) {
  return Reader(text, kinds).run();
}

}  // namespace gavel
