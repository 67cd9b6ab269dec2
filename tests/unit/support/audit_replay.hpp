// Undoing and redoing a command from its audit record alone: what a record promises to be enough for.
#pragma once

#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/document.hpp"

namespace gavel::testing {

// REQUIRES: the document is as it was right after / right before the record's command.
Result<void> undo_record(Document& document, const Json& record, const Limits& limits);
Result<void> redo_record(Document& document, const Json& record, const Limits& limits);

}  // namespace gavel::testing
