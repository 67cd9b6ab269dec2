// Who writes pays for a table in which much is to look through: by the rows that were held against a path,
// the steps through the index, and the values that a refusal lists.

#include <algorithm>

#include "guards/guards.hpp"
#include "state/lookup_work.hpp"

namespace gavel {

Result<void> judge_paid(const Guards& guards, const Proposed& proposed, Document& document,
                        const FieldListener& listener) {
  constexpr std::size_t kFree = 4096;  // of one command: the price of any write is enough for it
  const std::size_t before = lookup_work;
  Result<void> judged = guards.judge(proposed, listener);
  const std::size_t work = lookup_work - before;
  const bool many = guards.fields().rows().size() > FieldTable::kFewRows;
  const bool listed = !judged && judged.error().code == Code::kValueEnum;
  if (many || listed) document.charge(work - std::min(work, kFree));
  return judged;
}

}  // namespace gavel
