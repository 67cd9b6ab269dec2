#include "mended.hpp"

#include "command/host_keys.hpp"
#include "rules/mending.hpp"
#include "state/as_type.hpp"
#include "state/path_text.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostWeight = 256;  // of a value that an example quotes
constexpr std::size_t kMostParts = 100;   // of a value that is looked through
constexpr std::size_t kMostPlaces = 500;  // looked at for one that shows the form
constexpr std::size_t kMostForms = 3;

using Mended = std::optional<Command>;

class Mending {
 public:
  Mending(const Command& command, const Table& table) : command_(command), table_(table) {
    place_ = where(command.path, command.raw_path);
    if (command.from || command.raw_from) source_ = where(command.from.value_or(Path()), command.raw_from);
  }

  Mended by(Code code) const {
    switch (code) {
      case Code::kPathUnknown:
        return elsewhere();
      case Code::kPathOutside:
        return inside_the_root();
      case Code::kPathInvalid:
        return at_the_end();
      case Code::kTypeMismatch:
      case Code::kValueRange:
      case Code::kValueEnum:
        return is_sum() ? with_fitting_sum() : with_fitting_value();
      case Code::kPreconditionOld:
      case Code::kPreconditionEquals:
      case Code::kTestFailed:
        return with_actual();
      case Code::kPreconditionExists:
      case Code::kPreconditionUnique:
        return over_what_stands();
      default:
        return std::nullopt;
    }
  }

 private:
  Place where(const Path& path, const std::optional<std::string>& raw) const {
    Path at = path;
    if (raw) {
      const Result<PathText> text = PathText::parse(*raw, table_.context.limits);
      if (!text) return {};
      at = text->resolve(table_.data, table_.sees());
    }
    Place place = resolve(table_.data, at, table_.context.described);
    if (table_.is_readable(place.shown)) return place;
    place = Place();  // of what is hidden, only what was written is known
    place.path = place.shown = at;
    place.miss = Place::Miss::kMember;
    return place;
  }

  bool is_sum() const {
    return command_.verb == Verb::kAdd || command_.verb == Verb::kMul || command_.verb == Verb::kDiv;
  }

  // A place named as the command named its own: by a text of the same form, or literally.
  static void name(Command& command, const Path& path) {
    if (command.raw_path) {
      command.raw_path = command.raw_path->starts_with('/') ? to_pointer(path) : to_dotted(path);
    } else {
      command.path = path;
    }
  }

  // The old value that a command at another place would have to give.
  void settle_old(Command& command, const Path& path) const {
    if (!command.expect_old) return;
    const Json* actual = table_.known(path);
    command.expect_old = actual == nullptr ? std::nullopt : std::optional(*actual);
  }

  std::optional<Path> mended(const Place& place) const {
    return table_.hints.mended_path(table_.data, place.shown,
                                    [this](PathView path) { return table_.is_readable(path); });
  }

  Mended elsewhere() const {
    Command command = command_;
    if (source_ && source_->node == nullptr) {
      const std::optional<Path> near = mended(*source_);
      if (!near) return std::nullopt;
      if (command.raw_from) command.raw_from = to_dotted(*near);
      if (command.from) command.from = *near;
      return command;
    }
    const std::optional<Path> near = place_.node == nullptr ? mended(place_) : std::nullopt;
    if (!near) return std::nullopt;
    name(command, *near);
    settle_old(command, *near);
    return command;
  }

  Mended inside_the_root() const {
    const Result<PathText> text = PathText::parse(table_.context.root, table_.context.limits);
    if (!text) return std::nullopt;
    Path path = text->resolve(table_.data);
    if (path.empty() || place_.shown.view().starts_with(path)) return std::nullopt;
    for (const Segment segment : place_.shown) path.push(segment);
    Command command = command_;
    name(command, path);
    settle_old(command, path);
    return command;
  }

  // Of an index beyond the end of its array, the place behind the last element.
  Mended at_the_end() const {
    if (place_.miss != Place::Miss::kBeyond || place_.shown.empty()) return std::nullopt;
    const Path array = place_.shown.parent();
    const Place above = resolve(table_.data, array, table_.context.described);
    if (above.node == nullptr || !above.node->is_array() || !table_.is_readable(array)) return std::nullopt;
    Command command = command_;
    name(command, array.child(static_cast<std::uint64_t>(above.node->size())));
    command.expect_old.reset();
    return command;
  }

  Mended with_fitting_sum() const {
    const Json* current = table_.known(place_.shown);
    if (current == nullptr || !current->is_number() || !command_.value) return std::nullopt;
    std::optional<Json> number = as_type(*command_.value, "number");
    if (!number) return std::nullopt;
    Command command = command_;
    command.value = *number;
    if (command_.verb != Verb::kAdd) return command;
    const std::optional<Json> fitting =
        table_.ruleset.guards().fields().nearest_fitting(place_.shown, sum(*current, *number));
    if (!fitting || !fitting->is_number()) return std::nullopt;
    command.value = difference(*fitting, *current);
    if (equal(*command.value, Json(0))) return std::nullopt;
    return command;
  }

  Mended with_fitting_value() const {
    if (!command_.value) return std::nullopt;
    Path path = place_.shown;
    if (command_.verb == Verb::kPush && place_.node != nullptr && place_.node->is_array())
      path = path.child(static_cast<std::uint64_t>(place_.node->size()));
    if (!table_.is_open(path, *command_.value)) return std::nullopt;
    std::optional<Json> fitting = table_.ruleset.guards().fields().nearest_fitting(path, *command_.value);
    if (!fitting || identical(*fitting, *command_.value)) return std::nullopt;
    Command command = command_;
    command.value = std::move(*fitting);
    settle_old(command, place_.shown);
    return command;
  }

