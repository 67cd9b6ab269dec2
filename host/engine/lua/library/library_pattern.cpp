// string.find, match, gmatch and gsub over Matcher.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "fuel.hpp"
#include "library.hpp"
#include "pattern.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"

namespace gavel {
namespace {

// A place from 1, or from the end where negative, as an offset. `size` + 1 stands for behind the end.
std::size_t start_of(lua_Integer place, std::size_t size) {
  if (place > 0) return static_cast<std::size_t>(place) - 1;
  if (place == 0 || place < -static_cast<lua_Integer>(size)) return 0;
  return size - static_cast<std::size_t>(-place);
}

// Knuth, Morris and Pratt: what compares at each place anew needs hours for two megabytes that are nearly
// found everywhere, and nothing can end a function of the host.
std::size_t find_long(std::string_view subject, std::string_view wanted, std::size_t from) {
  std::vector<std::uint32_t> borders(wanted.size() + 1);  // of each beginning of it
  for (std::size_t i = 1, border = 0; i < wanted.size(); ++i) {
    while (border > 0 && wanted[i] != wanted[border]) border = borders[border];
    if (wanted[i] == wanted[border]) ++border;
    borders[i + 1] = static_cast<std::uint32_t>(border);
  }
  for (std::size_t at = from, matched = 0; at < subject.size(); ++at) {
    while (matched > 0 && subject[at] != wanted[matched]) matched = borders[matched];
    if (subject[at] == wanted[matched]) ++matched;
    if (matched == wanted.size()) return at + 1 - matched;
  }
  return std::string_view::npos;
}

int find_plain(lua_State* lua, std::string_view subject, std::string_view wanted, std::size_t from) {
  constexpr std::size_t kLong = 64;
  const bool is_long = wanted.size() > kLong;
  // One byte at a time is what it may come to.
  spend(lua, 1 + (subject.size() - from) / 8 + (is_long ? wanted.size() / 2 : wanted.size() / 16));
  if (is_long) charge_memory(lua, wanted.size() * sizeof(std::uint32_t));
  const std::size_t at = is_long ? find_long(subject, wanted, from) : subject.find(wanted, from);
  if (at == std::string_view::npos) {
    lua_pushnil(lua);
    return 1;
  }
  lua_pushinteger(lua, static_cast<lua_Integer>(at) + 1);
  lua_pushinteger(lua, static_cast<lua_Integer>(at) + static_cast<lua_Integer>(wanted.size()));
  return 2;
}

// Whether a pattern is a text that stands for itself.
bool is_plain(std::string_view pattern) {
  const auto is_magic = [](char c) { return c != '\0' && std::strchr("^$*+?.([%-", c) != nullptr; };
  return std::ranges::none_of(pattern, is_magic);
}

// Both `find` and `match`.
int search(lua_State* lua, bool find) {
  const std::string_view subject = text_argument(lua, 1);
  std::string_view pattern = text_argument(lua, 2);
  const std::size_t from = start_of(integer_argument(lua, 3, 1), subject.size());
  if (from > subject.size()) {
    lua_pushnil(lua);
    return 1;
  }
  spend(lua, pattern.size() / 4);
  if (find && (lua_toboolean(lua, 4) != 0 || is_plain(pattern)))
    return find_plain(lua, subject, pattern, from);
  const bool anchored = pattern.starts_with('^');
  if (anchored) pattern.remove_prefix(1);
  Matcher matcher(lua, subject, pattern);
  const char* const end = subject.data() + subject.size();
  for (const char* at = subject.data() + from; at <= end; ++at) {
    if (const char* to = matcher.match(at)) {
      matcher.settle();
      if (!find) return matcher.push_captures(at, to, true);
      lua_pushinteger(lua, at - subject.data() + 1);
      lua_pushinteger(lua, to - subject.data());
      return 2 + matcher.push_captures(at, to, false);
    }
    if (anchored) break;
  }
  matcher.settle();
  lua_pushnil(lua);
  return 1;
}

int find_pattern(lua_State* lua) { return search(lua, true); }
int match(lua_State* lua) { return search(lua, false); }

// Upvalues: subject, pattern, where to go on, where the last match ended, the call it belongs to.
int gmatch_step(lua_State* lua) {
  if (static_cast<std::uint64_t>(lua_tointeger(lua, lua_upvalueindex(5))) != state_of(lua).epoch)
    raise_text(lua, "an iterator was used after its call");
  const std::string_view subject = text_at(lua, lua_upvalueindex(1));
  const std::string_view pattern = text_at(lua, lua_upvalueindex(2));
  auto at = static_cast<std::size_t>(lua_tointeger(lua, lua_upvalueindex(3)));
  const auto last = lua_tointeger(lua, lua_upvalueindex(4));
  Matcher matcher(lua, subject, pattern);
  for (; at <= subject.size(); ++at) {
    const char* from = subject.data() + at;
    const char* to = matcher.match(from);
    if (to == nullptr || to - subject.data() == last) continue;
    matcher.settle();
    lua_pushinteger(lua, to - subject.data());
    lua_pushvalue(lua, -1);
    lua_replace(lua, lua_upvalueindex(3));
    lua_replace(lua, lua_upvalueindex(4));
    return matcher.push_captures(from, to, true);
  }
  matcher.settle();
  lua_pushinteger(lua, static_cast<lua_Integer>(subject.size()) + 1);
  lua_replace(lua, lua_upvalueindex(3));
  return 0;
}

int gmatch(lua_State* lua) {
  const std::string_view subject = text_argument(lua, 1);
  text_argument(lua, 2);
  const std::size_t from = start_of(integer_argument(lua, 3, 1), subject.size());
  lua_settop(lua, 2);
  lua_pushinteger(lua, static_cast<lua_Integer>(from > subject.size() ? subject.size() + 1 : from));
  lua_pushinteger(lua, -1);
  lua_pushinteger(lua, static_cast<lua_Integer>(state_of(lua).epoch));
  lua_pushcclosure(lua, gmatch_step, 5);
  return 1;
}

// What gsub makes, of a bounded size.
class Output {
 public:
  explicit Output(lua_State* lua) : lua_(lua) {}
  void add(std::string_view text) {
    charge_string(lua_, out_.size() + text.size() > most() ? out_.size() + text.size() : text.size(),
                  "string.gsub");
    out_.append(text);
  }
  void add(char c) {
    if (out_.size() >= most()) charge_string(lua_, out_.size() + 1, "string.gsub");
    out_ += c;
  }
  const std::string& text() const { return out_; }

