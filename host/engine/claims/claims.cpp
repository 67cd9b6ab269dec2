// Running the claims of a ruleset, and telling of what they found that is not so.

#include "claims/claims.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/utf8.hpp"
#include "lua/trace.hpp"
#include "rules/call_host.hpp"
#include "rules/referee_state.hpp"
#include "state/json_writer.hpp"
#include "state/lookup_work.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "state/subtree.hpp"

#include "fact_check.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostFacts = 1000;  // of one claim
constexpr std::size_t kMostConflicts = 200;
constexpr std::size_t kMostShown = 256;  // bytes of a value in a sentence
constexpr std::size_t kWorkPerStep = 8;  // as for what a handler looks at itself
constexpr std::size_t kNodeWork = 16;    // asking of a node who may read it
constexpr std::size_t kToldWork = 4;     // a value is copied and written out, by its weight

std::string shown(const Json& json) { return json.is_null() ? "-" : shortened(to_text(json), kMostShown); }

// By what the place changed in the end, with the rule's own word for it: "-12 (at most 12)".
std::string made_of(const Amendment& amendment) {
  const bool numbers = amendment.before && amendment.before->is_number() && amendment.effective.is_number();
  const std::string amount =
      shown(numbers ? difference(amendment.effective, *amendment.before) : amendment.effective);
  return amendment.reason.empty() ? amount : amount + " (" + shortened(amendment.reason, kMostShown) + ")";
}

std::string reason(const Fact& fact, const std::string& subject, const Json& actual,
                   const Amendment* amendment, std::string_view language) {
  const bool zh = language.starts_with("zh");
  const std::string said = claimed_words(fact.claimed, language), is = shown(actual);
  if (fact.form == Fact::Form::kRolled)
    return zh ? "叙事中的点数 " + shown(fact.value) + " 并非本回合任何一次掷骰的结果"
              : "no roll of this turn came to " + shown(fact.value);
  if (fact.form == Fact::Form::kDelta && amendment != nullptr)
    return zh ? "叙事称 " + subject + " 发生变化 " + said + "，但规则把它改成了 " + made_of(*amendment) +
                    "，现为 " + is
              : "the narration tells of a change of " + subject + ", " + said + ", but a rule made it " +
                    made_of(*amendment) + "; the state says " + is;
  if (fact.form == Fact::Form::kDelta || fact.form == Fact::Form::kChanged)
    return zh ? "叙事称 " + subject + " 发生变化 " + said + "，但本回合没有任何结算与之相符（现为 " + is +
                    "）"
              : "the narration tells of a change of " + subject + ", " + said +
                    ", but nothing in this turn changed it that way; the state says " + is;
  return zh ? "叙事称 " + subject + " 为 " + said + "，状态是 " + is
            : "for " + subject + ", the narration says " + said + "; the state says " + is;
}

