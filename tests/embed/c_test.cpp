// The C API, misused in every way that a caller may: each is an error with a code, and nothing else happens.
#include <cstring>
#include <stdexcept>

#include "gavel/gavel.h"

#include "table.hpp"

namespace gavel::v1::embed_tests {

namespace {

// Frees what the API gave.
struct Text {
  char* text = nullptr;
  ~Text() { gavel_text_free(text); }
  char** operator&() { return &text; }
  Json json() const { return must(Json::parse(text)); }
};

struct Failure {
  gavel_error* error = nullptr;
  ~Failure() { gavel_error_free(error); }
  gavel_error** operator&() { return &error; }
  std::string code() const { return error == nullptr ? "none" : error->code; }
};

struct Game {
  gavel_ruleset* rules = nullptr;
  gavel_host* host = nullptr;
  Game() {
    rules = gavel_ruleset_load(kGame, nullptr, nullptr);
    host = gavel_host_open(nullptr, nullptr, nullptr);
    REQUIRE(rules != nullptr);
    REQUIRE(host != nullptr);
    REQUIRE(gavel_create(host, "c", rules, nullptr, nullptr, nullptr) == GAVEL_OK);
  }
  ~Game() {
    gavel_ruleset_free(rules);  // before the host, which keeps what it needs
    gavel_host_free(host);
  }
};

gavel_turn_request request_of(const char* turn, const char* model_text) {
  gavel_turn_request request = GAVEL_INIT(gavel_turn_request);
  request.turn = turn;
  request.user_text = "…";
  request.model_text = model_text;
  return request;
}

}  // namespace

TEST_CASE("C: the version is told, and freeing nothing does nothing") {
  CHECK(std::string(gavel_version()) == version());
  CHECK(gavel_abi_version() == GAVEL_ABI_VERSION);
  gavel_error_free(nullptr);
  gavel_text_free(nullptr);
  gavel_ruleset_free(nullptr);
  gavel_host_free(nullptr);
}

TEST_CASE("C: a NULL where something must stand is an error of every function") {
  Game game;
  Text out;
  const auto refused = [](const auto& call) {
    Failure failure;
    CHECK(call(&failure.error) == GAVEL_FAILED);
    CHECK(failure.code() == "usage");
    REQUIRE(failure.error != nullptr);
    CHECK(std::string(failure.error->message).find("NULL") != std::string::npos);
    CHECK(call(nullptr) == GAVEL_FAILED);  // and nobody need listen
  };
  gavel_host* host = game.host;
  gavel_turn_request request = request_of("t-1", "x");
  gavel_judgement judgement = GAVEL_INIT(gavel_judgement);
  judgement.text = "x";
  refused([&](auto e) { return gavel_ruleset_describe(nullptr, &out, e); });
  refused([&](auto e) { return gavel_ruleset_describe(game.rules, nullptr, e); });
  refused([&](auto e) { return gavel_judge(nullptr, nullptr, nullptr, &out, nullptr, e); });
  refused([&](auto e) { return gavel_judge(nullptr, nullptr, &judgement, nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_convert(nullptr, "auto", "ops", &out, e); });
  refused([&](auto e) { return gavel_convert("x", "auto", nullptr, &out, e); });
  refused([&](auto e) { return gavel_convert("x", "auto", "ops", nullptr, e); });
  refused([&](auto e) { return gavel_find_conflicts(nullptr, "x", "{}", nullptr, &out, e); });
  refused([&](auto e) { return gavel_find_conflicts(game.rules, nullptr, "{}", nullptr, &out, e); });
  refused([&](auto e) { return gavel_find_conflicts(game.rules, "x", nullptr, nullptr, &out, e); });
  refused([&](auto e) { return gavel_create(nullptr, "d", game.rules, nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_create(host, nullptr, game.rules, nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_create(host, "d", nullptr, nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_turn(nullptr, "c", &request, &out, e); });
  refused([&](auto e) { return gavel_turn(host, nullptr, &request, &out, e); });
  refused([&](auto e) { return gavel_turn(host, "c", nullptr, &out, e); });
  refused([&](auto e) { return gavel_turn(host, "c", &request, nullptr, e); });
  refused([&](auto e) { return gavel_prompt(host, "c", nullptr, &out, e); });
  refused([&](auto e) { return gavel_play(host, "c", &request, nullptr, nullptr, &out, e); });
  refused([&](auto e) { return gavel_rollback(host, "c", nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_undo(nullptr, "c", nullptr, e); });
  refused([&](auto e) { return gavel_restore(host, "c", nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_branch(host, "c", nullptr, nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_change(host, "c", nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_show(host, "c", nullptr, nullptr, &out, e); });
  refused([&](auto e) { return gavel_show(host, nullptr, "state", nullptr, &out, e); });
  refused([&](auto e) { return gavel_verify(host, "c", 0, nullptr, e); });
  refused([&](auto e) { return gavel_swap(host, "c", nullptr, 1, nullptr, e); });
  refused([&](auto e) { return gavel_export(host, nullptr, &out, e); });
  refused([&](auto e) { return gavel_import(host, nullptr, &out, e); });
  CHECK(out.text == nullptr);
  CHECK(gavel_reply_set(nullptr, "x", 1) == GAVEL_FAILED);
  Failure failure;
  CHECK(gavel_ruleset_load(nullptr, nullptr, &failure) == nullptr);
  CHECK(failure.code() == "usage");
}

TEST_CASE("C: text that is no UTF-8 and JSON that is none are errors") {
  Game game;
  const char* bad = "a\xff";
  Text out;
  gavel_turn_request request = request_of("t-1", bad);
  const auto code = [](gavel_status status, Failure& failure) {
    return status == GAVEL_OK ? std::string("ok") : failure.code();
  };
  Failure a, b, c, d, e, f;
  CHECK(code(gavel_turn(game.host, "c", &request, &out, &a), a) == "usage");
  CHECK(code(gavel_show(game.host, bad, "state", nullptr, &out, &b), b) == "usage");
  CHECK(code(gavel_create(game.host, "d", game.rules, "{x", nullptr, &c), c) == "parse.malformed");
  CHECK(code(gavel_create(game.host, "d", game.rules, "[1]", nullptr, &d), d) == "usage");
  CHECK(code(gavel_show(game.host, "c", "everything", nullptr, &out, &e), e) == "usage");
  CHECK(code(gavel_show(game.host, "nobody", "state", nullptr, &out, &f), f) == "store.unknown_campaign");
  CHECK(std::string(e.error->hint).find("timeline") != std::string::npos);
  CHECK(must(Json::parse(f.error->json))["code"].string() == "store.unknown_campaign");
  CHECK(gavel_ruleset_load(bad, nullptr, nullptr) == nullptr);
  CHECK(gavel_host_open(bad, nullptr, nullptr) == nullptr);
}

TEST_CASE("C: a struct says its size; one of a later header is taken as far as it is known") {
  Game game;
  Text out, verdict;
  gavel_turn_request request = request_of("t-1", "Nothing.");
  request.size = 0;
  Failure failure;
  CHECK(gavel_turn(game.host, "c", &request, &out, &failure) == GAVEL_FAILED);
  CHECK(failure.code() == "usage");
  struct Later {
    gavel_turn_request known;
    const char* unknown;
  } later = {request_of("t-1", "Nothing."), nullptr};
  later.known.size = sizeof later;
  CHECK(gavel_turn(game.host, "c", &later.known, &verdict, nullptr) == GAVEL_OK);
  later.unknown = "something that it does not know";
  CHECK(gavel_turn(game.host, "c", &later.known, &out, nullptr) == GAVEL_FAILED);
}

TEST_CASE("C: what is wrong with a ruleset stands in the error, problem by problem") {
  Failure failure;
  CHECK(gavel_ruleset_load("/nowhere/at/all", nullptr, &failure) == nullptr);
  CHECK(failure.code() == "plugin.invalid");
  CHECK(must(Json::parse(failure.error->json))["problems"].size() > 0);
  gavel_ruleset* shipped = gavel_ruleset_load("gavel:rulesets/minimal", nullptr, nullptr);
  Text told;
  CHECK(gavel_ruleset_describe(shipped, &told, nullptr) == GAVEL_OK);
  CHECK(told.json()["name"].string() == "minimal");
  gavel_ruleset_free(shipped);
}

TEST_CASE("C: a model function that throws, refuses or says nothing stores nothing") {
  Game game;
  Text out;
  gavel_turn_request request = request_of("t-1", nullptr);
  const gavel_model models[] = {
      [](void*, const gavel_ask*, gavel_reply*) -> gavel_status { throw std::runtime_error("no line"); },
      [](void*, const gavel_ask*, gavel_reply*) { return GAVEL_FAILED; },
      [](void*, const gavel_ask*, gavel_reply*) { return GAVEL_OK; },
      [](void*, const gavel_ask*, gavel_reply* reply) { return gavel_reply_set(reply, nullptr, 3); }};
  for (const gavel_model model : models) {
    Failure failure;
    CHECK(gavel_play(game.host, "c", &request, model, nullptr, &out, &failure) == GAVEL_FAILED);
    CHECK(failure.code() == "embedder.failed");
  }
  Text turns;
  CHECK(gavel_show(game.host, "c", "turns", nullptr, &turns, nullptr) == GAVEL_OK);
  CHECK(std::string(turns.text) == "[]");
}

TEST_CASE("C: a whole evening, and every function that looks at it") {
  Game game;
  const char* lines[] = {kLie, kWalk};
  struct State {
    const char* const* line;
  } state = {lines};
  const gavel_model model = [](void* user, const gavel_ask* ask, gavel_reply* reply) {
    CHECK(std::string(ask->campaign) == "c");
    CHECK(must(Json::parse(ask->prompt))["messages"].size() > 0);
    const char* line = *static_cast<State*>(user)->line++;
    return gavel_reply_set(reply, line, std::strlen(line));
  };
  gavel_turn_request request = request_of("t-1", nullptr);
  Text verdict, prompt, again, found, file, moved, dry, told, described, judged, after, conflicts, converted;
  REQUIRE(gavel_play(game.host, "c", &request, model, &state, &verdict, nullptr) == GAVEL_OK);
  CHECK(verdict.json()["attempt"].integer() == 2);
  CHECK(gavel_prompt(game.host, "c", &request, &prompt, nullptr) == GAVEL_OK);
  CHECK(gavel_rollback(game.host, "c", "", nullptr, nullptr) == GAVEL_OK);
  CHECK(gavel_undo(game.host, "c", &again, nullptr) == GAVEL_OK);
  CHECK(again.json().at("head.turn").string() == "t-1");
  CHECK(gavel_branch(game.host, "c", "other", "t-1", nullptr, nullptr) == GAVEL_OK);
  CHECK(gavel_restore(game.host, "c", "t-1", nullptr, nullptr) == GAVEL_OK);
  CHECK(gavel_change(game.host, "c", R"({"title": "Evening"})", nullptr, nullptr) == GAVEL_OK);
  CHECK(gavel_verify(game.host, "c", 1, &found, nullptr) == GAVEL_OK);
  CHECK(std::string(found.text) == "[]");
  for (const char* what :
       {"campaign", "state", "turns", "timeline", "verdict", "settings", "audit", "campaigns"}) {
    Text shown;
    CHECK(gavel_show(game.host, "c", what, nullptr, &shown, nullptr) == GAVEL_OK);
    CHECK(shown.json().size() > 0);
  }
  CHECK(gavel_export(game.host, "c", &file, nullptr) == GAVEL_OK);
  gavel_host* other = gavel_host_open(nullptr, nullptr, nullptr);
  CHECK(gavel_import(other, file.text, &moved, nullptr) == GAVEL_OK);
  CHECK(std::string(moved.text) == "c");
  gavel_host_free(other);
  CHECK(gavel_swap(game.host, "c", game.rules, 1, &dry, nullptr) == GAVEL_OK);
  gavel_judgement judgement = GAVEL_INIT(gavel_judgement);
  judgement.text = kWalk;
  CHECK(gavel_judge(game.rules, nullptr, &judgement, &judged, &after, nullptr) == GAVEL_OK);
  CHECK(after.json().at("data.characters.kim.location").string() == "street");
  judgement.text = kJoke;
  Text later, document;
  CHECK(gavel_judge(game.rules, after.text, &judgement, &later, &document, nullptr) == GAVEL_OK);
  CHECK(document.json().at("data.story.favour.maud").integer() == 5);
  CHECK(gavel_find_conflicts(game.rules, kLie, must(Json::parse(after.text))["data"].text().c_str(), "[]",
                             &conflicts, nullptr) == GAVEL_OK);
  CHECK(conflicts.json().size() == 1);
  CHECK(gavel_convert("_.set('a', 1);", nullptr, "ops", &converted, nullptr) == GAVEL_OK);
}

}  // namespace gavel::v1::embed_tests
