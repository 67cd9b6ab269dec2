// Views against fresh reads: programs made by chance hold views, keys and iterators, and look at them again
// after writes, after writes that were refused and caught, and after errors.

#include <random>

#include <doctest/doctest.h>

#include "state/document.hpp"
#include "support/sandbox.hpp"

namespace gavel::test {

namespace {

// A host over a Document, whose writes are refused behind the change where they say so, as rules refuse them.
class Journaled final : public Host {
 public:
  explicit Journaled(const std::string& text) {
    Result<Document> loaded = Document::load(json(text), Json(), Limits());
    if (!loaded) throw std::runtime_error(loaded.error().message);
    document = std::move(*loaded);
  }

  const Json* read(const PathText& path) override { return document.find(path.resolve(document.data())); }
  const Json* read(PathView path) override { return document.find(path); }
  Path locate(const PathText& path) override { return path.resolve(document.data()); }
  std::uint64_t generation() const override { return document.generation(); }
  const Json* field(std::size_t field) override {
    return field == 2 ? member(document.meta(), "memory") : nullptr;
  }

  // (what, path, value?, refused?)
  Result<Json> call(std::size_t function, std::span<const Json> args) override {
    if (function == kRemember) {
      remember(args);
      return args.size() > 1 && args[1] == "refused" ? take_back() : Result<Json>(Json());
    }
    const Result<PathText> text = PathText::parse(string_of(args[1]), Limits());
    if (!text) return text.error();
    before_ = document.savepoint();
    change(string_of(args[0]), text->resolve(document.data()), args.size() > 2 ? args[2] : Json());
    return args.size() > 3 ? take_back() : Result<Json>(Json());
  }

  Document document;

 private:
  Result<Json> take_back() {
    document.rollback(before_);
    return Error(Code::kRuleDenied, "no");
  }

  void remember(std::span<const Json> args) {
    before_ = document.savepoint();
    Path path;
    path.push_key("memory");
    if (document.find(path, Tree::kMeta) == nullptr)
      document.put(path, Json(Json::value_t::object), Tree::kMeta);
    path.push_key(string_of(args[0]));
    document.put(path, args.size() > 1 ? args[1] : Json(), Tree::kMeta);
  }

  void change(const std::string& what, const Path& path, const Json& value) {
    const Json* node = document.find(path);
    if (what == "root") {
      document.put(Path(), json(R"({"o":{"k1":{"x":1}},"list":[{"name":"n","sub":{"x":9}}]})"));
    } else if (node == nullptr) {
      return;
    } else if (what == "put") {
      document.put(path, value);
    } else if (what == "erase") {
      document.erase(path);
    } else if (what == "grow" && node->is_array()) {
      document.splice(path, node->size() / 2, 0, std::vector<Json>(3, value));
    } else if (what == "shrink" && node->is_array() && !node->empty()) {
      document.splice(path, 0, (node->size() + 1) / 2, {});
    } else if (what == "scatter" && node->is_array() && node->size() > 2) {
      const std::size_t indices[] = {0, node->size() - 1};
      document.take_out(path, indices);
    } else if (what == "add" && node->is_object()) {
      for (const char* key : {"k7", "k8", "k9", "k10"}) document.put(path.child(key), value);
    } else if (what == "expire") {
      document.set_expiry(path, Expiry{Time{1}});
    }
  }

  Document::Savepoint before_;
};

constexpr const char* kState = R"({"o":{"k1":{"x":1},"k2":[1,2,{"deep":[5]}],"k3":"t"},
  "list":[{"name":"aaaaaaaaaaaaaaaaaaaa0","sub":{"x":0}},{"name":"aaaaaaaaaaaaaaaaaaaa1","sub":{"x":1}},
          {"name":"aaaaaaaaaaaaaaaaaaaa2","sub":{"x":2}},{"name":"aaaaaaaaaaaaaaaaaaaa3","sub":{"x":3}}]})";

