#include "state/shape.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

#include "yaml_slip.hpp"

namespace gavel {
namespace {

struct KindName {
  unsigned kind;
  std::string_view name;
};

constexpr std::array kKindNames = {
    KindName{kText, "text"},       KindName{kInteger, "a whole number"},
    KindName{kNumber, "a number"}, KindName{kBoolean, "true or false"},
    KindName{kList, "a list"},     KindName{kMapping, "a mapping"},
    KindName{kNull, "null"},
};

bool is_of(const Json& value, unsigned kinds) {
  switch (value.type()) {
    case Json::value_t::string:
      return (kinds & kText) != 0;
    case Json::value_t::boolean:
      return (kinds & kBoolean) != 0;
    case Json::value_t::array:
      return (kinds & kList) != 0;
    case Json::value_t::object:
      return (kinds & kMapping) != 0;
    case Json::value_t::null:
      return (kinds & kNull) != 0;
    case Json::value_t::number_float:
      return (kinds & kNumber) != 0;
    default:
      return (kinds & (kInteger | kNumber)) != 0;
  }
}

std::string expected_of(const Shape& shape) {
  if (!shape.expected.empty()) return std::string(shape.expected);
  if (!shape.words.empty()) return listed(shape.words);
  std::vector<std::string_view> names;
  for (const KindName& row : kKindNames)
    if ((shape.kinds & row.kind) != 0) names.push_back(row.name);
  return listed(names);
}

// The slips that a wrong kind nearly always comes from.
std::string kind_hint(const Json& value, unsigned kinds, std::string_view key) {
  if (value.is_string()) {
    constexpr std::array<std::string_view, 12> kYes = {"yes", "Yes", "YES", "on",  "On",  "ON",
                                                       "no",  "No",  "NO",  "off", "Off", "OFF"};
    const auto found = std::find(kYes.begin(), kYes.end(), string_of(value));
    if ((kinds & kBoolean) != 0 && found != kYes.end())
      return std::string("write ") + (found - kYes.begin() < 6 ? "true" : "false");
    const std::size_t colon = string_of(value).find(':');
    if ((kinds & (kList | kMapping)) != 0) {
      if (std::string keyboard = keyboard_hint(shortened(string_of(value), 200)); !keyboard.empty())
        return keyboard;
    }
    if ((kinds & kMapping) != 0 && colon != std::string::npos) return "put a space after the colon";
    if ((kinds & kList) != 0) return "write [" + printable(shortened(string_of(value), 40)) + "]";
    if ((kinds & (kInteger | kNumber)) != 0) return "write the number without quotes";
  }
  if (value.is_null() && key.empty())
    return "the file is empty, or holds only comments: write what is expected";
  if (value.is_null()) return "write the value after `" + std::string(key) + ":`, or delete the line";
  if (key == "version" && value.is_number())
    return "write three numbers: " + to_text(value) + (value.is_number_float() ? ".0" : ".0.0");
  if ((kinds & kText) != 0 && !value.is_structured()) return "put it in quotes: \"" + to_text(value) + "\"";
  return {};
}

// What other systems call what is called otherwise here.
std::optional<std::string_view> other_name(std::string_view word, std::span<const std::string_view> words) {
  constexpr auto kOther =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"int", "integer"},
                                                                    {"bool", "boolean"},
                                                                    {"str", "string"},
                                                                    {"text", "string"},
                                                                    {"num", "number"},
                                                                    {"float", "number"},
                                                                    {"double", "number"},
                                                                    {"array", "list"},
                                                                    {"list", "array"},
                                                                    {"map", "object"},
                                                                    {"table", "object"},
                                                                    {"dict", "object"},
                                                                    {"gm", "operator"},
                                                                    {"user", "player"},
                                                                    {"ai", "model"},
                                                                    {"llm", "model"},
                                                                    {"assistant", "model"},
                                                                    {"player", "user"},
                                                                    {"cn", "zh"},
                                                                    {"zh-CN", "zh"},
                                                                    {"zh_CN", "zh"},
                                                                    {"chinese", "zh"},
                                                                    {"Chinese", "zh"},
                                                                    {"English", "en"},
                                                                    {"english", "en"},
                                                                    {"en-US", "en"},
                                                                    {"en_US", "en"},
                                                                    {"tavern_commands", "tavern"},
                                                                    {"json", "ir"},
                                                                    {"json_patch", "patch"},
                                                                    {"minimum", "min"},
                                                                    {"maximum", "max"},
                                                                    {"params", "with"},
                                                                    {"parameters", "with"},
                                                                    {"config", "with"},
                                                                    {"name", "id"},
                                                                    {"writers", "write"},
                                                                    {"readers", "read"},
                                                                    {"values", "enum"},
                                                                    {"assert", "expect"},
                                                                    {"reply", "model"},
                                                                    {"initial", "state"},
                                                                    {"initial_state", "state"}});
  for (const auto& [other, ours] : kOther)
    if (other == word && std::ranges::find(words, ours) != words.end()) return ours;
  return std::nullopt;
}

