// SourceReader: what a plugin's Lua says, read without running it: mistakes that would else be met when their
// line runs, in the middle of a game; and what it names, for those who know the ruleset around it.
//
// It reads any bytes, in time linear in them, and would rather miss a mistake than tell of one that is none.
// Of a text that is no Lua it says nothing: the compiler does.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "lua/vocabulary.hpp"

namespace gavel {

struct LuaText {
  std::string file;  // as messages show it
  std::string_view text;
};

// ctx.set("lamp.oil", …) in a handler that may write, as far as it is plainly written.
struct SourceWrite {
  std::string kind;                              // of the handler: "tool"
  std::string function;                          // "set"
  std::vector<std::optional<std::string>> path;  // nothing: a segment that is computed
  Where where;
};

// A place that some function of ctx is asked about, as far as it is plainly written.
struct SourcePlace {
  std::vector<std::optional<std::string>> path;  // nothing: a segment that is computed
  Where where;
};

// A name in a list, and where.
struct SourceName {
  std::string name;
  Where where;
};

struct SourceReading {
  std::vector<Problem> problems;
  std::set<std::string, std::less<>> names;               // every name that is written
  std::map<std::string, std::size_t, std::less<>> texts;  // every text that is, and how often
  std::vector<SourceName> claimed;                        // kind = "…" of a fact
  std::vector<SourceWrite> writes;
  std::vector<SourcePlace> places;  // that are read or written
  std::vector<SourceName> emitted;  // events
  bool emits_any = false;           // some event's name is computed
  bool asks_any_param = false;      // `params` is used as a whole
};

class SourceReader {
 public:
  // REQUIRES: the vocabulary outlives it.
  explicit SourceReader(const Vocabulary& vocabulary);

  // All files of one plugin, which share their globals. `params`: what its manifest declares; nothing:
  // unknown.
  SourceReading read(std::span<const LuaText> files, const std::vector<std::string>* params,
                     const Limits& limits) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }
  const std::vector<std::string>& globals() const { return globals_; }  // "tool", "string"
  const std::vector<std::string>& members() const { return members_; }  // "string.rep"
  const std::vector<std::string>& ctx() const { return ctx_; }          // "get", "memory"
  const std::vector<std::string_view>& kinds() const { return kinds_; }

 private:
  const Vocabulary& vocabulary_;
  std::vector<std::string> globals_, members_, ctx_;  // sorted
  std::vector<std::string_view> kinds_;
};

}  // namespace gavel
