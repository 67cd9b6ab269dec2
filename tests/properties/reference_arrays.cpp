#include <algorithm>

#include "reference_command.hpp"

namespace gavel::reference {

std::vector<std::string> unique_fields(const Command& command) {
  const Json* option = command.option("uniqueBy");
  if (option == nullptr) return {};
  if (option->is_string()) return {option->get<std::string>()};
  return option->get<std::vector<std::string>>();
}

bool fields_agree(const Node& element, const Json& value, const std::vector<std::string>& fields) {
  if (!element.is_object()) return false;
  return std::all_of(fields.begin(), fields.end(), [&](const std::string& field) {
    const Node* standing = element.member(field);
    return standing != nullptr && equal(json_from_node(*standing), value[field]);
  });
}

namespace {

Node& target_array(Run& run) {
  if (run.target == nullptr) missing_target(run);
  if (!run.target->is_array()) reject("type.mismatch");
  return *run.target;
}

auto element_at(Node& array, std::size_t index) {
  return array.elements.begin() + static_cast<std::ptrdiff_t>(index);
}

void require_fields(const Json& value, const std::vector<std::string>& fields) {
  for (const std::string& field : fields) {
    if (!value.is_object() || !value.contains(field)) reject("type.mismatch");
  }
}

// push's own uniqueness: by fields, or by dedupe alone.
void refuse_duplicate(const Command& command, const Node& array) {
  const auto fields = unique_fields(command);
  for (const Node& element : array.elements) {
    const bool hit = fields.empty() ? command.flag("dedupe") && equal(json_from_node(element), *command.value)
                                    : fields_agree(element, *command.value, fields);
    if (hit) duplicate();
  }
}

}  // namespace

std::size_t add_element(Run& run, Node& array, const Json& value) {
  const Json* position = run.command.option("position");
  const bool head = position != nullptr && position->get<std::string>() == "head";
  Node element = node_from_json(run.state, value);
  element.place = run.state.next_place++;
  array.elements.insert(head ? array.elements.begin() : array.elements.end(), std::move(element));
  if (const Json* limit = run.command.option("limit")) {
    while (static_cast<Wide>(array.elements.size()) > wide(*limit)) {
      array.elements.erase(head ? array.elements.end() - 1 : array.elements.begin());
    }
  }
  return head ? 0 : array.elements.size() - 1;
}

Effect run_push(Run& run) {
  const Command& command = run.command;
  require_fields(*command.value, unique_fields(command));
  Effect effect;
  Node* array = run.target;
  if (array == nullptr) {
    array = &make_place(run.state, command.path, effect.place);
    array->kind = Node::Kind::kArray;
  } else {
    effect.place = normalized(run.state.root, command.path);
    target_array(run);
  }
  refuse_duplicate(command, *array);
  const std::size_t index = add_element(run, *array, *command.value);
  effect.expiring = {path_to(effect.place, index_segment(index))};
  return effect;
}

Effect run_pop(Run& run) {
  Node& array = target_array(run);
  if (array.elements.empty()) skip("path.unknown");
  Effect effect;
  effect.place = normalized(run.state.root, run.command.path);
  effect.result = json_from_node(array.elements.back());
  array.elements.pop_back();
  return effect;
}

namespace {

bool matches_where(const Node& element, const Json& where) {
  if (element.is_object()) {
    for (const auto& [key, wanted] : where.items()) {
      const Node* standing = element.member(key);
      if (standing == nullptr || !equal(json_from_node(*standing), wanted)) return false;
    }
    return true;
  }
  if (element.kind != Node::Kind::kScalar || !element.scalar.is_string() || where.size() != 1) return false;
  const std::string key = where.begin().key();
  if ((key != "包含" && key != "contains") || !where.begin()->is_string()) return false;
  return element.scalar.get<std::string>().find(where.begin()->get<std::string>()) != std::string::npos;
}

}  // namespace

Effect run_pull(Run& run) {
  const Command& command = run.command;
  Node& array = target_array(run);
  const Json* where = command.option("where");
  std::vector<std::size_t> hits;
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    const Node& element = array.elements[i];
    const bool hit =
        where != nullptr ? matches_where(element, *where) : equal(json_from_node(element), *command.value);
    if (hit) hits.push_back(i);
  }
  if (hits.empty()) skip("path.unknown");
  if (const Json* position = command.option("position"); position != nullptr && *position == "tail") {
    std::reverse(hits.begin(), hits.end());
  }
  if (const Json* count = command.option("count");
      count != nullptr && wide(*count) < static_cast<Wide>(hits.size())) {
    hits.resize(static_cast<std::size_t>(wide(*count)));
  }
  std::sort(hits.rbegin(), hits.rend());  // from the back, so that the earlier indices stay true
  for (const std::size_t i : hits) array.elements.erase(element_at(array, i));
  Effect effect;
  effect.place = normalized(run.state.root, command.path);
  return effect;
}

namespace {

struct SplicePlan {
  Wide start = 0;
  std::optional<Wide> count;
  std::vector<Json> items;
};

SplicePlan read_splice(const Json& value) {
  SplicePlan plan;
  if (value.is_array()) {
    plan.start = wide(value[0]);
    if (value.size() > 1) plan.count = wide(value[1]);
    for (std::size_t i = 2; i < value.size(); ++i) plan.items.push_back(value[i]);
    return plan;
  }
  plan.start = wide(value["start"]);
  if (value.contains("deleteCount")) plan.count = wide(value["deleteCount"]);
  if (value.contains("items")) plan.items = value["items"].get<std::vector<Json>>();
  return plan;
}

}  // namespace

Effect run_splice(Run& run) {
  Node& array = target_array(run);
  const SplicePlan plan = read_splice(*run.command.value);
  const Wide size = static_cast<Wide>(array.elements.size());
  const Wide start = plan.start < 0 ? plan.start + size : plan.start;
  if (start < 0 || start > size) reject("path.invalid");
  const Wide rest = size - start;
  const Wide count = plan.count && *plan.count < rest ? *plan.count : rest;
  Effect effect;
  effect.place = normalized(run.state.root, run.command.path);
  effect.result = Json::array();
  for (Wide i = 0; i < count; ++i) {
    const auto at = element_at(array, static_cast<std::size_t>(start));
    effect.result->push_back(json_from_node(*at));
    array.elements.erase(at);
  }
  auto at = static_cast<std::size_t>(start);
  for (const Json& item : plan.items) {
    Node element = node_from_json(run.state, item);
    element.place = run.state.next_place++;
    array.elements.insert(element_at(array, at++), std::move(element));
  }
  return effect;
}

}  // namespace gavel::reference
