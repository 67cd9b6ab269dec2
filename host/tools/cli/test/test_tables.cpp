#include "test_tables.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <vector>

#include "base/utf8.hpp"

#include "paint.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostRanges = 12;
constexpr std::size_t kMostTests = 3;

std::string number(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double milliseconds(std::chrono::nanoseconds time) { return static_cast<double>(time.count()) / 1e6; }

// Rows whose columns stand below one another; all but those named are flush right.
class Table {
 public:
  Table(std::vector<std::string> head, std::vector<std::size_t> left) : left_(std::move(left)) {
    rows_.push_back(std::move(head));
  }
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  std::string text(bool paint) const {
    std::vector<std::size_t> widths(rows_.front().size(), 0);
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], count_code_points(row[i]));
    std::string out;
    for (const auto& row : rows_) {
      std::string line = " ";
      for (std::size_t i = 0; i < row.size(); ++i) line += " " + cell(row[i], widths[i], is_left(i));
      while (line.ends_with(' ')) line.pop_back();
      out += (&row == &rows_.front() ? Paint(paint)(kDim, line) : line) + "\n";
    }
    return out;
  }

 private:
  bool is_left(std::size_t column) const {
    return std::find(left_.begin(), left_.end(), column) != left_.end();
  }
  static std::string cell(const std::string& text, std::size_t width, bool left) {
    const std::string blanks(width - count_code_points(text), ' ');
    return (left ? text + blanks : blanks + text) + " ";
  }

  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> left_;
};

std::string ranges_text(const LineTotals& totals) {
  std::string text;
  for (std::size_t i = 0; i < totals.missed.size(); ++i) {
    if (i == kMostRanges) return text + " … " + std::to_string(totals.missed.size() - i) + " more";
    const auto [first, last] = totals.missed[i];
    text += (i == 0 ? "" : ", ") + std::to_string(first) + (last == first ? "" : "-" + std::to_string(last));
  }
  return text;
}

std::string answers_text(const HandlerUse& use) {
  std::string text;
  for (const auto& [word, count] : use.answers)
    text += (text.empty() ? "" : ", ") + word + " " + std::to_string(count);
  if (use.errors != 0)
    text += (text.empty() ? "" : ", ") + std::string("error ") + std::to_string(use.errors);
  return text;
}

std::string tests_text(const HandlerUse& use) {
  std::string text;
  std::size_t shown = 0;
  for (const std::string& test : use.tests) {
    if (++shown > kMostTests) return text + " … " + std::to_string(use.tests.size() - kMostTests) + " more";
    text += (text.empty() ? "" : "; ") + shortened(printable(test), 40);
  }
  return text;
}

// The dearest first.
std::vector<HandlerUse> by_cost(const Usage& usage) {
  std::vector<HandlerUse> all = usage.handlers();
  std::erase_if(all, [](const HandlerUse& use) { return use.calls == 0; });
  std::stable_sort(all.begin(), all.end(),
                   [](const HandlerUse& a, const HandlerUse& b) { return a.fuel > b.fuel; });
  return all;
}

struct Sum {
  std::uint64_t calls = 0, fuel = 0, bytes = 0;
  std::chrono::nanoseconds time{0};
};

std::vector<std::pair<std::string, Sum>> by_plugin(const std::vector<HandlerUse>& all) {
  std::map<std::string, Sum> sums;
  for (const HandlerUse& use : all) {
    Sum& sum = sums[use.plugin];
    sum.calls += use.calls;
    sum.fuel += use.fuel;
    sum.bytes += use.bytes;
    sum.time += use.time;
  }
  std::vector<std::pair<std::string, Sum>> rows(sums.begin(), sums.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.fuel > b.second.fuel; });
  return rows;
}

std::uint64_t fuel_of(const std::vector<HandlerUse>& all) {
  return std::accumulate(all.begin(), all.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const HandlerUse& use) { return sum + use.fuel; });
}

}  // namespace

std::string coverage_text(const Usage& usage, bool paint) {
  Table files({"file", "lines", "ran", "%", "did not run"}, {0, 4});
  std::size_t all = 0;
  std::size_t ran = 0;
  for (const auto& [file, lines] : usage.files()) {
    const LineTotals totals = totals_of(lines);
    all += totals.all;
    ran += totals.ran;
    files.add({printable(file), std::to_string(totals.all), std::to_string(totals.ran),
               number(percent(totals.ran, totals.all), 1), ranges_text(totals)});
  }
  files.add({"all", std::to_string(all), std::to_string(ran), number(percent(ran, all), 1), ""});
  Table handlers({"kind", "handler", "calls", "answers", "called by"}, {0, 1, 3, 4});
  for (const HandlerUse& use : usage.handlers())
    handlers.add({use.kind, printable(use.id) + (use.which == "run" ? "" : " (" + use.which + ")"),
                  std::to_string(use.calls), answers_text(use), tests_text(use)});
  return "\n" + files.text(paint) + "\n" + handlers.text(paint);
}

