#include "explain/path_story.hpp"

#include <algorithm>

#include "command/host_keys.hpp"
#include "rules/place_status.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostListed = 50;

Json member_of(const Registration& one, const char* name) {
  const Json* value = one.spec.is_object() ? member(one.spec, name) : nullptr;
  return value == nullptr ? Json() : *value;
}

class Telling {
 public:
  Telling(Scene& scene, Path path, Actor actor)
      : scene_(scene), ruleset_(scene.ruleset), path_(std::move(path)), actor_(actor) {}

  Result<Json> run() {
    tell_value();
    tell_fields();
    tell_registrations();
    TRY(tell_standing());
    tell_tools();
    tell_protection();
    tell_mounts();
    tell_prompt();
    return std::move(json_);
  }

 private:
  const FieldTable& fields() const { return ruleset_.guards().fields(); }

  void tell_value() {
    const Place place = resolve(scene_.document.data(), path_, ruleset_.file().described_pairs);
    json_["path"] = path_to_json(path_);
    json_["exists"] = place.node != nullptr;
    if (place.node != nullptr) {
      json_["type"] = std::string(type_name(*place.node));
      json_["value"] = *place.node;
    } else if (const std::optional<Path> near = nearest_path(scene_.document.data(), path_)) {
      json_["nearest"] = path_to_json(*near);
    }
    json_["described"] = place.described;
    for (const Pattern& pattern : ruleset_.file().described_pairs)
      if (pattern.covers(path_)) json_["described_pairs"] = pattern.text();
    Json& actor = json_["actor"];
    actor["name"] = std::string(actor_name(actor_));
    actor["may_write"] = fields().write_denied(path_, actor_) == nullptr;
    actor["may_read"] = fields().read_denied(path_, actor_) == nullptr;
  }

  // The row that decides a column, and those that speak for the place too and lose, each with the reason.
  Json column(const FieldRow* wins, bool writes) const {
    Json json(Json::value_t::object);
    if (wins == nullptr) return json;
    json["decides"] = field_row_json(*wins);
    Json& lost = json["lost"] = Json(Json::value_t::array);
    for (const FieldRow& row : fields().rows()) {
      if (&row == wins || !(writes ? row.writers : row.readers) || !row.pattern.covers(path_)) continue;
      Json one = field_row_json(row);
      one["precedence"] = precedence_json(wins->pattern, row.pattern);
      lost.push_back(std::move(one));
    }
    return json;
  }

  void tell_fields() {
    Json& told = json_["fields"];
    told["write"] = column(fields().writer(path_), true);
    told["read"] = column(fields().reader(path_), false);
    Json& values = told["values"] = Json(Json::value_t::array);
    for (const FieldRow* row : fields().value_rows(path_)) values.push_back(field_row_json(*row));
  }

  Json registration(const Registration& one, const Pattern& pattern) const {
    Json json(Json::value_t::object);
    json["id"] = one.id;
    json["at"] = place_of(one);
    json["pattern"] = pattern.text();
    for (const char* name : {"mode", "counts", "over", "actors", "summary"})
      if (Json value = member_of(one, name); !value.is_null()) json[name] = std::move(value);
    return json;
  }

  void tell_registrations() {
    for (const char* list : {"rules", "budgets", "derived_by", "automations"})
      json_[list] = Json(Json::value_t::array);
    for (const Registration& one : ruleset_.registry().all) {
      for (const Awaited& awaited : awaited_by(one, ruleset_.limits())) {
        if (!awaited.pattern || !awaited.pattern->covers(path_)) continue;
        Json row(Json::value_t::object);
        row["id"] = one.id;
        row["on"] = awaited.on;
        row["at"] = place_of(one);
        json_["automations"].push_back(std::move(row));
      }
      const std::optional<Pattern> pattern = pattern_of(one, ruleset_.limits());
      if (!pattern || !pattern->covers(path_)) continue;
      const char* list = one.kind == "rule"     ? "rules"
                         : one.kind == "budget" ? "budgets"
                         : one.kind == "derive" ? "derived_by"
                                                : nullptr;
      if (list != nullptr) json_[list].push_back(registration(one, *pattern));
    }
  }

  Result<void> tell_standing() {
    TurnFacts facts;
    facts.turn = "explain";
    facts.settings = scene_.settings;
    facts.campaign = scene_.campaign;
    PlaceStatus standing =
        TRY(place_status(ruleset_, scene_.sandbox, scene_.document, std::move(facts), scene_.now, path_));
    for (const BudgetStatus& one : standing.budgets) tell_budget(one);
    Json& readers = json_["read_by"] = Json(Json::value_t::array);
    for (const DeriveStatus& one : standing.derives) {
      if (path_.view().starts_with(one.target)) tell_derived(one);
      const bool reads = std::ranges::any_of(one.reads, [&](const Path& read) {
        return path_.view().starts_with(read) || read.view().starts_with(path_);
      });
      if (!reads || readers.size() >= kMostListed) continue;
      Json row(Json::value_t::object);
      row["id"] = one.id;
      row["at"] = one.at;
      row["path"] = path_to_json(one.target);
      readers.push_back(std::move(row));
    }
    return {};
  }

  void tell_budget(const BudgetStatus& one) {
    for (Json& row : array_of(json_["budgets"])) {
      if (*member(row, "id") != Json(one.id)) continue;
      if (one.failed) row["failed"] = one.failed->message;
      if (one.failed) continue;
      if (!one.window.is_null()) row["window"] = one.window;
      row["most"] = one.most;
      row["used"] = one.used;
      row["left"] = one.left;
    }
  }

