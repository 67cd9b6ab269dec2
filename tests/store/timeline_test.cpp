// Campaigns, turns, rollback, undo, branches and re-rolls, on every store.
#include "store/lineage.hpp"

#include "subject.hpp"

using gavel::Append;
using gavel::Appended;
using gavel::Campaign;
using gavel::Head;
using gavel::Known;
using gavel::NewCampaign;
using gavel::sha256_hex;
using gavel::Store;
using gavel::Turn;
using gavel::TurnQuery;
using gavel::Update;
using gavel::testing::must;
using gavel::testing::on_every_store;
using gavel::testing::Play;
using gavel::testing::refusal;

namespace {

std::string ids(const std::vector<Turn>& turns) {
  std::string text;
  for (const Turn& turn : turns) text += (text.empty() ? "" : " ") + turn.id;
  return text;
}

std::string line(Store& store, const Play& play, const TurnQuery& query = {}) {
  return ids(must(store.turns(play.id, query)));
}

}  // namespace

TEST_CASE("store: a campaign is found as it was created, and its id cannot be used again") {
  on_every_store([](Store& store) {
    const Play play(store, "c-1");
    const Campaign campaign = must(store.load("c-1"));
    CHECK(campaign.head == play.head);
    CHECK(campaign.head.version == 0);
    CHECK(campaign.head.turn.empty());
    CHECK(campaign.head.hash == gavel::chain_hash("", campaign.origin));
    CHECK(campaign.record == R"({"title":"a game"})");
    CHECK(campaign.origin == R"({"campaign":"c-1","seed":7})");
    REQUIRE(campaign.branches.size() == 1);
    CHECK(campaign.branches[0].id == "main");
    REQUIRE(campaign.checkpoints.size() == 1);
    CHECK(campaign.checkpoints[0].label == "start");

    NewCampaign again;
    again.id = "c-1";
    CHECK(refusal(store.create(again)) == "store.exists");
    CHECK(must(store.load("c-1")).record == R"({"title":"a game"})");
  });
}

TEST_CASE("store: ids that could not be printed or found are refused") {
  on_every_store([](Store& store) {
    for (const std::string& id :
         {std::string(), std::string(201, 'a'), std::string("a\nb"), std::string("\xFF")}) {
      NewCampaign campaign;
      campaign.id = id;
      CHECK(refusal(store.create(campaign)) == "store.invalid");
    }
    NewCampaign campaign;
    campaign.id = "无限流·主神空间";
    CHECK(must(store.create(campaign)).branch == "main");
  });
}

TEST_CASE("store: every call about an unknown campaign reports it") {
  on_every_store([](Store& store) {
    const Play other(store, "c-1");
    Append append = other.next("t-1");
    append.campaign = "c-2";
    Update update = other.change();
    update.campaign = "c-2";
    gavel::NewAttempt attempt = other.attempt("t-1", 1, "x");
    attempt.campaign = "c-2";
    const std::string unknown = "store.unknown_campaign";
    CHECK(refusal(store.load("c-2")) == unknown);
    CHECK(refusal(store.append(append)) == unknown);
    CHECK(refusal(store.update(update)) == unknown);
    CHECK(refusal(store.add_attempt(attempt)) == unknown);
    CHECK(refusal(store.find("c-2", "t-1")) == unknown);
    CHECK(refusal(store.turns("c-2", {})) == unknown);
    CHECK(refusal(store.attempts("c-2")) == unknown);
    CHECK(refusal(store.audit("c-2", {})) == unknown);
    CHECK(refusal(store.checkpoint("c-2", "")) == unknown);
    CHECK(refusal(store.packs("c-2")) == unknown);
    CHECK(refusal(store.remove("c-2")) == unknown);
    CHECK(refusal(store.check("c-2")) == unknown);
  });
}

