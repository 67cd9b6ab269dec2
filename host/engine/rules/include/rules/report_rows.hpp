// Report rows: effects, errors, warnings and what the game's own code said, as JSON. One form for verdicts,
// exchanges of rules, tries of a handler and the story of a turn, so that a reader who knows one knows all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "command/warning.hpp"
#include "rules/effect_row.hpp"
#include "rules/referee.hpp"

namespace gavel {

// The members of an error, into an object that is open: {code, message, hint?, rule?, at?, detail?}
template <typename Out>
void tell_error(Out& out, const Error& error) {
  out.member("code", code_name(error.code));
  out.member("message", error.message);
  if (!error.hint.empty()) out.member("hint", error.hint);
  if (!error.where.rule.empty()) out.member("rule", error.where.rule);
  if (!error.where.file.empty()) out.member("at", error.where.file + ":" + std::to_string(error.where.line));
  if (!error.detail.empty()) out.member("detail", error.detail);
}

// A member: [begin, end].
template <typename Out>
void tell_span(Out& out, Span span) {
  out.key("span").open_array();
  out.value(span.begin);
  out.value(span.end);
  out.close_array();
}

// {code, span?, message, at?, hint?}
template <typename Out>
void tell_warning(Out& out, const Warning& warning) {
  out.open_object();
  out.member("code", warning.code);
  if (warning.span) tell_span(out, *warning.span);
  out.member("message", warning.message);
  if (!warning.at.empty()) out.member("at", warning.at);
  if (!warning.hint.empty()) out.member("hint", warning.hint);
  out.close_object();
}

Json effect_json(const EffectRow& row, std::string_view cause);
Json effects_json(const EffectRows& rows);
Json warnings_json(const std::vector<Warning>& warnings);

// Behind the members that an object has already: those of the error.
void put_error(Json& json, const Error& error);
// Likewise: events?, rolls?, shadow?, logs?, warnings.
void put_notes(Json& json, const Notes& notes);

}  // namespace gavel
