// Any bytes as a path: parsed and resolved against a document whose keys hold dots and digits, the result can
// be written in both text forms and read back to the same path wherever it exists. The same bytes as a
// pattern: it never disagrees with itself.
#include "state/path_text.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include "state/json_reader.hpp"
#include "state/pattern.hpp"

#include "promise.hpp"

using gavel::testing::promise;

namespace {

constexpr std::uint64_t kLongestArray = 64;

constexpr std::string_view kDocument = R"({
  "a": {"b": [{"c": 1}, [2, 3], null], "b.c": {"d": 4}, "0": "zero", "": 5},
  "a.b": {"c.d": {"e": 6}},
  "a.b.c": [7],
  "李四": {"好感度.今日": 8},
  "*": {"**": 9}, "x[0]": {"\"": 10, "\\": 11, "/": 12, "~1": 13},
  "list": [[], {}, ["-"]]
})";

// The smallest document that holds the path, or nothing where an index would make it large.
bool grow(gavel::Json& root, gavel::PathView path) {
  gavel::Json* at = &root;
  for (const gavel::Segment& segment : path) {
    if (segment.is_index) {
      if (segment.index >= kLongestArray) return false;
      *at = gavel::Json::array();
      for (std::uint64_t i = 0; i <= segment.index; ++i) gavel::array_of(*at).emplace_back();
      at = &gavel::array_of(*at).back();
    } else {
      *at = gavel::Json::object();
      at = &(*at)[std::string(segment.key)];
    }
  }
  return true;
}

void reads_back(const std::string& text, gavel::PathView path, const gavel::Json& root) {
  const gavel::Result<gavel::PathText> again = gavel::PathText::parse(text, gavel::Limits{});
  // Escapes and quotes may make the text longer than a text may be.
  if (!again && again.error().code == gavel::Code::kLimitSize) return;
  promise(again.ok(), "a written path can be read");
  promise(again->resolve(root).view() == path, "and is the same path where it exists");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const gavel::Json kRoot = *gavel::read_json(kDocument, gavel::Limits{});
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const gavel::Limits limits;

  const gavel::Result<gavel::PathText> parsed = gavel::PathText::parse(text, limits);
  if (!parsed) promise(!parsed.error().message.empty(), "an error has a message");
  gavel::Path path;
  if (parsed) path = parsed->resolve(kRoot);

  if (parsed && gavel::check_path(path, limits).ok()) {
    const gavel::Result<gavel::Path> from_json = gavel::path_from_json(gavel::path_to_json(path), limits);
    promise(from_json.ok() && *from_json == path, "the JSON form gives the path back");
    gavel::Json holder;
    if (grow(holder, path)) {
      reads_back(gavel::to_dotted(path), path, holder);
      reads_back(gavel::to_pointer(path), path, holder);
    }
  }

  const gavel::Result<gavel::Pattern> pattern = gavel::Pattern::parse(text, limits);
  if (!pattern) return 0;
  promise(*pattern == *pattern, "a pattern equals itself");
  if (pattern->matches(path)) promise(pattern->covers(path), "what matches is covered");
  if (pattern->covers(path)) promise(pattern->covers(path.child("below")), "and so is everything below it");
  return 0;
}