TEST_CASE(
    "store: a deletion leaves other campaigns unchanged byte for byte, and whoever worked on the deleted one "
    "is told") {
  on_every_store([](Store& store) {
    const std::string bytes = "shared";
    must(store.put_pack(sha256_hex(bytes), bytes));
    Play kept(store, "kept"), gone(store, "gone");
    for (Play* play : {&kept, &gone}) {
      Append append = play->next("t-1");
      append.packs = {sha256_hex(bytes)};
      append.checkpoints = {{"t-1", "label", {}, "state"}};
      play->take(append);
      must(store.add_attempt(play->attempt("t-2", 1, "a lie")));
      play->take(play->branching("u-1", "", "b-1"));
    }
    const auto exported = [&] {
      std::string all;
      must(export_campaign(store, "kept", [&](std::string_view piece) -> gavel::Result<void> {
        all += piece;
        return {};
      }));
      return all;
    };
    const std::string before = exported();
    must(store.remove("gone"));
    CHECK(exported() == before);
    CHECK(must(store.pack(sha256_hex(bytes))) == bytes);
    CHECK(must(store.check("")).empty());
    // What was being done with it is refused, and does not bring it back.
    const std::string unknown = "store.unknown_campaign";
    CHECK(refusal(store.append(gone.next("u-2"))) == unknown);
    CHECK(refusal(store.update(gone.change())) == unknown);
    CHECK(refusal(store.add_attempt(gone.attempt("t-2", 2, "more"))) == unknown);
    CHECK(refusal(store.remove("gone")) == unknown);
    // Nor does it fit the one that is begun anew under its id.
    Play again(store, "gone");
    CHECK(refusal(store.append(gone.next("u-2"))) == "store.moved");
    CHECK(must(store.attempts("gone")).empty());
    CHECK(must(store.packs("gone")).empty());
    again.take("t-1");
  });
}

TEST_CASE("store: campaigns are listed by id, page by page, and a deleted one is gone with all of it") {
  on_every_store([](Store& store) {
    for (const char* id : {"b", "a", "d", "c"}) Play(store, id).take("t-1");
    const auto first = must(store.list("", 3));
    REQUIRE(first.size() == 3);
    CHECK(first[0].id == "a");
    CHECK(first[2].id == "c");
    CHECK(first[0].head.turn == "t-1");
    CHECK(must(store.list("c", 3)).size() == 1);
    must(store.remove("a"));
    CHECK(refusal(store.load("a")) == "store.unknown_campaign");
    CHECK(must(store.list("", 10)).size() == 3);
    Play again(store, "a");
    CHECK_FALSE(must(store.find("a", "t-1")).turn);
    again.take("t-1");
    CHECK(must(store.check("")).empty());
  });
}

TEST_CASE("store: a committed turn is read back byte for byte, zeros and broken UTF-8 included") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    Append append = play.next("t-1");
    append.turn.verdict = std::string("a\0b\xFF\n", 5);
    append.turn.audit = "[]";
    append.turn.attempt = 1;
    append.record = std::string("\0\0", 2);
    play.take(append);
    const Known known = must(store.find("c-1", "t-1"));
    REQUIRE(known.turn);
    CHECK(*known.turn == append.turn);
    CHECK(known.current);
    CHECK(must(store.load("c-1")).record == append.record);
    CHECK_FALSE(must(store.find("c-1", "t-2")).turn);
  });
}

TEST_CASE("store: the same turn sent again gets the verdict that was stored, and changes nothing") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    const Append append = play.next("t-1");
    play.take(append);
    play.take("t-2");
    Append again = append;
    again.turn.verdict = "another";
    const Appended appended = must(store.append(again));
    REQUIRE(appended.verdict);
    CHECK(*appended.verdict == append.turn.verdict);
    CHECK(appended.head == play.head);
    CHECK(must(store.load("c-1")).head == play.head);

    Append other = play.next("t-1", "another text");
    CHECK(refusal(store.append(other)) == "turn.conflict");
    CHECK(line(store, play) == "t-1 t-2");
  });
}

TEST_CASE("store: a change made on another head is refused, whatever differs") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    play.take("t-1");
    const Head seen = play.head;
    const auto differing = [&seen](int what) {
      Head head = seen;
      if (what == 0) head.branch = "b";
      if (what == 1) head.version += 1;
      if (what == 2) head.hash[0] = head.hash[0] == 'a' ? 'b' : 'a';
      if (what == 3) head.revision += 1;
      return head;
    };
    for (int what = 0; what < 4; ++what) {
      CAPTURE(what);
      Append append = play.next("t-2");
      append.seen = differing(what);
      CHECK(refusal(store.append(append)) == "store.moved");
      Update update = play.change();
      update.seen = differing(what);
      CHECK(refusal(store.update(update)) == "store.moved");
      gavel::NewAttempt attempt = play.attempt("t-2", 1, "x");
      attempt.seen = differing(what);
      CHECK(refusal(store.add_attempt(attempt)) == "store.moved");
    }
    CHECK(must(store.load("c-1")).head == seen);
    play.take("t-2");
    CHECK(line(store, play) == "t-1 t-2");
  });
}

