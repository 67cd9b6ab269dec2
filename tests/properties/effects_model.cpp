#include "effects_model.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "state/json_writer.hpp"
#include "state/path_text.hpp"

namespace gavel::testing {
namespace {

const std::vector<std::string>& keys() {
  static const std::vector<std::string> kNames = {"a", "b", "c", "d", "e", "f.g", "好", "0"};
  return kNames;
}

bool below(PathView path, PathView place) { return path.starts_with(place); }

}  // namespace

Plain plain_of(const Json& json) {
  if (json.is_object()) {
    Plain object = Plain::object();
    for (const auto& [key, child] : object_of(json)) object[key] = plain_of(child);
    return object;
  }
  if (json.is_array()) {
    Plain array = Plain::array();
    for (const Json& child : array_of(json)) array.push_back(plain_of(child));
    return array;
  }
  if (json.is_string()) return string_of(json);
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_number()) return json.get<std::int64_t>();
  return nullptr;
}

Plain& plain_at(Plain& root, PathView path) {
  Plain* node = &root;
  for (const Segment segment : path)
    node = segment.is_index ? &node->at(segment.index) : &node->at(std::string(segment.key));
  return *node;
}

std::string text_of(const Document& document) {
  return to_text(document.data()) + "\n" + to_text(document.meta());
}

TwinDocument::TwinDocument(Random& random) : random_(random) {
  Json data = small_value(4);
  if (!data.is_object()) data = Json(Json::value_t::object);
  model_.data = plain_of(data);
  Result<Document> loaded = Document::load(std::move(data), Json(), Limits());
  REQUIRE(loaded.ok());
  document_ = std::move(*loaded);
}

Json TwinDocument::small_value(int depth) {
  if (depth == 4) {
    Json object(Json::value_t::object);
    for (std::size_t n = random_.below(6); n > 0; --n)
      object_of(object).emplace(random_.pick(keys()), small_value(depth - 1));
    return object;
  }
  if (depth <= 0 || random_.chance(45)) {
    static const std::vector<Json> kScalars = {nullptr, true, false, 0,   1,        2, -7,
                                               0.5,     5.0,  5,     "x", "好感度", ""};
    return random_.pick(kScalars);
  }
  if (random_.chance(20)) {  // [value, "text"], which some patterns describe
    Json pair(Json::value_t::array);
    array_of(pair).push_back(small_value(depth - 1));
    array_of(pair).push_back(random_.chance(50) ? "text" : "other");
    return pair;
  }
  Json value(random_.chance(50) ? Json::value_t::array : Json::value_t::object);
  for (std::size_t n = random_.below(5); n > 0; --n) {
    if (value.is_array()) {
      array_of(value).push_back(small_value(depth - 1));
    } else {
      object_of(value).emplace(random_.pick(keys()), small_value(depth - 1));
    }
  }
  return value;
}

Path TwinDocument::random_place(const Json& root, bool container) {
  std::vector<Path> places = all_places(root);
  if (container)
    std::erase_if(places, [&](const Path& place) { return !is_container(*node_at(root, place)); });
  return random_.pick(places);
}

bool TwinDocument::random_array(Path& at) {
  std::vector<Path> places = all_places(document_.data());
  std::erase_if(places, [&](const Path& place) { return !node_at(document_.data(), place)->is_array(); });
  if (places.empty()) return false;
  at = random_.pick(places);
  return true;
}

std::string TwinDocument::change() {
  const std::size_t kind = random_.below(100);
  if (kind < 30) return put(Tree::kData, false);
  if (kind < 36) return put(Tree::kData, true);
  if (kind < 50) return erase(Tree::kData);
  if (kind < 65) return splice();
  if (kind < 75) return take_out();
  if (kind < 90) return set_expiry();
  return random_.chance(60) ? put(Tree::kMeta, false) : erase(Tree::kMeta);
}

std::string TwinDocument::put(Tree tree, bool amend) {
  const Json& root = document_.root(tree);
  Path place = tree == Tree::kMeta ? Path() : random_place(root, true);
  const Json& parent = *node_at(root, place);
  const bool at_root = tree == Tree::kData && random_.chance(2);
  if (at_root) {
    place = Path();
  } else if (parent.is_array()) {
    place.push_index(random_.below(parent.size() + 1));
  } else {
    place.push_key(random_.pick(keys()));
  }
  // What is amended stays what it is in kind, so that expiries below it stay true.
  if (amend && (at_root || node_at(root, place) == nullptr || is_container(*node_at(root, place))))
    return "nothing";
  const Json value = at_root ? small_value(4)
                     : amend ? Json(static_cast<std::int64_t>(random_.below(100)))
                             : small_value(3);
  if (tree == Tree::kData && !amend) drop_expiries(place);
  Plain& target = model_root(tree);
  if (place.empty()) {
    target = plain_of(value);
  } else if (place.back().is_index) {
    Plain& array = plain_at(target, place.parent());
    if (place.back().index == array.size()) array.push_back(nullptr);
    array[place.back().index] = plain_of(value);
  } else {
    plain_at(target, place.parent())[std::string(place.back().key)] = plain_of(value);
  }
  if (amend) {
    document_.amend(place, value);
  } else {
    document_.put(place, value, tree);
  }
  return (amend ? "amend " : "put ") + to_text(path_to_json(place)) + " " + to_text(value);
}

