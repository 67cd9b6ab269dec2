// <JSONPatch>[…]</JSONPatch>. A block with a `test` in it is all or nothing, so a `test` is in a block of
// its own unless all or nothing was asked for.
#include "patch_ops.hpp"
#include "writers.hpp"

namespace gavel {
namespace {

class PatchWriter : public PatchOpsWriter {
 public:
  PatchWriter() : PatchOpsWriter("patch", {"<JSONPatch>\n", "\n</JSONPatch>"}) {}

 private:
  void write() override { write_ops(); }

  std::string finish(std::string text) override {
    check_transaction();
    return text.empty() ? "<JSONPatch>\n[]\n</JSONPatch>" : text;
  }
};

}  // namespace

Result<Written> write_patch(std::span<const Command> commands, const Mounts& /*mounts*/) {
  return PatchWriter().run(commands);
}

}  // namespace gavel
