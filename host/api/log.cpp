#include "gavel/log.hpp"

#include "impl.hpp"

namespace gavel::v1 {
namespace {

LogEvent public_event(const core::LogEvent& from) {
  core::Json fields(core::Json::value_t::object);
  for (const core::LogField& field : from.fields) {
    if (const auto* number = std::get_if<std::uint64_t>(&field.value)) {
      fields[field.name] = *number;
    } else {
      fields[field.name] = core::as_utf8(std::get<std::string_view>(field.value));
    }
  }
  return {static_cast<LogLevel>(from.level), std::string(from.name), JsonAccess::made(std::move(fields))};
}

}  // namespace

core::Log log_of(const LogOptions& options) {
  if (!options.sink) return {};
  return {static_cast<core::LogLevel>(options.least),
          [sink = std::make_shared<const LogSink>(options.sink)](const core::LogEvent& event) {
            try {
              (*sink)(public_event(event));
            } catch (...) {  // NOLINT(bugprone-empty-catch): there is nobody to tell
            }
          }};
}

}  // namespace gavel::v1
