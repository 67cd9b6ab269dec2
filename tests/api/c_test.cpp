// The C API, misused in every way that a caller may: each is an error with a code, and nothing else happens.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "../unit/support/scratch.hpp"
#include "gavel/gavel.h"

#include "table.hpp"

namespace gavel::v1::embed_tests {

using gavel::testing::Scratch;

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

std::string read_whole(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

gavel_turn_request request_of(const char* turn, const char* model_text) {
  gavel_turn_request request = GAVEL_INIT(gavel_turn_request);
  request.turn = turn;
  request.user_text = "…";
  request.model_text = model_text;
  return request;
}

}  // namespace

TEST_CASE("C: the version is reported, and freeing NULL does nothing") {
  CHECK(std::string(gavel_version()) == version());
  CHECK(gavel_abi_version() == GAVEL_ABI_VERSION);
  gavel_error_free(nullptr);
  gavel_text_free(nullptr);
  gavel_ruleset_free(nullptr);
  gavel_host_free(nullptr);
}

TEST_CASE("C: a NULL where a value is required is an error of every function") {
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
  // And where every other thing must stand.
  const gavel_model silent = [](void*, const gavel_ask*, gavel_reply*) { return GAVEL_FAILED; };
  refused([&](auto e) { return gavel_find_conflicts(game.rules, "x", "{}", nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_prompt(nullptr, "c", &request, &out, e); });
  refused([&](auto e) { return gavel_prompt(host, nullptr, &request, &out, e); });
  refused([&](auto e) { return gavel_prompt(host, "c", &request, nullptr, e); });
  refused([&](auto e) { return gavel_play(nullptr, "c", &request, silent, nullptr, &out, e); });
  refused([&](auto e) { return gavel_play(host, nullptr, &request, silent, nullptr, &out, e); });
  refused([&](auto e) { return gavel_play(host, "c", nullptr, silent, nullptr, &out, e); });
  refused([&](auto e) { return gavel_play(host, "c", &request, silent, nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_rollback(nullptr, "c", "", nullptr, e); });
  refused([&](auto e) { return gavel_rollback(host, nullptr, "", nullptr, e); });
  refused([&](auto e) { return gavel_undo(host, nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_restore(nullptr, "c", "t-1", nullptr, e); });
  refused([&](auto e) { return gavel_restore(host, nullptr, "t-1", nullptr, e); });
  refused([&](auto e) { return gavel_branch(nullptr, "c", "b", nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_branch(host, nullptr, "b", nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_change(nullptr, "c", "{}", nullptr, e); });
  refused([&](auto e) { return gavel_change(host, nullptr, "{}", nullptr, e); });
  refused([&](auto e) { return gavel_show(nullptr, "c", "state", nullptr, &out, e); });
  refused([&](auto e) { return gavel_show(host, "c", "state", nullptr, nullptr, e); });
  refused([&](auto e) { return gavel_verify(nullptr, "c", 0, &out, e); });
  refused([&](auto e) { return gavel_verify(host, nullptr, 0, &out, e); });
  refused([&](auto e) { return gavel_swap(nullptr, "c", game.rules, 1, nullptr, e); });
  refused([&](auto e) { return gavel_swap(host, nullptr, game.rules, 1, nullptr, e); });
  refused([&](auto e) { return gavel_export(nullptr, "c", &out, e); });
  refused([&](auto e) { return gavel_export(host, "c", nullptr, e); });
  refused([&](auto e) { return gavel_import(nullptr, "x", &out, e); });
  refused([&](auto e) { return gavel_delete(nullptr, "c", e); });
  refused([&](auto e) { return gavel_delete(host, nullptr, e); });
  CHECK(out.text == nullptr);
  Text turns;
  CHECK(gavel_show(host, "c", "turns", nullptr, &turns, nullptr) == GAVEL_OK);
  CHECK(std::string(turns.text) == "[]");  // nothing happened
  CHECK(gavel_reply_set(nullptr, "x", 1) == GAVEL_FAILED);
  Failure failure;
  CHECK(gavel_ruleset_load(nullptr, nullptr, &failure) == nullptr);
  CHECK(failure.code() == "usage");
}

TEST_CASE("C: text that is not UTF-8 and text that is not JSON are errors") {
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
  CHECK(std::string(c.error->message).starts_with("fields: "));
  Failure g, h, i, j;
  CHECK(code(gavel_change(game.host, "c", "{\n  \"title\": }", nullptr, &g), g) == "parse.malformed");
  CHECK(must(Json::parse(g.error->json))["line"].integer() == 2);
  CHECK(code(gavel_find_conflicts(game.rules, "x", "{}", "{}", &out, &h), h) == "usage");
  CHECK(code(gavel_find_conflicts(game.rules, "x", "{}", R"([{"args":{}}])", &out, &i), i) == "usage");
  gavel_judgement judgement = GAVEL_INIT(gavel_judgement);
  judgement.text = "x";
  judgement.actor = "robot";
  CHECK(code(gavel_judge(game.rules, nullptr, &judgement, &out, nullptr, &j), j) == "usage");
  CHECK(std::string(j.error->message).find("robot") != std::string::npos);
  CHECK(std::string(e.error->hint).find("timeline") != std::string::npos);
  CHECK(must(Json::parse(f.error->json))["code"].string() == "store.unknown_campaign");
  CHECK(gavel_ruleset_load(bad, nullptr, nullptr) == nullptr);
  CHECK(gavel_host_open(bad, nullptr, nullptr) == nullptr);
}

TEST_CASE(
    "C: a struct carries its size; members added by a later header are accepted only if they are zero") {
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

TEST_CASE("C: a problem says where, what was found and what was expected") {
  const Scratch scratch;
  scratch.write("r/ruleset.yaml", "ruleset: r\nversion: 1.0.0\nplugins: 3\n");
  Failure failure;
  CHECK(gavel_ruleset_load(scratch.path("r").c_str(), nullptr, &failure) == nullptr);
  const Json problem = must(Json::parse(failure.error->json))["problems"][0];
  CHECK(problem["line"].integer() == 3);
  CHECK(problem["found"].string() == "the number 3");
  CHECK(!problem["expected"].string().empty());
  CHECK(problem["severity"].string() == "error");
}

TEST_CASE("C: a document may be as deep as a state, and no deeper") {
  gavel_judgement judgement = GAVEL_INIT(gavel_judgement);
  judgement.text = "Nothing.";
  const auto judged = [&](std::size_t containers, gavel_error** error) {
    const std::size_t lists = containers - 1;  // in the root
    const std::string document =
        R"({"data":{"a":)" + std::string(lists, '[') + std::string(lists, ']') + "}}";
    Text verdict;
    return gavel_judge(nullptr, document.c_str(), &judgement, &verdict, nullptr, error);
  };
  constexpr std::size_t kDeepest = 128;  // limits.max_depth
  CHECK(judged(kDeepest, nullptr) == GAVEL_OK);
  Failure failure;
  CHECK(judged(kDeepest + 1, &failure) == GAVEL_FAILED);
  CHECK(failure.code() == "limit.depth");
}

TEST_CASE("C: an error lists everything that is wrong with a ruleset, problem by problem") {
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

TEST_CASE("C: every member of a judgement and of a request is used") {
  Game game;
  const auto judged = [&](const auto& change) {
    gavel_judgement judgement = GAVEL_INIT(gavel_judgement);
    judgement.text = kJoke;
    change(judgement);
    Text verdict, after;
    REQUIRE(gavel_judge(game.rules, nullptr, &judgement, &verdict, &after, nullptr) == GAVEL_OK);
    return std::string(verdict.text) + after.text;
  };
  const std::string plain = judged([](gavel_judgement&) {});
  CHECK(judged([](gavel_judgement&) {}) == plain);
  CHECK(judged([](gavel_judgement& one) { one.attempt = 1; }) == plain);
  CHECK(judged([](gavel_judgement& one) { one.actor = "model"; }) == plain);
  CHECK(judged([](gavel_judgement& one) { one.attempt = 2; }) != plain);
  // Who may not write is told by name.
  const auto denied = [&](const char* actor) {
    return judged([actor](gavel_judgement& one) {
      one.text = "<variable_update>[[SET, areas.inn.name, Den]]</variable_update>";
      one.actor = actor;
    });
  };
  CHECK(denied("player") != denied("model"));
  CHECK(denied("operator") != denied("player"));
  CHECK(denied("model") == denied(nullptr));
  CHECK(judged([](gavel_judgement& one) { one.turn = "t-7"; }) != plain);
  CHECK(judged([](gavel_judgement& one) { one.dialect = "tavern"; }) != plain);
  CHECK(judged([](gavel_judgement& one) { one.user_text = kJoke; }) != plain);
  Text converted;
  CHECK(gavel_convert("_.set('a', 1);_.set('b', 2);", nullptr, "ops", &converted, nullptr) == GAVEL_OK);
  CHECK(converted.json()["commands"].integer() == 2);

  Text out, first, english, chinese, turns;
  Failure a, b;
  gavel_turn_request request = request_of("t-1", "Nothing.");
  request.dialect = "runes";
  CHECK(gavel_turn(game.host, "c", &request, &out, &a) == GAVEL_FAILED);
  request.dialect = nullptr;
  request.replaces = "t-9";
  CHECK(gavel_turn(game.host, "c", &request, &out, &b) == GAVEL_FAILED);
  CHECK(b.code() == "store.unknown");
  request.replaces = nullptr;
  request.actor_id = "kim";
  CHECK(gavel_turn(game.host, "c", &request, &first, nullptr) == GAVEL_OK);
  CHECK(gavel_show(game.host, "c", "turns", nullptr, &turns, nullptr) == GAVEL_OK);
  CHECK(std::string(turns.text).find("\"kim\"") != std::string::npos);
  request = request_of(nullptr, nullptr);
  CHECK(gavel_prompt(game.host, "c", &request, &english, nullptr) == GAVEL_OK);
  request.language = "zh";
  CHECK(gavel_prompt(game.host, "c", &request, &chinese, nullptr) == GAVEL_OK);
  CHECK(std::string(english.text) != chinese.text);
}

TEST_CASE("C: a host asks its clock, calls its listener and keeps its file; states are those of their turn") {
  const Scratch scratch;
  const std::string file = scratch.path("games.db");
  std::vector<std::string> heard;
  gavel_host_options options = GAVEL_INIT(gavel_host_options);
  options.user = &heard;
  options.clock = [](void*) -> int64_t { return 1'760'000'000'000; };
  options.listener = [](void* user, const char* campaign, const char* verdict) {
    const Json told = must(Json::parse(verdict));
    static_cast<std::vector<std::string>*>(user)->push_back(std::string(campaign) + " " +
                                                            std::string(told["turn"].string()));
  };
  gavel_ruleset* rules = gavel_ruleset_load(kGame, nullptr, nullptr);
  gavel_host* host = gavel_host_open(file.c_str(), &options, nullptr);
  Text created;
  REQUIRE(gavel_create(host, "c", rules, R"({"seed": "fog"})", &created, nullptr) == GAVEL_OK);
  CHECK(std::string(created.text).find("\"fog\"") != std::string::npos);
  for (const auto& [turn, text] : {std::pair("t-1", kWalk), std::pair("t-2", kJoke)}) {
    const gavel_turn_request request = request_of(turn, text);
    CHECK(gavel_turn(host, "c", &request, nullptr, nullptr) == GAVEL_FAILED);  // nowhere to put the verdict
    Text verdict;
    CHECK(gavel_turn(host, "c", &request, &verdict, nullptr) == GAVEL_OK);
  }
  CHECK(heard == std::vector<std::string>{"c t-1", "c t-2"});
  gavel_host_free(host);
  host = gavel_host_open(file.c_str(), nullptr, nullptr);
  Text turns, then, now, branch;
  CHECK(gavel_show(host, "c", "turns", nullptr, &turns, nullptr) == GAVEL_OK);
  CHECK(std::string(turns.text).find("2025-10-09T08:53:20") != std::string::npos);
  CHECK(gavel_show(host, "c", "state", "t-1", &then, nullptr) == GAVEL_OK);
  CHECK(gavel_show(host, "c", "state", nullptr, &now, nullptr) == GAVEL_OK);
  CHECK(then.json().at("data.story.favour.maud").integer() == 0);
  CHECK(now.json().at("data.story.favour.maud").integer() == 5);
  CHECK(gavel_branch(host, "c", "other", "t-1", &branch, nullptr) == GAVEL_OK);
  Text other;
  CHECK(gavel_show(host, "c", "state", nullptr, &other, nullptr) == GAVEL_OK);
  CHECK(other.json().at("data.story.favour.maud").integer() == 0);
  gavel_host_free(host);
  gavel_ruleset_free(rules);
}

TEST_CASE("C: a real swap replaces the rules; plugins may be in another folder") {
  Game game;
  const Scratch scratch;
  std::string text = read_whole(std::string(kGame) + "/ruleset.yaml");
  const std::size_t version = text.find("version: 1.0.0");
  REQUIRE(version != std::string::npos);
  text.replace(version, 14, "version: 1.0.1");
  text.insert(text.find("  - places\n"), "  - only_here\n");
  scratch.write("game/ruleset.yaml", text);
  scratch.write("game/initial.yaml", read_whole(std::string(kGame) + "/initial.yaml"));
  scratch.write("shelf/only_here/plugin.yaml",
                "plugin: only_here\nversion: 1.0.0\napi: 1\nsummary: {en: a, zh: b}\nfiles: [a.lua]\n");
  scratch.write("shelf/only_here/a.lua", "return {}\n");
  const std::string folder = scratch.path("game"), shelf = scratch.path("shelf");
  Failure failure;
  CHECK(gavel_ruleset_load(folder.c_str(), nullptr, &failure) == nullptr);
  CHECK(std::string(failure.error->json).find("only_here") != std::string::npos);
  const char* const dirs[] = {shelf.c_str(), nullptr};
  gavel_ruleset_options options = GAVEL_INIT(gavel_ruleset_options);
  options.plugin_dirs = dirs;
  gavel_ruleset* rules = gavel_ruleset_load(folder.c_str(), &options, nullptr);
  REQUIRE(rules != nullptr);
  const auto version_of_campaign = [&] {
    Text shown;
    CHECK(gavel_show(game.host, "c", "campaign", nullptr, &shown, nullptr) == GAVEL_OK);
    return std::string(shown.text).find("1.0.1") != std::string::npos;
  };
  Text dry, made;
  CHECK(gavel_swap(game.host, "c", rules, 1, &dry, nullptr) == GAVEL_OK);
  CHECK_FALSE(version_of_campaign());
  CHECK(gavel_swap(game.host, "c", rules, 0, &made, nullptr) == GAVEL_OK);
  CHECK(version_of_campaign());
  gavel_ruleset_free(rules);
}

TEST_CASE("C: a model function that throws, refuses or gives no reply stores nothing") {
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

TEST_CASE("C: a complete game through every function that reads it") {
  Game game;
  const char* lines[] = {kLie, kWalk};
  struct State {
    const char* const* line;
    std::uint32_t asked = 0;
  } state = {lines};
  const gavel_model model = [](void* user, const gavel_ask* ask, gavel_reply* reply) {
    CHECK(std::string(ask->campaign) == "c");
    CHECK(must(Json::parse(ask->prompt))["messages"].size() > 0);
    State* lines_left = static_cast<State*>(user);
    CHECK(ask->attempt == ++lines_left->asked);
    CHECK((must(Json::parse(ask->feedback)).size() > 0) == (ask->attempt > 1));
    const char* line = *lines_left->line++;
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
  CHECK(gavel_delete(game.host, "c", nullptr) == GAVEL_OK);
  Text none;
  CHECK(gavel_show(game.host, nullptr, "campaigns", nullptr, &none, nullptr) == GAVEL_OK);
  CHECK(none.json().size() == 0);
  Failure gone;
  CHECK(gavel_delete(game.host, "c", &gone) == GAVEL_FAILED);
  CHECK(gone.code() == "store.unknown_campaign");
}

}  // namespace gavel::v1::embed_tests
