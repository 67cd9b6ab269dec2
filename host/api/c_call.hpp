// What every function of the C API does with what it is given, and how it answers.
#pragma once

#include <cstring>
#include <optional>
#include <string>

#include "gavel/campaigns.hpp"
#include "gavel/gavel.h"

#include "impl.hpp"

struct gavel_ruleset {
  gavel::v1::Ruleset rules;
};

struct gavel_host {
  gavel::v1::Campaigns campaigns;
};

struct gavel_reply {
  std::optional<std::string> text;
};

namespace gavel::v1 {

// ---- what is given; each ends the call where it is not as it must be

// A text that must be there, and one that may be NULL.
std::string needed(const char* text, const char* name);
std::optional<std::string> given(const char* text, const char* name);
// A JSON text; NULL is null.
Json json_given(const char* text, const char* name);
// A handle or a function that must be there.
[[noreturn]] void missing(const char* name);
template <typename T>
T& handle(T* pointer, const char* name) {
  if (pointer == nullptr) missing(name);
  return *pointer;
}

// A struct of whatever version of the header the caller was built with. NULL: all defaults.
[[noreturn]] void wrong_size(const char* name);
template <typename T>
T sized(const T* from, const char* name) {
  constexpr std::size_t kMost = 4096;  // no version of any struct is larger
  T out{};
  if (from == nullptr) return out;
  if (from->size < sizeof from->size || from->size > kMost) wrong_size(name);
  const auto* bytes = reinterpret_cast<const unsigned char*>(from);
  for (std::size_t i = sizeof(T); i < from->size; ++i)
    if (bytes[i] != 0) wrong_size(name);  // the caller asks for what this library does not know
  std::memcpy(&out, from, std::min(from->size, sizeof(T)));
  return out;
}

// The caller's log function.
LogOptions log_given(gavel_log log, void* user, gavel_log_level level);

// ---- how it is answered

// A text for the caller, where they want it. Set to NULL when it is made, so that it is NULL on failure.
class Out {
 public:
  Out(char** to, const char* name) : to_(to), name_(name) {
    if (to_ != nullptr) *to_ = nullptr;
  }
  // Ends the call where the caller gave no place.
  void must_be() const {
    if (to_ == nullptr) missing(name_);
  }
  void set(const std::string& text) const;
  // As if nothing had been set.
  void clear() const noexcept {
    if (to_ == nullptr) return;
    gavel_text_free(*to_);
    *to_ = nullptr;
  }

 private:
  char** to_;
  const char* name_;
};

gavel_error* c_error(const Error& error, const std::vector<Problem>& problems = {}) noexcept;

// Runs a call that answers with a Result<void>.
template <typename Work>
gavel_status answered_call(gavel_error** error, const Work& work) noexcept {
  if (error != nullptr) *error = nullptr;
  const Result<void> done = guarded([&]() -> Result<void> { return work(); });
  if (done) return GAVEL_OK;
  if (error != nullptr) *error = c_error(done.error());
  return GAVEL_FAILED;
}

// The same for one that answers with JSON, into `out`.
template <typename Work>
gavel_status json_call(const Out& out, gavel_error** error, const Work& work) noexcept {
  return answered_call(error, [&]() -> Result<void> {
    const Result<Json> json = work();
    if (!json) return json.error();
    out.set(json->text());
    return {};
  });
}

}  // namespace gavel::v1
