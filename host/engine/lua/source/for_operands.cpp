#include "for_operands.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "lua/source_tokens.hpp"

#include "values.hpp"

namespace gavel {
namespace {

// A `for` whose `do` has not come yet. Functions in its operands may hold blocks and loops of their own.
struct Header {
  int brackets = 0;
  int blocks = 0;
  int which = 0;
  std::size_t tokens = 0;  // of this operand
  std::size_t begin = 0, end = 0;
  bool literal = false;
};

class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  std::string run() {
    visit_tokens(text_, [this](const LuaToken& token) { take(token); });
    if (marks_.empty()) return {};
    std::sort(marks_.begin(), marks_.end());
    std::string out;
    std::size_t at = 0;
    for (const Mark& mark : marks_) {
      out.append(text_.substr(at, mark.offset - at));
      out += mark.which < 0 ? "(\"\")[\"for\"](" : "," + std::to_string(mark.which) + ")";
      at = mark.offset;
    }
    return out.append(text_.substr(at));
  }

 private:
  struct Mark {
    std::size_t offset = 0;
    int which = -1;  // -1: before an operand
    auto operator<=>(const Mark&) const = default;
  };
  enum class Begins { kNothing, kName, kEquals };

  void take(const LuaToken& token) {
    const Begins begins = std::exchange(begins_, Begins::kNothing);
    if (begins == Begins::kName && token.is_name()) begins_ = Begins::kEquals;
    if (begins == Begins::kEquals && token.is("=")) return headers_.push_back(Header());
    if (token.is("for")) begins_ = Begins::kName;
    if (headers_.empty()) return;
    Header& top = headers_.back();
    const bool outermost = top.brackets == 0 && top.blocks == 0;
    if (outermost && (token.is(",") || token.is("do"))) {
      close(top);
      if (token.is("do")) {
        headers_.pop_back();
        if (!headers_.empty()) ++headers_.back().blocks;
      }
      return;
    }
    for (const std::string_view opens : {"(", "[", "{"}) top.brackets += token.is(opens) ? 1 : 0;
    for (const std::string_view shuts : {")", "]", "}"}) top.brackets -= token.is(shuts) ? 1 : 0;
    for (const std::string_view opens : {"function", "if", "do", "repeat"})
      top.blocks += token.is(opens) ? 1 : 0;
    for (const std::string_view shuts : {"end", "until"}) top.blocks -= token.is(shuts) ? 1 : 0;
    const bool number = token.kind == LuaToken::Kind::kNumeral;
    if (top.tokens == 0) top.begin = token.offset;
    top.literal = top.tokens == 0 ? number || token.is("-") : top.tokens == 1 && number && signed_;
    signed_ = top.tokens == 0 && token.is("-");
    top.end = token.offset + token.text.size();
    ++top.tokens;
  }

  void close(Header& header) {
    if (header.tokens > 0 && !header.literal) {
      marks_.push_back({header.begin, -1});
      marks_.push_back({header.end, header.which});
    }
    header = Header{0, 0, header.which + 1};
  }

  std::string_view text_;
  Begins begins_ = Begins::kNothing;
  bool signed_ = false;  // the operand's first token was a minus
  std::vector<Header> headers_;
  std::vector<Mark> marks_;
};

// Whether the word `for` is in it, as a word.
bool has_loop(std::string_view text) {
  const auto in_word = [&](std::size_t at) { return at < text.size() && is_of_word(text[at]); };
  for (std::size_t at = text.find("for"); at != std::string_view::npos; at = text.find("for", at + 3))
    if (!in_word(at - 1) && !in_word(at + 3)) return true;
  return false;
}

}  // namespace

int for_operand(lua_State* lua) {
  if (lua_type(lua, 1) == LUA_TSTRING) {
    constexpr std::array kWhich = {"initial value", "limit", "step"};
    const auto which = static_cast<std::size_t>(lua_tointeger(lua, 2));
    raise_text(lua, std::string("'for' ") + kWhich.at(which < kWhich.size() ? which : 1) +
                        " must be a number, and is the text \"" +
                        shortened(printable(text_at(lua, 1).substr(0, 80)), 40) + "\"");
  }
  lua_settop(lua, 1);
  return 1;
}

std::string with_checked_operands(std::string_view text) {
  if (!has_loop(text)) return {};
  return Checker(text).run();
}

int load_source(lua_State* lua, std::string_view text, const char* name) {
  const std::string checked = with_checked_operands(text);
  if (checked.empty()) return load_chunk(lua, text, name, "t");
  const int loaded = load_chunk(lua, checked, name, "t");
  if (loaded == LUA_OK) return loaded;
  lua_pop(lua, 1);
  const int written = load_chunk(lua, text, name, "t");
  if (written != LUA_OK) return written;
  lua_pop(lua, 1);
  return load_chunk(lua, checked, name, "t");
}

}  // namespace gavel
