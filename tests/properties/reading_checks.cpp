#include "reading_checks.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"

namespace gavel::testing {
namespace {

std::string shown(Span span) { return std::to_string(span.begin) + ".." + std::to_string(span.end); }

bool inside(Span inner, Span outer) { return outer.begin <= inner.begin && inner.end <= outer.end; }
bool apart(Span a, Span b) { return a.end <= b.begin || b.end <= a.begin; }

// Collects the first complaint; those after it are mostly its consequences.
class Complaint {
 public:
  void unless(bool kept, std::string_view words, Span where) {
    if (!kept && text_.empty()) text_.append(words).append(" at ").append(shown(where));
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

void check_regions(const Reading& reading, std::string_view text, Complaint& complaint) {
  std::size_t end = 0;
  for (const Region& region : reading.regions) {
    complaint.unless(region.span.begin < region.span.end && region.span.end <= text.size(),
                     "a region is no part of the text", region.span);
    complaint.unless(region.span.begin >= end, "a region overlaps the one before, or is out of order",
                     region.span);
    complaint.unless(region.dialect.empty() || region.kind == Region::Kind::kEnvelope,
                     "only an envelope has a dialect", region.span);
    end = region.span.end;
  }
}

void check_origin(const Proposal& proposal, const ReadOptions& options, Complaint& complaint) {
  if (!proposal.command) {
    complaint.unless(!proposal.error || !proposal.error->message.empty(), "an error without a message",
                     proposal.span);
    return;
  }
  const Command& command = *proposal.command;
  complaint.unless(command.origin.span == proposal.span, "the command's span is another", proposal.span);
  complaint.unless(command.origin.actor == options.actor, "the command's actor is another", proposal.span);
  complaint.unless(proposal.dialect == "ir" || command.origin.dialect == proposal.dialect,
                   "the command's dialect is another", proposal.span);
  complaint.unless(!command.raw_path || command.path.empty(), "a place is named twice", proposal.span);
}

void check_proposals(const Reading& reading, std::string_view text, const ReadOptions& options,
                     Complaint& complaint) {
  std::size_t end = 0;
  std::size_t envelope = 0;
  for (const Proposal& proposal : reading.proposals) {
    const Span span = proposal.span;
    complaint.unless(span.begin < span.end && span.end <= text.size(), "a proposal is no part of the text",
                     span);
    complaint.unless(span.begin >= end, "a proposal overlaps the one before, or is out of order", span);
    complaint.unless(proposal.command.has_value() != proposal.error.has_value(),
                     "a proposal has a command or an error", span);
    complaint.unless(proposal.envelope >= envelope, "envelopes are counted in text order", span);
    envelope = proposal.envelope;
    complaint.unless(options.dialect == "auto" || proposal.dialect == options.dialect ||
                         (proposal.error && proposal.dialect.empty()),
                     "a proposal of a dialect that was not asked for", span);
    const bool enclosed =
        std::any_of(reading.regions.begin(), reading.regions.end(), [span](const Region& region) {
          return region.kind == Region::Kind::kEnvelope && inside(span, region.span);
        });
    complaint.unless(enclosed, "a proposal lies in no envelope", span);
    check_origin(proposal, options, complaint);
    end = span.end;
  }
}

void check_passages(const Reading& reading, std::string_view text, Complaint& complaint) {
  const std::size_t size = reading.narration.size();
  complaint.unless(is_valid_utf8(reading.narration), "the narration is no UTF-8", {0, size});
  complaint.unless(reading.passages.empty() == reading.narration.empty(),
                   "passages cover the narration, and nothing else", {0, size});
  std::size_t source_end = 0;
  for (std::size_t i = 0; i < reading.passages.size(); ++i) {
    const Passage& passage = reading.passages[i];
    const std::size_t end = i + 1 < reading.passages.size() ? reading.passages[i + 1].begin : size;
    const Span narrated{passage.begin, end};
    complaint.unless(i > 0 || passage.begin == 0, "the first passage begins the narration", narrated);
    complaint.unless(passage.begin < end && end <= size, "a passage is empty or too long", narrated);
    complaint.unless(inside(passage.source, {0, text.size()}), "a passage comes from nowhere",
                     passage.source);
    complaint.unless(passage.source.begin >= source_end, "passages overlap in the text", passage.source);
    source_end = passage.source.end;
    for (const Region& region : reading.regions) {
      complaint.unless(region.kind != Region::Kind::kReasoning || apart(region.span, passage.source),
                       "reasoning is narrated", passage.source);
    }
    if (!passage.exact || passage.begin >= end || end > size) continue;
    const std::string_view there =
        text.substr(std::min(passage.source.begin, text.size()), passage.source.end - passage.source.begin);
    complaint.unless(there == std::string_view(reading.narration).substr(passage.begin, end - passage.begin),
                     "an exact passage is not what stands in the text", passage.source);
    complaint.unless(reading.source_of(narrated) == passage.source, "source_of misses a passage", narrated);
    complaint.unless(reading.source_of({end - 1, end}) == Span{passage.source.end - 1, passage.source.end},
                     "source_of misses the last byte of a passage", narrated);
  }
}

// What nobody read is narration, in one piece.
void check_unread(const Reading& reading, std::string_view text, Complaint& complaint) {
  std::size_t end = 0;
  for (const UnreadJson& json : reading.unread) {
    complaint.unless(
        json.span.begin >= end && json.span.begin < json.span.end && json.span.end <= text.size(),
        "unread JSON is out of order, or no part of the text", json.span);
    complaint.unless(json.commands || !json.names.empty(), "unread JSON that names nothing", json.span);
    end = json.span.end;
  }
  if (reading.unread.empty()) return;
  Reading less = reading;
  std::vector<Span> spans;
  for (const UnreadJson& json : reading.unread) spans.push_back(json.span);
  less.leave_out(spans);
  less.unread.clear();
  check_regions(less, text, complaint);
  check_passages(less, text, complaint);
  for (const Span span : spans)
    for (const Passage& passage : less.passages)
      complaint.unless(apart(passage.source, span), "what was left out is narrated", passage.source);
}

void check_warnings(const std::vector<Warning>& warnings, Span within, Complaint& complaint) {
  for (const Warning& warning : warnings) {
    complaint.unless(!warning.code.empty() && !warning.message.empty(), "a warning without words", within);
    if (warning.span)
      complaint.unless(inside(*warning.span, within), "a warning points out of the text", *warning.span);
  }
}

void add(std::string& out, std::string_view name, const std::string& value) {
  out += name;
  out += value;
  out += '\n';
}

void dump_warnings(std::string& out, const std::vector<Warning>& warnings) {
  for (const Warning& warning : warnings) {
    add(out, "  warning ",
        warning.code + " " + (warning.span ? shown(*warning.span) : "nowhere") + " " + warning.message);
  }
}

void dump_proposal(std::string& out, const Proposal& proposal) {
  add(out, "proposal ",
      shown(proposal.span) + " " + proposal.dialect + " " + proposal.verb + " " + to_text(proposal.path) +
          " envelope " + std::to_string(proposal.envelope) + (proposal.transaction ? " transaction" : "") +
          (proposal.settle != nullptr ? " settles" : "") + (proposal.twin ? " twin" : ""));
  if (proposal.command) add(out, "  command ", to_text(write_command(*proposal.command)));
  if (proposal.error) {
    const Error& error = *proposal.error;
    const std::string offset = error.where.offset ? std::to_string(*error.where.offset) : "nowhere";
    add(out, "  error ",
        std::string(code_name(error.code)) + " at " + offset + " line " + std::to_string(error.where.line) +
            ":" + std::to_string(error.where.column) + " " + error.message + " | " + error.hint);
  }
  dump_warnings(out, proposal.warnings);
}

}  // namespace

std::string broken_promise(const Reading& reading, std::string_view text, const ReadOptions& options) {
  Complaint complaint;
  check_regions(reading, text, complaint);
  check_proposals(reading, text, options, complaint);
  check_passages(reading, text, complaint);
  check_unread(reading, text, complaint);
  check_warnings(reading.warnings, {0, text.size()}, complaint);
  for (const Proposal& proposal : reading.proposals)
    check_warnings(proposal.warnings, {0, text.size()}, complaint);
  return std::move(complaint).text();
}

std::string dump(const Reading& reading) {
  std::string out;
  for (const Proposal& proposal : reading.proposals) dump_proposal(out, proposal);
  for (const Region& region : reading.regions) {
    add(out, "region ",
        std::string(region_name(region.kind)) + " " + shown(region.span) + " " + region.dialect);
  }
  for (const Passage& passage : reading.passages) {
    add(out, "passage ",
        std::to_string(passage.begin) + " from " + shown(passage.source) + (passage.exact ? "" : " decoded"));
  }
  for (const UnreadJson& json : reading.unread) {
    std::string names;
    for (const std::string& name : json.names) names += " " + name;
    add(out, "unread ",
        shown(json.span) + (json.commands ? " commands" : "") + (json.warned ? " warned" : "") + names);
  }
  dump_warnings(out, reading.warnings);
  add(out, "narration ", reading.narration);
  return out;
}

Reading read_pieces(std::string_view text, const ReadOptions& options, std::size_t size) {
  Reader reader(options);
  for (std::size_t at = 0; at < text.size(); at += size) reader.feed(text.substr(at, size));
  return reader.finish();
}

Reading read_cut(std::string_view text, const ReadOptions& options, std::size_t at) {
  Reader reader(options);
  reader.feed(text.substr(0, at));
  reader.feed(text.substr(at));
  return reader.finish();
}

}  // namespace gavel::testing
