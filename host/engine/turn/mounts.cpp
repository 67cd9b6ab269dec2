#include "mounts.hpp"

#include "state/json_writer.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

bool is_boundary(std::string_view text, std::size_t at) {
  return at == text.size() || text[at] == '.' || text[at] == '[' || text[at] == '/';
}

// The text path behind a prefix, or nothing: it starts with something else.
std::optional<std::string> behind(const std::string& text, const Mount& mount) {
  if (mount.from.empty()) return text;
  std::string_view rest = text;
  if (!rest.starts_with(mount.from) || !is_boundary(rest, mount.from.size())) return std::nullopt;
  rest.remove_prefix(mount.from.size());
  if (rest.starts_with('.')) rest.remove_prefix(1);
  std::string mounted = mount.to;
  if (!mounted.empty() && !rest.empty() && !rest.starts_with('[')) mounted += '.';
  return mounted + std::string(rest);
}

bool mount_text(std::string& text, std::span<const Mount> mounts) {
  for (const Mount& mount : mounts) {
    if (std::optional<std::string> mounted = behind(text, mount)) {
      text = std::move(*mounted);
      return true;
    }
  }
  return false;
}

// The prefix and its place as literal segments.
bool mount_path(Path& path, std::span<const Mount> mounts, const Limits& limits) {
  const Json nothing(Json::value_t::object);
  for (const Mount& mount : mounts) {
    const Result<PathText> from = PathText::parse(mount.from, limits);
    const Result<PathText> to = PathText::parse(mount.to, limits);
    if (!from || !to) continue;
    const Path prefix = from->resolve(nothing);
    if (!path.view().starts_with(prefix)) continue;
    Path mounted = to->resolve(nothing);
    for (const Segment segment : PathView(path.bytes().substr(prefix.bytes().size()))) mounted.push(segment);
    path = std::move(mounted);
    return true;
  }
  return false;
}

// A recycle bin is named in the options, as a text or a path array.
bool mount_bin(Json& bin, std::span<const Mount> mounts, const Limits& limits) {
  if (bin.is_string()) {
    std::string text = string_of(bin);
    if (!mount_text(text, mounts)) return false;
    bin = Json(std::move(text));
    return true;
  }
  Result<Path> path = path_from_json(bin, limits);
  if (!path) return true;  // no path at all: the kernel says what is wrong
  if (!mount_path(*path, mounts, limits)) return false;
  bin = path_to_json(*path);
  return true;
}

std::string bin_text(const Json& bin) { return bin.is_string() ? string_of(bin) : to_text(bin); }

}  // namespace

void mount(Proposal& proposal, std::span<const Mount> mounts, const Limits& limits) {
  if (!proposal.command || proposal.command->verb == Verb::kCall) return;
  Command& command = *proposal.command;
  std::string shown = command.raw_path ? *command.raw_path : to_dotted(command.path);
  bool inside =
      command.raw_path ? mount_text(*command.raw_path, mounts) : mount_path(command.path, mounts, limits);
  if (command.raw_from) inside = mount_text(*command.raw_from, mounts) && inside;
  if (command.from) inside = mount_path(*command.from, mounts, limits) && inside;
  if (inside && command.options.recycle_bin) {
    shown = bin_text(*command.options.recycle_bin);
    inside = mount_bin(*command.options.recycle_bin, mounts, limits);
  }
  if (command.verb == Verb::kRestore)
    for (const Mount& one : mounts) command.within.push_back(one.to);
  if (inside) return;
  std::string roots;
  for (const Mount& one : mounts) roots += (roots.empty() ? "" : ", ") + one.from;
  proposal.verb = std::string(verb_name(command.verb));
  proposal.path = shown;
  proposal.error =
      Error(Code::kPathOutside, "\"" + shown + "\" is outside the places that this dialect can reach",
            "start the key with " + roots);
  proposal.command.reset();
}

std::optional<std::string> unmounted(PathView path, std::span<const Mount> mounts, const Limits& limits) {
  for (const Mount& mount : mounts) {
    const Result<PathText> to = PathText::parse(mount.to, limits);
    if (!to) continue;
    const Path prefix = to->resolve(Json(Json::value_t::object));
    if (!path.starts_with(prefix)) continue;
    const std::string rest = to_dotted(PathView(path.bytes().substr(prefix.bytes().size())));
    return mount.from + (mount.from.empty() || rest.empty() || rest.starts_with('[') ? "" : ".") + rest;
  }
  return std::nullopt;
}

}  // namespace gavel
