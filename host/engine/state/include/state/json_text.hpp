// JsonText and JsonTree: JSON told member by member, straight into a text or into a tree, by the same calls.
// For what is mostly written and seldom looked at, such as verdicts and audits: no tree is made to be thrown
// away.
//
// INVARIANT: what JsonText writes is, byte for byte, what to_text makes of the tree that JsonTree builds.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "state/json_writer.hpp"
#include "state/path.hpp"

namespace gavel {

class JsonText {
 public:
  // Appends to `out`, which outlives it. REQUIRES: what `out` ends with is no beginning of a value.
  explicit JsonText(std::string& out) : out_(out), begin_(out.size()) {}

  void open_object() { open('{'); }
  void close_object() { out_.push_back('}'); }
  void open_array() { open('['); }
  void close_array() { out_.push_back(']'); }

  // The next value's name. REQUIRES: no character of it must be escaped; names are ours.
  JsonText& key(std::string_view name) {
    const std::size_t comma = needs_comma() ? 1 : 0;
    const std::size_t end = out_.size();
    out_.resize(end + comma + name.size() + 3, ',');
    char* at = out_.data() + end + comma;
    *at++ = '"';
    at = std::copy(name.begin(), name.end(), at);
    *at++ = '"';
    *at = ':';
    return *this;
  }

  void value(std::string_view text) {
    next();
    append_quoted(out_, text);
  }
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(const Json& json) {
    next();
    append_text(out_, json);
  }
  void value(PathView path) {
    open_array();
    for (const Segment segment : path) {
      if (segment.is_index) {
        value(segment.index);
      } else {
        value(segment.key);
      }
    }
    close_array();
  }
  void value(std::same_as<bool> auto truth) {
    next();
    out_.append(truth ? "true" : "false");
  }
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) void value(Number number) {
    next();
    char digits[24];  // NOLINT(*-avoid-c-arrays)
    out_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
  }

  template <typename T>
  void member(std::string_view name, const T& told) {
    key(name).value(told);
  }

 private:
  void open(char bracket) {
    next();
    out_.push_back(bracket);
  }
  // Behind anything but a bracket or a name comes a comma: a value never ends with one of these.
  bool needs_comma() const {
    if (out_.size() == begin_) return false;
    const char last = out_.back();
    return last != '{' && last != '[' && last != ':';
  }
  void next() {
    if (needs_comma()) out_.push_back(',');
  }

  std::string& out_;
  std::size_t begin_;
};

class JsonTree {
 public:
  void open_object() { open(Json::value_t::object); }
  void close_object() { close(); }
  void open_array() { open(Json::value_t::array); }
  void close_array() { close(); }

  JsonTree& key(std::string_view name) {
    open_.back().key = name;
    return *this;
  }

  void value(std::string_view text) { add(Json(std::string(text))); }
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { add(Json(text)); }
  void value(const Json& json) { add(json); }
  void value(PathView path) { add(path_to_json(path)); }
  void value(std::same_as<bool> auto truth) { add(Json(truth)); }
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) void value(Number number) { add(Json(number)); }

  template <typename T>
  void member(std::string_view name, const T& told) {
    key(name).value(told);
  }

  // REQUIRES: everything that was opened is closed.
  Json take() && { return std::move(whole_); }

 private:
  struct Open {
    Json json;
    std::string key{};  // of the value that comes next
  };

  void open(Json::value_t type) { open_.push_back({Json(type)}); }
  void close() {
    Json json = std::move(open_.back().json);
    open_.pop_back();
    add(std::move(json));
  }
  void add(Json json) {
    if (open_.empty()) {
      whole_ = std::move(json);
    } else if (Json& container = open_.back().json; container.is_array()) {
      array_of(container).push_back(std::move(json));
    } else {
      object_of(container).emplace(std::move(open_.back().key), std::move(json));
    }
  }

  Json whole_;
  std::vector<Open> open_;
};

}  // namespace gavel
