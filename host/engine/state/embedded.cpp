#include "state/embedded.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "state/yaml_reader.hpp"

namespace gavel {

Json embedded_yaml(std::span<const EmbeddedFile> files, std::string_view name) {
  const auto file = std::ranges::find(files, name, &EmbeddedFile::name);
  std::vector<Problem> problems;
  std::optional<YamlTree> tree;
  if (file != files.end()) tree = read_yaml(file->text, std::string(name), Limits(), problems);
  if (tree && problems.empty()) return tree->root();
  for (const Problem& problem : problems)
    std::fprintf(stderr, "%s:%zu: %s\n", problem.error.where.file.c_str(), problem.error.where.line,
                 problem.error.message.c_str());
  std::fprintf(stderr, "what was compiled in cannot be read: %s\n", std::string(name).c_str());
  std::abort();
}

}  // namespace gavel
