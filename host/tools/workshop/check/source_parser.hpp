// The pass over a Lua text's tokens that finds what its names stand for: a stack of open blocks and brackets,
// and the names in scope. Its parts: source_parser.cpp has the stack and the names, source_statements.cpp
// blocks and declarations, source_values.cpp expressions, calls and registrations.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "source_scopes.hpp"

namespace gavel {

// A block or a pair of brackets that is open.
struct SourceFrame {
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

class SourceParser {
 public:
  SourceParser(std::string_view text, const std::vector<std::string_view>& kinds);

  // REQUIRES: it is called once.
  LuaSource run();

 private:
  using State = SourceFrame::State;
  using Kind = SourceFrame::Kind;

  // ---- the stack and the names
  const LuaToken& now() const { return out_.tokens[at_]; }
  const LuaToken& ahead(std::size_t count) const;
  SourceFrame& top() { return stack_.back(); }
  void stop() { out_.whole = false; }
  SourceFrame& push(Kind kind, State state);
  void pop();
  // A variable that is not in scope yet.
  std::size_t declare(std::string_view name, std::size_t token, SourceVariable::Kind kind);
  void activate(std::size_t number);
  std::size_t add_use(bool statement);
  bool is_kind(std::size_t use) const;
  void step();

  // ---- statements
  // What is open in a block is over: its values are there.
  void finish_statement();
  void statement();
  void keyword();
  void begin_return();
  void begin_do();
  void begin_for();
  void local();
  std::size_t add_function(std::size_t token);
  void named_function();
  // From the parameters' bracket on.
  void body(std::size_t number, bool in_expression, bool method);
  void close_block(std::string_view word);

  // ---- values
  // What may follow a value. False: it is over, and a block's next statement begins here.
  bool after();
  bool wait_for_operand();
  bool take_member();
  bool take_suffix();
  SourceCall& add_call(std::size_t use);
  std::size_t add_registration(std::string_view kind, std::string_view name);
  void end_argument();
  bool take_comma();
  bool take_assignment();
  void close_bracket();
  bool is_error_call(const SourceCall& call) const;
  // Whether the last argument is one value for certain.
  bool is_counted(const SourceCall& call) const;
  // A member's name in a table. False: there is none, a value follows.
  bool key();
  // Whether these are the brackets of `kind("name", …`.
  bool registers_behind_name(const SourceFrame& frame) const;
  std::size_t add_registered(const SourceFrame& frame);
  void operand();
  void table_value();
  void function_value();

  const std::vector<std::string_view>& kinds_;
  LuaSource out_;
  std::size_t at_ = 0;
  std::vector<SourceFrame> stack_;
  std::vector<std::size_t> active_;  // variables in scope
  std::unordered_map<std::string_view, std::vector<std::size_t>> names_;
};

}  // namespace gavel