std::string word_hint(std::string_view text, std::span<const std::string_view> words) {
  const std::string keyboard = keyboard_hint(shortened(text, 200));
  return keyboard.empty() ? nearest_hint(text, words) : keyboard;
}

// The word that is meant for certain takes the place of the one that is written.
void mend(Problem& problem, std::string_view word, std::optional<std::string_view> meant) {
  if (meant) problem.edit = Edit{problem.error.where, std::string(word), std::string(*meant)};
}

class ShapeCheck {
 public:
  ShapeCheck(const Limits& limits, std::vector<Problem>& problems) : limits_(limits), problems_(problems) {}

  // An explicit stack: shapes may hold themselves, and then the file decides how deep this goes.
  bool run(const YamlNode& node, const Shape& shape) {
    todo_.push_back({node, &shape});
    while (!todo_.empty() && found_ < limits_.max_problems) {
      const Task task = todo_.back();
      todo_.pop_back();
      check(task.node, *task.shape);
    }
    return found_ == 0;
  }

 private:
  struct Task {
    YamlNode node;
    const Shape* shape;
  };

  void say(Problem problem) {
    if (found_++ < limits_.max_problems) problems_.push_back(std::move(problem));
  }

  static std::string name_of(const YamlNode& node) {
    return node.key().empty() ? std::string("this") : "`" + printable(shortened(node.key(), 64)) + "`";
  }

  void check(const YamlNode& node, const Shape& shape) {
    const Json& value = node.value();
    if (!is_of(value, shape.kinds)) {
      say(node.problem(name_of(node) + " is " + described(value), described(value), expected_of(shape),
                       kind_hint(value, shape.kinds, node.key())));
      return;
    }
    if (value.is_string()) check_text(node, shape);
    if (value.is_number()) check_number(node, shape);
    const std::size_t before = todo_.size();
    if (value.is_object() && !shape.members.empty()) {
      check_members(node, shape);
    } else if (value.is_structured() && shape.each != nullptr) {
      for (const YamlNode& child : node.children()) todo_.push_back({child, shape.each});
    }
    std::reverse(todo_.begin() + static_cast<std::ptrdiff_t>(before), todo_.end());
  }

  void check_text(const YamlNode& node, const Shape& shape) {
    const std::string& text = string_of(node.value());
    if (shape.filled && text.empty()) {
      say(node.problem(name_of(node) + " is empty", "an empty text", expected_of(shape), ""));
    } else if (!shape.words.empty() &&
               std::find(shape.words.begin(), shape.words.end(), text) == shape.words.end()) {
      const auto other = other_name(text, shape.words);
      Problem problem = node.problem("unknown word " + described(node.value()).substr(9),
                                     described(node.value()), expected_of(shape),
                                     other ? "write " + std::string(*other) : word_hint(text, shape.words));
      mend(problem, text, other ? other : only_near(text, shape.words));
      say(std::move(problem));
    }
  }

