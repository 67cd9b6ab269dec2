// What hangs on the turns: attempts, checkpoints, packs and the audit, on every store.
#include "subject.hpp"

using gavel::Append;
using gavel::AuditPage;
using gavel::AuditQuery;
using gavel::Known;
using gavel::NewAttempt;
using gavel::NewCampaign;
using gavel::sha256_hex;
using gavel::Store;
using gavel::Update;
using gavel::testing::must;
using gavel::testing::on_every_store;
using gavel::testing::Play;
using gavel::testing::refusal;

TEST_CASE("store: attempts are kept apart, in order, and the accepted turn has its own number") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    CHECK_FALSE(must(store.add_attempt(play.attempt("t-1", 1, "a lie"))));
    CHECK(must(store.load("c-1")).head == play.head);
    const auto again = must(store.add_attempt(play.attempt("t-1", 1, "a lie")));
    REQUIRE(again);
    CHECK(*again == R"({"outcome":"retry","attempt":1})");
    CHECK(refusal(store.add_attempt(play.attempt("t-1", 1, "another lie"))) == "turn.conflict");
    CHECK(refusal(store.add_attempt(play.attempt("t-1", 3, "too far"))) == "store.moved");
    CHECK(refusal(store.append(play.next("t-1"))) == "store.moved");  // it would be attempt 1
    CHECK_FALSE(must(store.add_attempt(play.attempt("t-1", 2, "a second lie"))));

    const Known open = must(store.find("c-1", "t-1"));
    CHECK_FALSE(open.turn);
    REQUIRE(open.attempts.size() == 2);
    CHECK(open.attempts[1].record == R"({"draft":"a second lie"})");
    Append append = play.next("t-1");
    append.turn.attempt = 3;
    play.take(append);
    const Known done = must(store.find("c-1", "t-1"));
    REQUIRE(done.turn);
    CHECK(done.turn->attempt == 3);
    CHECK(done.attempts.size() == 2);
    CHECK(refusal(store.add_attempt(play.attempt("t-1", 3, "late"))) == "turn.conflict");
    CHECK(refusal(store.add_attempt(play.attempt("t-1", 3, "go"))) == "store.moved");
    CHECK(must(store.attempts("c-1")).size() == 2);
  });
}

TEST_CASE("store: after a conflict report nothing can follow under that turn id") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    NewAttempt last = play.attempt("t-1", 1, "a lie");
    last.attempt.last = true;
    must(store.add_attempt(last));
    CHECK(refusal(store.add_attempt(play.attempt("t-1", 2, "more"))) == "turn.conflict");
    Append append = play.next("t-1");
    append.turn.attempt = 2;
    CHECK(refusal(store.append(append)) == "turn.conflict");
    CHECK(must(store.add_attempt(last)));
    play.take("t-2");
  });
}

TEST_CASE("store: the nearest checkpoint before a turn is found, whatever is on other branches") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    for (int i = 1; i <= 6; ++i) {
      Append append = play.next("t-" + std::to_string(i));
      if (i == 2 || i == 5) append.checkpoints = {{append.turn.id, "", {}, "state " + append.turn.id}};
      play.take(append);
    }
    const auto nearest = [&](const std::string& turn) {
      const auto found = must(store.checkpoint("c-1", turn));
      return found ? found->turn + "=" + found->bytes : "none";
    };
    CHECK(nearest("t-1") == R"(={"data":{},"meta":{}})");
    CHECK(nearest("t-2") == "t-2=state t-2");
    CHECK(nearest("t-4") == "t-2=state t-2");
    CHECK(nearest("t-6") == "t-5=state t-5");
    play.take(play.branching("u-5", "t-4", "b-1"));
    play.take("u-6");
    CHECK(nearest("u-6") == "t-2=state t-2");
    CHECK(refusal(store.checkpoint("c-1", "nobody")) == "store.unknown");

    Update update = play.change();
    update.drop_checkpoints = {"", "t-5", "nobody"};
    update.checkpoints = {{"u-6", "before the gate", gavel::Time{77}, "state u-6"},
                          {"t-2", "renamed", {}, "state t-2"}};
    play.make(update);
    CHECK(nearest("t-1") == "none");
    CHECK(nearest("t-6") == "t-2=state t-2");
    CHECK(nearest("u-6") == "u-6=state u-6");
    const auto entries = must(store.load("c-1")).checkpoints;
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].label == "renamed");
    CHECK(entries[1].label == "before the gate");
    CHECK(entries[1].time.ms == 77);
    CHECK(entries[1].version == 6);
  });
}

