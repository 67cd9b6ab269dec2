// What an actor from outside does to places that may be hidden from them is judged by what was written over,
// taken out and moved up or down, never by what of it was hidden: a write that happens to change nothing, and
// one that meets nothing, are refused like any other. So the answer tells nothing of what stands there.

#include <algorithm>

#include "command/host_keys.hpp"
#include "guards/guards.hpp"
#include "state/path_text.hpp"
#include "state/subtree.hpp"

namespace gavel {
namespace {

using Kind = JournalEntry::Kind;

class Unseen {
 public:
  Unseen(const Proposed& proposed, const FieldTable& fields)
      : proposed_(proposed),
        fields_(fields),
        described_(proposed.context.described),
        actor_(proposed.command.origin.actor) {}

  Result<void> run() {
    const Journal& journal = proposed_.document.journal();
    const std::size_t first = proposed_.effects.from().entries;
    for (std::size_t i = first; i < journal.size(); ++i)
      if (journal[i].kind == Kind::kSplice && journal[i].value.is_array()) gone_ += journal[i].value.size();
    copied();
    for (std::size_t i = first; i < journal.size() && !refused_; ++i) {
      if (journal[i].tree != Tree::kData || journal[i].kind == Kind::kExpiry ||
          journal[i].kind == Kind::kTaken)
        continue;
      const Path path(journal.path(journal[i]));
      pairs_up(journal[i], path);
      look(journal[i], shown(path));
    }
    if (refused_) return std::move(*refused_);
    return {};
  }

 private:
  Path shown(PathView path) const { return standing(proposed_.document.data(), path, described_).shown; }

  // `path`: of the place, or of the array.
  void look(const JournalEntry& entry, const Path& path) {
    if (!path.empty() && !path.back().is_index && path.back().key == kVersionKey) return;  // the host's own
    switch (entry.kind) {
      case Kind::kSplice:
        return look_at_splice(entry, path);
      case Kind::kScatter:
        return look_at_scatter(entry, path);
      case Kind::kMemberAdd:
        written(path);
        return placed(path);
      case Kind::kMemberRemove:
        written(path);
        return taken(entry.value, path);
      default:
        written(path);
        replaced(entry.value, path);
        return placed(path);
    }
  }

  void look_at_splice(const JournalEntry& entry, const Path& array) {
    const std::size_t gone = entry.value.is_array() ? entry.value.size() : 0;
    for (std::size_t i = 0; i < gone; ++i) {
      written(array.child(entry.slot + i));
      taken(array_of(entry.value)[i], array.child(entry.slot + i));
    }
    for (std::size_t i = 0; i < entry.count; ++i) {
      written(array.child(entry.slot + i));
      placed(array.child(entry.slot + i));
    }
    if (gone == entry.count || !(tells_apart(array) || reorders(array))) return;
    const std::size_t end = size_of(array) + gone_ + entry.count;
    for (std::size_t to = entry.slot + entry.count; to < end && !refused_; ++to)
      moved(array, to - entry.count + gone, to);
  }

  void look_at_scatter(const JournalEntry& entry, const Path& array) {
    const JsonArray& indices = array_of(array_of(entry.value)[0]);
    const JsonArray& elements = array_of(array_of(entry.value)[1]);
    std::size_t next = 0;
    const bool apart = tells_apart(array);
    const std::size_t end = size_of(array) + indices.size();
    for (std::size_t i = 0; i < end && !refused_; ++i) {
      if (next < indices.size() && indices[next].get<std::size_t>() == i) {
        written(array.child(i));
        taken(elements[next++], array.child(i));
      } else if (next > 0 && apart) {
        moved(array, i, i - next);
      }
    }
  }