  void tell_derived(const DeriveStatus& one) {
    for (Json& row : array_of(json_["derived_by"])) {
      if (*member(row, "id") != Json(one.id)) continue;
      Json& reads = row["reads"] = Json(Json::value_t::array);
      for (const Path& path : one.reads) reads.push_back(path_to_json(path));
      if (one.value) row["value"] = *one.value;
      if (!one.failed.empty()) row["failed"] = one.failed;
    }
  }

  // The registration that a line of a file belongs to: the last one that begins at it or above.
  const Registration* owner_of(const std::string& file, std::size_t line) const {
    const Registration* owner = nullptr;
    for (const Registration& one : ruleset_.registry().all)
      if (one.file == file && one.line <= line && (owner == nullptr || one.line >= owner->line)) owner = &one;
    return owner;
  }

  // Texts in the plugins' sources that name the place: the whole path, or its last two keys behind a dot, as
  // where a path is put together.
  void tell_tools() {
    std::vector<std::string> wanted{"\"" + to_dotted(path_) + "\""};
    std::vector<std::string> keys;
    for (const Segment segment : path_)
      if (!segment.is_index) keys.emplace_back(segment.key);
    if (keys.size() > 2) wanted.push_back("." + keys[keys.size() - 2] + "." + keys.back() + "\"");
    Json& all = json_["mentioned_by"] = Json(Json::value_t::array);
    for (const Pack& pack : ruleset_.packs())
      for (const PackFile& file : pack.files) look_for(wanted, pack.folder + "/" + file.name, file.text, all);
  }

  void look_for(const std::vector<std::string>& wanted, const std::string& file, const std::string& text,
                Json& all) const {
    std::size_t line = 0;
    for (std::size_t at = 0; at < text.size() && all.size() < kMostListed;) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::string_view one = std::string_view(text).substr(at, end - at);
      at = end + 1;
      ++line;
      const bool says = std::ranges::any_of(wanted, [one](const std::string& text_of_it) {
        return one.find(text_of_it) != std::string_view::npos;
      });
      const Registration* owner = says ? owner_of(file, line) : nullptr;
      if (owner == nullptr) continue;
      Json row(Json::value_t::object);
      row["id"] = owner->id;
      row["kind"] = owner->kind;
      row["at"] = file + ":" + std::to_string(line);
      all.push_back(std::move(row));
    }
  }

  // The node above, or the place itself, that is protected.
  void tell_protection() {
    for (PathView at = path_;; at = at.parent()) {
      const Json* node = scene_.document.find(at);
      if (node != nullptr && is_protected(*node)) json_["protected"] = path_to_json(at);
      if (at.empty() || json_.contains("protected")) return;
    }
  }

  void tell_mounts() {
    Json& all = json_["mounts"] = Json(Json::value_t::array);
    const RulesetFile& file = ruleset_.file();
    const std::string dotted = to_dotted(path_);
    const auto add = [&](const char* dialect, const std::string& from, const std::string& to,
                         const char* says) {
      const bool inside =
          to.empty() || dotted == to || dotted.starts_with(to + ".") || dotted.starts_with(to + "[");
      if (!inside) return;
      std::string rest = dotted.substr(to.size());
      if (rest.starts_with('.')) rest.erase(0, 1);
      Json row(Json::value_t::object);
      row["dialect"] = dialect;
      row["path"] = from + (from.empty() || rest.empty() || rest.starts_with('[') ? "" : ".") + rest;
      if (says != nullptr) row["says"] = says;
      all.push_back(std::move(row));
    };
    for (const Mount& mount : file.tavern_mounts) add("tavern", mount.from, mount.to, nullptr);
    if (file.tavern_mounts.empty()) add("tavern", "", "", nullptr);
    add("memory", "", file.memory_status, "set_status");
    add("memory", "", file.memory_attribute, "set_attribute");
    add("memory", "", file.memory_memory, "memory");
  }

  void tell_prompt() {
    Json& told = json_["prompt"];
    const PromptSection& section = ruleset_.file().prompt;
    const auto speaks = [&](const std::vector<Pattern>& patterns) {
      return std::ranges::find_if(patterns, [&](const Pattern& one) { return one.covers(path_); });
    };
    told["shown"] = true;
    if (const FieldRow* row = fields().read_denied(path_, Actor::kModel)) {
      told["shown"] = false;
      told["why"] = "the model may not read it";
      told["by"] = field_row_json(*row);
    } else if (const auto out = speaks(section.leave_out); out != section.leave_out.end()) {
      told["shown"] = false;
      told["why"] = "prompt.leave_out: " + out->text();
    } else if (!section.state.empty()) {
      const auto shown = speaks(section.state);
      told["shown"] = shown != section.state.end();
      told["why"] = shown == section.state.end() ? "prompt.state names other places only"
                                                 : "prompt.state: " + shown->text();
    }
  }

  Scene& scene_;
  const Ruleset& ruleset_;
  const Path path_;
  const Actor actor_;
  Json json_ = Json(Json::value_t::object);
};

}  // namespace

Result<Json> path_story(Scene& scene, std::string_view path, Actor actor) {
  const PathText text = TRY(PathText::parse(path, scene.ruleset.limits()));
  return Telling(scene, text.resolve(scene.document.data()), actor).run();
}

}  // namespace gavel
