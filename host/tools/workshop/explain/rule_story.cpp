#include "explain/rule_story.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/utf8.hpp"
#include "claims/claims.hpp"
#include "lua/load_order.hpp"
#include "rules/place_status.hpp"
#include "state/subtree.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostListedRules = 20;
constexpr std::size_t kMostLooked = 1'000'000;  // nodes of the state

std::string place_of(const std::string& file, std::size_t line) { return file + ":" + std::to_string(line); }

const Pack* pack_of(const Ruleset& ruleset, const Registration& one) {
  for (const Pack& pack : ruleset.packs())
    if (pack.as == one.plugin) return &pack;
  return nullptr;
}

// When a rule or budget is asked: before the guards, or behind them.
std::string asked_when(const Registration& one) {
  const auto says = [&](const char* name, const char* value) {
    const Json* given = one.spec.is_object() ? member(one.spec, name) : nullptr;
    return given != nullptr && given->is_string() && string_of(*given) == value;
  };
  if (one.kind == "budget")
    return says("over", "deny") ? "behind the guards" : "before and behind the guards";
  return says("mode", "amend") ? "before the guards" : "behind the guards";
}

class RuleTelling {
 public:
  RuleTelling(Scene& scene, const Registration& registration)
      : scene_(scene), ruleset_(scene.ruleset), one_(registration) {}

  Json run() {
    json_["id"] = one_.id;
    json_["kind"] = one_.kind;
    json_["name"] = one_.name;
    json_["at"] = gavel::place_of(one_);
    tell_plugin();
    tell_handlers();
    tell_spec();
    tell_load();
    tell_events();
    if (one_.kind == "tool") tell_tool();
    if (one_.kind == "claim") tell_claim();
    pattern_ = pattern_of(one_, ruleset_.limits());
    if (pattern_) tell_places();
    return std::move(json_);
  }

 private:
  void tell_plugin() {
    const Pack* pack = pack_of(ruleset_, one_);
    if (pack == nullptr) return;
    Json& plugin = json_["plugin"];
    plugin["as"] = pack->as;
    plugin["id"] = pack->manifest.plugin;
    plugin["version"] = to_text(pack->manifest.version);
    plugin["folder"] = pack->folder;
    Json& params = json_["params"] = Json(Json::value_t::array);
    for (const Param& param : pack->manifest.params) {
      const Json* value = member(pack->params, param.name);
      Json row(Json::value_t::object);
      row["name"] = param.name;
      if (value != nullptr) row["value"] = *value;
      row["set"] = set_at(*pack, param);
      params.push_back(std::move(row));
    }
  }

  // Where a parameter got its value: the line in ruleset.yaml, or the manifest's default.
  std::string set_at(const Pack& pack, const Param& param) const {
    for (const PluginUse& use : ruleset_.file().plugins) {
      if (use.as != pack.as || !use.with) continue;
      if (const std::optional<YamlNode> given = use.with->member(param.name))
        return place_of("ruleset.yaml", given->where_key().line);
    }
    return "default";
  }

  void tell_handlers() {
    Json& all = json_["handlers"] = Json(Json::value_t::array);
    for (const auto& [which, id] : one_.handlers) {
      const HandlerInfo& info = ruleset_.registry().handlers[id];
      Json row(Json::value_t::object);
      row["which"] = which;
      row["at"] = place_of(info.file, info.line);
      all.push_back(std::move(row));
    }
  }

  void tell_spec() {
    Json spec = one_.spec;
    for (const char* name : {"summary", "guidance"}) {
      if (!spec.is_object() || member(spec, name) == nullptr) continue;
      json_[name] = *member(spec, name);
      spec.erase(name);
    }
    json_["spec"] = std::move(spec);
    if (one_.kind == "rule" || one_.kind == "budget") json_["asked"] = asked_when(one_);
    const auto& shadow = ruleset_.file().shadow;
    const auto named = std::ranges::find_if(shadow, [&](const Named& one) { return one.name == one_.id; });
    if (named != shadow.end()) json_["shadow"] = place_of("ruleset.yaml", named->where.line);
  }

