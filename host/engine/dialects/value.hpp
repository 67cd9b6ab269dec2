// Values: what a token means as JSON. Values are data: nothing is evaluated, unless arithmetic is turned on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "command/warning.hpp"
#include "state/json.hpp"

#include "token_list.hpp"

namespace gavel {

// How a word is taken that is not a number and no name of a constant.
enum class Words {
  kRefused,  // in JSON
  kText,     // in calls: text, with a warning
  kBare,     // in Filament: text; only JSON's own numbers are numbers, and TRUE is true
};

struct ValueRules {
  Words words = Words::kRefused;
  bool arithmetic = false;
};

class Values {
 public:
  // `base`: where in the whole text the tokens's text starts, for the spans of warnings.
  Values(const Limits& limits, ValueRules rules, std::vector<Warning>& warnings, std::size_t base = 0)
      : limits_(limits), rules_(rules), warnings_(warnings), base_(base) {}

  // The value of a token, with everything below it.
  Result<Json> json(const TokenList& tokens, std::size_t token);
  // A word alone, such as an argument that is no token.
  Result<Json> word(std::string_view word, Span span);

 private:
  bool script() const { return rules_.words == Words::kText; }
  Result<Json> scalar(const TokenList& tokens, const Token& token);
  Result<Json> container(const TokenList& tokens, std::size_t root);
  Result<void> put(Json& container, std::string& key, Json value) const;
  void mended(std::string_view what, std::string message, Span span) {
    warnings_.push_back(
        {"repair." + std::string(what), std::move(message), Span{base_ + span.begin, base_ + span.end}});
  }

  const Limits& limits_;
  ValueRules rules_;
  std::vector<Warning>& warnings_;
  std::size_t base_;
};

// What a string's token says. `script`: as unescaped. REQUIRES: no container that could be read.
Result<std::string> text_of(const TokenList& tokens, const Token& token, const Limits& limits,
                            bool script = false);

inline Error too_deep(const Limits& limits) {
  return over_limit(Code::kLimitDepth, "a value nested too deep", limits.max_depth, "max_depth");
}

inline Error too_many_bytes(const std::string& what, std::string_view text, const Limits& limits) {
  return over_limit(Code::kLimitSize, what + " of " + std::to_string(text.size()) + " bytes",
                    limits.max_string_bytes, "max_string_bytes");
}

// The number of a JSON literal, or an error (`limit.size`; `value.range`: it fits no 64-bit number;
// `parse.malformed`: it is none).
Result<Json> number_of(std::string_view literal, const Limits& limits);

// What `+ - * / ( )` over numbers give, or nothing where the text is no such sum. Integers stay integers
// while they are exact and in range; a division that does not come out even gives a float. README.md has the
// rules.
std::optional<Result<Json>> arithmetic(std::string_view text, const Limits& limits);

// The characters that a string's bytes mean. `script`: the escapes of JavaScript too.
Result<std::string> unescaped(std::string_view raw, bool script, const Limits& limits);

}  // namespace gavel
