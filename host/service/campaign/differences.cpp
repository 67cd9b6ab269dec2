#include "differences.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <vector>

#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "store/stored_json.hpp"

#include "identity.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostDifferences = 100;

Json picked(const Json& row, std::initializer_list<const char*> names) {
  Json some(Json::value_t::object);
  for (const char* name : names)
    if (const Json* value = member(row, name)) some[name] = *value;
  return some;
}

bool tells_failure(const std::string& code) {
  return code.ends_with(".failed") || code.ends_with(".refused") || code.ends_with(".quarantined");
}

class Comparison {
 public:
  Comparison(const Json& stored, const Json& now) : stored_(stored), now_(now) {}

  Json run() {
    const Json before = value_at(stored_, "outcome"), after = value_at(now_, "outcome");
    if (before != after) add("outcome", before, after);
    commands();
    changes();
    rows("conflict", "conflicts");
    rows("event", "events");
    failures();
    if (beyond_ > 0) {
      Json more(Json::value_t::object);
      more["what"] = "more";
      more["count"] = beyond_;
      found_.push_back(std::move(more));
    }
    return std::move(found_);
  }

 private:
  void add(const char* what, const Json& stored, const Json& now, const Json& where = Json()) {
    if (found_.size() >= kMostDifferences) {
      ++beyond_;
      return;
    }
    Json one(Json::value_t::object);
    one["what"] = what;
    if (where.is_object())
      for (const auto& [name, value] : object_of(where)) one[name] = value;
    one["stored"] = stored;
    one["now"] = now;
    found_.push_back(std::move(one));
  }

  void commands() {
    const JsonArray &before = rows_at(stored_, "commands"), &after = rows_at(now_, "commands");
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
      const Json* was = i < before.size() ? &before[i] : nullptr;
      const Json* is = i < after.size() ? &after[i] : nullptr;
      if (was != nullptr && is != nullptr && decided(*was) == decided(*is)) continue;
      const auto shown = [](const Json* row) {
        return row == nullptr
                   ? Json()
                   : picked(*row, {"status", "code", "message", "rule", "at", "effective", "result"});
      };
      add("command", shown(was), shown(is), picked(is == nullptr ? *was : *is, {"index", "verb", "path"}));
    }
  }

  // What makes two lines say the same, whoever says it in whatever words.
  static Json decided(const Json& row) { return picked(row, {"status", "code", "effective", "result"}); }

  // Those of one path on both sides are told together.
  void changes() {
    sort_out("changes", [](const Json& row) { return to_text(picked(row, {"path", "before", "after"})); });
    const auto shown = [](const Json& row) { return picked(row, {"before", "after", "cause"}); };
    for (const Json* row : only_stored_) {
      const auto same = std::ranges::find_if(only_now_, [row](const Json* other) {
        return other != nullptr && value_at(*other, "path") == value_at(*row, "path");
      });
      const bool paired = same != only_now_.end();
      add("change", shown(*row), paired ? shown(**same) : Json(), picked(*row, {"path"}));
      if (paired) *same = nullptr;
    }
    for (const Json* row : only_now_)
      if (row != nullptr) add("change", Json(), shown(*row), picked(*row, {"path"}));
  }

  void rows(const char* what, std::string_view name) {
    sort_out(name, [](const Json& row) { return to_text(row); });
    for (const Json* row : only_stored_) add(what, *row, Json());
    for (const Json* row : only_now_) add(what, Json(), *row);
  }

  void failures() {
    sort_out("warnings", [](const Json& row) {
      return tells_failure(text_at(row, "code")) ? to_text(picked(row, {"code", "message"})) : "";
    });
    for (const Json* row : only_stored_) add("failure", *row, Json());
    for (const Json* row : only_now_) add("failure", Json(), *row);
  }

  // The rows of a list that stand on one side only, by what `key` makes of them; "": it does not count.
  template <typename Key>
  void sort_out(std::string_view name, const Key& key) {
    std::map<std::string, std::size_t> before, after;
    for (const Json& row : rows_at(stored_, name)) ++before[key(row)];
    for (const Json& row : rows_at(now_, name)) ++after[key(row)];
    only_stored_ = left_over(rows_at(stored_, name), after, key);
    only_now_ = left_over(rows_at(now_, name), before, key);
  }

  template <typename Key>
  static std::vector<const Json*> left_over(const JsonArray& rows, std::map<std::string, std::size_t>& others,
                                            const Key& key) {
    std::vector<const Json*> left;
    for (const Json& row : rows) {
      const std::string text = key(row);
      if (text.empty()) continue;
      std::size_t& count = others[text];
      if (count == 0) {
        left.push_back(&row);
      } else {
        --count;
      }
    }
    return left;
  }

  const Json& stored_;
  const Json& now_;
  Json found_ = Json(Json::value_t::array);
  std::size_t beyond_ = 0;
  std::vector<const Json*> only_stored_, only_now_;
};

// Where two texts part, with what stands there.
std::string parting(std::string_view what, std::string_view stored, std::string_view now) {
  const auto [a, b] = std::mismatch(stored.begin(), stored.end(), now.begin(), now.end());
  const auto at = static_cast<std::size_t>(a - stored.begin());
  const std::size_t from = at < 20 ? 0 : at - 20;
  return std::string(what) + " differs at byte " + std::to_string(at) + ": stored …" +
         std::string(stored.substr(from, 60)) + "…, now …" + std::string(now.substr(from, 60)) + "…";
}

// The JSON without what is said in words; what cannot be read stays as it is.
std::string without_sentences(std::string_view text) {
  constexpr auto kSentences =
      std::to_array<std::string_view>({"message", "hint", "why", "feedback", "messages_to_append", "report",
                                       "verdict_sha256", "audit_sha256"});
  Result<Json> json = read_stored_json(text);
  if (!json) return std::string(text);
  std::vector<Json*> todo = {&*json};
  while (!todo.empty()) {
    Json& node = *todo.back();
    todo.pop_back();
    if (node.is_object())
      for (auto& [name, value] : object_of(node)) {
        if (std::ranges::find(kSentences, name) != kSentences.end()) value = nullptr;
        todo.push_back(&value);
      }
    if (node.is_array())
      for (Json& value : array_of(node)) todo.push_back(&value);
  }
  return to_text(*json);
}

}  // namespace

std::optional<Difference> difference_of(std::string_view what, std::string_view stored, std::string_view now,
                                        std::string_view engine) {
  if (stored == now) return std::nullopt;
  if (engine == engine_version()) return Difference{"", parting(what, stored, now)};
  const std::string before = without_sentences(stored), after = without_sentences(now);
  if (before == after) return std::nullopt;
  return Difference{"engine.changed", "judged by Gavel " + std::string(engine) + ", and this is " +
                                          engine_version() + ": " + parting(what, before, after)};
}

Json verdict_differences(const Json& stored, const Json& now) { return Comparison(stored, now).run(); }

}  // namespace gavel
