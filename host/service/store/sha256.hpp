// Sha256: the hash over bytes that come piece by piece.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace gavel {

class Sha256 {
 public:
  Sha256();

  void add(std::string_view bytes);
  // The length in 8 bytes, then the bytes: no two lists of pieces give the same.
  void add_sized(std::string_view bytes);
  // Ends it: 32 bytes.
  std::string finish();
  // Ends it: 64 lower-case hexadecimal digits.
  std::string hex();

 private:
  std::shared_ptr<void> context_;  // OpenSSL's, which only sha256.cpp sees
};

}  // namespace gavel
