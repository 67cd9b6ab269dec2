// What the checks of a plugin's Lua share: the file that is read, the plugin around it, and how a finding is
// told. One file per idea: source_names.cpp, source_ctx.cpp, source_answers.cpp,
// source_slips.cpp.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/source_reader.hpp"
#include "state/suggest.hpp"

#include "source_scopes.hpp"

namespace gavel {

// One file that was read.
struct ReadSource {
  std::string file;
  LuaSource source;
  std::vector<const HandlerForm*> handlers;  // by function; nullptr: no handler
  std::vector<std::size_t> columns;          // by token, in code points from 1
};

// The names that stand as keys in a table, in order, and to be looked for.
struct WrittenKeys {
  bool whole = true;  // false: others may be in it too
  std::vector<std::string_view> names;
  std::set<std::string_view> sorted;
};

// A whole plugin.
struct ReadPlugin {
  std::vector<ReadSource> files;
  std::set<std::string_view> globals;  // that it sets itself
  std::set<std::string_view> reasons;  // that its tools declare
  bool knows_reasons = true;           // false: some tool's are computed
  bool says_any_reason = false;        // some reject(…) gives a computed one
  const std::vector<std::string>* params = nullptr;
  std::set<std::string_view> sorted_params;
};

class SourceCheck {
 public:
  SourceCheck(const SourceReader& reader, const ReadPlugin& plugin, const ReadSource& file, std::size_t most,
              SourceReading& out)
      : reader_(reader), plugin_(plugin), file_(file), source_(file.source), most_(most), out_(out) {}

  void names();    // globals, members of libraries, locals
  void ctx();      // what is asked of ctx, and of effects and events
  void answers();  // what handlers return, the reasons they give, texts in both languages
  void slips();    // what is Lua and cannot be meant
  void facts();    // the kinds of facts that claims assert

 private:
  Where where(std::size_t token) const;
  void tell(Lint finding, std::size_t token, std::string message, std::string hint);
  // With a change of the token itself where only one name is near.
  void tell_unknown(Lint finding, std::size_t token, std::string message,
                    const std::vector<std::string_view>& known, std::string otherwise);
  // The last problem that was told is mended by this.
  void mend(std::size_t token, std::string before, std::string behind);

  const LuaToken& token(std::size_t number) const { return source_.tokens[number]; }
  std::string_view text(std::size_t number) const { return source_.tokens[number].text; }
  // The handler that a function is or lies in, and which function that is; nullptr: none.
  std::pair<const HandlerForm*, std::size_t> handler_around(std::size_t function) const;
  const SourceRegistration* registration_of(std::size_t function) const;
  const std::string& context() const { return reader_.vocabulary().context; }  // "ctx"
  bool is_ctx(const SourceUse& use) const;
  std::string named(std::size_t function) const;  // `rule "brim"`

  void look_at_global(const SourceUse& use);
  void look_at_library(const SourceUse& use);
  void look_at_write(const SourceUse& use);
  void look_at_variable(const SourceVariable& variable);
  void look_at_ctx(const SourceUse& use);
  void look_at_asked(const SourceUse& use, std::size_t member);
  void look_at_param(const SourceUse& use);
  void look_at_record(const SourceUse& use);
  void look_at_ctx_call(const SourceCall& call);
  void look_at_parameters(std::size_t function);
  struct Step {
    std::size_t from = 0, to = 0;  // functions
    std::size_t use = 0;           // what is called
  };
  std::vector<Step> steps_of_ctx() const;
  std::vector<std::uint64_t> asked_by_all(const std::vector<Step>& steps) const;
  void look_at_helpers();
  std::uint64_t asked_for(const SourceUse& use) const;
  std::vector<std::optional<std::string>> path_of(const SourceCall& call) const;
  void note_write(const SourceCall& call, std::string_view name);
  void look_at_handler(std::size_t function);
  void look_at_word(const SourceUse& use);
  void look_at_word_call(const SourceCall& call);
  void look_at_reason(const SourceCall& call);
  void look_at_languages();
  void look_at_rejects(const SourceRegistration& registration);
  void look_at_returns();
  bool answers_with_literal(std::size_t token, const std::vector<std::size_t>& open) const;
  void tell_literal(std::size_t token, std::size_t function);
  void note_args();
  const HandlerForm* given_first(const SourceUse& use) const;
  void look_at_args(const SourceUse& use);
  void look_at_indexed(const SourceUse& use);
  void look_at_wildcard(const SourceCall& call);

  // Of the table that begins at a token; each is read once.
  const WrittenKeys& written_keys(std::size_t begin);
  bool misspells_mode(const SourceRegistration& registration);

  const SourceReader& reader_;
  const ReadPlugin& plugin_;
  const ReadSource& file_;
  const LuaSource& source_;
  std::size_t most_;  // problems
  SourceReading& out_;
  HintBudget hints_;
  std::map<std::size_t, WrittenKeys> keys_;                 // by the table's token
  std::map<const SourceRegistration*, bool> misspelt_;      // `mode`
  std::set<std::size_t> open_args_;                         // variables that anything may be put into
  std::set<std::pair<std::size_t, std::string_view>> put_;  // into the args of a variable, by a name
};

// The names that stand as keys in the table that begins at a token; nothing: it is none that is written out.
std::vector<std::size_t> keys_of_table(const LuaSource& source, std::size_t begin, bool& whole);

// "run = function(effect, ctx)"
std::string signature_of(const HandlerForm& handler);

bool is_in(const std::vector<std::string>& sorted, std::string_view name);

}  // namespace gavel
