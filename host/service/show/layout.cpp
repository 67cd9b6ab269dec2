#include "show/layout.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/limits.hpp"
#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostValue = 90;   // bytes of a value in a line
constexpr std::size_t kMostShort = 400;  // bytes of a text that is cut
constexpr std::size_t kHash = 12;        // digits
constexpr std::size_t kNameWidth = 14;   // columns

// An element of a list, from 0, or a member.
const Json* part_of(const Json& value, std::string_view name) {
  if (!value.is_array()) return member(value, name);
  std::size_t index = value.size();
  std::from_chars(name.data(), name.data() + name.size(), index);
  return index < value.size() ? &array_of(value)[index] : nullptr;
}

// What a dotted name leads to; nothing: it is not there.
const Json* found(const Json& value, std::string_view name) {
  const Json* at = &value;
  while (at != nullptr && !name.empty() && name != ".") {
    const std::size_t dot = std::min(name.find('.'), name.size());
    at = part_of(*at, name.substr(0, dot));
    name.remove_prefix(std::min(dot + 1, name.size()));
  }
  return at;
}

std::string text_of(const Json* value) {
  if (value == nullptr || value->is_null()) return {};
  return printable(value->is_string() ? string_of(*value) : to_text(*value));
}

std::string list_of(const Json& value) {
  if (!value.is_array()) return text_of(&value);
  std::string all;
  for (const Json& one : array_of(value)) all += (all.empty() ? "" : ", ") + text_of(&one);
  return all;
}

// Wide characters take two columns.
std::size_t columns(std::string_view text) {
  std::size_t width = count_code_points(text);
  for (const char c : text) width += static_cast<unsigned char>(c) >= 0xE3 ? 1U : 0U;
  return width;
}

// The members of an object as a list: [{name, value}].
Json members_of(const Json& object) {
  Json all(Json::value_t::array);
  for (const auto& [name, value] : object_of(object)) all.push_back({{"name", name}, {"value", value}});
  return all;
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t wide = columns(text);
  if (wide < width) text.append(width - wide, ' ');
  return text;
}

class Writer {
 public:
  Writer(const Json& layouts, const Look& look)
      : words_(member(layouts, "words")), layouts_(*member(layouts, "layouts")), look_(look) {}

  void rows(const Json& rows, const Json& value, std::size_t indent) {
    for (const Json& row : array_of(rows)) this->row(row, value, indent);
  }
  void layout(std::string_view name, const Json& value, std::size_t indent) {
    rows(*member(layouts_, name), value, indent);
  }
  std::string take() { return std::move(out_); }

 private:
  // A text being filled in: what is left of its pattern, and what its places name.
  struct Filling {
    std::string_view rest;
    const Json& value;
  };
  struct Filled {
    std::string text;
    bool lacks = false;  // a place in it was empty
  };

  std::string painted(std::string_view style, std::string_view text) const {
    return look_.paint && !style.empty() && !text.empty() ? look_.paint(style, text) : std::string(text);
  }

  std::string_view in_language(const Json& text) const {
    if (text.is_string()) return string_of(text);
    const Json* told = member(text, look_.language == "zh" ? "zh" : "en");
    return told == nullptr ? std::string_view() : std::string_view(string_of(*told));
  }

  // "3 → 9", of a row of changes.
  std::string change_of(const Json& row) const {
    const Json *before = member(row, "before"), *after = member(row, "after");
    if (before == nullptr && after == nullptr) return {};
    return value_text(before) + painted("quiet", " → ") + painted("strong", value_text(after));
  }

  std::string in_form(const Json* value, std::string_view form) const {
    if (form == "value") return value_text(value);
    if (value == nullptr) return {};
    if (form == "json") return value_text(value);
    if (form == "path") return value->is_null() ? "" : place_text(*value);
    if (form == "change") return value->is_object() ? change_of(*value) : "";
    if (form == "language") return printable(in_language(*value));
    if (form == "list") return list_of(*value);
    if (form == "count") return std::to_string(value->size());
    if (form == "short") return shortened(text_of(value), kMostShort);
    if (form == "hash") return text_of(value).substr(0, kHash);
    return text_of(value);
  }

  // A word in its language and style, or the sign that it has.
  std::string word_of(const std::string& text, std::string_view form, std::size_t width) const {
    const Json* word = member(*words_, text);
    if (word == nullptr) return padded(text, width);
    const Json* sign = member(*word, "sign");
    std::string told(form == "sign" && sign != nullptr ? std::string_view(string_of(*sign))
                                                       : in_language(*word));
    if (told.empty()) told = text;
    return painted(text_of(member(*word, "style")), padded(std::move(told), width));
  }

