#include "dialects/reader.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "dialects/tags.hpp"

#include "finder.hpp"

namespace gavel {
namespace {

// Bytes of white space, or of a mark without a width, that the text begins with.
std::size_t blank_at(std::string_view text) {
  if (!text.empty() && (text.front() == ' ' || (text.front() >= '\t' && text.front() <= '\r'))) return 1;
  // No-break, next line, the spaces of U+2000 … with what joins or parts words unseen, ideographic, a byte
  // order mark.
  constexpr std::string_view kTwo[] = {"\xC2\x85", "\xC2\xA0"};
  constexpr std::string_view kThree[] = {"\xE1\x9A\x80", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF",
                                         "\xE2\x81\x9F", "\xE2\x81\xA0", "\xE3\x80\x80", "\xEF\xBB\xBF"};
  for (const std::string_view blank : kTwo)
    if (text.starts_with(blank)) return 2;
  for (const std::string_view blank : kThree)
    if (text.starts_with(blank)) return 3;
  const bool general = text.starts_with("\xE2\x80") && text.size() > 2;
  return general && static_cast<unsigned char>(text[2]) >= 0x80 && static_cast<unsigned char>(text[2]) <= 0x8D
             ? 3
             : 0;
}

// Bytes before the place where the finder is that it may look back at.
constexpr std::size_t kLookBack = 256;

// Bytes that are not UTF-8 become '?', so that every offset stays what it is. `bad` gets the place of each.
void make_valid(std::string& text, std::vector<std::size_t>* bad = nullptr) {
  for (std::size_t from = 0;;) {
    const std::size_t found = find_invalid_utf8(std::string_view(text).substr(from));
    if (found == std::string_view::npos) return;
    from += found;
    text[from] = '?';
    if (bad != nullptr) bad->push_back(from);
    ++from;
  }
}

// A passage that is not byte for byte the text's any more is separated from its surroundings.
void split_at(std::vector<Passage>& passages, const std::vector<std::size_t>& bad, std::size_t size) {
  if (bad.empty()) return;
  std::vector<Passage> split;
  std::size_t next = 0;
  for (std::size_t i = 0; i < passages.size(); ++i) {
    Passage rest = passages[i];
    const std::size_t end = i + 1 < passages.size() ? passages[i + 1].begin : size;
    for (; next < bad.size() && bad[next] < end; ++next) {
      if (!rest.exact) continue;
      const std::size_t from = bad[next] - rest.begin;
      if (from > 0) split.push_back({rest.begin, {rest.source.begin, rest.source.begin + from}, true});
      split.push_back({bad[next], {rest.source.begin + from, rest.source.begin + from + 1}, false});
      rest = {bad[next] + 1, {rest.source.begin + from + 1, rest.source.end}, true};
    }
    if (rest.begin < end) split.push_back(rest);
  }
  passages = std::move(split);
}

ReadOptions with_tags(ReadOptions options) {
  if (options.tags == nullptr) options.tags = &TagTable::standard();
  return options;
}

Reading too_long(std::size_t size, const Limits& limits) {
  Reading reading;
  Proposal proposal;
  proposal.span = {0, size};
  proposal.error = over_limit(Code::kLimitSize, "a text of " + std::to_string(size) + " bytes",
                              limits.max_text_bytes, "max_text_bytes");
  reading.regions.push_back({Region::Kind::kEnvelope, proposal.span, {}});
  reading.proposals.push_back(std::move(proposal));
  return reading;
}

}  // namespace

class Reader::Work {
 public:
  explicit Work(ReadOptions options)
      : options_(with_tags(std::move(options))), sink_(options_, reading_), finder_(sink_, false) {}

  void feed(std::string_view bytes) {
    total_ += bytes.size();
    if (total_ > options_.limits.max_text_bytes) return buffer_.clear();
    buffer_.append(bytes);
    // What waits is looked at again only when twice as much is there: so all looking together is linear.
    if (buffer_.size() >= wake_) run(false);
  }

