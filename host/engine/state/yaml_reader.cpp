#include "state/yaml_reader.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "base/utf8.hpp"

#include "yaml_builder.hpp"
#include "yaml_slip.hpp"

namespace gavel {
namespace {

// What stops a text before yaml-cpp sees it. It takes 0x04 for the end of the text, drops a lone carriage
// return, guesses encodings from NULs, and holds the tokens of a bracket in memory until it closes.
class YamlText {
 public:
  YamlText(std::string_view text, std::string file, const Limits& limits, std::vector<Problem>& problems)
      : text_(text), file_(std::move(file)), limits_(limits), problems_(problems) {}

  bool passes() {
    if (text_.size() > limits_.max_yaml_bytes) {
      problems_.push_back(
          {over_limit(Code::kLimitSize, "the file has " + std::to_string(text_.size()) + " bytes",
                      limits_.max_yaml_bytes, "max_yaml_bytes"),
           {},
           "a smaller file"});
      problems_.back().error.hint = "split the file; a large state is read faster as JSON";
      problems_.back().error.where.file = file_;
      return false;
    }
    if (const std::size_t bad = find_invalid_utf8(text_); bad != std::string_view::npos) {
      refuse(bad, Code::kParseMalformed, "the bytes are not valid UTF-8", "UTF-8", "save the file as UTF-8");
      return false;
    }
    return characters() && directives();
  }

 private:
  void refuse(std::size_t offset, Code code, std::string message, std::string expected, std::string hint) {
    const LineColumn at = line_column(text_, offset);
    Where where;
    where.file = file_;
    where.line = at.line;
    where.column = at.column;
    problems_.push_back(
        {Error(code, std::move(message), std::move(hint), std::move(where)), {}, std::move(expected)});
  }

  bool characters() {
    std::size_t marks = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text_[i]);
      const bool lone = byte == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n');
      if (lone || byte == 0x7F || (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r')) {
        constexpr std::string_view kHex = "0123456789ABCDEF";
        refuse(i, Code::kParseMalformed,
               std::string("found the control character U+00") + kHex[byte >> 4U] + kHex[byte & 0xFU],
               "text; lines end with \\n or \\r\\n", "delete it, or write it as an escape in double quotes");
        return false;
      }
      if ((byte == '[' || byte == '{' || byte == ',' || byte == ':') && ++marks > limits_.max_yaml_marks) {
        refuse(
            i, Code::kLimitCount,
            "more than " + std::to_string(limits_.max_yaml_marks) + " of the marks [ { , : (max_yaml_marks)",
            "a smaller file", "split the file; a large state is read faster as JSON");
        return false;
      }
    }
    return true;
  }

  // Directives stand in front of everything but comments and empty lines.
  bool directives() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      const std::string_view line = text_.substr(at, end - at);
      const std::size_t first = line.find_first_not_of(" \t\r");
      if (line.starts_with('%')) {
        refuse(at, Code::kParseMalformed, "found a directive", "plain YAML 1.2 without directives",
               "delete the line");
        return false;
      }
      if (first != std::string_view::npos && line[first] != '#') return true;
      at = end + 1;
    }
    return true;
  }

  std::string_view text_;
  std::string file_;
  const Limits& limits_;
  std::vector<Problem>& problems_;
};

struct Wording {
  std::string_view theirs;
  std::string_view message;
  std::string_view expected;
  std::string_view hint;
  bool certain = false;  // whatever stands around it, this is wrong where it stands
};

