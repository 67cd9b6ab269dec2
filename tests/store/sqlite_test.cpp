// What only the SQLite store has: a file that others lock, fill, protect, damage, or made.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include <sqlite3.h>

#include "store/sqlite_store.hpp"

#include "subject.hpp"

using gavel::Append;
using gavel::open_sqlite_store;
using gavel::SqliteOptions;
using gavel::Store;
using gavel::testing::exported;
using gavel::testing::must;
using gavel::testing::Play;
using gavel::testing::refusal;
using gavel::testing::Scratch;

namespace {

// Another program with the file open.
class Stranger {
 public:
  explicit Stranger(const std::string& path) { REQUIRE(sqlite3_open(path.c_str(), &db_) == SQLITE_OK); }
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;
  ~Stranger() { sqlite3_close(db_); }

  void run(const std::string& sql) {
    INFO(sql);
    REQUIRE(sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  std::string ask(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(db_, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
    REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
    std::string answer = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return answer;
  }

 private:
  sqlite3* db_ = nullptr;
};

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

void play_some(Store& store, int turns) {
  Play play(store, "c-1");
  for (int i = 1; i <= turns; ++i) {
    Append append =
        play.next("t-" + std::to_string(i), std::string(static_cast<std::size_t>(i * 97 % 3000), 'x'));
    if (i == 3) append.checkpoints = {{"t-3", "here", {}, std::string(30'000, 'y')}};
    play.take(append);
  }
  must(store.add_attempt(play.attempt("t-x", 1, "draft")));
}

}  // namespace

TEST_CASE("sqlite store: acknowledged writes survive reopening") {
  const Scratch scratch;
  const std::string path = scratch.file("store.db");
  std::string before;
  {
    const auto store = must(open_sqlite_store(path));
    play_some(*store, 10);
    before = exported(*store, "c-1");
  }
  const auto store = must(open_sqlite_store(path));
  CHECK(exported(*store, "c-1") == before);
  CHECK(must(store->check("")).empty());
}

TEST_CASE("sqlite store: the file uses WAL and pages of 16 KB, and is marked as Gavel's") {
  const Scratch scratch;
  const auto store = must(open_sqlite_store(scratch.file("store.db")));
  Stranger stranger(scratch.file("store.db"));
  CHECK(stranger.ask("PRAGMA journal_mode") == "wal");
  CHECK(stranger.ask("PRAGMA page_size") == "16384");
  CHECK(stranger.ask("PRAGMA application_id") == std::to_string(0x4756454C));
  CHECK(stranger.ask("PRAGMA integrity_check") == "ok");
}

TEST_CASE("sqlite store: two stores on one file see each other's commits and exclude each other's changes") {
  const Scratch scratch;
  const auto one = must(open_sqlite_store(scratch.file("store.db")));
  const auto two = must(open_sqlite_store(scratch.file("store.db")));
  Play play(*one, "c-1");
  const Append stale = play.next("t-2");
  play.take("t-1");
  CHECK(must(two->load("c-1")).head == play.head);
  CHECK(refusal(two->append(stale)) == "store.moved");
  CHECK_FALSE(must(two->append(play.next("t-2"))).verdict);
  CHECK(must(one->find("c-1", "t-2")).current);
}

TEST_CASE(
    "sqlite store: what one of two stores on a file deletes is gone for the other, which is told so [B-14]") {
  const Scratch scratch;
  const auto one = must(open_sqlite_store(scratch.file("store.db")));
  const auto other = must(open_sqlite_store(scratch.file("store.db")));
  Play play(*one, "c-1"), kept(*one, "c-2");
  play.take("t-1");
  kept.take("t-1");
  CHECK(must(other->load("c-1")).head == play.head);
  must(one->remove("c-1"));
  const std::string unknown = "store.unknown_campaign";
  CHECK(refusal(other->append(play.next("t-2"))) == unknown);
  CHECK(refusal(other->load("c-1")) == unknown);
  CHECK(refusal(other->turns("c-1", {})) == unknown);
  CHECK(refusal(other->remove("c-1")) == unknown);
  CHECK(must(other->load("c-2")).head == kept.head);
  CHECK(must(other->check("")).empty());
}

TEST_CASE(
    "sqlite store: a file that another process keeps locked is store.busy, and usable when it is free") {
  const Scratch scratch;
  SqliteOptions options;
  options.busy_milliseconds = 20;
  const auto store = must(open_sqlite_store(scratch.file("store.db"), options));
  Play play(*store, "c-1");
  Stranger stranger(scratch.file("store.db"));
  stranger.run("BEGIN IMMEDIATE");
  CHECK(refusal(store->append(play.next("t-1"))) == "store.busy");
  CHECK(must(store->load("c-1")).head == play.head);  // reading goes on
  stranger.run("ROLLBACK");
  play.take("t-1");
}

TEST_CASE("sqlite store: a full store refuses what is too large, keeps the rest, and accepts what fits") {
  const Scratch scratch;
  SqliteOptions options;
  options.max_file_bytes = 40 * 16384;
  const auto store = must(open_sqlite_store(scratch.file("store.db"), options));
  Play play(*store, "c-1");
  play.take("t-1");
  Append large = play.next("t-2");
  large.checkpoints = {{"t-2", "", {}, std::string(2'000'000, 'z')}};
  CHECK(refusal(store->append(large)) == "store.full");
  CHECK(must(store->load("c-1")).head == play.head);
  play.take("t-2");
  std::string code;
  for (int i = 3; i < 400 && code.empty(); ++i) {
    const auto answer = store->append(play.next("t-" + std::to_string(i), std::string(4000, 'x')));
    if (answer) {
      play.head = answer->head;
    } else {
      code = refusal(answer);
    }
  }
  CHECK(code == "store.full");
  CHECK(must(store->load("c-1")).head == play.head);
  CHECK(must(store->check("")).empty());
  must(store->remove("c-1"));
  Play again(*store, "c-2");
  again.take("t-1");
}

TEST_CASE("sqlite store: a write that is too large for the disk does not fail others in its group") {
  const Scratch scratch;
  SqliteOptions options;
  options.max_file_bytes = 400 * 16384;
  const auto store = must(open_sqlite_store(scratch.file("store.db"), options));
  constexpr int kThreads = 6;
  constexpr int kTurns = 25;
  std::vector<std::unique_ptr<Play>> plays;
  plays.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i)
    plays.push_back(std::make_unique<Play>(*store, "c-" + std::to_string(i)));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      Play& play = *plays[static_cast<std::size_t>(i)];
      for (int t = 0; t < kTurns; ++t) {
        Append append = play.next("t-" + std::to_string(t));
        Append large = append;
        large.checkpoints = {{large.turn.id, "", {}, std::string(8'000'000, 'z')}};
        if (i == 0 && t % 5 == 0) {
          const auto refused = store->append(large);
          if (refused || refused.error().code != gavel::Code::kStoreFull) ++wrong;
        }
        const auto answer = store->append(append);
        if (!answer) ++wrong;
        if (answer) play.head = answer->head;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  for (const auto& play : plays) CHECK(must(store->load(play->id)).head.version == kTurns);
  CHECK(must(store->check("")).empty());
}

TEST_CASE("sqlite store: opened for reading only, it writes nothing") {
  const Scratch scratch;
  const std::string path = scratch.file("store.db");
  SqliteOptions options;
  options.read_only = true;
  CHECK(refusal(open_sqlite_store(path, options)) == "store.io");  // there is no file
  CHECK_FALSE(std::filesystem::exists(path));
  { play_some(*must(open_sqlite_store(path)), 5); }
  const auto store = must(open_sqlite_store(path, options));
  CHECK(must(store->load("c-1")).head.version == 5);
  CHECK(refusal(store->remove("c-1")) == "store.read_only");
  CHECK(must(store->check("")).empty());
}

TEST_CASE(
    "sqlite store: a file of a newer Gavel, with other steps, or of another program is refused and "
    "untouched") {
  const Scratch scratch;
  const auto refused = [&](const std::string& name, const std::string& sql, bool ours) {
    const std::string path = scratch.file(name);
    if (ours) play_some(*must(open_sqlite_store(path)), 2);
    { Stranger(path).run(sql); }
    const std::string before = bytes_of(path);
    std::string code = refusal(open_sqlite_store(path));
    CHECK(bytes_of(path) == before);
    return code;
  };
  CHECK(refused("newer.db", "INSERT INTO schema_migrations VALUES (99, 'future', 'x')", true) ==
        "store.newer");
  CHECK(refused("other.db", "UPDATE schema_migrations SET checksum = 'x'", true) == "store.corrupt");
  CHECK(refused("gap.db", "UPDATE schema_migrations SET number = 7", true) == "store.corrupt");
  CHECK(refused("foreign.db", "CREATE TABLE t (x)", false) == "store.corrupt");
  write_bytes(scratch.file("text.db"), std::string(5000, 'a'));
  CHECK(refusal(open_sqlite_store(scratch.file("text.db"))) == "store.corrupt");
  CHECK(refusal(open_sqlite_store(scratch.file("no/such/folder.db"))) == "store.io");
  CHECK(refusal(open_sqlite_store(":memory:")) == "store.io");
  CHECK(refusal(open_sqlite_store("")) == "store.io");
}

TEST_CASE("sqlite store: a row that was changed by hand is named when it is read") {
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"UPDATE turn SET record = CAST('{}' AS BLOB) WHERE id = 't-2'", "t-2"},
      {"UPDATE turn SET verdict = CAST('{}' AS BLOB) WHERE id = 't-3'", "t-3"},
      {"UPDATE turn SET audit = CAST('[]' AS BLOB) WHERE id = 't-4'", "t-4"},
      {"DELETE FROM turn WHERE id = 't-3'", "t-4"},
      {"UPDATE campaign SET record = CAST('{}' AS BLOB)", "c-1"},
      {"UPDATE campaign SET revision = 2", "c-1"},
      {"UPDATE origin SET bytes = CAST('{}' AS BLOB)", "origin"},
      {"UPDATE branch SET label = 'x'", "main"},
      {"UPDATE checkpoint SET bytes = CAST('{}' AS BLOB) WHERE turn = 't-3'", "t-3"},
      {"UPDATE attempt SET record = CAST('{}' AS BLOB)", "t-x"},
  };
  for (const auto& change : changes) {
    const std::string& sql = change.first;
    const std::string& name = change.second;
    CAPTURE(sql);
    const Scratch scratch;
    const std::string path = scratch.file("store.db");
    { play_some(*must(open_sqlite_store(path)), 5); }
    { Stranger(path).run(sql); }
    const auto store = must(open_sqlite_store(path));
    const std::vector<gavel::Error> errors = must(store->check("c-1"));
    REQUIRE_FALSE(errors.empty());
    CHECK(code_name(errors.front().code) == "store.corrupt");
    CHECK(errors.front().message.find(name) != std::string::npos);
  }
}

TEST_CASE("sqlite store: a byte flipped anywhere in the file is found, or changes nothing that is stored") {
  const Scratch scratch;
  const std::string path = scratch.file("store.db");
  std::string before;
  {
    const auto store = must(open_sqlite_store(path));
    play_some(*store, 30);
    before = exported(*store, "c-1");
  }
  const std::string bytes = bytes_of(path);
  std::mt19937_64 random(20260114);
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    const std::size_t at = random() % bytes.size();
    CAPTURE(at);
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1U << (random() % 8)));
    const std::string copy = scratch.file("damaged.db");
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(copy + end);
    write_bytes(copy, damaged);
    const auto store = open_sqlite_store(copy);
    if (!store) {
      ++found;
      continue;
    }
    const auto errors = (*store)->check("");
    if (!errors || !errors->empty()) {
      ++found;
      continue;
    }
    REQUIRE(exported(**store, "c-1") == before);
  }
  CHECK(found > 60);  // the rest lies in pages and corners that hold nothing
}
