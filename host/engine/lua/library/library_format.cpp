// string.format, with every directive bounded: widths and precisions have at most two digits, as in Lua.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>

#include "fuel.hpp"
#include "library.hpp"
#include "values.hpp"

namespace gavel {
namespace {

bool is_format_digit(char c) { return c >= '0' && c <= '9'; }

struct Directive {
  std::string text;   // "%-5.3d" without its letter
  bool plain = true;  // "%" alone
  char letter = 0;
};

class Formatter {
 public:
  explicit Formatter(lua_State* lua) : lua_(lua), format_(text_argument(lua, 1)), top_(lua_gettop(lua)) {}

  int run() {
    spend_bytes(lua_, format_.size());
    for (std::size_t i = 0; i < format_.size();) {
      const std::size_t next = format_.find('%', i);
      add(format_.substr(i, next - i));
      if (next == std::string_view::npos) break;
      i = next + 1;
      if (i < format_.size() && format_[i] == '%') {
        add("%");
        ++i;
      } else {
        one(directive(i));
      }
    }
    push_text(lua_, out_);
    return 1;
  }

 private:
  Directive directive(std::size_t& at) {
    Directive found;
    const std::size_t begin = at;
    while (at < format_.size() && std::strchr("-+ #0", format_[at]) != nullptr && format_[at] != '\0') ++at;
    if (at - begin > 5) refuse(begin, at);
    const std::size_t width = at;
    while (at < format_.size() && is_format_digit(format_[at])) ++at;
    if (at - width > 2) refuse(begin, at);
    if (at < format_.size() && format_[at] == '.') {
      const std::size_t precision = ++at;
      while (at < format_.size() && is_format_digit(format_[at])) ++at;
      if (at - precision > 2) refuse(begin, at);
    }
    found.text = "%" + std::string(format_.substr(begin, at - begin));
    found.plain = at == begin;
    if (at == format_.size()) refuse(begin, at);
    found.letter = format_[at++];
    return found;
  }

  [[noreturn]] void refuse(std::size_t begin, std::size_t end) {
    raise_text(lua_, "invalid conversion '%" +
                         std::string(format_.substr(begin, std::min<std::size_t>(end - begin + 1, 20))) +
                         "' to 'format'");
  }

  void one(const Directive& directive) {
    if (++argument_ > top_) bad_argument(lua_, argument_, "no value");
    switch (directive.letter) {
      case 'c':
        printed(directive, 'c', static_cast<int>(integer_argument(lua_, argument_)));
        return;
      case 'd':
      case 'i':
        whole(directive, "lld");
        return;
      case 'u':
        whole(directive, "llu");
        return;
      case 'o':
        whole(directive, "llo");
        return;
      case 'x':
        whole(directive, "llx");
        return;
      case 'X':
        whole(directive, "llX");
        return;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        number(directive);
        return;
      case 's':
        text(directive);
        return;
      case 'q':
        quoted(directive);
        return;
      case 'p':
        raise_text(lua_, "'%p' shows an address, which differs from run to run; plugins do not see it");
      default:
        raise_text(lua_, "invalid conversion '" + directive.text + directive.letter + "' to 'format'");
    }
  }

  template <typename Value>
  void print(const std::string& format, Value value) {
    char text[512];  // a double in full has 309 digits, and precisions have two
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int size = std::snprintf(text, sizeof text, format.c_str(), value);
#pragma GCC diagnostic pop
    // Digits are dear: three hundred take microseconds, and each of many takes more than one of few.
    const auto digits = static_cast<std::uint64_t>(size);
    spend(lua_, digits / 4 + (digits > 128 ? digits * digits / 512 : 0));
    add({text, static_cast<std::size_t>(size)});
  }
  template <typename Value>
  void printed(const Directive& directive, char letter, Value value) {
    print(directive.text + letter, value);
  }
  void whole(const Directive& directive, const char* letters) {
    print(directive.text + letters, static_cast<long long>(integer_argument(lua_, argument_)));
  }

  // The sign of a NaN differs between machines, and would be a bit to keep things in (Audit).
  void number(const Directive& directive) {
    const double value = number_argument(lua_, argument_);
    printed(directive, directive.letter,
            std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value);
  }

  void text(const Directive& directive) {
    push_shown(lua_, argument_);
    const std::string_view value = text_at(lua_, -1);
    if (directive.plain || (directive.text.find('.') == std::string::npos && value.size() >= 100)) {
      add(value);
    } else {
      spend_bytes(lua_, value.size());
      if (value.find('\0') != std::string_view::npos) bad_argument(lua_, argument_, "string contains zeros");
      printed(directive, 's', std::string(value.substr(0, 100)).c_str());
    }
    lua_pop(lua_, 1);
  }

  // A literal that Lua reads back as the same value.
  void quoted(const Directive& directive) {
    if (!directive.plain) raise_text(lua_, "specifier '%q' cannot have modifiers");
    if (lua_type(lua_, argument_) == LUA_TSTRING) {
      quote(text_at(lua_, argument_));
    } else if (lua_type(lua_, argument_) == LUA_TNUMBER && lua_isinteger(lua_, argument_) == 0) {
      const double number = lua_tonumber(lua_, argument_);
      if (std::isnan(number)) {
        add("(0/0)");
      } else if (std::isinf(number)) {
        add(number < 0 ? "-1e9999" : "1e9999");
      } else {
        print("%a", number);
      }
    } else if (lua_isinteger(lua_, argument_) != 0 && lua_tointeger(lua_, argument_) == LUA_MININTEGER) {
      add("0x8000000000000000");
    } else if (lua_type(lua_, argument_) == LUA_TNUMBER || lua_isboolean(lua_, argument_) ||
               lua_isnil(lua_, argument_)) {
      push_shown(lua_, argument_);
      add(text_at(lua_, -1));
      lua_pop(lua_, 1);
    } else {
      bad_argument(lua_, argument_, "value has no literal form");
    }
  }

  void quote(std::string_view value) {
    spend_bytes(lua_, value.size());
    add("\"");
    for (std::size_t i = 0; i < value.size(); ++i) {
      const char c = value[i];
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\' || c == '\n') {
        add("\\");
        add({&c, 1});
      } else if (byte < 0x20 || byte == 0x7F) {
        const bool digit_next = i + 1 < value.size() && is_format_digit(value[i + 1]);
        print(digit_next ? "\\%03d" : "\\%d", static_cast<int>(byte));
      } else {
        add({&c, 1});
      }
    }
    add("\"");
  }

  void add(std::string_view text) {
    if (text.size() > 64 || out_.size() + text.size() > 1U << 20U)
      charge_string(lua_, out_.size() + text.size() > 1U << 20U ? out_.size() + text.size() : text.size(),
                    "string.format");
    out_.append(text);
    if (++pieces_ % 16 == 0) spend(lua_, 16);
  }

  lua_State* lua_;
  std::string_view format_;
  int top_;
  int argument_ = 1;
  std::uint64_t pieces_ = 0;
  std::string out_;
};

}  // namespace

int format(lua_State* lua) { return Formatter(lua).run(); }

}  // namespace gavel
