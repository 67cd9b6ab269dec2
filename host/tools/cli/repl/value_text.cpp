#include "value_text.hpp"

#include "base/utf8.hpp"

#include "paint.hpp"

namespace gavel {
namespace {

using Kind = ValueRow::Kind;

constexpr std::size_t kWidth = 78;

bool is_container(const ValueRow& row) { return row.kind == Kind::kIsArray || row.kind == Kind::kIsObject; }

std::string_view style_of_value(Kind kind) {
  switch (kind) {
    case Kind::kIsString:
      return kGreen;
    case Kind::kIsNumber:
    case Kind::kIsBoolean:
      return kCyan;
    default:
      return kDim;
  }
}

std::string left_text(const ValueRow& row) { return "… " + std::to_string(row.left_out) + " more"; }

class Values {
 public:
  Values(std::span<const ValueRow> rows, bool colour) : rows_(rows), paint_(colour) {}

  std::string run() {
    for (std::size_t at = 0; at < rows_.size();) at = add(at);
    while (!open_.empty()) close();
    return std::move(out_);
  }

 private:
  // Where what the row holds ends.
  std::size_t end_of(std::size_t at) const {
    std::size_t end = at + 1;
    while (end < rows_.size() && rows_[end].depth > rows_[at].depth) ++end;
    return end;
  }

  std::string name_of(const ValueRow& row) const {
    return row.key.empty() ? std::string() : printable(row.key) + " = ";
  }

  // The rows on one line, without colour; empty: it is too long.
  std::string flat(std::size_t from, std::size_t end) const {
    std::string text;
    std::vector<std::size_t> open;
    for (std::size_t at = from; at < end; ++at) {
      const ValueRow& row = rows_[at];
      while (!open.empty() && rows_[open.back()].depth >= row.depth) {
        text += tail(rows_[open.back()]);
        open.pop_back();
      }
      if (at != from) text += text.ends_with("{") ? " " : ", ";
      text += name_of(row) + (is_container(row) ? "{" : printable(row.text));
      if (is_container(row)) open.push_back(at);
      if (text.size() > kWidth * 2) return {};
    }
    for (; !open.empty(); open.pop_back()) text += tail(rows_[open.back()]);
    return count_code_points(text) + rows_[from].depth * 2 <= kWidth ? text : std::string();
  }

  static std::string tail(const ValueRow& row) {
    if (row.left_out > 0) return (row.left_out == row.members ? " " : ", ") + left_text(row) + " }";
    return row.members == 0 ? "}" : " }";
  }

  void close() {
    const ValueRow& row = rows_[open_.back()];
    if (row.left_out > 0) out_ += std::string(row.depth * 2 + 2, ' ') + paint_(kDim, left_text(row)) + "\n";
    out_ += std::string(row.depth * 2, ' ') + (row.depth > 0 ? "}," : "}") + "\n";
    open_.pop_back();
  }

  std::size_t add(std::size_t at) {
    const ValueRow& row = rows_[at];
    while (!open_.empty() && rows_[open_.back()].depth >= row.depth) close();
    const std::size_t end = end_of(at);
    const std::string comma = row.depth > 0 ? "," : "";
    out_ += std::string(row.depth * 2, ' ');
    if (!is_container(row)) {
      out_ += name_of(row) + paint_(style_of_value(row.kind), printable(row.text)) + comma + "\n";
      return at + 1;
    }
    if (const std::string text = flat(at, end); !text.empty()) {
      out_ += text + comma + "\n";
      return end;
    }
    out_ += name_of(row) + "{\n";
    open_.push_back(at);
    return at + 1;
  }

  std::span<const ValueRow> rows_;
  Paint paint_;
  std::string out_;
  std::vector<std::size_t> open_;
};

}  // namespace

std::string values_for_people(std::span<const ValueRow> rows, bool colour) {
  return Values(rows, colour).run();
}

}  // namespace gavel
