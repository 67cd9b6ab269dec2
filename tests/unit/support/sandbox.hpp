// A world for the tests of the sandbox: a small vocabulary, a host over one Json document, and packs out of
// texts.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lua/program.hpp"
#include "lua/sandbox.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/resolve.hpp"

namespace gavel::test {

inline Json json(const std::string& text) {
  auto read = read_json(text, Limits());
  if (!read.ok()) throw std::runtime_error("bad JSON in a test: " + text);
  return std::move(*read);
}

// kinds rule (run, when), tool (run), migrate (unnamed, up, down); words allow, deny, amend; shapes int, str;
// fields actor, params, memory; functions set, roll, log, call, remember; table memory; record effect.
Vocabulary vocabulary();

// Host functions by their place in vocabulary().
enum Function : std::size_t { kSet, kRoll, kLog, kCall, kRemember };
constexpr std::uint64_t kAllFunctions = 31;

class World final : public Host {
 public:
  const Json* read(const PathText& path) override;
  const Json* read(PathView path) override;
  Path locate(const PathText& path) override { return path.resolve(data); }
  std::uint64_t generation() const override { return writes; }
  const Json* field(std::size_t field) override;
  Result<Json> call(std::size_t function, std::span<const Json> args) override;

  Json data = json(R"({"a":{"b":{"c":7}},"n":3,"list":[10,20,30],"empty":[],"none":null,
                       "people":{"zoe":{"age":5},"adam":{"age":6}},"name":"Li Si","flag":true,"x.y":1})");
  Json params = json(R"({"limit":10})");
  Json memory = Json::object();
  Json actor = "model";
  std::uint64_t writes = 0;
  std::vector<std::string> log;
  std::function<Result<Json>(std::span<const Json>)> on_call;  // what ctx.call does
};

class Effect final : public Record {
 public:
  std::size_t shape() const override { return 0; }
  const Json* member(std::size_t index) override;
  Json path = "a.b";
  Json before = 1;
  Json after = json(R"({"deep":[1,2]})");
};

Pack pack(const std::string& as, std::vector<PackFile> files);

// One plugin "p" with init.lua.
Program::Loaded load(const std::string& init, std::vector<PackFile> more = {},
                     std::vector<PackFile> library = {}, const Limits& limits = {}, Probe* probe = nullptr);
Program::Loaded load_packs(std::vector<Pack> packs, std::vector<PackFile> library = {},
                           const Limits& limits = {});

// A plugin whose tool "t" has this body, with (args, ctx); `top` stands in front of it.
std::string handler(const std::string& body, const std::string& top = {});

// A loaded program with one sandbox.
struct Box {
  explicit Box(const std::string& init, std::vector<PackFile> more = {}, std::vector<PackFile> library = {},
               const Limits& limits = {});
  explicit Box(Program::Loaded loaded);

  // Calls a handler of registration `id` ("p/t") with (args, ctx).
  Result<Returned> run(const std::string& id, const Json& args = nullptr,
                       std::uint64_t functions = kAllFunctions, const std::string& which = "run");
  Result<Returned> run() { return run("p/t"); }
  // What it returns as JSON text; an error as "code: message".
  std::string said(const std::string& id = "p/t", const Json& args = nullptr);

  Program::Loaded loaded;
  std::unique_ptr<Sandbox> sandbox;
  World world;
  Spent spent;
  Allowance allowance;
};

std::string text_of(const Result<Returned>& result);
std::string problems_of(const Program::Loaded& loaded);

// What the body of a handler returns.
inline std::string eval(const std::string& body, const std::string& top = {}) {
  return Box(handler(body, top)).said();
}

}  // namespace gavel::test
