// A reading: what a text held. Every byte of the text is accounted for once: it is narration, or it is in a
// region.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/span.hpp"
#include "command/proposal.hpp"
#include "command/warning.hpp"

namespace gavel {

// A part of the text that is no narration, or that is narration although it looks like something else.
struct Region {
  enum class Kind {
    kReasoning,  // never read, and no part of the narration
    kExample,    // a fence that is no envelope: narration
    kQuote,      // a block quote, code in a line, or what is in quotation marks: narration
    kEnvelope,   // commands were read from it
    kComponent,  // listed, and no part of the narration
    kUnread,     // JSON that is no command although it was meant as one: no part of the narration
  };
  Kind kind = Kind::kEnvelope;
  Span span;
  std::string dialect;  // of an envelope; may be empty
};
std::string_view region_name(Region::Kind kind);

// A piece of the narration and where it came from.
struct Passage {
  std::size_t begin = 0;  // in the narration; the piece ends where the next one begins
  Span source;            // in the text
  bool exact = true;      // byte for byte; false: it was decoded from a string of the text
};

// Something that clients may show in a way of its own.
struct Component {
  std::string tag;  // lower case
  Span span;
  std::string text;  // between its tags; empty where it has no end tag
  std::vector<std::pair<std::string, std::string>> attributes;
};

// JSON in the narration that nobody read. Whether it was meant to change something, only the document tells.
struct UnreadJson {
  Span span;                       // of a fence that holds nothing else, all of it
  bool commands = false;           // it has words that only commands have
  bool warned = false;             // of the text's warnings, one is about it
  std::vector<std::string> names;  // of its members and of theirs, as far as they were looked at
};

// Something that the text opens and never ends.
struct LeftOpen {
  const char* code = "";  // of its warning
  std::string opener;     // as it was written, shortened: "<think>"
  Span span;              // reasoning up to the end of the text, or the mark alone; empty: within an envelope
};

struct Reading {
  std::vector<Proposal> proposals;    // in text order; spans never overlap
  std::vector<Region> regions;        // in text order; never overlap
  std::string narration;              // valid UTF-8, whatever the text was
  std::vector<Passage> passages;      // in order; cover the narration
  std::vector<Component> components;  // in text order
  std::vector<UnreadJson> unread;     // in text order; bounded
  std::vector<LeftOpen> left_open;    // in text order, the first kMostLeftOpen
  std::vector<Warning> warnings;      // of the text as a whole

  static constexpr std::size_t kMostLeftOpen = 100;

  // Whether the text has no narration besides marks left open, and no component.
  bool shows_nothing() const;
  // Where a range of the narration comes from in the text.
  Span source_of(Span narrated) const;
  // Takes parts of the text out of the narration; each becomes a region. REQUIRES: they are spans of
  // `unread`, in its order.
  void leave_out(std::span<const Span> spans);

 private:
  const Passage* passage_at(std::size_t narrated) const;
};

// Whether a reader sees nothing: white space of any script, and marks without a width.
bool is_blank_text(std::string_view text);

}  // namespace gavel
