// The C API of rulesets, and of what can be done without a store.
#include "gavel/texts.hpp"
#include "ruleset/loading.hpp"

#include "c_call.hpp"

namespace gavel::v1 {
namespace {

constexpr std::string_view kShipped = "gavel:";

std::vector<std::string> texts_of(const char* const* list, const char* name) {
  std::vector<std::string> all;
  for (; list != nullptr && *list != nullptr; ++list) all.push_back(needed(*list, name));
  return all;
}

// The problems go into the error, too.
Result<Ruleset> load(const char* folder, const gavel_ruleset_options* given_options,
                     std::vector<Problem>& problems) {
  const auto from = sized(given_options, "options");
  std::string path = needed(folder, "folder");
  if (path.starts_with(kShipped)) path = shipped(path.substr(kShipped.size()));
  RulesetOptions options;
  options.plugin_dirs = texts_of(from.plugin_dirs, "plugin_dirs");
  options.schema_dirs = texts_of(from.schema_dirs, "schema_dirs");
  options.log = log_given(from.log, from.user, from.log_level);
  return Ruleset::load(path, options, &problems);
}

Json description(const Ruleset& rules) {
  const Result<Json> tools = rules.tools("openai");
  return Json::object(
      {{"name", Json(rules.name())},
       {"version", Json(rules.version())},
       {"title", Json::object({{"en", Json(rules.title("en"))}, {"zh", Json(rules.title("zh"))}})},
       {"language", Json(rules.language())},
       {"settings", rules.settings()},
       {"tools", tools ? *tools : Json()},
       {"initial_state", rules.initial_state()}});
}

Actor actor_given(const char* text) {
  const std::string name = given(text, "actor").value_or("model");
  if (name == "model") return Actor::kModel;
  if (name == "player") return Actor::kPlayer;
  if (name == "operator") return Actor::kOperator;
  throw CallRefused{
      wrong_call("actor is model, player or operator, not \"" + core::shortened(name, 64) + "\"")};
}

Judgement judgement_of(const gavel_judgement* from) {
  if (from == nullptr) missing("judgement");
  const auto values = sized(from, "judgement");
  Judgement out;
  out.text = needed(values.text, "text");
  out.user_text = given(values.user_text, "user_text").value_or("");
  out.dialect = given(values.dialect, "dialect").value_or("auto");
  out.actor = actor_given(values.actor);
  out.turn = given(values.turn, "turn").value_or("t-1");
  out.attempt = values.attempt == 0 ? 1 : values.attempt;
  out.seed = given(values.seed, "seed").value_or("0");
  out.now = {values.now_ms};
  return out;
}

Result<Document> document_given(const char* text, const Ruleset* rules) {
  if (text != nullptr) return Document::of_json(json_given(text, "document"));
  return rules == nullptr ? Document() : Document::of_state(rules->initial_state());
}

Json notes_json(const std::vector<Note>& notes) {
  return Json::array(each_of(notes, [](const Note& one) {
    return Json::object({{"code", Json(one.code)},
                         {"message", Json(one.message)},
                         {"hint", Json(one.hint)},
                         {"span", Json::array({Json(static_cast<std::int64_t>(one.begin)),
                                               Json(static_cast<std::int64_t>(one.end))})}});
  }));
}

std::vector<ToolCall> calls_of(const Json& json) {
  if (!json.is_null() && !json.is_array())
    throw CallRefused{wrong_call("applied is not an array", R"([{"tool": "…", "args": {…}}])")};
  return each_of(json.elements(), [](const Json& one) {
    if (!one["tool"].is_string())
      throw CallRefused{wrong_call("a call in applied has no \"tool\"", R"([{"tool": "…", "args": {…}}])")};
    return ToolCall{one["tool"].string(), one["args"]};
  });
}

Result<Json> conflicts_json(const Result<std::vector<Conflict>>& found) {
  if (!found) return found.error();
  return Json::array(each_of(*found, [](const Conflict& one) {
    return Json::object({{"kind", Json(one.kind)},
                         {"subject", Json(one.subject)},
                         {"claimed", one.claimed},
                         {"actual", one.actual},
                         {"why", Json(one.why)}});
  }));
}

}  // namespace
}  // namespace gavel::v1

namespace api = gavel::v1;

extern "C" {

gavel_ruleset* gavel_ruleset_load(const char* folder, const gavel_ruleset_options* options,
                                  gavel_error** error) {
  if (error != nullptr) *error = nullptr;
  std::vector<api::Problem> problems;
  const auto loaded = api::guarded([&]() -> api::Result<gavel_ruleset*> {
    api::Result<api::Ruleset> rules = api::load(folder, options, problems);
    if (!rules) return rules.error();
    return new gavel_ruleset{std::move(*rules)};
  });
  if (loaded) return *loaded;
  if (error != nullptr) *error = api::c_error(loaded.error(), problems);
  return nullptr;
}

gavel_status gavel_ruleset_describe(const gavel_ruleset* rules, char** json, gavel_error** error) {
  const api::Out out(json, "json");
  return api::json_call(out, error, [&]() -> api::Result<api::Json> {
    out.must_be();
    return api::description(api::handle(rules, "rules").rules);
  });
}

void gavel_ruleset_free(gavel_ruleset* rules) { delete rules; }

gavel_status gavel_judge(const gavel_ruleset* rules, const char* document, const gavel_judgement* judgement,
                         char** verdict, char** after, gavel_error** error) {
  const api::Out told(verdict, "verdict");
  const api::Out left(after, "after");
  const gavel_status status = api::answered_call(error, [&]() -> api::Result<void> {
    told.must_be();
    const api::Ruleset* game = rules == nullptr ? nullptr : &rules->rules;
    const api::Judgement input = api::judgement_of(judgement);
    api::Result<api::Document> loaded = api::document_given(document, game);
    if (!loaded) return loaded.error();
    const api::Result<api::Verdict> judged = api::judge(*loaded, input, game);
    if (!judged) return judged.error();
    const std::string state = loaded->json().text();
    told.set(judged->text());
    left.set(state);
    return {};
  });
  if (status != GAVEL_OK) {  // of the two texts only one may have found room
    told.clear();
    left.clear();
  }
  return status;
}

gavel_status gavel_convert(const char* text, const char* from, const char* to, char** json,
                           gavel_error** error) {
  const api::Out out(json, "json");
  return api::json_call(out, error, [&]() -> api::Result<api::Json> {
    out.must_be();
    const auto done = TRY(api::convert(api::needed(text, "text"), api::given(from, "from").value_or("auto"),
                                       api::needed(to, "to")));
    return api::Json::object({{"text", api::Json(done.text)},
                              {"commands", api::Json(static_cast<std::int64_t>(done.commands))},
                              {"left", api::notes_json(done.left)},
                              {"notes", api::notes_json(done.notes)}});
  });
}

gavel_status gavel_find_conflicts(const gavel_ruleset* rules, const char* narration, const char* state,
                                  const char* applied, char** json, gavel_error** error) {
  const api::Out out(json, "json");
  return api::json_call(out, error, [&]() -> api::Result<api::Json> {
    out.must_be();
    const api::Ruleset& game = api::handle(rules, "rules").rules;
    const std::string told = api::needed(narration, "narration");
    if (state == nullptr) api::missing("state");
    return api::conflicts_json(api::find_conflicts(game, told, api::json_given(state, "state"),
                                                   api::calls_of(api::json_given(applied, "applied"))));
  });
}

}  // extern "C"
