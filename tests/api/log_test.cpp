// What the library notices, told to a function of the embedder's, in C++ and in C.
#include <mutex>
#include <stdexcept>
#include <vector>

#include "../unit/support/scratch.hpp"
#include "gavel/gavel.h"

#include "table.hpp"

namespace gavel::v1::embed_tests {

using gavel::testing::Scratch;

namespace {

// Events as texts, from any thread.
struct Heard {
  std::mutex mutex;
  std::vector<std::string> events;

  void add(const std::string& event) {
    const std::lock_guard<std::mutex> lock(mutex);
    events.push_back(event);
  }
  bool has(const std::string& name) const {
    return std::any_of(events.begin(), events.end(),
                       [&name](const std::string& one) { return one.starts_with(name); });
  }
};

LogOptions to(Heard& heard, LogLevel least) {
  return {[&heard](const LogEvent& event) { heard.add(event.name + " " + event.fields.text()); }, least};
}

NewCampaign new_campaign(Ruleset rules) {
  NewCampaign fresh;
  fresh.id = "c";
  fresh.rules = std::move(rules);
  return fresh;
}

}  // namespace

TEST_CASE(
    "a log function receives events of rulesets and stores, and nothing that a player or a model wrote") {
  const Scratch scratch;
  const std::string file = scratch.path("games.db");
  Heard heard;
  {
    RulesetOptions loading;
    loading.log = to(heard, LogLevel::kDebug);
    CampaignsOptions options;
    options.clock = ticking();
    options.log = to(heard, LogLevel::kDebug);
    options.slow_turn_milliseconds = 0;  // every turn is slow
    Campaigns campaigns = must(Campaigns::open(file, options));
    must(campaigns.create(new_campaign(must(Ruleset::load(kGame, loading)))));
    TurnRequest request;
    request.id = "t-1";
    request.user_text = "Tell me about the lighthouse.";
    request.model_text = kJoke;
    must(campaigns.turn("c", request));
  }
  for (const char* name : {"store.migrated", "store.opened", "plugin.loaded", "ruleset.loaded", "turn.slow"})
    CHECK_MESSAGE(heard.has(name), name);
  CHECK(heard.events.back() == "store.closed {\"file\":\"" + file + "\"}");
  for (const std::string& event : heard.events) {
    CHECK(event.find("lighthouse") == std::string::npos);
    CHECK(event.find("Maud laughs") == std::string::npos);
  }
}

TEST_CASE("a log function receives its level and above only, and an exception from it breaks nothing") {
  Heard heard;
  CampaignsOptions options;
  options.log = to(heard, LogLevel::kWarn);
  table(options);
  CHECK(heard.events.empty());
  int thrown = 0;
  options.log.least = LogLevel::kTrace;
  options.log.sink = [&thrown](const LogEvent&) {
    ++thrown;
    throw std::runtime_error("no");
  };
  Campaigns campaigns = table(options);
  TurnRequest request;
  request.id = "t-1";
  request.model_text = kJoke;
  CHECK(must(campaigns.turn("c", request)).verdict.accepted());
  CHECK(thrown > 0);
}

TEST_CASE("C: a log function receives events of rulesets and stores, with level, name and fields") {
  const Scratch scratch;
  Heard heard;
  const gavel_log log = [](void* user, gavel_log_level level, const char* event, const char* fields) {
    CHECK(must(Json::parse(fields)).is_object());
    static_cast<Heard*>(user)->add(std::string(event) + " " + std::to_string(level));
  };
  gavel_ruleset_options loading = GAVEL_INIT(gavel_ruleset_options);
  loading.user = &heard;
  loading.log = log;
  gavel_ruleset* rules = gavel_ruleset_load(kGame, &loading, nullptr);
  REQUIRE(rules != nullptr);
  CHECK(heard.events == std::vector<std::string>{"ruleset.loaded " + std::to_string(GAVEL_LOG_INFO)});
  gavel_host_options options = GAVEL_INIT(gavel_host_options);
  options.user = &heard;
  options.log = log;
  options.log_level = GAVEL_LOG_WARN;
  gavel_host_free(gavel_host_open(scratch.path("a.db").c_str(), &options, nullptr));
  CHECK(heard.events.size() == 1);
  options.log_level = GAVEL_LOG_DEFAULT;
  gavel_host_free(gavel_host_open(scratch.path("a.db").c_str(), &options, nullptr));
  CHECK(heard.has("store.opened " + std::to_string(GAVEL_LOG_INFO)));
  CHECK(heard.has("store.closed"));
  options.log_level = static_cast<gavel_log_level>(7);
  gavel_error* error = nullptr;
  CHECK(gavel_host_open(nullptr, &options, &error) == nullptr);
  REQUIRE(error != nullptr);
  CHECK(std::string(error->code) == "usage");
  gavel_error_free(error);
  gavel_ruleset_free(rules);
}

}  // namespace gavel::v1::embed_tests
