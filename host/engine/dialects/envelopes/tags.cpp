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

}  // namespace

TagTable TagTable::make_standard() {
  TagTable table;
  for (const char* name : {"think",
                           "thinking",
                           "thought",
                           "thoughts",
                           "reason",
                           "reasoning",
                           "reflect",
                           "reflection",
                           "deliberation",
                           "scratchpad",
                           "cot",
                           "chain_of_thought",
                           "inner_thoughts",
                           "inner_monologue",
                           "internal_monologue",
                           "monologue",
                           "planning",
                           "plan",
                           "analysis",
                           "analyse",
                           "analyze",
                           "statusanalyze",
                           "loreanalyze",
                           "attributeanalyze",
                           "variablethink",
                           "antthinking",
                           "seed:think",
                           "think_fast",
                           "think_faster",
                           "seed:cot_budget_reflect",
                           "思考",
                           "思维链",
                           "推理",
                           "分析"})
    table.insert({name, Tag::Kind::kReasoning, {}, {}});
  // Marks of single models, and what ends each.
  struct Pair {
    const char *opener, *closer, *also = "";
  };
  for (const auto& [opener, closer, also] :
       {Pair{"|begin_of_thought|", "|end_of_thought|"}, Pair{"|channel|", "|end|", "|return| |start|"},
        Pair{"|start_thinking|", "|end_thinking|"}, Pair{"|inner_prefix|", "|inner_suffix|"},
        Pair{"|think|", "|/think|", "|end_think| |end_of_think|"},
        Pair{"|thinking|", "|/thinking|", "|end_thinking| |end_of_thinking|"},
        Pair{"|thought|", "|/thought|", "|end_thought| |end_of_thought|"},
        Pair{"|reasoning|", "|/reasoning|", "|end_reasoning| |end_of_reasoning|"},
        Pair{"|begin_of_reasoning|", "|end_of_reasoning|"}, Pair{"|begin_of_thinking|", "|end_of_thinking|"},
        Pair{"｜begin▁of▁thinking｜", "｜end▁of▁thinking｜"},
        Pair{"｜begin▁of▁thought｜", "｜end▁of▁thought｜"}, Pair{"unused94", "unused95"}})
    table.insert({opener, Tag::Kind::kReasoning, {}, closer, false, also});
  for (const char* name : {"example", "examples", "pre", "code", "blockquote"})
    table.insert({name, Tag::Kind::kExample, {}, {}});
  for (const char* name : {"jsonpatch", "json_patch"})
    table.insert({name, Tag::Kind::kEnvelope, "patch", {}});
  for (const char* name : {"updatevariable", "updatevariables"})
    table.insert({name, Tag::Kind::kEnvelope, "mvu", {}});
  for (const char* name :
       {"variable_update", "variable_insert", "variable_edit", "variable_delete", "state_update"})
    table.insert({name, Tag::Kind::kEnvelope, "filament", {}});
  table.insert({"updatememory", Tag::Kind::kEnvelope, "memory", {}});
  table.insert({"tool_call", Tag::Kind::kEnvelope, "tools", {}});
  for (const char* name : {"content", "reply"}) table.insert({name, Tag::Kind::kNarration, {}, {}});
  return table;
}

const TagTable& TagTable::standard() {
  static const TagTable kTable = make_standard();
  return kTable;
}

bool is_reasoning(std::string_view name) {
  const Tag* tag = TagTable::standard().find(name);
  return tag != nullptr && tag->kind == Tag::Kind::kReasoning;
}

void TagTable::put(Tag tag) {
  tag.name = lowered(tag.name);
  if (!is_reasoning(tag.name)) insert(std::move(tag));
}

void TagTable::insert(Tag tag) {
  const auto place = std::lower_bound(tags_.begin(), tags_.end(), tag.name, before);
  if (place != tags_.end() && place->name == tag.name) {
    *place = std::move(tag);
  } else {
    tags_.insert(place, std::move(tag));
  }
}

void TagTable::remove(std::string_view name) {
  const std::string wanted = lowered(name);
  if (is_reasoning(wanted)) return;
  const auto place = std::lower_bound(tags_.begin(), tags_.end(), wanted, before);
  if (place != tags_.end() && place->name == wanted) tags_.erase(place);
}

const Tag* TagTable::find(std::string_view name) const {
  const std::string wanted = lowered(name);
  const auto place = std::lower_bound(tags_.begin(), tags_.end(), wanted, before);
  if (place != tags_.end() && place->name == wanted) return &*place;
  if (below_ != nullptr) return below_->find(name);
  static const Tag kAnalysis{"analysis", Tag::Kind::kReasoning, {}, {}};
  return is_analysis(wanted) ? &kAnalysis : nullptr;
}

bool is_analysis(std::string_view name) { return name.ends_with("analysis") || name.ends_with("analyze"); }

}  // namespace gavel
