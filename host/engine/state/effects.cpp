// The comparison runs over a stack of tasks, not over the call stack: values are as deep as their authors
// made them. Tasks of one container are pushed in reverse, so that they come off in document order.

#include "state/effects.hpp"

#include <algorithm>
#include <map>

#include "state/resolve.hpp"

#include "array_diff.hpp"
#include "before_view.hpp"

namespace gavel {
namespace {

using Ref = BeforeView::Ref;

constexpr std::uint64_t kTaskSteps = 16;

bool same_kind(const Json* before, const Json* after) {
  return before != nullptr && after != nullptr && before->type() == after->type() && is_container(*before);
}

class Comparison {
 public:
  // `unchanged`: of elements that were written to, whether they came out as they were. Shared by nested
  // comparisons.
  Comparison(const BeforeView& view, const Json& root, const EffectOptions& options,
             const EffectVisitor& visit, std::map<int, bool>& unchanged)
      : view_(view), root_(root), options_(options), visit_(visit), unchanged_(unchanged) {}

  void run() { run_from(view_.root()); }

  // What the patterns and the journal made of it: see Effects.
  bool met_described() const { return met_described_; }
  bool met_numbered() const { return met_numbered_; }
  bool put_together() const { return put_together_; }

  void run_from(Ref before) {
    if (!compare(before, &root_)) return;
    while (!stack_.empty()) {
      count(kTaskSteps);
      const Task task = stack_.back();
      stack_.pop_back();
      path_.truncate(task.parent_bytes);
      path_.push(task.segment);
      segment_ = task.segment;
      inside_ = task.inside;
      const bool go_on = task.kind == Task::Kind::kGone ? tell(told(task.before), task.after)
                                                        : compare(task.before, task.after);
      if (!go_on) return;
    }
  }

 private:
  void count(std::uint64_t steps) const {
    if (options_.steps != nullptr) *options_.steps += steps;
  }

  struct Task {
    Ref before;
    const Json* after;
    std::size_t parent_bytes;
    Segment segment;
    enum class Kind { kCompare, kGone } kind;  // kGone: the contents are told, now the container itself
    bool inside = false;
  };

  // A node to show as what stood there. Of an expanded one only the kind is sure: its contents have effects
  // of their own.
  const Json* told(Ref ref) const {
    static const Json kObject(Json::value_t::object);
    static const Json kArray(Json::value_t::array);
    if (ref.expanded < 0) return ref.plain;
    return view_.node(ref.expanded).base->is_array() ? &kArray : &kObject;
  }

  bool tell(const Json* before, const Json* after, bool implied = false) {
    return visit_({path_.view(), before, after, implied, inside_});
  }

  bool compare(Ref before, const Json* after) {
    if (before.expanded < 0 && before.plain == after) return true;  // the very same node
    if (options_.described != nullptr) look_through(before, after);
    const Json* old = told(before);
    if (old == nullptr && after == nullptr) return true;
    if (same_kind(old, after)) {
      push_children(before, after);
      return true;
    }
    const bool contents_before = old != nullptr && is_container(*old) && has_children(before);
    const bool contents_after = after != nullptr && is_container(*after) && !after->empty();
    if (!contents_before && !contents_after) {
      const bool changed = old == nullptr || after == nullptr || !identical(*old, *after);
      return !changed || tell(old, after);
    }
    if (options_.whole) return tell_whole(before, after);
    return tell_contents(before, after, contents_before, contents_after);
  }

  bool has_children(Ref ref) const {
    if (ref.expanded < 0) return !ref.plain->empty();
    const BeforeView::Node& node = view_.node(ref.expanded);
    if (node.base->is_array()) return node.size > 0;
    bool any = std::any_of(node.named.begin(), node.named.end(),
                           [&](std::string_view key) { return !node.members.at(key).missing(); });
    for (const auto& [key, value] : object_of(*node.base)) any = any || !node.members.contains(key);
    return any;
  }