  void check_number(const YamlNode& node, const Shape& shape) {
    const Json least(shape.least);
    const Json most(shape.most);
    if (!number_less(node.value(), least) && !number_less(most, node.value())) return;
    const auto bound = [](double number) {
      return to_text(number == static_cast<double>(static_cast<std::int64_t>(number))
                         ? Json(static_cast<std::int64_t>(number))
                         : Json(number));
    };
    say(node.problem(name_of(node) + " is out of range", described(node.value()),
                     shape.most >= 1.0e308 ? "a number from " + bound(shape.least)
                     : shape.least <= -1.0e308
                         ? "a number up to " + bound(shape.most)
                         : "a number from " + bound(shape.least) + " to " + bound(shape.most),
                     ""));
  }

  void check_members(const YamlNode& node, const Shape& shape) {
    std::vector<std::string_view> misspelt;  // members whose misspelling was reported are not missing as well
    for (const YamlNode& child : node.children()) {
      const auto known = std::find_if(shape.members.begin(), shape.members.end(),
                                      [&child](const Member& member) { return member.name == child.key(); });
      if (known == shape.members.end()) {
        if (const auto meant = unknown(node, child, shape)) misspelt.push_back(*meant);
      } else if (known->shape != nullptr) {
        todo_.push_back({child, known->shape});
      }
    }
    for (const Member& member : shape.members) {
      if (member.need == Need::kOptional || node.value().contains(member.name)) continue;
      if (std::ranges::find(misspelt, member.name) != misspelt.end()) continue;
      const std::string name(member.name);
      say(node.problem("`" + name + "` is missing", "",
                       member.shape == nullptr ? "" : expected_of(*member.shape),
                       "add a line `" + name + ": …`"));
    }
  }

  // The member that it stands for, if it can only be one that is not there.
  std::optional<std::string_view> unknown(const YamlNode& node, const YamlNode& child, const Shape& shape) {
    std::vector<std::string_view> names;
    for (const Member& member : shape.members) names.push_back(member.name);
    const auto other = other_name(child.key(), names);
    const std::string meant =
        other ? "did you mean \"" + std::string(*other) + "\"?" : nearest_hint(child.key(), names);
    Problem problem = child.key_problem("unknown name " + name_of(child), listed(names), meant);
    std::optional<std::string_view> only = other ? other : only_near(child.key(), names);
    if (only && node.value().contains(*only)) only.reset();
    if (only) mend(problem, child.key(), only);
    say(std::move(problem));
    return only;
  }

  const Limits& limits_;
  std::vector<Problem>& problems_;
  std::vector<Task> todo_;
  std::size_t found_ = 0;
};

}  // namespace

bool check_shape(const YamlNode& node, const Shape& shape, const Limits& limits,
                 std::vector<Problem>& problems) {
  return ShapeCheck(limits, problems).run(node, shape);
}

void in_order_of_lines(std::vector<Problem>& problems, std::size_t first, const Limits& limits) {
  const auto begin = problems.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(begin, problems.end(), [](const Problem& a, const Problem& b) {
    const Where& left = a.error.where;
    const Where& right = b.error.where;
    return std::pair(left.line, left.column) < std::pair(right.line, right.column);
  });
  if (problems.size() - first <= limits.max_problems) return;
  const std::size_t cut = problems.size() - first - limits.max_problems;
  problems.erase(begin + static_cast<std::ptrdiff_t>(limits.max_problems), problems.end());
  Problem last = problems.back();
  last.error = Error(Code::kLimitCount, std::to_string(cut) + " more problems are not listed (max_problems)",
                     "fix those above first", last.error.where);
  last.found.clear();
  last.expected.clear();
  last.warning = false;
  problems.push_back(std::move(last));
}

std::string listed(std::span<const std::string_view> words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace gavel
