// A document under random changes, savepoints, rollbacks, undos and redos, against full copies.
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "state/delta.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "effects_model.hpp"

using gavel::Document;
using gavel::Json;
using gavel::Path;
using gavel::Tree;
using gavel::testing::chosen_seed;
using gavel::testing::Model;
using gavel::testing::Random;
using gavel::testing::text_of;
using gavel::testing::TwinDocument;

namespace {

// The document as it was at a savepoint, in full.
struct Mark {
  Document::Savepoint savepoint;
  std::string text;
  Model model;
  std::size_t weight;
};

class Session {
 public:
  explicit Session(Random& random) : random_(random), twin_(random) {}

  void run(int steps) {
    marks_.push_back(mark());
    for (int i = 0; i < steps; ++i) {
      step();
      check();
    }
    roll_back_to(0);
    check();
  }

 private:
  Mark mark() {
    return {twin_.document().savepoint(), text_of(twin_.document()), twin_.model(),
            twin_.document().weight()};
  }

  void step() {
    const std::size_t kind = random_.below(100);
    if (kind < 70) {
      done_ += twin_.change() + "\n";
    } else if (kind < 82) {
      done_ += "savepoint\n";
      marks_.push_back(mark());
    } else if (kind < 88) {
      roll_back_to(random_.below(marks_.size()));
    } else if (kind < 96) {
      undo_and_redo(marks_[random_.below(marks_.size())]);
    } else if (kind < 98) {
      undo_for_good();
    } else {
      twin_.document().forget();
      marks_.assign(1, mark());
    }
  }

  void expect(const Mark& mark) {
    const Document& document = twin_.document();
    REQUIRE_MESSAGE(text_of(document) == mark.text,
                    done_ << "is " << text_of(document) << "\nshould be " << mark.text);
    REQUIRE(document.weight() == mark.weight);
    REQUIRE(document.savepoint().entries == mark.savepoint.entries);
    document.check_invariants();
    twin_.model() = mark.model;
    check();
  }

  void roll_back_to(std::size_t number) {
    done_ += "rollback to " + std::to_string(number) + "\n";
    const Mark to = marks_[number];
    marks_.resize(number + 1);
    twin_.document().rollback(to.savepoint);
    expect(to);
  }

  void undo_and_redo(const Mark& to) {
    const Mark now = mark();
    done_ += "undo, redo\n";
    follow_delta(to, now);
    for (std::size_t times = 1 + random_.below(2); times > 0; --times) {
      Document::Undone undone = twin_.document().undo(to.savepoint);
      expect(to);
      twin_.document().redo(std::move(undone));
      expect(now);
    }
  }

  // The changes since a mark, written down, read again and made on what was there then.
  void follow_delta(const Mark& from, const Mark& now) {
    const std::string written = gavel::to_text(gavel::delta_since(twin_.document(), from.savepoint));
    expect(now);
    const std::size_t cut = from.text.find('\n');
    gavel::Limits limits;
    limits.max_key_bytes = limits.max_path_bytes;
    Json data = *gavel::read_json(std::string_view(from.text).substr(0, cut), limits);
    Json meta = *gavel::read_json(std::string_view(from.text).substr(cut + 1), limits);
    const auto made = gavel::apply_delta(data, meta, *gavel::read_json(written, limits), limits);
    REQUIRE_MESSAGE(made.ok(), done_ << written);
    REQUIRE_MESSAGE(gavel::to_text(data) + "\n" + gavel::to_text(meta) == now.text, done_ << written);
    REQUIRE_MESSAGE(gavel::may_follow(data, meta, *gavel::read_json(written, limits), limits),
                    done_ << written);
  }

  void undo_for_good() {
    const std::size_t number = random_.below(marks_.size());
    done_ += "undo to " + std::to_string(number) + "\n";
    const Mark to = marks_[number];
    marks_.resize(number + 1);
    static_cast<void>(twin_.document().undo(to.savepoint));
    expect(to);
  }

