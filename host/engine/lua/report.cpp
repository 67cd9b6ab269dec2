#include "report.hpp"

#include <algorithm>

#include "base/utf8.hpp"

#include "remedy.hpp"
#include "state.hpp"
#include "syntax.hpp"
#include "syntax_remedy.hpp"
#include "values.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostRemedyBytes = 400;
constexpr std::size_t kShortSource = 60;  // LUA_IDSIZE: Lua cuts longer file names in front

// Whether a message of the culprit's may say that it comes from `file`: its own files and the shared modules.
// A plugin writes its messages itself, and could blame another one by the front of them.
bool may_name(const Build& build, const Culprit& culprit, const std::string& file) {
  if (file.starts_with("lib/")) return true;
  return std::ranges::any_of(build.packs, [&](const Pack& pack) {
    return culprit.file.starts_with(pack.folder + "/") && file.starts_with(pack.folder + "/");
  });
}

// Takes "file:12: " off the front, if the file may be named, and says what stood there.
bool take_prefix(const Build& build, const Culprit& culprit, std::string& message, std::string& file,
                 std::size_t& line) {
  for (const Chunk& chunk : build.chunks) {
    if (!may_name(build, culprit, chunk.file)) continue;
    const std::string name = prefix_name(chunk.file) + ":";
    if (!message.starts_with(name)) continue;
    std::size_t at = name.size();
    std::size_t number = 0;
    while (at < message.size() && at < name.size() + 9 && message[at] >= '0' && message[at] <= '9')
      number = number * 10 + static_cast<std::size_t>(message[at++] - '0');
    if (at == name.size() || message.compare(at, 2, ": ") != 0) continue;
    message.erase(0, at + 2);
    file = chunk.file;
    line = number;
    return true;
  }
  return false;
}

// One line that is safe to print: valid UTF-8, without control characters.
std::string cleaned(std::string_view text, std::size_t most_bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  std::string_view rest = text.substr(0, most_bytes);
  while (!rest.empty()) {
    const std::size_t bad = find_invalid_utf8(rest);
    for (const char c : rest.substr(0, bad)) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '\n') {
        out += "\\n";
      } else if (byte < 0x20 || byte == 0x7F) {
        (out += "\\x") += {kDigits[byte >> 4U], kDigits[byte & 15U]};
      } else {
        out += c;
      }
    }
    if (bad == std::string_view::npos) break;
    out += "\xEF\xBF\xBD";
    rest.remove_prefix(bad + 1);
  }
  if (text.size() > most_bytes) out += "…";
  return out.size() > most_bytes ? shortened(out, most_bytes) : out;
}

std::string call_stack_text(const StackTrace& trace) {
  std::string out;
  for (const TraceLevel& level : trace.levels) {
    out += level.file + ":" + std::to_string(level.line);
    if (!level.name.empty()) {
      out += " in function '" + cleaned(level.name, 80) + "'";
    } else if (level.first_line > 0) {
      out += " in the function at line " + std::to_string(level.first_line);
    }
    out += '\n';
  }
  if (trace.left_out > 0) out += "… " + std::to_string(trace.left_out) + " more\n";
  return out;
}

Where where_of(const Culprit& culprit) {
  Where where;
  where.file = culprit.file;
  where.line = culprit.line;
  where.rule = culprit.rule;
  return where;
}

// Where the plugin called a shared module that failed: there its author can mend it.
std::string called_at(const StackTrace& trace, const std::string& file) {
  if (!file.starts_with("lib/")) return {};
  for (const TraceLevel& level : trace.levels)
    if (!level.file.starts_with("lib/"))
      return "; called at " + level.file + ":" + std::to_string(level.line);
  return {};
}

void add_remedy(Error& error, const Build& build, std::string_view message) {
  const Chunk* chunk = build.chunk_of(error.where.file);
  const std::string_view text = chunk == nullptr ? std::string_view() : std::string_view(chunk->text);
  error.hint = cleaned(remedy_for(message, text, error.where.line), kMostRemedyBytes);
}

struct LimitText {
  Code code;
  std::string message;
  std::string hint;
};

LimitText limit_text(const State& state) {
  const Limits& limits = state.build.limits;
  const bool loading = state.loading != nullptr;
  switch (state.fuel.trip) {
    case Trip::kFuel: {
      const std::string_view name = loading ? "max_load_fuel" : "max_handler_fuel";
      return {Code::kPluginFuel,
              "used up its fuel: more than " +
                  std::to_string(state.frame != nullptr ? state.frame->own_fuel : limits.max_load_fuel) +
                  " steps (limits." + std::string(name) + ")",
              "do less work in one call, or " + raise_hint(name)};
    }
    case Trip::kBytes:
      return {Code::kPluginMemory,
              "allocated too much: more than " +
                  std::to_string(state.frame != nullptr ? state.frame->own_bytes : limits.max_handler_bytes) +
                  " bytes in one call (limits.max_handler_bytes)",
              "build fewer tables and long strings in one call, or " + raise_hint("max_handler_bytes")};
    case Trip::kTable:
      return {Code::kPluginMemory,
              "put too many keys into one table: at most " + std::to_string(limits.max_table_keys) +
                  " beside the elements of a list (limits.max_table_keys)",
              "split the table, or keep a list of entries"};
    case Trip::kStack:
      return {Code::kPluginMemory,
              "nested its calls too deeply: the stack holds at most " + std::to_string(Memory::kStackSlots) +
                  " values",
              "use a loop where a function calls itself, and pass tables where a call passes many values"};
    case Trip::kDeadline:
      return {Code::kPluginDeadline,
              "took too long: the plugins of one turn have " + std::to_string(limits.max_turn_milliseconds) +
                  " milliseconds (limits.max_turn_milliseconds)",
              "do less work in one turn, or " + raise_hint("max_turn_milliseconds")};
    case Trip::kStopped:
      return {Code::kPluginDeadline, "was stopped", ""};
    case Trip::kHeld:
    case Trip::kNone:
      break;
  }
  return {Code::kPluginMemory,
          "held too much memory: more than " +
              std::to_string(state.frame != nullptr ? state.frame->own_held : limits.max_lua_bytes) +
              " bytes at one time (limits.max_lua_bytes)",
          "keep less at one time, or " + raise_hint("max_lua_bytes")};
}

}  // namespace

