#include "yaml_builder.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"

#include "yaml_scalar.hpp"
#include "yaml_slip.hpp"

namespace gavel {

LineColumn YamlPlaces::at(std::size_t offset) {
  offset = std::min(offset, text_.size());
  if (offset < offset_) return line_column(text_, offset);
  for (; offset_ < offset; ++offset_) {
    const auto byte = static_cast<unsigned char>(text_[offset_]);
    if (byte == '\n') {
      here_ = {here_.line + 1, 1};
    } else if ((byte & 0xC0) != 0x80) {
      ++here_.column;
    }
  }
  return here_;
}

void YamlBuilder::note(std::size_t offset, Code code, std::string message, std::string expected,
                       std::string hint) {
  const LineColumn at = places_.at(offset);
  Where where;
  where.file = tree_.file_;
  where.line = at.line;
  where.column = at.column;
  problems_.push_back(
      {Error(code, std::move(message), std::move(hint), std::move(where)), {}, std::move(expected)});
}

void YamlBuilder::refuse(std::size_t offset, Code code, std::string message, std::string expected,
                         std::string hint) {
  note(offset, code, std::move(message), std::move(expected), std::move(hint));
  if (++errors_ >= limits_.max_problems) throw YamlStop();
}

std::size_t YamlBuilder::offset_of(const YAML::Mark& mark) const {
  return mark.pos < 0 ? 0 : std::min(static_cast<std::size_t>(mark.pos), text_.size());
}

YamlNode::Mark YamlBuilder::mark_at(std::size_t offset) {
  const LineColumn at = places_.at(offset);
  YamlNode::Mark mark;
  mark.line = static_cast<std::uint32_t>(at.line);
  mark.column = static_cast<std::uint32_t>(at.column);
  return mark;
}

void YamlBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (++documents_ == 1) return;
  refuse(offset_of(mark), Code::kParseMalformed, "there is something after the end of the document",
         "one document in one file",
         "check the indentation of this line, or put what follows `---` into a file of its own");
  throw YamlStop();
}

void YamlBuilder::OnAnchor(const YAML::Mark& mark, const std::string& name) {
  refuse(offset_of(mark), Code::kParseMalformed, "found the anchor `&" + printable(shortened(name, 40)) + "`",
         "plain values: anchors and aliases are not read",
         "write the value out wherever it is needed, or put text that starts with `&` in quotes");
}

void YamlBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  const std::size_t offset = offset_of(mark);
  const std::size_t end = std::min(text_.find_first_of(" \t\r\n,]}", offset), text_.size());
  refuse(offset, Code::kParseMalformed,
         "found the alias `" + printable(shortened(text_.substr(offset, end - offset), 40)) + "`",
         "plain values: anchors and aliases are not read",
         "write the value out wherever it is needed, or put text that starts with `*` in quotes");
  if (wants_key()) {
    open_.back().has_key = open_.back().drop = true;
  } else {
    add(nullptr, mark_at(offset));
  }
}

void YamlBuilder::check_tag(std::size_t offset) {
  if (byte(offset) != '!') return;
  const std::size_t end = std::min(text_.find_first_of(" \t\r\n,]}", offset), text_.size());
  refuse(offset, Code::kParseMalformed,
         "found the tag `" + printable(shortened(text_.substr(offset, end - offset), 40)) + "`",
         "plain values: a value's form alone says its type",
         "delete the tag, or put text that starts with `!` in quotes");
}

void YamlBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  // For a value that is not written, the mark is that of whatever comes next.
  const std::size_t offset = offset_of(mark);
  const std::size_t end = std::min(text_.find_first_of(" \t\r\n,]}:#", offset), text_.size());
  const bool written = end > offset && is_null_word(text_.substr(offset, end - offset));
  if (wants_key()) {
    bad_key(
        offset, written ? "found a null instead of a key" : "a key is missing here",
        written ? "put it in quotes if it is text" : "write a key in front of the value, or delete the rest");
    return;
  }
  if (open_.empty()) {
    add(nullptr, mark_at(offset));
    return;
  }
  Frame& frame = open_.back();
  const bool in_map = frame.value.is_object();
  if (!written && frame.flow && !frame.drop) {
    const std::string colon = in_map ? colon_hint(frame.key) : std::string();
    refuse(in_map ? frame.key_offset : offset, Code::kParseMalformed,
           in_map ? "\"" + printable(shortened(frame.key, 40)) + "\" has no value"
                  : "there is nothing before a comma",
           in_map ? "`key: value`, with a space after the colon" : "a value",
           !colon.empty() ? colon
           : in_map       ? "write null if nothing is meant"
                          : "delete the comma, or write null if nothing is meant");
  }
  YamlNode::Mark place = mark_at(offset);
  if (in_map && !written) {
    place.line = static_cast<std::uint32_t>(frame.key_place.line);
    place.column = static_cast<std::uint32_t>(frame.key_place.column);
  }
  add(nullptr, place);
}

void YamlBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                           const std::string& value) {
  const std::size_t offset = offset_of(mark);
  check_tag(offset);
  const bool plain = tag == "?";
  if (value.find('\0') != std::string::npos) {
    refuse(offset, Code::kParseMalformed, "found a NUL in a text", "text without the character U+0000",
           "delete the `\\0`");
  }
  // yaml-cpp turns these two into single bytes.
  if (!is_valid_utf8(value)) {
    refuse(offset, Code::kParseMalformed, "found the escape `\\N` or `\\_`",
           "another way to write the character", "write \\u0085 or \\u00a0");
    if (wants_key()) {
      open_.back().has_key = open_.back().drop = true;
    } else {
      add(nullptr, mark_at(offset));
    }
    return;
  }
  if (wants_key()) {
    key(offset, value, plain);
    return;
  }
  if (too_long(offset, value.size(), limits_.max_string_bytes, "a text", "max_string_bytes")) {
    add(nullptr, mark_at(offset));
    return;
  }
  const YamlNode::Mark place = mark_at(offset);
  if (!plain) {
    add(value, place);
    return;
  }
  PlainScalar scalar = plain_scalar(value, limits_);
  if (!scalar.message.empty()) {
    if (!scalar.warning) {
      refuse(offset, Code::kValueRange, std::move(scalar.message), std::move(scalar.expected),
             std::move(scalar.hint));
    } else if (++warnings_ <= limits_.max_problems) {
      note(offset, Code::kParseMalformed, std::move(scalar.message), std::move(scalar.expected),
           std::move(scalar.hint));
      problems_.back().warning = true;
    }
  }
  add(std::move(scalar.value), place);
}

void YamlBuilder::bad_key(std::size_t offset, std::string what, std::string hint) {
  refuse(offset, Code::kParseMalformed, std::move(what), "a key that is text", std::move(hint));
  open_.back().has_key = open_.back().drop = true;
}

void YamlBuilder::key(std::size_t offset, std::string text, bool plain) {
  Frame& frame = open_.back();
  frame.key_offset = offset;
  frame.key_place = places_.at(offset);
  if (plain && text == "<<") {
    bad_key(offset, "found the merge key `<<`", "write the members out, or put << in quotes if it is a key");
    return;
  }
  frame.has_key = true;
  if (too_long(offset, text.size(), limits_.max_key_bytes, "a key", "max_key_bytes")) {
    frame.drop = true;
    return;
  }
  const JsonObject& object = object_of(frame.value);
  if (const JsonObject::Slot slot = object.find_slot(text); slot != JsonObject::kNone) {
    const YamlNode::Mark& first = frame.children[slot];
    frame.drop = true;
    refuse(offset, Code::kParseMalformed,
           "the key \"" + printable(shortened(text, 64)) + "\" appears twice; first at " +
               std::to_string(first.key_line) + ":" + std::to_string(first.key_column),
           "every key once", "delete one of the two");
    return;
  }
  frame.key = std::move(text);
}

bool YamlBuilder::too_long(std::size_t offset, std::size_t size, std::size_t most, std::string_view what,
                           std::string_view limit) {
  if (size <= most) return false;
  refuse(offset, Code::kLimitSize,
         std::string(what) + " of " + std::to_string(size) + " bytes; at most " + std::to_string(most) +
             " (" + std::string(limit) + ")",
         "a shorter one", "");
  return true;
}

void YamlBuilder::add(Json value, YamlNode::Mark mark) {
  if (open_.empty()) {
    tree_.root_ = std::move(value);
    tree_.mark_ = mark;
    return;
  }
  Frame& frame = open_.back();
  frame.has_key = false;
  if (std::exchange(frame.drop, false) || frame.is_key) return;
  if (frame.children.size() >= limits_.max_children) {
    refuse(text_.size(), Code::kLimitCount,
           "more than " + std::to_string(limits_.max_children) + " children in one container (max_children)",
           "a smaller one", "");
    throw YamlStop();
  }
  if (frame.value.is_object()) {
    mark.key_line = static_cast<std::uint32_t>(frame.key_place.line);
    mark.key_column = static_cast<std::uint32_t>(frame.key_place.column);
    JsonObject& object = object_of(frame.value);
    object.insert_after(object.last(), std::move(frame.key), std::move(value));
  } else {
    array_of(frame.value).push_back(std::move(value));
  }
  frame.children.push_back(mark);
}

void YamlBuilder::open(std::size_t offset, Json::value_t type, YAML::EmitterStyle::value style) {
  if (open_.size() >= limits_.max_depth) {
    refuse(offset, Code::kLimitDepth,
           "nested deeper than " + std::to_string(limits_.max_depth) + " containers (max_depth)",
           "a flatter value", "flatten the value");
    throw YamlStop();
  }
  const bool is_key = wants_key();
  if (is_key) {
    const bool brackets = byte(offset) == '{' || byte(offset) == '[';
    bad_key(
        offset,
        type == Json::value_t::object ? "found a mapping instead of a key" : "found a list instead of a key",
        brackets ? "put text that starts with a bracket in quotes" : "write `key: value`, without `?`");
    // Its value is still to come, and is what `drop` is for.
    open_.back().has_key = false;
  }
  check_tag(offset);
  Frame frame;
  frame.value = Json(type);
  frame.mark = mark_at(offset);
  frame.flow = style == YAML::EmitterStyle::Flow;
  frame.is_key = is_key;
  open_.push_back(std::move(frame));
}

void YamlBuilder::close() {
  Frame done = std::move(open_.back());
  open_.pop_back();
  if (done.is_key) {
    open_.back().has_key = true;
    return;
  }
  done.mark.children = static_cast<std::uint32_t>(tree_.marks_.size());
  tree_.marks_.insert(tree_.marks_.end(), done.children.begin(), done.children.end());
  add(std::move(done.value), done.mark);
}

void YamlBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/,
                                  YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value style) {
  open(offset_of(mark), Json::value_t::array, style);
}

void YamlBuilder::OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                             YAML::EmitterStyle::value style) {
  open(offset_of(mark), Json::value_t::object, style);
}

}  // namespace gavel
