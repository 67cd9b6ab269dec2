// What a scenario's file looks like, as data (state/shape.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "state/shape.hpp"

namespace gavel {

inline constexpr std::int64_t kMostSeconds = 100LL * 365 * 24 * 3600;

// Of a line of a verdict, and of the other rows in it: what may be expected of them.
inline constexpr Shape kOpenMapping = {.kinds = kMapping};
inline constexpr Shape kAnyValue = {};
inline constexpr Shape kWord = {.kinds = kText, .filled = true};
inline constexpr Shape kSaid = {.kinds = kText};
inline constexpr Shape kWords = {.kinds = kList, .expected = "a list of names", .each = &kWord};
inline constexpr Shape kTexts = {
    .kinds = kText | kList, .expected = "a text, or a list of texts", .each = &kWord, .filled = true};

inline constexpr Shape kTextsOrMembers = {.kinds = kText | kList | kMapping,
                                          .expected = "a text, a list of texts, or members",
                                          .each = &kAnyValue,
                                          .filled = true};

inline constexpr std::array<std::string_view, 3> kOutcomes = {"accepted", "retry", "conflict_report"};
inline constexpr std::array<std::string_view, 5> kStatuses = {"applied", "amended", "rejected", "skipped",
                                                              "duplicate"};
inline constexpr Shape kOutcome = {.kinds = kText, .words = kOutcomes};
inline constexpr Shape kStatus = {.kinds = kText, .words = kStatuses};
inline constexpr Shape kAttempt = {.kinds = kText | kMapping,
                                   .expected = "an outcome, or members of the attempt's verdict",
                                   .words = kOutcomes};
inline constexpr Shape kAttempts = {
    .kinds = kList, .expected = "a list, one entry for each attempt", .each = &kAttempt};
inline constexpr std::array kLineMembers = {
    Member{"index", &kAnyValue},
    Member{"actor", &kWord},
    Member{"status", &kStatus},
    Member{"verb", &kWord},
    Member{"path", &kAnyValue},
    Member{"dialect", &kWord},
    Member{"span", &kAnyValue},
    Member{"id", &kWord},
    Member{"code", &kWord},
    Member{"message", &kSaid},
    Member{"hint", &kSaid},
    Member{"rule", &kWord},
    Member{"at", &kWord},
    Member{"detail", &kSaid},
    Member{"disabled_until", &kSaid},
    Member{"proposed", &kAnyValue},
    Member{"effective", &kAnyValue},
    Member{"why", &kSaid},
    Member{"amendments", &kAnyValue},
    Member{"culprit", &kAnyValue},
    Member{"result", &kAnyValue},
    Member{"effects", &kAnyValue},
    Member{"reason", &kSaid},
};
inline constexpr Shape kLine = {.kinds = kText | kMapping,
                                .expected = "a status, or members such as {status: rejected, code: …}",
                                .members = kLineMembers,
                                .words = kStatuses};
inline constexpr Shape kRefusal = {.kinds = kText | kMapping,
                                   .expected = "a code, or members such as {code: rule.denied, rule: …}",
                                   .members = kLineMembers,
                                   .filled = true};
inline constexpr Shape kLines = {
    .kinds = kList, .expected = "a list, one entry for each command", .each = &kLine};
inline constexpr Shape kRefusals = {
    .kinds = kList, .expected = "a list, one entry for each refused command", .each = &kRefusal};
inline constexpr std::array kConflictMembers = {
    Member{"kind", &kWord},         Member{"subject", &kWord},    Member{"span", &kAnyValue},
    Member{"claimed", &kAnyValue},  Member{"actual", &kAnyValue}, Member{"why", &kSaid},
    Member{"instructions", &kSaid}, Member{"rule", &kWord},       Member{"path", &kAnyValue},
};
inline constexpr Shape kConflict = {.kinds = kText | kMapping,
                                    .expected = "a kind, or members such as {kind: location, subject: …}",
                                    .members = kConflictMembers,
                                    .filled = true};
inline constexpr Shape kConflicts = {.kinds = kList, .expected = "a list of kinds", .each = &kConflict};
inline constexpr Shape kResult = {.kinds = kMapping, .expected = "members such as {tool: …, status: ok}"};
inline constexpr Shape kResults = {
    .kinds = kList, .expected = "a list, one entry for each call of a tool", .each = &kResult};
inline constexpr Shape kEvent = {
    .kinds = kText | kMapping, .expected = "a name, or members such as {name: …}", .filled = true};
inline constexpr Shape kEvents = {.kinds = kList, .expected = "a list of events", .each = &kEvent};
inline constexpr Shape kDisplays = {
    .kinds = kList, .expected = "a list such as [{tag: …}]", .each = &kResult};
inline constexpr std::array kErrorMembers = {Member{"code", &kWord}, Member{"message", &kSaid},
                                             Member{"hint", &kSaid}};
inline constexpr Shape kError = {.kinds = kText | kMapping,
                                 .expected = "a code, or {code: …, message: …}",
                                 .members = kErrorMembers,
                                 .filled = true};

inline constexpr Shape kCodes = {
    .kinds = kList, .expected = "a list of codes, such as [plugin.error]", .each = &kWord};
inline constexpr Shape kFits = {
    .kinds = kList, .expected = "rows as in `fields`, such as [{path: a.b, min: 0}]", .each = &kResult};
inline constexpr std::array kExpectMembers = {
    Member{"outcome", &kOutcome},
    Member{"attempts", &kAttempts},
    Member{"state", &kOpenMapping},
    Member{"absent", &kWords},
    Member{"commands", &kLines},
    Member{"refused", &kRefusals},
    Member{"conflicts", &kConflicts},
    Member{"tool_results", &kResults},
    Member{"feedback", &kTextsOrMembers},
    Member{"feedback_lacks", &kTexts},
    Member{"narration", &kTexts},
    Member{"narration_lacks", &kTexts},
    Member{"report", &kTextsOrMembers},
    Member{"report_lacks", &kTexts},
    Member{"events", &kEvents},
    Member{"warnings", &kWords},
    Member{"displays", &kDisplays},
    Member{"prompt", &kTexts},
    Member{"prompt_lacks", &kTexts},
    Member{"campaign", &kOpenMapping},
    Member{"log", &kOpenMapping},
    Member{"verdict", &kOpenMapping},
    Member{"swap", &kOpenMapping},
    Member{"error", &kError},
    Member{"never", &kCodes},
    Member{"fits", &kFits},
};
// What may be expected after a step in which nobody spoke.
inline constexpr std::array<std::string_view, 8> kOfAnyStep = {"state",        "swap",     "absent", "prompt",
                                                               "prompt_lacks", "campaign", "fits",   "error"};
inline constexpr Shape kExpect = {.kinds = kMapping,
                                  .expected = "what has to come of it, such as {outcome: accepted}",
                                  .members = kExpectMembers};

inline constexpr std::array kGivenMembers = {
    Member{"state", &kOpenMapping},    Member{"meta", &kOpenMapping}, Member{"settings", &kOpenMapping},
    Member{"campaign", &kOpenMapping}, Member{"now", &kWord},         Member{"seed", &kWord}};
inline constexpr Shape kGiven = {
    .kinds = kMapping, .expected = "{state, meta, settings, campaign, now, seed}", .members = kGivenMembers};

inline constexpr Shape kSeconds = {.kinds = kInteger, .least = 0, .most = static_cast<double>(kMostSeconds)};
inline constexpr std::array kNoteMembers = {Member{"zh", &kWord}, Member{"en", &kWord}};
inline constexpr Shape kNote = {.kinds = kMapping, .expected = "{en: …, zh: …}", .members = kNoteMembers};
inline constexpr std::array kReplyMembers = {Member{"text", &kSaid, Need::kRequired}, Member{"now", &kWord}};
inline constexpr Shape kReply = {.kinds = kText | kMapping,
                                 .expected = "what the model answered, or {text: …, now: …}",
                                 .members = kReplyMembers};
inline constexpr Shape kReplies = {
    .kinds = kText | kList,
    .expected = "what the model answered: a text, or a list with one for each attempt",
    .each = &kReply};
inline constexpr std::array<std::string_view, 2> kSpeakers = {"model", "operator"};
inline constexpr Shape kSpeaker = {.kinds = kText, .words = kSpeakers};
inline constexpr std::array kBranchMembers = {Member{"name", &kWord, Need::kRequired}, Member{"at", &kWord},
                                              Member{"label", &kWord}};
inline constexpr Shape kBranchStep = {
    .kinds = kMapping, .expected = "{name: …, at: …}", .members = kBranchMembers};
inline constexpr std::array kCheckpointMembers = {Member{"label", &kWord}, Member{"at", &kWord}};
inline constexpr Shape kCheckpointStep = {
    .kinds = kMapping, .expected = "{label: …, at: …}", .members = kCheckpointMembers};
inline constexpr std::array kPromptMembers = {Member{"user", &kSaid}, Member{"contains", &kTexts},
                                              Member{"lacks", &kTexts}};
inline constexpr Shape kPromptStep = {
    .kinds = kMapping, .expected = "{user: …, contains: […], lacks: […]}", .members = kPromptMembers};
inline constexpr Shape kCount = {.kinds = kInteger, .least = 0, .most = 10'000};
inline constexpr Shape kFlag = {.kinds = kBoolean};
inline constexpr std::array kSwapMembers = {Member{"ruleset", &kWord, Need::kRequired},
                                            Member{"dry_run", &kFlag}, Member{"force", &kFlag},
                                            Member{"last", &kCount}};
inline constexpr Shape kSwapStep = {
    .kinds = kText | kMapping,
    .expected = "a ruleset's folder beside this scenario's, or {ruleset: …, dry_run: true}",
    .members = kSwapMembers,
    .filled = true};
inline constexpr Shape kYes = {.kinds = kBoolean, .expected = "true"};

inline constexpr std::array kStepMembers = {
    Member{"id", &kWord},
    Member{"actor", &kWord},
    Member{"as", &kSpeaker},
    Member{"after", &kSeconds},
    Member{"now", &kWord},
    Member{"user", &kSaid},
    Member{"model", &kReplies},
    Member{"dialect", &kWord},
    Member{"replaces", &kWord},
    Member{"summary", &kOpenMapping},
    Member{"schemas", &kWords},
    Member{"note", &kNote},
    Member{"expect", &kExpect},
    Member{"rollback", &kSaid},
    Member{"undo", &kYes},
    Member{"restore", &kSaid},
    Member{"branch", &kBranchStep},
    Member{"checkpoint", &kCheckpointStep},
    Member{"settings", &kOpenMapping},
    Member{"campaign", &kOpenMapping},
    Member{"prompt", &kPromptStep},
    Member{"swap", &kSwapStep},
};
inline constexpr Shape kStepShape = {.kinds = kMapping, .expected = "a step", .members = kStepMembers};
inline constexpr Shape kSteps = {.kinds = kList, .expected = "a list of steps", .each = &kStepShape};
inline constexpr std::array kScenarioMembers = {Member{"scenario", &kWord, Need::kRequired},
                                                Member{"rows", &kWords},
                                                Member{"title", &kNote},
                                                Member{"about", &kNote},
                                                Member{"given", &kGiven},
                                                Member{"turns", &kSteps, Need::kRequired}};
inline constexpr Shape kScenarioShape = {
    .kinds = kMapping, .expected = "a mapping with `scenario` and `turns`", .members = kScenarioMembers};

}  // namespace gavel