TEST_CASE(
    "store: a settings change between reading and committing is not lost although the head is the same") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    const Append stale = play.next("t-1");
    play.make(play.change(R"({"settings":2})"));
    CHECK(refusal(store.append(stale)) == "store.moved");
    CHECK(must(store.load("c-1")).record == R"({"settings":2})");
  });
}

TEST_CASE("store: a turn whose hash, version or parent is inconsistent is refused") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    play.take("t-1");
    Append wrong = play.next("t-2");
    wrong.turn.hash[5] = wrong.turn.hash[5] == '0' ? '1' : '0';
    CHECK(refusal(store.append(wrong)) == "store.invalid");
    wrong = play.next("t-2");
    wrong.turn.version = 7;
    CHECK(refusal(store.append(wrong)) == "store.invalid");
    wrong = play.next("t-2");
    wrong.turn.previous = gavel::sha256_hex("elsewhere");
    wrong.turn.hash = gavel::chain_hash(wrong.turn.previous, wrong.turn.record);
    CHECK(refusal(store.append(wrong)) == "store.invalid");
    wrong = play.next("t-2");
    wrong.turn.parent = "";
    CHECK(refusal(store.append(wrong)) == "store.invalid");
    wrong = play.next("t-2");
    wrong.turn.parent = "t-9";
    wrong.turn.branch = "b";
    CHECK(refusal(store.append(wrong)) == "store.unknown");
    wrong = play.next("t-2");
    wrong.packs = {gavel::sha256_hex("no pack")};
    CHECK(refusal(store.append(wrong)) == "store.unknown");
    wrong = play.next("t-2");
    wrong.checkpoints = {{"t-9", "", {}, "x"}};
    CHECK(refusal(store.append(wrong)) == "store.unknown");
    CHECK(must(store.load("c-1")).head == play.head);
    play.take("t-2");
    CHECK(must(store.check("c-1")).empty());
  });
}

TEST_CASE("store: a rollback moves the head, undo moves it back, and the next turn opens a branch") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    for (const char* turn : {"t-1", "t-2", "t-3", "t-4"}) play.take(turn);
    Update back = play.change(R"({"rollback_pending":{"can_undo":true}})");
    back.move = {"main", "t-2"};
    play.make(back);
    CHECK(play.head.turn == "t-2");
    CHECK(play.head.version == 2);
    CHECK(line(store, play) == "t-1 t-2");
    CHECK_FALSE(must(store.find("c-1", "t-3")).current);
    CHECK(must(store.find("c-1", "t-2")).current);

    Update undo = play.change();
    undo.move = {"main", "t-4"};
    play.make(undo);
    CHECK(line(store, play) == "t-1 t-2 t-3 t-4");
    CHECK(must(store.find("c-1", "t-3")).current);

    back.seen = play.head;
    play.make(back);
    CHECK(refusal(store.append(play.next("t-5"))) == "store.invalid");  // main goes on behind t-4 only
    play.take(play.branching("t-5", "t-2", "b-1"));
    play.take("t-6");
    CHECK(line(store, play) == "t-1 t-2 t-5 t-6");
    CHECK(must(store.find("c-1", "t-4")).turn);
    CHECK_FALSE(must(store.find("c-1", "t-4")).current);

    const Campaign campaign = must(store.load("c-1"));
    REQUIRE(campaign.branches.size() == 2);
    CHECK(campaign.branches[0].turn == "t-4");
    CHECK(campaign.branches[1].fork_turn == "t-2");
    CHECK(campaign.branches[1].turn == "t-6");
    CHECK(must(store.check("c-1")).empty());
  });
}

TEST_CASE("store: the id of a turn that was rolled back is answered with turn.rolled_back") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    play.take("t-1");
    const Append second = play.next("t-2");
    play.take(second);
    Update back = play.change();
    back.move = {"main", "t-1"};
    play.make(back);
    CHECK(refusal(store.append(second)) == "turn.rolled_back");
    Append fresh = play.branching("t-2", "t-1", "b-1");
    fresh.turn.text_hash = gavel::sha256_hex("other");
    CHECK(refusal(store.append(fresh)) == "turn.conflict");
  });
}

