#include "dialects/dialect.hpp"

#include <algorithm>
#include <array>

#include "state/suggest.hpp"

#include "ir.hpp"

namespace gavel {
namespace {

constexpr std::array kDialects = {
    Dialect{"ir", R"([{"verb":"set","path":["a","b"],"value":1}])", read_ir},
};

}  // namespace

std::span<const Dialect> dialects() { return kDialects; }

Result<const Dialect*> find_dialect(std::string_view id) {
  const auto found =
      std::find_if(kDialects.begin(), kDialects.end(), [id](const Dialect& d) { return d.id == id; });
  if (found != kDialects.end()) return &*found;
  std::vector<std::string_view> ids;
  std::string list;
  for (const Dialect& dialect : kDialects) {
    ids.push_back(dialect.id);
    list += (list.empty() ? "" : ", ") + std::string(dialect.id);
  }
  const auto near = nearest(id, ids);
  return Error(Code::kUsage,
               "there is no dialect \"" + std::string(id) + "\"" +
                   (near ? "; did you mean \"" + std::string(*near) + "\"?" : ""),
               "the dialects are: " + list);
}

}  // namespace gavel
