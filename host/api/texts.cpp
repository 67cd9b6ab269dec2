#include "gavel/texts.hpp"

#include "claims/narration_check.hpp"
#include "dialects/conversion.hpp"

#include "impl.hpp"

namespace gavel::v1 {
namespace {

std::vector<Note> notes_of(const std::vector<core::Conversion::Remark>& remarks) {
  return each_of(remarks, [](const core::Conversion::Remark& one) {
    return Note{one.code, one.message, one.hint, one.span.begin, one.span.end};
  });
}

// A Lua state of the ruleset's, given back in the end.
class Borrowed {
 public:
  explicit Borrowed(const core::Ruleset& rules) : rules_(rules), sandbox_(rules.pool().take()) {}
  ~Borrowed() {
    if (sandbox_ && *sandbox_ != nullptr) rules_.pool().give_back(std::move(*sandbox_));
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  core::Result<std::unique_ptr<core::Sandbox>>& sandbox() { return sandbox_; }

 private:
  const core::Ruleset& rules_;
  core::Result<std::unique_ptr<core::Sandbox>> sandbox_;
};

std::vector<Conflict> conflicts_of(const std::vector<core::Conflict>& found) {
  return each_of(found, [](const core::Conflict& one) {
    return Conflict{one.kind, one.subject, JsonAccess::made(one.claimed), JsonAccess::made(one.actual),
                    one.why};
  });
}

}  // namespace

Result<Converted> convert(std::string_view text, std::string_view from, std::string_view to) noexcept {
  return guarded([&]() -> Result<Converted> {
    const std::string source(from);
    if (Result<void> good = check_dialect(source); !good) return good.error();
    const core::Result<const core::Dialect*> target = core::find_dialect(to);
    if (!target) return public_error(target.error());
    if ((*target)->write == nullptr)
      return wrong_call("the dialect \"" + std::string(to) + "\" is only read", "write ir, ops or tavern");
    core::ReadOptions options;
    options.dialect = source;
    if (text.size() > options.limits.max_text_bytes)
      return public_error(core::over_limit(core::Code::kLimitSize,
                                           "the text has " + std::to_string(text.size()) + " bytes",
                                           options.limits.max_text_bytes, "max_text_bytes"));
    options.limits.max_commands =
        options.limits.max_text_bytes;  // it speaks of one message; here may be many
    core::Conversion done = core::convert_text(text, options, **target);
    return Converted{std::move(done.text), done.converted, notes_of(done.left), notes_of(done.notes)};
  });
}

Result<std::vector<Conflict>> find_conflicts(const Ruleset& rules, std::string_view narration,
                                             const Json& state, const std::vector<ToolCall>& applied,
                                             std::vector<Remark>* warnings) noexcept {
  return guarded([&]() -> Result<std::vector<Conflict>> {
    const core::Ruleset& ruleset = *RulesetAccess::of(rules).ruleset;
    if (!JsonAccess::given(state).is_object()) return wrong_call("the state is no object");
    if (narration.size() > ruleset.limits().max_string_bytes)
      return public_error(core::over_limit(core::Code::kLimitSize, "the narration is too long",
                                           ruleset.limits().max_string_bytes, "max_string_bytes"));
    core::NarrationCase told_case{"t-1", core::as_utf8(narration), JsonAccess::of(state), {}};
    told_case.applied = each_of(applied, [](const ToolCall& call) {
      return core::AppliedCall{call.tool, call.args.is_null() ? core::Json(core::Json::value_t::object)
                                                              : JsonAccess::given(call.args)};
    });
    Borrowed borrowed(ruleset);
    if (!borrowed.sandbox()) return public_error(borrowed.sandbox().error());
    const core::Result<core::NarrationCheck> told =
        core::check_narration(ruleset, **borrowed.sandbox(), told_case);
    if (!told) return public_error(told.error());
    if (warnings != nullptr)
      *warnings = each_of(told->warnings, [](const core::Warning& one) {
        return Remark{one.code, one.message};
      });
    return conflicts_of(told->conflicts);
  });
}

}  // namespace gavel::v1
