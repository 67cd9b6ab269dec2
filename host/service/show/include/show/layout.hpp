// Layout: how JSON is written for people, as data: rows of text with places for members, in two languages.
// What shows a verdict, a story or a report is a file of YAML, so that whoever shows one shows the same, and
// a stored one like a fresh one. It knows no terminal: styles are names, and the caller says how each looks.
//
// clang-format off
// A file holds `words` and `layouts`. A layout is a list of rows:
//   text                           one line; left out where nothing of it is there
//   {en, zh}                       the same, in either language
//   {text, indent: n}              this many columns to the right; so are `rows`. `deeper: depth`: twice that member
//   {head: {en, zh}, text}         a heading behind an empty line
//   {name: {en, zh}, text}         "name  value"; left out where the text is empty
//   {block: member, style, short}  a text of many lines; `short`: cut
//   {each: member, rows, most: n}  the rows for every element, or {name, value} of an object's members;
//                                  beyond n it says how many are left
//   {in: member, rows}             the rows for what the member holds, where it is there
//   {if: condition, rows}          "a", "a=text", "a?", and the contrary: "!a". Without "?" an empty or false member
//                                  is none
//   {use: layout}                  the rows of another layout
// In a text:
//   {a.b}              the member; {.} is the value itself, {a.0} an element. {a:form 8}: in a form, 8 columns
//   {a|text}           the text where there is none; {a:@layout} the line of a layout, or of each of a list
//   [ … ]              left out where a place in it is empty
//   <style> … </>      good, changed, bad, quiet, strong, name
//   \                  takes a character as it is
// Forms: json (a short line), value (the same, ∅ where there is none), change (of a row with before and after), path
// (in dots), word and sign (of `words`, in its style), list (with commas), language (of {en, zh}), count, short and
// hash (cut).
// clang-format on
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "state/json.hpp"

namespace gavel {

// How a caller shows a part of a text that has a style.
using Painter = std::function<std::string(std::string_view style, std::string_view text)>;

struct Look {
  std::string language = "en";  // all but "zh" is English
  Painter paint = {};           // nothing: all of it plain
};

// REQUIRES: `layouts` has a layout of that name. Every line ends with a newline; nothing in them steers a
// terminal but what `look.paint` adds.
std::string laid_out(const Json& layouts, std::string_view name, const Json& value, const Look& look);

// A word of `layouts` in a language; one that has no other name is itself.
std::string_view layout_word(const Json& layouts, std::string_view word, std::string_view language);

// Two files as one. REQUIRES: no layout and no word is in both.
Json joined_layouts(Json first, const Json& second);

// A value in a line, cut where it is long; nothing: ∅.
std::string value_text(const Json* value);
// A path as a verdict has it, in dots; "(root)" for the whole.
std::string place_text(const Json& path);

}  // namespace gavel
