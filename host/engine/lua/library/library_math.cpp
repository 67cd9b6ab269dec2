#include <cmath>
#include <string>

#include "fuel.hpp"
#include "library.hpp"
#include "values.hpp"

namespace gavel {
namespace {

// A float as an integer where one is exactly it, else as it is.
void push_whole(lua_State* lua, double number) {
  lua_Integer whole = 0;
  if (lua_numbertointeger(number, &whole)) {
    lua_pushinteger(lua, whole);
  } else {
    lua_pushnumber(lua, number);
  }
}

bool is_integer(lua_State* lua, int argument) { return lua_isinteger(lua, argument) != 0; }

int absolute(lua_State* lua) {
  if (is_integer(lua, 1)) {
    const lua_Integer value = lua_tointeger(lua, 1);
    lua_pushinteger(lua, value < 0 ? static_cast<lua_Integer>(0 - static_cast<lua_Unsigned>(value)) : value);
  } else {
    lua_pushnumber(lua, std::fabs(number_argument(lua, 1)));
  }
  return 1;
}

int floor(lua_State* lua) {
  if (is_integer(lua, 1)) {
    lua_settop(lua, 1);
  } else {
    push_whole(lua, std::floor(number_argument(lua, 1)));
  }
  return 1;
}

int ceil(lua_State* lua) {
  if (is_integer(lua, 1)) {
    lua_settop(lua, 1);
  } else {
    push_whole(lua, std::ceil(number_argument(lua, 1)));
  }
  return 1;
}

int modulo(lua_State* lua) {
  if (is_integer(lua, 1) && is_integer(lua, 2)) {
    const lua_Integer divisor = lua_tointeger(lua, 2);
    if (divisor == 0) bad_argument(lua, 2, "zero");
    // -1 would overflow with the smallest integer.
    lua_pushinteger(lua, divisor == -1 ? 0 : lua_tointeger(lua, 1) % divisor);
  } else {
    const double number = number_argument(lua, 1);
    const double divisor = number_argument(lua, 2);
    // Bit by bit, where one is so much larger.
    const bool finite = std::isfinite(number) && std::isfinite(divisor) && number != 0 && divisor != 0;
    const int bits = finite ? std::ilogb(number) - std::ilogb(divisor) : 0;
    if (bits >= 64) spend(lua, static_cast<std::uint64_t>(bits) / 64);
    lua_pushnumber(lua, std::fmod(number, divisor));
  }
  return 1;
}

int parts(lua_State* lua) {
  const double number = number_argument(lua, 1);
  const double whole = std::trunc(number);
  lua_pushnumber(lua, whole);
  lua_pushnumber(lua, std::isinf(number) ? 0.0 : number - whole);
  return 2;
}

int to_integer(lua_State* lua) {
  int exact = 0;
  const lua_Integer value = lua_type(lua, 1) == LUA_TNUMBER ? lua_tointegerx(lua, 1, &exact) : 0;
  if (lua_isnone(lua, 1)) bad_argument(lua, 1, "value expected");
  if (exact != 0) {
    lua_pushinteger(lua, value);
  } else {
    lua_pushnil(lua);
  }
  return 1;
}

int unsigned_less(lua_State* lua) {
  const auto a = static_cast<lua_Unsigned>(integer_argument(lua, 1));
  lua_pushboolean(lua, a < static_cast<lua_Unsigned>(integer_argument(lua, 2)) ? 1 : 0);
  return 1;
}

int math_type(lua_State* lua) {
  if (lua_isnone(lua, 1)) bad_argument(lua, 1, "value expected");
  if (lua_type(lua, 1) != LUA_TNUMBER) {
    lua_pushnil(lua);
  } else {
    push_text(lua, is_integer(lua, 1) ? "integer" : "float");
  }
  return 1;
}

int pick(lua_State* lua, bool largest) {
  const int count = lua_gettop(lua);
  number_argument(lua, 1);
  spend(lua, static_cast<std::uint64_t>(count) / 4);
  int best = 1;
  for (int i = 2; i <= count; ++i) {
    number_argument(lua, i);
    if (lua_compare(lua, largest ? best : i, largest ? i : best, LUA_OPLT) != 0) best = i;
  }
  lua_pushvalue(lua, best);
  return 1;
}

int max(lua_State* lua) { return pick(lua, true); }
int min(lua_State* lua) { return pick(lua, false); }

template <double (*kFunction)(double)>
int apply(lua_State* lua) {
  lua_pushnumber(lua, kFunction(number_argument(lua, 1)));
  return 1;
}

int arc_tangent(lua_State* lua) {
  const double y = number_argument(lua, 1);
  lua_pushnumber(lua, std::atan2(y, lua_isnoneornil(lua, 2) ? 1.0 : number_argument(lua, 2)));
  return 1;
}

int logarithm(lua_State* lua) {
  const double x = number_argument(lua, 1);
  if (lua_isnoneornil(lua, 2)) {
    lua_pushnumber(lua, std::log(x));
    return 1;
  }
  const double base = number_argument(lua, 2);
  lua_pushnumber(lua, base == 2.0    ? std::log2(x)
                      : base == 10.0 ? std::log10(x)
                                     : std::log(x) / std::log(base));
  return 1;
}

double degrees(double x) { return x * (180.0 / 3.141592653589793238462643383279502884); }
double radians(double x) { return x * (3.141592653589793238462643383279502884 / 180.0); }

}  // namespace

std::span<const LibraryFunction> math_functions() {
  static constexpr LibraryFunction kFunctions[] = {
      {"abs", absolute},
      {"floor", floor},
      {"ceil", ceil},
      {"fmod", modulo},
      {"modf", parts},
      {"tointeger", to_integer},
      {"ult", unsigned_less},
      {"type", math_type},
      {"max", max},
      {"min", min},
      {"sqrt", apply<std::sqrt>},
      {"exp", apply<std::exp>},
      {"sin", apply<std::sin>},
      {"cos", apply<std::cos>},
      {"tan", apply<std::tan>},
      {"asin", apply<std::asin>},
      {"acos", apply<std::acos>},
      {"atan", arc_tangent},
      {"log", logarithm},
      {"deg", apply<degrees>},
      {"rad", apply<radians>},
  };
  return kFunctions;
}

}  // namespace gavel
