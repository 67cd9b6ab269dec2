#include <algorithm>

#include "base/utf8.hpp"
#include "store/export.hpp"
#include "store/hash.hpp"

#include "export_line.hpp"
#include "refusals.hpp"

namespace gavel {
namespace {

Error bad_file(const std::string& what, std::size_t line = 0) {
  Error error(Code::kStoreCorrupt, "the file is no whole export: " + what,
              "export the campaign again, or copy the file again");
  error.where.line = line;
  return error;
}

// Fills fields from a line's members; keeps the first failure.
class Fields {
 public:
  explicit Fields(const LineReader& line) : line_(line) {}

  Fields& text(const char* name, std::string& to) { return take(line_.text(name), to); }
  Fields& bytes(const char* name, std::string& to) { return take(line_.bytes(name), to); }
  Fields& number(const char* name, std::uint64_t& to) { return take(line_.number(name), to); }
  Fields& time(const char* name, Time& to) { return take(line_.time(name), to.ms); }
  Result<void> done() { return std::move(failed_); }

 private:
  template <typename T>
  Fields& take(Result<T> value, T& to) {
    if (value) {
      to = std::move(*value);
    } else if (failed_) {
      failed_ = std::move(value).error();
    }
    return *this;
  }

  const LineReader& line_;
  Result<void> failed_;
};

Result<void> read_campaign(const LineReader& line, Campaign& campaign) {
  std::uint64_t format = 0;
  Head& head = campaign.head;
  Result<void> read = Fields(line)
                          .number("gavel_export", format)
                          .text("id", campaign.id)
                          .text("branch", head.branch)
                          .number("version", head.version)
                          .text("turn", head.turn)
                          .text("hash", head.hash)
                          .number("revision", head.revision)
                          .bytes("record", campaign.record)
                          .bytes("origin", campaign.origin)
                          .done();
  if (!read) return read;
  if (format != 1) {
    return Error(Code::kStoreNewer, "the export has format " + std::to_string(format) + "; known is 1",
                 "use the newer Gavel that made it");
  }
  return {};
}

Result<void> imported_branch(const LineReader& line, Branch& branch) {
  return Fields(line)
      .text("id", branch.id)
      .text("parent", branch.parent)
      .text("fork_turn", branch.fork_turn)
      .number("fork_version", branch.fork_version)
      .text("fork_hash", branch.fork_hash)
      .text("label", branch.label)
      .done();
}

Result<void> read_turn(const LineReader& line, Turn& turn) {
  return Fields(line)
      .text("id", turn.id)
      .text("parent", turn.parent)
      .text("branch", turn.branch)
      .number("version", turn.version)
      .number("attempt", turn.attempt)
      .text("text_hash", turn.text_hash)
      .text("previous", turn.previous)
      .text("hash", turn.hash)
      .time("time", turn.time)
      .bytes("record", turn.record)
      .bytes("verdict", turn.verdict)
      .bytes("audit", turn.audit)
      .done();
}

Result<void> read_attempt(const LineReader& line, Attempt& attempt) {
  std::uint64_t last = 0;
  Result<void> read = Fields(line)
                          .text("turn", attempt.turn)
                          .number("number", attempt.number)
                          .text("text_hash", attempt.text_hash)
                          .number("last", last)
                          .time("time", attempt.time)
                          .bytes("record", attempt.record)
                          .bytes("verdict", attempt.verdict)
                          .done();
  attempt.last = last != 0;
  return read;
}

Result<void> read_checkpoint(const LineReader& line, Checkpoint& checkpoint) {
  return Fields(line)
      .text("turn", checkpoint.turn)
      .text("label", checkpoint.label)
      .time("time", checkpoint.time)
      .bytes("bytes", checkpoint.bytes)
      .done();
}

Result<void> read_pack(const LineReader& line, std::string& bytes) {
  std::string hash;
  Result<void> read = Fields(line).text("hash", hash).bytes("bytes", bytes).done();
  if (read && sha256_hex(bytes) != hash)
    return Error(Code::kStoreCorrupt, "the pack's bytes have another hash");
  return read;
}

// Reads one line into the list of its kind.
Result<void> read_line(std::string_view text, Image& image) {
  Result<LineReader> line = LineReader::read(text);
  if (!line) return std::move(line).error();
  Result<std::string> kind = line->text("kind");
  if (!kind) return std::move(kind).error();
  if (*kind == "campaign") return read_campaign(*line, image.campaign);
  if (*kind == "branch") return imported_branch(*line, image.campaign.branches.emplace_back());
  if (*kind == "turn") return read_turn(*line, image.turns.emplace_back());
  if (*kind == "attempt") return read_attempt(*line, image.attempts.emplace_back());
  if (*kind == "checkpoint") return read_checkpoint(*line, image.checkpoints.emplace_back());
  if (*kind == "pack") return read_pack(*line, image.packs.emplace_back());
  return Error(Code::kStoreNewer, "a line of the unknown kind \"" + shortened(*kind, 64) + "\"",
               "use the newer Gavel that made the file");
}

// The lines before the last one, which must fit them.
Result<std::string_view> sealed_part(std::string_view file) {
  if (file.empty() || file.back() != '\n') return bad_file("it was cut");
  const std::size_t before = file.substr(0, file.size() - 1).rfind('\n');
  if (before == std::string_view::npos) return bad_file("it has no end");
  const std::string_view body = file.substr(0, before + 1);
  const std::string_view last = file.substr(before + 1, file.size() - before - 2);
  Result<LineReader> end = LineReader::read(last);
  if (!end) return bad_file("it was cut");
  Result<std::string> kind = end->text("kind");
  if (!kind || *kind != "end") return bad_file("it was cut");
  Result<std::string> sum = end->text("sha256");
  if (!sum || *sum != sha256_hex(body)) return bad_file("its bytes are not those that were written");
  const Result<std::uint64_t> lines = end->number("lines");
  if (!lines || *lines != static_cast<std::uint64_t>(std::count(body.begin(), body.end(), '\n')))
    return bad_file("its last line counts other lines than there are");
  return body;
}

}  // namespace

Result<Image> read_export(std::string_view file) {
  Result<std::string_view> body = sealed_part(file);
  if (!body) return std::move(body).error();
  Image image;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < body->size();) {
    const std::size_t end = body->find('\n', begin);
    ++number;
    if (Result<void> read = read_line(body->substr(begin, end - begin), image); !read) {
      Error error = std::move(read).error();
      if (error.code == Code::kStoreCorrupt) return bad_file(error.message, number);
      error.where.line = number;
      return error;
    }
    begin = end + 1;
  }
  if (image.campaign.id.empty()) return bad_file("it holds no campaign");
  return image;
}

Result<std::string> import_campaign(Store& store, std::string_view file) {
  Result<Image> image = read_export(file);
  if (!image) return std::move(image).error();
  if (Result<void> restored = store.restore(*image); !restored) return std::move(restored).error();
  return std::move(image->campaign.id);
}

}  // namespace gavel