// What yaml-cpp says, for authors. The first that its message starts with.
constexpr std::array kWordings = {
    Wording{"illegal map value",
            "a second `:` on this line, or a key that does not stand where its siblings do",
            "`key: value`, keys of one mapping in one column",
            "check the indentation, or put a text that holds `: ` in quotes"},
    Wording{"end of map not found", "this does not belong to the mapping above",
            "keys of one mapping in one column, and one value after each",
            "check the indentation, and that nothing follows a closing quote"},
    Wording{"end of sequence not found", "this does not belong to the list above",
            "entries of one list in one column, each after `- `", "check the indentation"},
    Wording{"end of map flow not found", "the `{` is not closed", "`}`",
            "close the bracket; a text with brackets or commas goes into quotes"},
    Wording{"end of sequence flow not found", "the `[` is not closed", "`]`",
            "close the bracket; a text with brackets or commas goes into quotes"},
    Wording{"illegal flow end", "this closing bracket is not that of the bracket that is open",
            "brackets in pairs", "close the inner bracket first, delete this one, or put the text in quotes"},
    Wording{"illegal block entry", "a list cannot start here", "`- ` at the start of a line",
            "put the `-` on the next line, indented, or put the text in quotes"},
    Wording{"illegal EOF in scalar", "the quotes are not closed", "a closing quote",
            "close the quotes; inside single quotes, a quote is written twice"},
    Wording{"illegal tab", "found a tab where the line is indented", "blanks",
            "indent with spaces, never with tabs"},
    Wording{"the referenced anchor", "found an alias", "plain values: anchors and aliases are not read",
            "write the value out, or put text that starts with `*` in quotes", true},
    Wording{"unknown token", "a value cannot start with this character", "a value", "put the text in quotes",
            true},
    Wording{"unknown escape character", "an escape that YAML does not know", "an escape such as \\n or \\\"",
            "write \\\\ for a backslash, or use single quotes", true},
    Wording{"invalid unicode", "an escape that is no character", "a character",
            "write the character itself instead of a pair of \\u escapes", true},
    Wording{"bad character found while scanning hex number", "an escape without its digits",
            "\\x with 2, \\u with 4, \\U with 8 hexadecimal digits",
            "write \\\\ for a backslash, or use single quotes", true},
    Wording{"unexpected character in block scalar", "there is something after `|` or `>`",
            "the text on the lines below", "start the text on the next line, indented", true},
    Wording{"cannot assign multiple", "two anchors or tags on one value", "plain values",
            "delete them, or put the text in quotes", true},
};

void tell_syntax(YamlBuilder& builder, std::string_view text, const YAML::Exception& error) {
  const std::size_t offset =
      error.mark.pos < 0 ? 0 : std::min(static_cast<std::size_t>(error.mark.pos), text.size());
  const auto known = std::find_if(kWordings.begin(), kWordings.end(), [&error](const Wording& wording) {
    return std::string_view(error.msg).starts_with(wording.theirs);
  });
  std::string message(known == kWordings.end() ? error.msg : known->message);
  std::string expected(known == kWordings.end() ? "YAML" : known->expected);
  std::string hint(known == kWordings.end() ? "put the text in quotes if it is one" : known->hint);
  const std::size_t begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  const std::size_t first = text.find_first_not_of(" \t", begin);
  if (text.substr(begin, first == std::string_view::npos ? first : first - begin).find('\t') !=
      std::string_view::npos)
    hint = "this line is indented with a tab: use spaces";
  else if (std::optional<YamlSlip> slip =
               known != kWordings.end() && known->certain ? std::nullopt : yaml_slip(text, offset))
    return builder.refuse(slip->offset, Code::kParseMalformed, std::move(slip->message),
                          std::move(slip->expected), std::move(slip->hint));
  builder.refuse(offset, Code::kParseMalformed, std::move(message), std::move(expected), std::move(hint));
}

// Whether the text was read to its end.
bool build(YamlBuilder& builder, std::string_view text) {
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    return true;
  } catch (const YAML::Exception& error) {
    try {
      tell_syntax(builder, text, error);
    } catch (const YamlStop&) {  // the last problem that is listed
    }
  } catch (const YamlStop&) {  // said already
  }
  return false;
}

}  // namespace

std::optional<YamlTree> read_yaml(std::string_view text, const std::string& file, const Limits& limits,
                                  std::vector<Problem>& problems) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!YamlText(text, file, limits, problems).passes()) return std::nullopt;
  YamlBuilder builder(text, file, limits, problems);
  if (!build(builder, text)) return std::nullopt;
  return builder.take();
}

}  // namespace gavel
