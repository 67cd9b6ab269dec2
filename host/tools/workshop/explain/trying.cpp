#include "explain/trying.hpp"

#include "base/utf8.hpp"
#include "explain/parse_cli_value.hpp"
#include "rules/batch.hpp"
#include "rules/report_rows.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

std::string joined(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Command call_of(const std::string& name, Json args, Actor actor) {
  Command command;
  command.verb = Verb::kCall;
  command.path.push_key(name);
  command.value = std::move(args);
  command.origin.actor = actor;
  return command;
}

Result<Json> in_order(std::span<const std::string> words, const Limits& limits) {
  Json args(Json::value_t::array);
  for (const std::string& word : words) args.push_back(loose_value(word, limits));
  if (args.size() == 1 && args[0].is_array()) return args[0];
  return args;
}

std::span<const std::string> behind_first(const std::vector<std::string>& words) {
  return words.empty() ? std::span<const std::string>() : std::span<const std::string>(words).subspan(1);
}

// Nothing that somebody gives goes by unread.
Result<void> check_write(const Handler& handler, const TryWords& words) {
  if (words.write.empty()) return {};
  if (handler.kind == "automation") return {};
  if (handler.kind != "rule" && handler.kind != "budget")
    return Error(Code::kUsage,
                 "a " + handler.kind + " is asked of no write, so that --set " +
                     shortened(printable(words.write), 80) + " would do nothing",
                 "ask it on a state in which that stands, by --state FILE; --set is for rules, budgets and "
                 "automations");
  if (words.args.empty()) return {};
  return Error(Code::kUsage,
               "the write is given twice: by --set, and by " + shortened(printable(joined(words.args)), 80),
               "leave one of them out");
}

// The event, and what it carries.
Result<void> ask_event(HandlerQuestion& question, const TryWords& words, const Limits& limits) {
  if (words.args.empty()) return {};
  question.event = words.args.front();
  const std::span<const std::string> rest = behind_first(words.args);
  if (rest.empty()) return {};
  question.data = TRY(loose_object(rest, Json(), limits));
  return {};
}

Json ran_json(const TraceEvent& event) {
  Json json(Json::value_t::object);
  const bool handler = event.what == TraceEvent::What::kHandler;
  json[handler ? "handler" : "ctx"] = ran_name(event);
  json["depth"] = event.handlers;
  json["args"] = event.args;
  if (const std::optional<Json> answer = ran_answer(event)) json["answer"] = *answer;
  if (event.answer == "error") json["error"] = event.message;
  if (!event.at.empty()) json["at"] = event.at;
  json["fuel"] = event.fuel;
  if (handler) {
    json["bytes"] = event.bytes;
    json["calls"] = event.asks;
  }
  return json;
}

Json amendments_json(const std::vector<Amendment>& amendments) {
  Json all(Json::value_t::array);
  for (const Amendment& one : amendments) {
    Json json(Json::value_t::object);
    json["path"] = path_to_json(one.path);
    if (one.before) json["before"] = *one.before;
    json["proposed"] = one.proposed;
    json["effective"] = one.effective;
    json["rule"] = one.rule;
    json["at"] = one.at;
    if (!one.reason.empty()) json["reason"] = one.reason;
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace

bool is_ran(const TraceEvent& event, bool with_asks) {
  return event.what == TraceEvent::What::kHandler || (with_asks && event.what == TraceEvent::What::kAsk);
}

std::string ran_name(const TraceEvent& event) {
  return event.what == TraceEvent::What::kHandler ? event.id + " (" + event.which + ")" : event.which;
}

std::optional<Json> ran_answer(const TraceEvent& event) {
  if (!event.is_word()) return event.said ? std::optional(digest(*event.said)) : std::nullopt;
  Json args(Json::value_t::array);
  if (event.said)
    for (const Json& arg : array_of(*event.said)) args.push_back(digest(arg));
  Json answer(Json::value_t::object);
  answer[event.answer] = std::move(args);
  return answer;
}

EffectRows remembered_since(const Document& document) {
  EffectRows rows;
  EffectOptions options;
  options.tree = Tree::kMeta;
  visit_effects(document, {0}, options, [&](const Effect& effect) {
    const std::string place = to_dotted(effect.path);
    const bool told = place.starts_with("memory") || place.starts_with("budgets");
    if (effect.implied || !told) return true;
    EffectRow& row = rows.emplace_back();
    row.path = Path(effect.path);
    if (effect.before != nullptr) row.before = *effect.before;
    if (effect.after != nullptr) row.after = *effect.after;
    return true;
  });
  return rows;
}

Result<HandlerQuestion> question_of(const Ruleset& ruleset, const Handler& handler, const TryWords& words,
                                    const TryFacts& facts) {
  const Limits& limits = ruleset.limits();
  const Registration& registration = ruleset.registry().all[handler.registration];
  const Json* shapes = member(registration.spec, "args");
  HandlerQuestion question;
  question.registration = handler.registration;
  question.campaign = facts.campaign;
  TRY(check_write(handler, words));
  if (!words.write.empty()) {
    const std::string text = words.write;
    question.command = TRY(loose_write({&text, 1}, facts.actor, limits));
  }
  if (handler.kind == "tool") {
    Json args = TRY(loose_object(words.args, shapes == nullptr ? Json() : *shapes, limits));
    question.command = call_of(registration.name, std::move(args), facts.actor);
  } else if (handler.kind == "callback") {
    Json args = TRY(in_order(words.args, limits));
    question.command = call_of(registration.name, std::move(args), facts.actor);
  } else if (handler.kind == "rule" || handler.kind == "budget") {
    if (question.command) return question;
    question.command = TRY(loose_write(words.args, facts.actor, limits));
  } else if (handler.kind == "derive") {
    for (const std::string& word : words.args) question.match.emplace_back(as_utf8(word));
  } else if (handler.kind == "automation") {
    TRY(ask_event(question, words, limits));
  } else if (handler.kind == "claim") {
    question.narration = as_utf8(words.narration.empty() ? joined(words.args) : words.narration);
  } else if (!words.args.empty()) {
    question.with = TRY(loose_object(words.args, Json(), limits));
  }
  return question;
}

Result<Tried> try_handler(const Ruleset& ruleset, Sandbox& sandbox, Document& document,
                          const Handler& handler, const HandlerQuestion& question, const TryFacts& facts) {
  Json settings = TRY(ruleset.settings(facts.settings));
  Tried tried;
  tried.handler = handler;
  TurnFacts turn;
  turn.turn = facts.turn;
  turn.actor = facts.actor;
  turn.seed = facts.seed;
  turn.settings = std::move(settings);
  turn.campaign = facts.campaign;
  turn.history = &facts.history;
  const Context context = ruleset.context(facts.now);
  Referee referee(ruleset, sandbox, document, context, std::move(turn));
  referee.watch(tried.trace);
  tried.reply = ask_handler(referee, question);
  tried.kept = remembered_since(document);
  tried.notes = referee.finish();
  return tried;
}

Json tried_json(const Tried& tried, bool trace) {
  const HandlerReply& reply = tried.reply;
  Json json(Json::value_t::object);
  json["handler"] = tried.handler.kind + ":" + tried.handler.id;
  json["at"] = tried.handler.at;
  json["asked"] = reply.asked;
  if (!reply.why_not.empty()) json["why_not"] = reply.why_not;
  json["status"] = std::string(status_name(reply.outcome.status));
  if (reply.outcome.error) put_error(json["error"] = Json(Json::value_t::object), *reply.outcome.error);
  if (reply.outcome.result) json["result"] = *reply.outcome.result;
  if (reply.target) json["target"] = path_to_json(*reply.target);
  if (reply.advances) json["advances"] = *reply.advances;
  json["amendments"] = amendments_json(reply.amendments);
  json["effects"] = effects_json(reply.effects);
  json["remembered"] = effects_json(tried.kept);
  if (!reply.reads.empty()) {
    Json& reads = json["reads"] = Json(Json::value_t::array);
    for (const Path& path : reply.reads) reads.push_back(path_to_json(path));
  }
  if (!reply.conflicts.empty()) {
    Json& conflicts = json["conflicts"] = Json(Json::value_t::array);
    for (const Conflict& conflict : reply.conflicts) conflicts.push_back(conflict_json(conflict));
  }
  put_notes(json, tried.notes);
  Json& rows = json[trace ? "trace" : "handlers"] = Json(Json::value_t::array);
  for (const TraceEvent& event : tried.trace.all())
    if (is_ran(event, trace)) rows.push_back(ran_json(event));
  if (tried.trace.unlisted() > 0) json["trace_left_out"] = tried.trace.unlisted();
  Json& spent = json["spent"] = Json(Json::value_t::object);
  spent["fuel"] = tried.trace.spent().fuel;
  spent["bytes"] = tried.trace.spent().bytes;
  spent["calls"] = tried.trace.asks();
  spent["microseconds"] = tried.trace.took() / std::chrono::microseconds(1);
  return json;
}

}  // namespace gavel