  void check() {
    const std::string difference = twin_.difference();
    REQUIRE_MESSAGE(difference.empty(), done_ << difference);
    REQUIRE(twin_.document().weight() ==
            gavel::weight_of(twin_.document().data()) + gavel::weight_of(twin_.document().meta()));
    twin_.document().check_invariants();
  }

  Random& random_;
  TwinDocument twin_;
  std::vector<Mark> marks_;
  std::string done_;
};

Path key_path(std::initializer_list<const char*> keys) {
  Path path;
  for (const char* key : keys) path.push_key(key);
  return path;
}

}  // namespace

TEST_CASE(
    "a document always equals its full copy through changes, rollbacks, undo and redo, key order included") {
  std::printf("seed %llu\n", static_cast<unsigned long long>(chosen_seed()));
  for (std::uint64_t i = 0; i < 1500; ++i) {
    Random random(chosen_seed() + i);
    CAPTURE(i);
    Session(random).run(60);
  }
}

TEST_CASE("attack st-checkpoint: a state that cannot result from the stored changes is detected") {
  const auto may_follow = [](const char* data, const char* delta) {
    const gavel::Limits limits;
    return gavel::may_follow(*gavel::read_json(data, limits), *gavel::read_json(R"({"n":3})", limits),
                             *gavel::read_json(delta, limits), limits);
  };
  constexpr const char* kDelta =
      R"([{"op":"put","path":["a"],"value":1},{"op":"put","path":["a"],"value":2},{"op":"erase","path":["b"]},
      {"op":"put","path":["l",0],"value":7},{"op":"splice","path":["l"],"start":0,"remove":1,"items":[]},
      {"op":"put","path":["n"],"tree":"meta","value":3}])";
  CHECK(may_follow(R"({"a":2,"l":[]})", kDelta));
  CHECK(may_follow(R"({"a":2,"l":[5],"c":1})", kDelta));
  for (const char* other : {R"({"a":1,"l":[]})", R"({"l":[]})", R"({"a":2,"b":0,"l":[]})"})
    CHECK_FALSE(may_follow(other, kDelta));
  CHECK_FALSE(may_follow("{}", R"([{"op":"put","path":["n"],"tree":"meta","value":4}])"));
}

TEST_CASE("a stored change that does not fit is refused, whatever it says") {
  const auto refused = [](const char* delta) {
    Json data = Json::object({{"a", Json::array({1, 2})}, {"o", Json::object()}});
    Json meta = Json::object();
    return !gavel::apply_delta(data, meta, *gavel::read_json(delta, gavel::Limits()), gavel::Limits()).ok();
  };
  CHECK_FALSE(
      refused(R"([{"op":"put","path":["o","x"],"value":1},{"op":"take","path":["a"],"indices":[0,1]}])"));
  for (const char* bad : {R"({})",
                          R"([1])",
                          R"([{"op":"put","path":[]}])",
                          R"([{"op":"put","path":[],"value":1}])",
                          R"([{"op":"put","path":["x","y"],"value":1}])",
                          R"([{"op":"put","path":["a","y"],"value":1}])",
                          R"([{"op":"put","path":["a",2],"value":1}])",
                          R"([{"op":"put","path":["o",0],"value":1}])",
                          R"([{"op":"put","path":["o"],"tree":"x","value":1}])",
                          R"([{"op":"erase","path":["x"]}])",
                          R"([{"op":"erase","path":[]}])",
                          R"([{"op":"erase","path":["a",0]}])",
                          R"([{"op":"splice","path":["a"],"start":1,"remove":2,"items":[]}])",
                          R"([{"op":"splice","path":["a"],"start":3,"remove":0,"items":[]}])",
                          R"([{"op":"splice","path":["a"],"start":-1,"remove":0,"items":[]}])",
                          R"([{"op":"splice","path":["o"],"start":0,"remove":0,"items":[]}])",
                          R"([{"op":"take","path":["a"],"indices":[2]}])",
                          R"([{"op":"take","path":["a"],"indices":[-1]}])",
                          R"([{"op":"run","path":["a"],"value":1}])",
                          R"([{"op":"put","value":1}])"}) {
    CAPTURE(bad);
    CHECK(refused(bad));
  }
}

