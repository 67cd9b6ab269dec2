// CLocale: while one lives, its thread has the C locale, whatever the embedder has set: "0.5" is written and
// read with a point, and texts are compared by their bytes. Around whatever asks the C library for that: Lua,
// strtod. Other threads notice nothing, and afterwards this one has its own locale again.
//
// REQUIRES: no function of the embedder's is called meanwhile.
#pragma once

#include <clocale>
#include <locale.h>  // NOLINT(modernize-deprecated-headers): uselocale is POSIX's

namespace gavel {

class CLocale {
 public:
  CLocale() noexcept : before_(uselocale(plain())) {}
  ~CLocale() { uselocale(before_); }
  CLocale(const CLocale&) = delete;
  CLocale& operator=(const CLocale&) = delete;

 private:
  static locale_t plain() noexcept {
    static const locale_t kPlain = newlocale(LC_ALL_MASK, "C", locale_t());
    return kPlain;
  }

  locale_t before_;
};

}  // namespace gavel