  // An array that becomes a described pair shows its first element as its own value, and the second as a
  // text. `path`: of the place, or of the array, as it stands in the document.
  void pairs_up(const JournalEntry& entry, const Path& path) {
    const bool array = entry.kind == Kind::kSplice || entry.kind == Kind::kScatter;
    if (!array && (path.empty() || !path.back().is_index || path.back().index != 1)) return;
    const Path whole = shown(array ? path : Path(path.parent()));
    if (fields_.pairs_hidden(whole, described_, actor_))
      refuse("it could make a described pair of what only others may read in " + proposed_.named(whole));
  }

  // Whether the game tells the array's elements apart by their index.
  bool tells_apart(const Path& array) const {
    return std::ranges::any_of(proposed_.context.numbered,
                               [&](const Pattern& one) { return one.matches(array); });
  }

  // Whether an element of it goes past others, or leaves a part of its own behind it: which of them went is
  // then told by what they hold.
  bool reorders(const Path& array) const {
    const PathView source = proposed_.source;
    return proposed_.command.verb == Verb::kMove && source.size() > array.size() && source.starts_with(array);
  }

  // As many as stand there now; what went after that is in gone_.
  std::size_t size_of(const Path& array) const {
    const Place place = resolve(proposed_.document.data(), array, described_);
    return place.node == nullptr ? 0 : place.node->size();
  }

  // An element went from one index to another.
  void moved(const Path& array, std::size_t before, std::size_t now) {
    const Path from = array.child(before), to = array.child(now);
    written(from);
    written(to);
    const Place place = resolve(proposed_.document.data(), to, described_);
    if (place.node != nullptr && !is_container(*place.node) && !fields_.hides(from, actor_)) return;
    if (!fields_.keeps_hidden(from, to, actor_) || !paired_alike(from, to) || fields_.seals(from, actor_) ||
        fields_.seals(to, actor_))
      refuse("it would move values that are hidden from this actor to another position in " +
             proposed_.named(array));
  }

  // Whether what is a described pair at one index is one at the other.
  bool paired_alike(const Path& from, const Path& to) const {
    return (!fields_.hides(from, actor_) && !fields_.hides_below(from, actor_)) ||
           std::ranges::all_of(described_, [&](const Pattern& pair) {
             return pair.matches(from) == pair.matches(to) && pair.same_below(from, to);
           });
  }

  // What is hidden is written only by whoever may write all that can stand there.
  void written(const Path& path) {
    if (!fields_.hides(path, actor_) || !fields_.seals(path, actor_)) return;
    const FieldRow* row = fields_.write_denied(path, actor_);
    refuse(std::string(actor_name(actor_)) + " may not write " + proposed_.named(path), row);
  }

  // A copy brings what is hidden in it. It came from a container if its source is one or went with it, or,
  // where elements moved up, if it is one itself.
  void copied() {
    if (proposed_.command.verb != Verb::kCopy || !fields_.hides_below(proposed_.source, actor_)) return;
    const auto may_hold = [this](const Path& path) {
      const Place place = resolve(proposed_.document.data(), path, described_);
      return place.node == nullptr || is_container(*place.node);
    };
    if ((may_hold(proposed_.source) || may_hold(proposed_.place)) && fields_.seals(proposed_.place, actor_))
      refuse(std::string(actor_name(actor_)) + " may not write all that can be in " +
             proposed_.named(proposed_.place));
  }

  // An object that was written over by another keeps what is sealed in it; what is not an object on both
  // sides goes.
  void replaced(const Json& value, const Path& path) {
    std::vector<std::pair<const Json*, Path>> todo{{&value, path}};
    while (!todo.empty() && !refused_) {
      const auto [old, at] = std::move(todo.back());
      todo.pop_back();
      const Place now = resolve(proposed_.document.data(), at, described_);
      if (!old->is_object() || now.node == nullptr || !now.node->is_object() || fields_.hides(at, actor_)) {
        taken(*old, at);
        continue;
      }
      for (const auto& [key, child] : object_of(*old)) {
        Path below = at.child(key);
        const bool pair = is_described(described_, below, child);
        todo.emplace_back(pair ? &array_of(child)[0] : &child, std::move(below));
      }
    }
  }

