// Calls: commands that look like calls of functions, `_.set('a.b', 1);` and `memory('a', 'b', 1);`. They are
// never called: their arguments are data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sink.hpp"
#include "token_list.hpp"

namespace gavel {

// The opening of a call: its name up to and with the parenthesis.
struct CallHead {
  std::string_view dialect;
  std::string_view name;  // without `_.`, `*.`, `game.`
  std::size_t begin = 0;
  std::size_t end = 0;  // behind the parenthesis
};

// The call that starts at `at`, if one does; `sink` decides which dialects count.
std::optional<CallHead> call_at(const Sink& sink, const Window& window, std::size_t at);
// The same for a parenthesis at `at`: the call that it belongs to, in the middle of a line.
std::optional<CallHead> call_before(const Sink& sink, const Window& window, std::size_t at);

struct CallEnd {
  std::size_t end = 0;    // where the text goes on
  std::size_t reach = 0;  // behind the last byte that was looked at for its arguments
};

// Reads the call. Nothing: the window ended too early to tell.
// `most_bytes`: that may be looked at for arguments on several lines; what is beyond counts as broken.
// `in_text`: outside of any tag, where a call in a sentence is none: it ends where it begins.
std::optional<CallEnd> read_call(Sink& sink, const Window& window, const CallHead& head,
                                 std::size_t most_bytes, bool in_text);

// The arguments of one call.
class Arguments {
 public:
  Arguments(Sink& sink, Draft& draft, const TokenList& tokens);
  // Those of a call whose arguments are no values: each as written in the text.
  Arguments(Sink& sink, Draft& draft, std::vector<std::string_view> raw);

  std::size_t size() const { return raw_.empty() ? tokens_.size() : raw_.size(); }
  std::optional<Json> value(std::size_t i);
  // A place: a string, or a word that could be one.
  std::optional<std::string> text(std::size_t i);
  std::string_view written(std::size_t i) const;
  bool is_string(std::size_t i) const;

 private:
  Draft& draft_;
  const TokenList* list_ = nullptr;
  Values values_;
  std::vector<std::size_t> tokens_;
  std::vector<std::string_view> raw_;
};

// A function that a dialect knows, by name.
struct Function {
  std::string_view name;
  std::size_t least;  // arguments
  std::size_t most;
  std::string_view example;
};

// Whether a call has as many arguments as its function takes; if not, that is a problem, which calls the
// function `shown`.
bool fits_count(Draft& draft, const Function& function, std::string_view shown, const Arguments& arguments);

// Whether a value can name an element of an array: an integer that is not negative.
bool is_index(const Json& key);

// What each dialect makes of a call.
void read_mvu(Draft& draft, std::string_view name, Arguments& arguments);
bool is_memory_call(std::string_view name);
void read_memory(Draft& draft, std::string_view name, Arguments& arguments, const Mounts& mounts,
                 const Limits& limits);

// Whether a name is one of the roots below the mount of memory(): what distinguishes its second argument, a
// path, from a sentence with dots.
bool is_memory_root(std::string_view name);

// A text path with one more literal segment: a key (string) or an index.
std::string joined(std::string_view path, const Json& segment);

}  // namespace gavel
