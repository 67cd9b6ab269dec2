// The same as store_crash, with whole turns: campaigns whose only turn adds one to a counter, taken until the
// process is killed. Driven by store_crash.py.
//
//   campaign_crash run FILE SESSIONS   several campaigns at once; "c-1 t-17" is printed after the answer
//   campaign_crash check FILE          every campaign's last version, or what is wrong: the counter, the
//   chain campaign_crash fill FILE           turns until one is refused; prints its code and the last version
#include <cstdio>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "campaign/campaigns.hpp"
#include "state/json_writer.hpp"
#include "store/sqlite_store.hpp"

using gavel::Campaigns;
using gavel::Error;
using gavel::Json;
using gavel::Result;
using gavel::TurnAnswer;

namespace {

constexpr std::int64_t kBegin = 1'758'355'200'000;

int fail(const Error& error) {
  std::fprintf(stderr, "%s: %s\n", std::string(gavel::code_name(error.code)).c_str(), error.message.c_str());
  return 1;
}

// One write, so that a line is whole or not there.
void say(const std::string& line) {
  const std::string bytes = line + "\n";
  if (::write(STDOUT_FILENO, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) ::_exit(3);
}

std::string counter_image() {
  Json image = Json::object({{"gavel_ruleset", 1}, {"ruleset", "counter"}, {"limits", Json::object()}});
  image["files"]["ruleset.yaml"] = "ruleset: counter\nversion: 1.0.0\nstate: initial.json\n";
  image["files"]["initial.json"] = R"({"n":0})";
  return gavel::to_text(image);
}

Result<std::uint64_t> version_of(Campaigns& campaigns, const std::string& id) {
  Result<Json> shown = campaigns.show(id);
  if (!shown && shown.error().code == gavel::Code::kStoreUnknownCampaign) {
    gavel::NewGame game;
    game.id = id;
    game.image = counter_image();
    game.now = {kBegin};
    shown = campaigns.create(game);
  }
  if (!shown) return std::move(shown).error();
  return (*shown)["head"]["version"].get<std::uint64_t>();
}

// The turn of a number is the same in every process, so that it can be sent again.
Result<TurnAnswer> take(Campaigns& campaigns, const std::string& id, std::uint64_t number) {
  gavel::TurnInput request;
  request.turn = "t-" + std::to_string(number);
  request.parts.back().text =
      R"([{"verb":"add","path":["n"],"value":1,"reason":")" + std::string(number * 131 % 4000, 'x') + "\"}]";
  request.parts.back().dialect = "ir";
  request.now = {kBegin + static_cast<std::int64_t>(number)};
  return campaigns.turn(id, request);
}

int play(Campaigns& campaigns, const std::string& id) {
  const Result<std::uint64_t> version = version_of(campaigns, id);
  if (!version) return fail(version.error());
  if (*version > 0) {
    // Sent again, as a client does that got no answer.
    const Result<TurnAnswer> again = take(campaigns, id, *version);
    if (!again) return fail(again.error());
    if (!again->repeated) return fail(Error(gavel::Code::kStoreCorrupt, id + ": a turn was taken twice"));
  }
  for (std::uint64_t number = *version + 1;; ++number) {
    const Result<TurnAnswer> answer = take(campaigns, id, number);
    if (!answer) return fail(answer.error());
    say(id + " t-" + std::to_string(number));
  }
}

int run(Campaigns& campaigns, int sessions) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(sessions));
  for (int i = 0; i < sessions; ++i)
    threads.emplace_back([&campaigns, i] {
      if (play(campaigns, "c-" + std::to_string(i)) != 0) ::_exit(1);
    });
  for (std::thread& thread : threads) thread.join();
  return 0;
}

int check(Campaigns& campaigns) {
  const Result<Json> all = campaigns.list("", 1000);
  if (!all) return fail(all.error());
  bool good = true;
  for (const Json& entry : *all) {
    const std::string id = entry["campaign_id"].get<std::string>();
    const Result<std::vector<gavel::Finding>> found = campaigns.verify(id);
    if (!found) return fail(found.error());
    for (const gavel::Finding& one : *found) say("damaged: " + id + " " + one.turn + ": " + one.what);
    const Result<Json> state = campaigns.state(id, std::nullopt);
    if (!state) return fail(state.error());
    good = good && found->empty() && (*state)["data"]["n"] == entry["version"];
    say(id + " " + gavel::to_text((*state)["data"]["n"]));
  }
  return good ? 0 : 1;
}

int fill(Campaigns& campaigns) {
  const Result<std::uint64_t> version = version_of(campaigns, "c-0");
  if (!version) return fail(version.error());
  for (std::uint64_t number = *version + 1;; ++number) {
    const Result<TurnAnswer> answer = take(campaigns, "c-0", number);
    if (answer) continue;
    // A read-only disk is no full one: nothing more would ever be taken.
    if (answer.error().code == gavel::Code::kStoreReadOnly) return fail(answer.error());
    say(std::string(gavel::code_name(answer.error().code)) + " " + std::to_string(number - 1));
    return 0;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv, argv + argc);
  if (args.size() < 3) {
    std::fprintf(stderr, "campaign_crash run FILE SESSIONS | check FILE | fill FILE\n");
    return 2;
  }
  Result<std::unique_ptr<gavel::Store>> store = gavel::open_sqlite_store(args[2]);
  if (!store) return fail(store.error());
  Campaigns campaigns(**store);
  if (args[1] == "run") return run(campaigns, args.size() > 3 ? std::stoi(args[3]) : 3);
  return args[1] == "check" ? check(campaigns) : fill(campaigns);
}
