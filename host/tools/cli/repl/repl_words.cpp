#include "repl_words.hpp"

#include <algorithm>
#include <array>

#include "docs/codes.hpp"
#include "explain/typed_line.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"

namespace gavel {
namespace {

constexpr std::array kCommands = {
    ReplCommand{":help", "", "what may be typed here"},
    ReplCommand{":state", "[PATH]", "the state, or the value at a place"},
    ReplCommand{":set", "PATH VALUE", "a write by the operator, judged like any"},
    ReplCommand{":call", "TOOL ARGS", "a handler as `gavel run` asks it; what it writes stays"},
    ReplCommand{":user", "TEXT", "what the player says in the next turn"},
    ReplCommand{":turn", "TEXT or FILE", "a whole turn: what the model answered"},
    ReplCommand{":explain", "", "the last turn: its text, part by part, and what became of it"},
    ReplCommand{":why", "[CODE]",
                "what was refused last, by which rule, how to fix it; or what a code means"},
    ReplCommand{":diff", "", "what differs from the state at the beginning, or as it was loaded"},
    ReplCommand{":undo", "", "take the last step back"},
    ReplCommand{":redo", "", "make it again"},
    ReplCommand{":reload", "", "the rules as their files are now; the state stays"},
    ReplCommand{":load", "FILE", "a state, or a document {data, meta}"},
    ReplCommand{":save", "FILE", "the document {data, meta}"},
    ReplCommand{":as", "KIND [PLUGIN]",
                "run lines as a tool, rule, automation or derive, with a plugin's names"},
    ReplCommand{":seed", "TEXT", "of the dice"},
    ReplCommand{":now", "TIME", "the clock"},
    ReplCommand{":trace", "on|off", "show every call of ctx"},
    ReplCommand{":quit", "", "so does Ctrl-D"},
};

bool is_word_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == ':';
}

void keep_beginning_with(std::vector<std::string>& all, std::string_view typed) {
  std::erase_if(all, [&](const std::string& one) { return !one.starts_with(typed); });
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

// The places of the state that go on from a half-written path.
std::vector<std::string> paths_from(const Session& session, std::string_view typed) {
  constexpr std::size_t kMostPaths = 500;
  const std::size_t dot = typed.rfind('.');
  const std::string_view parent = dot == std::string_view::npos ? "" : typed.substr(0, dot);
  const Result<PathText> text = PathText::parse(parent, session.ruleset().limits());
  if (!text) return {};
  const Json& data = session.document().data();
  const Json* node = session.document().find(text->resolve(data));
  std::vector<std::string> all;
  if (node == nullptr || !node->is_object()) return all;
  const std::string front = parent.empty() ? "" : std::string(parent) + ".";
  for (const auto& [key, child] : object_of(*node)) {
    const bool plain = key.find_first_of(".[]\"\\ /") == std::string::npos && !key.empty();
    if (plain && all.size() < kMostPaths) all.push_back(front + key);
  }
  return all;
}

// Whether the text ends inside a string that is an argument of a member of ctx; where that string begins.
std::optional<std::size_t> path_argument(const std::string& text) {
  std::optional<std::size_t> open;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
      open = i + 1;
    }
  }
  if (quote == 0 || !open) return std::nullopt;
  const std::string before = text.substr(0, *open - 1);
  const std::size_t ctx = before.rfind("ctx.");
  if (ctx == std::string::npos) return std::nullopt;
  std::size_t at = ctx + 4;
  while (at < before.size() && before[at] != '(' && is_word_letter(before[at])) ++at;
  if (at >= before.size() || before[at] != '(') return std::nullopt;
  return before.find(')', at) == std::string::npos ? open : std::nullopt;
}

std::vector<std::string> names_of_handlers(const Session& session) {
  std::vector<std::string> names;
  for (const Handler& one : handlers_of(session.ruleset())) {
    if (one.kind == "tool") names.push_back(session.ruleset().registry().all[one.registration].name);
    names.push_back(one.kind + ":" + one.id);
  }
  return names;
}

std::vector<std::string> arguments_of(const Session& session, const std::string& command, std::size_t words,
                                      std::string_view typed) {
  if (command == ":call" && words == 1) return names_of_handlers(session);
  if (command == ":trace") return {"off", "on"};
  if (command == ":why" && words == 1) {
    const std::vector<std::string_view> names = code_names();
    return {names.begin(), names.end()};
  }
  if ((command == ":state" || command == ":set") && words == 1) return paths_from(session, typed);
  if (command != ":as") return {};
  std::vector<std::string> names;
  if (words == 1)
    for (const std::string_view kind : typed_kinds()) names.emplace_back(kind);
  if (words == 2)
    for (const Pack& pack : session.ruleset().packs()) names.push_back(pack.as);
  return names;
}

Completion complete_command(const Session& session, const std::string& text) {
  Completion completion;
  const std::vector<std::string> words = split_words(text);
  const bool blank = text.back() == ' ';
  const std::string typed = blank || words.empty() ? "" : words.back();
  completion.begin = text.size() - typed.size();
  const std::size_t before = words.size() - (blank ? 0 : 1);
  if (before == 0) {
    for (const ReplCommand& one : kCommands) completion.candidates.emplace_back(one.name);
  } else {
    completion.candidates = arguments_of(session, words.front(), before, typed);
  }
  keep_beginning_with(completion.candidates, typed);
  return completion;
}

}  // namespace

std::span<const ReplCommand> repl_commands() { return kCommands; }

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  int depth = 0;
  const auto end = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (blank && quote == 0 && depth <= 0) {
      end();
      continue;
    }
    word += c;
    if (quote != 0) {
      if (c == '\\' && i + 1 < text.size()) word += text[++i];
      if (c == quote) quote = 0;
    } else if (c == '"') {
      quote = c;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  end();
  return words;
}

Completion complete_line(Session& session, const std::string& text) {
  if (text.starts_with(':')) return complete_command(session, text);
  Completion completion;
  if (const std::optional<std::size_t> path = path_argument(text)) {
    completion.begin = *path;
    const std::string typed = text.substr(*path);
    completion.candidates = paths_from(session, typed);
    keep_beginning_with(completion.candidates, typed);
    return completion;
  }
  completion.begin = text.size();
  while (completion.begin > 0 && is_word_letter(text[completion.begin - 1])) --completion.begin;
  const std::string typed = text.substr(completion.begin);
  if (typed.starts_with("ctx.")) {
    for (const std::string& name : context_members(session.as()))
      completion.candidates.push_back("ctx." + name);
  } else if (!typed.empty()) {
    completion.candidates = session.globals();
    for (std::string& name : library_names()) completion.candidates.push_back(std::move(name));
  }
  keep_beginning_with(completion.candidates, typed);
  return completion;
}

}  // namespace gavel
