// One line of an export: a JSON object on a line of its own, its first member the kind.
//
// Bytes keep every bit. Where they are JSON on one line, they stand in the line as they are, so that people
// and programs can read them; else as a string (`name_text`), and where they are no text in Base64
// (`name_base64`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

class LineWriter {
 public:
  explicit LineWriter(std::string_view kind) { text("kind", kind); }

  LineWriter& text(std::string_view name, std::string_view value);
  LineWriter& number(std::string_view name, std::uint64_t value);
  LineWriter& time(std::string_view name, Time value);
  LineWriter& flag(std::string_view name, bool value) { return number(name, value ? 1 : 0); }
  LineWriter& bytes(std::string_view name, std::string_view value);
  // With its end of line.
  std::string finish() const { return line_ + "}\n"; }

 private:
  void name(std::string_view name);

  std::string line_;
};

// Each function fills in the member of that name; the first failure is kept.
class LineReader {
 public:
  // REQUIRES: the line outlives the reader.
  static Result<LineReader> read(std::string_view line);

  LineReader& text(std::string_view name, std::string& to);
  LineReader& number(std::string_view name, std::uint64_t& to);
  LineReader& time(std::string_view name, Time& to);
  LineReader& flag(std::string_view name, bool& to);
  LineReader& bytes(std::string_view name, std::string& to);
  // The first failure since it was last asked.
  Result<void> done() { return std::exchange(failed_, {}); }

 private:
  struct Member {
    std::string name;
    Json value;
    std::string_view raw;
  };

  const Member* find(const std::string& name) const;
  LineReader& fail(const std::string& what);
  bool integer(std::string_view name, std::int64_t& to);

  std::vector<Member> members_;
  Result<void> failed_;
};

}  // namespace gavel