std::string prefix_name(const std::string& file) {
  return file.size() < kShortSource ? file : "..." + file.substr(file.size() - (kShortSource - 4));
}

std::string raise_hint(std::string_view limit) {
  return "raise limits." + std::string(limit) + " in ruleset.yaml";
}

std::string source_around(std::string_view text, std::size_t line) {
  if (line == 0) return {};
  std::string out;
  std::size_t number = 1;
  while (!text.empty() && number <= line + 1) {
    const std::size_t end = text.find('\n');
    if (number + 1 >= line) {
      std::string row = std::to_string(number);
      row.insert(0, row.size() < 5 ? 5 - row.size() : 0, ' ');
      out += (number == line ? "--> " : "    ") + row + " | " + cleaned(text.substr(0, end), 160) + '\n';
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
    ++number;
  }
  return out;
}

int note_error(lua_State* lua) {
  State& state = state_of(lua);
  if (state.fuel.trip == Trip::kNone) state.error_trace = take_trace(lua, 1);
  return 1;
}

std::string error_text(lua_State* lua, int index, std::size_t most_bytes) {
  switch (lua_type(lua, index)) {
    case LUA_TSTRING:
      return std::string(text_at(lua, index).substr(0, most_bytes + 1));
    case LUA_TNUMBER:
      return lua_isinteger(lua, index) != 0 ? std::to_string(lua_tointeger(lua, index))
                                            : number_text(lua_tonumber(lua, index));
    case LUA_TBOOLEAN:
      return std::string("error called with ") + (lua_toboolean(lua, index) != 0 ? "true" : "false") +
             " for a message";
    default:
      return "error called with a " + std::string(shown_type(lua, index)) + " for a message; use a string";
  }
}

Error report_failure(lua_State* lua, const Culprit& culprit) {
  const State& state = state_of(lua);
  const bool tripped = state.fuel.trip != Trip::kNone;
  const StackTrace& trace = tripped ? state.fuel.trace : state.error_trace;
  const std::size_t most = state.build.limits.max_error_bytes;

  Error error(Code::kPluginError, "");
  error.where = where_of(culprit);
  if (!trace.levels.empty()) {
    error.where.file = trace.levels.front().file;
    error.where.line = static_cast<std::size_t>(trace.levels.front().line);
  }
  if (tripped) {
    LimitText text = limit_text(state);
    error.code = text.code;
    error.message = culprit.name + " " + text.message;
    error.hint = std::move(text.hint);
  } else {
    std::string message = error_text(lua, -1, most);
    take_prefix(state.build, culprit, message, error.where.file, error.where.line);
    error.message = culprit.name + ": " + cleaned(message, most);
    add_remedy(error, state.build, message);
    error.message += called_at(trace, error.where.file);
  }
  if (const Chunk* chunk = state.build.chunk_of(error.where.file); chunk != nullptr)
    error.detail = source_around(chunk->text, error.where.line);
  error.detail += call_stack_text(trace);
  return error;
}

Error report_fault(const Build& build, const Culprit& culprit, std::string_view message, std::string hint) {
  Error error(Code::kPluginError, culprit.name + ": " + cleaned(message, build.limits.max_error_bytes),
              hint.empty() ? cleaned(remedy_for(message, {}, 0), kMostRemedyBytes) : std::move(hint));
  error.where = where_of(culprit);
  if (const Chunk* chunk = build.chunk_of(culprit.file); chunk != nullptr)
    error.detail = source_around(chunk->text, culprit.line);
  return error;
}

Error report_syntax(lua_State* lua, const std::string& file, std::string_view text) {
  std::string message = error_text(lua, -1, 1024);
  Error error(Code::kPluginInvalid, "");
  error.where.file = file;
  const std::string prefix = prefix_name(file) + ":";
  if (message.starts_with(prefix)) {
    std::size_t at = prefix.size();
    while (at < message.size() && at < prefix.size() + 9 && message[at] >= '0' && message[at] <= '9')
      error.where.line = error.where.line * 10 + static_cast<std::size_t>(message[at++] - '0');
    message.erase(0, message.compare(at, 2, ": ") == 0 ? at + 2 : at);
  }
  if (const std::size_t meant = line_meant(message); meant != 0) error.where.line = meant;
  const SyntaxRemedy remedy = syntax_remedy(message, text, error.where.line);
  error.message = cleaned(remedy.message.empty() ? message : remedy.message, 1024);
  error.hint = cleaned(remedy.fix, kMostRemedyBytes);
  error.where.column = remedy.column;
  if (says_too_deep(message)) {
    const std::string_view before = text.substr(0, where_too_deep(lua, text));
    const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
    error.where.line = 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
    error.where.column = 1 + count_code_points(before.substr(line_begin));
    error.message = "nested too deep: brackets, blocks and operators may be nested about 200 deep";
  }
  if (message == "not enough memory") {
    error.message = "too large for the compiler: too many names, texts and numbers in one file";
    error.hint = "split it into several files";
  }
  error.detail = source_around(text, error.where.line);
  return error;
}

}  // namespace gavel
