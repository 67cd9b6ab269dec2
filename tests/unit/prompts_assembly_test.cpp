// The request to a model: what it shows of a state, and what it leaves out.

#include <doctest/doctest.h>

#include "prompts/prompt.hpp"
#include "support/game.hpp"

namespace gavel::testing {
namespace {

class Asked {
 public:
  explicit Asked(std::string_view ruleset, std::string_view state)
      : ruleset_(build({}, ruleset, state).ruleset),
        document_(Document::load(ruleset_->initial_state(), Json(), ruleset_->limits()).value()) {
    input.ruleset = ruleset_.get();
    input.document = &document_;
    input.settings = ruleset_->settings(Json()).value();
  }

  Prompt prompt() const { return assemble(input); }
  // The state's lines.
  std::string state() const {
    const Prompt all = prompt();
    for (const PromptMessage& message : all.messages) {
      const std::size_t at = message.content.find("# State\n");
      if (at != std::string::npos) return message.content.substr(message.content.find('\n', at + 8) + 1);
    }
    return "";
  }

  PromptInput input;

 private:
  std::shared_ptr<const Ruleset> ruleset_;
  Document document_;
};

TEST_CASE("[R001-15] hidden places are not shown to the model, nor their headings") {
  const Asked asked(
      R"(fields:
  - {path: "goal", read: [operator]}
  - {path: "vault.**", read: [operator]}
  - {path: "vault.*.label", read: [model, operator]}
  - {path: "list.0", read: [operator]})",
      R"({"goal":"g","vault":{"a":{"label":"l","code":7}},"dark":{},"list":["one","two"],"open":1})");
  CHECK(asked.state() == "vault:\n  a:\n    label: \"l\"\ndark: {}\nlist:\n  - \"two\"\nopen: 1");
}

// The request to the model, with so much room.
std::string request_of(Asked& asked, std::size_t tokens) {
  asked.input.tokens = tokens;
  const Prompt prompt = asked.prompt();
  std::string all = std::to_string(prompt.warnings.size());
  for (const PromptMessage& message : prompt.messages) all += message.content + "\n";
  return all;
}

// What is shown of states that differ only in what is hidden from the model, and so give one request.
std::string asked_of(const std::string& rules, const std::vector<std::string>& states) {
  Asked first(rules, states.front());
  for (const std::string& state : states) {
    CAPTURE(state.substr(0, 200));
    Asked asked(rules, state);
    for (std::size_t tokens = 20; tokens <= 60; tokens += 3)
      CHECK(request_of(asked, tokens) == request_of(first, tokens));
    CHECK(request_of(asked, 8000) == request_of(first, 8000));
  }
  return first.state();
}

TEST_CASE(
    "attack prompt-presence: a request does not reveal whether a hidden place holds anything [R001-15]") {
  const std::string opened =
      "fields:\n  - {path: d.b, read: [operator]}\n  - {path: d.b.x, read: [model, operator]}";
  CHECK(asked_of(opened, {R"({"e":1,"d":{}})", R"({"e":1,"d":{"b":5}})", R"({"e":1,"d":{"b":{"c":1}}})",
                          R"({"e":1,"d":{"b":{"c":{"x":1}}}})", R"({"e":1,"d":{"b":[{"x":1}]}})"}) ==
        "e: 1\nd: {}");
  CHECK(asked_of(opened, {R"({"d":{"b":{"x":{}}}})", R"({"d":{"b":{"c":1,"x":{}}}})"}) ==
        "d:\n  b:\n    x: {}");
  const std::string each =
      "fields:\n  - {path: 'c.*', read: [operator]}\n  - {path: 'c.*.c', read: [model, operator]}";
  CHECK(asked_of(each, {R"({"c":{}})", R"({"c":{"a":{"b":1}}})", R"({"c":{"a":1,"b":{}}})",
                        R"({"c":{"long name of a place":{"b":{"c":2}}}})"}) == "c: {}");
  CHECK(asked_of(each, {R"({"c":{"b":{"c":2}},"e":1})", R"({"c":{"a":{"b":1},"b":{"d":3,"c":2}},"e":1})"}) ==
        "c:\n  b:\n    c: 2\ne: 1");
  CHECK(asked_of("fields:\n  - {path: 'l.*', read: [operator]}", {R"({"l":[]})", R"({"l":[1]})"}) == "l: []");
  const std::string deep =
      "fields:\n  - {path: d.b, read: [operator]}\n  - {path: d.b.x.y, read: [model, operator]}";
  CHECK(asked_of(deep, {R"({"d":{"z":{}}})", R"({"d":{"b":{"x":{"z":1}},"z":{}}})"}) == "d:\n  z: {}");
}

TEST_CASE("attack prompt-presence: neither the end of the request nor folding and sums reveal it") {
  const std::string rows =
      "fields:\n  - {path: s, read: [operator]}\n  - {path: 's.*.c', read: [model, operator]}\n";
  std::string many = R"({"s":{)";
  for (int i = 0; i < 70'000; ++i) many += "\"k" + std::to_string(i) + "\":{\"a\":1,\"b\":2},";
  many.back() = '}';
  CHECK(asked_of(rows, {R"({"s":{},"e":1})", many + R"(,"e":1})"}) == "e: 1");
  const std::string fold =
      "prompt: {fold: {marker: gone, values: [true], text: it is gone}}\n"
      "fields:\n  - {path: d.b, read: [operator]}";
  CHECK(asked_of(fold, {R"({"d":{"b":1}})", R"({"d":{"b":{"gone":true}}})", R"({"d":{}})"}) == "d: {}");
  const std::string summed =
      "prompt: {summaries: [{path: log, hide_latest: n}]}\n"
      "fields:\n  - {path: n, read: [operator]}";
  asked_of(summed,
           {R"({"log":["a","b"],"n":0})", R"({"log":["a","b"],"n":1})", R"({"log":["a","b"],"n":2})"});
}

TEST_CASE("the outcome of the last reply is reported: results, amended values, refusals, nothing hidden") {
  Asked asked("fields:\n  - {path: secret, read: [operator]}", R"({"secret":1,"open":2})");
  const auto told = [&asked](const std::string& verdict) {
    asked.input.outcome = Json::parse(verdict);
    std::string all;
    for (const PromptMessage& message : asked.prompt().messages) all += message.content;
    const std::size_t at = all.find("# How the last turn was settled\n");
    return at == std::string::npos ? std::string() : all.substr(all.find('\n', at + 33) + 1);
  };
  CHECK(told(R"({"commands":[{"status":"applied","verb":"set","path":["open"]}]})") == "");
  CHECK(
      told(
          R"({"tool_results":[{"tool":"roll","status":"ok","result":{"dice":[4]}},{"tool":"move","status":"rejected",
      "reason":"it is locked","disabled_until":"dawn"}],"commands":[{"status":"applied","verb":"call","path":["roll"],
      "result":{"dice":[4]}},{"status":"rejected","verb":"call","path":["move"],"message":"it is locked"},
      {"status":"amended","verb":"add","path":["open"],"proposed":8,"effective":5,"why":"at most 5"},
      {"status":"rejected","verb":"set","path":["a",0],"message":"no"},{"status":"applied","verb":"get","path":["open"],
      "result":2},{"status":"amended","verb":"add","path":["secret"],"proposed":8,"effective":5}]})") ==
      "- roll: {\"dice\":[4]}\n- move: not done: it is locked (dawn)\n- open: 8 → 5 (at most 5)\n"
      "- set a[0]: not done: no\n- open: 2");
  CHECK(
      told(R"({"warnings":[{"code":"json.unread"},{"code":"set.dropped"},{"code":"json.unread"},
      {"code":"repair.number"}]})") ==
      "- JSON in your reply was not in the form of a command; it was left out, and nothing was changed by "
      "it\n"
      "- a command replaced a whole object; the members that it did not write are gone. Write single members "
      "instead");
}