  void tell_load() {
    std::vector<Problem> none;
    const std::vector<Pack>& packs = ruleset_.packs();
    const std::vector<LoadStep> steps = order_packs(packs, none);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (packs[steps[i].pack].as != one_.plugin) continue;
      Json& load = json_["load"];
      load["step"] = i + 1;
      load["of"] = steps.size();
      load["depth"] = steps[i].depth;
      if (!steps[i].reason.empty()) load["because"] = steps[i].reason;
      load["order"] = to_text(steps, packs);
    }
  }

  // What an automation waits for, and what its plugin's source is seen to emit.
  void tell_events() {
    Json awaits(Json::value_t::array);
    for (const Awaited& one : awaited_by(one_, ruleset_.limits())) awaits.push_back(one.on);
    if (!awaits.empty()) json_["awaits"] = std::move(awaits);
    const Pack* pack = pack_of(ruleset_, one_);
    std::set<std::string> names;
    constexpr std::string_view kCall = "emit(\"";
    for (const PackFile& file : pack == nullptr ? std::vector<PackFile>() : pack->files) {
      if (one_.file != pack->folder + "/" + file.name) continue;
      for (std::size_t at = file.text.find(kCall); at != std::string::npos;
           at = file.text.find(kCall, at + 1)) {
        const std::size_t begin = at + kCall.size(), end = file.text.find('"', begin);
        if (end != std::string::npos && end - begin <= 64) names.insert(file.text.substr(begin, end - begin));
      }
    }
    if (!names.empty()) json_["file_emits"] = Json(std::vector<std::string>(names.begin(), names.end()));
  }

  Json claims_of(const std::string& kind) const {
    Json by(Json::value_t::array);
    for (const Registration& other : ruleset_.registry().all) {
      if (other.kind != "claim" || other.name != kind) continue;
      Json row(Json::value_t::object);
      row["id"] = other.id;
      row["at"] = gavel::place_of(other);
      by.push_back(std::move(row));
    }
    return by;
  }

  void tell_tool() {
    Json& tool = json_["tool"];
    const auto& allowed = ruleset_.file().allowed_tools;
    tool["allowed"] =
        !allowed || std::ranges::any_of(*allowed, [&](const Named& one) { return one.name == one_.name; });
    if (allowed)
      for (const Named& one : *allowed)
        if (one.name == one_.name) tool["at"] = place_of("ruleset.yaml", one.where.line);
    Json& settles = tool["settles"] = Json(Json::value_t::array);
    const Json* kinds = member(one_.spec, "settles");
    if (kinds == nullptr || !kinds->is_array()) return;
    for (const Json& kind : array_of(*kinds)) {
      Json row(Json::value_t::object);
      row["kind"] = kind;
      row["claims"] = claims_of(string_of(kind));
      settles.push_back(std::move(row));
    }
  }

  void tell_claim() {
    Json& all = json_["settled_by"] = Json(Json::value_t::array);
    for (const std::string& tool : settling_tools(ruleset_, one_.name)) {
      for (const Registration& other : ruleset_.registry().all) {
        if (other.kind != "tool" || other.name != tool) continue;
        Json row(Json::value_t::object);
        row["id"] = other.id;
        row["at"] = gavel::place_of(other);
        all.push_back(std::move(row));
      }
    }
  }

  // Where it applies as the state stands, who else speaks there, and which rows of `fields` do.
  void tell_places() {
    std::vector<Path> places;
    std::size_t count = 0;
    Subtree nodes(scene_.document.data(), Path(), Subtree::Order::kFirst);
    for (std::size_t seen = 0; seen < kMostLooked && nodes.next(); ++seen) {
      if (!pattern_->matches(nodes.path())) continue;
      ++count;
      if (places.size() < kMostListedRules) places.push_back(nodes.path());
    }
    Json& told = json_["places"];
    told["count"] = count;
    Json& list = told["list"] = Json(Json::value_t::array);
    for (const Path& path : places) list.push_back(path_to_json(path));
    tell_alongside(places);
    tell_fields(places);
    if (one_.kind == "budget") tell_left(places);
  }

  void tell_alongside(const std::vector<Path>& places) {
    Json& all = json_["alongside"] = Json(Json::value_t::array);
    bool before = true;
    for (const Registration& other : ruleset_.registry().all) {
      if (&other == &one_) before = false;
      if (&other == &one_ || (other.kind != "rule" && other.kind != "budget" && other.kind != "derive"))
        continue;
      const std::optional<Pattern> pattern = pattern_of(other, ruleset_.limits());
      if (!pattern) continue;
      const auto shared =
          std::ranges::count_if(places, [&](const Path& path) { return pattern->covers(path); });
      if (shared == 0 && !(*pattern == *pattern_)) continue;
      Json row(Json::value_t::object);
      row["id"] = other.id;
      row["kind"] = other.kind;
      row["pattern"] = pattern->text();
      row["at"] = gavel::place_of(other);
      row["registered"] = before ? "before" : "behind";
      if (other.kind != "derive") row["asked"] = asked_when(other);
      row["shared"] = shared;
      all.push_back(std::move(row));
    }
  }

  void tell_fields(const std::vector<Path>& places) {
    std::vector<std::pair<const FieldRow*, std::size_t>> rows;
    for (const Path& path : places) {
      const FieldRow* row = ruleset_.guards().fields().writer(path);
      if (row == nullptr) continue;
      const auto found = std::ranges::find_if(rows, [&](const auto& one) { return one.first == row; });
      if (found == rows.end())
        rows.emplace_back(row, 1);
      else
        ++found->second;
    }
    Json& all = json_["fields"] = Json(Json::value_t::array);
    for (const auto& [row, count] : rows) {
      Json told = field_row_json(*row);
      told["places"] = count;
      all.push_back(std::move(told));
    }
  }

  void tell_left(const std::vector<Path>& places) {
    Json& all = json_["left"] = Json(Json::value_t::array);
    for (const Path& path : places) {
      TurnFacts facts;
      facts.turn = "explain";
      facts.settings = scene_.settings;
      facts.campaign = scene_.campaign;
      const Result<PlaceStatus> standing =
          place_status(ruleset_, scene_.sandbox, scene_.document, facts, scene_.now, path);
      if (!standing) continue;
      for (const BudgetStatus& budget : standing->budgets) {
        if (budget.id != one_.id) continue;
        Json row(Json::value_t::object);
        row["path"] = path_to_json(path);
        if (budget.failed) row["failed"] = budget.failed->message;
        if (!budget.window.is_null()) row["window"] = budget.window;
        row["most"] = budget.most;
        row["used"] = budget.used;
        row["left"] = budget.left;
        all.push_back(std::move(row));
      }
    }
  }

  Scene& scene_;
  const Ruleset& ruleset_;
  const Registration& one_;
  std::optional<Pattern> pattern_;
  Json json_ = Json(Json::value_t::object);
};

}  // namespace

Result<const Registration*> find_registration(const Ruleset& ruleset, std::string_view id) {
  const std::vector<Registration>& all = ruleset.registry().all;
  std::vector<const Registration*> same;
  std::vector<std::string_view> ids, names;
  for (const Registration& one : all) {
    if (one.id == id) return &one;
    if (one.name == id) same.push_back(&one);
    ids.push_back(one.id);
    names.push_back(one.name);
  }
  if (same.size() == 1) return same.front();
  const std::string what = "\"" + shortened(printable(id), 80) + "\"";
  if (same.size() > 1) {
    std::string list;
    for (const Registration* one : same) list += (list.empty() ? "" : ", ") + one->id;
    return Error(Code::kUsage, "more than one plugin registers " + what, "one of " + list);
  }
  std::string hint = nearest_hint(id, ids);
  if (hint.empty()) hint = nearest_hint(id, names);
  if (hint.empty()) hint = "gavel docs DIR lists the ids of all";
  return Error(Code::kUsage, ruleset.file().name + " registers no " + what, std::move(hint));
}

Json rule_story(Scene& scene, const Registration& registration) {
  return RuleTelling(scene, registration).run();
}

}  // namespace gavel
