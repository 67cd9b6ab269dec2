#include "gavel/judge.hpp"

#include "turn/turn.hpp"

#include "verdict_impl.hpp"

namespace gavel::v1 {
namespace {

// Gives the Lua state back, and takes back what was done to the document where nobody said that it counts.
class Trying {
 public:
  Trying(core::Document& document, const core::Ruleset* rules) : document_(document), rules_(rules) {}
  ~Trying() {
    if (!kept_) document_.rollback(core::Document::Savepoint{});
    document_.forget();
    if (sandbox_ != nullptr) rules_->pool().give_back(std::move(sandbox_));
  }
  Trying(const Trying&) = delete;
  Trying& operator=(const Trying&) = delete;

  core::Result<void> take() {
    if (rules_ == nullptr) return {};
    core::Result<std::unique_ptr<core::Sandbox>> sandbox = rules_->pool().take();
    if (!sandbox) return sandbox.error();
    sandbox_ = std::move(*sandbox);
    return {};
  }
  core::Sandbox* sandbox() const { return sandbox_.get(); }
  void keep() { kept_ = true; }

 private:
  core::Document& document_;
  const core::Ruleset* rules_;
  std::unique_ptr<core::Sandbox> sandbox_;
  bool kept_ = false;
};

core::Result<core::TurnInput> input_of(const Judgement& given, const core::Ruleset* rules) {
  core::TurnInput input;
  input.parts =
      core::parts_of(given.user_text, given.text, static_cast<core::Actor>(given.actor), given.dialect);
  input.turn = given.turn;
  input.attempt = given.attempt;
  input.now = {given.now.ms};
  if (rules == nullptr) return input;
  input.seed = given.seed;
  core::Result<core::Json> settings = rules->settings(core::Json());
  if (!settings) return settings.error();
  input.settings = std::move(*settings);
  return input;
}
static_assert(static_cast<core::Actor>(Actor::kModel) == core::Actor::kModel &&
              static_cast<core::Actor>(Actor::kPlayer) == core::Actor::kPlayer &&
              static_cast<core::Actor>(Actor::kOperator) == core::Actor::kOperator);

Result<void> check(const Judgement& given) {
  if (given.actor < Actor::kModel || given.actor > Actor::kOperator)
    return wrong_call("the actor is none of kModel, kPlayer, kOperator");
  if (given.attempt == 0) return wrong_call("attempts are counted from 1");
  if (!core::is_valid_utf8(given.turn)) return wrong_call("the turn's id is not valid UTF-8");
  return check_dialect(given.dialect);
}

}  // namespace

core::Document& DocumentAccess::of(Document& document) {
  if (document.impl_ == nullptr) document.impl_ = std::make_unique<Document::Impl>();
  return document.impl_->document;
}

core::Result<core::Document> document_of(const core::Json& both, const core::Limits& limits) {
  const core::Json* data = core::member(both, "data");
  if (data == nullptr)
    return core::Error(core::Code::kTypeMismatch, "this is no document: it has no \"data\"",
                       "a document is {data, meta}; a plain state is its data");
  const core::Json* meta = core::member(both, "meta");
  return core::Document::load(*data, meta == nullptr ? core::Json() : *meta, limits);
}

Document::Document() noexcept = default;
Document::Document(Document&& other) noexcept = default;
Document& Document::operator=(Document&& other) noexcept = default;
Document::~Document() = default;

Result<Document> Document::of_state(const Json& data, const Limits& limits) noexcept {
  return guarded([&]() -> Result<Document> {
    core::Result<core::Document> loaded =
        core::Document::load(JsonAccess::given(data), core::Json(), LimitsAccess::of(limits));
    if (!loaded) return public_error(loaded.error());
    Document document;
    DocumentAccess::of(document) = std::move(*loaded);
    return document;
  });
}

Result<Document> Document::of_json(const Json& json, const Limits& limits) noexcept {
  return guarded([&]() -> Result<Document> {
    core::Result<core::Document> loaded = document_of(JsonAccess::given(json), LimitsAccess::of(limits));
    if (!loaded) return public_error(loaded.error());
    Document document;
    DocumentAccess::of(document) = std::move(*loaded);
    return document;
  });
}

Json Document::data() const {
  if (impl_ == nullptr) return JsonAccess::made(core::Json(core::Json::value_t::object));
  return JsonAccess::made(impl_->document.data());
}

Json Document::json() const {
  core::Json both(core::Json::value_t::object);
  const core::Json empty(core::Json::value_t::object);
  both["data"] = impl_ == nullptr ? empty : impl_->document.data();
  both["meta"] = impl_ == nullptr ? empty : impl_->document.meta();
  return JsonAccess::made(std::move(both));
}

Result<Verdict> judge(Document& document, const Judgement& given, const Ruleset* rules) noexcept {
  return guarded([&]() -> Result<Verdict> {
    if (Result<void> good = check(given); !good) return good.error();
    const core::Ruleset* ruleset = rules == nullptr ? nullptr : RulesetAccess::of(*rules).ruleset.get();
    core::Result<core::TurnInput> input = input_of(given, ruleset);
    if (!input) return public_error(input.error());
    Trying trying(DocumentAccess::of(document), ruleset);
    if (core::Result<void> taken = trying.take(); !taken) return public_error(taken.error());
    core::TurnRules by;
    by.ruleset = ruleset;
    by.sandbox = trying.sandbox();
    const core::Result<core::Verdict> verdict = core::run_turn(DocumentAccess::of(document), *input, by);
    if (!verdict) return public_error(verdict.error());
    Result<Verdict> told = Verdict::Impl::of(core::verdict_text(*verdict), core::verdict_json(*verdict));
    if (told) trying.keep();
    return told;
  });
}

}  // namespace gavel::v1