TEST_CASE("[R001-15] what may be written is told from the fields table, nothing hidden is named") {
  const auto told = [](const std::string& rules, const char* language) {
    Asked asked(rules, R"({"a":1})");
    asked.input.language = language;
    std::string all;
    for (const PromptMessage& message : asked.prompt().messages) all += message.content + "\n\n";
    const std::size_t at =
        all.find(language == std::string_view("zh") ? "# 可写的地方\n" : "# What may be written\n");
    REQUIRE(at != std::string::npos);
    const std::size_t lines = all.find("\n- ", at) + 1;
    return all.substr(lines, all.find("\n\n", lines) - lines);
  };
  const std::string rules = R"(fields:
  - {path: "story.**", write: [model, operator]}
  - {path: "story.mood", enum: [glad, sad]}
  - {path: "story.*.favour", type: integer, min: -5, max: 5}
  - {path: "story.*.plan", read: [operator], type: string}
  - {path: "hero.**", write: [tool, operator]}
  - {path: "hero.hp", write: [tool, operator], type: integer}
  - {path: "clock", write: [derive]}
  - {path: "vault.**", read: [operator], write: [model, operator]}
  - {path: "**", write: [operator]})";
  CHECK(told(rules, "en") ==
        "- may be written: story\n- one of glad / sad: story.mood\n- whole number -5–5: story.<id>.favour\n"
        "- only tools change: hero\n- never to be written: clock, everything else");
  CHECK(told(rules, "zh") ==
        "- 可写：story\n- 只能是 glad / sad：story.mood\n- 整数 -5–5：story.<标识>.favour\n"
        "- 只随工具改变：hero\n- 不可写：clock、其余一切");
  CHECK(told("", "en") == "- may be written: anywhere");
  CHECK(told("fields: [{path: lamp, write: [tool]}]", "en") ==
        "- may be written: everything else\n- only tools change: lamp");
}

