#include "fence_lines.hpp"

#include <algorithm>
#include <string_view>

#include "body.hpp"
#include "letters.hpp"

namespace gavel {
namespace {

constexpr std::size_t kNoLine = std::size_t(-1);
constexpr std::size_t kShortest = 3;  // marks of a fence

bool is_language(char c) { return is_name(c) || c == '-' || c == '+'; }

LineMarks marks_on(const Window& window, Span line, char mark) {
  LineMarks marks;
  marks.line = line.begin;
  marks.text = trimmed(window.text(), line);
  const auto [begin, end] = marks.text;
  while (begin + marks.lead < end && window[begin + marks.lead] == mark) ++marks.lead;
  std::size_t word = begin + marks.lead;
  if (word == end) return marks;
  while (marks.lead > 0 && word < end && is_language(window[word])) ++word;
  marks.opens = word > begin + marks.lead && word == end;
  std::size_t tail = 0;
  while (tail < end - begin && window[end - tail - 1] == mark) ++tail;
  if (tail == 0) return marks;
  const Span before = trimmed(window.text(), {begin, end - tail});
  const bool ends_value = before.end > before.begin &&
                          std::string_view("]}>);").find(window[before.end - 1]) != std::string_view::npos;
  if (ends_value) marks.tail = tail;
  return marks;
}

LineMarks in_text(LineMarks marks, std::size_t by) {
  marks.line += by;
  marks.text.begin += by;
  marks.text.end += by;
  return marks;
}

bool ends_fence(const LineMarks& marks, std::size_t run, bool data) {
  return marks.lead >= run ? data || !marks.opens : marks.tail == run;
}

}  // namespace

std::optional<LineMarks> FenceLines::find(const Window& window, std::size_t base, std::size_t from,
                                          std::size_t run, bool data) {
  from += base;
  if (from < first_ || from > next_) clear(from);
  const std::size_t known = std::min(first_lead(data ? any_ : plain_, from, run), first_tail(from, run));
  if (known != kNoLine) return lines_[known];
  while (next_ - base < window.size()) {
    const std::size_t line = next_ - base;
    const std::size_t end = window.find('\n', line);
    if (window.needs_more()) return std::nullopt;
    const LineMarks marks = in_text(marks_on(window, {line, end}, mark_), base);
    next_ = base + end + 1;
    if (marks.lead >= kShortest || marks.tail >= kShortest) add(marks);
    if (ends_fence(marks, run, data)) return marks;
  }
  window.ends(window.size());
  return std::nullopt;
}

void FenceLines::clear(std::size_t from) {
  first_ = next_ = from;
  lines_.clear();
  any_ = plain_ = Leads();
  tails_.clear();
}

void FenceLines::add(const LineMarks& marks) {
  const std::size_t at = lines_.size();
  lines_.push_back(marks);
  if (marks.lead >= kShortest) add_lead(any_, at);
  if (marks.lead >= kShortest && !marks.opens) add_lead(plain_, at);
  if (marks.tail > marks.lead) tails_[marks.tail].push_back(at);
}

void FenceLines::add_lead(Leads& leads, std::size_t at) {
  std::vector<std::size_t>& waiting = leads.waiting;
  for (; !waiting.empty() && lines_[leads.steps[waiting.back()].at].lead < lines_[at].lead;
       waiting.pop_back())
    leads.steps[waiting.back()].next = leads.steps.size();
  waiting.push_back(leads.steps.size());
  leads.steps.push_back({at, kNoLine});
}

std::size_t FenceLines::first_lead(const Leads& leads, std::size_t from, std::size_t run) const {
  const auto first =
      std::ranges::lower_bound(leads.steps, from, {}, [this](const Step& s) { return lines_[s.at].line; });
  if (first == leads.steps.end()) return kNoLine;
  const Step* step = &*first;
  for (; lines_[step->at].lead < run; step = &leads.steps[step->next]) {
    look(1);
    if (step->next == kNoLine) return kNoLine;
  }
  return step->at;
}

std::size_t FenceLines::first_tail(std::size_t from, std::size_t run) const {
  const auto tails = tails_.find(run);
  if (tails == tails_.end()) return kNoLine;
  const auto first =
      std::ranges::lower_bound(tails->second, from, {}, [this](std::size_t at) { return lines_[at].line; });
  return first == tails->second.end() ? kNoLine : *first;
}

}  // namespace gavel
