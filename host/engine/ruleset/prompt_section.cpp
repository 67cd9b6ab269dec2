#include "ruleset/prompt_section.hpp"

#include <algorithm>

#include "state/path_text.hpp"

namespace gavel {
namespace {

constexpr Shape kFilled = {.kinds = kText, .filled = true};
constexpr std::array kBoth = {Member{"zh", &kFilled}, Member{"en", &kFilled}};
constexpr Shape kTold = {
    .kinds = kText | kMapping, .expected = "a text, or {zh: …, en: …}", .members = kBoth, .filled = true};
constexpr Shape kPart = {.kinds = kText, .words = kPromptParts};
constexpr Shape kParts = {
    .kinds = kList, .expected = "a list of parts, such as [system, state, history]", .each = &kPart};
constexpr std::array kDialogMembers = {Member{"text", &kTold}, Member{"parts", &kParts}};
constexpr Shape kDialog = {.kinds = kMapping, .expected = "{text: …, parts: […]}", .members = kDialogMembers};
constexpr std::array kDialogsMembers = {Member{"scene", &kDialog}, Member{"action", &kDialog},
                                        Member{"rules", &kDialog}, Member{"free_chat", &kDialog}};
constexpr Shape kDialogs = {
    .kinds = kMapping, .expected = "{scene: {…}, action: {…}}", .members = kDialogsMembers};
constexpr Shape kPromptPattern = {
    .kinds = kText, .expected = "a pattern such as \"people.*.mood\"", .filled = true};
constexpr Shape kPromptPatterns = {
    .kinds = kList, .expected = "a list of patterns, such as [\"world.**\"]", .each = &kPromptPattern};
constexpr Shape kPromptValues = {.kinds = kList, .expected = "a list of values, such as [false]"};
constexpr std::array kFoldMembers = {Member{"marker", &kFilled, Need::kRequired},
                                     Member{"values", &kPromptValues, Need::kRequired},
                                     Member{"text", &kTold, Need::kRequired}};
constexpr Shape kFold = {
    .kinds = kMapping, .expected = "{marker: …, values: […], text: …}", .members = kFoldMembers};
constexpr Shape kHidden = {.kinds = kText | kInteger,
                           .expected = "a number, or the path of one",
                           .filled = true,
                           .least = 0,
                           .most = 1'000'000};
constexpr std::array kSummaryMembers = {Member{"path", &kFilled, Need::kRequired}, Member{"title", &kTold},
                                        Member{"hide_latest", &kHidden}};
constexpr Shape kSummary = {
    .kinds = kMapping, .expected = "{path: …, hide_latest: 1}", .members = kSummaryMembers};
constexpr Shape kSummaries = {.kinds = kList, .expected = "a list of {path: …}", .each = &kSummary};
constexpr Shape kTurns = {.kinds = kInteger, .least = 0, .most = 1000};
constexpr Shape kPromptTokens = {.kinds = kInteger, .least = 100, .most = 10'000'000};
constexpr std::array kPromptMilestoneMembers = {Member{"text", &kTold}, Member{"turns", &kTurns}};
constexpr Shape kPromptMilestone = {
    .kinds = kMapping, .expected = "{text: …, turns: 3}", .members = kPromptMilestoneMembers};
constexpr std::array kMemoryMembers = {Member{"block", &kFilled}, Member{"tool", &kFilled},
                                       Member{"after", &kTurns}};
constexpr Shape kMemory = {
    .kinds = kMapping, .expected = "{block: recap, after: 12}", .members = kMemoryMembers};
constexpr std::array kPromptMembers = {
    Member{"system", &kTold},
    Member{"dialogs", &kDialogs},
    Member{"state", &kPromptPatterns},
    Member{"leave_out", &kPromptPatterns},
    Member{"fold", &kFold},
    Member{"summaries", &kSummaries},
    Member{"history", &kTurns},
    Member{"recent", &kTurns},
    Member{"commands", &kTurns},
    Member{"memory", &kMemory},
    Member{"tokens", &kPromptTokens},
    Member{"milestone", &kPromptMilestone},
};

class PromptText {
 public:
  PromptText(const Limits& limits, std::vector<Problem>& problems) : limits_(limits), problems_(problems) {}

  PromptSection read(const YamlNode& node) {
    out_.where = node.where();
    out_.system = said(node.member("system"));
    if (const auto dialogs = node.member("dialogs")) read_dialogs(*dialogs);
    read_patterns(node.member("state"), out_.state);
    read_patterns(node.member("leave_out"), out_.leave_out);
    if (const auto fold = node.member("fold")) read_fold(*fold);
    for (const YamlNode& one : list(node.member("summaries"))) read_summary(one);
    read_most(node, "history", out_.history);
    read_most(node, "recent", out_.recent);
    read_count(node, "commands", 1000, out_.commands);
    if (const auto memory = node.member("memory")) read_memory(*memory);
    read_count(node, "tokens", 10'000'000, out_.tokens);
    if (const auto milestone = node.member("milestone")) {
      out_.milestone = said(milestone->member("text"));
      read_count(*milestone, "turns", 1000, out_.milestone_turns);
    }
    return std::move(out_);
  }

