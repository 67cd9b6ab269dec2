#include "fuzz_surroundings.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "base/utf8.hpp"
#include "dialects/dialect.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostPlaces = 20'000;
constexpr std::size_t kMostWords = 3000;
constexpr std::size_t kMostWordBytes = 48;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Looking {
 public:
  explicit Looking(FuzzSurroundings& out) : out_(out), limits_(out.ruleset->limits()) {}

  void look(const Json& invariants) {
    look_at_state();
    look_at_bounds(invariants);
    for (const Registration& one : out_.ruleset->registry().all) look_at(one);
    for (const Pack& pack : out_.ruleset->packs()) look_at(pack);
    look_at_settings();
    look_at_dialects();
    for (const std::int64_t number : {0, 1, -1, 2, 10, 100}) add_number(number);
    if (out_.places.empty()) out_.places.emplace_back();
    for (const Path& path : out_.templates) look_for_ids(path);
    for (std::vector<std::string>* all : {&out_.ids, &out_.names, &out_.words})
      if (all->empty()) all->emplace_back("a");
  }

 private:
  void add(std::vector<std::string>& all, std::unordered_set<std::string>& seen, const std::string& word) {
    if (word.empty() || word.size() > kMostWordBytes || all.size() >= kMostWords) return;
    if (seen.insert(word).second) all.push_back(word);
  }
  void add_name(const std::string& name) { add(out_.names, seen_names_, name); }
  void add_word(const std::string& word) { add(out_.words, seen_words_, word); }

  // What stands in the state where a pattern's `*` does.
  void look_for_ids(const Path& pattern) {
    std::vector<const Json*> nodes{out_.state};
    for (const Segment segment : pattern) {
      std::vector<const Json*> next;
      if (segment.is_index || segment.key == "**") return;
      for (const Json* node : nodes) {
        if (!node->is_object()) continue;
        if (const Json* child = member(*node, segment.key)) next.push_back(child);
        if (segment.key != "*") continue;
        for (const auto& [key, child] : object_of(*node)) {
          add(out_.ids, seen_ids_, key);
          next.push_back(&child);
        }
      }
      if (next.size() > kMostPlaces) return;
      nodes = std::move(next);
    }
  }

  void add_number(Json number) {
    if (out_.numbers.size() >= kMostWords) return;
    if (seen_numbers_.insert(to_text(number)).second) out_.numbers.push_back(std::move(number));
  }

  // A pattern, or a path that a handler names; what is neither is passed over.
  void add_template(std::string_view text) {
    const Result<PathText> parsed = PathText::parse(text, limits_);
    if (!parsed || text.empty()) return;
    Path path = parsed->resolve(Json(Json::value_t::object));
    if (check_path(path, limits_) && seen_templates_.insert(std::string(path.bytes())).second)
      out_.templates.push_back(std::move(path));
  }

  // Every scalar in a value.
  void add_words(const Json& json) {
    std::vector<const Json*> todo{&json};
    while (!todo.empty()) {
      const Json& one = *todo.back();
      todo.pop_back();
      if (one.is_string()) add_word(string_of(one));
      if (one.is_number()) add_number(one);
      if (one.is_object())
        for (const auto& [key, child] : object_of(one)) todo.push_back(&child);
      if (one.is_array())
        for (const Json& child : array_of(one)) todo.push_back(&child);
    }
  }

  void look_at_state() {
    std::vector<std::pair<Path, const Json*>> todo{{Path(), out_.state}};
    while (!todo.empty() && out_.places.size() < kMostPlaces) {
      const auto [path, node] = std::move(todo.back());
      todo.pop_back();
      if (!path.empty()) out_.places.push_back(path);
      if (node->is_string()) add_name(string_of(*node));
      if (node->is_object()) {
        for (const auto& [key, child] : object_of(*node)) {
          add_name(key);
          todo.emplace_back(path.child(key), &child);
        }
      } else if (node->is_array()) {
        std::uint64_t i = 0;
        for (const Json& child : array_of(*node)) todo.emplace_back(path.child(i++), &child);
      }
    }
  }

  void look_at_bounds(const Json& invariants) {
    const Json* fields = member(out_.ruleset->file().tree->root(), "fields");
    for (const Json* rows : {fields, &invariants}) {
      if (rows == nullptr || !rows->is_array()) continue;
      for (const Json& row : array_of(*rows)) {
        const Json* path = member(row, "path");
        if (path == nullptr || !path->is_string()) continue;
        add_template(string_of(*path));
        Result<Pattern> pattern = Pattern::parse(string_of(*path), limits_);
        if (!pattern) continue;
        for (const char* name : {"min", "max", "enum"})
          if (const Json* bound = member(row, name)) add_words(*bound);
        out_.bounds.push_back({std::move(*pattern), row});
      }
    }
    std::ranges::stable_sort(out_.bounds, [](const auto& a, const auto& b) { return a.pattern < b.pattern; });
  }

  void look_at(const Registration& one) {
    if (const Json* path = member(one.spec, "path")) add_patterns(*path);
    if (const Json* on = member(one.spec, "on")) add_patterns(*on);
    for (const char* name : {"max", "settles", "values", "words", "args"})
      if (const Json* part = member(one.spec, name)) add_words(*part);
    const bool tool = one.kind == "tool";
    if (!tool && one.kind != "callback") return;
    const auto& allowed = out_.ruleset->file().allowed_tools;
    if (tool && allowed &&
        std::ranges::none_of(*allowed, [&](const Named& named) { return named.name == one.name; }))
      return;
    const Json* args = member(one.spec, "args");
    out_.callables.push_back({one.name, args == nullptr ? Json() : *args, !tool});
  }

  // "changed(a.*.b)", "command(…)", a pattern, or a list of them.
  void add_patterns(const Json& json) {
    if (json.is_array())
      for (const Json& one : array_of(json))
        if (one.is_string()) add_pattern(string_of(one));
    if (json.is_string()) add_pattern(string_of(json));
  }

  void add_pattern(const std::string& text) {
    const std::size_t open = text.find('(');
    const bool wrapped = open != std::string::npos && text.ends_with(')');
    add_template(wrapped ? text.substr(open + 1, text.size() - open - 2) : text);
  }

  void look_at(const Pack& pack) {
    add_words(pack.params);
    std::vector<std::string> words;
    std::vector<Json> numbers;
    for (const PackFile& file : pack.files) words_of_source(file.text, words, numbers);
    for (const std::string& word : words) {
      add_word(word);
      if (word.find('.') != std::string::npos && word.find(' ') == std::string::npos) add_template(word);
    }
    for (Json& number : numbers) add_number(std::move(number));
  }

  void look_at_settings() {
    const Json definitions = out_.ruleset->setting_definitions();
    for (const Json& one : array_of(definitions)) {
      const Json* scope = member(one, "scope");
      if (scope == nullptr || *scope == "campaign") out_.settings.push_back(one);
    }
  }

  void look_at_dialects() {
    const std::vector<std::string>& listed = out_.ruleset->file().dialects;
    for (const Dialect& dialect : dialects()) {
      const std::string id(dialect.id);
      if (!listed.empty() && std::ranges::find(listed, id) == listed.end()) continue;
      if (dialect.write != nullptr) out_.dialects.push_back(id);
      if (id == "tools") out_.tools = true;
    }
  }

  FuzzSurroundings& out_;
  const Limits& limits_;
  std::unordered_set<std::string> seen_ids_, seen_names_, seen_words_, seen_numbers_, seen_templates_;
};

}  // namespace

