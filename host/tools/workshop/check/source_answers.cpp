// What handlers answer: whether they do, in whose words, for which reasons, and in which languages.

#include <algorithm>
#include <array>

#include "base/joined.hpp"
#include "base/utf8.hpp"
#include "state/suggest.hpp"

#include "source_check.hpp"

namespace gavel {
namespace {

std::string shown_answer(std::string_view name) { return shortened(printable(name), 80); }

std::string example_of(const HandlerForm& handler) {
  if (handler.kind == "rule") return "end it with return allow()";
  if (handler.which == "when") return "return true, false, or reject(\"why\")";
  if (handler.which == "window")
    return "return something that changes when the budget starts again: return ctx.turn";
  if (handler.kind == "claim") return "return the facts that it found: return { { kind = …, span = … } }";
  return "return the value";
}

}  // namespace

// What is nearly called `mode` is told where it is registered.
bool SourceCheck::misspells_mode(const SourceRegistration& registration) {
  constexpr std::array<std::string_view, 1> kMode = {"mode"};
  const auto [place, fresh] = misspelt_.try_emplace(&registration, false);
  if (fresh)
    place->second = std::ranges::any_of(registration.members, [&](const SourceRegistration::Member& one) {
      return nearest(one.name, kMode).has_value();
    });
  return place->second;
}

void SourceCheck::answers() {
  for (std::size_t i = 0; i < source_.functions.size(); ++i)
    if (file_.handlers[i] != nullptr) look_at_handler(i);
  for (const SourceUse& use : source_.uses)
    if (use.variable == kNone && use.members.empty()) look_at_word(use);
  for (const SourceCall& call : source_.calls)
    if (call.use != kNone && source_.uses[call.use].variable == kNone &&
        source_.uses[call.use].members.empty())
      look_at_word_call(call);
  for (const SourceRegistration& registration : source_.registrations)
    if (registration.kind == "tool") look_at_rejects(registration);
  look_at_languages();
}

void SourceCheck::look_at_handler(std::size_t number) {
  const SourceFunction& function = source_.functions[number];
  const HandlerForm& handler = *file_.handlers[number];
  if (!handler.answers || (function.returns && !(handler.always && function.falls))) return;
  const std::string which =
      handler.kind == "tool" || handler.kind == "budget" ? " (" + handler.which + ")" : "";
  if (!function.returns)
    return tell(Lint::kMissingReturn, function.token,
                named(number) + which + " has no `return`: it answers nothing", example_of(handler));
  tell(Lint::kMissingReturn, function.end,
       named(number) + which + " ends here without a `return`, so it answers nothing", example_of(handler));
}

// return deny
void SourceCheck::look_at_word(const SourceUse& use) {
  const std::string_view name = source_.name_of(use);
  const auto& words = reader_.vocabulary().words;
  const auto word = std::ranges::find_if(words, [&](const Word& one) { return one.name == name; });
  if (word == words.end() || use.token == 0 || plugin_.globals.contains(name)) return;
  const LuaToken& before = token(use.token - 1);
  const LuaToken& behind = token(use.end);
  const bool last = behind.is("end") || behind.is("else") || behind.is("elseif") || behind.is("until") ||
                    behind.is(";") || behind.kind == LuaToken::Kind::kEnd;
  if (!before.is("return") || !last) return;
  const std::string called = std::string(name) + (word->least == 0 && word->most == 0 ? "()" : "(…)");
  tell(Lint::kUncalledAnswer, use.token,
       "`return " + std::string(name) +
           "` returns the function instead of calling it, so the handler gives no answer",
       "write return " + called);
  if (word->least == 0) mend(use.token, std::string(name), std::string(name) + "()");
}

void SourceCheck::look_at_word_call(const SourceCall& call) {
  const SourceUse& use = source_.uses[call.use];
  const std::string name(source_.name_of(use));
  const auto& words = reader_.vocabulary().words;
  const auto word = std::ranges::find_if(words, [&](const Word& one) { return one.name == name; });
  if (word == words.end() || plugin_.globals.contains(name)) return;
  const auto [handler, function] = handler_around(call.function);
  const std::size_t given = call.arguments.size();
  if (given > word->most || (call.counted && given < word->least))
    tell(Lint::kWrongCount, use.token,
         name + " takes " + std::to_string(word->least) + " to " + std::to_string(word->most) +
             " values, got " + std::to_string(given),
         word->most == 0 ? "write " + name + "()" : "write " + name + "(…)");
  if (use.statement)
    return tell(Lint::kUnreturnedAnswer, use.token,
                "the answer of " + name + "(…) is thrown away: the handler goes on",
                "write return " + name + (word->most == 0 ? "()" : "(…)"));
  if (handler != nullptr && call.function == function && use.token > 0 && token(use.token - 1).is("return")) {
    if (std::ranges::find(handler->words, name) == handler->words.end())
      return tell(
          Lint::kWrongAnswer, use.token,
          named(function) + " answers with " + name + "(…), which is not its word",
          handler->words.empty() ? "return a value, or nothing" : "it may say " + joined(handler->words));
    const SourceRegistration* registration = registration_of(function);
    const SourceRegistration::Member* mode = registration->member("mode");
    const bool checks =
        name == "amend" && !source_.functions[function].shared &&
        (mode == nullptr ? !misspells_mode(*registration) : plain_text(token(mode->begin)) == "check");
    if (checks)
      return tell(Lint::kWrongAnswer, use.token,
                  named(function) + " calls amend(), which is allowed only with mode = \"amend\"",
                  "add mode = \"amend\"");
  }
  if (name == "reject") look_at_reason(call);
  if (name != "deny" || call.arguments.empty()) return;
  const std::size_t why = call.arguments[0].begin;
  if (token(why).is("{") && token(why + 1).is("}") && call.arguments[0].end == why + 2)
    tell(Lint::kWrongAnswer, why, "deny is given no text to say",
         "say why in both languages: deny({ en = \"…\", zh = \"…\" })");
}

// reject("typo")
void SourceCheck::look_at_reason(const SourceCall& call) {
  if (call.arguments.empty() || call.arguments[0].end != call.arguments[0].begin + 1) return;
  const std::size_t number = call.arguments[0].begin;
  const std::string_view reason = plain_text(token(number));
  if (reason.data() == nullptr) return;
  const auto [handler, function] = handler_around(call.function);
  const WrittenKeys* keys = nullptr;
  if (handler != nullptr) {
    const SourceRegistration::Member* rejects = registration_of(function)->member("rejects");
    if (rejects == nullptr || source_.functions[function].shared) return;
    keys = &written_keys(rejects->begin);
  }
  const std::set<std::string_view>& declared = keys == nullptr ? plugin_.reasons : keys->sorted;
  const bool whole = keys == nullptr ? plugin_.knows_reasons && !declared.empty() : keys->whole;
  if (!whole || declared.contains(reason) || out_.problems.size() >= most_) return;
  const std::vector<std::string_view> known =
      keys == nullptr ? std::vector(declared.begin(), declared.end()) : keys->names;
  const std::string who =
      keys == nullptr ? "no tool of the plugin declares" : named(function) + " does not declare";
  const std::string all = joined(known, " ");
  tell_unknown(Lint::kUndeclaredReason, number, who + " the reason \"" + shown_answer(reason) + "\"", known,
               "declare it: rejects = { " + shown_answer(reason) + " = { en = \"…\", zh = \"…\" } }" +
                   (all.empty() ? "" : "; declared are: " + all));
}

// Reasons that are declared, and that nothing in the plugin says.
void SourceCheck::look_at_rejects(const SourceRegistration& registration) {
  const SourceRegistration::Member* rejects = registration.member("rejects");
  bool whole = rejects != nullptr && !plugin_.says_any_reason;
  if (!whole) return;
  const std::vector<std::size_t> keys = keys_of_table(source_, rejects->begin, whole);
  if (!whole) return;
  for (const std::size_t key : keys) {
    const std::string_view reason = token(key).is_name() ? text(key) : plain_text(token(key));
    if (!token(key).is_name() || out_.texts.contains(reason)) continue;
    tell(Lint::kUnusedReason, key,
         "tool \"" + shown_answer(registration.name) + "\" declares the reason \"" + shown_answer(reason) +
             "\" but never uses it",
         "say reject(\"" + shown_answer(reason) + "\") where it applies, or remove it from `rejects`");
  }
}

// { en = "…" } without zh, wherever it stands.
void SourceCheck::look_at_languages() {
  struct Table {
    std::size_t begin = 0;
    bool en = false, zh = false, other = false;
  };
  std::vector<Table> open;
  for (std::size_t i = 0; i + 2 < source_.tokens.size(); ++i) {
    const LuaToken& at = token(i);
    if (at.is("{")) open.push_back({i});
    if (at.is("}") && !open.empty()) {
      const Table table = open.back();
      open.pop_back();
      if (table.other || table.en == table.zh) continue;
      const std::string missing = table.en ? "zh" : "en";
      tell(Lint::kMissingLanguage, table.begin, "a text in one language: " + missing + " is missing",
           "write it in both: { en = \"…\", zh = \"…\" }");
    }
    if (open.empty() || !(at.is("{") || at.is(",") || at.is(";"))) continue;
    const LuaToken& key = token(i + 1);
    if (key.is("}")) continue;
    const bool text_value = key.is_name() && token(i + 2).is("=") && i + 3 < source_.tokens.size() &&
                            token(i + 3).kind == LuaToken::Kind::kString;
    Table& table = open.back();
    if (text_value && key.text == "en") {
      table.en = true;
    } else if (text_value && key.text == "zh") {
      table.zh = true;
    } else {
      table.other = true;
    }
  }
}

// kind = "hp_change", in a file with claims.
void SourceCheck::facts() {
  const bool claims =
      std::ranges::any_of(source_.registrations, [](const auto& one) { return one.kind == "claim"; });
  for (std::size_t i = 0; claims && i + 2 < source_.tokens.size(); ++i)
    if (token(i).is_name() && text(i) == "kind" && token(i + 1).is("=") &&
        token(i + 2).kind == LuaToken::Kind::kString)
      out_.claimed.push_back({std::string(plain_text(token(i + 2))), where(i + 2)});
}

}  // namespace gavel