std::string TwinDocument::erase(Tree tree) {
  Path place;
  if (tree == Tree::kData) {
    place = random_place(document_.data(), false);
  } else {
    std::vector<std::string> names;
    for (const auto& [key, child] : object_of(document_.meta())) {
      if (key != "expires") names.push_back(key);
    }
    if (!names.empty()) place.push_key(random_.pick(names));
  }
  if (place.empty()) return "nothing";
  Plain& parent = plain_at(model_root(tree), place.parent());
  const Segment last = place.back();
  if (last.is_index) {
    shift_expiries(place.parent(), last.index, 1, 0);
    parent.erase(last.index);
  } else {
    if (tree == Tree::kData) drop_expiries(place);
    parent.erase(std::string(last.key));
  }
  document_.erase(place, tree);
  return "erase " + to_text(path_to_json(place));
}

std::string TwinDocument::splice() {
  Path at;
  if (!random_array(at)) return "nothing";
  Plain& array = plain_at(model_.data, at);
  const std::size_t start = random_.below(array.size() + 1);
  const std::size_t remove = random_.below(array.size() - start + 1);
  std::vector<Json> items;
  for (std::size_t n = random_.below(4); n > 0; --n) items.push_back(small_value(2));
  shift_expiries(at, start, remove, items.size());
  for (std::size_t i = 0; i < remove; ++i) array.erase(start);
  for (std::size_t i = 0; i < items.size(); ++i)
    array.insert(array.begin() + static_cast<std::ptrdiff_t>(start + i), plain_of(items[i]));
  std::string what = "splice " + to_text(path_to_json(at)) + " " + std::to_string(start) + " " +
                     std::to_string(remove) + " " + to_text(Json(items));
  document_.splice(at, start, remove, std::move(items));
  return what;
}

std::string TwinDocument::take_out() {
  Path at;
  if (!random_array(at)) return "nothing";
  Plain& array = plain_at(model_.data, at);
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (random_.chance(40)) indices.push_back(i);
  }
  for (std::size_t i = indices.size(); i-- > 0;) {
    shift_expiries(at, indices[i], 1, 0);
    array.erase(indices[i]);
  }
  document_.take_out(at, indices);
  return "take_out " + to_text(path_to_json(at)) + " " + to_text(Json(indices));
}

std::string TwinDocument::set_expiry() {
  const Path place = random_place(document_.data(), false);
  if (place.empty()) return "nothing";
  std::erase_if(model_.expiries, [&](const auto& item) { return item.first == place; });
  std::optional<Expiry> expiry;
  if (random_.chance(75)) {
    expiry = Expiry{Time{static_cast<std::int64_t>(random_.below(5))}, random_.chance(50) ? "model" : ""};
    model_.expiries.emplace_back(place, expiry->time.ms);
  }
  document_.set_expiry(place, expiry);
  return "set_expiry " + to_text(path_to_json(place)) +
         (expiry ? " " + to_text(expiry_json(*expiry)) : " none");
}

void TwinDocument::drop_expiries(PathView place) {
  std::erase_if(model_.expiries, [&](const auto& item) { return below(item.first, place); });
}

void TwinDocument::shift_expiries(PathView array, std::size_t from, std::size_t removed,
                                  std::size_t inserted) {
  std::vector<std::pair<Path, std::int64_t>> kept;
  for (const auto& [path, time] : model_.expiries) {
    if (!below(path, array) || path.view() == array) {
      kept.emplace_back(path, time);
      continue;
    }
    std::vector<Segment> segments(path.begin(), path.end());
    Segment& element = segments[array.size()];
    if (element.index >= from && element.index < from + removed) continue;
    if (element.index >= from + removed) element.index += inserted - removed;
    Path moved;
    for (const Segment& segment : segments) moved.push(segment);
    kept.emplace_back(moved, time);
  }
  model_.expiries = std::move(kept);
}

std::string TwinDocument::difference() const {
  if (to_text(document_.data()) != model_.data.dump())
    return "data: " + to_text(document_.data()) + " should be " + model_.data.dump();
  Json meta = document_.meta();
  object_of(meta).erase("expires");
  if (to_text(meta) != model_.meta.dump())
    return "meta: " + to_text(meta) + " should be " + model_.meta.dump();
  std::vector<std::pair<std::string, std::int64_t>> have;
  std::vector<std::pair<std::string, std::int64_t>> want;
  for (const auto& [path, expiry] : document_.expiries().below(PathView()))
    have.emplace_back(to_pointer(path), expiry.time.ms);
  for (const auto& [path, time] : model_.expiries) want.emplace_back(to_pointer(path), time);
  std::sort(have.begin(), have.end());
  std::sort(want.begin(), want.end());
  if (have != want) {
    std::string text = "expiries:";
    for (const auto& [place, time] : have) text += " " + place + "=" + std::to_string(time);
    text += " should be";
    for (const auto& [place, time] : want) text += " " + place + "=" + std::to_string(time);
    return text;
  }
  // The index by time agrees with the list.
  std::vector<std::string> due;
  for (const Path& place : document_.expiries().due(Time{2})) due.push_back(to_pointer(place));
  std::sort(due.begin(), due.end());
  std::vector<std::string> wanted;
  for (const auto& [place, time] : want) {
    if (time <= 2) wanted.push_back(place);
  }
  if (due != wanted) return "the expiries that are due";
  return "";
}

}  // namespace gavel::testing