TEST_CASE("store: packs are kept by hash, shared, and deleted with the last campaign that used them") {
  on_every_store([](Store& store) {
    const std::string bytes("pack\0\xFF bytes", 12);
    const std::string hash = sha256_hex(bytes);
    CHECK(refusal(store.put_pack(sha256_hex("other"), bytes)) == "store.invalid");
    CHECK(refusal(store.pack(hash)) == "store.unknown");
    must(store.put_pack(hash, bytes));
    must(store.put_pack(hash, bytes));
    CHECK(must(store.pack(hash)) == bytes);

    NewCampaign campaign;
    campaign.id = "c-0";
    campaign.packs = {hash};
    must(store.create(campaign));
    Play play(store, "c-1");
    Append append = play.next("t-1");
    append.packs = {hash, hash};
    play.take(append);
    CHECK(must(store.packs("c-1")) == std::vector<std::string>{hash});
    must(store.remove("c-0"));
    CHECK(must(store.pack(hash)) == bytes);
    must(store.remove("c-1"));
    CHECK(refusal(store.pack(hash)) == "store.unknown");
  });
}

namespace {

// "t-2.0" for the second turn's first record.
std::string found(Store& store, const AuditQuery& query) {
  std::string text;
  for (const gavel::AuditHit& hit : must(store.audit("c-1", query)).hits) {
    text += (text.empty() ? "" : " ") + hit.turn + "." + std::to_string(hit.index) + (hit.current ? "" : "-");
  }
  return text;
}

void play_audited(Store& store) {
  Play play(store, "c-1");
  const char* audits[] = {
      R"([{"actor":"model","key":"hero.hp","tags":["fight"],"changes":[{"path":["hero","hp"],"after":5}]},
          {"actor":"player","key":"hero","code":"authority.denied"}])",
      R"([{"actor":"model","key":"","changes":[{"path":["bag",0],"after":1},{"tree":"meta","path":["hero"]}]},
          {"actor":"model","key":"heroine.hp","tags":["爱","fight"],"changes":[{"path":["heroine","hp"]}]}])",
      R"([])"};
  for (int i = 0; i < 3; ++i) {
    Append append = play.next("t-" + std::to_string(i + 1));
    append.turn.audit = audits[i];
    play.take(append);
  }
  Append reroll = play.branching("u-2", "t-1", "b-1");
  reroll.turn.audit =
      R"([{"actor":"tool","key":"hero.hp","tags":["fight"],"changes":[{"path":["hero","hp"]}]}])";
  play.take(reroll);
}

}  // namespace

TEST_CASE("store: the audit is searched by place, tag, actor, code and turn, on every branch") {
  on_every_store([](Store& store) {
    play_audited(store);
    CHECK(found(store, {}) == "t-1.0 t-1.1 u-2.0 t-2.0- t-2.1-");
    AuditQuery query;
    query.path = gavel::Path().child("hero");
    CHECK(found(store, query) == "t-1.0 t-1.1 u-2.0");  // heroine is somebody else, meta is no place
    query.path = gavel::Path().child("hero").child("hp");
    CHECK(found(store, query) == "t-1.0 u-2.0");
    query.path = gavel::Path().child("bag").child(std::uint64_t{0});
    CHECK(found(store, query) == "t-2.0-");
    query.path = gavel::Path().child("bag").child("0");
    CHECK(found(store, query).empty());
    query = {};
    query.tag = "fight";
    CHECK(found(store, query) == "t-1.0 u-2.0 t-2.1-");
    query.tag = "爱";
    CHECK(found(store, query) == "t-2.1-");
    query.tag = "figh";
    CHECK(found(store, query).empty());
    query = {};
    query.code = "authority.denied";
    CHECK(found(store, query) == "t-1.1");
    query.actor = "model";
    CHECK(found(store, query).empty());
    query.code.reset();
    CHECK(found(store, query) == "t-1.0 t-2.0- t-2.1-");
    query.turn = "t-2";
    CHECK(found(store, query) == "t-2.0- t-2.1-");
    query.turn = "nobody";
    CHECK(found(store, query).empty());
  });
}

TEST_CASE("store: audit pages of any size add up to the whole") {
  on_every_store([](Store& store) {
    play_audited(store);
    for (std::size_t most = 1; most <= 6; ++most) {
      CAPTURE(most);
      AuditQuery query;
      query.most = most;
      std::string text;
      for (int pages = 0; pages < 10; ++pages) {
        const AuditPage page = must(store.audit("c-1", query));
        CHECK(page.hits.size() <= most);
        for (const gavel::AuditHit& hit : page.hits) text += hit.turn + "." + std::to_string(hit.index) + " ";
        if (page.next.empty()) break;
        query.cursor = page.next;
      }
      CHECK(text == "t-1.0 t-1.1 u-2.0 t-2.0 t-2.1 ");
    }
    AuditQuery query;
    query.cursor = "nonsense";
    CHECK(refusal(store.audit("c-1", query)) == "store.invalid");
  });
}
