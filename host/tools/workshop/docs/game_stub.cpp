// game.lua: what differs from game to game. Types inside types become classes of their own, gone through as
// a list, so that nothing depends on how deep an author nests them.
#include <map>
#include <set>

#include "base/joined.hpp"
#include "docs/stubs.hpp"
#include "ruleset/kinds.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "stub_text.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostStubPaths = 400;

std::string quoted_any(const std::vector<Json>& values) {
  std::string out;
  for (const Json& value : values) out.append(out.empty() ? "" : "|").append(to_text(value));
  return out;
}

std::string element_of(const std::string& type) {
  return type.find('|') == std::string::npos ? type + "[]" : "(" + type + ")[]";
}

class GameStub {
 public:
  explicit GameStub(std::string_view language) : language_(language), text_(language) {}

  void take(const Ruleset& ruleset, bool alone) {
    for (const Pack& pack : ruleset.packs()) take_params(pack);
    for (const Registration& one : ruleset.registry().all)
      if (one.kind == "tool") take_args(one);
    const Json definitions = ruleset.setting_definitions();
    for (const Json& definition : array_of(definitions)) take_setting(definition);
    if (alone) take_paths(ruleset.initial_state());
  }

  std::string write() {
    text_.open("game");
    std::string paths = "---@alias gavel.KnownPath ";
    for (const std::string& path : paths_) paths += to_text(Json(path)) + "|";
    text_.add(paths + "string\n\n");
    write_merged("gavel.Params", params_);
    write_merged("gavel.Settings", settings_);
    while (next_ < shapes_.size() || next_param_ < objects_.size()) {
      if (next_ < shapes_.size()) {
        write_shapes(shapes_[next_++]);
      } else {
        write_members(objects_[next_param_++]);
      }
    }
    return text_.take();
  }

 private:
  // Types by name, with what is said of them; of several plugins, all that one may meet.
  using Merged = std::map<std::string, std::pair<std::set<std::string>, std::string>>;
  struct Shapes {
    std::string name;
    Json members;  // {name: shape}
    std::string text;
  };
  struct Object {
    std::string name;
    std::vector<Param> members;
  };

  void write_merged(const std::string& name, const Merged& merged) {
    text_.add("---@class " + name + "\n");
    for (const auto& [field, known] : merged) {
      text_.field(field, joined(known.first, "|"), false, known.second);
    }
    text_.add("\n");
  }

  void take_params(const Pack& pack) {
    const std::string plugin = "gavel.params." + pack.manifest.plugin;
    if (!plugins_.insert(plugin).second) return;
    for (const Param& param : pack.manifest.params) {
      auto& [types, text] = params_[param.name];
      types.insert(type_of(param, plugin + "." + param.name) + (param.optional ? "|nil" : ""));
      text += (text.empty() ? "" : " · ") + pack.manifest.plugin + ": " + text_in(param.summary, language_);
    }
  }

  std::string type_of(const Param& asked, std::string name) {
    const Param* param = &asked;
    std::size_t lists = 0;
    for (; param->type == "list"; ++lists) {
      if (param->each.empty()) return wrapped("any", lists + 1);
      param = &param->each.front();
      name += ".each";
    }
    std::string type = param->type;
    if (type == "enum") type = quoted_any(param->values);
    if (type == "path" || type == "pattern") type = "string";
    if (type == "object") type = param->members.empty() ? "table<string, any>" : name;
    if (type == name) objects_.push_back({name, param->members});
    return wrapped(std::move(type), lists);
  }

  void write_members(const Object& object) {
    const Object own = object;  // the list grows below
    text_.add("---@class " + own.name + "\n");
    for (const Param& member : own.members)
      text_.field(member.name, type_of(member, own.name + "." + member.name), member.optional,
                  text_in(member.summary, language_));
    text_.add("\n");
  }

