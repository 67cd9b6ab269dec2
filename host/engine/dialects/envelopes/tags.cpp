#include "dialects/tags.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace gavel {
namespace {

std::string lowered(std::string_view name) {
  std::string out(name);
  std::ranges::transform(out, out.begin(), ascii_lower);
  return out;
}

}  // namespace

TagTable TagTable::make_standard() {
  TagTable table;
  const auto add = [&table](std::string_view names, Tag::Kind kind, const char* dialect = "") {
    for (std::size_t at = 0; at < names.size();) {
      const std::size_t end = std::min(names.find(' ', at), names.size());
      table.insert({std::string(names.substr(at, end - at)), kind, dialect, {}});
      at = end + 1;
    }
  };
  add("think thinking thought thoughts reason reasoning reflect reflection deliberation scratchpad cot "
      "chain_of_thought inner_thoughts inner_monologue internal_monologue monologue planning plan analysis "
      "analyse "
      "analyze statusanalyze loreanalyze attributeanalyze variablethink antthinking seed:think think_fast "
      "think_faster seed:cot_budget_reflect 思考 思维链 推理 分析",
      Tag::Kind::kReasoning);
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
  add("example examples pre code blockquote", Tag::Kind::kExample);
  add("jsonpatch json_patch", Tag::Kind::kEnvelope, "patch");
  add("updatevariable updatevariables", Tag::Kind::kEnvelope, "mvu");
  add("variable_update variable_insert variable_edit variable_delete state_update", Tag::Kind::kEnvelope,
      "filament");
  add("updatememory", Tag::Kind::kEnvelope, "memory");
  add("tool_call", Tag::Kind::kEnvelope, "tools");
  add("content reply", Tag::Kind::kNarration);
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
  const auto place = std::ranges::lower_bound(tags_, tag.name, {}, &Tag::name);
  if (place != tags_.end() && place->name == tag.name) {
    *place = std::move(tag);
  } else {
    tags_.insert(place, std::move(tag));
  }
}

void TagTable::remove(std::string_view name) {
  const std::string wanted = lowered(name);
  if (is_reasoning(wanted)) return;
  const auto place = std::ranges::lower_bound(tags_, wanted, {}, &Tag::name);
  if (place != tags_.end() && place->name == wanted) tags_.erase(place);
}

const Tag* TagTable::find(std::string_view name) const {
  const std::string wanted = lowered(name);
  const auto place = std::ranges::lower_bound(tags_, wanted, {}, &Tag::name);
  if (place != tags_.end() && place->name == wanted) return &*place;
  if (below_ != nullptr) return below_->find(name);
  static const Tag kAnalysis{"analysis", Tag::Kind::kReasoning, {}, {}};
  return is_analysis(wanted) ? &kAnalysis : nullptr;
}

bool is_analysis(std::string_view name) { return name.ends_with("analysis") || name.ends_with("analyze"); }

}  // namespace gavel
