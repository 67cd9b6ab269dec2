// The timeline of a campaign, and looking at it.
#include "state/path_text.hpp"

#include "campaigns_impl.hpp"

namespace gavel::v1 {

Result<Json> Campaigns::rollback(std::string_view campaign, std::string_view turn) noexcept {
  return on(impl_.get(), [&](Impl& inside) {
    return public_json(inside.campaigns.rollback(campaign, turn, inside.now()));
  });
}

Result<Json> Campaigns::undo(std::string_view campaign) noexcept {
  return on(impl_.get(),
            [&](Impl& inside) { return public_json(inside.campaigns.undo(campaign, inside.now())); });
}

Result<Json> Campaigns::restore(std::string_view campaign, std::string_view turn) noexcept {
  return on(impl_.get(), [&](Impl& inside) {
    return public_json(inside.campaigns.restore(campaign, turn, inside.now()));
  });
}

Result<Json> Campaigns::branch(std::string_view campaign, std::string_view name,
                               std::optional<std::string_view> turn, std::string_view label) noexcept {
  return on(impl_.get(), [&](Impl& inside) {
    return public_json(inside.campaigns.branch(campaign, name, turn, label, inside.now()));
  });
}

Result<Json> Campaigns::checkpoint(std::string_view campaign, std::string_view label,
                                   std::optional<std::string_view> turn) noexcept {
  return on(impl_.get(), [&](Impl& inside) {
    return public_json(inside.campaigns.checkpoint(campaign, turn, label, inside.now()));
  });
}

Result<Json> Campaigns::show(std::string_view campaign, bool reveal) noexcept {
  return on(impl_.get(), [&](Impl& inside) { return public_json(inside.campaigns.show(campaign, reveal)); });
}

Result<Json> Campaigns::list(std::string_view after, std::size_t most) noexcept {
  return on(impl_.get(), [&](Impl& inside) { return public_json(inside.campaigns.list(after, most)); });
}

Result<Json> Campaigns::state(std::string_view campaign, std::optional<std::string_view> turn) noexcept {
  return on(impl_.get(), [&](Impl& inside) { return public_json(inside.campaigns.state(campaign, turn)); });
}

Result<Json> Campaigns::turns(std::string_view campaign, std::uint64_t first, std::size_t most) noexcept {
  return on(impl_.get(), [&](Impl& inside) {
    core::TurnQuery query;
    query.first = first;
    query.most = most;
    return public_json(inside.campaigns.turns(campaign, query));
  });
}

Result<Verdict> Campaigns::verdict(std::string_view campaign, std::optional<std::string_view> turn) noexcept {
  return on(impl_.get(), [&](Impl& inside) -> Result<Verdict> {
    core::Result<std::string> text = inside.campaigns.verdict_text(campaign, turn);
    if (!text) return public_error(text.error());
    return Verdict::parse(std::move(*text));
  });
}

Result<Json> Campaigns::audit(std::string_view campaign, std::string_view path, std::string_view cursor,
                              std::size_t most) noexcept {
  return on(impl_.get(), [&](Impl& inside) -> Result<Json> {
    core::AuditQuery query;
    query.cursor = cursor;
    query.most = most;
    if (!path.empty()) {
      const core::Result<core::PathText> parsed = core::PathText::parse(path, core::Limits());
      if (!parsed) return public_error(parsed.error());
      const core::Result<core::Json> state = inside.campaigns.state(campaign, std::nullopt);
      if (!state) return public_error(state.error());
      query.path = parsed->resolve(*core::member(*state, "data"));
    }
    return public_json(inside.campaigns.audit(campaign, query));
  });
}

Result<Json> Campaigns::timeline(std::string_view campaign) noexcept {
  return on(impl_.get(), [&](Impl& inside) { return public_json(inside.campaigns.timeline(campaign)); });
}

Result<Json> Campaigns::settings(std::string_view campaign) noexcept {
  return on(impl_.get(), [&](Impl& inside) { return public_json(inside.campaigns.settings(campaign)); });
}

}  // namespace gavel::v1