// `look` compares every view that is held with what stands there now; `hold` takes one.
constexpr const char* kFrame = R"(
local function same(a, b)
  if type(a) ~= 'table' or type(b) ~= 'table' then return a == b end
  if #a ~= #b then return false end
  local left = {}
  for k, v in pairs(a) do left[k] = v end
  for k, v in pairs(b) do
    if not same(left[k], v) then return false end
    left[k] = nil
  end
  return next(left) == nil
end
local function fresh(place)
  if place.root ~= 'memory' then return ctx.get(place) end
  local at = ctx.memory
  for i = 1, #place do at = type(at) == 'table' and at[place[i]] or nil end
  return at
end
local held, steps, wrong = {}, {}, 0
local function hold(...)
  local place = {...}
  if place[1] == 'memory' then table.remove(place, 1) place.root = 'memory' end
  local view = fresh(place)
  if type(view) ~= 'table' then return end
  held[#held + 1] = {place, view}
  steps[#steps + 1] = {pairs(view)}
  steps[#steps + 1] = {ipairs(view)}
end
local function look()
  for i = 1, #held do
    local now = fresh(held[i][1])
    if type(now) ~= 'table' then now = {} end
    if not same(held[i][2], now) then wrong = wrong + 1 end
  end
  for i = 1, #steps do
    local s = steps[i]
    local k, v = s[1](s[2], s[3])
    s[3] = k or s[3]
    if k ~= nil and type(v) == 'table' then same(v, v) end
  end
end
)";

class Writer {
 public:
  explicit Writer(std::uint32_t seed) : chance_(seed) {}

  std::string program() {
    std::string out = kFrame;
    for (int i = 0; i < 3; ++i) out += hold();
    for (int i = 0; i < 14; ++i) out += step() + "look()\n";
    return out + "return wrong\n";
  }

 private:
  std::size_t below(std::size_t most) { return chance_() % most; }
  template <std::size_t kCount>
  std::string one_of(const char* const (&words)[kCount]) {
    return words[below(kCount)];
  }

  std::string hold() {
    return "hold(" +
           one_of({"'list'", "'list',0", "'list',1,'sub'", "'o'", "'o','k2'", "'o','k2',2,'deep'", "'o','k1'",
                   "'memory','a'", "'memory','a','b'", "'memory','c'"}) +
           ")\n";
  }

  std::string step() {
    const std::size_t kind = below(8);
    if (kind == 0) return hold();
    if (kind == 1)
      return "ctx.memory." + one_of({"a", "c"}) + " = " + one_of({"{ b = { 1, 2 } }", "{ 4, { 5 } }", "1"}) +
             "\n";
    if (kind == 2) return "pcall(ctx.remember, 'a', 'refused')\n";
    if (kind == 3) return "for i = 1, 40 do local junk = ('B'):rep(64 + i) .. i end\n";
    const std::string write =
        "ctx.call, '" + one_of({"put", "erase", "grow", "shrink", "scatter", "add", "expire", "root"}) +
        "', '" + one_of({"list", "list[1]", "list[0].sub", "o", "o.k2", "o.k2[2].deep", "o.k1", "o.k9"}) +
        "', " + one_of({"7", "{ x = { y = 1 } }", "array{ { deep = array{} }, 2 }", "'text'"});
    return "pcall(" + write + (below(3) != 0 ? ", true" : "") + ")\n";
  }

  std::mt19937 chance_;
};

std::string told(Sandbox& sandbox, Host& host) {
  Spent spent;
  const Call call{.handler = 0, .args = {}, .more = {}, .functions = kAllFunctions, .allowance = {}};
  return text_of(sandbox.call(call, host, spent));
}

}  // namespace

TEST_CASE("attack view-uaf: everything that a handler holds of the document equals a fresh read") {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const std::string program = Writer(seed).program();
    CAPTURE(program);
    Box box("tool \"t\" { run = function(ctx)\n" + program + "end }\n");
    Journaled host(kState);
    const std::string first = told(*box.sandbox, host);
    CHECK(first == "0");
    host.document.check_invariants();
    Journaled other(kState);
    CHECK(told(*box.sandbox, other) == first);
    CHECK(equal(other.document.data(), host.document.data()));
  }
}

}  // namespace gavel::test
