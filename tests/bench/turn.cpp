// What a whole turn costs: a narration of 3 KB with ten commands, three rules for each, a derived value, a
// claim and the audit. In memory over many campaigns in turn, at states of growing size; and stored in
// SQLite, next to SQLite that is given the same bytes without any judging.
#include "turn/turn.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <sqlite3.h>

#include "campaign/campaigns.hpp"
#include "command/audit.hpp"
#include "lua/sandbox.hpp"
#include "ruleset/ruleset_image.hpp"
#include "state/json_writer.hpp"
#include "store/memory_store.hpp"
#include "store/sqlite_store.hpp"

namespace {

using namespace gavel;  // NOLINT(google-build-using-namespace): a program of one file
using Clock = std::chrono::steady_clock;

constexpr const char* kPlugin = R"lua(
for i = 1, 3 do
  rule("check" .. i) { path = "people.*.mood", run = function(effect, ctx)
    if effect.after > 1000000 then return deny("no", "less") end
    return allow()
  end }
end
derive "sum" { path = "sum", run = function(ctx) return (ctx.get("people.p0.mood") or 0) * 2 end }
claim "told" { cues = { "sign.go" }, words = { sign = { go = { "teleported" } } }, find = function(narration, ctx) return {} end }
)lua";

std::string image(std::size_t leaves) {
  Json image = Json::object({{"gavel_ruleset", 1}, {"ruleset", "bench"}, {"limits", Json::object()}});
  Json state = Json::object({{"sum", 0}});
  Json& people = state["people"] = Json::object();
  for (std::size_t i = 0; i < leaves / 10; ++i) {
    Json& one = people["p" + std::to_string(i)] = Json::object({{"mood", 1}});
    for (int k = 0; k < 9; ++k) one["k" + std::to_string(k)] = k;
  }
  Json& files = image["files"];
  files["ruleset.yaml"] = "ruleset: bench\nversion: 1.0.0\nplugins: [b]\nstate: initial.json\n";
  files["initial.json"] = to_text(state);
  files["plugins/b/plugin.yaml"] =
      "plugin: b\nversion: 1.0.0\napi: 1\nsummary: {en: a, zh: b}\nfiles: [init.lua]\n";
  files["plugins/b/init.lua"] = kPlugin;
  return to_text(image);
}

std::string text_of(std::size_t number, std::size_t leaves) {
  std::string text;
  while (text.size() < 2400) text += "The lamp burns low, and nobody speaks of the road behind the hill. ";
  text += "\n<UpdateVariable>\n";
  for (std::size_t i = 0; i < 10; ++i)
    text +=
        "_.add('people.p" + std::to_string((number * 7 + i * 13) % (leaves / 10)) + ".mood', 1);//a word\n";
  return text + "</UpdateVariable>\n";
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

[[noreturn]] void stop(const Error& error) {
  std::fprintf(stderr, "bench: %s\n", error.message.c_str());
  std::exit(1);
}

template <typename T>
T need(Result<T> result) {
  if (!result) stop(result.error());
  return std::move(*result);
}

std::size_t resident_kilobytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) / 1024;
}

