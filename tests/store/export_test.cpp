// A campaign as one file, from every store into every other.
#include <algorithm>

#include "subject.hpp"

using gavel::Append;
using gavel::sha256_hex;
using gavel::Store;
using gavel::testing::exported;
using gavel::testing::must;
using gavel::testing::on_every_store;
using gavel::testing::Play;
using gavel::testing::refusal;
using gavel::testing::Scratch;
using gavel::testing::Subject;
using gavel::testing::subjects;

namespace {

gavel::Result<std::string> import_campaign(Store& store, std::string_view file) {
  gavel::Result<gavel::WholeCampaign> image = gavel::read_export(file);
  if (!image) return std::move(image).error();
  if (gavel::Result<void> restored = store.restore(*image); !restored) return std::move(restored).error();
  return std::move(image->campaign.id);
}

// Three branches, attempts, checkpoints, a pack, and bytes that are no text.
void play_all(Store& store) {
  const std::string pack("\0pack", 5);
  must(store.put_pack(sha256_hex(pack), pack));
  Play play(store, "c-1");
  Append first = play.next("t-1");
  first.packs = {sha256_hex(pack)};
  first.turn.verdict = " {\"blanks\": 1} ";
  play.take(first);
  must(store.add_attempt(play.attempt("t-2", 1, "a lie about the dragon")));
  Append second = play.next("t-2");
  second.turn.attempt = 2;
  second.turn.audit = "[\n]";
  second.checkpoints = {{"t-2", "门前", gavel::Time{-5}, std::string("\xFF\0", 2)}};
  play.take(second);
  play.take(play.branching("u-2", "t-1", "a-first-by-name"));
  play.take("u-3");
  play.take(play.branching("v-1", "", "z"));
  gavel::Update back = play.change("not json");
  back.move = {"a-first-by-name", "u-2"};
  back.labels = {{"z", "line\nbreak"}};
  play.make(back);
  must(store.add_attempt(play.attempt("t-9", 1, "a lie about the moon")));
}

std::string whole(Store& store) {
  std::string text;
  must(gavel::export_campaign(store, "c-1", [&text](std::string_view bytes) -> gavel::Result<void> {
    text += bytes;
    return {};
  }));
  return text;
}

}  // namespace

TEST_CASE("store: an exported and imported campaign is the same, from any store to any other") {
  for (const Subject& from : subjects()) {
    for (const Subject& to : subjects()) {
      CAPTURE(from.name);
      CAPTURE(to.name);
      const Scratch scratch;
      const Scratch other;
      const std::unique_ptr<Store> source = from.open(scratch);
      const std::unique_ptr<Store> target = to.open(other);
      play_all(*source);
      const std::string file = whole(*source);
      CHECK(must(import_campaign(*target, file)) == "c-1");
      CHECK(whole(*target) == file);
      CHECK(must(target->load("c-1")).head == must(source->load("c-1")).head);
      CHECK(must(target->find("c-1", "t-2")).turn->audit == "[\n]");
      CHECK(must(target->find("c-1", "t-1")).turn->verdict == " {\"blanks\": 1} ");
      CHECK(must(target->checkpoint("c-1", "t-2"))->bytes == std::string("\xFF\0", 2));
      CHECK(must(target->check("")).empty());
      CHECK(refusal(import_campaign(*target, file)) == "store.exists");
    }
  }
}

TEST_CASE("store: an import that is cut off or has one altered byte stores nothing") {
  on_every_store([](Store& store) {
    std::string file;
    {
      const Scratch scratch;
      const std::unique_ptr<Store> source = subjects()[0].open(scratch);
      play_all(*source);
      file = whole(*source);
    }
    for (std::size_t size = 0; size < file.size(); size += size < file.size() - 200 ? 37 : 1) {
      CAPTURE(size);
      REQUIRE(refusal(import_campaign(store, std::string_view(file).substr(0, size))) == "store.corrupt");
    }
    for (std::size_t at = 0; at < file.size(); at += 13) {
      CAPTURE(at);
      std::string altered = file;
      altered[at] = static_cast<char>(altered[at] ^ 1);
      REQUIRE(refusal(import_campaign(store, altered)) == "store.corrupt");
    }
    CHECK(must(store.list("", 10)).empty());
    must(import_campaign(store, file));
    CHECK(must(store.check("")).empty());
  });
}

TEST_CASE("store: an import with valid hashes but without a whole campaign stores nothing") {
  on_every_store([](Store& store) {
    std::string body;
    {
      const Scratch scratch;
      const std::unique_ptr<Store> source = subjects()[0].open(scratch);
      play_all(*source);
      body = exported(*source, "c-1");
    }
    const auto sealed = [](const std::string& text) {
      return text + R"({"kind":"end","lines":)" + std::to_string(std::count(text.begin(), text.end(), '\n')) +
             R"(,"sha256":")" + sha256_hex(text) + "\"}\n";
    };
    must(import_campaign(store, sealed(body)));
    must(store.remove("c-1"));
    // Each line left out in turn: only what nothing else needs may be missing, and the last turns of branches
    // that the head is not on.
    std::size_t refused = 0;
    std::size_t lines = 0;
    for (std::size_t begin = 0; begin < body.size(); begin = body.find('\n', begin) + 1) {
      const std::size_t end = body.find('\n', begin) + 1;
      const std::string line = body.substr(begin, end - begin);
      ++lines;
      const auto imported = import_campaign(store, sealed(body.substr(0, begin) + body.substr(end)));
      CAPTURE(line);
      const bool loose = line.find(R"({"kind":"attempt")") == 0 ||
                         line.find(R"({"kind":"checkpoint")") == 0 || line.find(R"({"kind":"pack")") == 0 ||
                         line.find(R"("id":"v-1")") != std::string::npos ||
                         line.find(R"("id":"u-3")") != std::string::npos;
      CHECK((imported.ok() || refusal(imported) == "store.corrupt" || refusal(imported) == "store.invalid"));
      CHECK(imported.ok() == loose);
      if (imported) must(store.remove("c-1"));
      if (!imported) ++refused;
    }
    CHECK(lines == 14);
    CHECK(refused == 7);
    std::string newer = body;
    newer.replace(newer.find(R"("gavel_export":1)"), 16, R"("gavel_export":2)");
    CHECK(refusal(import_campaign(store, sealed(newer))) == "store.newer");
    CHECK(refusal(import_campaign(store, sealed("{\"kind\":\"what\"}\n"))) == "store.newer");
    CHECK(must(store.list("", 10)).empty());
  });
}

TEST_CASE("store: an export contains drafts only in attempts") {
  on_every_store([](Store& store) {
    play_all(store);
    const std::string text = exported(store, "c-1");
    std::size_t drafts = 0;
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
      const std::string line = text.substr(begin, text.find('\n', begin) - begin);
      const bool attempt = line.find(R"({"kind":"attempt")") == 0;
      if (line.find("a lie about") != std::string::npos) {
        CHECK(attempt);
        ++drafts;
      }
    }
    CHECK(drafts == 2);
  });
}
