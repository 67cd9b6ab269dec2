// Codes for people: one, all of them, and the document that ships.

#include <cstdio>
#include <filesystem>

#include "base/utf8.hpp"
#include "docs/codes.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

#include "explain_text.hpp"
#include "files.hpp"

namespace gavel {
Result<Json> code_explained(std::string_view code) {
  if (const Json* found = find_code(code)) return *found;
  std::string hint = nearest_hint(code, code_names());
  return Error(Code::kUsage, "there is no code \"" + printable(code) + "\"",
               hint.empty() ? "gavel explain codes lists all of them" : std::move(hint));
}

Result<bool> write_codes(const std::string& folder, bool check) {
  bool same = true;
  for (const bool chinese : {false, true}) {
    const std::string file =
        (std::filesystem::path(folder) / (chinese ? "CODES.zh-CN.md" : "CODES.md")).string();
    const std::string text = codes_document(chinese);
    if (!check) {
      TRY(write_file(file, text, {folder}));
      continue;
    }
    // What is longer is not the same, and need not be read.
    const Result<std::string> there = read_found(file, text.size(), "");
    if (there && *there == text) continue;
    std::fprintf(stderr, "%s is out of date; gavel explain codes --out writes it\n", printable(file).c_str());
    same = false;
  }
  return same;
}

}  // namespace gavel
