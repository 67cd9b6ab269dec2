#include "marked_text.hpp"

#include <algorithm>

#include "base/utf8.hpp"

#include "show.hpp"

namespace gavel {
namespace {

constexpr std::size_t kShown = 4000;  // bytes of one part
constexpr std::size_t kGutter = 11;

struct Part {
  std::string kind;
  Span span;
  std::string dialect;
  std::optional<std::size_t> command;
};

class Parts {
 public:
  explicit Parts(const Verdict& verdict) : verdict_(verdict), next_(verdict.player_commands) {}

  std::vector<Part> of(std::size_t size) {
    for (const Region& region : verdict_.reading.regions) {
      add("narration", {at_, region.span.begin}, {});
      if (region.kind == Region::Kind::kEnvelope) {
        envelope(region);
      } else {
        add(std::string(region_name(region.kind)), region.span, {});
      }
      at_ = region.span.end;
    }
    add("narration", {at_, size}, {});
    return std::move(parts_);
  }

 private:
  void add(std::string kind, Span span, std::string dialect, std::optional<std::size_t> command = {}) {
    if (span.begin < span.end || command)
      parts_.push_back({std::move(kind), span, std::move(dialect), command});
  }

  void envelope(const Region& region) {
    std::size_t at = region.span.begin;
    const std::vector<Proposal>& proposals = verdict_.reading.proposals;
    for (; next_ < proposals.size() && proposals[next_].span.begin < region.span.end; ++next_) {
      const Proposal& proposal = proposals[next_];
      add("envelope", {at, std::max(at, proposal.span.begin)}, region.dialect);
      add(proposal.error ? "refusal" : "command", proposal.span, proposal.dialect, next_);
      at = std::max(at, proposal.span.end);
    }
    add("envelope", {at, std::max(at, region.span.end)}, region.dialect);
  }

  const Verdict& verdict_;
  std::vector<Part> parts_;
  std::size_t at_ = 0;
  std::size_t next_;
};

const char* colour_of(std::string_view kind) {
  if (kind == "command") return "\033[32m";
  if (kind == "refusal") return "\033[31m";
  if (kind == "envelope") return "\033[36m";
  return kind == "narration" ? "" : "\033[2m";
}

// The part's text, each line behind the gutter.
void show_text(std::string& out, std::string_view text, std::string_view label, const char* colour,
               bool coloured) {
  std::string shown(text.substr(0, kShown));
  if (text.size() > kShown) shown = shortened(shown, kShown) + " (" + std::to_string(text.size()) + " bytes)";
  bool first = true;
  for (std::size_t at = 0; at <= shown.size();) {
    const std::size_t end = std::min(shown.find('\n', at), shown.size());
    const std::string line = printable(std::string_view(shown).substr(at, end - at));
    at = end + 1;
    if (line.empty() && (at > shown.size() || first)) continue;
    std::string gutter(first ? label : std::string_view());
    gutter.resize(std::max(kGutter, gutter.size()), ' ');
    first = false;
    if (coloured) out += colour;
    out.append(gutter).append("│ ").append(line);
    if (coloured) out += "\033[0m";
    out += '\n';
  }
}

void show_note(std::string& out, const Warning& warning) {
  out.append(kGutter, ' ').append("│   ! ").append(warning.code).append("  ");
  out.append(printable(warning.message)).append("\n");
}

}  // namespace

std::string explanation_for_people(const Verdict& verdict, std::string_view text, bool colour) {
  std::string out;
  std::vector<const Warning*> notes;
  for (const Warning& warning : verdict.reading.warnings)
    if (warning.span) notes.push_back(&warning);
  std::stable_sort(notes.begin(), notes.end(),
                   [](const Warning* a, const Warning* b) { return a->span->end < b->span->end; });
  std::size_t note = 0;
  for (const Part& part : Parts(verdict).of(text.size())) {
    std::string label = part.kind;
    if (part.command) label += " " + std::to_string(*part.command);
    show_text(out, text.substr(part.span.begin, part.span.end - part.span.begin), label, colour_of(part.kind),
              colour);
    if (part.command) {
      const Outcome& outcome = verdict.lines[*part.command].outcome;
      out.append(kGutter, ' ').append("│   = ").append(status_name(outcome.status));
      if (outcome.error)
        out.append("  ")
            .append(code_name(outcome.error->code))
            .append("  ")
            .append(printable(outcome.error->message));
      out += '\n';
      for (const Warning& warning : outcome.warnings) show_note(out, warning);
    }
    for (; note < notes.size() && notes[note]->span->end <= part.span.end; ++note)
      show_note(out, *notes[note]);
  }
  return out;
}

Json explanation_json(const Verdict& verdict, std::string_view text) {
  Json rows(Json::value_t::array);
  for (const Part& part : Parts(verdict).of(text.size())) {
    Json row(Json::value_t::object);
    row["kind"] = part.kind;
    row["span"] = Json::array({part.span.begin, part.span.end});
    if (!part.dialect.empty()) row["dialect"] = part.dialect;
    if (part.command) {
      const Outcome& outcome = verdict.lines[*part.command].outcome;
      row["command"] = *part.command;
      row["status"] = std::string(status_name(outcome.status));
      if (outcome.error) row["code"] = std::string(code_name(outcome.error->code));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace gavel
