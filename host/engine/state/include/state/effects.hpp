// Effects: what the changes since a savepoint come to, place by place: the document before against the
// document now, however it was written. Three writes to one leaf are one effect, and a write that was taken
// back is none.
//
// Nothing is computed until somebody asks. Then the journal is read backwards into a view of the document as
// it was, which shares everything that did not change; only what changed is compared.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "state/document.hpp"
#include "state/json.hpp"
#include "state/path.hpp"
#include "state/pattern.hpp"

namespace gavel {

// Arrays are compared by content: an element that only moved up or down because others came or went is no
// effect. An element's index is the one at which the effect applies when effects are made one after the
// other: without `before`, it is inserted there; without `after`, it is taken out and the gap closes.
//
// One place that appeared, went, or changed (a number that is written as 5.0 instead of 5 has, too). Pointers
// live until the document or its journal changes next.
//
// A container is an effect of its own only where it is no container of the same kind on the other side: it
// appeared (`implied`, unless it is empty or replaced something: its contents tell of it), or went. Its
// contents are effects of their own: after it when they appear, before it when they go. Of a container that
// went, `before` tells the kind; what it held is told by its contents' effects.
struct Effect {
  PathView path;
  const Json* before = nullptr;  // nullptr: nothing stood there
  const Json* after = nullptr;   // nullptr: nothing stands there
  bool implied = false;
  bool inside = false;  // part of a container that came or went, which is an effect of its own
};

struct EffectOptions {
  Tree tree = Tree::kData;
  // Where such a place holds [value, "text"] on both sides or on one, the place stands for its value.
  const std::vector<Pattern>* described = nullptr;
  // Arrays whose elements somebody tells apart by their index: there, what stands at an index is what counts,
  // and an element that moved up or down changed two places.
  const std::vector<Pattern>* numbered = nullptr;
  // Containers that appear or go are one effect, with all that they hold.
  bool whole = false;
  // Where the steps that looking takes are added; nullptr: nobody counts them.
  std::uint64_t* steps = nullptr;
};

// Returns false to stop.
using EffectVisitor = std::function<bool(const Effect&)>;

// Visits every effect of the changes since `from`. The order depends on the effects alone, never on how they
// were written: members by their keys' bytes, elements by index, elements that went from the last to the
// first.
void visit_effects(const Document& document, Document::Savepoint from, const EffectOptions& options,
                   const EffectVisitor& visit);

// The effects of one write, for all who ask about it. They are found when somebody first asks, and again only
// where the document has changed since.
class Effects {
 public:
  // The patterns are those of EffectOptions. REQUIRES: all of them outlive it; whoever holds an answer does
  // not change the document.
  Effects(const Document& document, Document::Savepoint from, const std::vector<Pattern>& described,
          const std::vector<Pattern>& numbered)
      : document_(document), from_(from), described_(described), numbered_(numbered) {}
  Effects(const Effects&) = delete;
  Effects& operator=(const Effects&) = delete;

  Document::Savepoint from() const { return from_; }
  // As guards, rules and budgets judge them: with both patterns.
  std::span<const Effect> judged() { return list(Form::kJudged).all; }
  // As people and models are shown them: described places by their values.
  std::span<const Effect> shown() { return list(Form::kShown).all; }
  // Place by place, as the document holds them.
  std::span<const Effect> stored() { return list(Form::kStored).all; }
  // The same, where containers that came or went are one effect with all that they hold.
  void visit_whole(const EffectVisitor& visit);

 private:
  // A later form tells no less than those before it.
  enum class Form { kStored, kShown, kJudged };
  struct List {
    bool found = false;
    std::vector<Effect> all;
    std::string paths;       // of all of them, which lie in it
    bool described = false;  // whether the patterns made a difference
    bool numbered = false;
    bool put_together = false;  // some container that went had been written to before it did
  };
  const List* known(Form form);
  const List& list(Form form);
  void find(List& list, const EffectOptions& options) const;

  const Document& document_;
  const Document::Savepoint from_;
  const std::vector<Pattern>& described_;
  const std::vector<Pattern>& numbered_;
  std::array<List, 3> lists_;  // by form
  std::uint64_t generation_ = 0;
};

// A node of the document as it was at a savepoint, without undoing anything: `present` tells whether there
// was one. Adds the steps that looking takes.
Json before_at(const Document& document, Document::Savepoint from, PathView path, bool& present,
               std::uint64_t* steps = nullptr);

}  // namespace gavel
