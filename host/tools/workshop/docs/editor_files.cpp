// What editors and luacheck have to know of the sandbox: .luarc.json and .luacheckrc.
#include <algorithm>
#include <array>

#include "docs/stubs.hpp"
#include "lua/program.hpp"
#include "ruleset/vocabulary.hpp"
#include "state/json_writer.hpp"

namespace gavel {

std::string language_server_config(std::string_view library) {
  // Of Lua's own libraries the stubs tell what there is; nothing else is.
  constexpr std::array kBuiltin = {"basic", "bit",         "bit32",     "coroutine",   "debug",
                                   "ffi",   "io",          "jit",       "jit.profile", "jit.util",
                                   "math",  "os",          "package",   "string",      "string.buffer",
                                   "table", "table.clear", "table.new", "utf8"};
  Json config(Json::value_t::object);
  config["$schema"] = "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json";
  config["runtime.version"] = "Lua 5.4";
  Json builtin(Json::value_t::object);
  for (const char* name : kBuiltin) builtin[name] = "disable";
  config["runtime.builtin"] = std::move(builtin);
  Json places(Json::value_t::array);
  places.push_back(std::string(library));
  config["workspace.library"] = std::move(places);
  config["workspace.checkThirdParty"] = false;
  return to_text(config, 2) + "\n";
}

std::string luacheck_config(std::string_view library, std::span<const std::string> tests) {
  const std::vector<std::string> names = visible_names(vocabulary());
  std::string text =
      "-- Written by gavel from its registry: the names that the sandbox has, and no others.\n";
  text += "std = {\n  read_globals = {\n    \"params\",\n";
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string prefix = names[i] + ".";
    if (i + 1 == names.size() || !names[i + 1].starts_with(prefix)) {
      text += "    \"" + names[i] + "\",\n";
      continue;
    }
    text += "    " + names[i] + " = { fields = {";
    const std::size_t first = i + 1;
    while (i + 1 < names.size() && names[i + 1].starts_with(prefix)) {
      ++i;
      text += (i == first ? " \"" : ", \"") + names[i].substr(prefix.size()) + "\"";
    }
    text += " } },\n";
  }
  text +=
      "  },\n}\nmax_line_length = false\nexclude_files = { " + to_text(Json(std::string(library))) + " }\n";
  if (tests.empty()) return text;
  text += "files[\"**/*_test.lua\"] = { read_globals = {";
  for (const std::string& name : tests)
    if (name.find('.') == std::string::npos) text += (&name == tests.data() ? " \"" : ", \"") + name + "\"";
  return text + " } }\n";
}

}  // namespace gavel
