// The words that plugins may write, against the texts, the reference and the stubs made of them. The stubs
// are read here as text, line by line, by other code than wrote them.

#include <map>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "base/codes.hpp"
#include "docs/reference.hpp"
#include "docs/stubs.hpp"
#include "docs/words_texts.hpp"
#include "lua/pack_reader.hpp"
#include "lua/program.hpp"
#include "ruleset/vocabulary.hpp"
#include "state/embedded.hpp"
#include "testing/test_stub.hpp"

namespace gavel {

std::span<const EmbeddedFile> doc_texts();
std::span<const EmbeddedFile> test_texts();
std::span<const EmbeddedFile> ruleset_texts();
std::span<const EmbeddedFile> prompt_texts();

namespace {

struct Counted {
  std::size_t least = 0, most = 0;  // most: SIZE_MAX where any number may follow
  std::vector<std::string> names;
};

struct Stub {
  std::map<std::string, Counted> functions;              // "tool", "string.rep", "Context.before"
  std::map<std::string, std::set<std::string>> members;  // of classes
  std::map<std::string, std::set<std::string>> needed;   // of these, those without `?`
  std::map<std::string, std::string> parents;            // "gavel.Context" -> "gavel.PureContext"
  std::set<std::string> values;                          // `null = nil`, `string = {}`
};

std::string word_at(const std::string& line, std::size_t at) {
  return line.substr(at, line.find_first_of(" :", at) - at);
}

void read_field(const std::string& line, const std::string& of, Stub& stub) {
  std::string name = line[10] == '[' ? line.substr(12, line.find('"', 12) - 12) : word_at(line, 10);
  const bool optional = name.ends_with('?');
  if (optional) name.pop_back();
  CHECK_MESSAGE(stub.members[of].insert(name).second, of << " has " << name << " twice");
  if (!optional) stub.needed[of].insert(name);
}

Stub read_stub(const std::string& text) {
  Stub stub;
  Counted counted;
  std::string of, line;
  for (std::istringstream lines(text); std::getline(lines, line);) {
    if (line.starts_with("---@class ")) {
      of = word_at(line, 10);
      stub.members[of];
      if (const std::size_t colon = line.find(": "); colon != std::string::npos)
        stub.parents[of] = line.substr(colon + 2);
    } else if (line.starts_with("---@field ")) {
      read_field(line, of, stub);
    } else if (line.starts_with("---@param ")) {
      std::string name = word_at(line, 10);
      const bool optional = name.ends_with('?');
      if (optional) name.pop_back();
      counted.names.push_back(name);
      if (name == "...") {
        counted.most = SIZE_MAX;
      } else {
        counted.most += 1;
        counted.least += optional ? 0 : 1;
      }
    } else if (line.starts_with("function ")) {
      const std::size_t open = line.find('(');
      std::string names;
      for (const std::string& name : counted.names) names += (names.empty() ? "" : ", ") + name;
      CHECK(line.substr(open) == "(" + names + ") end");
      CHECK_MESSAGE(stub.functions.emplace(line.substr(9, open - 9), counted).second, line);
      counted = {};
    } else if (line.ends_with(" = nil") || line.ends_with(" = {}")) {
      if (!line.starts_with("local ")) stub.values.insert(word_at(line, 0));
    }
  }
  return stub;
}

Stub words_stub(const char* language = "en") { return read_stub(word_stubs(language)[0].text); }
Stub sandbox_stub() { return read_stub(word_stubs("en")[1].text); }

// What a class has, with what its parents have.
std::set<std::string> all_of(const Stub& stub, std::string name) {
  std::set<std::string> all;
  while (true) {
    all.insert(stub.members.at(name).begin(), stub.members.at(name).end());
    const std::string local = name.substr(name.find('.') + 1) + ".";
    for (const auto& [function, ignored] : stub.functions)
      if (function.starts_with(local)) all.insert(function.substr(local.size()));
    const auto parent = stub.parents.find(name);
    if (parent == stub.parents.end()) return all;
    name = parent->second;
  }
}

std::string capital(std::string word) {
  word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return word;
}

std::set<std::string> set_of(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

bool is_good(const Registration& registration) {
  std::vector<Error> errors;
  const std::any typed = vocabulary().read(registration, Limits(), errors);
  return errors.empty() && typed.has_value();
}

// A registration with the least that its kind needs.
Registration least_of(const std::string& kind) {
  Registration one;
  one.kind = kind;
  one.id = "p/x";
  one.plugin = "p";
  one.name = "x";
  one.spec = Json(Json::value_t::object);
  const auto put = [&](const char* name, const char* json) { one.spec[name] = Json::parse(json); };
  if (kind == "tool") {
    for (const char* name : {"summary", "guidance"}) put(name, R"({"en": "a", "zh": "b"})");
    for (const char* name : {"args", "rejects", "settles"}) put(name, "{}");
  }
  if (kind == "rule" || kind == "budget" || kind == "derive") put("path", R"("a.b")");
  if (kind == "budget") put("max", "3");
  if (kind == "automation") put("on", R"("turn_end")");
  if (kind == "setting") {
    put("type", R"("bool")");
    put("default", "true");
  }
  if (kind == "migrate") put("from", R"("1.x")");
  if (kind == "migrate") {
    one.handlers = {{"up", 0}};
  } else if (kind == "claim") {
    one.handlers = {{"find", 0}};
  } else if (kind != "budget" && kind != "setting") {
    one.handlers = {{"run", 0}};
  }
  return one;
}

// Every text below a value that has no counterpart in the other language, by its place. A refusal's meaning
// in English is in base/codes.
void find_gaps(const Json& value, const std::string& place, std::vector<std::string>& gaps) {
  const auto has = [&value](const char* language) {
    const Json* text = member(value, language);
    return text != nullptr && text->is_string() && !string_of(*text).empty();
  };
  const Json* code = member(value, "code");
  const bool english = has("en") || (code != nullptr && code_of(string_of(*code)));
  if ((english || has("zh")) && !(english && has("zh"))) gaps.push_back(place);
  if (value.is_object())
    for (const auto& [name, child] : object_of(value))
      find_gaps(child, std::string(place).append(".").append(name), gaps);
  if (value.is_array())
    for (const Json& child : array_of(value)) find_gaps(child, place + "[]", gaps);
}

}  // namespace

TEST_CASE("every word has a text in both languages, and every text a word [R001-18, B-14]") {
  for (const std::string& problem : text_problems()) FAIL_CHECK(problem);
  CHECK(all_words().size() > 200);
  for (const std::string& problem : test_text_problems()) FAIL_CHECK(problem);
}

TEST_CASE("members that the texts call required are required by registrations") {
  const Stub stub = words_stub();
  for (const Kind& kind : vocabulary().kinds) {
    const Registration whole = least_of(kind.name);
    CHECK_MESSAGE(is_good(whole), kind.name);
    std::set<std::string> given;
    for (const auto& [name, value] : object_of(whole.spec)) given.insert(name);
    for (const auto& [name, id] : whole.handlers) given.insert(name);
    CHECK_MESSAGE(given == stub.needed.at("gavel." + capital(kind.name) + "Spec"), kind.name);
    for (const std::string& name : given) {
      Registration less = whole;
      less.spec.erase(name);
      std::erase_if(less.handlers, [&](const auto& one) { return one.first == name; });
      CHECK_MESSAGE(!is_good(less), kind.name << " without " << name);
    }
  }
}

TEST_CASE("the stubs have every kind with its members, and nothing else [B-14]") {
  const Stub stub = words_stub();
  std::set<std::string> expected;
  for (const Kind& kind : vocabulary().kinds) {
    std::set<std::string> members = set_of(kind.members);
    members.insert(kind.handlers.begin(), kind.handlers.end());
    CHECK_MESSAGE(stub.members.at("gavel." + capital(kind.name) + "Spec") == members, kind.name);
    CHECK(stub.functions.at(kind.name).most == 1);
    expected.insert(kind.name);
  }
  for (const Word& word : vocabulary().words) {
    const Counted& counted = stub.functions.at(word.name);
    CHECK_MESSAGE(counted.least == word.least, word.name);
    CHECK_MESSAGE(counted.most == word.most, word.name);
    expected.insert(word.name);
  }
  for (const std::string& shape : vocabulary().shapes) expected.insert(shape);
  std::set<std::string> globals;
  for (const auto& [name, counted] : stub.functions)
    if (name.find('.') == std::string::npos) globals.insert(name);
  CHECK(globals == expected);
  for (const RecordShape& record : vocabulary().records)
    CHECK(stub.members.at("gavel." + capital(record.name)) == set_of(record.members));
}

TEST_CASE("the stubs' ctx has every field and function of the registry, with as many parameters [B-14]") {
  const Stub stub = words_stub();
  std::set<std::string> all, expected = set_of(vocabulary().fields);
  for (const char* name :
       {"gavel.PureContext", "gavel.Context", "gavel.ClaimContext", "gavel.WriterContext"}) {
    const std::set<std::string> own = all_of(stub, name);
    all.insert(own.begin(), own.end());
  }
  for (const std::string& name : reader_names()) expected.insert(name);
  for (const HostFunction& function : vocabulary().functions) {
    expected.insert(function.name);
    std::size_t seen = 0;
    for (const auto& row : stub.functions) {
      const std::string& name = row.first;
      const Counted& counted = row.second;
      if (!name.ends_with("." + function.name)) continue;
      ++seen;
      CHECK_MESSAGE(counted.least == function.least, name);
      CHECK_MESSAGE((counted.most == function.most || counted.most == SIZE_MAX), name);
    }
    CHECK_MESSAGE(seen > 0, function.name);
  }
  CHECK(all == expected);
  CHECK(all_of(stub, "gavel.Context").contains("roll"));
  CHECK(!all_of(stub, "gavel.Context").contains("set"));
  CHECK(!all_of(stub, "gavel.PureContext").contains("roll"));
  CHECK(all_of(stub, "gavel.WriterContext").contains("set"));
}

TEST_CASE("the stubs' library is what the sandbox has, and nothing else [B-14]") {
  const Stub words = words_stub(), sandbox = sandbox_stub();
  std::set<std::string> told = {};
  for (const auto& [name, counted] : sandbox.functions) told.insert(name);
  for (const std::string& name : sandbox.values) told.insert(name);
  for (const auto& [name, counted] : words.functions)
    if (name.find('.') == std::string::npos) told.insert(name);
  std::set<std::string> shown = set_of(visible_names(vocabulary()));
  shown.insert("params");
  CHECK(told == shown);
  const std::string luacheck = luacheck_config(".gavel", {});
  for (const std::string& name : shown)
    CHECK_MESSAGE(
        luacheck.find("\"" + name.substr(name.find('.') + 1) + "\"") + luacheck.find(" " + name + " = {") !=
            2 * std::string::npos,
        name);
  CHECK(luacheck.find("\"os\"") == std::string::npos);
}

TEST_CASE("every stub is valid Lua, in both languages") {
  std::vector<PackFile> stubs = word_stubs("en");
  for (PackFile& one : word_stubs("zh")) stubs.push_back({"zh_" + one.name, std::move(one.text)});
  stubs.push_back(test_stub("en"));
  stubs.push_back(module_stub({"lists.lua",
                               "-- What lists hold.\nlocal lists = {}\n\n-- Whether.\nfunction "
                               "lists.has(list, value) return true end\n\nreturn lists\n"}));
  CHECK(stubs.back().text.find("---Whether.\nfunction M.has(list, value) end") != std::string::npos);
  Pack pack;
  pack.as = "stubs";
  for (PackFile& one : stubs) {
    // Inside a function, so that it is read and does not run.
    pack.files.push_back({one.name, "local function stub()\n" + one.text + "\nend\n"});
    pack.manifest.files.push_back(one.name);
  }
  pack.manifest.plugin = "stubs";
  const Program::Loaded loaded = Program::load({pack}, {}, vocabulary(), Limits());
  for (const Problem& problem : loaded.problems) {
    CHECK_MESSAGE(problem.warning, problem.error.message);
  }
  CHECK(loaded.program != nullptr);
}

TEST_CASE("the reference explains every word in both languages [R001-18]") {
  for (const char* language : {"en", "zh"}) {
    const std::string page = reference(language);
    for (const WordText& word : words_texts()) {
      const std::string name(word.word.substr(word.word.starts_with("ctx.") ? 4 : 0));
      const std::string last = name.substr(name.find('.') + 1);
      CHECK_MESSAGE(
          (page.find("`" + last) != std::string::npos || page.find("`" + name) != std::string::npos ||
           page.find("## " + name) != std::string::npos ||
           page.find(std::string(language[0] == 'e' ? word.en : word.zh)) != std::string::npos),
          name);
    }
  }
}

TEST_CASE("every compiled-in text exists in English and in Chinese") {
  std::size_t files = 0;
  for (const std::span<const EmbeddedFile> some :
       {doc_texts(), test_texts(), ruleset_texts(), prompt_texts()})
    for (const EmbeddedFile& file : some) {
      if (!file.name.ends_with(".yaml") || file.name.starts_with("game/")) continue;
      ++files;
      std::vector<std::string> gaps;
      find_gaps(embedded_yaml(some, file.name), std::string(file.name), gaps);
      for (const std::string& gap : gaps) FAIL_CHECK(gap);
    }
  CHECK(files == 5);
}

}  // namespace gavel