  // One side is a container with contents, the other something else or nothing.
  bool tell_contents(Ref before, const Json* after, bool contents_before, bool contents_after) {
    const std::size_t bytes = path_.bytes().size();
    const Json* old = told(before);
    if (contents_before) {
      // Contents go first, then the container; what comes instead follows it.
      if (contents_after) push_contents({}, after, bytes);
      put_together_ = put_together_ || before.expanded >= 0;
      const std::size_t parent_bytes = path_.view().parent().bytes().size();  // the root never goes
      stack_.push_back({before, after, parent_bytes, segment_, Task::Kind::kGone, inside_});
      push_contents(before, nullptr, bytes);
      return true;
    }
    if (!tell(old, after, old == nullptr)) return false;
    push_contents({}, after, bytes);
    return true;
  }

  bool tell_whole(Ref before, const Json* after) {
    if (before.expanded < 0) return tell(before.plain, after);
    const Json old = view_.whole(before);
    return tell(&old, after);
  }

  // Puts the tasks from `mark` on in the order in which they are to come off the stack: the first one last.
  void arrange(std::size_t mark, bool by_key) {
    const auto first = stack_.begin() + static_cast<std::ptrdiff_t>(mark);
    count(stack_.size() - mark);
    if (by_key) {
      std::sort(first, stack_.end(),
                [](const Task& a, const Task& b) { return b.segment.key < a.segment.key; });
    } else {
      std::reverse(first, stack_.end());
    }
  }

  // A container that wholly came or went: every child against nothing. An array's elements go from the last.
  void push_contents(Ref before, const Json* after, std::size_t bytes) {
    const std::size_t mark = stack_.size();
    const bool gone_array = !before.missing() && view_.kind(before)->is_array();
    view_.for_each_child(before, [&](const Segment& segment, Ref child) {
      stack_.push_back({child, nullptr, bytes, segment, Task::Kind::kCompare, true});
    });
    if (after != nullptr) {
      view_.for_each_child(Ref{after}, [&](const Segment& segment, Ref child) {
        stack_.push_back({Ref{}, child.plain, bytes, segment, Task::Kind::kCompare, true});
      });
    }
    const bool object = before.missing() ? after->is_object() : view_.kind(before)->is_object();
    if (!gone_array) {
      arrange(mark, object);
    } else {
      count(stack_.size() - mark);
    }
  }

  // Two containers of one kind: only what differs is looked at.
  void push_children(Ref before, const Json* after) {
    const std::size_t bytes = path_.bytes().size();
    const std::size_t mark = stack_.size();
    if (after->is_array()) {
      push_elements(before, array_of(*after), bytes);
    } else if (before.expanded >= 0 && view_.node(before.expanded).base == after) {
      const BeforeView::Node& node = view_.node(before.expanded);
      for (std::size_t i = node.named.size(); i-- > 0;) {
        const std::string_view key = node.named[i];
        stack_.push_back(
            {node.members.at(key), member(*after, key), bytes, Segment{key, 0, false}, Task::Kind::kCompare});
      }
    } else {
      view_.for_each_child(before, [&](const Segment& segment, Ref child) {
        stack_.push_back({child, member(*after, segment.key), bytes, segment, Task::Kind::kCompare});
      });
      for (const auto& [key, value] : object_of(*after)) {
        const Segment segment{key, 0, false};
        if (view_.child(before, segment).missing())
          stack_.push_back({Ref{}, &value, bytes, segment, Task::Kind::kCompare});
      }
    }
    arrange(mark, after->is_object());
  }

  bool same_element(Ref before, const Json& after) const {
    count(2);
    if (options_.steps != nullptr && before.plain != &after && is_container(after))
      count(weight_of(after) / 16);
    if (before.expanded < 0) return before.plain == &after || identical(*before.plain, after);
    if (view_.node(before.expanded).base != &after) return identical(view_.whole(before), after);
    // The same element, written to: what was written tells, and is asked only once.
    const auto [known, fresh] = unchanged_.try_emplace(before.expanded, true);
    if (fresh) {
      const EffectVisitor stop = [&same = known->second](const Effect&) { return same = false; };
      EffectOptions options;
      options.steps = options_.steps;
      Comparison(view_, after, options, stop, unchanged_).run_from(before);
    }
    return known->second;
  }

