// Staging: files that are made beside the place where they belong, looked at there, and then put into place
// together, or not at all. Nothing that stands there is ever overwritten.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "lua/pack.hpp"

namespace gavel {

class Staging {
 public:
  Staging() = default;
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging();  // what was not put into place goes

  // `target`: a folder or a file that is not there. Folders above it are made, and go again if nothing comes;
  // its way is plain (check_way).
  Result<void> open(const std::string& target);
  // `name` inside the target; "" is the target itself, as a file.
  Result<void> add(const std::string& name, const std::string& text);
  // Where the target lies until it is put into place, under its own name.
  const std::string& place() const { return place_; }
  Result<void> put();
  // Takes away what was put into place.
  void take_back();

 private:
  std::string target_, holder_, place_;
  std::vector<std::string> made_;  // folders above the target, the deepest last
  bool done_ = false;
};

}  // namespace gavel
