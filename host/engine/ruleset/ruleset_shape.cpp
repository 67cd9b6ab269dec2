#include "ruleset_shape.hpp"

#include "ruleset/prompt_section.hpp"

namespace gavel {
namespace {

constexpr std::array<std::string_view, 2> kBatches = {"per_command", "atomic"};
constexpr std::array<std::string_view, 2> kLanguages = {"zh", "en"};
constexpr std::array<std::string_view, 2> kMissing = {"create", "known_only"};
constexpr std::array<std::string_view, 2> kAfterRetries = {"report", "accept"};
constexpr std::array<std::string_view, 7> kActors = {"model",      "player", "operator", "tool",
                                                     "automation", "derive", "migration"};
constexpr std::array<std::string_view, 7> kTypes = {"object", "array",   "string", "integer",
                                                    "number", "boolean", "null"};

constexpr Shape kText1 = {.kinds = kText, .filled = true};
constexpr Shape kPathText = {.kinds = kText, .expected = "a path such as characters.li_si"};
constexpr Shape kTrueFalse = {.kinds = kBoolean};
constexpr Shape kName = {.kinds = kText, .expected = "a name such as calendar", .filled = true};
constexpr Shape kVersion = {.kinds = kText, .expected = "three numbers, such as 1.0.0", .filled = true};
constexpr std::array kTexts = {Member{"zh", &kText1}, Member{"en", &kText1}};
constexpr Shape kTitle = {.kinds = kMapping, .expected = "{zh: …, en: …}", .members = kTexts};

constexpr Shape kWith = {.kinds = kMapping, .expected = "a mapping of parameters, such as {step: 5}"};
constexpr std::array kPluginMembers = {Member{"id", &kName, Need::kRequired}, Member{"as", &kName},
                                       Member{"with", &kWith}, Member{"shadow", &kTrueFalse}};
constexpr Shape kPlugin = {.kinds = kText | kMapping,
                           .expected = "a plugin's name, or {id: …, as: …, with: {…}}",
                           .members = kPluginMembers,
                           .filled = true};
constexpr Shape kPlugins = {
    .kinds = kList, .expected = "a list of plugins, such as [calendar]", .each = &kPlugin};
constexpr Shape kNames = {.kinds = kList, .expected = "a list of names", .each = &kName};
constexpr std::array kSchemaMembers = {Member{"id", &kName, Need::kRequired}, Member{"active", &kTrueFalse}};
constexpr Shape kSchema = {.kinds = kText | kMapping,
                           .expected = "a schema's id, or {id: …, active: false}",
                           .members = kSchemaMembers,
                           .filled = true};
constexpr Shape kSchemas = {
    .kinds = kList, .expected = "a list of schemas, such as [variable_update_base]", .each = &kSchema};
constexpr Shape kDialect = {.kinds = kText, .words = kDialectNames};
constexpr Shape kDialects = {
    .kinds = kList, .expected = "a list of dialects, such as [mvu, tools]", .each = &kDialect};

constexpr Shape kTavern = {.kinds = kMapping,
                           .expected = "prefixes and where they lead, such as {\"character.saveData\": \"\"}",
                           .each = &kPathText};
constexpr std::array kRoots = {Member{"status", &kPathText}, Member{"attribute", &kPathText},
                               Member{"memory", &kPathText}};
constexpr Shape kMemory = {
    .kinds = kMapping, .expected = "{status: …, attribute: …, memory: …}", .members = kRoots};
constexpr std::array kMountMembers = {Member{"tavern", &kTavern}, Member{"memory", &kMemory}};
constexpr Shape kMounts = {
    .kinds = kMapping, .expected = "{tavern: {…}, memory: {…}}", .members = kMountMembers};

constexpr Shape kActor = {.kinds = kText, .words = kActors};
constexpr Shape kActorList = {
    .kinds = kList, .expected = "a list of actors, such as [model, tool]", .each = &kActor};
constexpr Shape kType = {.kinds = kText, .words = kTypes};
constexpr Shape kTypeOrList = {.kinds = kText | kList, .each = &kType, .words = kTypes};
constexpr Shape kBound = {.kinds = kNumber};
constexpr Shape kValues = {.kinds = kList, .expected = "a list of the values allowed"};
constexpr Shape kPattern = {
    .kinds = kText, .expected = "a pattern such as \"people.*.mood\"", .filled = true};
constexpr std::array kRowMembers = {Member{"path", &kPattern, Need::kRequired},
                                    Member{"write", &kActorList},
                                    Member{"read", &kActorList},
                                    Member{"type", &kTypeOrList},
                                    Member{"min", &kBound},
                                    Member{"max", &kBound},
                                    Member{"enum", &kValues}};
constexpr Shape kRow = {.kinds = kMapping,
                        .expected = "a row such as {path: \"goal\", write: [operator]}",
                        .members = kRowMembers};
constexpr Shape kFields = {.kinds = kList, .expected = "a list of rows", .each = &kRow};
constexpr Shape kPatterns = {
    .kinds = kList, .expected = "a list of patterns, such as [\"stat_data.**\"]", .each = &kPattern};

constexpr Shape kLanguage = {.kinds = kText, .words = kLanguages};
constexpr Shape kBatch = {.kinds = kText, .words = kBatches};
constexpr Shape kMissingWord = {.kinds = kText, .words = kMissing};
constexpr Shape kMissingPaths = {.kinds = kText | kMapping,
                                 .expected = "create, known_only, or one of them for each dialect",
                                 .each = &kMissingWord,
                                 .words = kMissing};
constexpr Shape kTimes = {.kinds = kInteger, .least = 0, .most = 10};
constexpr Shape kTrouble = {.kinds = kText, .words = kTroubleNames};
constexpr Shape kAfter = {.kinds = kText, .words = kAfterRetries};
constexpr std::array kTroubleMembers = {Member{"tool", &kAfter}, Member{"conflict", &kAfter},
                                        Member{"command", &kAfter}, Member{"parse", &kAfter}};
constexpr Shape kTroubles = {
    .kinds = kMapping | kList,
    .expected = "troubles with report or accept, such as {tool: report, parse: accept}",
    .members = kTroubleMembers,
    .each = &kTrouble};
constexpr Shape kTokens = {.kinds = kInteger, .least = 50, .most = 100'000};
constexpr std::array kRetryMembers = {Member{"max", &kTimes}, Member{"on", &kTroubles},
                                      Member{"intercept_output", &kTrueFalse},
                                      Member{"with_debug", &kTrueFalse}, Member{"feedback_tokens", &kTokens}};
constexpr Shape kRetry = {.kinds = kMapping,
                          .expected = "{max: 2, on: {tool: report, conflict: report}}",
                          .members = kRetryMembers};
constexpr Shape kFeedbackText = {.kinds = kText};
constexpr Shape kFeedbackTexts = {
    .kinds = kMapping, .expected = "texts by name, such as {head: \"Once more:\"}", .each = &kFeedbackText};
constexpr std::array kFeedbackMembers = {Member{"zh", &kFeedbackTexts}, Member{"en", &kFeedbackTexts}};
constexpr Shape kFeedback = {
    .kinds = kMapping, .expected = "{zh: {…}, en: {…}}", .members = kFeedbackMembers};
constexpr Shape kPolicy = {
    .kinds = kText, .expected = "a milestone's name, such as by_turn_count", .filled = true};
constexpr std::array kMilestoneMembers = {Member{"policy", &kPolicy, Need::kRequired},
                                          Member{"with", &kWith}};
constexpr Shape kMilestone = {
    .kinds = kMapping, .expected = "{policy: by_turn_count, with: {n: 5}}", .members = kMilestoneMembers};
constexpr std::array kToolMembers = {Member{"allow", &kNames}};
constexpr Shape kTools = {.kinds = kMapping, .expected = "{allow: […]}", .members = kToolMembers};
constexpr Shape kState = {
    .kinds = kText, .expected = "a .yaml or .json file in the ruleset's folder", .filled = true};
constexpr Shape kSettings = {.kinds = kMapping, .expected = "settings and their values"};
constexpr Shape kLimit = {.kinds = kInteger, .least = 1};
constexpr Shape kLimits = {
    .kinds = kMapping, .expected = "limits by name, such as {max_commands: 100}", .each = &kLimit};
constexpr Shape kFailures = {.kinds = kInteger, .least = 0, .most = 1'000'000};

constexpr std::array kMembers = {
    Member{"ruleset", &kName, Need::kRequired},
    Member{"version", &kVersion, Need::kRequired},
    Member{"title", &kTitle},
    Member{"language", &kLanguage},
    Member{"plugins", &kPlugins},
    Member{"schemas", &kSchemas},
    Member{"dialects", &kDialects},
    Member{"mounts", &kMounts},
    Member{"fields", &kFields},
    Member{"described_pairs", &kPatterns},
    Member{"batch", &kBatch},
    Member{"missing_paths", &kMissingPaths},
    Member{"retry", &kRetry},
    Member{"feedback", &kFeedback},
    Member{"prompt", &kPromptShape},
    Member{"milestone", &kMilestone},
    Member{"tools", &kTools},
    Member{"state", &kState},
    Member{"settings", &kSettings},
    Member{"limits", &kLimits},
    Member{"arithmetic", &kTrueFalse},
    Member{"shadow", &kNames},
    Member{"quarantine", &kFailures},
    Member{"recycle_bin", &kPathText},
    Member{"root", &kPathText},
};

}  // namespace

constexpr Shape kRulesetShape = {
    .kinds = kMapping, .expected = "a mapping with `ruleset` and `version`", .members = kMembers};

}  // namespace gavel
