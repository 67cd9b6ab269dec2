// A narration cut into sentences and clauses. What is quoted is left out: speech and citations are not the
// narrator's. Status panels (【…】, […]) are clauses of their own. Only the marks are looked at, as the one
// pass found them.

#include "narration/analysis.hpp"

#include "letters.hpp"

namespace gavel::analysis {
namespace {

constexpr std::size_t kShortest = 3;  // bytes of a clause that a join may end

class ClauseSplitter {
 public:
  ClauseSplitter(const Source& source, Story& story)
      : source_(source), text_(source.text), story_(story), joins_(source.list("joins")) {}

  void run() {
    for (const Word& mark : source_.list("marks")) {
      if (mark.begin < from_) continue;
      const std::optional<std::size_t> quote = quotation(mark);
      if (quote) {
        clause(mark.begin, "quote");
        // 「……」 that ends a sentence of its own ends the narrator's too.
        if (ends_sentence(mark, *quote)) sentence(*quote, false);
        from_ = *quote;
      } else if (mark.group == "opens" || mark.group == "closes") {
        clause(mark.begin, "panel");
        sentence(mark.end, false);
        panel_ = mark.group == "opens";
        from_ = mark.end;
      } else if (const std::string_view kind = kind_of(mark); !kind.empty()) {
        clause(mark.begin, kind);
        if (kind == "end" || kind == "ask" || kind == "paragraph") sentence(mark.end, kind == "ask");
        if (kind == "paragraph") {
          ++paragraph_;
          panel_ = false;
        }
        from_ = mark.end;
      }
    }
    clause(text_.size(), "end");
    sentence(text_.size(), false);
  }

 private:
  bool is_group_of_quotes(std::string_view group) const {
    return !group.empty() && !letters::is_letter(group.front());
  }

  // Where the quotation that a mark opens ends; nothing: it opens none. A quotation ends with its paragraph.
  std::optional<std::size_t> quotation(const Word& mark) const {
    if (!is_group_of_quotes(mark.group) || source_.inside[mark.begin] != 0) return std::nullopt;
    const std::string_view close = mark.group;
    const std::size_t line = std::min(text_.find('\n', mark.begin), text_.size());
    if (close == "'") return plain_quotation(mark, line);
    const std::string_view paragraph = text_.substr(0, line);
    for (std::size_t at = paragraph.find(close, mark.end);; at = paragraph.find(close, at + close.size())) {
      if (at >= line) return close == "\"" ? std::nullopt : std::optional(line);
      // An apostrophe inside ‘…’ closes nothing.
      const std::size_t behind = at + close.size();
      const bool apostrophe = close == "’" && behind < text_.size() && letters::is_letter(text_[behind]) &&
                              at > 0 && letters::is_letter(text_[at - 1]);
      if (!apostrophe) return behind;
    }
  }

  // 'Hello there,' begins with a capital and ends behind a mark.
  std::optional<std::size_t> plain_quotation(const Word& mark, std::size_t line) const {
    if (mark.begin > 0 && !letters::is_blank(text_[mark.begin - 1]) && text_[mark.begin - 1] != '(')
      return std::nullopt;
    if (mark.end >= text_.size() || !letters::is_upper(text_[mark.end])) return std::nullopt;
    for (std::size_t at = mark.end + 1; at + 1 <= line && at < text_.size(); ++at) {
      if (text_[at] != '\'' || std::string_view(".,!?-").find(text_[at - 1]) == std::string_view::npos)
        continue;
      if (at + 1 >= text_.size() || !(letters::is_letter(text_[at + 1]) || letters::is_digit(text_[at + 1])))
        return at + 1;
    }
    return std::nullopt;
  }

  bool ends_sentence(const Word& mark, std::size_t quote) const {
    const std::string_view last = letters::before(text_, quote - mark.group.size());
    if (last == ".") return true;
    const Words& marks = source_.list("marks");
    const auto found = std::ranges::lower_bound(marks, quote - mark.group.size(), {}, &Word::end);
    return found != marks.end() && found->end == quote - mark.group.size() &&
           (found->group == "end" || found->group == "ask");
  }

