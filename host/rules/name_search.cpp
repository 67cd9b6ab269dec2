#include "name_search.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "state/json_writer.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostSources = 32;
constexpr std::size_t kMostSegments = 16;
constexpr std::size_t kMostNames = 500'000;
constexpr std::size_t kMostOwners = 8;  // of one name that are told
constexpr std::size_t kMostHits = 100'000;

struct Source {
  std::vector<std::string> path;  // "*": every child
  std::vector<std::string> names;
  std::vector<std::string> alone;  // words that are no name by themselves
  bool keys = false, plural = false, parts = false;
};

Error wrong(std::string what) {
  return {Code::kPluginError, "ctx.find_names: " + std::move(what),
          "ctx.find_names(text, { { path = \"characters.*\", names = { \"name\" } } })"};
}

bool flag(const Json& json, std::string_view name) {
  const Json* value = member(json, name);
  return value != nullptr && (!value->is_boolean() || value->get<bool>());
}

std::vector<std::string> texts(const Json* json) {
  std::vector<std::string> all;
  if (json == nullptr || !json->is_array()) return all;
  for (const Json& one : array_of(*json))
    if (one.is_string()) all.push_back(string_of(one));
  return all;
}

Result<Source> read_source(const Json& json) {
  Source source;
  const Json* path = member(json, "path");
  if (path != nullptr && path->is_string()) {
    std::string_view rest = string_of(*path);
    while (!rest.empty()) {
      const std::size_t dot = std::min(rest.find('.'), rest.size());
      source.path.emplace_back(rest.substr(0, dot));
      rest.remove_prefix(std::min(dot + 1, rest.size()));
    }
  } else {
    source.path = texts(path);
  }
  if (source.path.empty() || source.path.size() > kMostSegments)
    return wrong("a source has no `path` of 1 to " + std::to_string(kMostSegments) + " segments");
  source.names = texts(member(json, "names"));
  source.keys = flag(json, "keys");
  source.plural = flag(json, "plural");
  source.parts = flag(json, "parts");
  source.alone = texts(member(json, "parts"));
  if (source.names.empty() && !source.keys) return wrong("a source has neither `names` nor `keys`");
  return source;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Collects the names of a state into an index that is not built yet.
class Collector {
 public:
  Collector(const Json& data, NameIndex& index) : data_(data), index_(index) {}

  Result<void> add(const Source& source, std::size_t from) {
    std::vector<Found> found{{&data_, {}, {}}};
    for (const std::string& segment : source.path) {
      std::vector<Found> next;
      for (Found& one : found) descend(std::move(one), segment, next);
      if (next.size() > kMostNames) return too_many();
      found = std::move(next);
    }
    for (const Found& one : found) {
      if (source.keys) name(one.last, source, from, one.match);
      for (const std::string& field : source.names) {
        const Json* value = member(*one.node, field);
        if (value == nullptr) continue;
        if (value->is_string()) name(string_of(*value), source, from, one.match);
        for (const std::string& text : texts(value)) name(text, source, from, one.match);
      }
      if (index_.names.size() > kMostNames) return too_many();
    }
    return {};
  }

 private:
  struct Found {
    const Json* node;
    Json match;  // an array, or null while there is nothing
    std::string last;
  };

  static Error too_many() {
    return over_limit(Code::kLimitCount, "ctx.find_names: the state holds too many names", kMostNames,
                      "NameSearch");
  }

  static void descend(Found one, const std::string& segment, std::vector<Found>& next) {
    if (segment != "*") {
      const Json* child = member(*one.node, segment);
      if (child != nullptr) next.push_back({child, std::move(one.match), segment});
      return;
    }
    const auto matched = [&](const Json& key) {
      Json match = one.match.is_null() ? Json(Json::value_t::array) : one.match;
      match.push_back(key);
      return match;
    };
    if (one.node->is_object())
      for (const auto& [key, child] : object_of(*one.node)) next.push_back({&child, matched(key), key});
    if (one.node->is_array()) {
      const JsonArray& all = array_of(*one.node);
      for (std::size_t i = 0; i < all.size(); ++i) next.push_back({&all[i], matched(i), std::to_string(i)});
    }
  }

  void name(const std::string& text, const Source& source, std::size_t from, const Json& match) {
    keep(text, text, from, match);
    if (!is_ascii(text) || text.empty()) return;
    if (source.plural && is_letter(text.back())) {
      keep(text + "s", text, from, match);
      keep(text + "es", text, from, match);
    }
    if (!source.parts || text.find(' ') == std::string::npos) return;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && is_letter(text[end])) ++end;
      const std::string word = text.substr(at, end - at);
      const bool capital = !word.empty() && word[0] >= 'A' && word[0] <= 'Z';
      if (capital && word.size() >= 3 && std::ranges::find(source.alone, word) == source.alone.end())
        keep(word, word, from, match);
      at = std::max(end, at + 1);
    }
  }

  // `form` is how it may stand in a text, `text` how the state writes it.
  void keep(const std::string& form, const std::string& text, std::size_t from, const Json& match) {
    if (form.empty()) return;
    index_.names.push_back(form);
    index_.owners.push_back({{from, match}});
    index_.content += std::to_string(from) + '\x1f' + form + '\x1f' + text + '\x1f';
    append_text(index_.content, match);
    index_.content += '\x1e';
    written_.push_back(text);
  }

 public:
  // Puts the owners of one name together, and names it as the state does.
  void join() {
    std::map<std::string, std::size_t> first;
    std::vector<std::string> names;
    std::vector<std::string> written;
    std::vector<std::vector<NameIndex::Owner>> owners;
    for (std::size_t i = 0; i < index_.names.size(); ++i) {
      std::string key = index_.names[i];
      for (char& c : key) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
      const auto [place, fresh] = first.emplace(std::move(key), names.size());
      if (fresh) {
        names.push_back(index_.names[i]);
        written.push_back(written_[i]);
        owners.emplace_back();
      }
      std::vector<NameIndex::Owner>& all = owners[place->second];
      if (all.size() < kMostOwners) all.push_back(std::move(index_.owners[i].front()));
    }
    forms = std::move(names);
    index_.names = std::move(written);
    index_.owners = std::move(owners);
  }
  std::vector<std::string> forms;

 private:
  const Json& data_;
  NameIndex& index_;
  std::vector<std::string> written_;
};

}  // namespace

