#include "compile_bounds.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "lua/source_tokens.hpp"

namespace gavel {
namespace {

constexpr std::string_view kJumpsLimit = "limits.max_lua_jumps";
constexpr std::string_view kDepthLimit = "limits.max_function_depth";
constexpr std::size_t kShortestJump = 3;  // bytes that a jump takes with what must stand beside it
constexpr std::string_view kFunctionWord = "function";
// Lua refuses texts that are nested deeper than 200 itself, at that place.
constexpr std::size_t kMostFrames = 256;

enum class Role : unsigned char {
  kNone,      // goes on with an expression, or begins nothing that lasts
  kBoundary,  // the expression before it is over
  kLink,
  kBranch,
  kJump,
  kLabel,
  kFunction,
  kOpensBlock,  // and is a boundary
  kEnd,
  kUntil,
  kOpens,
  kCloses,
};

struct Word {
  std::string_view text;
  Role role;
};

constexpr std::array kWords = {
    Word{"(", Role::kOpens},           Word{")", Role::kCloses},        Word{",", Role::kBoundary},
    Word{"::", Role::kLabel},          Word{";", Role::kBoundary},      Word{"=", Role::kBoundary},
    Word{"[", Role::kOpens},           Word{"]", Role::kCloses},        Word{"and", Role::kLink},
    Word{"break", Role::kJump},        Word{"do", Role::kOpensBlock},   Word{"else", Role::kBoundary},
    Word{"elseif", Role::kBranch},     Word{"end", Role::kEnd},         Word{"for", Role::kBoundary},
    Word{"function", Role::kFunction}, Word{"goto", Role::kJump},       Word{"if", Role::kOpensBlock},
    Word{"in", Role::kBoundary},       Word{"local", Role::kBoundary},  Word{"or", Role::kLink},
    Word{"repeat", Role::kOpensBlock}, Word{"return", Role::kBoundary}, Word{"then", Role::kBoundary},
    Word{"until", Role::kUntil},       Word{"while", Role::kBoundary},  Word{"{", Role::kOpens},
    Word{"}", Role::kCloses},
};

Role role_of(const LuaToken& token) {
  if (token.kind != LuaToken::Kind::kKeyword && token.kind != LuaToken::Kind::kSymbol) return Role::kNone;
  for (const Word& word : kWords)
    if (word.text.front() == token.text.front() && word.text == token.text) return word.role;
  return Role::kNone;
}

// Whether an operand ends here: a name behind it begins the next statement, a bracket gives it arguments.
bool ends_operand(const LuaToken& token) {
  if (token.kind == LuaToken::Kind::kKeyword || token.kind == LuaToken::Kind::kSymbol)
    return std::ranges::any_of(
        std::array<std::string_view, 8>{")", "]", "}", "...", "end", "nil", "true", "false"},
        [&](std::string_view one) { return token.text == one; });
  return true;
}

class Bounds {
 public:
  explicit Bounds(const Limits& limits) : limits_(limits) {}

  void take(const LuaToken& token) {
    if (over_) return;
    line_ = token.line;
    const bool behind_operand = std::exchange(behind_operand_, ends_operand(token));
    const Role role = role_of(token);
    switch (role) {
      case Role::kNone:
        if (behind_operand && token.is_name()) top().links = 0;
        break;
      case Role::kLink:
        add_links(1);
        break;
      case Role::kFunction:
        if (behind_operand) top().links = 0;
        enter_function();
        break;
      case Role::kOpens:
        open({token.text.front(), token.is("(") && !behind_operand});
        break;
      case Role::kCloses:
        close(token.text.front());
        break;
      case Role::kEnd:
        close('e');
        break;
      case Role::kUntil:
        close('e');
        top().links = 0;
        break;
      default:
        take_statement(role);
    }
  }

  std::optional<CostlyText> found() && { return std::move(found_); }

 private:
  // A bracket or a block that is open.
  struct Frame {
    char opened = 'e';         // 'e': a block, which `end` or `until` ends; 'f': a function
    bool passes_up = false;    // what is in brackets is part of the expression around them
    std::size_t links = 0;     // `and` and `or` of the expression that is being read
    std::size_t branches = 0;  // `elseif`
    std::size_t jumps = 0;     // of a function
  };

  Frame& top() { return frames_.back(); }

  void take_statement(Role role) {
    top().links = 0;
    if (role == Role::kOpensBlock) {
      open({'e'});
    } else if (role == Role::kBranch && ++top().branches > limits_.max_lua_jumps) {
      refuse("one `if` has too many `elseif`", limits_.max_lua_jumps, kJumpsLimit);
    } else if (role == Role::kJump || (role == Role::kLabel && (in_label_ = !in_label_))) {
      if (++frames_[functions_.back()].jumps > limits_.max_lua_jumps)
        refuse("one function has too many `goto`, `break` and labels", limits_.max_lua_jumps, kJumpsLimit);
    }
  }

  void add_links(std::size_t links) {
    top().links += links;
    if (top().links > limits_.max_lua_jumps)
      refuse("one expression has too many `and` and `or`", limits_.max_lua_jumps, kJumpsLimit);
  }

  void enter_function() {
    if (functions_.size() > limits_.max_function_depth)
      return refuse("functions are nested too deep", limits_.max_function_depth, kDepthLimit);
    functions_.push_back(frames_.size());
    open({'f'});
  }

  void open(Frame frame) {
    frames_.push_back(frame);
    over_ = frames_.size() > kMostFrames;
  }

  // What does not fit together, Lua refuses here.
  void close(char with) {
    const Frame frame = top();
    const char opened = frame.opened == '('   ? ')'
                        : frame.opened == '[' ? ']'
                        : frame.opened == '{' ? '}'
                                              : 'e';
    over_ = frames_.size() == 1 || opened != with;
    if (over_) return;
    frames_.pop_back();
    if (frame.opened == 'f') functions_.pop_back();
    if (frame.passes_up) add_links(frame.links);
  }

  void refuse(const char* what, std::size_t most, std::string_view limit) {
    found_ = CostlyText{line_, over_limit(Code::kPluginInvalid, what, most, limit).message};
    over_ = true;
  }

  const Limits& limits_;
  std::vector<Frame> frames_{1};
  std::vector<std::size_t> functions_{0};  // their frames; the file is one
  std::size_t line_ = 1;
  bool behind_operand_ = false;
  bool in_label_ = false;
  bool over_ = false;
  std::optional<CostlyText> found_;
};

}  // namespace

std::optional<CostlyText> find_costly(std::string_view text, const Limits& limits) {
  // Most texts are too short, and have too few functions, for any of it: they are not taken apart.
  std::size_t functions = 0;
  for (std::size_t at = text.find(kFunctionWord); at != std::string_view::npos;
       at = text.find(kFunctionWord, at + 1))
    ++functions;
  if (text.size() / kShortestJump <= limits.max_lua_jumps && functions <= limits.max_function_depth)
    return std::nullopt;
  Bounds bounds(limits);
  visit_tokens(text, [&bounds](const LuaToken& token) { bounds.take(token); });
  return std::move(bounds).found();
}

std::string_view remedy_for_costly(std::string_view message) {
  if (message.find(kJumpsLimit) != std::string_view::npos)
    return "look it up in a table: local known = {a = true, b = true} … if known[x] then; or split it into "
           "several functions";
  if (message.find(kDepthLimit) != std::string_view::npos)
    return "move the inner functions out, and hand them what they need as parameters";
  return {};
}

}  // namespace gavel
