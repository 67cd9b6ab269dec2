// RFC 6902 operations, for the two dialects that carry them: `patch` in a tag of its own, `filament`
// in 3.0's.
#pragma once

#include <string>

#include "command_writer.hpp"

namespace gavel {

class PatchOpsWriter : public CommandWriter {
 protected:
  // `frame`: of a list of operations. Whatever is in one list with a `test` is all or nothing.
  PatchOpsWriter(std::string_view dialect, const Frame& frame) : CommandWriter(dialect), frame_(frame) {}

  // Writes the command at hand as operations.
  void write_ops();
  // REQUIRES: last. All or nothing can only be asked for by a `test`: refused where there is none.
  void check_transaction();

 private:
  void write_op();
  void put(const char* op, const std::string& pointer, const Json* value, const std::string* from = nullptr);
  void put_test(const Json& value);
  void write_old();
  void set();
  void set_any();
  void set_members();
  void merge();
  void insert();
  void push();
  void relocate();

  const Frame frame_;
  bool holds_test_ = false;  // any list
  // Of the command at hand.
  Path path_;
  std::string pointer_;
  std::string reason_;
  bool tests_ = false;
  std::vector<std::string> ops_;
};

}  // namespace gavel
