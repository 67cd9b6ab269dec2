// PromptSection: what ruleset.yaml says of the requests that go to the model (`prompt:`): the game's own
// words, which parts stand in which kind of dialog, what of the state is shown, folded and summed up, and how
// much of it all there is room for. How a request is put together from it is host/engine/prompts' business.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "ruleset/schema.hpp"
#include "state/json.hpp"
#include "state/pattern.hpp"
#include "state/shape.hpp"

namespace gavel {

// In the order in which they stand in a request.
enum class PromptPart { kSystem, kProtocols, kTools, kState, kSummary, kExamples, kHistory, kMilestone };
inline constexpr std::array<std::string_view, 8> kPromptParts = {
    "system", "protocols", "tools", "state", "summary", "examples", "history", "milestone"};

// The setting dialog.manual_type.
inline constexpr std::array<std::string_view, 4> kDialogTypes = {"scene", "action", "rules", "free_chat"};

struct PromptDialog {
  Said text;                                     // empty: the host's own
  std::optional<std::vector<PromptPart>> parts;  // nothing: the host's own
};

// A container that holds `marker` with one of `values` is shown as `text`.
struct PromptFold {
  std::string marker;
  std::vector<Json> values;
  Said text;
};

// A list or object of the state that is shown as a summary, not as state; its last `hide_latest` are not.
struct PromptSummary {
  std::string path;
  Said title;
  std::size_t hide_latest = 0;
  std::string hide_latest_at;  // a path of the number; empty: the number above
};

// How the model gives its summary where `context.compress_enabled` is on: in a block of its reply that the
// host takes, or by a tool of the game's. It is asked to once more than `after` turns are not summed up.
struct PromptMemory {
  std::string block;  // a tag; empty: by the tool
  std::string tool;
  std::size_t after = 12;
};

struct PromptSection {
  Said system;
  std::array<PromptDialog, kDialogTypes.size()> dialogs;
  std::vector<Pattern> state;      // empty: all that the model may read
  std::vector<Pattern> leave_out;  // never shown
  std::optional<PromptFold> fold;
  std::vector<PromptSummary> summaries;
  // At most so many turns, beside a summary and without one; nothing: as many as there is room for.
  std::optional<std::size_t> history, recent;
  std::size_t commands = 3;  // of the last replies, that stand there with their commands
  std::optional<PromptMemory> memory;
  std::size_t tokens = 8000;
  Said milestone;                   // empty: the host's own
  std::size_t milestone_turns = 3;  // requests that carry it after an advance
  Where where;
};

extern const Shape kPromptShape;

// What fits the shape; what does not was told by it.
PromptSection read_prompt_section(const YamlNode& node, const Limits& limits, std::vector<Problem>& problems);

}  // namespace gavel