  bool ends_at_dot(const Word& mark) const {
    if (source_.inside[mark.begin] != 0) return false;
    const std::string_view next = letters::at(text_, mark.end);
    if (!next.empty() && !letters::is_blank(next[0]) &&
        std::string_view("\"'*)]").find(next[0]) == std::string_view::npos &&
        static_cast<unsigned char>(next[0]) != 0xE2 && static_cast<unsigned char>(next[0]) != 0xE3)
      return false;
    std::size_t start = mark.begin;
    while (start > 0 && letters::is_letter(text_[start - 1]) && mark.begin - start < 12) --start;
    const std::string_view word = text_.substr(start, mark.begin - start);
    if (word.empty()) return true;
    return !source_.grammar.abbreviations.has(letters::lower(word)) && (word.size() > 1 || word == "I");
  }

  std::string_view kind_of(const Word& mark) const {
    if (mark.group == "dot") return ends_at_dot(mark) ? "end" : "";
    if (mark.group == "comma") {
      const std::string_view next = text_.substr(mark.end, 3);
      return next.size() == 3 && std::ranges::all_of(next, letters::is_digit) ? "" : "break";
    }
    if (mark.group == "colon") {
      const std::size_t at = letters::skip_blanks(text_, mark.end);
      const bool value =
          at < text_.size() && (letters::is_digit(text_[at]) || text_[at] == '+' || text_[at] == '-');
      return value ? "" : "break";
    }
    return is_group_of_quotes(mark.group) ? "" : mark.group;
  }

  // Whether a clause ends before "and" or "as": a new subject follows.
  bool turns(std::size_t begin, const Word& join) const {
    const std::size_t at = letters::skip_blanks(text_, join.end);
    const std::string_view word = letters::word_at(text_, at);
    if (at == join.end || word.empty()) return false;
    if (source_.grammar.clause_pronouns.has(letters::lower(word))) return true;
    const std::size_t stop = source_.starts[at];
    if (stop == 0 || letters::count_words(text_.substr(begin, join.begin - begin)) < 3) return false;
    const std::string_view follows = letters::word_at(text_, letters::skip_blanks(text_, stop));
    return follows.ends_with('s') || follows.ends_with("ed");
  }

  // Cuts a clause without marks where a new subject comes: "… and she loses", "… but".
  void split_at_joins(Clause one) {
    for (; join_ < joins_.size() && joins_[join_].begin < one.end; ++join_) {
      const Word& join = joins_[join_];
      if (join.begin <= one.begin + kShortest || (join.group != "joins" && !turns(one.begin, join))) continue;
      Clause before = one;
      before.end = join.begin;
      before.stop = {};
      story_.clauses.push_back(std::move(before));
      one.begin = join.begin;
    }
    story_.clauses.push_back(std::move(one));
  }

  void clause(std::size_t behind, std::string_view stop) {
    std::size_t begin = letters::skip_blanks(text_, from_);
    while (text_.substr(begin).starts_with("　")) begin = letters::skip_blanks(text_, begin + 3);
    if (begin >= behind) return;
    Clause one;
    one.begin = begin;
    one.end = behind;
    one.sentence = story_.sentences.size();
    one.panel = panel_;
    one.stop = stop;
    one.han = letters::has_han(one.of(text_));
    while (join_ < joins_.size() && joins_[join_].begin < begin) ++join_;
    if (one.han || panel_) {
      story_.clauses.push_back(std::move(one));
    } else {
      split_at_joins(std::move(one));
    }
  }

  void sentence(std::size_t behind, bool ask) {
    if (story_.clauses.size() <= first_) return;
    story_.clauses[first_].first = true;
    story_.sentences.push_back(
        {story_.clauses[first_].begin, behind, first_, story_.clauses.size() - 1, paragraph_, ask});
    first_ = story_.clauses.size();
  }

  const Source& source_;
  std::string_view text_;
  Story& story_;
  const Words& joins_;
  std::size_t join_ = 0;
  std::size_t from_ = 0;   // where the clause at hand starts
  std::size_t first_ = 0;  // the first clause of the sentence at hand
  std::size_t paragraph_ = 0;
  bool panel_ = false;
};

}  // namespace

void split_clauses(const Source& source, Story& story) { ClauseSplitter(source, story).run(); }

}  // namespace gavel::analysis