 private:
  static std::vector<YamlNode> list(const std::optional<YamlNode>& node) {
    return node && node->value().is_array() ? node->children() : std::vector<YamlNode>();
  }

  static std::string text(const std::optional<YamlNode>& node) {
    return node && node->value().is_string() ? string_of(node->value()) : std::string();
  }

  // A language that was left out is said in the other one.
  static Said said(const std::optional<YamlNode>& node) {
    Said both;
    if (!node) return both;
    both.zh = both.en = text(node);
    if (node->value().is_object()) {
      both.zh = text(node->member("zh"));
      both.en = text(node->member("en"));
    }
    if (both.zh.empty()) both.zh = both.en;
    if (both.en.empty()) both.en = both.zh;
    return both;
  }

  static void read_count(const YamlNode& node, std::string_view name, WideInteger most, std::size_t& count) {
    const auto found = node.member(name);
    if (found && found->value().is_number_integer())
      count = static_cast<std::size_t>(std::clamp<WideInteger>(wide(found->value()), 0, most));
  }

  static void read_most(const YamlNode& node, std::string_view name, std::optional<std::size_t>& most) {
    if (!node.member(name)) return;
    read_count(node, name, 1000, most.emplace());
  }

  void read_dialogs(const YamlNode& node) {
    for (std::size_t i = 0; i < kDialogTypes.size(); ++i) {
      const auto dialog = node.member(kDialogTypes[i]);
      if (!dialog || !dialog->value().is_object()) continue;
      out_.dialogs[i].text = said(dialog->member("text"));
      const auto parts = dialog->member("parts");
      if (!parts || !parts->value().is_array()) continue;
      out_.dialogs[i].parts.emplace();
      for (const YamlNode& part : parts->children()) {
        const auto at = std::find(kPromptParts.begin(), kPromptParts.end(), text(part));
        if (at != kPromptParts.end())
          out_.dialogs[i].parts->push_back(static_cast<PromptPart>(at - kPromptParts.begin()));
      }
    }
  }

  void read_patterns(const std::optional<YamlNode>& node, std::vector<Pattern>& out) {
    for (const YamlNode& one : list(node)) {
      if (text(one).empty()) continue;
      Result<Pattern> pattern = Pattern::parse(text(one), limits_);
      if (pattern) out.push_back(std::move(*pattern));
      if (!pattern)
        problems_.push_back(one.problem("this is not a pattern: " + pattern.error().message,
                                        described(one.value()), "a pattern such as \"people.*.mood\"",
                                        pattern.error().hint));
    }
  }

  void read_fold(const YamlNode& node) {
    if (!node.value().is_object()) return;
    PromptFold fold;
    fold.marker = text(node.member("marker"));
    fold.text = said(node.member("text"));
    for (const YamlNode& one : list(node.member("values"))) fold.values.push_back(one.value());
    out_.fold = std::move(fold);
  }

  void read_memory(const YamlNode& node) {
    if (!node.value().is_object()) return;
    PromptMemory memory;
    memory.block = text(node.member("block"));
    memory.tool = text(node.member("tool"));
    read_count(node, "after", 1000, memory.after);
    const bool fits =
        std::ranges::all_of(memory.block, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    if (memory.block.empty() == memory.tool.empty() || !fits)
      problems_.push_back(node.problem("a summary is given in a block or by a tool", described(node.value()),
                                       "{block: recap}, with a-z and _, or {tool: NAME}", ""));
    else
      out_.memory = std::move(memory);
  }

  std::string path(const std::optional<YamlNode>& node) {
    std::string written = text(node);
    if (written.empty()) return written;
    if (const Result<PathText> read = PathText::parse(written, limits_); !read)
      problems_.push_back(node->problem("this is not a path: " + read.error().message,
                                        described(node->value()), "a path such as world.summary",
                                        read.error().hint));
    return written;
  }

  void read_summary(const YamlNode& node) {
    if (!node.value().is_object()) return;
    PromptSummary summary;
    summary.path = path(node.member("path"));
    summary.title = said(node.member("title"));
    read_count(node, "hide_latest", 1'000'000, summary.hide_latest);
    summary.hide_latest_at = path(node.member("hide_latest"));
    out_.summaries.push_back(std::move(summary));
  }

  const Limits& limits_;
  std::vector<Problem>& problems_;
  PromptSection out_;
};

}  // namespace

constexpr Shape kPromptShape = {
    .kinds = kMapping, .expected = "{system: …, tokens: 8000}", .members = kPromptMembers};

PromptSection read_prompt_section(const YamlNode& node, const Limits& limits,
                                  std::vector<Problem>& problems) {
  return PromptText(limits, problems).read(node);
}

}  // namespace gavel
