#include "subject.hpp"

#include <cstdlib>
#include <filesystem>

#include "store/memory_store.hpp"
#include "store/sqlite_store.hpp"

namespace gavel::testing {

Scratch::Scratch() {
  std::string name = (std::filesystem::temp_directory_path() / "gavel-store-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  path_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> kAll = {
      {"memory", [](const Scratch&) { return open_memory_store(); }},
      {"sqlite", [](const Scratch& scratch) { return must(open_sqlite_store(scratch.file("store.db"))); }},
  };
  return kAll;
}

void on_every_store(const std::function<void(Store&)>& run) {
  for (const Subject& subject : subjects()) {
    CAPTURE(subject.name);
    const Scratch scratch;
    const std::unique_ptr<Store> store = subject.open(scratch);
    run(*store);
  }
}

Play::Play(Store& store, std::string id_in) : id(std::move(id_in)), store_(store) {
  NewCampaign campaign;
  campaign.id = id;
  campaign.record = R"({"title":"a game"})";
  campaign.origin = R"({"campaign":")" + id + R"(","seed":7})";
  campaign.checkpoints = {{"", "start", Time{1000}, R"({"data":{},"meta":{}})"}};
  head = must(store.create(campaign));
}

Append Play::next(const std::string& turn, const std::string& text) const {
  Append append;
  append.campaign = id;
  append.seen = head;
  append.record = R"({"title":"a game","last":")" + turn + R"("})";
  Turn& made = append.turn;
  made.id = turn;
  made.parent = head.turn;
  made.branch = head.branch;
  made.version = head.version + 1;
  made.text_hash = sha256_hex(text);
  made.previous = head.hash;
  made.time = Time{1'000'000 + static_cast<std::int64_t>(made.version)};
  made.record = R"({"text":")" + text + R"(","turn":")" + turn + R"("})";
  made.hash = chain_hash(made.previous, made.record);
  made.verdict = R"({"turn":")" + turn + R"(","outcome":"accepted"})";
  made.audit = R"([{"opId":")" + turn +
               R"(.0","actor":"model","key":"hero.hp","changes":[{"path":["hero","hp"],"after":)" +
               std::to_string(made.version) + "}]}]";
  return append;
}

Append Play::branching(const std::string& turn, const std::string& parent, const std::string& branch) const {
  Append append = next(turn);
  Turn& made = append.turn;
  made.parent = parent;
  made.branch = branch;
  if (parent.empty()) {
    made.version = 1;
    made.previous = must(store_.load(id)).branches.front().fork_hash;
  } else {
    const Known known = must(store_.find(id, parent));
    REQUIRE(known.turn);
    made.version = known.turn->version + 1;
    made.previous = known.turn->hash;
  }
  made.hash = chain_hash(made.previous, made.record);
  return append;
}

void Play::take(const std::string& turn, const std::string& text) { take(next(turn, text)); }

void Play::take(const Append& append) {
  const Appended appended = must(store_.append(append));
  CHECK_FALSE(appended.verdict);
  CHECK(appended.head.revision == head.revision + 1);
  head = appended.head;
}

Update Play::change(const std::string& record) const {
  Update update;
  update.campaign = id;
  update.seen = head;
  update.record = record;
  return update;
}

void Play::make(const Update& update) {
  const std::uint64_t revision = head.revision;
  head = must(store_.update(update));
  CHECK(head.revision == revision + 1);
}

NewAttempt Play::attempt(const std::string& turn, std::uint64_t number, const std::string& text) const {
  NewAttempt attempt;
  attempt.campaign = id;
  attempt.seen = head;
  attempt.attempt = {turn,
                     number,
                     sha256_hex(text),
                     false,
                     Time{5},
                     R"({"draft":")" + text + R"("})",
                     R"({"outcome":"retry","attempt":)" + std::to_string(number) + "}"};
  return attempt;
}

std::string exported(Store& store, std::string_view campaign) {
  std::string text;
  must(export_campaign(store, campaign, [&text](std::string_view bytes) -> Result<void> {
    text += bytes;
    return {};
  }));
  return text.substr(0, text.rfind('\n', text.size() - 2) + 1);
}

}  // namespace gavel::testing
