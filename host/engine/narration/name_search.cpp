#include "narration/name_search.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "state/json_writer.hpp"

#include "letters.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostSources = 32;
constexpr std::size_t kMostSegments = 16;
constexpr std::size_t kMostNames = 500'000;
constexpr std::size_t kMostOwners = 8;  // of one name that are listed
constexpr std::size_t kMostHits = 100'000;
constexpr std::uint64_t kFreeWalk = 256;  // places and members

struct Source {
  std::vector<std::string> path;  // "*": every child
  std::vector<std::string> names;
  std::vector<std::string> alone;  // words that are no name by themselves, sorted
  bool keys = false, plural = false, parts = false;
  bool itself = false;  // the places hold texts
  bool pieces = false;  // the words of a text are looked for, not the text
  bool heads = false;   // the ends of names are looked for, not the names
};

Error wrong_source(std::string what) {
  return {Code::kPluginError, "ctx.find_names: " + std::move(what),
          "ctx.find_names(text, { { path = \"characters.*\", names = { \"name\" } } })"};
}

bool search_flag(const Json& json, std::string_view name) {
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
    return wrong_source("a source has no `path` of 1 to " + std::to_string(kMostSegments) + " segments");
  source.names = texts(member(json, "names"));
  source.keys = search_flag(json, "keys");
  source.plural = search_flag(json, "plural");
  source.itself = search_flag(json, "itself");
  source.pieces = search_flag(json, "pieces");
  source.parts = search_flag(json, "parts");
  source.heads = search_flag(json, "heads");
  source.alone = texts(member(json, source.heads ? "heads" : "parts"));
  std::ranges::sort(source.alone);
  if (source.names.empty() && !source.keys && !source.itself)
    return wrong_source("a source has neither `names` nor `keys`");
  return source;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// A key or a place in a list that a wildcard stands for.
struct Matched {
  std::string_view key;
  std::size_t index = 0;
  bool numbered = false;
};

// Walks over all names of a source, in the order of the state. `each` is given a name, and what the wildcards
// stand for. Recursion is as deep as a source's path, at most kMostSegments.
template <typename Each>
class Walk {
 public:
  Walk(const Source& source, Each& each) : source_(source), each_(each) {}
  std::uint64_t looks() const { return looks_; }

  void from(const Json& node, std::size_t segment, std::string_view last) {
    ++looks_;
    if (segment == source_.path.size()) return names(node, last);
    const std::string& wanted = source_.path[segment];
    if (wanted != "*") {
      if (const Json* child = member(node, wanted)) from(*child, segment + 1, wanted);
      return;
    }
    matched_.emplace_back();
    if (node.is_object())
      for (const auto& [key, child] : object_of(node)) {
        matched_.back() = {key, 0, false};
        from(child, segment + 1, key);
      }
    if (node.is_array())
      for (std::size_t i = 0; i < array_of(node).size(); ++i) {
        matched_.back() = {{}, i, true};
        from(array_of(node)[i], segment + 1, {});
      }
    matched_.pop_back();
  }

 private:
  void names(const Json& node, std::string_view last) {
    if (source_.keys) {
      const bool numbered = !matched_.empty() && matched_.back().numbered && last.empty();
      each_(numbered ? std::string_view(number_ = std::to_string(matched_.back().index)) : last, matched_);
    }
    if (source_.itself && node.is_string()) each_(string_of(node), matched_);
    looks_ += source_.names.size();
    for (const std::string& field : source_.names) {
      const Json* value = member(node, field);
      if (value == nullptr) continue;
      if (value->is_string()) each_(string_of(*value), matched_);
      if (value->is_array())
        for (const Json& text : array_of(*value))
          if (++looks_; text.is_string()) each_(string_of(text), matched_);
    }
  }

  const Source& source_;
  Each& each_;
  std::vector<Matched> matched_;
  std::string number_;
  std::uint64_t looks_ = 0;
};

// Returns how many places and members it looked at.
template <typename Each>
std::uint64_t walk(const Json& data, const Source& source, Each each) {
  Walk<Each> way(source, each);
  way.from(data, 0, {});
  return way.looks();
}

// Two sums over all that an index is built from, so that an index at hand is known again without building its
// parts.
class Fingerprint {
 public:
  // With its length first: no text can be read as two, nor as the numbers next to it.
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  void add(std::uint64_t value) {
    first_ = (first_ ^ value) * 0x100000001B3U;
    second_ = (second_ + value + (second_ << 7U)) * 0x9E3779B97F4A7C15U;
    second_ ^= second_ >> 29U;
  }
  std::string text() const { return std::to_string(first_) + " " + std::to_string(second_); }

 private:
  // From a seed of the process's own: nobody can make two states that look the same.
  std::uint64_t first_ = 0xCBF29CE484222325U ^ hash_seed(), second_ = 0x2545F4914F6CDD1DU + hash_seed();
};

// What the names of some sources are made of; how many they are, and what finding them takes.
std::string fingerprint_of(const Json& data, const std::string& sources, const std::vector<Source>& all,
                           std::size_t& names, std::uint64_t& walked) {
  Fingerprint fingerprint;
  fingerprint.add(sources);
  for (std::size_t i = 0; i < all.size(); ++i) {
    walked += 4 * all[i].alone.size();
    walked += walk(data, all[i], [&](std::string_view text, const std::vector<Matched>& matched) {
      ++names;
      walked += text.size() / 4;
      fingerprint.add(i);
      fingerprint.add(text);
      fingerprint.add(matched.size());
      for (const Matched& one : matched) {
        fingerprint.add(one.numbered ? 1 : 0);
        fingerprint.add(one.key);
        fingerprint.add(one.index);
      }
    });
  }
  return fingerprint.text();
}

// Collects the names of a state into an index that is not built yet.
class Collector {
 public:
  explicit Collector(NameIndex& index) : index_(index) {}

  void add(const Json& data, const Source& source, std::size_t from) {
    walk(data, source, [&](std::string_view text, const std::vector<Matched>& matched) {
      Json match;
      if (!matched.empty()) match = Json(Json::value_t::array);
      for (const Matched& one : matched)
        match.push_back(one.numbered ? Json(one.index) : Json(std::string(one.key)));
      name(std::string(text), source, from, match);
    });
  }

 private:
  void name(const std::string& text, const Source& source, std::size_t from, const Json& match) {
    if (source.pieces) return pieces(text, source, from, match);
    if (source.heads) return heads(text, source, from, match);
    keep(text, text, from, match);
    if (!is_ascii(text) || text.empty()) return;
    if (source.plural && letters::is_letter(text.back())) {
      keep(text + "s", text, from, match);
      keep(text + "es", text, from, match);
    }
    if (!source.parts || text.find(' ') == std::string::npos) return;
    for (std::size_t at = 0; at < text.size();) {
      const std::string word(letters::word_at(text, at));
      if (word.size() >= 3 && letters::is_upper(word[0]) && !std::ranges::binary_search(source.alone, word))
        keep(word, word, from, match);
      at += std::max<std::size_t>(word.size(), 1);
    }
  }

  // The words of a text, and of scripts without blanks every two neighbouring characters.
  void pieces(const std::string& text, const Source& source, std::size_t from, const Json& match) {
    for (std::size_t at = 0; at < text.size();) {
      const std::string word(letters::word_at(text, at));
      const std::string_view one = letters::at(text, at), two = letters::at(text, at + one.size());
      if (word.size() > 2 && !std::ranges::binary_search(source.alone, letters::lower(word))) {
        std::string_view stem = word;
        for (const std::string_view end : {"ing", "ed", "es", "s", "e"})
          if (stem.size() > end.size() + 2 && stem.ends_with(end)) {
            stem.remove_suffix(end.size());
            break;
          }
        for (const std::string_view end : {"", "e", "s", "es", "d", "ed", "ing"})
          keep(std::string(stem) + std::string(end), text, from, match);
      } else if (letters::is_han(one) && letters::is_han(two)) {
        keep(std::string(one) + std::string(two), text, from, match);
      }
      at += std::max(word.size(), one.size());
    }
  }

  // The end of a name, by which people go on speaking of what has it: of "hunting rifle" the rifle, of 门禁卡
  // 卡.
  void heads(const std::string& text, const Source& source, std::size_t from, const Json& match) {
    const auto alone = [&](std::string_view word) {
      return !std::ranges::binary_search(source.alone, letters::lower(word));
    };
    if (is_ascii(text)) {
      const std::size_t blank = text.rfind(' ');
      if (blank == std::string::npos || text.size() - blank < 4 || !letters::is_letter(text.back())) return;
      const std::string word = text.substr(blank + 1);
      if (!alone(word)) return;
      for (const std::string_view end : {"", "s", "es"}) keep(word + std::string(end), text, from, match);
      if (word.size() > 4 && word.ends_with('s')) keep(word.substr(0, word.size() - 1), text, from, match);
      return;
    }
    std::size_t start = text.size();
    for (int count = 1; count <= 2 && start > 0; ++count) {
      const std::string_view one = letters::before(text, start);
      start -= one.size();
      if (!letters::is_han(one) || start == 0) return;
      if (alone(text.substr(start))) keep(text.substr(start), text, from, match);
    }
  }

  // `form` is how it may be in a text, `text` how the state writes it.
  void keep(const std::string& form, const std::string& text, std::size_t from, const Json& match) {
    if (form.empty()) return;
    index_.names.push_back(form);
    index_.owners.push_back({{from, match}});
    index_.bytes += form.size() + text.size();
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
      const auto [place, fresh] = first.emplace(letters::lower(index_.names[i]), names.size());
      if (fresh) {
        names.push_back(index_.names[i]);
        written.push_back(written_[i]);
        owners.emplace_back();
      }
      std::vector<NameIndex::Owner>& all = owners[place->second];
      // One of each source is listed in any case: it may be a cue.
      const NameIndex::Owner& owner = index_.owners[i].front();
      if (all.size() < kMostOwners || all.back().from != owner.from)
        all.push_back(std::move(index_.owners[i].front()));
    }
    forms = std::move(names);
    index_.names = std::move(written);
    index_.owners = std::move(owners);
  }
  std::vector<std::string> forms;

 private:
  NameIndex& index_;
  std::vector<std::string> written_;
};

}  // namespace

