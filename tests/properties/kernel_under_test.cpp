#include "kernel_under_test.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "../unit/support/audit_replay.hpp"
#include "command/audit.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "turn/turn.hpp"

namespace gavel::testing {
namespace {

Document load(const Json& data, const Json& meta) {
  Result<Document> document = Document::load(data, meta, Limits());
  if (!document) {
    std::fprintf(stderr, "the document does not load: %s\n", document.error().message.c_str());
    std::abort();
  }
  return std::move(*document);
}

std::string canonical_of(const Document& document) {
  return canonical(document.data()) + canonical(document.meta());
}

void require(bool holds, const char* what, const Json& audit) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%s\n%s\n", to_text(audit, 1).c_str(), what,
               "(the records of the batch stand above)");
  std::abort();
}

// The audit alone must be enough to go forward from before the batch, and back again.
void check_records(const Json& data, const Json& meta, const Document& after, const Json& audit) {
  Document replay = load(data, meta);
  const std::string before = canonical_of(replay);
  for (const Json& record : audit)
    require(redo_record(replay, record, Limits()).ok(), "a record cannot be redone", audit);
  if (canonical_of(replay) != canonical_of(after))
    std::fprintf(stderr, "%s\n%s\n", canonical_of(replay).c_str(), canonical_of(after).c_str());
  require(canonical_of(replay) == canonical_of(after), "redoing the records gives another document", audit);
  replay.check_invariants();
  for (auto record = audit.rbegin(); record != audit.rend(); ++record) {
    require(undo_record(replay, *record, Limits()).ok(), "a record cannot be undone", audit);
  }
  // Counters and empty lists that a first use made stay out of sight: everything is in the records.
  require(canonical_of(replay) == before, "undoing the records gives another document", audit);
}

}  // namespace

struct KernelUnderTest::State {
  Document document;
  Document::Undone undone;
  unsigned batches = 0;
};

KernelUnderTest::KernelUnderTest(const std::string& data_json) : state_(new State) {
  Result<Json> data = read_json(data_json, Limits());
  state_->document = load(*data, Json(Json::value_t::object));
}

KernelUnderTest::~KernelUnderTest() = default;

std::string KernelUnderTest::apply(const std::string& commands_json, const std::string& actor,
                                   std::int64_t now_ms) {
  Document& document = state_->document;
  document.forget();
  const bool check = state_->batches++ % 4 == 0;
  const Json data = check ? document.data() : Json();
  const Json meta = check ? document.meta() : Json();
  TurnInput input;
  input.parts.back().dialect = "ir";
  input.parts.back().text = commands_json;
  input.parts.back().role = actor_of(actor).value();
  input.now = Time{now_ms};
  Result<Verdict> verdict = run_turn(document, input);
  if (!verdict) {
    std::fprintf(stderr, "the batch was not judged: %s\n", verdict.error().message.c_str());
    std::abort();
  }
  if (check) check_records(data, meta, document, audit_json(verdict->audit));
  Json answer(Json::value_t::object);
  answer["commands"] = verdict_json(*verdict)["commands"];
  return to_text(answer);
}

std::string KernelUnderTest::text() const {
  return to_text(state_->document.data()) + to_text(state_->document.meta());
}
std::string KernelUnderTest::canonical() const { return canonical_of(state_->document); }
std::string KernelUnderTest::data() const { return to_text(state_->document.data()); }
void KernelUnderTest::undo() { state_->undone = state_->document.undo({}); }
void KernelUnderTest::redo() { state_->document.redo(std::exchange(state_->undone, {})); }

}  // namespace gavel::testing
