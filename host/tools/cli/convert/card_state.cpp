#include "card_state.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "state/json_reader.hpp"
#include "state/members.hpp"
#include "state/yaml_tree.hpp"

#include "state_file.hpp"

namespace gavel {
namespace {

constexpr std::string_view kOpens = "<initvar>", kCloses = "</initvar>";

// Of ASCII letters, the small ones; every byte stays where it stood.
std::string in_small_letters(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool is_entry(const Json& json) {
  if (member(json, "content") == nullptr) return false;
  constexpr std::array<std::string_view, 5> kOthers = {"comment", "keys", "key", "uid", "insertion_order"};
  return std::ranges::any_of(kOthers,
                             [&json](std::string_view name) { return member(json, name) != nullptr; });
}

// The entries of a book: a list in a card, an object by number in a file of its own.
std::vector<const Json*> entries_of(const Json* book) {
  std::vector<const Json*> entries;
  const Json* held = book == nullptr ? nullptr : member(*book, "entries");
  if (held == nullptr) return entries;
  if (held->is_array())
    for (const Json& entry : array_of(*held)) entries.push_back(&entry);
  if (held->is_object())
    for (const auto& [key, entry] : object_of(*held)) entries.push_back(&entry);
  return entries;
}

bool is_book(const Json& json) {
  const std::vector<const Json*> entries = entries_of(&json);
  return !entries.empty() && std::ranges::all_of(entries, [](const Json* entry) { return is_entry(*entry); });
}

// Where a card keeps what it says: V2 and V3 in `data`.
const Json& body_of_card(const Json& card) {
  const Json* data = member(card, "data");
  return data != nullptr && data->is_object() ? *data : card;
}

std::vector<const Json*> entries_of_card(const Json& card) {
  for (const Json* holder : {&body_of_card(card), &card}) {
    std::vector<const Json*> entries = entries_of(member(*holder, "character_book"));
    if (!entries.empty()) return entries;
  }
  return entries_of(&card);
}

std::string title_of(const Json& entry) {
  std::string title = text_at(entry, "comment");
  return title.empty() ? text_at(entry, "name") : title;
}

std::string_view trimmed_text(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

// What stands between the tags, if there are any, and inside of a code fence, if there is one.
std::string_view peeled(std::string_view text) {
  const std::string small = in_small_letters(std::string(text));
  if (const std::size_t opens = small.find(kOpens); opens != std::string::npos) {
    const std::size_t begin = opens + kOpens.size();
    const std::size_t closes = small.find(kCloses, begin);
    text = text.substr(begin, closes == std::string::npos ? closes : closes - begin);
  }
  text = trimmed_text(text);
  if (!text.starts_with("```")) return text;
  const std::size_t line = text.find('\n');
  text.remove_prefix(line == std::string_view::npos ? text.size() : line + 1);
  if (text.ends_with("```")) text.remove_suffix(3);
  return text;
}

// Objects onto objects, all else in the place of what stood there.
void lay_over(Json& state, Json more) {
  std::vector<std::pair<Json*, Json*>> waiting = {{&state, &more}};
  while (!waiting.empty()) {
    const auto [below, above] = waiting.back();
    waiting.pop_back();
    const auto goes_in = [below = below](const std::string& key, const Json& value) {
      const Json* there = member(*below, key);
      return there != nullptr && there->is_object() && value.is_object();
    };
    std::vector<std::string> inside;
    for (auto& [key, value] : object_of(*above)) {
      if (goes_in(key, value)) {
        inside.push_back(key);
      } else {
        (*below)[key] = std::move(value);
      }
    }
    for (const std::string& key : inside) waiting.emplace_back(&(*below)[key], &(*above)[key]);
  }
}

class CardReading {
 public:
  CardReading(const Json& card, const std::string& file, const Limits& limits)
      : card_(card), file_(file), limits_(limits) {}

  Result<CardState> run() {
    made_.state = Json(Json::value_t::object);
    for (const Json* entry : entries_of_card(card_)) {
      const std::string title = title_of(*entry), small = in_small_letters(title);
      titles_.push_back(title);
      if (small.find("[initvar]") == std::string::npos && small.find("[memoryinit]") == std::string::npos)
        continue;
      TRY(take(text_at(*entry, "content"), "entry \"" + title + "\""));
    }
    const std::string greeting = text_at(body_of_card(card_), "first_mes");
    const bool in_greeting = in_small_letters(greeting).find(kOpens) != std::string::npos;
    if (in_greeting && read_ > 0)
      made_.notes.emplace_back("the greeting holds <initvar> too; that was left out");
    if (in_greeting && read_ == 0) TRY(take(greeting, "the greeting"));
    if (read_ == 0) return nothing();
    return std::move(made_);
  }

 private:
  Result<void> take(const std::string& content, const std::string& where) {
    const std::string_view text = peeled(content);
    const std::string name = file_ + ", " + where;
    Result<Json> json = text.starts_with('{') ? read_json(text, limits_) : yaml_state(text, name, limits_);
    if (!json) {
      if (text.starts_with('{')) json.error().message = name + ": " + json.error().message;
      return std::move(json).error();
    }
    if (!json->is_object())
      return Error(Code::kTypeMismatch, name + " holds " + described(*json), "a state is an object");
    lay_over(made_.state, std::move(*json));
    ++read_;
    made_.notes.push_back("the state is what " + where + " of " + file_ + " holds");
    if (text.find("{{") != std::string_view::npos)
      made_.notes.push_back(where + " holds {{macros}}, which stay as they are written");
    return {};
  }

  // No entry is one.
  Error nothing() const {
    constexpr std::size_t kMostTitles = 10;
    std::string titles;
    for (std::size_t i = 0; i < titles_.size() && i < kMostTitles; ++i)
      titles += (titles.empty() ? "" : ", ") + ("\"" + titles_[i] + "\"");
    if (titles_.size() > kMostTitles)
      titles += " and " + std::to_string(titles_.size() - kMostTitles) + " more";
    return {Code::kTypeMismatch,
            file_ + " is a card whose book has no entry called [initvar] or [memoryinit]; " +
                (titles.empty() ? std::string("it has no entries") : "its entries are " + titles),
            "give the file of the world book that has it, or the state itself"};
  }

  const Json& card_;
  const std::string& file_;
  const Limits& limits_;
  CardState made_;
  std::size_t read_ = 0;
  std::vector<std::string> titles_;
};

}  // namespace

bool is_card(const Json& json) {
  if (!json.is_object()) return false;
  if (text_at(json, "spec").starts_with("chara_card") || is_book(json)) return true;
  const Json* book = member(body_of_card(json), "character_book");
  if (book != nullptr && book->is_object()) return true;
  return member(json, "first_mes") != nullptr && member(json, "mes_example") != nullptr;
}

Result<CardState> state_of_card(const Json& card, const std::string& file, const Limits& limits) {
  return CardReading(card, file, limits).run();
}

}  // namespace gavel