std::shared_ptr<const NameIndex> NameCache::find(std::string_view fingerprint) {
  const std::lock_guard lock(mutex_);
  for (auto at = kept_.begin(); at != kept_.end(); ++at) {
    if ((*at)->fingerprint != fingerprint) continue;
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
    bytes += kept_[most]->bytes * 3 + kept_[most]->finder.held_bytes();
    if (bytes > kMostBytes && most > 0) break;
    ++most;
  }
  kept_.resize(most);
}

Result<NameSearch::Known> NameSearch::index(const Document& document, const Json& sources) {
  std::string key = to_text(sources);
  const std::uint64_t generation = document.generation();
  if (const auto found = known_.find(key); found != known_.end() && found->second.generation == generation)
    return found->second;
  if (!sources.is_array() || sources.empty() || sources.size() > kMostSources)
    return wrong_source("it takes a text and a list of 1 to " + std::to_string(kMostSources) + " sources");
  std::vector<Source> all;
  for (const Json& one : array_of(sources)) all.push_back(TRY(read_source(one)));
  std::size_t names = 0;
  std::uint64_t walked = 0;
  std::string fingerprint = fingerprint_of(document.data(), key, all, names, walked);
  if (names > kMostNames)
    return over_limit(Code::kLimitCount, "ctx.find_names: the state holds too many names", kMostNames,
                      "NameSearch");
  std::shared_ptr<const NameIndex> index = cache_.find(fingerprint);
  if (index == nullptr) {
    auto fresh = std::make_shared<NameIndex>();
    fresh->fingerprint = std::move(fingerprint);
    Collector collector(*fresh);
    for (std::size_t i = 0; i < all.size(); ++i) collector.add(document.data(), all[i], i + 1);
    collector.join();
    fresh->finder = TRY(NameFinder::build(collector.forms));
    index = std::move(fresh);
    cache_.keep(index);
  }
  return known_[std::move(key)] = {generation, walked, index};
}