  // The elements of `before` between an equal beginning and an equal end. Both are cut as long as can be,
  // whether or not the elements are the very same nodes, so that the rest depends on the values alone.
  struct Middle {
    std::vector<BeforeView::Piece> pieces;
    std::vector<Ref> before;
    std::size_t begin;      // index of the first on both sides
    std::size_t after_end;  // index behind the last in `after`
  };

  static Ref front_of(const BeforeView::Piece& piece, std::size_t i) {
    return piece.expanded >= 0 ? Ref{nullptr, piece.expanded} : Ref{piece.first + i};
  }

  void cut_beginning(Middle& middle, const JsonArray& after) const {
    std::size_t done = 0;  // pieces that are used up
    for (; done < middle.pieces.size(); ++done) {
      BeforeView::Piece& piece = middle.pieces[done];
      std::size_t same = 0;
      const std::size_t most = std::min(piece.count, middle.after_end - middle.begin);
      if (piece.expanded < 0 && piece.first == after.data() + middle.begin) same = most;  // never moved
      while (same < most && same_element(front_of(piece, same), after[middle.begin + same])) ++same;
      middle.begin += same;
      if (same == piece.count) continue;
      if (piece.expanded < 0) piece.first += same;
      piece.count -= same;
      break;
    }
    middle.pieces.erase(middle.pieces.begin(), middle.pieces.begin() + static_cast<std::ptrdiff_t>(done));
  }

  void cut_end(Middle& middle, const JsonArray& after) const {
    while (!middle.pieces.empty()) {
      BeforeView::Piece& piece = middle.pieces.back();
      std::size_t same = 0;
      const std::size_t most = std::min(piece.count, middle.after_end - middle.begin);
      const bool moved_along =
          piece.expanded < 0 && piece.first + piece.count == after.data() + middle.after_end;
      if (moved_along) same = most;
      while (same < most &&
             same_element(front_of(piece, piece.count - 1 - same), after[middle.after_end - 1 - same]))
        ++same;
      middle.after_end -= same;
      piece.count -= same;
      if (piece.count > 0) return;
      middle.pieces.pop_back();
    }
  }

  std::vector<BeforeView::Piece> pieces_of(Ref array) const {
    if (array.expanded >= 0) return view_.node(array.expanded).pieces;
    if (array.plain->empty()) return {};
    return {{array_of(*array.plain).data(), array.plain->size()}};
  }

  Middle middle_of(Ref before, const JsonArray& after) const {
    Middle middle{pieces_of(before), {}, 0, after.size()};
    cut_beginning(middle, after);
    cut_end(middle, after);
    for (const BeforeView::Piece& piece : middle.pieces) {
      for (std::size_t k = 0; k < piece.count; ++k) middle.before.push_back(front_of(piece, k));
    }
    count(middle.pieces.size() + middle.before.size());
    return middle;
  }

  // Index by index; what is gone goes from the last. Runs that never moved are the very same nodes.
  void push_numbered(Ref before, const JsonArray& after, std::size_t bytes) {
    std::vector<Task> gone;
    std::size_t i = 0;
    for (const BeforeView::Piece& piece : pieces_of(before)) {
      count(1);
      const bool never_moved = piece.expanded < 0 && piece.first == after.data() + i;
      const std::size_t end = i + piece.count;
      for (std::size_t k = never_moved ? std::min(piece.count, after.size() - i) : 0; k < piece.count; ++k) {
        const Segment segment{{}, i + k, true};
        if (segment.index < after.size()) {
          stack_.push_back({front_of(piece, k), &after[segment.index], bytes, segment, Task::Kind::kCompare});
        } else {
          gone.push_back({front_of(piece, k), nullptr, bytes, segment, Task::Kind::kCompare});
        }
      }
      i = end;
    }
    for (; i < after.size(); ++i)
      stack_.push_back({Ref{}, &after[i], bytes, Segment{{}, i, true}, Task::Kind::kCompare});
    stack_.insert(stack_.end(), gone.rbegin(), gone.rend());
  }