  Reading finish() {
    if (total_ > options_.limits.max_text_bytes) return too_long(total_, options_.limits);
    run(true);
    supersede();
    refuse_others();
    make_valid();
    if (!sink_.reads_all() && reading_.proposals.empty())
      reading_.warnings.push_back(
          {"envelope.none",
           "the text holds no commands in the dialect " + std::string(options_.dialect),
           {}});
    return std::move(reading_);
  }

 private:
  void run(bool whole) {
    finder_.run(Window(buffer_, whole));
    const std::size_t done = finder_.at() - std::min(finder_.at(), kLookBack);
    if (!whole && done > buffer_.size() / 2) {
      finder_.forget(done);
      buffer_.erase(0, done);
    }
    wake_ = buffer_.size() + std::max<std::size_t>(1, buffer_.size() - finder_.at());
  }

  static void refuse(Proposal& proposal, Error error) {
    if (proposal.command && proposal.command->raw_path) proposal.path = *proposal.command->raw_path;
    proposal.command.reset();
    proposal.error = std::move(error);
  }

  // JSON where there are both, and never the same change twice: 003.
  void supersede() {
    if (!sink_.ops()) return;
    for (Proposal& proposal : reading_.proposals)
      if (proposal.dialect == "mvu")
        refuse(proposal,
               {Code::kDialectSuperseded, "the text also has instructions as JSON; only those are used",
                "write all of them in one way"});
  }

  // What never ends is told as that, in whatever dialect: whoever reads on must know that the reply was cut
  // off.
  static bool is_truncated(const Proposal& proposal) {
    return proposal.error && proposal.error->code == Code::kParseTruncated;
  }

  // What is in a dialect that the game does not take is no command, and is refused.
  void refuse_others() {
    std::string taken;
    for (const std::string& dialect : options_.among) taken += (taken.empty() ? "" : ", ") + dialect;
    for (Proposal& proposal : reading_.proposals)
      if (!proposal.dialect.empty() && !sink_.takes(proposal.dialect) && !is_truncated(proposal))
        refuse(proposal, {Code::kDialectUnlisted,
                          "commands in the dialect " + proposal.dialect + " are not accepted here",
                          "write them as " + taken});
  }

  void make_valid() {
    std::vector<std::size_t> bad;
    gavel::make_valid(reading_.narration, &bad);
    split_at(reading_.passages, bad, reading_.narration.size());
    std::vector<std::string*> texts;
    for (Proposal& proposal : reading_.proposals) {
      texts.push_back(&proposal.verb);
      if (proposal.path.is_string()) texts.push_back(proposal.path.get_ptr<std::string*>());
      if (proposal.error) texts.insert(texts.end(), {&proposal.error->message, &proposal.error->hint});
      for (Warning& warning : proposal.warnings) texts.push_back(&warning.message);
    }
    for (Warning& warning : reading_.warnings) texts.push_back(&warning.message);
    for (LeftOpen& open : reading_.left_open) texts.push_back(&open.opener);
    for (Component& component : reading_.components) {
      texts.insert(texts.end(), {&component.tag, &component.text});
      for (auto& [name, value] : component.attributes) texts.insert(texts.end(), {&name, &value});
    }
    for (std::string* text : texts) gavel::make_valid(*text);
  }