Json coverage_json(const Usage& usage) {
  Json files(Json::value_t::array);
  for (const auto& [file, lines] : usage.files()) {
    const LineTotals totals = totals_of(lines);
    Json row(Json::value_t::object);
    row["file"] = file;
    row["lines"] = totals.all;
    row["ran"] = totals.ran;
    row["percent"] = percent(totals.ran, totals.all);
    Json& missed = row["missed"] = Json(Json::value_t::array);
    for (const auto& [first, last] : totals.missed)
      missed.push_back(Json(JsonArray{Json(first), Json(last)}));
    files.push_back(std::move(row));
  }
  Json handlers(Json::value_t::array);
  for (const HandlerUse& use : usage.handlers()) {
    Json row(Json::value_t::object);
    row["id"] = use.id;
    row["kind"] = use.kind;
    row["handler"] = use.which;
    row["at"] = use.file + ":" + std::to_string(use.line);
    row["calls"] = use.calls;
    row["errors"] = use.errors;
    Json& answers = row["answers"] = Json(Json::value_t::object);
    for (const auto& [word, count] : use.answers) answers[word] = count;
    row["tests"] = std::vector<std::string>(use.tests.begin(), use.tests.end());
    handlers.push_back(std::move(row));
  }
  Json answer(Json::value_t::object);
  answer["files"] = std::move(files);
  answer["handlers"] = std::move(handlers);
  return answer;
}

std::string costs_text(const Usage& usage, bool paint) {
  const std::vector<HandlerUse> all = by_cost(usage);
  const std::uint64_t fuel = fuel_of(all);
  Table handlers({"handler", "calls", "fuel", "mean", "most", "of limit", "share", "bytes", "ms"}, {0});
  for (const HandlerUse& use : all)
    handlers.add({use.kind + " " + use.id + (use.which == "run" ? "" : " (" + use.which + ")"),
                  std::to_string(use.calls), std::to_string(use.fuel), std::to_string(use.fuel / use.calls),
                  std::to_string(use.most_fuel), number(percent(use.most_fuel, use.fuel_limit), 2) + "%",
                  number(percent(use.fuel, fuel), 1) + "%", std::to_string(use.bytes),
                  number(milliseconds(use.time), 2)});
  Table plugins({"plugin", "calls", "fuel", "share", "bytes", "ms"}, {0});
  for (const auto& [name, sum] : by_plugin(all))
    plugins.add({name, std::to_string(sum.calls), std::to_string(sum.fuel),
                 number(percent(sum.fuel, fuel), 1) + "%", std::to_string(sum.bytes),
                 number(milliseconds(sum.time), 2)});
  return "\n" + handlers.text(paint) + "\n" + plugins.text(paint);
}

Json costs_json(const Usage& usage) {
  const std::vector<HandlerUse> all = by_cost(usage);
  const std::uint64_t fuel = fuel_of(all);
  Json handlers(Json::value_t::array);
  for (const HandlerUse& use : all) {
    Json row(Json::value_t::object);
    row["id"] = use.id;
    row["kind"] = use.kind;
    row["handler"] = use.which;
    row["calls"] = use.calls;
    row["fuel"] = use.fuel;
    row["fuel_mean"] = use.fuel / use.calls;
    row["fuel_most"] = use.most_fuel;
    row["of_limit"] = percent(use.most_fuel, use.fuel_limit);
    row["fuel_share"] = percent(use.fuel, fuel);
    row["bytes"] = use.bytes;
    row["bytes_most"] = use.most_bytes;
    row["milliseconds"] = milliseconds(use.time);
    handlers.push_back(std::move(row));
  }
  Json plugins(Json::value_t::array);
  for (const auto& [name, sum] : by_plugin(all)) {
    Json row(Json::value_t::object);
    row["plugin"] = name;
    row["calls"] = sum.calls;
    row["fuel"] = sum.fuel;
    row["bytes"] = sum.bytes;
    row["milliseconds"] = milliseconds(sum.time);
    plugins.push_back(std::move(row));
  }
  Json answer(Json::value_t::object);
  answer["handlers"] = std::move(handlers);
  answer["plugins"] = std::move(plugins);
  return answer;
}

}  // namespace gavel
