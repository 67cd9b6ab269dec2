// Any bytes as a model's text: the reading keeps its promises, and feeding the text in pieces gives the same
// reading. A fuzz target is compiled for all dialects together (GAVEL_DIALECT is "auto"), or for one reader
// alone; where kept inputs are replayed, the environment says which. The first byte chooses where the text is
// cut; with "auto" it is also read by one dialect alone.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "promise.hpp"
#include "reading_checks.hpp"

using gavel::testing::promise;

namespace {

std::string_view dialect_read() {
#ifdef GAVEL_DIALECT
  return GAVEL_DIALECT;
#else
  const char* name = std::getenv("GAVEL_DIALECT");  // NOLINT(concurrency-mt-unsafe): one thread
  return name == nullptr ? "auto" : name;
#endif
}

constexpr std::array<std::string_view, 8> kAll = {"tavern",   "ops",    "mvu",   "patch",
                                                  "filament", "memory", "tools", "ir"};

// Pieces whose sizes follow from the text itself, so that the fuzzer can move the cuts.
gavel::Reading read_by_bytes(std::string_view text, const gavel::ReadOptions& options, unsigned seed) {
  gavel::Reader reader(options);
  std::uint32_t state = seed * 2654435761U + 1;
  while (!text.empty()) {
    state = state * 1664525U + 1013904223U + static_cast<unsigned char>(text.front());
    const std::size_t size = 1 + (state >> 24U) % 23;
    reader.feed(text.substr(0, size));
    text.remove_prefix(std::min(size, text.size()));
  }
  return reader.finish();
}

void check(std::string_view text, std::string_view dialect, unsigned seed) {
  gavel::ReadOptions options;
  options.dialect = dialect;
  options.arithmetic = (seed & 1U) != 0;
  options.limits.max_commands = (seed & 2U) != 0 ? 4 : 10'000;
  const gavel::Reading reading = gavel::read_text(text, options);
  const std::string broken = gavel::testing::broken_promise(reading, text, options);
  promise(broken.empty(), broken.c_str());
  promise(reading.proposals.size() <= options.limits.max_commands + 1, "no more commands than the limit");
  const std::string whole = gavel::testing::dump(reading);
  promise(gavel::testing::dump(read_by_bytes(text, options, seed)) == whole, "pieces give the same reading");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned seed = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string_view dialect = dialect_read();
  check(text, dialect, seed);
  if (dialect == "auto") check(text, kAll[(seed >> 2U) % kAll.size()], seed);
  return 0;
}