  ReadOptions options_;
  Reading reading_;
  Sink sink_;
  Finder finder_;
  std::string buffer_;
  std::size_t total_ = 0;
  std::size_t wake_ = 1;
};

Reader::Reader(ReadOptions options) : work_(std::make_unique<Work>(std::move(options))) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

void Reader::feed(std::string_view bytes) { work_->feed(bytes); }
Reading Reader::finish() { return work_->finish(); }

Reading read_text(std::string_view text, const ReadOptions& options) {
  Reader reader(options);
  reader.feed(text);
  return reader.finish();
}

std::string_view region_name(Region::Kind kind) {
  switch (kind) {
    case Region::Kind::kReasoning:
      return "reasoning";
    case Region::Kind::kExample:
      return "example";
    case Region::Kind::kQuote:
      return "quote";
    case Region::Kind::kComponent:
      return "component";
    case Region::Kind::kUnread:
      return "unread";
    case Region::Kind::kEnvelope:
      break;
  }
  return "envelope";
}

bool is_blank_text(std::string_view text) {
  while (!text.empty()) {
    const std::size_t blank = blank_at(text);
    if (blank == 0) return false;
    text.remove_prefix(blank);
  }
  return true;
}

bool Reading::shows_nothing() const {
  const auto shown = [](const Component& component) { return component.tag != kSwitchTag; };
  if (std::ranges::any_of(components, shown)) return false;
  auto open = left_open.begin();
  for (std::size_t i = 0; i < passages.size(); ++i) {
    const Passage& passage = passages[i];
    const std::size_t end = i + 1 < passages.size() ? passages[i + 1].begin : narration.size();
    for (std::size_t at = passage.begin; at < end;) {
      const std::size_t source = passage.source.begin + (passage.exact ? at - passage.begin : 0);
      while (open != left_open.end() && open->span.end <= source) ++open;
      if (open != left_open.end() && open->span.begin <= source) {
        at = passage.exact ? at + (open->span.end - source) : end;
        continue;
      }
      const std::size_t blank = blank_at(std::string_view(narration).substr(at));
      if (blank == 0) return false;
      at += blank;
    }
  }
  return true;
}

const Passage* Reading::passage_at(std::size_t narrated) const {
  const auto next = std::upper_bound(passages.begin(), passages.end(), narrated,
                                     [](std::size_t offset, const Passage& p) { return offset < p.begin; });
  return next == passages.begin() ? nullptr : &*(next - 1);
}

Span Reading::source_of(Span narrated) const {
  const Passage* first = passage_at(narrated.begin);
  const Passage* last = passage_at(narrated.end > narrated.begin ? narrated.end - 1 : narrated.begin);
  if (first == nullptr || last == nullptr) return {};
  const std::size_t begin =
      first->exact ? first->source.begin + (narrated.begin - first->begin) : first->source.begin;
  if (narrated.end <= narrated.begin) return {begin, begin};
  return {begin, last->exact ? last->source.begin + (narrated.end - last->begin) : last->source.end};
}

void Reading::leave_out(std::span<const Span> spans) {
  if (spans.empty()) return;
  const std::string all = std::exchange(narration, {});
  const std::vector<Passage> before = std::exchange(passages, {});
  std::size_t next = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Passage& passage = before[i];
    const std::size_t size = (i + 1 < before.size() ? before[i + 1].begin : all.size()) - passage.begin;
    const auto keep = [&](std::size_t from, std::size_t to, Span source) {
      if (from == to) return;
      passages.push_back({narration.size(), source, passage.exact});
      narration.append(all, passage.begin + from, to - from);
    };
    const Span source = passage.source;
    while (next < spans.size() && spans[next].end <= source.begin) ++next;
    if (!passage.exact) {
      if (next == spans.size() || spans[next].begin > source.begin) keep(0, size, source);
      continue;
    }
    for (std::size_t at = source.begin; at < source.end;) {
      while (next < spans.size() && spans[next].end <= at) ++next;
      const Span cut = next < spans.size() ? spans[next] : Span{source.end, source.end};
      const std::size_t until = std::clamp(cut.begin, at, source.end);
      keep(at - source.begin, until - source.begin, {at, until});
      at = std::max(until, std::min(cut.end, source.end));
    }
  }
  for (const Span span : spans) {
    const auto shown =
        std::ranges::lower_bound(regions, span.begin, {}, [](const Region& one) { return one.span.begin; });
    if (shown != regions.end() && shown->span == span) {
      shown->kind = Region::Kind::kUnread;
    } else {
      regions.insert(shown, {Region::Kind::kUnread, span, {}});
    }
  }
}

}  // namespace gavel
