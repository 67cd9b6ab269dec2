// The C API of campaigns: the host, playing, the timeline, looking and proving.
#include "gavel/play.hpp"

#include "c_call.hpp"

namespace gavel::v1 {
namespace {

CampaignsOptions options_of(const gavel_host_options* from) {
  const auto values = sized(from, "options");
  CampaignsOptions options;
  if (values.clock != nullptr)
    options.clock = [clock = values.clock, user = values.user] { return Time{clock(user)}; };
  if (values.listener != nullptr)
    options.listener = [listener = values.listener, user = values.user](const std::string& campaign,
                                                                        const Verdict& verdict) {
      listener(user, campaign.c_str(), verdict.text().c_str());
    };
  options.log = log_given(values.log, values.user, values.log_level);
  if (values.slow_turn_milliseconds != 0) options.slow_turn_milliseconds = values.slow_turn_milliseconds;
  return options;
}

Result<Campaigns> open(const char* file, const gavel_host_options* options) {
  CampaignsOptions values = options_of(options);
  const std::optional<std::string> path = given(file, "file");
  return path ? Campaigns::open(*path, std::move(values)) : Campaigns::in_memory(std::move(values));
}

gavel_turn_request request_given(const gavel_turn_request* request) {
  if (request == nullptr) missing("request");
  return sized(request, "request");
}

TurnRequest turn_of(const gavel_turn_request& from) {
  TurnRequest turn;
  turn.id = given(from.turn, "turn").value_or("");
  turn.actor_id = given(from.actor_id, "actor_id").value_or("");
  turn.user_text = given(from.user_text, "user_text").value_or("");
  turn.model_text = needed(from.model_text, "model_text");
  turn.dialect = given(from.dialect, "dialect").value_or("auto");
  turn.replaces = given(from.replaces, "replaces").value_or("");
  return turn;
}

PromptRequest prompt_of(const gavel_turn_request& from) {
  PromptRequest prompt;
  prompt.user_text = given(from.user_text, "user_text").value_or("");
  prompt.turn = given(from.turn, "turn").value_or("");
  prompt.replaces = given(from.replaces, "replaces").value_or("");
  prompt.language = given(from.language, "language").value_or("");
  prompt.tokens = from.tokens;
  return prompt;
}

PlayRequest play_of(const gavel_turn_request& from) {
  PlayRequest play;
  play.turn = given(from.turn, "turn").value_or("");
  play.actor_id = given(from.actor_id, "actor_id").value_or("");
  play.user_text = given(from.user_text, "user_text").value_or("");
  play.dialect = given(from.dialect, "dialect").value_or("auto");
  play.replaces = given(from.replaces, "replaces").value_or("");
  play.language = given(from.language, "language").value_or("");
  play.tokens = from.tokens;
  return play;
}

Json messages_json(const std::vector<Message>& messages) {
  return Json::array(each_of(messages, [](const Message& one) {
    return Json::object({{"role", Json(one.role)}, {"content", Json(one.content)}});
  }));
}

Result<std::string> ask_model(gavel_model model, void* user, const Ask& ask) {
  const std::string prompt = ask.prompt.json.text();
  const std::string feedback = messages_json(ask.feedback).text();
  gavel_ask shown = GAVEL_INIT(gavel_ask);
  shown.campaign = ask.campaign.c_str();
  shown.turn = ask.turn.c_str();
  shown.attempt = static_cast<std::uint32_t>(ask.attempt);
  shown.prompt = prompt.c_str();
  shown.feedback = feedback.c_str();
  gavel_reply reply;
  if (model(user, &shown, &reply) != GAVEL_OK)
    return error_of(core::Code::kEmbedderFailed, "the model function did not answer GAVEL_OK");
  if (!reply.text)
    return error_of(core::Code::kEmbedderFailed, "the model function gave no reply", "gavel_reply_set");
  return std::move(*reply.text);
}

Json findings_json(const std::vector<Finding>& found) {
  return Json::array(each_of(found, [](const Finding& one) {
    return Json::object({{"branch", Json(one.branch)},
                         {"turn", Json(one.turn)},
                         {"version", Json(static_cast<std::int64_t>(one.version))},
                         {"what", Json(one.what)},
                         {"code", Json(one.code)}});
  }));
}

Result<Json> show(Campaigns& campaigns, const char* campaign, const std::string& what, const char* at) {
  if (what == "campaigns") return campaigns.list();
  const std::string id = needed(campaign, "campaign");
  const std::optional<std::string> turn = given(at, "at");
  if (what == "campaign") return campaigns.show(id);
  if (what == "state") return campaigns.state(id, turn);
  if (what == "turns") return campaigns.turns(id);
  if (what == "timeline") return campaigns.timeline(id);
  if (what == "settings") return campaigns.settings(id);
  if (what == "audit") return campaigns.audit(id);
  if (what != "verdict")
    return wrong_call("there is nothing called \"" + core::shortened(what, 64) + "\" to show",
                      "campaign, state, turns, timeline, verdict, settings, audit or campaigns");
  const Verdict verdict = TRY(campaigns.verdict(id, turn));
  return verdict.json();
}

// What most functions are: something is done to a campaign, and JSON comes of it.
template <typename Work>
gavel_status campaign_call(gavel_host* host, const char* campaign, const Out& out, gavel_error** error,
                           const Work& work) noexcept {
  return json_call(out, error, [&]() -> Result<Json> {
    Campaigns& campaigns = handle(host, "host").campaigns;
    return work(campaigns, needed(campaign, "campaign"));
  });
}

}  // namespace
}  // namespace gavel::v1