// Where the piece of a long narration that starts at `from` ends: behind a paragraph, else behind a sentence,
// else between two characters. A claim reads one piece at a time, so that its fuel does not depend on the
// length of the whole.
std::size_t piece_end(std::string_view text, std::size_t from) {
  constexpr std::size_t kMostPiece = 6U << 10U;
  if (text.size() - from <= kMostPiece) return text.size();
  const std::string_view piece = text.substr(from, kMostPiece);
  for (const std::string_view mark : {"\n", "。", "！", "？", ". ", "! ", "? ", "，", " "}) {
    const std::size_t at = piece.rfind(mark);
    if (at != std::string_view::npos && at > kMostPiece / 4) return from + at + mark.size();
  }
  std::size_t end = from + kMostPiece;
  while (end > from + kMostPiece - 4 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return end;
}

// What goes wrong with one claim: a warning, never more.
void warn(RefereeState& state, const Claim& claim, const Error& error, std::string_view what) {
  std::string message = claim.source.id + " (" + claim.source.at + ") ";
  message.append(what).append(": ").append(error.message);
  state.notes.warnings.push_back(warning_of("claim.failed", std::move(message), error, claim.source));
}

class ClaimRunner {
 public:
  ClaimRunner(RefereeState& state, std::string_view narration, const Settlement& settlement)
      : state_(state), narration_(narration), words_(state.kinds.claim_words), settlement_(settlement) {
    for (std::size_t from = 0; from < narration.size();) {
      const std::size_t end = piece_end(narration, from);
      const std::string_view text = narration.substr(from, end - from);
      pieces_.push_back({from, Json(std::string(text)), {text, words_.index().find(text)}, {}, {}});
      pieces_.back().readings.resize(words_.readings().size());
      from = end;
    }
  }

  void ask(std::size_t number) {
    const Claim& claim = state_.kinds.claims[number];
    if (state_.is_quarantined(claim.source)) return;
    for (Piece& piece : pieces_) {
      if (!concerns(number, piece)) continue;
      state_.heard = &piece.heard;
      Result<std::vector<Fact>> facts = find(number, piece);
      state_.heard = nullptr;
      if (!facts) return warn(state_, claim, facts.error(), "found nothing");
      if (Result<void> held = hold(claim, piece, *facts); !held)
        return warn(state_, claim, held.error(), "was not heard to the end");
    }
  }

  std::vector<Conflict> take() { return std::move(found_); }

 private:
  // A part of the narration, and what is known of it.
  struct Piece {
    std::size_t from = 0;
    Json text;
    SearchedText heard;
    std::vector<bool> named;  // by source of names in cues; empty: not looked yet
    std::vector<std::optional<Json>> readings;
  };

  // Made for the first fact: most narrations assert none.
  const std::vector<Settled>& settled() {
    if (!settled_) settled_ = settlement_();
    return *settled_;
  }

  // Holds facts against the state and the turn. Each look is paid for by the claim as if it had looked
  // itself: an error, where nothing is left for that.
  Result<void> hold(const Claim& claim, const Piece& piece, std::vector<Fact>& facts) {
    if (facts.empty()) return {};
    const FactCheck check(state_.document, state_.begin, state_.context, state_.kinds, settled(),
                          state_.dice.rolls());
    std::uint64_t steps = reading_steps_;  // of this call
    TRY(state_.pay_looks(claim.source, steps, steps));
    for (Fact& fact : facts) {
      if (found_.size() >= kMostConflicts) return {};
      fact.span = {fact.span.begin + piece.from, fact.span.end + piece.from};
      const std::size_t before = check.work() + telling_work_ + lookup_work;
      Json actual;
      const bool holds = check.holds(fact, actual);
      if (Trace* trace = state_.facts.trace) trace_fact(*trace, claim, fact, actual, holds);
      if (!holds)
        tell(claim, fact, std::move(actual),
             fact.form == Fact::Form::kDelta ? check.amendment_of(fact) : nullptr);
      const std::size_t work = check.work() + telling_work_ + lookup_work - before;
      steps += work / kWorkPerStep;
      TRY(state_.pay_looks(claim.source, work / kWorkPerStep, steps));
    }
    return {};
  }

  bool is_named(std::size_t source, Piece& piece) {
    if (piece.named.empty())
      piece.named = state_.names.present(state_.document, words_.sources(), piece.heard.text);
    return piece.named[source];
  }

  // Whether a claim has anything to ask of a text.
  bool concerns(std::size_t number, Piece& piece) {
    const std::vector<ClaimWords::Cue>& cues = words_.claim(number).cues;
    return cues.empty() || std::ranges::any_of(cues, [&](const ClaimWords::Cue& cue) {
             return ClaimWords::stands(cue, piece.heard.hits) &&
                    std::ranges::all_of(cue.parts, [&](const ClaimWords::Cue::Part& part) {
                      return !part.names || is_named(*part.names, piece);
                    });
           });
  }

  // The reading that a claim asks for, made once for all that ask for the same.
  Result<const Json*> reading(std::size_t number, Piece& piece) {
    const std::optional<std::size_t> which = words_.claim(number).reading;
    if (!which) return nullptr;
    std::optional<Json>& kept = piece.readings[*which];
    if (!kept) {
      kept = TRY(words_.readings()[*which].of(piece.heard.text, words_.index(), piece.heard.hits,
                                              state_.document, state_.names));
    }
    return &*kept;
  }

  Result<std::vector<Fact>> find(std::size_t number, Piece& piece) {
    const Claim& claim = state_.kinds.claims[number];
    const Json* known = TRY(reading(number, piece));
    const std::array<Argument, 1> more = {known};
    CallHost host(state_, claim.source);
    const std::array<Argument, 1> args = {&piece.text};
    Returned returned = TRY(state_.run({claim.source, claim.find, args, more, may("claim", "find")}, host));
    Result<std::vector<Fact>> facts = read(returned, piece.heard.text);
    // It ran, but what it gave is of no use: that counts as a failure of its own.
    if (!facts) state_.count(claim.source, true);
    return facts;
  }

  Result<std::vector<Fact>> read(const Returned& returned, std::string_view piece) {
    std::vector<Fact> facts;
    reading_steps_ = 0;
    if (returned.nothing) return facts;
    const bool none = returned.value.is_object() && returned.value.empty();
    if (returned.word || (!returned.value.is_array() && !none))
      return Error(Code::kPluginError, "find returned no list of facts", "return { { kind = … }, … }, or {}");
    if (none) return facts;
    if (returned.value.size() > kMostFacts)
      return over_limit(Code::kLimitCount,
                        "find returned " + std::to_string(returned.value.size()) + " facts", kMostFacts,
                        "claims");
    for (const Json& json : array_of(returned.value)) {
      facts.push_back(
          TRY(read_fact(json, piece, state_.document.data(), state_.context.limits, reading_steps_)));
    }
    return facts;
  }

  // A value that somebody may not read, not even in part, stays out of what he is told.
  bool is_hidden(const Fact& fact, Actor reader) {
    const FieldTable& fields = state_.ruleset.guards().fields();
    if (!fields.has_readers()) return false;
    return std::ranges::any_of(fact.paths, [&](const Path& path) { return holds_hidden(path, reader); });
  }

  bool holds_hidden(const Path& path, Actor reader) {
    constexpr std::size_t kMostLooked = 10'000;  // what is larger is told of nobody
    const FieldTable& fields = state_.ruleset.guards().fields();
    const Place place = resolve(state_.document.data(), path, state_.context.described);
    const Json nothing;
    Subtree nodes(place.node == nullptr ? nothing : *place.node, place.shown, state_.context.described);
    for (std::size_t seen = 0; nodes.next(); ++seen) {
      telling_work_ += kNodeWork;
      if (seen == kMostLooked || fields.read_denied(nodes.path(), reader) != nullptr) return true;
    }
    return false;
  }

  // A fact, and the words that assert it.
  void trace_fact(Trace& trace, const Claim& claim, const Fact& fact, const Json& actual, bool holds) const {
    TraceEvent one;
    one.who = "fact";
    one.which = fact.kind;
    one.id = claim.source.id;
    one.at = claim.source.at;
    one.answer = holds ? "holds" : "conflict";
    if (!fact.paths.empty()) one.path = fact.paths.front();
    one.after = actual;
    one.said = fact.claimed;
    one.more = Json(Json::value_t::object);
    one.more["subject"] = fact.subject;
    one.more["span"] = Json::array({fact.span.begin, fact.span.end});
    one.more["words"] = std::string(narration_.substr(fact.span.begin, fact.span.end - fact.span.begin));
    if (fact.where) one.more["where"] = *fact.where;
    if (!fact.field.empty()) one.more["field"] = fact.field;
    trace.say(std::move(one));
  }

  void tell(const Claim& claim, const Fact& fact, Json actual, const Amendment* amendment) {
    if (!told_.emplace(fact.kind, fact.subject, fact.span.begin, fact.span.end).second) return;
    const bool hidden = is_hidden(fact, Actor::kModel);
    if (hidden) actual = Json();
    Conflict conflict;
    conflict.hidden_from_players = hidden || is_hidden(fact, Actor::kPlayer);
    conflict.kind = fact.kind;
    // The name of something hidden may be a key of the state: the narration's own words stand for it.
    conflict.subject = fact.subject;
    if (hidden)
      conflict.subject = shortened(narration_.substr(fact.span.begin, fact.span.end - fact.span.begin), 64);
    conflict.span = fact.span;
    telling_work_ += kToldWork * (weight_of(actual) + weight_of(fact.claimed));
    conflict.claimed = fact.claimed;
    conflict.why =
        reason(fact, conflict.subject, actual, hidden ? nullptr : amendment, state_.ruleset.file().language);
    if (!fact.paths.empty() && !hidden) {
      conflict.expected = Json(Json::value_t::object);
      conflict.expected["path"] = to_dotted(fact.paths.front());
      if (fact.where) conflict.expected["where"] = *fact.where;
      conflict.expected["value"] = actual;
    }
    conflict.actual = std::move(actual);
    conflict.by = claim.source.id;
    conflict.at = claim.source.at;
    const std::size_t weight =
        weight_of(conflict.actual) * 2 + weight_of(conflict.claimed) + conflict.why.size();
    if (state_.keep_bytes(claim.source, weight)) found_.push_back(std::move(conflict));
  }

  RefereeState& state_;
  const std::string_view narration_;
  const ClaimWords& words_;
  const Settlement& settlement_;
  std::optional<std::vector<Settled>> settled_;
  std::uint64_t reading_steps_ = 0;  // of the facts that were read last
  std::size_t telling_work_ = 0;     // of all that was told
  std::vector<Piece> pieces_;
  std::vector<Conflict> found_;
  std::set<std::tuple<std::string, std::string, std::size_t, std::size_t>> told_;
};

}  // namespace

