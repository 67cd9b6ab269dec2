#include "gavel/campaigns.hpp"

#include <chrono>

#include "state/json_writer.hpp"
#include "store/memory_store.hpp"
#include "store/sqlite_store.hpp"

#include "campaigns_impl.hpp"
#include "verdict_impl.hpp"

namespace gavel::v1 {
namespace {

Result<void> check_options(const CampaignsOptions& options) {
  if (!options.clock) return wrong_call("there is no clock", "gavel::machine_clock, or one of your own");
  if (Result<void> whole = options.global_settings.check(); !whole) return whole;
  if (!options.global_settings.is_null() && !options.global_settings.is_object())
    return wrong_call("global_settings is no object");
  return {};
}

core::CampaignsOptions core_options(const CampaignsOptions& given) {
  core::CampaignsOptions options;
  options.limits = LimitsAccess::of(given.limits);
  options.log = log_of(given.log);
  options.slow_turn_milliseconds = given.slow_turn_milliseconds;
  options.stopwatch = [] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
  };
  if (given.global_settings.is_object()) options.global_settings = JsonAccess::given(given.global_settings);
  return options;
}

core::Result<core::NewGame> game_of(const NewCampaign& given, core::Time now) {
  core::NewGame game;
  game.id = given.id;
  game.image = RulesetAccess::of(*given.rules).image;
  game.seed = given.seed.empty() ? given.id : given.seed;
  game.fields =
      given.fields.is_null() ? core::Json(core::Json::value_t::object) : JsonAccess::given(given.fields);
  if (!game.fields.is_object())
    return core::Error(core::Code::kUsage, "the fields are no object", "such as {\"title\": \"Evening\"}");
  if (!given.title.empty()) game.fields["title"] = core::as_utf8(given.title);
  if (!given.document.is_null()) game.state = JsonAccess::given(given.document);
  game.schemas = given.schemas;
  game.now = now;
  return game;
}

core::TurnInput input_of(const TurnRequest& given, core::Time now) {
  core::TurnInput input;
  input.turn = given.id;
  input.actor_id = given.actor_id;
  input.parts = core::parts_of(given.user_text, given.model_text,
                               given.actor == Actor::kOperator ? core::Actor::kOperator : core::Actor::kModel,
                               given.dialect);
  input.replaces = given.replaces;
  input.summary = JsonAccess::given(given.summary);
  input.now = now;
  return input;
}

Result<void> check_turn(const TurnRequest& given) {
  if (given.actor != Actor::kModel && given.actor != Actor::kOperator)
    return wrong_call("a turn's model_text is the model's or the operator's",
                      "what a player says is user_text");
  return check_dialect(given.dialect);
}

Prompt public_prompt(const core::Prompt& made) {
  Prompt prompt;
  prompt.messages = each_of(made.messages, [](const core::PromptMessage& one) {
    return Message{one.role, one.content};
  });
  prompt.tokens = made.tokens;
  prompt.budget = made.budget;
  prompt.json = JsonAccess::made(core::prompt_json(made, true));
  return prompt;
}

}  // namespace

Result<Verdict> public_verdict(core::Result<core::TurnAnswer> taken) {
  if (!taken) return public_error(taken.error());
  core::Result<core::Json> tree = taken->json();
  if (!tree) return public_error(tree.error());
  return Verdict::Impl::of(std::move(taken->verdict), std::move(*tree));
}

core::Result<std::string> Campaigns::Impl::turn_id(std::string_view campaign, const std::string& given) {
  if (!given.empty()) return given;
  return campaigns.next_turn_id(campaign);
}

// Between the question for the next free id and the turn, another thread may take that id. Every round that
// fails so is a turn that somebody else has taken.
core::Result<core::TurnAnswer> Campaigns::Impl::take_turn(std::string_view campaign, core::TurnInput input) {
  if (!input.turn.empty()) return campaigns.turn(campaign, input);
  for (;;) {
    core::Result<std::string> id = campaigns.next_turn_id(campaign);
    if (!id) return std::move(id).error();
    const bool again = *id == input.turn;
    input.turn = *std::move(id);
    core::Result<core::TurnAnswer> taken = campaigns.turn(campaign, input);
    const bool lost = taken ? taken->repeated && taken->decision == core::Decision::kAccepted
                            : taken.error().code == core::Code::kTurnConflict;
    if (!lost || again) return taken;
  }
}

