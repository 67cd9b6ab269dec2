// One line of an export: a JSON object on a line of its own, its first member the kind.
//
// Bytes keep every bit. Where they are JSON on one line, they stand in the line as they are, so that people
// and programs can read them; else as a string (`name_text`), and where they are no text in Base64
// (`name_base64`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

class LineWriter {
 public:
  explicit LineWriter(std::string_view kind) { text("kind", kind); }

  LineWriter& text(std::string_view name, std::string_view value);
  LineWriter& number(std::string_view name, std::uint64_t value);
  LineWriter& time(std::string_view name, std::int64_t ms);
  LineWriter& bytes(std::string_view name, std::string_view value);
  // With its end of line.
  std::string finish() const { return line_ + "}\n"; }

 private:
  void name(std::string_view name);

  std::string line_;
};

class LineReader {
 public:
  // REQUIRES: the line outlives the reader.
  static Result<LineReader> read(std::string_view line);

  Result<std::string> text(std::string_view name) const;
  Result<std::uint64_t> number(std::string_view name) const;
  Result<std::int64_t> time(std::string_view name) const;
  Result<std::string> bytes(std::string_view name) const;

 private:
  struct Member {
    std::string name;
    Json value;
    std::string_view raw;
  };

  const Member* find(const std::string& name) const;

  std::vector<Member> members_;
};

}  // namespace gavel