void words_of_source(const std::string& source, std::vector<std::string>& words, std::vector<Json>& numbers) {
  for (std::size_t i = 0; i < source.size();) {
    const char c = source[i];
    if (source.compare(i, 2, "--") == 0) {
      i = std::min(source.find('\n', i), source.size());
    } else if (c == '"' || c == '\'') {
      const std::size_t end = source.find_first_of(std::string{c, '\\', '\n'}, i + 1);
      if (end == std::string::npos) return;
      if (source[end] == c && end > i + 1 && end - i <= kMostWordBytes)
        words.push_back(source.substr(i + 1, end - i - 1));
      i = source[end] == '\\' ? end + 2 : end + 1;
    } else if (is_digit(c)) {
      std::size_t end = i;
      while (end < source.size() && (is_word(source[end]) || source[end] == '.')) ++end;
      double number = 0;
      const auto [stop, error] = std::from_chars(source.data() + i, source.data() + end, number);
      if (error == std::errc() && stop == source.data() + end) {
        const bool whole = number < 9e15 && number == static_cast<double>(static_cast<std::int64_t>(number));
        numbers.push_back(whole ? Json(static_cast<std::int64_t>(number)) : Json(number));
      }
      i = end;
    } else if (is_word(c)) {
      while (i < source.size() && is_word(source[i])) ++i;
    } else {
      ++i;
    }
  }
}

FuzzSurroundings look_around(const Ruleset& ruleset, const Json& state, const Json& invariants) {
  FuzzSurroundings out;
  out.ruleset = &ruleset;
  out.state = &state;
  Looking(out).look(invariants);
  return out;
}

}  // namespace gavel
