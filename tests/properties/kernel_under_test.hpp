#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace gavel::testing {

// The only door from the property driver to the real kernel: JSON text in, JSON text out, so that neither
// side can lean on the other's types.
class KernelUnderTest {
 public:
  explicit KernelUnderTest(const std::string& data_json);
  ~KernelUnderTest();
  // Sweeps expiries due at now_ms, then judges the batch. Returns {"commands":[{"status","code"?,"result"?}]}
  // as JSON text.
  std::string apply(const std::string& commands_json, const std::string& actor, std::int64_t now_ms);
  std::string text() const;       // data and meta as JSON text in key order
  std::string canonical() const;  // canonical bytes of data and meta
  std::string data() const;       // data as JSON text
  void undo();                    // takes the last batch (sweep included) back
  void redo();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gavel::testing