TEST_CASE("store: a re-roll replaces a turn in one step, and the sibling stays reachable") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    play.take("t-1");
    play.take("t-2");
    play.take(play.branching("t-2b", "t-1", "b-1"));  // no rollback before it
    play.take(play.branching("t-2c", "t-1", "b-2"));
    CHECK(line(store, play) == "t-1 t-2c");
    CHECK_FALSE(must(store.find("c-1", "t-2")).current);

    const Campaign campaign = must(store.load("c-1"));
    std::string siblings;
    for (const gavel::TurnPlace& place : gavel::following(campaign.branches, "t-1", "main", 1)) {
      TurnQuery query;
      query.branch = place.branch;
      query.first = place.version;
      query.most = 1;
      siblings += line(store, play, query) + ";";
    }
    CHECK(siblings == "t-2;t-2b;t-2c;");

    Update swipe = play.change();
    swipe.move = {"b-1", "t-2b"};
    play.make(swipe);
    play.take("t-3");  // the sibling's branch goes on
    CHECK(line(store, play) == "t-1 t-2b t-3");
  });
}

TEST_CASE("store: the first turn can be re-rolled too, and a campaign rolled back to its beginning") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    play.take("t-1");
    play.take(play.branching("t-1b", "", "b-1"));
    CHECK(line(store, play) == "t-1b");
    Update back = play.change();
    back.move = {"main", ""};
    play.make(back);
    CHECK(play.head.version == 0);
    CHECK(line(store, play).empty());
    play.take(play.branching("t-1c", "", "b-2"));
    CHECK(line(store, play) == "t-1c");
    CHECK(must(store.check("c-1")).empty());
  });
}

TEST_CASE("store: a branch can be created, moved to and labelled before its first turn") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    for (const char* turn : {"t-1", "t-2", "t-3"}) play.take(turn);
    Update fork = play.change();
    fork.branch = {"what-if", "t-2", "What if"};
    fork.move = {"what-if", "t-2"};
    fork.labels = {{"main", "As it went"}};
    play.make(fork);
    CHECK(play.head.branch == "what-if");
    const Campaign campaign = must(store.load("c-1"));
    CHECK(campaign.branches[0].label == "As it went");
    CHECK(campaign.branches[1].label == "What if");
    CHECK(campaign.branches[1].turn == "t-2");
    play.take("t-4");
    CHECK(line(store, play) == "t-1 t-2 t-4");
    TurnQuery of_main;
    of_main.branch = "main";
    CHECK(line(store, play, of_main) == "t-1 t-2 t-3");
    TurnQuery of_branch;
    of_branch.branch = "what-if";
    CHECK(line(store, play, of_branch) == "t-4");

    Update taken = play.change();
    taken.branch = {"main", "t-1", ""};
    CHECK(refusal(store.update(taken)) == "store.exists");
    Update astray = play.change();
    astray.move = {"what-if", "t-3"};
    CHECK(refusal(store.update(astray)) == "store.invalid");
    astray.move = {"nowhere", "t-1"};
    CHECK(refusal(store.update(astray)) == "store.unknown");
  });
}

TEST_CASE("store: turns are read in pages, from any version, to any turn of the tree") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    for (int i = 1; i <= 9; ++i) play.take("t-" + std::to_string(i));
    play.take(play.branching("u-6", "t-5", "b-1"));
    play.take(play.branching("v-7", "u-6", "b-2"));
    CHECK(line(store, play) == "t-1 t-2 t-3 t-4 t-5 u-6 v-7");
    TurnQuery query;
    query.first = 4;
    query.most = 3;
    CHECK(line(store, play, query) == "t-4 t-5 u-6");
    query.first = 7;
    CHECK(line(store, play, query) == "v-7");
    query.first = 8;
    CHECK(line(store, play, query).empty());
    query = {};
    query.to = "t-8";
    query.first = 6;
    CHECK(line(store, play, query) == "t-6 t-7 t-8");
    query.to = "nobody";
    CHECK(refusal(store.turns("c-1", query)) == "store.unknown");
    query = {};
    query.bodies = false;
    const std::vector<Turn> brief = must(store.turns("c-1", query));
    REQUIRE(brief.size() == 7);
    CHECK(brief[6].id == "v-7");
    CHECK(brief[6].record.empty());
    CHECK(brief[6].hash == play.head.hash);
  });
}