  // A layout of one line, for the value or for each of a list.
  std::string inline_text(std::string_view layout, const Json* value) const {
    if (value == nullptr) return {};
    const Json& pattern = array_of(*member(layouts_, layout)).front();
    if (!value->is_array()) return filled(pattern, *value);
    std::string all;
    for (const Json& one : array_of(*value)) all += (all.empty() ? "" : ", ") + filled(pattern, one);
    return all;
  }

  std::string place(std::string_view place, const Json& value) const {
    const std::size_t bar = std::min(place.find('|'), place.size());
    const std::string_view otherwise = place.substr(std::min(bar + 1, place.size()));
    place = place.substr(0, bar);
    std::size_t width = 0;
    if (const std::size_t space = place.find(' '); space != std::string_view::npos) {
      std::from_chars(place.data() + space + 1, place.data() + place.size(), width);
      place = place.substr(0, space);
    }
    const std::size_t colon = std::min(place.find(':'), place.size());
    const Json* there = found(value, place.substr(0, colon));
    const std::string_view form = place.substr(std::min(colon + 1, place.size()));
    if (form == "word" || form == "sign") return word_of(text_of(there), form, width);
    const std::string text =
        form.starts_with('@') ? inline_text(form.substr(1), there) : in_form(there, form);
    return padded(text.empty() ? std::string(otherwise) : text, width);
  }

  static std::string_view until(Filling& from, char end) {
    const std::size_t size = std::min(from.rest.find(end), from.rest.size());
    const std::string_view inside = from.rest.substr(0, size);
    from.rest.remove_prefix(std::min(size + 1, from.rest.size()));
    return inside;
  }

  // Up to `end`, which is taken too; the patterns are the house's own, so that they nest as deep as it wrote.
  // NOLINTNEXTLINE(misc-no-recursion)
  Filled fill(Filling& from, std::string_view end) const {
    Filled out;
    while (!from.rest.empty() && (end.empty() || !from.rest.starts_with(end))) {
      const char c = from.rest.front();
      from.rest.remove_prefix(1);
      if (c == '{') {
        const std::string text = place(until(from, '}'), from.value);
        out.lacks = out.lacks || text.find_first_not_of(' ') == std::string::npos;
        out.text += text;
      } else if (c == '[') {
        const Filled part = fill(from, "]");
        if (!part.lacks) out.text += part.text;
      } else if (c == '<') {
        const std::string_view style = until(from, '>');
        const Filled part = fill(from, "</>");
        out.lacks = out.lacks || part.lacks;
        out.text += painted(style, part.text);
      } else if (c == '\\' && !from.rest.empty()) {
        out.text += from.rest.front();
        from.rest.remove_prefix(1);
      } else {
        out.text += c;
      }
    }
    from.rest.remove_prefix(std::min(end.size(), from.rest.size()));
    return out;
  }

  std::string filled(const Json& pattern, const Json& value) const {
    Filling from{in_language(pattern), value};
    return fill(from, {}).text;
  }

