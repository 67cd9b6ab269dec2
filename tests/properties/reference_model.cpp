#include "reference_model.hpp"

#include <cmath>

#include "reference_command.hpp"

namespace gavel::reference {

void reject(const char* code) { throw Refusal{"rejected", code}; }
void skip(const char* code) { throw Refusal{"skipped", code}; }
void duplicate() { throw Refusal{"duplicate", "precondition.unique"}; }

const Json* Command::option(const char* name) const {
  const auto found = options.find(name);
  return found == options.end() ? nullptr : &*found;
}

bool Command::flag(const char* name) const {
  const Json* given = option(name);
  return given != nullptr && given->get<bool>();
}

void missing_target(const Run& run) {
  const bool mismatch = kBlockedWriterIsMismatch && blocked(run.state.root, run.command.path);
  reject(mismatch ? "type.mismatch" : "path.unknown");
}

void missing_source(const Command& command) {
  if (command.flag("allowMissing")) skip("path.unknown");
  reject("path.unknown");
}

namespace {

// Step 2.
void check_path(const Path& path) {
  for (const Segment& segment : path) {
    const std::string text = segment.text();
    if (text == "__proto__" || text == "prototype" || text == "constructor") reject("path.forbidden");
  }
  for (const Segment& segment : path) {
    if (segment.text().empty()) reject("path.invalid");
  }
}

// Step 3: whether the value names a `__version` that is not the one standing at that place.
bool writes_version(const Json& value, const Node* standing) {
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      const Node* place =
          standing != nullptr && standing->is_array() ? child(*standing, index_segment(i)) : nullptr;
      if (writes_version(value[i], place)) return true;
    }
  }
  if (!value.is_object()) return false;
  for (const auto& [key, item] : value.items()) {
    const Node* place = standing != nullptr && standing->is_object() ? standing->member(key) : nullptr;
    if (key == "__version" && (place == nullptr || !equal(json_from_node(*place), item))) return true;
    if (writes_version(item, place)) return true;
  }
  return false;
}

void check_authority(const Command& command, const Node* target) {
  for (const Path* path : {&command.path, &command.from}) {
    for (const Segment& segment : *path) {
      if (segment.text() == "__version") reject("authority.denied");
    }
  }
  if (command.bin) {
    for (const Segment& segment : *command.bin) {
      if (segment.text() == "__version") reject("authority.denied");
    }
  }
  const bool has_places = command.verb == "set" || command.verb == "merge" || command.verb == "ensure";
  if (command.value && writes_version(*command.value, has_places ? target : nullptr))
    reject("authority.denied");
}

bool carries_version(const Json& value) {
  return is_integer(value) && wide(value) >= 0 && wide(value) < static_cast<Wide>(UINT64_MAX);
}

// Along `path`, the nearest object that satisfies `carries`; with its depth.
template <typename Carries>
std::pair<Node*, std::size_t> nearest(Node& root, const Path& path, Carries carries) {
  std::pair<Node*, std::size_t> found{nullptr, 0};
  Node* node = &root;
  for (std::size_t depth = 0; node != nullptr; ++depth) {
    const Node* version = node->is_object() ? node->member("__version") : nullptr;
    if (version != nullptr && version->kind == Node::Kind::kScalar && carries(version->scalar))
      found = {node, depth};
    if (depth == path.size()) break;
    node = child(*node, path[depth]);
  }
  return found;
}

bool old_agrees(const Node* target, const Json& old, bool named_only) {
  if (target == nullptr) return old.is_null();
  if (!named_only || !target->is_object() || !old.is_object()) return equal(json_from_node(*target), old);
  for (const auto& [key, item] : old.items()) {
    if (!old_agrees(target->member(key), item, true)) return false;
  }
  return true;
}

// Step 5.
void check_conditions(State& state, const Command& command, const Node* target) {
  if (command.flag("ifMissing") && target != nullptr) skip("precondition.exists");
  if (command.flag("ifExists") && target == nullptr) skip("path.unknown");
  if (const Json* wanted = command.option("ifEquals")) {
    if (target == nullptr || !equal(json_from_node(*target), *wanted)) reject("precondition.equals");
  }
  if (const Json* wanted = command.option("ifVersion")) {
    const Node* holder = nearest(state.root, command.path, carries_version).first;
    const Json version = holder != nullptr ? json_from_node(*holder->member("__version")) : Json(0);
    if (!equal(version, *wanted)) reject("precondition.version");
  }
  if (!command.expect_old || command.old_only_warns) return;
  const Json* strategy = command.option("mergeStrategy");
  const bool named_only =
      command.verb == "merge" || (command.verb == "set" && strategy != nullptr && *strategy != "replace");
  if (!old_agrees(target, *command.expect_old, named_only)) reject("precondition.old");
}