 private:
  std::size_t most() const { return state_of(lua_).build.limits.max_lua_string_bytes; }
  lua_State* lua_;
  std::string out_;
};

// The replacement text, in which %0 to %9 stand for captures.
void add_template(lua_State* lua, Output& out, Matcher& matcher, const char* from, const char* to) {
  const std::string_view text = text_at(lua, 3);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t next = text.find('%', i);
    out.add(text.substr(i, next - i));
    if (next == std::string_view::npos) return;
    i = next + 1;
    if (i == text.size()) raise_text(lua, "invalid use of '%' in replacement string");
    if (text[i] == '%') {
      out.add('%');
    } else if (text[i] == '0') {
      out.add({from, static_cast<std::size_t>(to - from)});
    } else if (text[i] >= '1' && text[i] <= '9') {
      matcher.push_capture(text[i] - '1', from, to);
      lua_tolstring(lua, -1, nullptr);
      out.add(text_at(lua, -1));
      lua_pop(lua, 1);
    } else {
      raise_text(lua, "invalid use of '%' in replacement string");
    }
  }
}

// Pushes what the function or table at 3 gives for the match.
void push_replacement(lua_State* lua, Matcher& matcher, const char* from, const char* to) {
  if (lua_type(lua, 3) == LUA_TFUNCTION) {
    lua_pushvalue(lua, 3);
    const int count = matcher.push_captures(from, to, true);
    lua_call(lua, count, 1);
    return;
  }
  matcher.push_capture(0, from, to);
  if (lua_type(lua, 3) == LUA_TTABLE) {
    lua_gettable(lua, 3);
  } else {
    push_member(lua, 3);
  }
}

void add_replacement(lua_State* lua, Output& out, Matcher& matcher, const char* from, const char* to) {
  if (lua_type(lua, 3) == LUA_TSTRING) {
    add_template(lua, out, matcher, from, to);
    return;
  }
  push_replacement(lua, matcher, from, to);
  if (lua_toboolean(lua, -1) == 0) {
    out.add({from, static_cast<std::size_t>(to - from)});
  } else if (lua_type(lua, -1) == LUA_TSTRING || lua_type(lua, -1) == LUA_TNUMBER) {
    push_shown(lua, -1);
    out.add(text_at(lua, -1));
    lua_pop(lua, 1);
  } else {
    raise_text(lua, "invalid replacement value (a " + std::string(shown_type(lua, -1)) + ")");
  }
  lua_pop(lua, 1);
}

int gsub(lua_State* lua) {
  const std::string_view subject = text_argument(lua, 1);
  std::string_view pattern = text_argument(lua, 2);
  if (lua_type(lua, 3) == LUA_TNUMBER) {
    push_shown(lua, 3);
    lua_replace(lua, 3);
  }
  const std::string_view type = shown_type(lua, 3);
  if (type != "string" && type != "function" && type != "table")
    bad_argument(
        lua, 3,
        "string/function/table expected, got " + (lua_isnone(lua, 3) ? "no value" : std::string(type)));
  lua_Integer left = integer_argument(lua, 4, static_cast<lua_Integer>(subject.size()) + 1);
  const bool anchored = pattern.starts_with('^');
  if (anchored) pattern.remove_prefix(1);
  Matcher matcher(lua, subject, pattern);
  Output out(lua);
  lua_Integer count = 0;
  const char* at = subject.data();
  const char* const end = at + subject.size();
  const char* last = nullptr;
  while (count < left) {
    const char* to = matcher.match(at);
    if (to != nullptr && to != last) {
      ++count;
      matcher.settle();
      add_replacement(lua, out, matcher, at, to);
      at = last = to;
    } else if (at < end) {
      out.add(*at++);
    } else {
      break;
    }
    if (anchored) break;
  }
  matcher.settle();
  out.add({at, static_cast<std::size_t>(end - at)});
  if (count == 0) {
    lua_pushvalue(lua, 1);
  } else {
    push_text(lua, out.text());
  }
  lua_pushinteger(lua, count);
  return 2;
}

}  // namespace

std::span<const LibraryFunction> pattern_functions() {
  static constexpr LibraryFunction kFunctions[] = {
      {"find", find_pattern}, {"match", match}, {"gmatch", gmatch}, {"gsub", gsub}};
  return kFunctions;
}

}  // namespace gavel