  // No container goes that may hold what is hidden and not theirs to write, whether or not it does.
  void taken(const Json& value, const Path& path) {
    for (Subtree nodes(value, path, described_); !refused_ && nodes.next();) {
      if (!is_container(nodes.json())) continue;
      const bool hides = fields_.hides_below(nodes.path(), actor_);
      if (fields_.hides(nodes.path(), actor_) || !hides) {
        nodes.pass();
      } else if (fields_.seals(nodes.path(), actor_)) {
        refuse(std::string(actor_name(actor_)) + " may not replace or delete " +
               proposed_.named(nodes.path()) +
               ": it could contain values that only other actors can read and write");
      }
    }
  }

  // What came is looked at where it stands now.
  void placed(const Path& path) {
    const Place place = resolve(proposed_.document.data(), path, described_);
    if (place.node == nullptr || refused_) return;
    for (Subtree nodes(*place.node, path, described_); !refused_ && nodes.next();) {
      const Path& at = nodes.path();
      const bool version = !at.empty() && !at.back().is_index && at.back().key == kVersionKey;
      const bool hidden = fields_.hides(at, actor_);
      const bool kept = hidden && std::ranges::find(proposed_.kept, at) != proposed_.kept.end();
      if (version || kept || (!hidden && !fields_.hides_below(at, actor_))) {
        nodes.pass();
      } else if (hidden) {
        written(at);
        if (!was_hidden(at)) fitting(at, nodes.json());
      } else if (looks_empty(at, nodes.json())) {
        if (const FieldRow* row = fields_.write_denied(at, actor_))
          refuse(std::string(actor_name(actor_)) + " may not write " + proposed_.named(at), row);
      }
    }
  }

  // Whether what came there was hidden where it came from: the same was asked of it there
  // (Sight::keeps_hidden).
  bool was_hidden(const Path& path) const {
    const Verb verb = proposed_.command.verb;
    if ((verb != Verb::kMove && verb != Verb::kCopy) || !path.view().starts_with(proposed_.place))
      return false;
    Path from = proposed_.source;
    for (const Segment segment : PathView(path.bytes().substr(proposed_.place.bytes().size())))
      from.push(segment);
    return fields_.hides(from, actor_);
  }

  // What holds only what is hidden is a leaf for all that is seen of it.
  bool looks_empty(const Path& path, const Json& value) const {
    return value.is_object() && std::ranges::all_of(object_of(value), [&](const auto& member) {
             return member.first == kVersionKey || fields_.hides(path.child(member.first), actor_);
           });
  }

  // Also what fits there is asked of what was written, changed by it or not.
  void fitting(const Path& path, const Json& value) {
    if (refused_) return;
    if (Result<void> fits = fields_.fits(path, value); !fits)
      refused_ = Error(fits.error().code, proposed_.named(path) + " does not take this value", "",
                       std::move(fits.error().where));
  }

  // `row`: the one that spoke, where one spoke of the place itself.
  void refuse(std::string message, const FieldRow* row = nullptr) {
    if (refused_) return;
    refused_ = Error(Code::kAuthorityDenied, std::move(message),
                     row == nullptr
                         ? "change the places in it that may be read, one by one"
                         : "the field \"" + row->pattern.text() + "\" does not allow this actor to write");
    if (row == nullptr) return;
    refused_->where = row->where;
    refused_->where.rule = row->pattern.text();
  }

  const Proposed& proposed_;
  const FieldTable& fields_;
  const DescribedPatterns& described_;
  const Actor actor_;
  std::size_t gone_ = 0;  // elements that the command took out of arrays
  std::optional<Error> refused_;
};

}  // namespace

Result<void> judge_unseen(const Proposed& proposed, const FieldTable& fields) {
  return Unseen(proposed, fields).run();
}

}  // namespace gavel
