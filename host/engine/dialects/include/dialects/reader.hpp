// The reader: turns what a model or a player wrote into proposals, in whatever dialects they wrote, and
// decides nothing about the document. It takes a text in pieces; every way of cutting it gives the same
// reading. Time and memory are linear in the text; what can hold no command any more is kept only as
// narration.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "dialects/reading.hpp"
#include "dialects/tags.hpp"

namespace gavel {

// Where the relative paths of the dialect `memory` start: text paths.
struct Mounts {
  std::string status = "stat_data";
  std::string attribute = "play_character_data";
  std::string memory = "assa_data";
};

struct ReadOptions {
  std::string_view dialect = "auto";  // auto: every dialect; else the id of one: the others are narration
  std::span<const std::string>
      among;  // of auto: only these are read; empty: all. REQUIRES: outlives the reader
  Actor actor = Actor::kModel;
  Limits limits;
  const TagTable* tags = nullptr;  // nullptr: TagTable::standard(). REQUIRES: outlives the reader
  Mounts mounts;
  bool arithmetic = false;  // `2+3*4` as an unquoted value is 14 instead of text
};

class Reader {
 public:
  // REQUIRES: options.dialect is "auto" or a dialect's id.
  explicit Reader(ReadOptions options);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  void feed(std::string_view bytes);
  // The text is complete. The reader is used up.
  Reading finish();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

// The whole text at once.
Reading read_text(std::string_view text, const ReadOptions& options);

}  // namespace gavel
