// A text is walked by tokens: a run of letters and apostrophes, or one character. The words that begin with a
// token are together. Most tokens begin none, and their first two bytes tell: such a token is only passed
// over.

#include "narration/word_index.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/limits.hpp"
#include "state/json_writer.hpp"

#include "letters.hpp"

namespace gavel {
namespace {

constexpr std::size_t kLongestToken = 48;  // no word begins with a longer one
constexpr std::string_view kCurled = "\xE2\x80\x99";

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }

// By byte: whether a token of letters goes on with it.
constexpr auto kGoesOn = [] {
  std::array<bool, 256> table{};
  for (int c = 'a'; c <= 'z'; ++c) table[c] = table[c - 'a' + 'A'] = true;
  table['\''] = true;
  return table;
}();

bool is_word_byte(char c) { return is_ascii_letter(c) || is_ascii_digit(c); }

std::uint32_t hash_of(std::string_view token) {
  std::uint32_t hash = 2166136261U;
  for (const char c : token) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash ^ (hash >> 15U);
}

// A token in small letters, and where it ends in the text.
struct Token {
  std::array<char, kLongestToken> bytes;
  std::size_t size = 0;
  std::size_t first_part = 0;  // up to its first apostrophe
  std::size_t end = 0;
  bool letters = false;

  void read(std::string_view text, std::size_t at) {
    size = 0;
    first_part = 0;
    letters = is_ascii_letter(text[at]);
    if (!letters) {
      end = at + letters::width(text, at);
      for (; at < end; ++at) bytes[size++] = text[at];
      first_part = size;
      return;
    }
    bool whole = true;
    while (at < text.size()) {
      char c = ascii_lower(text[at]);
      std::size_t step = 1;
      if (text.substr(at, kCurled.size()) == kCurled) {
        c = '\'';
        step = kCurled.size();
      } else if (!is_small_letter(c) && c != '\'') {
        break;
      }
      if (c == '\'') whole = false;
      if (size < kLongestToken) bytes[size++] = c;
      if (whole) first_part = size;
      at += step;
    }
    end = at;
  }
  std::string_view all() const { return {bytes.data(), size}; }
  std::string_view first() const { return {bytes.data(), first_part}; }
};

// Where the token that begins with a letter at `at` ends.
const char* letters_end(const char* at, const char* end) {
  for (;;) {
    while (at != end && kGoesOn[static_cast<unsigned char>(*at)]) ++at;
    if (at == end || *at != kCurled.front() || !std::string_view(at, end).starts_with(kCurled)) return at;
    at += kCurled.size();
  }
}

// The first two bytes of a token in small letters. The second is 0 where there is none or an apostrophe: so
// a token has those of its first part.
std::size_t start_of(const char* at, const char* end, bool letters) {
  const std::size_t first = static_cast<unsigned char>(ascii_lower(*at));
  if (end - at < 2) return first << 8U;
  const char next = letters ? ascii_lower(at[1]) : at[1];
  const bool counts = letters ? is_small_letter(next) : first >= 0xC0;
  return first << 8U | (counts ? static_cast<unsigned char>(next) : 0U);
}

// Where `word` ends if it is at a place of the text.
std::optional<std::size_t> ends_at(std::string_view text, std::size_t at, std::string_view word) {
  for (const char c : word) {
    if (at >= text.size()) return std::nullopt;
    if (ascii_lower(text[at]) == c) {
      ++at;
    } else if (c == '\'' && text.substr(at, kCurled.size()) == kCurled) {
      at += kCurled.size();
    } else {
      return std::nullopt;
    }
  }
  return at;
}

}  // namespace

std::string WordIndex::check(const Json& list) {
  if (!list.is_object()) return "is no table of groups of words";
  for (const auto& [name, words] : object_of(list)) {
    if (words.is_object() && words.empty()) continue;
    if (!words.is_array()) return "has a group `" + name + "` that is no list of words";
    for (const Json& word : array_of(words))
      if (!word.is_string() || string_of(word).empty()) return "has a word in `" + name + "` that is no text";
  }
  return {};
}

Result<std::uint32_t> WordIndex::add(const Json& list) {
  const auto [place, fresh] = known_.emplace(to_text(list), static_cast<std::uint32_t>(groups_.size()));
  if (!fresh) return place->second;
  if (groups_.size() >= kMostLists)
    return over_limit(Code::kLimitCount, "claims have too many lists of words", kMostLists, "WordIndex");
  bytes_ += place->first.size();
  if (bytes_ > kMostBytes)
    return over_limit(Code::kLimitSize, "the words of claims have too many bytes", kMostBytes, "WordIndex");
  const std::uint32_t number = place->second;
  std::vector<std::string>& groups = groups_.emplace_back();
  for (const auto& [name, words] : object_of(list)) {
    if (!words.is_array()) continue;
    for (const Json& json : array_of(words)) {
      const bool letters = is_ascii_letter(string_of(json).front());
      words_.push_back({letters::lower(string_of(json)), number, static_cast<std::uint32_t>(groups.size()),
                        letters, name == "_"});
    }
    groups.push_back(name);
  }
  return number;
}

