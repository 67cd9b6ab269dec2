// Takes turns on a SQLite store until it is killed, and says which were acknowledged. Driven by
// store_crash.py.
//
//   store_crash run FILE SESSIONS     several campaigns at once, each on a thread of its own, from wherever
//                                     they stand; "c-1 t-17" is printed after the store has answered
//   store_crash check FILE            every campaign's last version, or what is damaged
//   store_crash fill FILE             turns until the store refuses one; prints its code and the last version
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

#include "base/codes.hpp"
#include "store/hash.hpp"
#include "store/sqlite_store.hpp"

using gavel::Append;
using gavel::Appended;
using gavel::Campaign;
using gavel::Error;
using gavel::Head;
using gavel::Result;
using gavel::Store;

namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s: %s\n", std::string(gavel::code_name(error.code)).c_str(), error.message.c_str());
  return 1;
}

// One write, so that a line is whole or not there.
void say(const std::string& line) {
  const std::string bytes = line + "\n";
  if (::write(STDOUT_FILENO, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) ::_exit(3);
}

// The turn of a number is the same in every process, so that it can be sent again.
Append turn_of(const std::string& campaign, const Head& head, std::uint64_t number) {
  Append append;
  append.campaign = campaign;
  append.seen = head;
  append.record = R"({"turns":)" + std::to_string(number) + "}";
  gavel::Turn& turn = append.turn;
  turn.id = "t-" + std::to_string(number);
  turn.parent = number == 1 ? "" : "t-" + std::to_string(number - 1);
  turn.branch = "main";
  turn.version = number;
  turn.text_hash = gavel::sha256_hex(campaign + turn.id);
  turn.previous = head.hash;
  turn.record = R"({"turn":")" + turn.id + R"(","pad":")" + std::string(number * 131 % 4000, 'x') + "\"}";
  turn.hash = gavel::chain_hash(turn.previous, turn.record);
  turn.verdict = R"({"turn":")" + turn.id + "\"}";
  turn.audit = "[]";
  if (number % 16 == 0) append.checkpoints = {{turn.id, "", {}, std::string(20'000, 's')}};
  return append;
}

Result<Head> campaign_of(Store& store, const std::string& id) {
  Result<Campaign> loaded = store.load(id);
  if (loaded) return loaded->head;
  if (loaded.error().code != gavel::Code::kStoreUnknownCampaign) return std::move(loaded).error();
  gavel::NewCampaign campaign;
  campaign.id = id;
  campaign.record = "{}";
  campaign.origin = R"({"of":")" + id + "\"}";
  return store.create(campaign);
}

int play(Store& store, const std::string& id) {
  Result<Head> head = campaign_of(store, id);
  if (!head) return fail(head.error());
  // Sent again, as a client does that got no answer: it must be there, once, with the verdict stored then.
  if (head->version > 0) {
    const Result<Appended> again = store.append(turn_of(id, *head, head->version));
    if (!again || again->verdict != R"({"turn":")" + head->turn + "\"}") {
      std::fprintf(stderr, "%s: %s sent again was not answered with its verdict\n", id.c_str(),
                   head->turn.c_str());
      return 1;
    }
  }
  for (;;) {
    const Append append = turn_of(id, *head, head->version + 1);
    Result<Appended> answer = store.append(append);
    if (!answer) return fail(answer.error());
    say(id + " " + append.turn.id);
    head = std::move(answer->head);
  }
}

int run(Store& store, int sessions) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(sessions));
  for (int i = 0; i < sessions; ++i) {
    threads.emplace_back([&store, i] {
      if (play(store, "c-" + std::to_string(i)) != 0) ::_exit(1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return 0;
}

int check(Store& store) {
  const Result<std::vector<Error>> errors = store.check("");
  if (!errors) return fail(errors.error());
  for (const Error& error : *errors) say("damaged: " + error.message);
  const Result<std::vector<gavel::CampaignEntry>> all = store.list("", 1000);
  if (!all) return fail(all.error());
  for (const gavel::CampaignEntry& entry : *all) say(entry.id + " " + std::to_string(entry.head.version));
  return errors->empty() ? 0 : 1;
}

int fill(Store& store) {
  Result<Head> head = campaign_of(store, "c-0");
  if (!head) return fail(head.error());
  for (;;) {
    Result<Appended> answer = store.append(turn_of("c-0", *head, head->version + 1));
    if (!answer) {
      say(std::string(gavel::code_name(answer.error().code)) + " " + std::to_string(head->version));
      return 0;
    }
    head = std::move(answer->head);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv, argv + argc);
  if (args.size() < 3) {
    std::fprintf(stderr, "store_crash run FILE SESSIONS | check FILE | fill FILE\n");
    return 2;
  }
  Result<std::unique_ptr<Store>> store = gavel::open_sqlite_store(args[2]);
  if (!store) return fail(store.error());
  if (args[1] == "run") return run(**store, args.size() > 3 ? std::stoi(args[3]) : 3);
  if (args[1] == "check") return check(**store);
  return fill(**store);
}
