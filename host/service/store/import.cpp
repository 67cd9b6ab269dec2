#include <algorithm>

#include "base/utf8.hpp"
#include "store/export.hpp"
#include "store/hash.hpp"
#include "store/refusals.hpp"

#include "export_line.hpp"
#include "line_fields.hpp"

namespace gavel {
namespace {

Error bad_file(const std::string& what, std::size_t line = 0) {
  Error error(Code::kStoreCorrupt, "the file is no whole export: " + what,
              "export the campaign again, or copy the file again");
  error.where.line = line;
  return error;
}

Result<void> read_campaign(LineReader& line, Campaign& campaign) {
  std::uint64_t format = 0;
  fields_of(line, campaign, format);
  TRY(line.done());
  if (format == 1) return {};
  return Error(Code::kStoreNewer, "the export has format " + std::to_string(format) + "; known is 1",
               "use the newer Gavel that made it");
}

template <typename Record>
Result<void> read_fields(LineReader& line, Record& record) {
  fields_of(line, record);
  return line.done();
}

Result<void> read_pack(LineReader& line, std::string& bytes) {
  std::string hash;
  line.text("hash", hash).bytes("bytes", bytes);
  Result<void> read = line.done();
  if (read && sha256_hex(bytes) != hash)
    return Error(Code::kStoreCorrupt, "the pack's bytes have another hash");
  return read;
}

// Reads one line into the list of its kind.
Result<void> read_line(std::string_view text, WholeCampaign& whole) {
  LineReader line = TRY(LineReader::read(text));
  std::string kind;
  TRY(line.text("kind", kind).done());
  if (kind == "campaign") return read_campaign(line, whole.campaign);
  if (kind == "branch") return read_fields(line, whole.campaign.branches.emplace_back());
  if (kind == "turn") return read_fields(line, whole.turns.emplace_back());
  if (kind == "attempt") return read_fields(line, whole.attempts.emplace_back());
  if (kind == "checkpoint") return read_fields(line, whole.checkpoints.emplace_back());
  if (kind == "pack") return read_pack(line, whole.packs.emplace_back());
  return Error(Code::kStoreNewer, "a line of the unknown kind \"" + shortened(kind, 64) + "\"",
               "use the newer Gavel that made the file");
}

// The lines before the last one, which must fit them.
Result<std::string_view> checked_part(std::string_view file) {
  if (file.empty() || file.back() != '\n') return bad_file("it was cut");
  const std::size_t before = file.substr(0, file.size() - 1).rfind('\n');
  if (before == std::string_view::npos) return bad_file("it has no end");
  const std::string_view body = file.substr(0, before + 1);
  const std::string_view last = file.substr(before + 1, file.size() - before - 2);
  Result<LineReader> end = LineReader::read(last);
  if (!end) return bad_file("it was cut");
  std::string kind, sum;
  std::uint64_t lines = 0;
  end->text("kind", kind).text("sha256", sum).number("lines", lines);
  if (kind != "end") return bad_file("it was cut");
  if (sum != sha256_hex(body)) return bad_file("its bytes are not those that were written");
  if (!end->done() || lines != static_cast<std::uint64_t>(std::count(body.begin(), body.end(), '\n')))
    return bad_file("its last line counts other lines than there are");
  return body;
}

}  // namespace

Result<WholeCampaign> read_export(std::string_view file) {
  const std::string_view body = TRY(checked_part(file));
  WholeCampaign whole;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < body.size();) {
    const std::size_t end = body.find('\n', begin);
    ++number;
    if (Result<void> read = read_line(body.substr(begin, end - begin), whole); !read) {
      Error error = std::move(read).error();
      if (error.code == Code::kStoreCorrupt) return bad_file(error.message, number);
      error.where.line = number;
      return error;
    }
    begin = end + 1;
  }
  if (whole.campaign.id.empty()) return bad_file("it holds no campaign");
  return whole;
}

}  // namespace gavel
