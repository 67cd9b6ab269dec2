#include <array>

#include "campaign/campaigns.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "store/stored_json.hpp"

#include "verdict_impl.hpp"

namespace gavel::v1 {

namespace {

constexpr std::array<std::pair<std::string_view, Outcome>, 3> kOutcomes = {
    {{"accepted", Outcome::kAccepted},
     {"retry", Outcome::kRetry},
     {"conflict_report", Outcome::kConflictReport}}};

constexpr std::array<std::pair<std::string_view, Status>, 5> kStatuses = {
    {{"applied", Status::kApplied},
     {"amended", Status::kAmended},
     {"rejected", Status::kRejected},
     {"skipped", Status::kSkipped},
     {"duplicate", Status::kDuplicate}}};

Status status_of(const std::string& name) {
  for (const auto& [known, status] : kStatuses)
    if (known == name) return status;
  return Status::kRejected;
}

// A path as text, whatever form it stands in: what could not be resolved is kept as it was written.
std::string path_of(const Json& path) {
  if (path.is_string()) return path.string();
  core::Limits any;
  any.max_path_segments = any.max_depth + 1;
  const core::Result<core::Path> found = core::path_from_json(JsonAccess::of(path), any);
  return found ? core::to_dotted(*found) : std::string();
}

Change change_of(const Json& row) {
  Change change;
  change.segments = row["path"];
  change.path = path_of(change.segments);
  change.before = row["before"];
  change.after = row["after"];
  change.had = row.has("before");
  change.has = row.has("after");
  change.cause = row["cause"].string();
  return change;
}

std::vector<Change> changes_of(const Json& rows) { return each_of(rows.elements(), change_of); }

Command command_of(const Json& row) {
  Command command;
  command.index = static_cast<std::size_t>(row["index"].integer());
  command.status = status_of(row["status"].string());
  command.verb = row["verb"].string();
  command.path = path_of(row["path"]);
  command.actor = row["actor"].string();
  command.code = row["code"].string();
  command.message = row["message"].string();
  command.hint = row["hint"].string();
  command.rule = row["rule"].string();
  command.at = row["at"].string();
  command.effects = changes_of(row["effects"]);
  command.result = row["result"];
  return command;
}

}  // namespace

Result<Verdict> Verdict::Impl::of(std::string text, core::Json tree) {
  auto inside = std::make_shared<Impl>();
  inside->json = JsonAccess::made(std::move(tree));
  inside->turn = inside->json["turn"].string();
  inside->hash = inside->json["hash"].string();
  const std::string outcome = inside->json["outcome"].string();
  for (const auto& [name, known] : kOutcomes) {
    if (name != outcome) continue;
    inside->outcome = known;
    inside->text = std::move(text);
    return Verdict(std::move(inside));
  }
  return wrong_call("this is no verdict: its outcome is \"" + core::shortened(outcome, 64) + "\"");
}

Result<Verdict> Verdict::parse(std::string text) noexcept {
  return guarded([&]() -> Result<Verdict> {
    core::Result<core::Json> json = core::read_stored_json(text);
    if (!json) return public_error(json.error());
    return Impl::of(std::move(text), std::move(*json));
  });
}

const std::string& Verdict::turn() const noexcept { return impl_->turn; }
std::size_t Verdict::attempt() const noexcept {
  return static_cast<std::size_t>(impl_->json["attempt"].integer(1));
}
Outcome Verdict::outcome() const noexcept { return impl_->outcome; }
std::uint64_t Verdict::version() const noexcept {
  return static_cast<std::uint64_t>(impl_->json["version"].integer());
}
const std::string& Verdict::hash() const noexcept { return impl_->hash; }
std::string Verdict::narration() const { return impl_->json["narration"].string(); }

std::vector<Command> Verdict::commands() const {
  return each_of(impl_->json["commands"].elements(), command_of);
}

std::vector<Change> Verdict::changes() const { return changes_of(impl_->json["changes"]); }

std::vector<Conflict> Verdict::conflicts() const {
  return each_of(impl_->json["conflicts"].elements(), [](const Json& row) {
    return Conflict{row["kind"].string(), row["subject"].string(), row["claimed"], row["actual"],
                    row["why"].string()};
  });
}

std::vector<Message> Verdict::messages_to_append() const {
  return each_of(impl_->json["messages_to_append"].elements(), [](const Json& row) {
    return Message{row["role"].string(), row["content"].string()};
  });
}

std::vector<Event> Verdict::events() const {
  return each_of(impl_->json["events"].elements(), [](const Json& row) {
    return Event{row["name"].string(), row["by"].string(), row};
  });
}

std::vector<Remark> Verdict::warnings() const {
  return each_of(impl_->json["warnings"].elements(), [](const Json& row) {
    return Remark{row["code"].string(), row["message"].string()};
  });
}

std::string Verdict::report() const { return impl_->json["report"]["text"].string(); }
Json Verdict::json() const noexcept { return impl_->json; }
const std::string& Verdict::text() const noexcept { return impl_->text; }

}  // namespace gavel::v1
