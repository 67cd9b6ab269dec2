// Who may not read a place learns nothing of it: no value, no copy, no comparison, and no message that tells.

#include "state/path_text.hpp"
#include "state/subtree.hpp"

#include "execution.hpp"

namespace gavel {
namespace {

// Keys that a wildcard keeps from the reader are as hidden as what stands there.
std::string name_for(const Context& context, const Command& command, PathView path, PathView place,
                     PathView source) {
  if (context.tells(path, command.origin.actor)) return path.empty() ? "the root" : to_dotted(path);
  const bool outside = is_outsider(command.origin.actor);
  const auto written = [&](const Path& part) {
    return outside && (place.starts_with(part) || source.starts_with(part));
  };
  Path part;
  for (const Segment segment : path) {
    Path longer = part;
    longer.push(segment);
    if (!context.tells(longer, command.origin.actor) && !written(longer)) break;
    part = std::move(longer);
  }
  if (part == path) return to_dotted(path);
  return "something in " + (part.empty() ? "the state" : to_dotted(part));
}

}  // namespace

std::string Proposed::named(PathView path) const { return name_for(context, command, path, place, source); }

std::string Execution::named(PathView path) const {
  return name_for(context_, command_, path, place_.shown, from_place_.shown);
}

// The first place at or below `path` that the actor may not read, as far as the document has one.
std::optional<Path> Execution::hidden_in(const Json& node, const Path& path) const {
  for (Subtree nodes(node, path); nodes.next();) {
    document_.charge(1);
    if (hides(nodes.path())) return nodes.path();
  }
  return std::nullopt;
}

Execution::Stop Execution::may_not_read(PathView path) const {
  return reject(Code::kAuthorityDenied,
                std::string(actor_name(command_.origin.actor)) + " may not read " + named(path),
                "only others may read it; leave out what asks for it");
}

// Whether the command asks what stands at its place. A condition asks, even if its answer is only yes or no.
bool Execution::asks() const {
  const bool compares = options_.if_equals || options_.if_version || options_.expect || command_.expect_old ||
                        options_.where || !options_.unique_by.empty() || options_.dedupe;
  return compares || command_.verb == Verb::kGet || command_.verb == Verb::kTest ||
         command_.verb == Verb::kPop || command_.verb == Verb::kPull || command_.verb == Verb::kSplice;
}

// What moves on must stay as hidden as it was.
Execution::Step Execution::check_taken_along(const Place& source, const Path& to) const {
  if (source.node == nullptr) return {};
  for (Subtree nodes(*source.node, Path()); nodes.next();) {
    document_.charge(1);
    Path from = source.shown, there = to;
    for (const Segment segment : nodes.path()) {
      from.push(segment);
      there.push(segment);
    }
    if (hides(from) && !hides(there)) return may_not_read(from);
  }
  return {};
}

Execution::Step Execution::check_reads() const {
  if (!has_hidden()) return {};
  if (command_.verb == Verb::kMove || command_.verb == Verb::kCopy) {
    if (Step stop = check_taken_along(from_place_, place_.shown)) return stop;
  }
  if (command_.verb == Verb::kDelete && options_.soft_delete) {
    Path bin;
    if (Step stop = find_bin(bin)) return stop;
    if (place_.node != nullptr && !hides(bin))
      if (const std::optional<Path> place = hidden_in(node(), place_.shown)) return may_not_read(*place);
  }
  if (!asks()) return {};
  if (hides(place_.shown)) return may_not_read(place_.shown);
  if (place_.node == nullptr || command_.verb == Verb::kGet) return {};
  if (const std::optional<Path> place = hidden_in(node(), place_.shown)) return may_not_read(*place);
  return {};
}

// A copy of what the actor may see of the place.
Json Execution::seen() const {
  Json value = node();
  if (!has_hidden()) return value;
  std::vector<std::pair<Json*, Path>> todo{{&value, place_.shown}};
  while (!todo.empty()) {
    const auto [json, at] = std::move(todo.back());
    todo.pop_back();
    document_.charge(1);
    if (json->is_object()) {
      std::vector<std::string> hidden;
      for (auto& [key, child] : object_of(*json)) {
        Path below = at.child(key);
        if (hides(below)) {
          hidden.push_back(key);
        } else {
          todo.emplace_back(&child, std::move(below));
        }
      }
      for (const std::string& key : hidden) object_of(*json).erase(key);
    } else if (json->is_array()) {
      std::uint64_t i = 0;
      for (Json& child : array_of(*json)) {
        Path below = at.child(i++);
        if (hides(below)) {
          child = nullptr;  // the others keep their indices
        } else {
          todo.emplace_back(&child, std::move(below));
        }
      }
    }
  }
  return value;
}

// Why the kernel refused to write a hidden place is not said: messages show values.
Execution::Step Execution::hushed(Step stop) const {
  const Actor actor = command_.origin.actor;
  if (!stop || context_.tells(place_.shown, actor) || stop->error.code == Code::kAuthorityDenied) return stop;
  stop->error.message = named(place_.shown) + " could not be written, and " +
                        std::string(actor_name(is_outsider(actor) ? actor : context_.told)) +
                        " may not read it, so what stands there is not said";
  stop->error.hint.clear();
  return stop;
}

}  // namespace gavel
