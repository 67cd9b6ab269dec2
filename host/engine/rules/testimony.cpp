#include "testimony.hpp"

#include "command/host_keys.hpp"
#include "state/effects.hpp"

namespace gavel {
namespace {

std::string place_of(const Where& where) {
  return where.file.empty() ? std::string() : where.file + ":" + std::to_string(where.line);
}

// The rows that say which values fit at a place.
Json checks_of(const FieldTable& fields, PathView path) {
  Json rows(Json::value_t::array);
  for (const FieldRow* row : fields.value_rows(path)) {
    Json one(Json::value_t::object);
    one["pattern"] = row->pattern.text();
    one["at"] = place_of(row->where);
    rows.push_back(std::move(one));
  }
  return rows;
}

// Whether it was refused.
bool hear_field(Witness& witness, const FieldTable& fields, const Proposed& proposed, const Effect& effect) {
  const Actor actor = proposed.command.origin.actor;
  Testimony one;
  one.who = "fields";
  one.path = Path(effect.path);
  if (effect.before != nullptr) one.before = *effect.before;
  if (effect.after != nullptr) one.after = *effect.after;
  one.answer = "allow";
  const FieldRow* row = fields.writer(effect.path);
  if (row != nullptr) {
    one.id = row->pattern.text();
    one.at = place_of(row->where);
    if (fields.write_denied(effect.path, actor) != nullptr) one.answer = "deny";
  }
  if (effect.after != nullptr && one.answer == "allow") {
    if (const Result<void> fits = fields.fits(effect.path, *effect.after); !fits) {
      one.answer = "deny";
      one.id = fits.error().where.rule;
      one.at = place_of(fits.error().where);
      one.code = code_name(fits.error().code);
      one.message = fits.error().message;
    }
    if (Json checks = checks_of(fields, effect.path); !checks.empty()) one.more["checks"] = std::move(checks);
  }
  const bool refused = one.answer == "deny";
  witness.say(std::move(one));
  return refused;
}

}  // namespace

void hear_guards(Witness& witness, const Ruleset& ruleset, const Proposed& proposed,
                 const Result<void>& judged) {
  const FieldTable& fields = ruleset.guards().fields();
  bool refused = false;
  for (const Effect& effect : proposed.effects.judged())
    refused = (!effect.implied && hear_field(witness, fields, proposed, effect)) || refused;
  if (judged || refused) return;
  // Of what the table did not refuse by itself: protection, a key, what is to expire, a container above.
  const Error& error = judged.error();
  Testimony one;
  one.who = error.code == Code::kProtected ? "protection" : "guards";
  one.id = error.where.rule;
  one.at = place_of(error.where);
  one.answer = "deny";
  one.code = code_name(error.code);
  one.message = error.message;
  witness.say(std::move(one));
}

void hear_derived(Witness& witness, const Derive& derive, PathView path, const Error& error) {
  Testimony one;
  one.who = "derived";
  one.id = derive.source.id;
  one.at = derive.source.at;
  one.path = Path(path);
  one.answer = "deny";
  one.code = code_name(error.code);
  one.message = error.message;
  witness.say(std::move(one));
}

void hear_budget(Witness& witness, const Budget& budget, const Spending& spending, std::string_view answer,
                 const Json* effective, const std::string& message) {
  Testimony one;
  one.who = "budget";
  one.id = budget.source.id;
  one.at = budget.source.at;
  one.path = Path(spending.path);
  if (spending.before != nullptr) one.before = *spending.before;
  if (spending.after != nullptr) one.after = *spending.after;
  one.answer = answer;
  one.message = message;
  if (effective != nullptr) one.said = *effective;
  one.more = Json(Json::value_t::object);
  if (!spending.balance.window.is_null()) one.more["window"] = spending.balance.window;
  one.more["most"] = spending.balance.most;
  one.more["left"] = spending.balance.left;
  one.more["takes"] = spending.takes.value_or(Json(0));
  const bool enough = !spending.takes || !number_less(spending.balance.left, *spending.takes);
  if (enough && spending.takes && answer == "allow")
    one.more["left_after"] = difference(spending.balance.left, *spending.takes);
  if (budget.shadow) one.more["shadow"] = true;
  witness.say(std::move(one));
}

}  // namespace gavel
