// Words in one text, with something between them.
#pragma once

#include <string>
#include <string_view>

namespace gavel {

template <class Words>
std::string joined(const Words& words, std::string_view between = ", ") {
  std::string out;
  bool first = true;
  for (const auto& word : words) {
    if (!first) out += between;
    out += word;
    first = false;
  }
  return out;
}

}  // namespace gavel