std::shared_ptr<const NameIndex> NameCache::find(std::string_view content) {
  const std::lock_guard lock(mutex_);
  for (auto at = kept_.begin(); at != kept_.end(); ++at) {
    if ((*at)->content != content) continue;
    std::rotate(kept_.begin(), at, at + 1);
    return kept_.front();
  }
  return nullptr;
}

void NameCache::keep(std::shared_ptr<const NameIndex> index) {
  const std::lock_guard lock(mutex_);
  kept_.insert(kept_.begin(), std::move(index));
  std::size_t bytes = 0, most = 0;
  while (most < kept_.size() && most < kMost) {
    bytes += kept_[most]->content.size() * 3 + kept_[most]->finder.held_bytes();
    if (bytes > kMostBytes && most > 0) break;
    ++most;
  }
  kept_.resize(most);
}

Result<std::shared_ptr<const NameIndex>> NameSearch::index(const Document& document, const Json& sources) {
  std::string key = to_text(sources);
  const std::size_t generation = document.journal().size();
  if (const auto found = known_.find(key); found != known_.end() && found->second.generation == generation)
    return found->second.index;
  if (!sources.is_array() || sources.empty() || sources.size() > kMostSources)
    return wrong("it takes a text and a list of 1 to " + std::to_string(kMostSources) + " sources");
  auto fresh = std::make_shared<NameIndex>();
  Collector collector(document.data(), *fresh);
  const JsonArray& all = array_of(sources);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Result<Source> source = read_source(all[i]);
    if (!source) return std::move(source).error();
    if (Result<void> added = collector.add(*source, i + 1); !added) return added.error();
  }
  std::shared_ptr<const NameIndex> index = cache_.find(fresh->content);
  if (index == nullptr) {
    collector.join();
    Result<NameFinder> finder = NameFinder::build(collector.forms);
    if (!finder) return std::move(finder).error();
    fresh->finder = std::move(*finder);
    index = std::move(fresh);
    cache_.keep(index);
  }
  known_[std::move(key)] = {generation, index};
  return index;
}

Result<Json> NameSearch::find(const Document& document, std::span<const Json> args, std::uint64_t& work) {
  if (!args[0].is_string()) return wrong("the text is no string");
  const std::string& text = string_of(args[0]);
  Result<std::shared_ptr<const NameIndex>> index = this->index(document, args[1]);
  if (!index) return std::move(index).error();
  const std::vector<NameFinder::Hit> hits = (*index)->finder.find(text);
  work = text.size() / 4 + (*index)->content.size() / 16 + hits.size() * 16;
  if (hits.size() > kMostHits)
    return over_limit(Code::kLimitCount, "ctx.find_names: too many names in the text", kMostHits,
                      "NameSearch");
  Json rows(Json::value_t::array);
  for (const NameFinder::Hit& hit : hits) {
    Json of(Json::value_t::array);
    for (const NameIndex::Owner& owner : (*index)->owners[hit.name]) {
      Json one(Json::value_t::object);
      one["from"] = owner.from;
      one["match"] = owner.match.is_null() ? Json(Json::value_t::array) : owner.match;
      of.push_back(std::move(one));
    }
    Json row(Json::value_t::object);
    row["b"] = hit.span.begin + 1;
    row["e"] = hit.span.end;
    row["name"] = (*index)->names[hit.name];
    row["of"] = std::move(of);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace gavel