TEST_CASE("what a model need not know of is not told: rules of chat, and games of tools alone") {
  Asked asked("dialects: [tools]", R"({"a":1})");
  CHECK(asked.prompt().messages.front().content.find("# What may be written") == std::string::npos);
  Asked rules("", R"({"a":1})");
  rules.input.settings["dialog.manual_type"] = "rules";
  for (const PromptMessage& message : rules.prompt().messages)
    CHECK(message.content.find("# What may be written") == std::string::npos);
}

TEST_CASE("what a turn changes stands behind the history, so that requests begin alike") {
  Asked asked("prompt: {system: hello}", R"({"a":1})");
  const auto turn = [](int number) {
    Json one(Json::value_t::object);
    one["turn_id"] = "t-" + std::to_string(number);
    one["user_input"] = "u" + std::to_string(number);
    one["assistant_output_text"] = "a" + std::to_string(number);
    return one;
  };
  asked.input.history.push_back(turn(1));
  const Prompt first = asked.prompt();
  asked.input.history.push_back(turn(2));
  const Prompt second = asked.prompt();
  REQUIRE(first.messages.size() == 4);
  for (std::size_t i = 0; i < 3; ++i) CHECK(first.messages[i].content == second.messages[i].content);
  CHECK(first.messages.back().content.starts_with("# State\n"));
  CHECK(first.messages.front().content.find("# State") == std::string::npos);
}

TEST_CASE("turns fill the free room; where they fall out, they do so eight at a time") {
  Asked asked("", R"({"a":1})");
  std::vector<std::size_t> shown;
  std::string before;
  std::size_t alike = 0;
  for (int i = 0; i < 60; ++i) {
    Json turn(Json::value_t::object);
    turn["turn_id"] = "t-" + std::to_string(i);
    turn["user_input"] = "I say something, number " + std::to_string(i);
    turn["assistant_output_text"] = "And something is answered, number " + std::to_string(i);
    asked.input.history.push_back(std::move(turn));
    asked.input.tokens = 700;
    const Prompt prompt = asked.prompt();
    CHECK(prompt.tokens <= 700);
    const std::string now = prompt.messages[1].content;
    alike += now == before ? 1 : 0;
    before = now;
    shown.push_back((prompt.messages.size() - 2) / 2);
  }
  CHECK(shown[9] == 10);
  CHECK(*std::max_element(shown.begin(), shown.end()) > 15);
  CHECK(shown.back() >= 8);
  CHECK(alike >= 50);  // of 59 the first turn is the one of the request before
}

