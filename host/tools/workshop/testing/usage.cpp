#include "testing/usage.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "lua/sandbox.hpp"

namespace gavel {

void Usage::enter(const std::vector<Pack>& packs) {
  homes_.clear();
  for (const Pack& pack : packs) homes_.emplace(pack.folder + "/", pack.home + "/");
}

std::string Usage::at_home(const std::string& file) const {
  if (file.ends_with("_test.lua")) return {};
  for (const auto& [folder, home] : homes_)
    if (file.starts_with(folder)) return home + file.substr(folder.size());
  return {};
}

FileLines* Usage::lines_of(const std::string& file) {
  const std::string home = at_home(file);
  return !lines_ || home.empty() ? nullptr : &files_[home];
}

HandlerUse* Usage::use_of(const Registration& registration, const HandlerInfo& info) {
  const std::string file = at_home(info.file);
  if (file.empty()) return nullptr;
  const std::string key = file + "\n" + registration.kind + "\n" + registration.id + "\n" + info.which;
  const auto [found, fresh] = uses_.try_emplace(key);
  HandlerUse& use = found->second;
  if (fresh) {
    use.id = registration.id;
    use.kind = registration.kind;
    use.which = info.which;
    use.plugin = registration.plugin;
    use.file = file;
    use.line = info.line;
  }
  return &use;
}

void Usage::expect(const Registry& registry, const Limits& limits) {
  fuel_limit_ = limits.max_handler_fuel;
  bytes_limit_ = limits.max_handler_bytes;
  for (const HandlerInfo& info : registry.handlers) {
    HandlerUse* use = use_of(registry.all[info.registration], info);
    if (use == nullptr) continue;
    use->fuel_limit = fuel_limit_;
    use->bytes_limit = bytes_limit_;
  }
}

void Usage::begins() { open_.push_back({std::chrono::steady_clock::now(), {}}); }

void Usage::ended(const Ended& call) {
  const Open mine = open_.back();
  open_.pop_back();
  const auto took = std::chrono::steady_clock::now() - mine.since;
  if (!open_.empty()) open_.back().inner += took;
  HandlerUse* use = paused_ ? nullptr : use_of(call.registration, call.handler);
  if (use == nullptr) return;
  ++use->calls;
  if (call.error != nullptr) ++use->errors;
  use->fuel += call.spent.fuel;
  use->bytes += call.spent.bytes;
  use->most_fuel = std::max(use->most_fuel, call.spent.fuel);
  use->most_bytes = std::max(use->most_bytes, call.spent.bytes);
  use->time += took - mine.inner;
  if (!call.word.empty()) ++use->answers[std::string(call.word)];
  if (!test_.empty()) use->tests.insert(test_);
}

std::vector<HandlerUse> Usage::handlers() const {
  std::vector<HandlerUse> all;
  for (const auto& [key, use] : uses_) all.push_back(use);
  std::stable_sort(all.begin(), all.end(), [](const HandlerUse& a, const HandlerUse& b) {
    return std::tie(a.kind, a.id, a.which, a.file) < std::tie(b.kind, b.id, b.which, b.file);
  });
  return all;
}

std::string Usage::function_name(const std::string& file, std::size_t line) const {
  for (const auto& [key, use] : uses_)
    if (use.line == line && use.file == file) return use.id + " (" + use.which + ")";
  return {};
}

LineTotals totals_of(const FileLines& lines) {
  LineTotals totals;
  bool missing = false;  // the last line with code did not run
  for (std::size_t line = 1; line < lines.runs.size(); ++line) {
    const std::uint64_t runs = lines.runs[line];
    if (runs == FileLines::kNothing) continue;
    ++totals.all;
    if (runs != 0) {
      ++totals.ran;
      missing = false;
    } else if (missing) {
      totals.missed.back().second = line;
    } else {
      totals.missed.emplace_back(line, line);
      missing = true;
    }
  }
  return totals;
}

namespace {

void add_functions(std::string& out, const Usage& usage, const std::string& file, const FileLines& lines) {
  std::string calls;
  std::size_t hit = 0;
  for (const auto& [line, function] : lines.functions) {
    std::string name = usage.function_name(file, line);
    // Names hold no comma: it parts the members of a row.
    std::replace(name.begin(), name.end(), ',', ';');
    if (name.empty()) name = "function at line " + std::to_string(line);
    out += "FN:" + std::to_string(line) + "," + name + "\n";
    calls += "FNDA:" + std::to_string(function.calls) + "," + name + "\n";
    hit += function.calls != 0 ? 1 : 0;
  }
  out += calls + "FNF:" + std::to_string(lines.functions.size()) + "\nFNH:" + std::to_string(hit) + "\n";
}

}  // namespace

std::string lcov_text(const Usage& usage) {
  std::string out;
  for (const auto& [file, lines] : usage.files()) {
    out += "TN:\nSF:" + file + "\n";
    add_functions(out, usage, file, lines);
    for (std::size_t line = 1; line < lines.runs.size(); ++line)
      if (lines.runs[line] != FileLines::kNothing)
        out += "DA:" + std::to_string(line) + "," + std::to_string(lines.runs[line]) + "\n";
    const LineTotals totals = totals_of(lines);
    out += "LF:" + std::to_string(totals.all) + "\nLH:" + std::to_string(totals.ran) + "\nend_of_record\n";
  }
  return out;
}

}  // namespace gavel