  bool is_numbered() const {
    return options_.numbered != nullptr &&
           std::any_of(options_.numbered->begin(), options_.numbered->end(),
                       [this](const Pattern& pattern) { return pattern.matches(path_); });
  }

  void push_elements(Ref before, const JsonArray& after, std::size_t bytes) {
    if (is_numbered()) {
      met_numbered_ = true;
      return push_numbered(before, after, bytes);
    }
    const Middle middle = middle_of(before, after);
    const std::size_t offset = middle.begin;
    const auto same = [&](std::size_t i, std::size_t j) {
      return same_element(middle.before[i], after[offset + j]);
    };
    for (const ArrayEdit& edit : diff_arrays(middle.before.size(), middle.after_end - offset, same)) {
      const Ref old = edit.kind == ArrayEdit::Kind::kInsert ? Ref{} : middle.before[edit.before];
      const Json* now = edit.kind == ArrayEdit::Kind::kRemove ? nullptr : &after[offset + edit.after];
      stack_.push_back({old, now, bytes, Segment{{}, offset + edit.at, true}, Task::Kind::kCompare});
    }
  }

  bool is_described(Ref ref) const { return !ref.missing() && view_.is_pair(ref); }

  // A described place stands for its value, on the sides where it is one. The description is the author's: a
  // change of it alone is told as a change of element 1.
  void look_through(Ref& before, const Json*& after) {
    const bool old_pair = is_described(before);
    const bool new_pair = after != nullptr && is_pair(*after);
    if ((!old_pair && !new_pair) || path_.empty()) return;
    const auto& patterns = *options_.described;
    if (std::none_of(patterns.begin(), patterns.end(), [this](const Pattern& p) { return p.covers(path_); }))
      return;
    met_described_ = true;
    if (old_pair && new_pair) {
      const Ref text = view_.child(before, Segment{{}, 1, true});
      const Json* now = &array_of(*after)[1];
      if (text.plain != now)
        stack_.push_back({text, now, path_.bytes().size(), Segment{{}, 1, true}, Task::Kind::kCompare});
    }
    if (old_pair) before = view_.child(before, Segment{{}, 0, true});
    if (new_pair) after = &array_of(*after)[0];
  }

