// gavel.lua and sandbox.lua, word by word. What each word means comes from words_texts; which words a ctx
// has, from context_classes.
#include "docs/stubs.hpp"

#include <algorithm>

#include "docs/words_texts.hpp"
#include "lua/program.hpp"
#include "ruleset/shapes.hpp"

#include "context_classes.hpp"
#include "signature.hpp"
#include "stub_text.hpp"

namespace gavel {
namespace {

// Types that stand behind several words.
constexpr std::string_view kShared =
    R"(---A place: "a.b[0]", or a list of keys in which integers count from 0.
---@alias gavel.Path string|gavel.KnownPath|(string|integer)[]
---@alias gavel.ActorName "model"|"player"|"operator"|"tool"|"automation"|"derive"|"migration"
---@class gavel.Texts
---@field en string
---@field zh string
---@alias gavel.Said string|gavel.Texts
---@class gavel.Ruling
---@class gavel.Refusal
---@class gavel.Null
---@class gavel.Shape
---@field kind string
---@class gavel.Change
---@field path string
---@field before any
---@field after any

)";

std::string spec_class(std::string_view kind) {
  std::string name = "gavel.";
  name += static_cast<char>(kind[0] - 'a' + 'A');
  return name.append(kind.substr(1)).append("Spec");
}

std::string options_class(std::string_view shape) {
  std::string name = "gavel.";
  name += static_cast<char>(shape[0] - 'a' + 'A');
  return name.append(shape.substr(1)).append("Options");
}

class WordStubs {
 public:
  explicit WordStubs(std::string_view language) : text_(language) {}

  std::string words() {
    text_.open("gavel");
    text_.add(kShared);
    for (const Kind& kind : vocabulary().kinds) add_kind(kind);
    for (const ContextClass& one : kContextClasses) add_context(one);
    for (const RecordShape& record : vocabulary().records) add_members(record.name, class_name(record.name));
    add_members("options", "gavel.Options");
    add_members("fact", "gavel.Fact");
    for (const Word& word : vocabulary().words) text_.function(word.name, text_of(word.name));
    for (const std::string& shape : vocabulary().shapes) add_shape(shape);
    return text_.take();
  }

  std::string sandbox() {
    text_.open("sandbox");
    for (const WordText& word : words_texts()) {
      const std::string name(word.word);
      if (!is_library(name)) continue;
      if (Signature::is_function(word.type)) {
        text_.function(name, word);
      } else if (word.type.empty()) {
        text_.note(word);
        text_.add(std::string("---@class ").append(name).append("lib\n").append(name).append(" = {}\n"));
      } else {
        text_.note(word);
        text_.add("---@type " + std::string(word.type) + "\n" + name + " = nil\n");
      }
    }
    return text_.take();
  }

 private:
  static std::string class_name(std::string_view record) {
    std::string name = "gavel.";
    name += static_cast<char>(record[0] - 'a' + 'A');
    return name.append(record.substr(1));
  }

  // A name of the sandbox's own: neither a kind, an answer nor a shape, and a member of none.
  bool is_library(const std::string& name) {
    if (names_.empty()) names_ = visible_names(vocabulary());
    const auto known = [&](const auto& all) {
      return std::ranges::any_of(all, [&](const auto& one) { return one.name == name; });
    };
    const auto& shapes = vocabulary().shapes;
    if (name == "params") return true;
    return std::ranges::binary_search(names_, name) && !known(vocabulary().kinds) &&
           !known(vocabulary().words) && std::ranges::find(shapes, name) == shapes.end();
  }

  // The rows of a word's members, in the order of telling.
  template <typename Take>
  void each_member(std::string_view of, Take&& take) {
    const std::string prefix = std::string(of) + ".";
    for (const WordText& word : words_texts())
      if (word.word.starts_with(prefix)) take(word.word.substr(prefix.size()), word);
  }

