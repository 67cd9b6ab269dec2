// Host: what a handler can see and do while it runs. Whoever calls a handler implements it; the sandbox knows
// nothing of a document, a turn or a game but what stands here.
//
// A handler gets it as `ctx`. `ctx.get(path)`, `ctx.has`, `ctx.len` and `ctx.keys` read; the names of
// Vocabulary::fields are values of this call; those of Vocabulary::functions call back.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.hpp"
#include "state/json.hpp"
#include "state/path.hpp"
#include "state/path_text.hpp"

namespace gavel {

class Host {
 public:
  virtual ~Host() = default;

  // What stands at a place now; nullptr: nothing. Pointers hold until generation() changes, or the call ends.
  virtual const Json* read(const PathText& path) = 0;
  virtual const Json* read(PathView path) = 0;
  // Where a text path leads. Asked for only when a container was read, for the view of it.
  virtual Path locate(const PathText& path) = 0;
  // A member of a container that was read, as handlers are to see it (a described pair stands for its value).
  virtual const Json& shown(PathView /*path*/, const Json& node) { return node; }
  // Grows with every change of the document, also with one that is taken back, and never goes back: views
  // into the document look again.
  virtual std::uint64_t generation() const = 0;

  // The value of Vocabulary::fields[field] in this call; nullptr: nil. Does not change during the call.
  virtual const Json* field(std::size_t field) = 0;
  // Vocabulary::functions[function]. An error is the handler's error, at its line. REQUIRES: the call allows
  // it.
  virtual Result<Json> call(std::size_t function, std::span<const Json> args) = 0;
  // Steps of work that the last call or read came to, charged as fuel. The same for the same call, whatever
  // was cached.
  virtual std::uint64_t work() { return 0; }
};

}  // namespace gavel
