#include "sandbox.hpp"

#include <stdexcept>

namespace gavel::test {

Vocabulary vocabulary() {
  Vocabulary v;
  v.kinds = {{"rule", true, {"run", "when"}, {"path", "mode", "note"}},
             {"tool", true, {"run"}, {}},
             {"migrate", false, {"up", "down"}, {"from"}}};
  v.words = {{"allow", 0, 0}, {"deny", 1, 2}, {"amend", 1, 2}};
  v.shapes = {"int", "str"};
  v.fields = {"actor", "params", "memory"};
  v.functions = {{"set", 2, 2, "a rule only judges: tools and automations write"},
                 {"roll", 1, 1, ""},
                 {"log", 1, 1, ""},
                 {"call", 0, 4, ""},
                 {"remember", 1, 2, ""}};
  v.tables = {{"memory", 2, kRemember}};
  v.records = {{"effect", {"path", "before", "after", "delta"}}};
  return v;
}

namespace {

const Vocabulary& shared_vocabulary() {
  static const Vocabulary kAll = vocabulary();
  return kAll;
}

}  // namespace

const Json* World::read(const PathText& path) {
  const Path found = path.resolve(data);
  return read(found.view());
}

const Json* World::read(PathView path) {
  const Json* at = &data;
  for (const Segment& segment : path) {
    if (segment.is_index) {
      at = at->is_array() && segment.index < at->size() ? &array_of(*at)[segment.index] : nullptr;
    } else if (at->is_array()) {
      const auto index = index_of_key(segment.key);
      at = index && *index < at->size() ? &array_of(*at)[*index] : nullptr;
    } else {
      at = member(*at, segment.key);
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

const Json* World::field(std::size_t field) {
  switch (field) {
    case 0:
      return &actor;
    case 1:
      return &params;
    default:
      return &memory;
  }
}

Result<Json> World::call(std::size_t function, std::span<const Json> args) {
  switch (function) {
    case kSet: {
      auto path = PathText::parse(string_of(args[0]), Limits());
      if (!path.ok()) return path.error();
      if (args[0] == "forbidden")
        return Error(Code::kProtected, "'forbidden' is protected", "leave it alone");
      data[string_of(args[0])] = args[1];
      ++writes;
      return Json(true);
    }
    case kRoll:
      return Json(4);
    case kLog:
      log.push_back(args[0].is_string() ? string_of(args[0]) : to_text(args[0]));
      return Json();
    case kRemember:
      if (args.size() == 1) {
        object_of(memory).erase(string_of(args[0]));
      } else {
        object_of(memory)[string_of(args[0])] = args[1];
      }
      return Json();
    default:
      return on_call ? on_call(args) : Result<Json>(args.empty() ? Json() : args[0]);
  }
}

const Json* Effect::member(std::size_t index) {
  switch (index) {
    case 0:
      return &path;
    case 1:
      return &before;
    case 2:
      return &after;
    default:
      return nullptr;
  }
}

Pack pack(const std::string& as, std::vector<PackFile> files) {
  Pack out;
  out.manifest.plugin = as;
  out.manifest.files = {files.front().name};
  out.as = as;
  out.params = Json::object();
  out.folder = "plugins/" + as;
  out.files = std::move(files);
  return out;
}

Program::Loaded load_packs(std::vector<Pack> packs, std::vector<PackFile> library, const Limits& limits) {
  return Program::load(std::move(packs), std::move(library), shared_vocabulary(), limits);
}

Program::Loaded load(const std::string& init, std::vector<PackFile> more, std::vector<PackFile> library,
                     const Limits& limits, Probe* probe) {
  more.insert(more.begin(), {"init.lua", init});
  std::vector<Pack> packs;
  packs.push_back(pack("p", std::move(more)));
  return Program::load(std::move(packs), std::move(library), shared_vocabulary(), limits, probe);
}

std::string handler(const std::string& body, const std::string& top) {
  return top + "\ntool \"t\" { run = function(args, ctx)\n" + body + "\nend }\n";
}

Box::Box(const std::string& init, std::vector<PackFile> more, std::vector<PackFile> library,
         const Limits& limits)
    : Box(load(init, std::move(more), std::move(library), limits)) {}

Box::Box(Program::Loaded loaded_in) : loaded(std::move(loaded_in)) {
  if (loaded.program == nullptr) throw std::runtime_error("does not load:\n" + problems_of(loaded));
  auto made = loaded.program->make();
  if (!made.ok()) throw std::runtime_error("no sandbox: " + made.error().message);
  sandbox = std::move(*made);
}

Result<Returned> Box::run(const std::string& id, const Json& args, std::uint64_t functions,
                          const std::string& which) {
  for (const Registration& one : loaded.program->registry().all) {
    if (one.id != id) continue;
    const Argument argument = &args;
    Call call;
    call.handler = *one.handler(which);
    call.args = {&argument, 1};
    call.functions = functions;
    call.allowance = allowance;
    return sandbox->call(call, world, spent);
  }
  throw std::runtime_error("no registration " + id);
}

std::string text_of(const Result<Returned>& result) {
  if (!result.ok()) return std::string(code_name(result.error().code)) + ": " + result.error().message;
  if (result->nothing) return "nothing";
  const std::string value = to_text(result->value);
  return result->word ? shared_vocabulary().words[*result->word].name + value : value;
}

std::string Box::said(const std::string& id, const Json& args) { return text_of(run(id, args)); }

std::string problems_of(const Program::Loaded& loaded) {
  std::string out;
  for (const Problem& problem : loaded.problems) {
    out += problem.error.where.file + ":" + std::to_string(problem.error.where.line) + ": " +
           problem.error.message;
    if (!problem.error.hint.empty()) out += " (" + problem.error.hint + ")";
    out += "\n";
  }
  return out;
}

}  // namespace gavel::test
