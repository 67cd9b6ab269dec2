#include "gavel/result.hpp"

#include <cstdio>
#include <cstdlib>

#include "dialects/dialect.hpp"

#include "impl.hpp"

namespace gavel::v1 {

std::string describe(const Error& error) {
  std::string text = error.file;
  if (error.line != 0) text += (text.empty() ? "line " : ":") + std::to_string(error.line);
  if (error.line != 0 && error.column != 0) text += ":" + std::to_string(error.column);
  if (!text.empty()) text += ": ";
  text += error.message;
  if (!error.hint.empty()) text += " (" + error.hint + ")";
  return text + " [" + error.code + "]";
}

const char* version() noexcept { return GAVEL_VERSION; }

void no_value(const Error& error) noexcept {
  std::fprintf(stderr, "gavel: the value of a failed Result was taken: %s [%s]\n", error.message.c_str(),
               error.code.c_str());
  std::abort();
}

Error public_error(const core::Error& error) {
  Error out;
  out.code = core::code_name(error.code);
  out.message = error.message;
  out.hint = error.hint;
  out.file = error.where.file;
  out.line = error.where.line;
  out.column = error.where.column;
  out.rule = error.where.rule;
  out.detail = error.detail;
  return out;
}

Error error_of(core::Code code, std::string message, std::string hint) {
  Error out;
  out.code = core::code_name(code);
  out.message = std::move(message);
  out.hint = std::move(hint);
  return out;
}

void embedder_threw(const char* whose, const char* what) {
  throw CallRefused{error_of(core::Code::kEmbedderFailed, std::string(whose) + " threw " + what)};
}

Result<void> check_dialect(const std::string& dialect) {
  if (dialect == "auto") return {};
  const core::Result<const core::Dialect*> found = core::find_dialect(dialect);
  if (!found) return public_error(found.error());
  return {};
}

}  // namespace gavel::v1
