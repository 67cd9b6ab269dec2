// FuzzJudge: plays cases on one document and says what went wrong. Every turn is judged, taken back, and
// judged again in another Lua state with nothing remembered: both must come to the same bytes, and nothing
// may be left of what was taken back.
//
// Not thread-safe: one for each thread.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "lua/sandbox.hpp"
#include "state/document.hpp"
#include "turn/turn.hpp"

#include "fuzz_case.hpp"

namespace gavel {

// What went wrong in one turn.
struct FuzzTrouble {
  FuzzFinding::What what = FuzzFinding::What::kHandler;
  std::string code, rule, at, message, detail;
  std::size_t turn = 0;  // its index
  Json row;              // of a forbidden value: the row that forbids it
  // A code of the verdict that would not be there; empty: the turn failed as a whole, or that shows
  // elsewhere.
  std::string never;

  // What it is told apart from others by.
  std::string signature() const;
};

// Of the cases played so far.
struct FuzzTally {
  std::size_t turns = 0, accepted = 0, commands = 0, passed = 0;
  std::map<std::string, FuzzReport::Reached> reached;

  void add(const FuzzTally& other);
};

class FuzzJudge {
 public:
  // REQUIRES: the subject outlives it. `campaign`: what ctx.campaign shows.
  static Result<std::unique_ptr<FuzzJudge>> make(const FuzzSubject& subject, const Json& campaign);
  ~FuzzJudge();

  // Each kind of trouble once, in the order met. Afterwards all is as it was.
  std::vector<FuzzTrouble> play(const FuzzCase& game);
  const FuzzTally& tally() const { return tally_; }

 private:
  struct Turn;  // what it is judged by
  FuzzJudge(const FuzzSubject& subject, const Json& campaign, Document document);
  bool change_settings(const Json& change);
  // Whether the game can go on.
  bool take(const FuzzTurn& turn, std::size_t index);
  TurnInput input_of(const Turn& turn, std::size_t index) const;
  std::string judge(const TurnInput& input, Sandbox& sandbox, DeriveMemory* derived, Verdict& verdict);
  void look_at(const Verdict& verdict, std::size_t index);
  void look_at_line(const Verdict& verdict, std::size_t i, std::size_t index);
  void look_at_warning(const Warning& warning, std::size_t index);
  void look_at_state(std::size_t index);
  void count(const Verdict& verdict);
  void look_back_on(const Turn& turn, const Verdict& verdict, std::size_t index);
  void tell(FuzzTrouble trouble);
  // Of a turn or a game as a whole, which nobody's code stands for.
  void tell_whole(FuzzFinding::What what, std::string message, std::size_t index);
  // Of what raised an error, in its words.
  void tell_error(FuzzFinding::What what, const Error& error, std::size_t index, std::string never);
  bool set_aside(const std::string& rule) const;

  const FuzzSubject& subject_;
  const Ruleset& ruleset_;
  const Json& campaign_facts_;
  Document document_;
  std::unique_ptr<Sandbox> once_, again_;
  std::set<std::string> given_violations_;  // of the state that every case begins with
  std::string before_;                      // the document's text before the turn
  FuzzTally tally_;

  // Of the case that is played.
  DeriveMemory derived_;
  Json own_settings_, settings_, history_;
  Json failing_before_;  // meta.quarantine before the turn
  Time now_;
  std::set<std::string> told_;
  std::vector<FuzzTrouble> found_;
};

}  // namespace gavel
