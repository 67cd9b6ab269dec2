// The faults that the memory store can be told to have.
#include "store/memory_store.hpp"

#include "subject.hpp"

using gavel::Append;
using gavel::Fault;
using gavel::MemoryOptions;
using gavel::Store;
using gavel::testing::must;
using gavel::testing::Play;
using gavel::testing::refusal;

TEST_CASE(
    "memory store: a fault before a commit keeps nothing, one after it keeps all, and a resend shows which") {
  Fault next = Fault::kNone;
  std::string asked;
  MemoryOptions options;
  options.fault = [&](std::string_view function, std::uint64_t number) {
    asked = std::string(function) + " " + std::to_string(number);
    return std::exchange(next, Fault::kNone);
  };
  const std::unique_ptr<Store> store = gavel::open_memory_store(options);
  Play play(*store, "c-1");
  CHECK(asked == "create 1");

  const Append first = play.next("t-1");
  next = Fault::kBefore;
  CHECK(refusal(store->append(first)) == "store.io");
  CHECK(asked == "append 2");
  CHECK_FALSE(must(store->append(first)).verdict);

  play.head = must(store->load("c-1")).head;
  const Append second = play.next("t-2");
  next = Fault::kAfter;
  CHECK(refusal(store->append(second)) == "store.io");
  CHECK(must(store->append(second)).verdict == second.turn.verdict);
  next = Fault::kBefore;
  CHECK(refusal(store->load("c-1")) == "store.io");
}
