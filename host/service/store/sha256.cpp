#include "sha256.hpp"

#include <array>
#include <cstdint>

#include <openssl/evp.h>

namespace gavel {
namespace {

EVP_MD_CTX* context(const std::shared_ptr<void>& held) { return static_cast<EVP_MD_CTX*>(held.get()); }

}  // namespace

Sha256::Sha256()
    : context_(EVP_MD_CTX_new(), [](void* held) { EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(held)); }) {
  EVP_DigestInit_ex(context(context_), EVP_sha256(), nullptr);
}

void Sha256::add(std::string_view bytes) { EVP_DigestUpdate(context(context_), bytes.data(), bytes.size()); }

void Sha256::add_sized(std::string_view bytes) {
  std::array<char, 8> size{};
  std::uint64_t rest = bytes.size();
  for (char& byte : size) {
    byte = static_cast<char>(rest & 0xFFU);
    rest >>= 8U;
  }
  add(std::string_view(size.data(), size.size()));
  add(bytes);
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(context(context_), digest.data(), &length);
  return {digest.begin(), digest.begin() + length};
}

std::string Sha256::hex() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : finish()) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 0xFU];
  }
  return out;
}

}  // namespace gavel
