#include "check/source_reader.hpp"

#include <algorithm>

#include "base/joined.hpp"
#include "base/span.hpp"
#include "base/utf8.hpp"
#include "lua/program.hpp"
#include "state/suggest.hpp"

#include "source_check.hpp"

namespace gavel {
namespace {

const HandlerForm* use_of(const Vocabulary& vocabulary, std::string_view kind, std::string_view which) {
  for (const HandlerForm& one : vocabulary.uses)
    if (one.kind == kind && one.which == which) return &one;
  return nullptr;
}

// `run = step`, where step is a local function of the file.
void find_named_handlers(LuaSource& source) {
  std::map<std::size_t, std::size_t> variables;  // by the token of the use
  for (const SourceUse& use : source.uses)
    if (use.variable != kNone && use.members.empty() && source.variables[use.variable].writes == 0 &&
        source.variables[use.variable].body != kNone)
      variables.emplace(use.token, use.variable);
  for (std::size_t i = 0; i < source.registrations.size(); ++i) {
    for (const SourceRegistration::Member& member : source.registrations[i].members) {
      const auto found = variables.find(member.begin);
      if (member.end != member.begin + 1 || found == variables.end()) continue;
      const SourceVariable& variable = source.variables[found->second];
      SourceFunction& function = source.functions[variable.body];
      function.shared = variable.reads > 1;
      if (function.registration != kNone) continue;
      function.registration = i;
      function.member = member.name;
    }
  }
}

// All at once, because a line may hold the whole text.
std::vector<std::size_t> columns_of(const LuaSource& source) {
  std::vector<std::size_t> columns;
  columns.reserve(source.tokens.size());
  std::size_t line = 0, from = 0, column = 1;
  for (const LuaToken& token : source.tokens) {
    if (token.line != line) {
      const std::size_t before =
          token.offset == 0 ? std::string_view::npos : source.text.rfind('\n', token.offset - 1);
      from = before + 1;  // npos + 1 is 0
      column = 1;
      line = token.line;
    }
    column += count_code_points(source.text.substr(from, token.offset - from));
    from = token.offset;
    columns.push_back(column);
  }
  return columns;
}

ReadSource read_one(const LuaText& text, const SourceReader& reader) {
  ReadSource one;
  one.file = text.file;
  one.source = read_source(text.text, reader.kinds());
  if (one.source.whole) one.columns = columns_of(one.source);
  find_named_handlers(one.source);
  for (const SourceFunction& function : one.source.functions)
    one.handlers.push_back(function.registration == kNone
                               ? nullptr
                               : use_of(reader.vocabulary(),
                                        one.source.registrations[function.registration].kind,
                                        function.member));
  return one;
}

void note_reasons(const ReadSource& one, ReadPlugin& plugin) {
  for (const SourceRegistration& registration : one.source.registrations) {
    if (registration.kind != "tool") continue;
    const SourceRegistration::Member* rejects = registration.member("rejects");
    bool whole = rejects != nullptr;
    if (whole)
      for (const std::size_t key : keys_of_table(one.source, rejects->begin, whole))
        plugin.reasons.insert(one.source.tokens[key].is_name() ? one.source.tokens[key].text
                                                               : plain_text(one.source.tokens[key]));
    plugin.knows_reasons = plugin.knows_reasons && whole;
  }
}

void note_rejections(const ReadSource& one, ReadPlugin& plugin) {
  for (const SourceCall& call : one.source.calls) {
    if (call.use == kNone || one.source.name_of(one.source.uses[call.use]) != "reject") continue;
    if (call.arguments.empty() || plain_text(one.source.tokens[call.arguments[0].begin]).data() == nullptr)
      plugin.says_any_reason = true;
  }
}

void note_names(const ReadSource& one, SourceReading& out) {
  for (const LuaToken& token : one.source.tokens) {
    if (token.is_name()) out.names.emplace(token.text);
    if (token.kind == LuaToken::Kind::kString) ++out.texts[std::string(plain_text(token))];
  }
}

}  // namespace

bool is_in(const std::vector<std::string>& sorted, std::string_view name) {
  return std::ranges::binary_search(sorted, name);
}

std::string signature_of(const HandlerForm& handler) {
  return handler.which + " = function(" + joined(handler.parameters) + ")";
}

std::vector<std::size_t> keys_of_table(const LuaSource& source, std::size_t begin, bool& whole) {
  std::vector<std::size_t> keys;
  whole = source.tokens[begin].is("{");
  std::size_t depth = 0;
  for (std::size_t i = begin; whole && i + 1 < source.tokens.size(); ++i) {
    const LuaToken& token = source.tokens[i];
    const bool first = token.is("{") || token.is(",") || token.is(";");
    if (token.is("function")) whole = false;
    if (token.is("{") || token.is("(") || token.is("[")) ++depth;
    if (depth == 1 && first) {
      const LuaToken& next = source.tokens[i + 1];
      const LuaToken& behind = source.tokens[std::min(i + 2, source.tokens.size() - 1)];
      if (next.is_name() && behind.is("=")) keys.push_back(i + 1);
      if (next.is("[")) {
        whole = behind.kind == LuaToken::Kind::kString && plain_text(behind).data() != nullptr;
        if (whole) keys.push_back(i + 2);
      }
    }
    if ((token.is("}") || token.is(")") || token.is("]")) && --depth == 0) break;
  }
  return keys;
}

const WrittenKeys& SourceCheck::written_keys(std::size_t begin) {
  const auto [place, fresh] = keys_.try_emplace(begin);
  WrittenKeys& keys = place->second;
  if (!fresh) return keys;
  for (const std::size_t key : keys_of_table(source_, begin, keys.whole))
    keys.names.push_back(token(key).is_name() ? text(key) : plain_text(token(key)));
  keys.sorted.insert(keys.names.begin(), keys.names.end());
  return keys;
}

SourceReader::SourceReader(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {
  for (std::string& name : visible_names(vocabulary))
    (name.find('.') == std::string::npos ? globals_ : members_).push_back(std::move(name));
  globals_.emplace_back("params");
  std::ranges::sort(globals_);
  for (std::string& name : reader_names()) ctx_.push_back(std::move(name));
  for (const std::string& name : vocabulary.fields) ctx_.push_back(name);
  for (const HostFunction& function : vocabulary.functions) {
    const bool behind = std::ranges::any_of(vocabulary.tables, [&](const HostTable& table) {
      return &vocabulary.functions[table.writer] == &function;
    });
    if (!behind && function.module.empty()) ctx_.push_back(function.name);
  }
  std::ranges::sort(ctx_);
  for (const Kind& kind : vocabulary.kinds) kinds_.emplace_back(kind.name);
}

SourceReading SourceReader::read(std::span<const LuaText> files, const std::vector<std::string>* params,
                                 const Limits& limits) const {
  SourceReading out;
  ReadPlugin plugin;
  plugin.params = params;
  if (params != nullptr) plugin.sorted_params.insert(params->begin(), params->end());
  for (const LuaText& text : files) {
    plugin.files.push_back(read_one(text, *this));
    const ReadSource& one = plugin.files.back();
    note_rejections(one, plugin);
    if (!one.source.whole) {
      out.asks_any_param = true;  // what it reads, nobody knows
      continue;
    }
    for (const SourceUse& use : one.source.uses)
      if (use.variable == kNone && use.written && use.members.empty())
        plugin.globals.insert(one.source.name_of(use));
    note_reasons(one, plugin);
    note_names(one, out);
  }
  for (const ReadSource& one : plugin.files) {
    if (!one.source.whole) continue;
    SourceCheck check(*this, plugin, one, limits.max_problems, out);
    check.names();
    check.ctx();
    check.answers();
    check.slips();
    check.facts();
  }
  return out;
}

Where SourceCheck::where(std::size_t number) const {
  Where where;
  where.file = file_.file;
  where.line = token(number).line;
  where.column = file_.columns[number];
  return where;
}

void SourceCheck::tell(Lint finding, std::size_t number, std::string message, std::string hint) {
  if (out_.problems.size() >= most_) return;
  out_.problems.push_back(problem_of(finding, std::move(message), std::move(hint), where(number)));
}

void SourceCheck::mend(std::size_t number, std::string before, std::string behind) {
  if (out_.problems.empty() || out_.problems.back().edit) return;
  out_.problems.back().edit = Edit{where(number), std::move(before), std::move(behind)};
}

void SourceCheck::tell_unknown(Lint finding, std::size_t number, std::string message,
                               const std::vector<std::string_view>& known, std::string otherwise) {
  if (out_.problems.size() >= most_) return;
  const std::string_view word = text(number).starts_with('"') || text(number).starts_with('\'')
                                    ? plain_text(token(number))
                                    : text(number);
  const auto near = hints_.nearest(word, known);
  tell(finding, number, std::move(message),
       near ? "did you mean " + std::string(*near) + "?" : std::move(otherwise));
  if (!near) return;
  if (const auto only = hints_.only_near(word, known)) mend(number, std::string(word), std::string(*only));
}

std::pair<const HandlerForm*, std::size_t> SourceCheck::handler_around(std::size_t function) const {
  for (std::size_t at = function; at != kNone; at = source_.functions[at].parent)
    if (file_.handlers[at] != nullptr) return {file_.handlers[at], at};
  return {nullptr, kNone};
}

const SourceRegistration* SourceCheck::registration_of(std::size_t function) const {
  const std::size_t number = source_.functions[function].registration;
  return number == kNone ? nullptr : &source_.registrations[number];
}

std::string SourceCheck::named(std::size_t function) const {
  const SourceRegistration* registration = registration_of(function);
  if (registration == nullptr) return "the handler";
  std::string out(registration->kind);
  if (!registration->name.empty()) out += " \"" + shortened(printable(registration->name), 64) + "\"";
  return out;
}

bool SourceCheck::is_ctx(const SourceUse& use) const {
  if (use.variable == kNone) return false;
  const SourceVariable& variable = source_.variables[use.variable];
  if (variable.kind != SourceVariable::Kind::kParameter || variable.writes > 0) return false;
  const HandlerForm* handler = file_.handlers[variable.function];
  // By its name alone, where that is one which nobody gives to anything else.
  if (handler == nullptr) return variable.name == "ctx" && context() == "ctx";
  const auto at = static_cast<std::size_t>(std::ranges::find(handler->parameters, context()) -
                                           handler->parameters.begin());
  const std::vector<std::size_t>& given = source_.functions[variable.function].parameters;
  return at < given.size() && given[at] == use.variable;
}

}  // namespace gavel
