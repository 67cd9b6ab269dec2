// Any bytes into the JSON reader: it answers with a value that keeps every limit and survives writing and
// reading again, or with an error that points into the text.
#include "state/json_reader.hpp"

#include <cstdint>
#include <string_view>

#include "state/json_writer.hpp"

#include "promise.hpp"

using gavel::testing::promise;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const gavel::Limits limits;
  const gavel::Result<gavel::Json> read = gavel::read_json(text, limits);
  if (!read) {
    promise(!read.error().message.empty(), "an error has a message");
    promise(read.error().where.offset.has_value(), "an error has an offset");
    promise(*read.error().where.offset <= size, "the offset lies in the text");
    return 0;
  }
  promise(gavel::depth_of(*read) <= limits.max_depth, "no deeper than the limit");

  const std::string written = gavel::to_text(*read);
  const gavel::Result<gavel::Json> again = gavel::read_json(written, limits);
  promise(again.ok(), "what was written can be read");
  promise(gavel::equal(*read, *again), "and is the same value");
  promise(gavel::to_text(*again) == written, "in the same order");

  const std::string bytes = gavel::canonical(*read);
  promise(gavel::canonical(*again) == bytes, "equal values have the same canonical bytes");
  const gavel::Result<gavel::Json> from_bytes = gavel::read_json(bytes, limits);
  promise(from_bytes.ok() && gavel::canonical(*from_bytes) == bytes,
          "canonical bytes are JSON and stay as they are");
  return 0;
}