std::string claimed_words(const Json& claimed, std::string_view language) {
  const bool zh = language.starts_with("zh");
  if (const Json* delta = member(claimed, "delta"); delta != nullptr && claimed.size() == 1) {
    if (!delta->is_array() || delta->size() != 2) return shown(*delta);
    return equal((*delta)[0], (*delta)[1]) ? shown((*delta)[0])
                                           : shown((*delta)[0]) + " … " + shown((*delta)[1]);
  }
  if (const Json* changed = member(claimed, "changed"); changed != nullptr && claimed.size() == 1) {
    if (equal(*changed, Json("up"))) return zh ? "上升" : "a rise";
    if (equal(*changed, Json("down"))) return zh ? "下降" : "a fall";
    return zh ? "改变" : "a change";
  }
  if (claimed.is_object() && claimed.size() == 1) {
    const auto& [how, what] = *object_of(claimed).begin();
    return how + " " + shown(what);
  }
  return shown(claimed);
}

std::vector<Conflict> find_conflicts(Referee& referee, std::string_view narration,
                                     const Settlement& settlement, std::optional<std::size_t> claim) {
  RefereeState& state = referee.state();
  if (narration.empty() || state.kinds.claims.empty()) return {};
  ClaimRunner asking(state, narration, settlement);
  for (std::size_t i = 0; i < state.kinds.claims.size(); ++i)
    if (!claim || *claim == i) asking.ask(i);
  return asking.take();
}

Json conflict_json(const Conflict& conflict) {
  Json json(Json::value_t::object);
  json["kind"] = conflict.kind;
  json["subject"] = conflict.subject;
  json["span"] = Json(JsonArray{Json(conflict.span.begin), Json(conflict.span.end)});
  json["claimed"] = conflict.claimed;
  json["actual"] = conflict.actual;
  json["why"] = conflict.why;
  if (!conflict.expected.is_null()) json["expected_state_snippet"] = conflict.expected;
  json["by"] = conflict.by;
  json["at"] = conflict.at;
  return json;
}

}  // namespace gavel