Answer Campaigns::Impl::answer_of(std::string_view campaign, const core::TurnAnswer& taken,
                                  Verdict verdict) const {
  Answer answer{std::move(verdict), taken.repeated, std::nullopt};
  if (taken.repeated || taken.decision != core::Decision::kAccepted || !options.listener) return answer;
  try {
    asked("the listener", [&] { options.listener(std::string(campaign), answer.verdict); });
  } catch (const CallRefused& thrown) {
    answer.listener_failed = thrown.error;
  }
  return answer;
}

Campaigns::Campaigns(std::unique_ptr<Impl> inside) noexcept : impl_(std::move(inside)) {}
Campaigns::Campaigns(Campaigns&& other) noexcept = default;
Campaigns& Campaigns::operator=(Campaigns&& other) noexcept = default;
Campaigns::~Campaigns() = default;

Result<Campaigns> Campaigns::open(const std::string& file, CampaignsOptions options) noexcept {
  return guarded([&]() -> Result<Campaigns> {
    if (Result<void> good = check_options(options); !good) return good.error();
    core::CampaignsOptions inner = core_options(options);
    core::SqliteOptions file_options;
    file_options.log = inner.log;
    core::Result<std::unique_ptr<core::Store>> store = core::open_sqlite_store(file, file_options);
    if (!store) return public_error(store.error());
    return Campaigns(std::make_unique<Impl>(std::move(*store), std::move(inner), std::move(options)));
  });
}

Result<Campaigns> Campaigns::in_memory(CampaignsOptions options) noexcept {
  return guarded([&]() -> Result<Campaigns> {
    if (Result<void> good = check_options(options); !good) return good.error();
    core::CampaignsOptions inner = core_options(options);
    return Campaigns(std::make_unique<Impl>(core::open_memory_store(), std::move(inner), std::move(options)));
  });
}

Result<Json> Campaigns::create(const NewCampaign& campaign) noexcept {
  return on(impl_.get(), [&](Impl& inside) -> Result<Json> {
    if (!campaign.rules) return wrong_call("a campaign needs `rules`", "gavel::Ruleset::load(folder)");
    const core::Result<core::NewGame> game = game_of(campaign, inside.now());
    if (!game) return public_error(game.error());
    return public_json(inside.campaigns.create(*game));
  });
}

Result<Answer> Campaigns::turn(std::string_view campaign, const TurnRequest& given) noexcept {
  return on(impl_.get(), [&](Impl& inside) -> Result<Answer> {
    if (Result<void> good = check_turn(given); !good) return good.error();
    const core::Result<core::TurnAnswer> taken = inside.take_turn(campaign, input_of(given, inside.now()));
    Verdict verdict = TRY(public_verdict(taken));
    return inside.answer_of(campaign, *taken, std::move(verdict));
  });
}

Result<Prompt> Campaigns::prompt(std::string_view campaign, const PromptRequest& given) noexcept {
  return on(impl_.get(), [&](Impl& inside) -> Result<Prompt> {
    const core::PromptRequest request{given.user_text, given.turn, given.replaces, given.language,
                                      given.tokens};
    const core::Result<core::Prompt> prompt = inside.campaigns.prompt(campaign, request);
    if (!prompt) return public_error(prompt.error());
    return public_prompt(*prompt);
  });
}

Result<std::string> Campaigns::next_turn_id(std::string_view campaign) noexcept {
  return on(impl_.get(), [&](Impl& inside) -> Result<std::string> {
    core::Result<std::string> id = inside.campaigns.next_turn_id(campaign);
    if (!id) return public_error(id.error());
    return std::move(*id);
  });
}

Result<Json> Campaigns::change(std::string_view campaign, const Json& fields) noexcept {
  return on(impl_.get(), [&](Impl& inside) {
    return public_json(inside.campaigns.change(campaign, JsonAccess::given(fields), inside.now()));
  });
}

}  // namespace gavel::v1
