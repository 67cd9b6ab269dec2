// Limits and the clock: what a caller gives beside texts.
#include "gavel/limits.hpp"

#include <chrono>

#include "base/limit_table.hpp"
#include "gavel/clock.hpp"
#include "state/suggest.hpp"

#include "impl.hpp"

namespace gavel::v1 {

core::Limits LimitsAccess::of(const Limits& limits) {
  if (limits.impl_ == nullptr) return {};
  return *static_cast<const core::Limits*>(limits.impl_.get());
}

Limits::Limits() noexcept = default;

Result<void> Limits::set(std::string_view name, std::size_t value) noexcept {
  return guarded([&]() -> Result<void> {
    const core::LimitRow* row = core::find_limit(name);
    if (row == nullptr) {
      const std::vector<std::string_view> names =
          each_of(core::limit_table(), [](const core::LimitRow& one) { return one.name; });
      return wrong_call("there is no limit \"" + core::shortened(core::as_utf8(name), 64) + "\"",
                        core::nearest_hint(name, names));
    }
    if (value < row->least || value > row->most)
      return wrong_call(std::string(name) + " is from " + std::to_string(row->least) + " to " +
                        std::to_string(row->most) + ", not " + std::to_string(value));
    auto changed = std::make_shared<core::Limits>(LimitsAccess::of(*this));
    (*changed).*(row->member) = value;
    impl_ = std::move(changed);
    return {};
  });
}

std::optional<std::size_t> Limits::get(std::string_view name) const noexcept {
  const core::LimitRow* row = core::find_limit(name);
  if (row == nullptr) return std::nullopt;
  return LimitsAccess::of(*this).*(row->member);
}

std::vector<Limit> Limits::all() const {
  const core::Limits limits = LimitsAccess::of(*this);
  return each_of(core::limit_table(), [&limits](const core::LimitRow& row) {
    return Limit{std::string(row.name), limits.*(row.member), row.least, row.most};
  });
}

std::string format_time(Time time) { return core::format_time({time.ms}); }

Result<Time> parse_time(std::string_view text) noexcept {
  return guarded([&]() -> Result<Time> {
    const core::Result<core::Time> time = core::parse_time(text);
    if (!time) return public_error(time.error());
    return public_time(*time);
  });
}

Time machine_clock() noexcept {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

}  // namespace gavel::v1