Result<NameSearch::Found> NameSearch::hits(const Document& document, const Json& sources,
                                           std::string_view text) {
  Known known = TRY(index(document, sources));
  std::vector<NameFinder::Hit> hits = known.index->finder.find(text);
  if (hits.size() > kMostHits)
    return over_limit(Code::kLimitCount, "too many names in the text", kMostHits, "NameSearch");
  return Found{std::move(known.index), std::move(hits)};
}

std::vector<bool> NameSearch::present(const Document& document, const Json& sources, std::string_view text) {
  std::vector<bool> all(sources.size());
  const Result<Known> known = index(document, sources);
  if (!known) return all;
  const std::vector<bool> names = known->index->finder.present(text);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i])
      for (const NameIndex::Owner& owner : known->index->owners[i]) all[owner.from - 1] = true;
  return all;
}

Result<Json> NameSearch::find(const Document& document, std::span<const Json> args, std::uint64_t& work) {
  if (!args[0].is_string()) return wrong_source("the text is no string");
  const std::string& text = string_of(args[0]);
  const Known known = TRY(index(document, args[1]));
  const NameIndex& names = *known.index;
  const std::vector<NameFinder::Hit> hits = names.finder.find(text);
  // Names that are found pay for the places around them.
  const std::uint64_t paid = kFreeWalk + names.bytes;
  work = text.size() / 4 + names.bytes / 16 + hits.size() * 16 + known.walked - std::min(known.walked, paid);
  if (hits.size() > kMostHits)
    return over_limit(Code::kLimitCount, "ctx.find_names: too many names in the text", kMostHits,
                      "NameSearch");
  Json rows(Json::value_t::array);
  for (const NameFinder::Hit& hit : hits) {
    Json of(Json::value_t::array);
    for (const NameIndex::Owner& owner : names.owners[hit.name])
      of.push_back({{"from", owner.from},
                    {"match", owner.match.is_null() ? Json(Json::value_t::array) : owner.match}});
    rows.push_back({{"b", hit.span.begin + 1},
                    {"e", hit.span.end},
                    {"name", names.names[hit.name]},
                    {"of", std::move(of)}});
  }
  return rows;
}

}  // namespace gavel
