// Signature: a function's type as words_texts.hpp writes it, "(path: gavel.Path, options?: table): string",
// taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gavel {

struct Signature {
  struct Parameter {
    std::string_view name;  // "..." of any number
    std::string_view type;
    bool optional = false;
  };
  std::vector<Parameter> parameters;
  std::vector<std::string_view> returns;

  // Views into `type`; of what is no function, nothing.
  static Signature of(std::string_view type);
  static bool is_function(std::string_view type) { return type.starts_with('('); }

  // "path, options" as a definition names them.
  std::string names() const;
};

}  // namespace gavel
