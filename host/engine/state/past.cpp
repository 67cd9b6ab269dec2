#include "state/past.hpp"

#include "before_view.hpp"
#include "trees.hpp"

namespace gavel {

Past::Past(const Document& document, Document::Savepoint from)
    : view_(std::make_unique<BeforeView>(document, from, Tree::kData)) {}

Past::~Past() = default;

std::uint64_t Past::steps() const { return view_->steps(); }

Path Past::resolve(const PathText& text, std::uint64_t& steps) const {
  return text.resolve_past(*view_, steps);
}

std::size_t Past::reach(PathView path) const {
  const PastTree tree{*view_};
  BeforeView::Ref node = view_->root();
  std::size_t reached = 0;
  Place place;
  for (const Segment segment : path) {
    node = step_down(tree, node, segment, place);
    if (node.missing()) break;
    ++reached;
  }
  return reached;
}

std::optional<Json> Past::value(PathView path, const DescribedPatterns& described) const {
  Place place;
  const BeforeView::Ref found = find_place(PastTree{*view_}, view_->root(), path, described, place);
  if (found.missing()) return std::nullopt;
  return view_->whole(found);
}

}  // namespace gavel