  const BeforeView& view_;
  const Json& root_;
  const EffectOptions& options_;
  const EffectVisitor& visit_;
  std::map<int, bool>& unchanged_;
  std::vector<Task> stack_;
  Path path_;
  Segment segment_;  // the last of path_, by bytes that do not change
  bool inside_ = false;
  bool met_described_ = false;
  bool met_numbered_ = false;
  bool put_together_ = false;
};

// The common case, without a view: one leaf was written over, once; `leaf` stays empty where it came out the
// same. Of a described pair the leaf would be an element.
bool single_leaf(const Document& document, std::size_t first, const EffectOptions& options, Effect& leaf) {
  const Journal& journal = document.journal();
  if (journal.size() != first + 1) return false;
  const JournalEntry& entry = journal[first];
  const bool in_object = entry.kind == JournalEntry::Kind::kMember;
  if (!in_object && entry.kind != JournalEntry::Kind::kElement) return false;
  const Json& after = in_object ? entry.object->item(entry.slot).second : (*entry.array)[entry.slot];
  if (is_container(entry.value) || is_container(after)) return false;
  const PathView path = journal.path(entry);
  const bool in_array =
      std::any_of(path.begin(), path.end(), [](const Segment& one) { return one.is_index; });
  // Who counts the steps counts them whether or not they can be spared.
  if (options.described != nullptr && (in_array || options.steps != nullptr)) return false;
  if (entry.tree == options.tree && !identical(entry.value, after)) leaf = {path, &entry.value, &after};
  return true;
}

}  // namespace

void visit_effects(const Document& document, Document::Savepoint from, const EffectOptions& options,
                   const EffectVisitor& visit) {
  if (!document.changed_since(from)) return;
  if (Effect leaf; single_leaf(document, from.entries, options, leaf)) {
    if (leaf.before != nullptr) visit(leaf);
    return;
  }
  const BeforeView view(document, from, options.tree);
  if (options.steps != nullptr) *options.steps += view.steps();
  std::map<int, bool> unchanged;
  Comparison(view, document.root(options.tree), options, visit, unchanged).run();
}

// The list of a form that says all that this one does; nullptr: there is none yet.
const Effects::List* Effects::known(Form form) {
  if (generation_ != document_.generation()) {
    for (List& list : lists_) list = List();
    generation_ = document_.generation();
  }
  for (const Form other : {Form::kJudged, Form::kShown, Form::kStored}) {
    const List& list = lists_[static_cast<std::size_t>(other)];
    const bool same =
        other == form || (other > form && !list.numbered && (form != Form::kStored || !list.described));
    if (list.found && same) return &list;
  }
  return nullptr;
}

const Effects::List& Effects::list(Form form) {
  // Without patterns, the forms are one.
  if (form == Form::kJudged && numbered_.empty()) form = Form::kShown;
  if (form == Form::kShown && described_.empty()) form = Form::kStored;
  if (const List* list = known(form)) return *list;
  EffectOptions options;
  if (form != Form::kStored && !described_.empty()) options.described = &described_;
  if (form == Form::kJudged) options.numbered = &numbered_;
  List& list = lists_[static_cast<std::size_t>(form)];
  find(list, options);
  return list;
}

void Effects::find(List& list, const EffectOptions& options) const {
  list.found = true;
  if (!document_.changed_since(from_)) return;
  if (Effect leaf; single_leaf(document_, from_.entries, options, leaf)) {
    if (leaf.before != nullptr) list.all.push_back(leaf);
    return;
  }
  std::vector<std::size_t> ends;  // of the paths
  const EffectVisitor keep = [&](const Effect& effect) {
    list.all.push_back(effect);
    list.paths.append(effect.path.bytes());
    ends.push_back(list.paths.size());
    return true;
  };
  const BeforeView view(document_, from_, options.tree);
  std::map<int, bool> unchanged;
  Comparison comparison(view, document_.root(options.tree), options, keep, unchanged);
  comparison.run();
  list.described = comparison.met_described();
  list.numbered = comparison.met_numbered();
  list.put_together = comparison.put_together();
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ends.size(); begin = ends[i++])
    list.all[i].path = PathView(std::string_view(list.paths).substr(begin, ends[i] - begin));
}

void Effects::visit_whole(const EffectVisitor& visit) {
  const List* found = known(Form::kStored);
  if (found == nullptr || found->put_together) {
    EffectOptions options;
    options.whole = true;
    return visit_effects(document_, from_, options, visit);
  }
  for (const Effect& effect : found->all)
    if (!effect.inside && !visit(effect)) return;
}

Json before_at(const Document& document, Document::Savepoint from, PathView path, bool& present,
               std::uint64_t* steps) {
  const Journal& journal = document.journal();
  if (journal.size() ==
      from.entries + 1) {  // the common case, without a view: the place itself was written over
    const JournalEntry& entry = journal[from.entries];
    const bool over = entry.kind == JournalEntry::Kind::kMember || entry.kind == JournalEntry::Kind::kElement;
    present = over && entry.tree == Tree::kData && journal.path(entry) == path;
    if (present) return entry.value;
  }
  const BeforeView view(document, from, Tree::kData);
  if (steps != nullptr) *steps += view.steps();
  Ref ref = view.root();
  for (const Segment segment : path) ref = view.child(ref, segment);
  present = !ref.missing();
  return view.whole(ref);
}

}  // namespace gavel
