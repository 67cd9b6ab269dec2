// A dump of Lua 5.4 (x is a variable-length number, 7 bits to a byte, the last byte marked; s a string: x of
// its length + 1, 0 for none, then its bytes):
//
//   header   "\x1bLua" 0x54 0x00 6 bytes, 3 sizes, an integer, a float
//   byte     upvalues of the main function
//   function s source, x first line, x last line, 3 bytes (parameters, vararg, stack)
//            x n, n instructions of 4 bytes
//            x n, n constants: a byte of type, then 8 bytes for numbers, s for strings
//            x n, n upvalues: 3 bytes (of the enclosing stack?, index, kind)
//            x n, n functions
//            debug: x n, n bytes; x n, n pairs of x; x n, n times s x x; x n, n times s
#include "bytecode.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lua/probe.hpp"

namespace gavel {
namespace {

constexpr unsigned kSetUpvalue = 10;  // OP_SETUPVAL, whose B is the upvalue
constexpr std::size_t kHeaderBytes = 4 + 1 + 1 + 6 + 3 + 8 + 8;
constexpr int kDeepest = 200;  // Lua itself does not compile functions nested deeper (C levels)

struct BytecodeUpvalue {
  bool of_stack = false;
  int index = 0;
};

struct Function {
  FunctionPlace place;
  std::set<int> assigned;  // from 0
  std::vector<BytecodeUpvalue> upvalues;
  bool vararg = false;
  std::size_t functions_left = 0;
};

class Dump {
 public:
  Dump(std::string_view bytes, const std::string& file, FileLines* lines = nullptr)
      : bytes_(bytes), file_(file), lines_(lines) {}

  std::size_t longest() const { return longest_; }

  bool find(AssignMap& out) {
    at_ = kHeaderBytes + 1;
    std::vector<Function> open;
    if (!start(open)) return false;
    while (!open.empty()) {
      Function& top = open.back();
      if (top.functions_left > 0) {
        --top.functions_left;
        if (open.size() > kDeepest || !start(open)) return false;
        continue;
      }
      read_debug(top);
      Function done = std::move(top);
      open.pop_back();
      if (!open.empty()) pass_up(done, open.back());
      for (const int index : done.assigned) out[done.place].insert(index + 1);
    }
    return good_ && at_ == bytes_.size();
  }

 private:
  // What an inner function assigns to an upvalue that it shares with the outer one.
  static void pass_up(const Function& inner, Function& outer) {
    for (const int index : inner.assigned) {
      const auto place = static_cast<std::size_t>(index);
      if (place < inner.upvalues.size() && !inner.upvalues[place].of_stack)
        outer.assigned.insert(inner.upvalues[place].index);
    }
  }

  // Everything of a function up to the functions inside it.
  bool start(std::vector<Function>& open) {
    Function function;
    function.place.file = file_;
    skip_string();
    function.place.first_line = static_cast<int>(number());
    function.place.last_line = static_cast<int>(number());
    skip(1);
    function.vararg = byte() != 0;
    skip(1);
    for (std::size_t left = number(); left > 0 && good_; --left) {
      const std::uint32_t instruction = word();
      if ((instruction & 0x7FU) == kSetUpvalue)
        function.assigned.insert(static_cast<int>(instruction >> 16U & 0xFFU));
    }
    for (std::size_t left = number(); left > 0 && good_; --left) skip_constant();
    for (std::size_t left = number(); left > 0 && good_; --left) {
      BytecodeUpvalue upvalue;
      upvalue.of_stack = byte() != 0;
      upvalue.index = byte();
      skip(1);
      function.upvalues.push_back(upvalue);
    }
    function.functions_left = number();
    open.push_back(std::move(function));
    return good_;
  }

  void skip_constant() {
    switch (byte()) {
      case 0x03:  // integer
      case 0x13:  // float
        skip(8);
        break;
      case 0x04:  // short and long string
      case 0x14:
        longest_ = std::max(longest_, skip_string());
        break;
      default:
        break;  // nil, false, true
    }
  }

  void read_debug(const Function& function) {
    const std::size_t steps = number();
    const std::size_t from = at_;
    skip(steps);
    std::vector<int> known;  // lines that the steps do not reach
    for (std::size_t left = number(); left > 0 && good_; --left) {
      number();
      known.push_back(static_cast<int>(number()));
    }
    if (good_ && lines_ != nullptr) mark_lines(function, bytes_.substr(from, steps), known);
    for (std::size_t left = number(); left > 0 && good_; --left) {
      skip_string();
      number();
      number();
    }
    for (std::size_t left = number(); left > 0 && good_; --left) skip_string();
  }

  // Each step is the difference to the line before, in one byte, or says that the next known line holds.
  void mark_lines(const Function& function, std::string_view steps, const std::vector<int>& known) {
    constexpr int kKnown = -128;
    int line = function.place.first_line;
    std::size_t next = 0;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      const int byte = static_cast<unsigned char>(steps[i]);
      const int step = byte < 128 ? byte : byte - 256;
      line = step != kKnown ? line + step : next < known.size() ? known[next++] : line;
      // The first instruction of a function with `...`, as a file is one, stands on no line.
      if (line > 0 && (i > 0 || !function.vararg)) lines_->mark(static_cast<std::size_t>(line));
    }
    if (function.place.first_line > 0)
      lines_->functions[static_cast<std::size_t>(function.place.first_line)].last_line =
          static_cast<std::size_t>(function.place.last_line);
  }

  int byte() {
    if (at_ >= bytes_.size()) {
      good_ = false;
      return 0;
    }
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  std::uint32_t word() {
    std::uint32_t value = 0;
    if (bytes_.size() - at_ < sizeof value) {
      good_ = false;
      return 0;
    }
    bytes_.copy(reinterpret_cast<char*>(&value), sizeof value, at_);
    at_ += sizeof value;
    return value;
  }
  std::size_t number() {
    std::size_t value = 0;
    for (int digits = 0; good_ && digits < 10; ++digits) {
      const auto next = static_cast<unsigned>(byte());
      value = value << 7U | (next & 0x7FU);
      if ((next & 0x80U) != 0) return value;
    }
    good_ = false;
    return 0;
  }
  void skip(std::size_t count) {
    if (bytes_.size() - at_ < count) {
      good_ = false;
    } else {
      at_ += count;
    }
  }
  // The bytes it has.
  std::size_t skip_string() {
    const std::size_t size = number();
    if (size > 1) skip(size - 1);
    return size > 1 ? size - 1 : 0;
  }

  std::string_view bytes_;
  const std::string& file_;
  FileLines* lines_;
  std::size_t at_ = 0;
  std::size_t longest_ = 0;  // of the constants
  bool good_ = true;
};

int append_bytes(lua_State* /*lua*/, const void* bytes, std::size_t size, void* out) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), size);
  return 0;
}

}  // namespace

std::string dump_of(lua_State* lua) {
  std::string out;
  lua_dump(lua, append_bytes, &out, 0);
  return out;
}

bool find_assigns(std::string_view dump, const std::string& file, AssignMap& out, std::size_t& longest) {
  Dump reader(dump, file);
  const bool good = dump.size() > kHeaderBytes && reader.find(out);
  longest = reader.longest();
  return good;
}

void find_lines(std::string_view dump, FileLines& out) {
  AssignMap ignored;
  const std::string file;
  if (dump.size() > kHeaderBytes) Dump(dump, file, &out).find(ignored);
}

}  // namespace gavel
