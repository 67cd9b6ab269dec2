#include "docs/manual.hpp"

#include <array>
#include <optional>

#include "ruleset/kinds.hpp"
#include "ruleset/shapes.hpp"
#include "ruleset/tool_texts.hpp"
#include "state/json_writer.hpp"

namespace gavel {
namespace {

struct Label {
  std::string_view key;
  std::string_view en;
  std::string_view zh;
};

// Of a registration's members, those that are said in a line each, in this order.
constexpr std::array kManualMembers = {
    Label{"path", "judges or computes", "作用于"},
    Label{"mode", "mode", "模式"},
    Label{"actors", "concerns", "涉及"},
    Label{"max", "at most", "上限"},
    Label{"counts", "counts", "计入"},
    Label{"over", "beyond that", "超出时"},
    Label{"each", "one balance for each place", "各处分别计"},
    Label{"on", "hears of", "响应"},
    Label{"settles", "settles claims of", "可结算的断言"},
    Label{"type", "type", "类型"},
    Label{"default", "default", "默认"},
    Label{"values", "values", "可取值"},
    Label{"min", "at least", "最小"},
    Label{"scope", "scope", "作用域"},
    Label{"excludes", "excludes", "互斥于"},
    Label{"effect_tags", "affects", "影响范围"},
    Label{"from", "from versions", "适用版本"},
};

class Writer {
 public:
  Writer(const Ruleset& ruleset, std::string_view language)
      : ruleset_(ruleset), language_(language), chinese_(language == "zh") {}

  std::string manual(const Pack& pack) {
    const Manifest& manifest = pack.manifest;
    text_ = "## " + manifest.plugin + " " + to_text(manifest.version) + "\n\n" +
            text_in(manifest.summary, language_) + "\n";
    write_requirements(manifest);
    write_params(manifest);
    for (const Registration& one : ruleset_.registry().all)
      if (one.plugin == pack.as) write(one);
    return std::move(text_);
  }

  std::string guidance(const Pack& pack) {
    for (const ToolText& tool : tool_texts(ruleset_, std::nullopt, language_)) {
      if (!tool.id.starts_with(pack.as + "/")) continue;
      text_ += "- `" + tool.name + "`: " + tool.guidance + "\n";
      for (const std::string& arg : tool.args) text_ += "  - `" + arg + "`\n";
    }
    return std::move(text_);
  }

 private:
  std::string_view say(std::string_view en, std::string_view zh) const { return chinese_ ? zh : en; }
  std::string_view colon() const { return say(": ", "："); }

  void write_requirements(const Manifest& manifest) {
    if (manifest.requirements.empty()) return;
    text_.append("\n").append(say("Needs", "依赖")).append(colon());
    for (const Requirement& one : manifest.requirements)
      text_ += (&one == manifest.requirements.data() ? "`" : ", `") + one.plugin +
               (one.written.empty() ? "" : " " + one.written) + "`";
    text_ += "\n";
  }

  void write_params(const Manifest& manifest) {
    if (manifest.params.empty()) return;
    text_.append("\n| ").append(say("parameter | type | default | what", "参数 | 类型 | 默认 | 说明"));
    text_ += " |\n|---|---|---|---|\n";
    for (const Param& param : manifest.params) write_param(param, param.name);
  }

  // A row, and one for each thing that it holds. Its depth is that of a manifest, which is bounded.
  void write_param(const Param& param, const std::string& name) {
    const std::string fallback = param.fallback   ? "`" + cell(to_text(*param.fallback)) + "`"
                                 : param.optional ? std::string(say("may be left out", "可省略"))
                                                  : std::string(say("must be given", "必填"));
    text_ += "| `" + name + "` | " + param.type + bounds(param) + " | " + fallback + " | " +
             cell(text_in(param.summary, language_)) + " |\n";
    // Every entry is of one kind, so a list of objects is told by their members alone.
    for (const Param& entry : param.each) {
      for (const Param& inner : entry.members) write_param(inner, name + "[]." + inner.name);
      if (entry.members.empty()) text_ += "| `" + name + "[]` | " + entry.type + bounds(entry) + " | | |\n";
    }
    for (const Param& inner : param.members) write_param(inner, name + "." + inner.name);
  }

  static std::string bounds(const Param& param) {
    std::string said;
    if (param.min) said += " ≥ " + to_text(*param.min);
    if (param.max) said += " ≤ " + to_text(*param.max);
    for (const Json& value : param.values)
      said += (&value == param.values.data() ? ": " : ", ") + cell(to_text(value));
    return said;
  }

  // What would end a cell of a table.
  static std::string cell(const std::string& text) {
    std::string out;
    for (const char byte : text) {
      if (byte == '|') out += '\\';
      out += byte == '\n' ? ' ' : byte;
    }
    return out;
  }

  void write(const Registration& one) {
    text_ += "\n### " + one.kind + " `" + one.name + "`\n\n";
    if (const Json* summary = member(one.spec, "summary"))
      text_ += text_in(*summary, language_) + "\n\n";
    else if (const Json* hint = member(one.spec, "ui_hint"))
      text_ += text_in(*hint, language_) + "\n\n";
    for (const Label& label : kManualMembers) {
      const Json* value = member(one.spec, label.key);
      if (value == nullptr || (value->is_array() && value->empty())) continue;
      line(std::string(say(label.en, label.zh)), "`" + to_text(*value) + "`");
    }
    write_shapes(one.spec, "args", say("arguments", "参数"));
    write_shapes(one.spec, "params", say("parameters", "参数"));
    write_rejects(one.spec);
    if (const Json* guidance = member(one.spec, "guidance"))
      line(std::string(say("guidance", "告知模型")), text_in(*guidance, language_));
    line(std::string(say("defined in", "位于")), "`" + one.file + ":" + std::to_string(one.line) + "`");
  }

  void line(const std::string& label, const std::string& value) {
    text_.append("- ").append(label).append(colon()).append(value).append("\n");
  }

  void write_shapes(const Json& spec, std::string_view key, std::string_view label) {
    const Json* shapes = member(spec, key);
    if (shapes == nullptr || shapes->empty()) return;
    text_.append("- ").append(label).append(say(":", "：")) += "\n";
    std::size_t number = 0;
    if (shapes->is_object())
      for (const auto& [name, shape] : object_of(*shapes))
        text_ += "  - `" + describe_shape(name, shape) + "`\n";
    else if (shapes->is_array())
      for (const Json& shape : array_of(*shapes))
        text_ += "  - `" + describe_shape(std::to_string(++number), shape) + "`\n";
  }

  void write_rejects(const Json& spec) {
    const Json* rejects = member(spec, "rejects");
    if (rejects == nullptr || !rejects->is_object() || rejects->empty()) return;
    text_.append("- ").append(say("refuses with", "拒绝原因")).append(say(":", "：")) += "\n";
    for (const auto& [reason, meaning] : object_of(*rejects))
      text_.append("  - `")
          .append(reason)
          .append("`")
          .append(colon())
          .append(text_in(meaning, language_))
          .append("\n");
  }

  const Ruleset& ruleset_;
  std::string language_;
  bool chinese_;
  std::string text_;
};

}  // namespace

std::string plugin_manual(const Ruleset& ruleset, const Pack& pack, std::string_view language) {
  return Writer(ruleset, language).manual(pack);
}

std::string plugin_guidance(const Ruleset& ruleset, const Pack& pack, std::string_view language) {
  return Writer(ruleset, language).guidance(pack);
}

}  // namespace gavel