// Turns without a store, over so many documents one after the other.
void in_memory(std::size_t leaves, std::size_t documents, std::size_t turns) {
  Ruleset::Built built = ruleset_of_image(image(leaves), Limits());
  if (built.ruleset == nullptr) stop(built.problems.front().error);
  const auto sandbox = need(built.ruleset->pool().take());
  std::vector<Document> all;
  std::vector<DeriveMemory> derived(documents);
  for (std::size_t i = 0; i < documents; ++i)
    all.push_back(need(Document::load(built.ruleset->initial_state(), Json(), Limits())));
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 64; ++i) texts.push_back(text_of(i, leaves));
  std::vector<double> took;
  for (std::size_t i = 0; i < turns + documents; ++i) {
    const std::size_t which = i % documents;
    const std::string name = "t-" + std::to_string(i);
    const auto begin = Clock::now();
    TurnInput input;
    TurnRules rules;
    input.parts.back().text = texts[i % texts.size()];
    input.turn = name;
    input.now = {1'758'355'200'000};
    rules.ruleset = built.ruleset.get();
    rules.sandbox = sandbox.get();
    rules.derived = &derived[which];
    const Verdict verdict = need(run_turn(all[which], input, rules));
    const std::string told = verdict_text(verdict) + audit_text(verdict.audit);
    all[which].forget();
    if (i >= documents && !told.empty()) took.push_back(seconds_since(begin) * 1e6);
  }
  std::sort(took.begin(), took.end());
  double sum = 0;
  for (const double one : took) sum += one;
  const double mean = sum / static_cast<double>(took.size());
  std::printf(
      "in memory, %8zu leaves, %3zu documents   %8.0f turns/s   mean %6.1f us   p50 %6.1f   p99 %6.1f\n",
      leaves, documents, 1e6 / mean, mean, took[took.size() / 2], took[took.size() * 99 / 100]);
}