  void add_members(std::string_view of, const std::string& name) {
    text_.note(text_of(of));
    text_.add("---@class " + name + "\n");
    each_member(of, [&](std::string_view member, const WordText& word) { text_.field(member, word); });
    text_.add("\n");
  }

  void add_kind(const Kind& kind) {
    const std::string spec = spec_class(kind.name);
    add_members(kind.name, spec);
    text_.note(text_of(kind.name));
    text_.add(kind.named ? "---@param name string\n---@return fun(spec: " + spec + ")\nfunction " +
                               kind.name + "(name) end\n\n"
                         : "---@param spec " + spec + "\nfunction " + kind.name + "(spec) end\n\n");
  }

  void add_context(const ContextClass& one) {
    const ContextClass* parent = nullptr;
    for (const ContextClass& other : kContextClasses)
      if (other.name == one.parent) parent = &other;
    text_.add("---@class " + std::string(one.name) +
              (parent == nullptr ? "" : ": " + std::string(one.parent)) + "\n");
    const std::vector<std::string>& fields = vocabulary().fields;
    const std::uint32_t own = one.fields & ~(parent == nullptr ? 0 : parent->fields);
    for (std::size_t i = 0; i < fields.size(); ++i)
      if ((own >> i & 1U) != 0) text_.field(fields[i], text_of("ctx." + fields[i]));
    const std::string local(one.name.substr(one.name.find('.') + 1));
    text_.add("local " + local + " = {}\n\n");
    if (parent == nullptr)
      for (const std::string& name : reader_names())
        text_.function(std::string(local).append(".").append(name), text_of("ctx." + name));
    const std::vector<HostFunction>& functions = vocabulary().functions;
    const std::uint64_t asks = one.functions & ~(parent == nullptr ? 0 : parent->functions);
    for (std::size_t i = 0; i < functions.size(); ++i)
      if ((asks >> i & 1U) != 0)
        text_.function(local + "." + functions[i].name, text_of("ctx." + functions[i].name));
  }

  void add_shape(const std::string& shape) {
    const std::string options = options_class(shape);
    add_members(shape, options);
    bool needed = false;
    each_member(shape, [&](std::string_view, const WordText& word) { needed = needed || word.need == "!"; });
    text_.note(text_of(shape));
    text_.add("---@param options" + std::string(needed ? " " : "? ") + options +
              "\n---@return gavel.Shape\nfunction " + shape + "(options) end\n\n");
  }

  StubText text_;
  std::vector<std::string> names_;
};

}  // namespace

std::string stub_of(std::string_view name, std::span<const WordText> words, std::string_view language) {
  StubText text(language);
  text.open(name);
  std::string open;  // the class whose functions may follow
  for (const WordText& word : words) {
    const std::string full(word.word);
    const bool capital = full[0] >= 'A' && full[0] <= 'Z';
    if (Signature::is_function(word.type)) {
      if (!open.empty()) text.add("local " + open + " = {}\n\n");
      open.clear();
      text.function(full, word);
    } else if (!word.type.empty()) {
      text.field(full.substr(full.find('.') + 1), word);
    } else {
      text.add("\n");
      text.note(word);
      text.add(capital
                   ? std::string("---@class gavel.").append(full).append("\n")
                   : std::string("---@class ").append(full).append("lib\n").append(full).append(" = {}\n\n"));
      open = capital ? full : "";
    }
  }
  return text.take();
}

std::pair<std::size_t, std::size_t> parameters_of(std::string_view type) {
  std::pair<std::size_t, std::size_t> counts = {0, 0};
  if (!Signature::is_function(type)) return counts;
  for (const Signature::Parameter& one : Signature::of(type).parameters) {
    if (one.name == "...") return {counts.first, SIZE_MAX};
    counts.first += one.optional ? 0 : 1;
    counts.second += 1;
  }
  return counts;
}

std::vector<PackFile> word_stubs(std::string_view language) {
  return {{"gavel.lua", WordStubs(language).words()}, {"sandbox.lua", WordStubs(language).sandbox()}};
}

}  // namespace gavel
