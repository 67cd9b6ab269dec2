#include "dialects/dialect.hpp"

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "state/suggest.hpp"

#include "writers.hpp"

namespace gavel {
namespace {

constexpr std::array kDialects = {
    Dialect{"tavern", R"({"tavern_commands":[{"action":"set","key":"a.b","value":1}]})", write_tavern},
    Dialect{"ops", R"({"op":"assign","path":["a","b"],"value":1})", write_ops},
    Dialect{"mvu", "<UpdateVariable>_.set('a.b', 0, 1);//why</UpdateVariable>", write_mvu},
    Dialect{"patch", R"(<JSONPatch>[{"op":"replace","path":"/a/b","value":1}]</JSONPatch>)", write_patch},
    Dialect{"filament", "<variable_update>[[SET, a.b, 1]]</variable_update>", write_filament},
    Dialect{"memory", "<updateMemory>memory('a', 'b', 1);</updateMemory>", write_memory},
    Dialect{"tools", R"({"tool_calls":[{"id":"c1","tool":"move","args":{}}]})", nullptr},
    Dialect{"ir", R"([{"verb":"set","path":["a","b"],"value":1}])", write_ir},
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
  return Error(Code::kUsage, "there is no dialect \"" + shortened(id, 64) + "\"" + did_you_mean(id, ids),
               "the dialects are: " + list);
}

}  // namespace gavel
