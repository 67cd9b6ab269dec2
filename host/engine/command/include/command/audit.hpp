// The audit: one permanent record for each command, enough to undo and redo the command from the record
// alone.
//
// A record is {opId, time, actor, action, key, before, after, options, status, code, reason, tags, batch,
// cause, turn, changes}, in that order; what is not known or not there is left out. `key` is the place in its
// text form, `before` and `after` what stood there (left out, with `omitted: true`, where they would be
// large). `changes` lists every place that changed in either tree, each as {tree?, path, before?, after?}:
// containers that came or went are one row. Key order is not part of a record: undoing from it gives a
// document that is equal, with members that were put back at the end of their objects.
//
// It is made as the text that is kept, on one line: nobody but people and tests reads it again.
#pragma once

#include <string>
#include <vector>

#include "base/clock.hpp"
#include "command/kernel.hpp"
#include "command/proposal.hpp"
#include "state/document.hpp"

namespace gavel {

struct AuditFrame {
  std::string op_id;
  std::string turn;
  std::size_t batch = 0;  // the batch's number in the turn
  std::string cause;      // "command 3", "ttl"
};

// REQUIRES: called right after the command, before anything else changes.
std::string audit_command(const Document& document, Effects& effects, const Command& command,
                          const Outcome& outcome, const Context& context, const AuditFrame& frame);
// Of a proposal that was never run: it could not be read, its batch had failed, or its twin was run.
std::string audit_unrun(const Proposal& proposal, Actor actor, const Error& error, const Context& context,
                        const AuditFrame& frame, Status status = Status::kRejected);
// What stands behind an element that went, where it was set aside (Document::set_aside).
struct MovedUp {
  const Json* next = nullptr;  // what took its place; nullptr: nothing, or the document shows it
  std::size_t equals = 0;      // how many elements are equal to the one that went, from the next on
  const Json* last = nullptr;  // of these. Among equals it is always the last that went
};
std::string audit_expiry(const Document& document, Document::Savepoint from, const Expired& expired,
                         const Context& context, const AuditFrame& frame, const MovedUp& behind = {});
// Of elements that went together; `array` is where they stood.
std::string audit_expiries(const Document& document, Document::Savepoint from, const Path& array,
                           const Context& context, const AuditFrame& frame);

// Records as the text of an array; and as a tree, for whoever looks into them.
std::string audit_text(const std::vector<std::string>& records);
Json audit_json(const std::vector<std::string>& records);

}  // namespace gavel