// allowMissing where it speaks of T.
void check_allow_missing(const Command& command, const Node* target) {
  const std::string& verb = command.verb;
  const Json* allow = command.option("allowMissing");
  if (target != nullptr || allow == nullptr || verb == "move" || verb == "copy" || verb == "restore") return;
  if (command.path.empty()) return;
  if (!allow->get<bool>()) reject("path.unknown");
  if (verb != "set" && verb != "ensure" && verb != "insert" && verb != "push") skip("path.unknown");
}

Effect run_verb(Run& run) {
  const std::string& verb = run.command.verb;
  if (verb == "call") reject("tool.unknown");
  check_allow_missing(run.command, run.target);
  if (verb == "set" || verb == "merge") return run_set(run);
  if (verb == "ensure") return run_ensure(run);
  if (verb == "add" || verb == "mul" || verb == "div") return run_arithmetic(run);
  if (verb == "insert") return run_insert(run);
  if (verb == "push") return run_push(run);
  if (verb == "pop") return run_pop(run);
  if (verb == "pull") return run_pull(run);
  if (verb == "splice") return run_splice(run);
  if (verb == "delete") return run_delete(run);
  if (verb == "restore") return run_restore(run);
  if (verb == "move" || verb == "copy") return run_move(run);
  return run_read(run);
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (!value.is_number()) return false;
  return type == "number" || is_integer(value) || value.get<double>() == std::floor(value.get<double>());
}

std::size_t length_of(const Json& value) {
  if (!value.is_string()) return value.size();
  std::size_t count = 0;
  for (const char c : value.get<std::string>())
    count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U;
  return count;
}

bool holds(const Json& value, const std::string& member, const Json& wanted) {
  if (member == "exists") return wanted.get<bool>();
  if (member == "equals") return equal(value, wanted);
  if (member == "type") return has_type(value, wanted.get<std::string>());
  if (member == "min") return value.is_number() && compare_numbers(value, wanted) >= 0;
  if (member == "max") return value.is_number() && compare_numbers(value, wanted) <= 0;
  if (member != "length") return true;  // unknown: a warning
  const bool measurable = value.is_object() || value.is_array() || value.is_string();
  return measurable && static_cast<Wide>(length_of(value)) == wide(wanted);
}

// Step 8.
void check_expectation(const State& state, const Command& command, const Path& place) {
  const Json* expect = command.option("expect");
  if (expect == nullptr) return;
  const Node* node = find(state.root, place);
  for (const auto& [member, wanted] : expect->items()) {
    const bool known = member == "exists" || member == "equals" || member == "type" || member == "min" ||
                       member == "max" || member == "length";
    const bool missing_holds = !known || (member == "exists" && !wanted.get<bool>());
    if (node == nullptr ? !missing_holds : !holds(json_from_node(*node), member, wanted))
      reject("expect.failed");
  }
}

// Step 7, protection: what was protected stands where it stood, and nothing that expires is or holds such a
// node.
void check_protection(const State& state, const Node& before, const Command& command, const Effect& effect) {
  const bool clears =
      command.verb == "delete" && command.flag("all");  // spares what is protected by its meaning
  if (!clears && !protected_stand(before, &state.root)) reject("protected");
  if (command.option("ttl") == nullptr && command.option("expiresAt") == nullptr) return;
  for (const Path& path : effect.expiring) {
    const Node* node = find(state.root, path);
    if (kTtlOnNewlyProtectedRefused && node != nullptr && holds_protected(*node)) reject("protected");
    const bool flag = !path.empty() && path.back().text() == "_is_protected";
    const Node* holder = flag ? find(state.root, parent_of(path)) : nullptr;
    if (holder != nullptr && is_protected(*holder)) reject("protected");
  }
}

// The number was written by the command itself, so it stands.
bool wrote_version(const Command& command, const Effect& effect, std::size_t depth, bool guarded) {
  const Path& place = effect.place;
  if (!place.empty() && place.back().text() == "__version" && depth + 1 == place.size()) return true;
  if (!effect.value_at_place || depth != place.size() || (guarded && !kEchoedVersionStands)) return false;
  return command.value && command.value->is_object() && command.value->contains("__version");
}

void forget_raises(Node& node) {
  node.raised = false;
  for (Member& item : node.members) forget_raises(item.node);
  for (Node& element : node.elements) forget_raises(element);
}

}  // namespace

