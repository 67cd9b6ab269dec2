// Many callers at once, on every store.
#include <atomic>
#include <thread>

#include "subject.hpp"

using gavel::Append;
using gavel::Appended;
using gavel::code_name;
using gavel::Result;
using gavel::Store;
using gavel::testing::must;
using gavel::testing::on_every_store;
using gavel::testing::Play;

namespace {

void in_parallel(int count, const std::function<void(int)>& run) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) threads.emplace_back(run, i);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("store: of many threads that commit on one head exactly one wins, round after round") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    constexpr int kThreads = 8;
    constexpr int kRounds = 40;
    for (int round = 0; round < kRounds; ++round) {
      std::atomic<int> won = 0;
      std::atomic<int> moved = 0;
      std::vector<Result<Appended>> answers(kThreads, Result<Appended>(Appended{}));
      in_parallel(kThreads, [&](int i) {
        const Append append = play.next("t-" + std::to_string(round) + "-" + std::to_string(i));
        answers[static_cast<std::size_t>(i)] = store.append(append);
      });
      for (const Result<Appended>& answer : answers) {
        if (answer) {
          ++won;
          play.head = answer->head;
        } else if (code_name(answer.error().code) == "store.moved") {
          ++moved;
        }
      }
      REQUIRE(won == 1);
      REQUIRE(moved == kThreads - 1);
    }
    gavel::TurnQuery query;
    query.most = 1000;
    CHECK(must(store.turns("c-1", query)).size() == kRounds);
    CHECK(must(store.check("")).empty());
  });
}

TEST_CASE("store: one turn sent by many threads at once is stored once, and all get one verdict") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    for (int round = 0; round < 20; ++round) {
      const Append append = play.next("t-" + std::to_string(round));
      std::atomic<int> fresh = 0;
      std::atomic<int> repeated = 0;
      in_parallel(8, [&](int) {
        const Result<Appended> answer = store.append(append);
        if (answer && !answer->verdict) ++fresh;
        if (answer && answer->verdict == append.turn.verdict) ++repeated;
      });
      REQUIRE(fresh == 1);
      REQUIRE(repeated == 7);
      play.head = must(store.load("c-1")).head;
    }
    CHECK(play.head.version == 20);
  });
}

TEST_CASE("store: many campaigns played in parallel, with refusals among them, do not affect each other") {
  on_every_store([](Store& store) {
    constexpr int kThreads = 12;
    constexpr int kTurns = 40;
    std::atomic<int> wrong = 0;
    in_parallel(kThreads, [&](int i) {
      gavel::NewCampaign campaign;
      campaign.id = "c-" + std::to_string(i);
      Result<gavel::Head> head = store.create(campaign);
      for (int t = 1; head && t <= kTurns; ++t) {
        Append append;
        append.campaign = campaign.id;
        append.seen = *head;
        append.turn.id = "t-" + std::to_string(t);
        append.turn.parent = head->turn;
        append.turn.branch = head->branch;
        append.turn.version = head->version + 1;
        append.turn.text_hash = gavel::sha256_hex(append.turn.id);
        append.turn.previous = head->hash;
        append.turn.record = std::string(static_cast<std::size_t>(t * 50), 'x');
        append.turn.hash = gavel::chain_hash(head->hash, append.turn.record);
        append.turn.audit = "[]";
        Append stale = append;
        stale.seen.revision += 1;
        if (store.append(stale).ok()) ++wrong;
        const Result<Appended> answer = store.append(append);
        if (!answer) ++wrong;
        if (!answer) return;
        head = answer->head;
        const Result<gavel::Known> known = store.find(campaign.id, append.turn.id);
        if (!known || !known->turn || !known->current) ++wrong;  // what is answered can be read
      }
    });
    CHECK(wrong == 0);
    const auto all = must(store.list("", 100));
    REQUIRE(all.size() == kThreads);
    for (const gavel::CampaignEntry& entry : all) CHECK(entry.head.version == kTurns);
    CHECK(must(store.check("")).empty());
  });
}
