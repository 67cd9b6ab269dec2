// Judging one text on one document, without a store: for games that keep their state themselves.
//
//   gavel::Document document = *gavel::Document::of_state(rules.initial_state());
//   gavel::Judgement input;
//   input.text = reply;
//   input.turn = "t-1";
//   gavel::Result<gavel::Verdict> verdict = gavel::judge(document, input, &rules);
//   save(document.json().text());       // {data, meta}: both belong to the game
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "gavel/clock.hpp"
#include "gavel/json.hpp"
#include "gavel/limits.hpp"
#include "gavel/ruleset.hpp"
#include "gavel/verdict.hpp"

GAVEL_NAMESPACE_BEGIN
// A game's state: `data`, what the game sees, and `meta`, what Gavel keeps about it (expiries, counters,
// memories of plugins). One thread at a time.
class GAVEL_API Document {
 public:
  Document() noexcept;  // an empty object
  // The data; meta is empty.
  static Result<Document> of_state(const Json& data, const Limits& limits = {}) noexcept;
  // {data, meta}, as json() gives it.
  static Result<Document> of_json(const Json& json, const Limits& limits = {}) noexcept;

  Document(Document&& other) noexcept;
  Document& operator=(Document&& other) noexcept;
  ~Document();

  // Price: a copy of it.
  Json data() const;
  Json json() const;

  struct GAVEL_INTERNAL Impl;

 private:
  friend struct DocumentAccess;
  std::unique_ptr<Impl> impl_;  // nullptr: empty
};

enum class Actor { kModel, kPlayer, kOperator };

struct Judgement {
  std::string text = {};       // any bytes; those that are no UTF-8 are read as U+FFFD
  std::string user_text = {};  // what the player said before the model spoke: read and judged first
  std::string dialect = "auto";
  Actor actor = Actor::kModel;  // who wrote `text`
  std::string turn = "t-1";
  std::size_t attempt = 1;  // beyond the ruleset's retries a failed one is reported
  std::string seed = "0";   // of the dice: they depend on it, the turn and the handler alone
  Time now = {};
};

// Without a ruleset: every dialect, no rules. An error: the text cannot be judged at all, and the document
// is as it was. Otherwise it holds what was kept; of anything but kAccepted, that is nothing. Any thread;
// one document in one thread at a time.
GAVEL_API Result<Verdict> judge(Document& document, const Judgement& input,
                                const Ruleset* rules = nullptr) noexcept;

GAVEL_NAMESPACE_END