  void line(std::size_t indent, std::string_view text) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    if (text.empty()) return;
    out_.append(indent, ' ').append(text).append("\n");
  }

  static bool holds(std::string_view condition, const Json& value) {
    const bool no = condition.starts_with('!');
    if (no) condition.remove_prefix(1);
    if (const std::size_t equals = condition.find('='); equals != std::string_view::npos)
      return (text_of(found(value, condition.substr(0, equals))) == condition.substr(equals + 1)) != no;
    const bool any = condition.ends_with('?');
    if (any) condition.remove_suffix(1);
    const Json* one = found(value, condition);
    if (one == nullptr || any) return (one != nullptr) != no;
    const bool nothing =
        one->is_null() || *one == Json(false) || *one == Json("") || (one->is_structured() && one->empty());
    return nothing == no;
  }

  void each(const Json& row, const Json& list, std::size_t indent) {
    const Json* most = member(row, "most");
    std::size_t left = most == nullptr ? list.size() : most->get<std::size_t>();
    for (const Json& one : array_of(list)) {
      if (left-- == 0) break;
      rows(*member(row, "rows"), one, indent);
    }
    const std::size_t shown = most == nullptr ? list.size() : most->get<std::size_t>();
    if (list.size() <= shown) return;
    const std::string count = std::to_string(list.size() - shown);
    line(indent,
         painted("quiet", look_.language == "zh" ? "……还有 " + count + " 项" : "… and " + count + " more"));
  }

  // The lines of a text that say anything.
  void block(const Json& row, const Json& text, std::size_t indent) {
    const bool plain = text.is_string() || (text.is_object() && text.contains("en"));
    const std::string all = plain ? std::string(in_language(text)) : to_text(text);
    const std::string kept = row.contains("short") ? shortened(all, kMostShort) : all;
    const std::string style = text_of(member(row, "style"));
    for (std::size_t at = 0; at < kept.size();) {
      const std::size_t end = std::min(kept.find('\n', at), kept.size());
      line(indent, painted(style, printable(std::string_view(kept).substr(at, end - at))));
      at = end + 1;
    }
  }

  void text(const Json& row, const Json& value, std::size_t indent) {
    const Json* pattern = member(row, "text");
    const std::string text = pattern == nullptr ? std::string() : filled(*pattern, value);
    if (const Json* head = member(row, "head")) {
      if (!out_.empty()) out_ += '\n';
      return line(indent, painted("strong", filled(*head, value)) + (text.empty() ? "" : "  " + text));
    }
    const Json* name = member(row, "name");
    if (name == nullptr) return line(indent, pattern == nullptr ? filled(row, value) : text);
    if (text.empty()) return;
    const std::string told = filled(*name, value);
    const std::size_t wide = columns(told);
    line(indent, painted("quiet", told) + std::string(wide < kNameWidth ? kNameWidth - wide : 1, ' ') + text);
  }

  // NOLINTNEXTLINE(misc-no-recursion): as deep as a layout of the house's own
  void row(const Json& row, const Json& value, std::size_t indent) {
    if (const Json* more = member(row, "indent")) indent += more->get<std::size_t>();
    if (const Json* deeper = member(row, "deeper")) {
      const Json* depth = found(value, string_of(*deeper));
      if (depth != nullptr) indent += 2 * std::min<std::size_t>(depth->get<std::size_t>(), 20);
    }
    const auto named = [&row, &value](const char* key) {
      const Json* name = member(row, key);
      return name == nullptr ? nullptr : found(value, string_of(*name));
    };
    if (const Json* condition = member(row, "if");
        condition != nullptr && !holds(string_of(*condition), value))
      return;
    if (const Json* use = member(row, "use")) return layout(string_of(*use), value, indent);
    if (row.contains("block")) {
      if (const Json* text = named("block")) block(row, *text, indent);
    } else if (row.contains("each")) {
      if (const Json* list = named("each"); list != nullptr && list->is_structured())
        each(row, list->is_array() ? *list : members_of(*list), indent);
    } else if (row.contains("in")) {
      if (const Json* inner = named("in")) rows(*member(row, "rows"), *inner, indent);
    } else if (const Json* inner = member(row, "rows")) {
      rows(*inner, value, indent);
    } else {
      text(row, value, indent);
    }
  }

  const Json* words_;
  const Json& layouts_;
  const Look& look_;
  std::string out_;
};

}  // namespace

std::string value_text(const Json* value) {
  return value == nullptr ? "∅" : shortened(printable(to_text(*value)), kMostValue);
}

std::string place_text(const Json& path) {
  // Paths that Gavel wrote may be as deep as a document.
  static const Limits kAnyDepth = [] {
    Limits limits;
    limits.max_path_segments = limits.max_depth + 1;
    return limits;
  }();
  if (path.is_string()) return printable(string_of(path));
  const Result<Path> read = path_from_json(path, kAnyDepth);
  if (!read) return printable(to_text(path));
  return read->empty() ? "(root)" : printable(to_dotted(*read));
}

std::string laid_out(const Json& layouts, std::string_view name, const Json& value, const Look& look) {
  Writer writer(layouts, look);
  writer.layout(name, value, 0);
  return writer.take();
}

std::string_view layout_word(const Json& layouts, std::string_view word, std::string_view language) {
  const Json* known = member(*member(layouts, "words"), word);
  const Json* told = known == nullptr ? nullptr : member(*known, language == "zh" ? "zh" : "en");
  return told == nullptr ? word : std::string_view(string_of(*told));
}

Json joined_layouts(Json first, const Json& second) {
  for (const auto& [part, rows] : object_of(second))
    for (const auto& [name, one] : object_of(rows)) first[part][name] = one;
  return first;
}

}  // namespace gavel
