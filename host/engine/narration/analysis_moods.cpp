// Which clauses the narrator does not assert, and the cues that take parts of one out of it. A mood is asked
// of a place later (scripts/lib/moods.lua), because a cue counts for what comes behind it.

#include "narration/analysis.hpp"

#include "letters.hpp"

namespace gavel::analysis {
namespace {

// "had" is a memory before a participle, and a possession otherwise.
bool is_pluperfect(const Source& source, const Word& had) {
  std::size_t at = letters::skip_blanks(source.text, had.end);
  std::string word = letters::lower(letters::word_at(source.text, at));
  while (source.grammar.adverbs.has(word)) {
    at = letters::skip_blanks(source.text, at + word.size());
    word = letters::lower(letters::word_at(source.text, at));
  }
  if (word.empty()) return false;
  return source.grammar.participles.has(word) ||
         std::ranges::any_of(source.grammar.participle_ends,
                             [&](const std::string& end) { return word.ends_with(end); });
}

Words cues_of(const Source& source, const Clause& clause, WordCursor& moods) {
  Words cues;
  for (Word cue : moods.within(clause.begin, clause.end)) {
    if (source.inside[cue.begin] != 0) continue;  // No.7 denies nothing.
    if (cue.group == "past") {
      // "Had Edith gone down …": it did not happen.
      const bool inverted = letters::is_upper(source.text[cue.begin]);
      if (!inverted && !is_pluperfect(source, cue)) continue;
      cue.group = "supposed";
    }
    cues.push_back(cue);
  }
  return cues;
}

const Word* first_of(const Words& cues, std::string_view group) {
  const auto found = std::ranges::find(cues, group, &Word::group);
  return found == cues.end() ? nullptr : &*found;
}

// 广播里说，… : what follows is somebody's word.
bool says(const Source& source, const Clause& clause) {
  if (!clause.han || clause.stop != "break") return false;
  const std::string_view text = clause.of(source.text);
  return std::ranges::any_of(source.grammar.says, [&](const std::string& word) {
    return text.size() > word.size() && text.ends_with(word) &&
           !source.grammar.not_said.has(letters::before(text, text.size() - word.size()));
  });
}

}  // namespace

void mark_moods(const Source& source, Story& story) {
  WordCursor moods(source.list("moods"));
  std::string elsewhere;
  std::size_t paragraph = SIZE_MAX;
  for (const Sentence& sentence : story.sentences) {
    if (sentence.paragraph != paragraph) elsewhere.clear();
    paragraph = sentence.paragraph;
    std::string supposed, here = elsewhere;
    bool woke = false;
    for (std::size_t i = sentence.first; i <= sentence.last; ++i) {
      Clause& clause = story.clauses[i];
      clause.cues = cues_of(source, clause, moods);
      const bool awake = first_of(clause.cues, "awake") != nullptr;
      if (awake) {
        here.clear();
        elsewhere.clear();
        woke = true;
      }
      clause.why = sentence.ask && !clause.panel ? "question" : !supposed.empty() ? supposed : here;
      const Word* dream = first_of(clause.cues, "elsewhere");
      if (dream != nullptr && !awake) {
        here = letters::lower(dream->of(source.text));
        if (clause.why.empty()) clause.why = here;
        if (!woke && (i == sentence.first || dream->begin < clause.begin + 12)) elsewhere = here;
      }
      if (const Word* cue = first_of(clause.cues, "supposed")) {
        supposed = letters::lower(cue->of(source.text));
      } else if (supposed.empty() && says(source, clause)) {
        supposed = "say";
      }
    }
  }
}

// A plan goes on through the clauses behind it that have no subject of their own, unless one turns away from
// it.
void carry_plans(const Source& source, Story& story) {
  for (const Sentence& sentence : story.sentences) {
    std::string plan;
    for (std::size_t i = sentence.first; i <= sentence.last; ++i) {
      Clause& clause = story.clauses[i];
      const Word* turn = first_of(clause.cues, "turn");
      if (clause.is_explicit ||
          (turn != nullptr && !source.grammar.weak_turns.has(letters::lower(turn->of(source.text)))))
        plan.clear();
      if (!plan.empty() && clause.why.empty()) clause.why = plan;
      if (const Word* cue = first_of(clause.cues, "planned")) plan = letters::lower(cue->of(source.text));
    }
  }
}

}  // namespace gavel::analysis