TEST_CASE("objects with many keys survive random changes and rollbacks too") {
  Random random(chosen_seed());
  Document document;
  for (int round = 0; round < 40; ++round) {
    const std::string before = text_of(document);
    const Document::Savepoint start = document.savepoint();
    for (int i = 0; i < 400; ++i) {
      const Path place = Path().child("k" + std::to_string(random.below(300)));
      if (document.find(place) != nullptr && random.chance(50)) {
        document.erase(place);
      } else {
        document.put(place, Json(i));
      }
    }
    const std::string after = text_of(document);
    Document::Undone undone = document.undo(start);
    REQUIRE(text_of(document) == before);
    document.redo(std::move(undone));
    REQUIRE(text_of(document) == after);
    if (random.chance(30)) document.rollback(start);
    if (random.chance(30)) document.forget();
  }
}

TEST_CASE("a member that is removed and restored is at its old position") {
  Document document;
  for (const char* key : {"a", "b", "c", "d"}) document.put(key_path({key}), Json(key));
  const std::string before = text_of(document);
  const Document::Savepoint start = document.savepoint();
  document.erase(key_path({"b"}));
  document.erase(key_path({"c"}));
  document.put(key_path({"b"}), Json("again"));
  CHECK(gavel::to_text(document.data()) == R"({"a":"a","d":"d","b":"again"})");
  CHECK(document.changed_since(start));
  document.rollback(start);
  CHECK(text_of(document) == before);
  CHECK_FALSE(document.changed_since(start));
}

TEST_CASE("an element of an array in meta can be erased, and data is unchanged") {
  gavel::Json meta(Json::value_t::object);
  meta["list"] = Json::array({1, 2, 3});
  gavel::Json data(Json::value_t::object);
  data["list"] = Json::array({"a", "b", "c"});
  auto document = Document::load(data, meta, gavel::Limits());
  REQUIRE(document.ok());
  document->erase(key_path({"list"}).child(std::uint64_t{1}), Tree::kMeta);
  CHECK(text_of(*document) == "{\"list\":[\"a\",\"b\",\"c\"]}\n{\"list\":[1,3]}");
  document->rollback({});
  CHECK(text_of(*document) == "{\"list\":[\"a\",\"b\",\"c\"]}\n{\"list\":[1,2,3]}");
}

TEST_CASE("loading refuses anything that is not a document, each with its code") {
  using gavel::Code;
  const auto code = [](const char* data, const char* meta, gavel::Limits limits = {}) {
    auto loaded = Document::load(*gavel::read_json(data, gavel::Limits()),
                                 *gavel::read_json(meta, gavel::Limits()), limits);
    return loaded.ok() ? std::string("ok") : std::string(code_name(loaded.error().code));
  };
  CHECK(code("{}", "null") == "ok");
  CHECK(code("[]", "{}") == "type.mismatch");
  CHECK(code("{}", "[]") == "type.mismatch");
  CHECK(code("{}", R"({"expires":[]})") == "type.mismatch");
  CHECK(code(R"({"a":1})", R"({"expires":{"/a":5}})") == "ok");
  CHECK(code(R"({"a":1})", R"({"expires":{"/a":"soon"}})") == "parse.malformed");
  CHECK(code(R"({"a":1})", R"({"expires":{"/a":1.5}})") == "parse.malformed");
  CHECK(code(R"({"a":1})", R"({"expires":{"/a":18446744073709551615}})") == "parse.malformed");
  CHECK(code(R"({"a":1})", R"({"expires":{"/b":5}})") == "path.unknown");
  CHECK(code(R"({"a":1})", R"({"expires":{"a":5}})") == "path.unknown");
  CHECK(code(R"({"a":1})", R"({"expires":{"":5}})") != "ok");  // the root never goes
  gavel::Limits limits;
  limits.max_document_weight = 40;
  CHECK(code(R"({"a":1})", "{}", limits) == "ok");
  CHECK(code(R"({"a":"0123456789012345678901234567"})", "{}", limits) == "limit.size");
}