struct Scratch {
  Scratch() : path(std::filesystem::temp_directory_path() / ("gavel-bench-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~Scratch() { std::filesystem::remove_all(path); }
  std::string file(const char* name) const { return (path / name).string(); }
  std::filesystem::path path;
};

void play(Campaigns& campaigns, const std::string& id, std::size_t turns) {
  for (std::size_t i = 1; i <= turns; ++i) {
    TurnInput request;
    request.turn = "t-" + std::to_string(i);
    request.parts.back().text = text_of(i, 1000);
    request.now = {1'758'355'200'000 + static_cast<std::int64_t>(i)};
    need(campaigns.turn(id, request));
  }
}

struct Durable {
  double turns_per_second = 0;
  double bytes_per_turn = 0;
  Turn turn;  // one of them: what the bare run writes
  std::string record;
};

Durable durable(const Scratch& scratch, std::size_t sessions, std::size_t turns) {
  const std::string file = scratch.file(("gavel-" + std::to_string(sessions) + ".db").c_str());
  Durable result;
  {
    const auto store = need(open_sqlite_store(file));
    Campaigns campaigns(*store);
    const std::string rules = image(1000);
    for (std::size_t i = 0; i < sessions; ++i) {
      NewGame game;
      game.id = "c-" + std::to_string(i);
      game.image = rules;
      game.now = {1'758'355'200'000};
      need(campaigns.create(game));
    }
    const auto before = std::filesystem::file_size(file);
    const auto begin = Clock::now();
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < sessions; ++i)
      threads.emplace_back([&campaigns, i, turns] { play(campaigns, "c-" + std::to_string(i), turns); });
    for (std::thread& thread : threads) thread.join();
    result.turns_per_second = static_cast<double>(sessions * turns) / seconds_since(begin);
    result.turn = *need(store->find("c-0", "t-2")).turn;
    result.record = need(store->load("c-0")).record;
    result.bytes_per_turn = -static_cast<double>(before);
  }
  result.bytes_per_turn += static_cast<double>(std::filesystem::file_size(file));
  result.bytes_per_turn /= static_cast<double>(sessions * turns);
  return result;
}

// The same bytes into a table like the store's, each turn a transaction of its own; with many sessions,
// `group` of them share one, as a writer does that collects what waits.
double bare(const Scratch& scratch, const Durable& like, std::size_t group, std::size_t turns) {
  const std::string file = scratch.file(("bare-" + std::to_string(group) + ".db").c_str());
  sqlite3* base = nullptr;
  sqlite3_open(file.c_str(), &base);
  sqlite3_exec(base,
               "pragma page_size=16384; pragma journal_mode=wal; pragma synchronous=full;"
               "create table turn(c, id, record, verdict, audit, unique(c, id));"
               "create table campaign(c unique, record); insert into campaign values(1, '')",
               nullptr, nullptr, nullptr);
  sqlite3_stmt* insert = nullptr;
  sqlite3_stmt* update = nullptr;
  sqlite3_prepare_v2(base, "insert into turn values(1, ?, ?, ?, ?)", -1, &insert, nullptr);
  sqlite3_prepare_v2(base, "update campaign set record = ?", -1, &update, nullptr);
  const auto bind = [](sqlite3_stmt* statement, int at, const std::string& text) {
    sqlite3_bind_blob(statement, at, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  };
  const auto begin = Clock::now();
  for (std::size_t i = 0; i < turns; ++i) {
    if (i % group == 0) sqlite3_exec(base, "begin immediate", nullptr, nullptr, nullptr);
    const std::string id = "t-" + std::to_string(i);
    bind(insert, 1, id);
    bind(insert, 2, like.turn.record);
    bind(insert, 3, like.turn.verdict);
    bind(insert, 4, like.turn.audit);
    sqlite3_step(insert);
    sqlite3_reset(insert);
    bind(update, 1, like.record);
    sqlite3_step(update);
    sqlite3_reset(update);
    if (i % group == group - 1 || i + 1 == turns) sqlite3_exec(base, "commit", nullptr, nullptr, nullptr);
  }
  const double rate = static_cast<double>(turns) / seconds_since(begin);
  sqlite3_finalize(insert);
  sqlite3_finalize(update);
  sqlite3_close(base);
  return rate;
}

void stored(std::size_t sessions, std::size_t turns, std::size_t group) {
  const Scratch scratch;
  const Durable ours = durable(scratch, sessions, turns);
  const double theirs = bare(scratch, ours, group, sessions * turns);
  std::printf(
      "SQLite, %3zu sessions   %7.0f turns/s   bare SQLite %7.0f   ratio %.2f   %.0f bytes on disk a turn\n",
      sessions, ours.turns_per_second, theirs, ours.turns_per_second / theirs, ours.bytes_per_turn);
  std::printf(
      "  of them the record %zu, the verdict %zu, the audit %zu; beside them the campaign's record, %zu\n",
      ours.turn.record.size(), ours.turn.verdict.size(), ours.turn.audit.size(), ours.record.size());
}

void open_campaigns(std::size_t count) {
  const auto store = open_memory_store();
  const std::string rules = image(1000);
  {
    CampaignsOptions few;
    few.max_open = 1;
    Campaigns closed(*store, few);
    for (std::size_t i = 0; i < count; ++i) {
      NewGame game;
      game.id = "c-" + std::to_string(i);
      game.image = rules;
      need(closed.create(game));
    }
    for (std::size_t i = 0; i < count; ++i) play(closed, "c-" + std::to_string(i), 1);
  }
  const std::size_t stored_only = resident_kilobytes();
  Campaigns campaigns(*store);
  for (std::size_t i = 0; i < count; ++i) need(campaigns.show("c-" + std::to_string(i), true));
  std::printf(
      "%zu open campaigns of 1,000 leaves   %.0f KB each beside the store in memory (%zu MB in all)\n", count,
      static_cast<double>(resident_kilobytes() - stored_only) / static_cast<double>(count),
      resident_kilobytes() / 1024);
}

// One part alone, as `--only NAME`: what a profiler should see nothing else beside.
bool wanted(const std::vector<std::string>& arguments, std::string_view part) {
  const auto only = std::find(arguments.begin(), arguments.end(), "--only");
  return only == arguments.end() || only + 1 == arguments.end() || *(only + 1) == part;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool quick = std::find(arguments.begin(), arguments.end(), "--quick") != arguments.end();
  const std::size_t part = quick ? 10 : 1;
  for (const std::size_t leaves : {1'000UL, 10'000UL, 100'000UL, 1'000'000UL})
    if (wanted(arguments, "memory") || (leaves == 1'000 && wanted(arguments, "judging")))
      in_memory(leaves, leaves <= 10'000 ? 100 : leaves <= 100'000 ? 10 : 1, 20'000 / part);
  if (wanted(arguments, "sqlite")) stored(1, 2'000 / part, 1);
  if (wanted(arguments, "sqlite")) stored(100, 100 / part, 50);
  if (wanted(arguments, "open")) open_campaigns(10'000 / part);
  return 0;
}