void raise_nearest(Node& root, const Path& path) {
  Node* holder = nearest(root, path, carries_version).first;
  if (holder == nullptr || holder->raised) return;
  holder->raised = true;
  Json& version = holder->member("__version")->scalar;
  version = static_cast<std::uint64_t>(wide(version)) + 1;
}

namespace {

// Step 9. The expiry goes in first: raising a version moves no node, and paths stay true either way.
void keep(Run& run, const Effect& effect) {
  const Command& command = run.command;
  std::optional<std::int64_t> expires;
  if (const Json* ttl = command.option("ttl")) {
    expires = run.now_ms + std::llround(std::min(ttl->get<double>(), 1e12) * 1000.0);
  }
  if (const Json* at = command.option("expiresAt")) expires = parse_time(at->get<std::string>());
  if (expires && *expires < run.now_ms) reject("value.range");
  for (const Path& path : effect.expiring) {
    Node* node = find(run.state.root, path);
    if (expires && node != nullptr) node->expires = expires;
  }
  if (const Json* key = command.option("idempotencyKey")) {
    run.state.idempotency.insert({pointer_text(command.path), key->get<std::string>()});
  }
  if (!is_writing(command.verb)) return;
  const bool taken_out = command.verb == "delete" && !command.flag("all");
  const Path place = taken_out ? parent_of(effect.place) : effect.place;
  const auto [holder, depth] = nearest(run.state.root, place, carries_version);
  if (holder != nullptr && !wrote_version(command, effect, depth, run.guarded))
    raise_nearest(run.state.root, place);
  forget_raises(run.state.root);
}

// One command on a state that the caller throws away when this throws.
Effect judge(State& state, const Json& json, const std::string& actor, std::int64_t now_ms) {
  const Command command = read_command(json, state.root, now_ms);
  check_path(command.path);
  check_path(command.from);
  if (command.bin) check_path(*command.bin);
  Node* target = find(state.root, command.path);
  const bool guarded = actor == "model" || actor == "player";
  if (guarded && is_writing(command.verb)) check_authority(command, target);
  if (const Json* key = command.option("idempotencyKey")) {
    if (state.idempotency.contains({pointer_text(command.path), key->get<std::string>()})) duplicate();
  }
  check_conditions(state, command, target);
  const Node before = guarded ? state.root : Node{};
  Run run{state, command, target, guarded, now_ms};
  Effect effect = run_verb(run);
  if (guarded) check_protection(state, before, command, effect);
  check_expectation(state, command, effect.place);
  keep(run, effect);
  return effect;
}

Json judge_to_json(State& state, const Json& command, const std::string& actor, std::int64_t now_ms) {
  State copy = state;
  try {
    const Effect effect = judge(copy, command, actor, now_ms);
    state = std::move(copy);
    Json out{{"status", "applied"}};
    if (effect.result) out["result"] = *effect.result;
    return out;
  } catch (const Refusal& refusal) {
    return Json{{"status", refusal.status}, {"code", refusal.code}};
  }
}

bool is_transaction(const Json& commands) {
  for (const Json& command : commands) {
    if (!command.is_object() || !command.contains("options") || !command["options"].is_object()) continue;
    const Json& options = command["options"];
    if (!options.contains("transaction")) continue;
    const Json& wish = options["transaction"];
    if (!wish.is_null() && wish != Json(false)) return true;
  }
  return false;
}

}  // namespace

Model::Model(nlohmann::ordered_json data) : data_(std::move(data)) {
  state_.root = node_from_json(state_, data_);
}

nlohmann::ordered_json Model::apply(const nlohmann::ordered_json& commands, const std::string& actor,
                                    std::int64_t now_ms) {
  sweep(state_, now_ms);
  const bool transaction = is_transaction(commands);
  State work = state_;
  Json answers = Json::array();
  std::optional<std::size_t> culprit;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    answers.push_back(judge_to_json(work, commands[i], actor, now_ms));
    if (transaction && answers.back()["status"] == "rejected") {
      culprit = i;
      break;
    }
  }
  Json out = Json::object();
  if (culprit) {
    const Json rolled_back{{"status", "rejected"}, {"code", "batch.rolled_back"}};
    out["commands"] = Json::array();
    for (std::size_t i = 0; i < commands.size(); ++i)
      out["commands"].push_back(i == *culprit ? answers[i] : rolled_back);
    out["culprit"] = *culprit;
  } else {
    state_ = std::move(work);
    out["commands"] = answers;
  }
  data_ = json_from_node(state_.root);
  return out;
}

}  // namespace gavel::reference