void WordIndex::build() {
  struct Keyed {
    std::string token;
    Word word;
  };
  std::vector<Keyed> all;
  Token token;
  for (Word& word : words_) {
    token.read(word.text, 0);
    all.push_back({std::string(token.all()), std::move(word)});
  }
  std::ranges::sort(all, [&](const Keyed& a, const Keyed& b) {
    if (a.token != b.token) return a.token < b.token;
    if (a.word.list != b.word.list) return a.word.list < b.word.list;
    if (a.word.text.size() != b.word.text.size()) return a.word.text.size() > b.word.text.size();
    if (a.word.text != b.word.text) return a.word.text < b.word.text;
    return groups_[a.word.list][a.word.group] < groups_[b.word.list][b.word.group];
  });
  words_.clear();
  std::vector<std::pair<std::string, Range>> tokens;
  for (Keyed& one : all) {
    const auto at = static_cast<std::uint32_t>(words_.size());
    if (tokens.empty() || tokens.back().first != one.token) tokens.emplace_back(one.token, Range{at, at});
    words_.push_back(one.word);
    tokens.back().second.end = at + 1;
  }
  starts_.reset();
  std::size_t size = 16;
  while (size < tokens.size() * 2) size *= 2;
  slots_.assign(size, {});
  slot_tokens_.assign(size, {});
  for (auto& [text, range] : tokens) {
    starts_[start_of(text.data(), text.data() + text.size(), is_small_letter(text.front()))] = true;
    std::size_t slot = hash_of(text) & (size - 1);
    while (!slot_tokens_[slot].empty()) slot = (slot + 1) & (size - 1);
    slots_[slot] = range;
    slot_tokens_[slot] = std::move(text);
  }
  known_.clear();
}

std::optional<std::uint32_t> WordIndex::group_of(std::uint32_t list, std::string_view name) const {
  const auto found = std::ranges::find(groups_[list], name);
  if (found == groups_[list].end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - groups_[list].begin());
}

class WordIndex::Pass {
 public:
  Pass(const WordIndex& index, std::string_view text) : index_(index), text_(text) {
    hits_.resize(index.groups_.size());
    covered_.resize(index.groups_.size());
  }

  Hits run() && {
    const char* const begin = text_.data();
    const char* const end = begin + text_.size();
    Token token;
    for (const char* at = begin; at != end;) {
      if (*at == ' ') {
        ++at;
        continue;
      }
      const bool letters = is_ascii_letter(*at);
      const auto place = static_cast<std::size_t>(at - begin);
      if (!index_.starts_[start_of(at, end, letters)]) {
        at = letters ? letters_end(at + 1, end) : at + letters::width(text_, place);
        continue;
      }
      token.read(text_, place);
      look(place, token.all());
      if (token.first_part != token.size) look(place, token.first());
      at = begin + token.end;
    }
    return std::move(hits_);
  }

 private:
  // Words of all lists that begin with a token, at its place.
  void look(std::size_t at, std::string_view token) {
    const std::size_t mask = index_.slots_.size() - 1;
    std::size_t slot = hash_of(token) & mask;
    while (!index_.slot_tokens_[slot].empty() && index_.slot_tokens_[slot] != token) slot = (slot + 1) & mask;
    if (index_.slot_tokens_[slot].empty()) return;
    const Range range = index_.slots_[slot];
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      const Word& word = index_.words_[i];
      if (at < covered_[word.list]) continue;
      const std::optional<std::size_t> end = ends_at(text_, at, word.text);
      if (!end || (word.letters && *end < text_.size() && is_word_byte(text_[*end]))) continue;
      covered_[word.list] = *end;
      if (!word.silent)
        hits_[word.list].push_back(
            {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(*end), word.group});
    }
  }

  const WordIndex& index_;
  std::string_view text_;
  Hits hits_;
  std::vector<std::size_t> covered_;  // by list: where what it found ends
};

WordIndex::Hits WordIndex::find(std::string_view text) const {
  if (slots_.empty()) return Hits(groups_.size());
  return Pass(*this, text).run();
}

}  // namespace gavel
