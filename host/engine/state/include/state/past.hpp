// Past: the document as it was at a savepoint, read through the journal without undoing anything. A path is
// resolved in what stood there then: by now the list may be gone, or a text stand in its place.
//
// INVARIANT: the document does not change while a Past of it is in use.
#pragma once

#include <memory>
#include <optional>

#include "state/document.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"

namespace gavel {

class BeforeView;

class Past {
 public:
  Past(const Document& document, Document::Savepoint from);
  ~Past();
  Past(const Past&) = delete;
  Past& operator=(const Past&) = delete;

  // Steps that it took to make, each about as long as any other.
  std::uint64_t steps() const;
  // As PathText::resolve says.
  Path resolve(const PathText& text, std::uint64_t& steps) const;
  // How many segments of a path are there, with no pair looked through.
  std::size_t reach(PathView path) const;
  // What stood at the place that `resolve` finds; nothing: nothing did.
  std::optional<Json> value(PathView path, const DescribedPatterns& described) const;

 private:
  std::unique_ptr<const BeforeView> view_;
};

}  // namespace gavel
