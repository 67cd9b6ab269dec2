#include "dialects/tags.hpp"

#include <algorithm>

namespace gavel {
namespace {

bool before(const Tag& tag, std::string_view name) { return tag.name < name; }

std::string lowered(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return out;
}

TagTable make_standard() {
  TagTable table;
  for (const char* name :
       {"think",       "thinking",         "thought",        "thoughts",         "reason",
        "reasoning",   "reflect",          "reflection",     "deliberation",     "scratchpad",
        "cot",         "chain_of_thought", "inner_thoughts", "inner_monologue",  "internal_monologue",
        "monologue",   "planning",         "plan",           "analysis",         "analyse",
        "analyze",     "statusanalyze",    "loreanalyze",    "attributeanalyze", "variablethink",
        "antthinking", "seed:think",       "思考",           "思维链",           "推理",
        "分析"})
    table.put({name, Tag::Kind::kReasoning, {}, {}});
  table.put({"|begin_of_thought|", Tag::Kind::kReasoning, {}, "|end_of_thought|"});
  table.put({"|channel|", Tag::Kind::kReasoning, {}, "|end|"});
  for (const char* name : {"example", "examples", "pre", "code", "blockquote"})
    table.put({name, Tag::Kind::kExample, {}, {}});
  for (const char* name : {"jsonpatch", "json_patch"}) table.put({name, Tag::Kind::kEnvelope, "patch", {}});
  for (const char* name : {"updatevariable", "updatevariables"})
    table.put({name, Tag::Kind::kEnvelope, "mvu", {}});
  for (const char* name :
       {"variable_update", "variable_insert", "variable_edit", "variable_delete", "state_update"})
    table.put({name, Tag::Kind::kEnvelope, "filament", {}});
  table.put({"updatememory", Tag::Kind::kEnvelope, "memory", {}});
  table.put({"tool_call", Tag::Kind::kEnvelope, "tools", {}});
  for (const char* name : {"content", "reply"}) table.put({name, Tag::Kind::kNarration, {}, {}});
  return table;
}

}  // namespace

const TagTable& TagTable::standard() {
  static const TagTable kTable = make_standard();
  return kTable;
}

void TagTable::put(Tag tag) {
  tag.name = lowered(tag.name);
  const auto place = std::lower_bound(tags_.begin(), tags_.end(), tag.name, before);
  if (place != tags_.end() && place->name == tag.name) {
    *place = std::move(tag);
  } else {
    tags_.insert(place, std::move(tag));
  }
}

void TagTable::remove(std::string_view name) {
  const std::string wanted = lowered(name);
  const auto place = std::lower_bound(tags_.begin(), tags_.end(), wanted, before);
  if (place != tags_.end() && place->name == wanted) tags_.erase(place);
}

const Tag* TagTable::find(std::string_view name) const {
  const std::string wanted = lowered(name);
  const auto place = std::lower_bound(tags_.begin(), tags_.end(), wanted, before);
  if (place != tags_.end() && place->name == wanted) return &*place;
  return below_ == nullptr ? nullptr : below_->find(name);
}

}  // namespace gavel
