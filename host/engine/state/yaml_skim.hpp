// A text of YAML skimmed up to the place where its reader stopped, line by line and without reading it: which
// lines are prose, inside of block scalars or of quotes, and which brackets are open still. It tells whether
// a line that looks wrong can be what the reader stumbled over.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gavel {

// One line without what stands in quotes and comments: those bytes are blanks.
struct BareLine {
  std::string bare;
  std::optional<std::size_t> open_quote;  // where the quotes begin that the line ends in
  char quote = '\0';                      // their sign
};

// `quote`: the sign of the quotes that the line begins in.
BareLine bare_line(std::string_view line, char quote = '\0');

// Where the text of a line begins, behind blanks and `- `.
std::size_t first_of(std::string_view line);

struct YamlSkim {
  std::vector<std::size_t> prose;     // where its lines begin, in order
  std::vector<std::size_t> brackets;  // that are open at the offset, in order
};

// Up to `offset`. Quotes that are open still in its line are no prose: they may be the slip. Time: linear.
YamlSkim skim_yaml(std::string_view text, std::size_t offset);

}  // namespace gavel