  void take_args(const Registration& tool) {
    const Json* args = member(tool.spec, "args");
    const std::string name = "gavel.args." + tool.name;
    if (args == nullptr || !args->is_object() || !plugins_.insert(name).second) return;
    const Json* summary = member(tool.spec, "summary");
    shapes_.push_back({name, *args, summary == nullptr ? "" : text_in(*summary, language_)});
  }

  // An object's members are checked to be shapes, or to be one for all.
  std::string type_of(const Json& asked, std::string name) {
    const Json* shape = &asked;
    std::size_t lists = 0;
    while (string_of((*shape)["kind"]) == "list") {
      const Json* of = member(*shape, "of");
      ++lists;
      name += ".each";
      if (of == nullptr) return wrapped("any", lists);
      shape = of;
    }
    return wrapped(single_type(*shape, name), lists);
  }

  static std::string wrapped(std::string type, std::size_t lists) {
    for (; lists > 0; --lists) type = element_of(type);
    return type;
  }

  std::string single_type(const Json& shape, const std::string& name) {
    const std::string& kind = string_of(shape["kind"]);
    if (const Json* values = member(shape, "values")) return quoted_any(array_of(*values));
    if (kind == "int") return "integer";
    if (kind == "num") return "number";
    if (kind == "bool") return "boolean";
    if (kind == "any") return "any";
    if (kind != "object") return "string";
    const Json* of = member(shape, "of");
    const Json* inner = of == nullptr ? nullptr : member(*of, "kind");
    if (of == nullptr || !of->is_object() || (inner != nullptr && inner->is_string()))
      return "table<string, any>";
    shapes_.push_back({name, *of, ""});
    return name;
  }

  void write_shapes(const Shapes& shapes) {
    const Shapes own = shapes;  // the list grows below
    text_.say(own.text);
    text_.add("---@class " + own.name + "\n");
    for (const auto& [name, shape] : object_of(own.members)) {
      const Json* optional = member(shape, "optional");
      const Json* summary = member(shape, "summary");
      text_.field(name, type_of(shape, own.name + "." + name), optional != nullptr && *optional == Json(true),
                  summary == nullptr ? "" : text_in(*summary, language_));
    }
    text_.add("\n");
  }

  void take_setting(const Json& definition) {
    const std::string& type = string_of(definition["type"]);
    const Json* values = member(definition, "values");
    std::string lua = type == "bool" ? "boolean" : type == "int" ? "integer" : type == "json" ? "any" : type;
    if (type == "enum") lua = values == nullptr ? "string" : quoted_any(array_of(*values));
    const Json* hint = member(definition, "ui_hint");
    auto& [types, text] = settings_[string_of(definition["key"])];
    types.insert(lua);
    if (hint != nullptr) text = text_in(*hint, language_);
  }

  // Every place of the state, breadth first: what lies near the root is asked for most.
  void take_paths(const Json& state) {
    std::vector<std::pair<Path, const Json*>> todo = {{Path(), &state}};
    for (std::size_t i = 0; i < todo.size() && paths_.size() < kMostStubPaths; ++i) {
      const auto [path, node] = todo[i];
      if (!path.empty()) paths_.insert(to_dotted(path));
      if (!node->is_object()) continue;
      for (const auto& [name, inner] : object_of(*node)) todo.emplace_back(path.child(name), &inner);
    }
  }

  std::string language_;
  StubText text_;
  std::set<std::string> plugins_, paths_;
  Merged params_, settings_;
  std::vector<Shapes> shapes_;
  std::vector<Object> objects_;
  std::size_t next_ = 0, next_param_ = 0;
};

}  // namespace

PackFile game_stub(std::span<const std::shared_ptr<const Ruleset>> rulesets, std::string_view language) {
  GameStub stub(language);
  for (const std::shared_ptr<const Ruleset>& ruleset : rulesets) stub.take(*ruleset, rulesets.size() == 1);
  return {"game.lua", stub.write()};
}

}  // namespace gavel
