#include "leftover_text.hpp"

#include <algorithm>
#include <vector>

#include "letters.hpp"

namespace gavel {
namespace {

// What wraps commands, besides tags and punctuation.
constexpr std::string_view kWrapping =
    "json tavern_commands tavern_inspect 指令 tool_calls function_call text narrative 叙事文本 ops set add "
    "update "
    "patch push pull delete ensure content role assistant null true false commands";

// The envelope without the parts that the spans cover. REQUIRES: `covered` is sorted.
std::string uncovered(std::string_view text, Span envelope, const std::vector<Span>& covered) {
  std::string rest;
  std::size_t at = envelope.begin;
  for (const Span span : covered) {
    if (span.begin > at) rest += std::string(text.substr(at, span.begin - at)) + " ";
    at = std::max(at, span.end);
  }
  if (at < envelope.end) rest += text.substr(at, envelope.end - at);
  return rest;
}

// Tags become blanks. A '<' that opens none stays.
std::string without_tags(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end = text[at] == '<' ? text.find_first_of("<>\n", at + 1) : std::string::npos;
    const bool tag = end != std::string::npos && text[end] == '>';
    if (tag) at = end;
    out += tag ? ' ' : text[at];
  }
  return out;
}

bool wraps(const std::string& word) {
  constexpr std::string_view kMarks = " \t\r\n[]{}():,;\"'`~/*.-_#";
  const std::size_t begin = word.find_first_not_of(kMarks);
  if (begin == std::string::npos) return true;
  const std::string_view bare =
      std::string_view(word).substr(begin, word.find_last_not_of(kMarks) - begin + 1);
  return is_listed(kWrapping, bare);
}

}  // namespace

std::string leftover_text(std::string_view text, Span envelope, std::span<const Proposal> proposals,
                          std::span<const Passage> passages) {
  std::vector<Span> covered;
  for (const Proposal& proposal : proposals) covered.push_back(proposal.span);
  for (const Passage& passage : passages) covered.push_back(passage.source);
  std::ranges::sort(covered, {}, &Span::begin);
  const std::string rest = without_tags(uncovered(text, envelope, covered));
  constexpr std::string_view kEnds = " \t\r\n,:{}[]";
  std::string words;
  for (std::size_t at = 0; at < rest.size();) {
    const std::size_t end = std::min(rest.find_first_of(kEnds, at), rest.size());
    const std::string word = rest.substr(at, end - at);
    if (!wraps(word)) words += (words.empty() ? "" : " ") + word;
    at = end + 1;
  }
  return words;
}

}  // namespace gavel
