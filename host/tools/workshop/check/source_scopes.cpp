#include "source_scopes.hpp"

#include "source_parser.hpp"

namespace gavel {

const SourceRegistration::Member* SourceRegistration::member(std::string_view wanted) const {
  const auto place = places.find(wanted);
  return place == places.end() ? nullptr : &members[place->second];
}

bool LuaSource::inside(std::size_t function, std::size_t outer) const {
  while (function != kNone && function != outer) function = functions[function].parent;
  return function == outer;
}

LuaSource read_source(std::string_view text, const std::vector<std::string_view>& kinds) {
  return SourceParser(text, kinds).run();
}

}  // namespace gavel