namespace api = gavel::v1;

extern "C" {

gavel_host* gavel_host_open(const char* file, const gavel_host_options* options, gavel_error** error) {
  gavel_host* host = nullptr;
  api::answered_call(error, [&]() -> api::Result<void> {
    api::Result<api::Campaigns> campaigns = api::open(file, options);
    if (!campaigns) return campaigns.error();
    host = new gavel_host{std::move(*campaigns)};
    return {};
  });
  return host;
}

void gavel_host_free(gavel_host* host) { delete host; }

gavel_status gavel_create(gavel_host* host, const char* campaign, const gavel_ruleset* rules,
                          const char* fields, char** json, gavel_error** error) {
  return api::campaign_call(host, campaign, api::Out(json, "json"), error,
                            [&](api::Campaigns& campaigns, std::string id) -> api::Result<api::Json> {
                              api::NewCampaign game;
                              game.id = std::move(id);
                              game.rules = api::handle(rules, "rules").rules;
                              const api::Json all = api::json_given(fields, "fields");
                              game.seed = all["seed"].string();
                              auto members = all.members();
                              std::erase_if(members, [](const auto& one) { return one.first == "seed"; });
                              game.fields = all.is_object() ? api::Json::object(members) : all;
                              return campaigns.create(game);
                            });
}

gavel_status gavel_turn(gavel_host* host, const char* campaign, const gavel_turn_request* request,
                        char** verdict, gavel_error** error) {
  const api::Out out(verdict, "verdict");
  return api::answered_call(error, [&]() -> api::Result<void> {
    out.must_be();
    api::Campaigns& campaigns = api::handle(host, "host").campaigns;
    const std::string id = api::needed(campaign, "campaign");
    const auto answer = TRY(campaigns.turn(id, api::turn_of(api::request_given(request))));
    out.set(answer.verdict.text());
    return {};
  });
}

gavel_status gavel_prompt(gavel_host* host, const char* campaign, const gavel_turn_request* request,
                          char** json, gavel_error** error) {
  const api::Out out(json, "json");
  return api::campaign_call(host, campaign, out, error,
                            [&](api::Campaigns& campaigns, const std::string& id) -> api::Result<api::Json> {
                              out.must_be();
                              const auto prompt =
                                  TRY(campaigns.prompt(id, api::prompt_of(api::request_given(request))));
                              return prompt.json;
                            });
}

gavel_status gavel_reply_set(gavel_reply* reply, const char* text, size_t length) {
  if (reply == nullptr || text == nullptr) return GAVEL_FAILED;
  return api::answered_call(nullptr, [&]() -> api::Result<void> {
    reply->text.emplace(text, length);
    return {};
  });
}

gavel_status gavel_play(gavel_host* host, const char* campaign, const gavel_turn_request* request,
                        gavel_model model, void* user, char** verdict, gavel_error** error) {
  const api::Out out(verdict, "verdict");
  return api::answered_call(error, [&]() -> api::Result<void> {
    out.must_be();
    api::Campaigns& campaigns = api::handle(host, "host").campaigns;
    const std::string id = api::needed(campaign, "campaign");
    if (model == nullptr) api::missing("model");
    const auto played = api::play(campaigns, id, api::play_of(api::request_given(request)),
                                  [&](const api::Ask& ask) { return api::ask_model(model, user, ask); });
    if (!played) return played.error();
    out.set(played->answer.verdict.text());
    return {};
  });
}

gavel_status gavel_rollback(gavel_host* host, const char* campaign, const char* turn, char** json,
                            gavel_error** error) {
  return api::campaign_call(host, campaign, api::Out(json, "json"), error,
                            [&](api::Campaigns& campaigns, const std::string& id) {
                              return campaigns.rollback(id, api::needed(turn, "turn"));
                            });
}

gavel_status gavel_undo(gavel_host* host, const char* campaign, char** json, gavel_error** error) {
  return api::campaign_call(
      host, campaign, api::Out(json, "json"), error,
      [&](api::Campaigns& campaigns, const std::string& id) { return campaigns.undo(id); });
}

gavel_status gavel_restore(gavel_host* host, const char* campaign, const char* turn, char** json,
                           gavel_error** error) {
  return api::campaign_call(host, campaign, api::Out(json, "json"), error,
                            [&](api::Campaigns& campaigns, const std::string& id) {
                              return campaigns.restore(id, api::needed(turn, "turn"));
                            });
}

gavel_status gavel_branch(gavel_host* host, const char* campaign, const char* name, const char* turn,
                          char** json, gavel_error** error) {
  return api::campaign_call(host, campaign, api::Out(json, "json"), error,
                            [&](api::Campaigns& campaigns, const std::string& id) {
                              const std::string branch = api::needed(name, "name");
                              const std::optional<std::string> at = api::given(turn, "turn");
                              return campaigns.branch(id, branch, at);
                            });
}

gavel_status gavel_change(gavel_host* host, const char* campaign, const char* fields, char** json,
                          gavel_error** error) {
  return api::campaign_call(host, campaign, api::Out(json, "json"), error,
                            [&](api::Campaigns& campaigns, const std::string& id) {
                              if (fields == nullptr) api::missing("fields");
                              return campaigns.change(id, api::json_given(fields, "fields"));
                            });
}

gavel_status gavel_show(gavel_host* host, const char* campaign, const char* what, const char* at, char** json,
                        gavel_error** error) {
  const api::Out out(json, "json");
  return api::json_call(out, error, [&]() -> api::Result<api::Json> {
    out.must_be();
    api::Campaigns& campaigns = api::handle(host, "host").campaigns;
    return api::show(campaigns, campaign, api::needed(what, "what"), at);
  });
}

gavel_status gavel_verify(gavel_host* host, const char* campaign, int judge_anew, char** findings,
                          gavel_error** error) {
  const api::Out out(findings, "findings");
  return api::campaign_call(host, campaign, out, error,
                            [&](api::Campaigns& campaigns, const std::string& id) -> api::Result<api::Json> {
                              out.must_be();
                              auto found = campaigns.verify(id);
                              if (found && found->empty() && judge_anew != 0) found = campaigns.rebuild(id);
                              if (!found) return found.error();
                              return api::findings_json(*found);
                            });
}

gavel_status gavel_swap(gavel_host* host, const char* campaign, const gavel_ruleset* rules, int dry_run,
                        char** json, gavel_error** error) {
  return api::campaign_call(host, campaign, api::Out(json, "json"), error,
                            [&](api::Campaigns& campaigns, const std::string& id) {
                              api::SwapRequest swap;
                              swap.rules = api::handle(rules, "rules").rules;
                              swap.dry_run = dry_run != 0;
                              return campaigns.swap(id, swap);
                            });
}

gavel_status gavel_export(gavel_host* host, const char* campaign, char** file, gavel_error** error) {
  const api::Out out(file, "file");
  return api::answered_call(error, [&]() -> api::Result<void> {
    out.must_be();
    api::Campaigns& campaigns = api::handle(host, "host").campaigns;
    out.set(TRY(campaigns.take_out(api::needed(campaign, "campaign"))));
    return {};
  });
}

gavel_status gavel_import(gavel_host* host, const char* file, char** campaign, gavel_error** error) {
  const api::Out out(campaign, "campaign");
  return api::answered_call(error, [&]() -> api::Result<void> {
    api::Campaigns& campaigns = api::handle(host, "host").campaigns;
    out.set(TRY(campaigns.bring_in(api::needed(file, "file"))));
    return {};
  });
}

gavel_status gavel_delete(gavel_host* host, const char* campaign, gavel_error** error) {
  return api::answered_call(error, [&]() -> api::Result<void> {
    api::Campaigns& campaigns = api::handle(host, "host").campaigns;
    return campaigns.remove(api::needed(campaign, "campaign"));
  });
}

}  // extern "C"