  Mended with_actual() const {
    const Json* actual = table_.known(place_.shown);
    if (actual == nullptr) return std::nullopt;
    Command command = command_;
    if (command.verb == Verb::kTest) command.value = *actual;
    if (command.expect_old && command.expect_old->is_object() && actual->is_object()) {
      for (auto& [key, old] : object_of(*command.expect_old)) {
        const Json* now = member(*actual, key);
        old = now == nullptr ? Json() : *now;
      }
    } else if (command.expect_old) {
      command.expect_old = *actual;
    }
    if (command.options.if_equals) {
      command.options.if_equals = *actual;
      command.options.given["ifEquals"] = *actual;
    }
    return command;
  }

  // Something stands where a command would have put something new.
  Mended over_what_stands() const {
    if (command_.verb != Verb::kInsert || place_.node == nullptr || !command_.options.unique_by.empty())
      return std::nullopt;
    Command command = command_;
    command.verb = place_.node->is_object() ? Verb::kMerge : Verb::kSet;
    if (command.verb == Verb::kMerge && !command_.value->is_object()) return std::nullopt;
    return command;
  }

  const Command& command_;
  const Table& table_;
  Place place_;
  std::optional<Place> source_;
};

// Sets what stands at a place to what stands there: it changes nothing, and shows how a command is written.
std::vector<Command> forms(const Proposal& proposal, const Table& table) {
  std::vector<Command> all;
  const auto add = [&](const Path& path) {
    const Json* value = table.known(path);
    const bool writable = table.ruleset.guards().fields().write_denied(path, Actor::kModel) == nullptr;
    if (value == nullptr || is_container(*value) || !writable) return;
    Command command;
    command.path = path;
    command.value = *value;
    all.push_back(std::move(command));
  };
  Result<Path> named = path_from_json(proposal.path, table.context.limits);
  if (proposal.path.is_string()) {
    const Result<PathText> text = PathText::parse(string_of(proposal.path), table.context.limits);
    if (text) named = text->resolve(table.data, table.sees());
  }
  if (named && !named->empty()) {
    const auto seen = [&table](PathView path) { return table.is_readable(path); };
    if (table.known(*named) != nullptr)
      add(*named);
    else if (const std::optional<Path> near = table.hints.mended_path(table.data, *named, seen))
      add(*near);
  }
  std::vector<std::pair<const Json*, Path>> queue{{&table.data, Path()}};
  for (std::size_t at = 0; at < queue.size() && at < kMostPlaces && all.size() < kMostForms; ++at) {
    const auto [node, path] = queue[at];
    if (!node->is_object()) {
      add(path);
      continue;
    }
    for (const auto& [key, child] : object_of(*node)) {
      if (key == kVersionKey || key == kProtectedKey || queue.size() > kMostPlaces) continue;
      if (table.is_readable(path.child(key))) queue.emplace_back(&child, path.child(key));
    }
  }
  return all;
}

std::optional<Command> mended_call(const Proposal& proposal, const Line& line, const Table& table) {
  const Json none(Json::value_t::object);
  std::string name;
  if (line.outcome.resolved && !line.outcome.path.empty()) {
    name = key_of(line.outcome.path.back());
  } else if (const Json shown = proposal.shown_path(); shown.is_string()) {
    name = string_of(shown);
  } else if (shown.is_array() && shown.size() == 1 && array_of(shown)[0].is_string()) {
    name = string_of(array_of(shown)[0]);
  }
  const bool given = proposal.command && proposal.command->value;
  std::optional<MendedCall> call =
      mend_call(table.ruleset, name, given ? *proposal.command->value : none, table.hints);
  if (!call) return std::nullopt;
  Command command;
  if (proposal.command) command.id = proposal.command->id;
  command.verb = Verb::kCall;
  command.path.push_key(call->name);
  command.value = std::move(call->args);
  return command;
}

}  // namespace

Seen Table::sees() const {
  return [this](PathView path) { return is_readable(path); };
}

bool Table::is_open(const Path& path, const Json& value) const {
  if (!is_readable(path)) return false;
  // By what the table may hide there: whether something is hidden must not show in the example either.
  return context.sight == nullptr || !is_container(value) || !context.sight->hides_below(path, Actor::kModel);
}

const Json* Table::known(PathView path) const {
  const Place place = resolve(data, path, context.described);
  if (place.node == nullptr || !is_readable(place.shown)) return nullptr;
  if (is_container(*place.node) && (place.node->size() > kMostParts || weight_of(*place.node) > kMostWeight))
    return nullptr;
  if (weight_of(*place.node) > kMostWeight || !is_open(place.shown, *place.node)) return nullptr;
  return place.node;
}

std::vector<Command> mended_commands(const Proposal& proposal, const Line& line, const Table& table) {
  std::vector<Command> all;
  const Code code = line.outcome.error->code;
  const bool calls =
      proposal.dialect == "tools" || (proposal.command && proposal.command->verb == Verb::kCall);
  if (calls) {
    const bool misnamed =
        code == Code::kToolUnknown || code == Code::kToolInvalidArgs || code == Code::kParseMalformed;
    if (misnamed)
      if (std::optional<Command> call = mended_call(proposal, line, table)) all.push_back(std::move(*call));
  } else if (proposal.command) {
    if (Mended mended = Mending(*proposal.command, table).by(code)) all.push_back(std::move(*mended));
  } else if (code == Code::kPathOutside || code_name(code).starts_with("parse.")) {
    all = forms(proposal, table);
  }
  for (Command& command : all) {
    command.origin.dialect = proposal.dialect;
    command.reason.clear();
    command.metadata = Json();
  }
  return all;
}

}  // namespace gavel
