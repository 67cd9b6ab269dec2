// <JSONPatch>[…]</JSONPatch>. A block with a `test` in it is all or nothing, so a `test` stands in a block of
// its own unless all or nothing was asked for.
#include "patch_ops.hpp"
#include "quoting.hpp"
#include "writers.hpp"

namespace gavel {
namespace {

class PatchWriter {
 public:
  explicit PatchWriter(bool transaction) : transaction_(transaction) {}

  Result<void> write(const Command& command) {
    Telling telling(command, "patch", notes_);
    telling.option("transaction");
    Result<PatchOps> said = patch_ops(telling);
    if (!said) return std::move(said).error();
    holds_test_ = holds_test_ || said->holds_test;
    const bool alone = said->holds_test && !transaction_;
    if (alone) close();
    block_.insert(block_.end(), said->ops.begin(), said->ops.end());
    if (alone) close();
    return {};
  }

  Result<Written> finish() {
    if (transaction_ && !holds_test_) {
      return Error(Code::kUsage, "patch cannot say the option `transaction` of commands without a `test`",
                   "ir, ops and tavern carry options");
    }
    if (transaction_)
      notes_.push_back({"lowered", "all or nothing is said by the `test` that the block holds", {}});
    close();
    return Written{text_.empty() ? "<JSONPatch>\n[]\n</JSONPatch>" : std::move(text_), std::move(notes_)};
  }

 private:
  void close() {
    if (block_.empty()) return;
    text_ += (text_.empty() ? "" : "\n") + ("<JSONPatch>\n" + list_of(block_)) + "\n</JSONPatch>";
    block_.clear();
  }

  bool transaction_;
  bool holds_test_ = false;
  std::vector<std::string> block_;
  std::string text_;
  std::vector<Warning> notes_;
};

}  // namespace

Result<Written> write_patch(std::span<const Command> commands, const Mounts& /*mounts*/) {
  return write_each(PatchWriter(ask_for_transaction(commands)), commands);
}

}  // namespace gavel
