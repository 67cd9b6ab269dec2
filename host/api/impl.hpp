// What the files of this folder share: the way between the public names (gavel::v1) and those they are made
// of (gavel), and the wall that no exception passes.
#pragma once

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "base/log.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/utf8.hpp"
#include "gavel/clock.hpp"
#include "gavel/json.hpp"
#include "gavel/judge.hpp"
#include "gavel/limits.hpp"
#include "gavel/log.hpp"
#include "gavel/result.hpp"
#include "gavel/ruleset.hpp"
#include "ruleset/ruleset.hpp"
#include "state/document.hpp"
#include "state/json.hpp"

namespace gavel::v1 {

namespace core = ::gavel;

// ---- errors

Error public_error(const core::Error& error);
Error error_of(core::Code code, std::string message, std::string hint = {});
inline Error wrong_call(std::string message, std::string hint = {}) {
  return error_of(core::Code::kUsage, std::move(message), std::move(hint));
}

// Ends the call that runs, from wherever in it, with that error: see guarded(). For what no Result can carry:
// a function of the embedder's that threw, called by code that knows nothing of it.
struct CallRefused {
  Error error;
};
[[noreturn]] void embedder_threw(const char* whose, const char* what);

// Calls a function of the embedder's.
template <typename Work>
auto asked(const char* whose, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::exception& thrown) {
    embedder_threw(whose, thrown.what());
  } catch (...) {
    embedder_threw(whose, "what is no std::exception");
  }
}

// Every call from outside runs in it.
template <typename Work>
auto guarded(const Work& work) noexcept -> decltype(work()) {
  try {
    return work();
  } catch (const CallRefused& thrown) {
    return thrown.error;
  } catch (const std::bad_alloc&) {
    return error_of(core::Code::kHostFailed, "out of memory");
  } catch (const std::exception& thrown) {
    return error_of(core::Code::kHostFailed, thrown.what());
  } catch (...) {
    return error_of(core::Code::kHostFailed, "something that is no std::exception was thrown");
  }
}

// What `make` makes of each, in order.
template <typename All, typename Make>
auto each_of(const All& all, const Make& make) -> std::vector<decltype(make(*all.begin()))> {
  std::vector<decltype(make(*all.begin()))> out;
  out.reserve(all.size());
  for (const auto& one : all) out.push_back(make(one));
  return out;
}

// ---- values

struct JsonAccess {
  static const core::Json& of(const Json& json) noexcept;
  // What an embedder gave. What could not be built ends the call with its error: see guarded().
  static const core::Json& given(const Json& json);
  static Json made(core::Json json);
  static Json built(core::Json json);  // made, unless it is deeper than what is read
  static Json refused(Error error);
  template <typename Members>
  static Json object(const Members& members);
  static Json part(const Json& whole, const core::Json& node) noexcept {
    return Json(std::shared_ptr<const void>(whole.node_, &node));
  }
};

inline Result<Json> public_json(core::Result<core::Json> json) {
  if (!json) return public_error(json.error());
  return JsonAccess::made(std::move(*json));
}

struct LimitsAccess {
  static core::Limits of(const Limits& limits);
};

// Writes to the embedder's function, which no exception leaves.
core::Log log_of(const LogOptions& options);

struct Ruleset::Impl {
  std::shared_ptr<const core::Ruleset> ruleset;
  std::string image;
  std::string version;
};

struct RulesetAccess {
  static const Ruleset::Impl& of(const Ruleset& rules) { return *rules.impl_; }
  static std::shared_ptr<const Ruleset::Impl> made(std::shared_ptr<const core::Ruleset> ruleset,
                                                   std::string image);
};

struct Document::Impl {
  core::Document document;
};

struct DocumentAccess {
  static core::Document& of(Document& document);
};

// {data, meta?} as Gavel wrote it: the trees lie one level deeper than they may be, and meta has paths as
// keys.
core::Result<core::Document> document_of(const core::Json& both, const core::Limits& limits);

inline Time public_time(core::Time time) { return {time.ms}; }

// Each tool's dialect, or "auto". An error names the nearest.
Result<void> check_dialect(const std::string& dialect);

}  // namespace gavel::v1
