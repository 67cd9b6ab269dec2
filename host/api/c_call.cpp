#include "c_call.hpp"

#include <cstdlib>

#include "state/json_reader.hpp"

namespace gavel::v1 {
namespace {

struct OwnedError : gavel_error {
  std::string code_text, message_text, hint_text, json_text;
};

// Given where there is no memory left to make another.
const gavel_error kNoMemory = {"host.failed", "out of memory", "",
                               R"({"code":"host.failed","message":"out of memory"})"};

Json where_json(const Error& error) {
  std::vector<std::pair<std::string, Json>> members = {
      {"code", Json(error.code)}, {"message", Json(error.message)}, {"hint", Json(error.hint)}};
  if (!error.file.empty()) members.emplace_back("file", Json(error.file));
  if (error.line != 0) members.emplace_back("line", Json(static_cast<std::int64_t>(error.line)));
  if (error.column != 0) members.emplace_back("column", Json(static_cast<std::int64_t>(error.column)));
  if (!error.rule.empty()) members.emplace_back("rule", Json(error.rule));
  if (!error.detail.empty()) members.emplace_back("detail", Json(error.detail));
  return Json::object(members);
}

Json problem_json(const Problem& problem) {
  std::vector<std::pair<std::string, Json>> members = where_json(problem.error).members();
  members.emplace_back("severity", Json(problem.warning ? "warning" : "error"));
  if (!problem.found.empty()) members.emplace_back("found", Json(problem.found));
  if (!problem.expected.empty()) members.emplace_back("expected", Json(problem.expected));
  return Json::object(members);
}

}  // namespace

gavel_error* c_error(const Error& error, const std::vector<Problem>& problems) noexcept {
  try {
    auto owned = std::make_unique<OwnedError>();
    std::vector<std::pair<std::string, Json>> members = where_json(error).members();
    if (!problems.empty()) members.emplace_back("problems", Json::array(each_of(problems, problem_json)));
    owned->code_text = error.code;
    owned->message_text = error.message;
    owned->hint_text = error.hint;
    owned->json_text = Json::object(members).text();
    owned->code = owned->code_text.c_str();
    owned->message = owned->message_text.c_str();
    owned->hint = owned->hint_text.c_str();
    owned->json = owned->json_text.c_str();
    return owned.release();
  } catch (...) {
    return const_cast<gavel_error*>(&kNoMemory);
  }
}

void missing(const char* name) { throw CallRefused{wrong_call(std::string(name) + " is NULL")}; }

void wrong_size(const char* name) {
  throw CallRefused{
      wrong_call(std::string(name) + "->size is not the size of a struct that this version knows",
                 "GAVEL_INIT(struct type)")};
}

std::optional<std::string> given(const char* text, const char* name) {
  if (text == nullptr) return std::nullopt;
  std::string copy = text;
  const std::size_t bad = core::find_invalid_utf8(copy);
  if (bad != std::string::npos)
    throw CallRefused{wrong_call(std::string(name) + " is not valid UTF-8 at byte " + std::to_string(bad))};
  return copy;
}

std::string needed(const char* text, const char* name) {
  std::optional<std::string> copy = given(text, name);
  if (!copy) missing(name);
  return std::move(*copy);
}

LogOptions log_given(gavel_log log, void* user, gavel_log_level level) {
  LogOptions options;
  if (log == nullptr) return options;
  if (level < GAVEL_LOG_DEFAULT || level > GAVEL_LOG_OFF)
    throw CallRefused{wrong_call("log_level is " + std::to_string(level) + ", which is no gavel_log_level")};
  if (level != GAVEL_LOG_DEFAULT) options.least = static_cast<LogLevel>(level - GAVEL_LOG_TRACE);
  options.sink = [log, user](const LogEvent& event) {
    const int number = static_cast<int>(event.level) + GAVEL_LOG_TRACE;
    log(user, static_cast<gavel_log_level>(number), event.name.c_str(), event.fields.text().c_str());
  };
  return options;
}

Json json_given(const char* text, const char* name) {
  const std::optional<std::string> copy = given(text, name);
  if (!copy) return {};
  // A document is two trees one level deeper, with paths as keys of meta; whoever takes them judges them.
  core::Limits limits;
  limits.max_depth += 1;
  limits.max_key_bytes = limits.max_path_bytes;
  core::Result<core::Json> json = core::read_json(*copy, limits);
  if (json) return JsonAccess::made(std::move(*json));
  Error error = public_error(json.error());
  error.message = std::string(name) + ": " + error.message;
  throw CallRefused{std::move(error)};
}

void Out::set(const std::string& text) const {
  if (to_ == nullptr) return;
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  *to_ = copy;
}

}  // namespace gavel::v1

extern "C" {

const char* gavel_version(void) { return gavel::v1::version(); }
uint32_t gavel_abi_version(void) { return GAVEL_ABI_VERSION; }

void gavel_error_free(gavel_error* error) {
  if (error != nullptr && error != &gavel::v1::kNoMemory) delete static_cast<gavel::v1::OwnedError*>(error);
}

void gavel_text_free(char* text) { std::free(text); }

}  // extern "C"