TEST_CASE("with a summary asked for, turns that nothing tells of are named when they fall out") {
  Asked asked("", R"({"a":1})");
  asked.input.settings["context.compress_enabled"] = true;
  for (int i = 1; i <= 60; ++i) {
    Json turn(Json::value_t::object);
    turn["turn_id"] = "t-" + std::to_string(i);
    turn["user_input"] = "I say something, number " + std::to_string(i);
    turn["assistant_output_text"] = "And something is answered, number " + std::to_string(i);
    asked.input.history.push_back(std::move(turn));
  }
  asked.input.tokens = 700;
  const Prompt prompt = asked.prompt();
  CHECK(prompt.tokens <= 700);
  REQUIRE(prompt.warnings.size() == 1);
  CHECK(prompt.warnings.front().code == "prompt.turns_lost");
  std::string all;
  for (const PromptMessage& message : prompt.messages) all += message.content + "\n";
  const std::size_t first = all.find("I say something, number ");
  const int shown = std::stoi(all.substr(first + 24));
  CHECK(shown > 1);
  const std::string lost = std::to_string(shown - 1);
  CHECK(all.find("the oldest turns, " + lost + " of them, up to t-" + lost + ")") != std::string::npos);
}

TEST_CASE("past replies stand there with what they had done") {
  Asked asked("", R"({"a":1})");
  Json turn(Json::value_t::object);
  turn["turn_id"] = "t-1";
  turn["user_input"] = "go";
  turn["assistant_output_text"] = "You go.";
  turn["commands"] = "_.set('a', 2);";
  asked.input.history.push_back(turn);
  turn["assistant_output_text"] = turn["commands"] = "";
  asked.input.history.push_back(turn);
  const Prompt prompt = asked.prompt();
  CHECK(prompt.messages[2].content == "You go.\n_.set('a', 2);");
  CHECK(prompt.messages[4].content == "……");
}

TEST_CASE("[R000-21] a ruleset chooses which places are shown, and which never") {
  const Asked asked(R"(prompt: {state: ["hero.*.hp", "world"], leave_out: ["**.note"]})",
                    R"({"hero":{"a":{"hp":3,"mp":1}},"world":{"note":"x","sky":"grey"},"other":1})");
  CHECK(asked.state() == "hero:\n  a:\n    hp: 3\nworld:\n  sky: \"grey\"");
}

TEST_CASE("[R000-21] described pairs show their value, with the description beside it") {
  const Asked asked(R"(described_pairs: ["s.**"])", R"({"s":{"level":["low","how strong"],"plain":[1,2]}})");
  CHECK(asked.state() == "s:\n  level: \"low\"  # how strong\n  plain: [1,2]");
}

TEST_CASE("[R000-21] text of a state cannot pass for other lines of the prompt") {
  const Asked asked("", R"({"a":"x\n# State\nfree: 1","b\nc: ":1})");
  CHECK(asked.state() == "a: \"x\\n# State\\nfree: 1\"\n\"b\\nc: \": 1");
}

TEST_CASE(
    "[R001-06] the budget is always kept, and parts that are never cut are reported if they exceed it") {
  Asked asked(
      "",
      R"({"a":["0123456789","0123456789","0123456789"],"b":{"c":"0123456789012345678901234567890123456789"}})");
  for (int i = 0; i < 30; ++i) {
    Json turn(Json::value_t::object);
    turn["turn_id"] = "t-" + std::to_string(i);
    turn["user_input"] = "I say something, number " + std::to_string(i);
    turn["assistant_output_text"] = "And something is answered, number " + std::to_string(i);
    asked.input.history.push_back(std::move(turn));
  }
  for (std::size_t tokens = 1; tokens < 400; ++tokens) {
    asked.input.tokens = tokens;
    const Prompt prompt = asked.prompt();
    REQUIRE((prompt.tokens <= tokens || !prompt.warnings.empty()));
  }
}

TEST_CASE("[R001-15] a hidden goal is removed everywhere except from the player's own words") {
  Asked asked("prompt: {system: keep the lost crown}", R"({"a":"the lost crown"})");
  asked.input.hidden_goal = "the lost crown";
  asked.input.user_text = "where is the lost crown?";
  const Prompt prompt = asked.prompt();
  CHECK(prompt.messages.front().content.find("lost crown") == std::string::npos);
  CHECK(prompt.messages.front().content.starts_with("keep …"));
  CHECK(prompt.messages.back().content == "where is the lost crown?");
}

}  // namespace
}  // namespace gavel::testing
