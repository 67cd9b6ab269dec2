// get and test.

#include "execution.hpp"

namespace gavel {

Execution::Step Execution::get() {
  if (place_.node == nullptr) return missing_target();
  document_.charge(8 * weight_of(node()));  // the result is copied, written and sent
  outcome_.result = seen();
  return {};
}

Execution::Step Execution::test() {
  if (place_.node == nullptr) {
    return reject(Code::kTestFailed, "there is nothing at " + shown() + ", not " + a(*command_.value),
                  nearest_hint(place_.shown));
  }
  if (equal(node(), *command_.value)) return {};
  return reject(Code::kTestFailed, shown() + " is " + a(node()) + ", not " + a(*command_.value));
}

}  // namespace gavel
