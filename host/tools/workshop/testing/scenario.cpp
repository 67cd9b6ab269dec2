#include "testing/scenario.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.hpp"
#include "state/child_at.hpp"
#include "state/document.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "state/shape.hpp"
#include "state/suggest.hpp"
#include "state/yaml_reader.hpp"

#include "scenario_shape.hpp"

namespace gavel {
namespace {

constexpr std::int64_t kStepSeconds = 60;
constexpr std::int64_t kMsPerSecond = 1000;

struct KindName {
  std::string_view name;
  Step::Kind kind;
};

// A step is of the kind of the first of these that it has.
constexpr std::array kKinds = {
    KindName{"user", Step::Kind::kTurn},
    KindName{"model", Step::Kind::kTurn},
    KindName{"rollback", Step::Kind::kRollback},
    KindName{"undo", Step::Kind::kUndo},
    KindName{"restore", Step::Kind::kRestore},
    KindName{"branch", Step::Kind::kBranch},
    KindName{"checkpoint", Step::Kind::kCheckpoint},
    KindName{"settings", Step::Kind::kSettings},
    KindName{"campaign", Step::Kind::kCampaign},
    KindName{"swap", Step::Kind::kSwap},
    KindName{"prompt", Step::Kind::kPrompt},
    KindName{"expect", Step::Kind::kLook},
};

// Members that only a turn has.
constexpr std::array<std::string_view, 7> kOfTurns = {"id",       "actor",   "as",     "dialect",
                                                      "replaces", "summary", "schemas"};

class ScenarioText {
 public:
  ScenarioText(const Limits& limits, std::vector<Problem>& problems) : limits_(limits), problems_(problems) {}

  Scenario read(std::shared_ptr<const YamlTree> tree) {
    out_.tree = std::move(tree);
    out_.file = out_.tree->file();
    const YamlNode top = out_.tree->top();
    check_shape(top, kScenarioShape, limits_, problems_);
    out_.title = text_in(top, "scenario");
    if (const auto rows = top.member("rows"); rows && rows->value().is_array())
      for (const YamlNode& row : rows->children()) read_row(row);
    if (out_.given = top.member("given"); out_.given) {
      if (const std::string seed = text_in(*out_.given, "seed"); !seed.empty()) out_.seed = seed;
      if (const auto now = out_.given->member("now")) read_time(*now, out_.begin);
    }
    clock_ = out_.begin;
    if (const auto turns = top.member("turns"); turns && turns->value().is_array())
      for (const YamlNode& node : turns->children())
        if (node.value().is_object()) read_step(node);
    return std::move(out_);
  }

 private:
  void read_row(const YamlNode& node) {
    if (!node.value().is_string()) return;
    const std::string& row = string_of(node.value());
    const std::size_t dash = row.find('-');
    const auto digits = [&row](std::size_t from, std::size_t to) {
      return from < to && std::all_of(row.begin() + static_cast<std::ptrdiff_t>(from),
                                      row.begin() + static_cast<std::ptrdiff_t>(to),
                                      [](char c) { return c >= '0' && c <= '9'; });
    };
    const bool fits = dash != std::string::npos && digits(dash + 1, row.size()) &&
                      (row.starts_with("B-") || (row.starts_with("R") && digits(1, dash)));
    if (fits) {
      out_.rows.push_back(row);
    } else {
      problems_.push_back(node.problem("this is not the id of a requirement", described(node.value()),
                                       "R001-09 or B-04", ""));
    }
  }

  void read_time(const YamlNode& node, Time& time) {
    if (!node.value().is_string()) return;
    const Result<Time> read = parse_time(string_of(node.value()));
    if (read) time = *read;
    if (!read)
      problems_.push_back(node.problem(read.error().message, described(node.value()),
                                       "a time such as 2025-09-20T08:00:00Z", read.error().hint));
  }

  void read_clock(const YamlNode& node) {
    std::int64_t seconds = kStepSeconds;
    if (const auto after = node.member("after"); after && after->value().is_number_integer())
      seconds = static_cast<std::int64_t>(std::clamp<WideInteger>(wide(after->value()), 0, kMostSeconds));
    clock_.ms += seconds * kMsPerSecond;
    if (const auto now = node.member("now")) read_time(*now, clock_);
  }

  void read_step(const YamlNode& node) {
    const KindName* kind = nullptr;
    for (const KindName& one : kKinds) {
      if (!node.member(one.name)) continue;
      if (kind == nullptr) {
        kind = &one;
      } else if (one.kind != kind->kind && one.kind != Step::Kind::kLook) {
        problems_.push_back(node.member(one.name)->key_problem(
            "a step with `" + std::string(kind->name) + "` has no `" + std::string(one.name) + "`",
            "one thing in a step", "make it a separate step"));
      }
    }
    if (kind == nullptr) {
      problems_.push_back(node.problem("this step does nothing", described(node.value()),
                                       "user and model, rollback, undo, restore, branch, checkpoint, "
                                       "settings, campaign, swap, prompt or expect",
                                       ""));
      return;
    }
    Step step{kind->kind, node, {}, {}, {}, node.member("expect")};
    if (step.kind != Step::Kind::kTurn) check_no_turn(node, *kind);
    const auto swap = step.expect ? step.expect->member("swap") : std::nullopt;
    if (swap && step.kind != Step::Kind::kSwap)
      problems_.push_back(
          swap->key_problem("this step makes no swap", "", "expect it where the step is a `swap`"));
    read_clock(node);
    step.now = clock_;
    if (step.kind == Step::Kind::kTurn) read_turn(node, step);
    if (step.kind == Step::Kind::kSwap) step.id = "s-" + std::to_string(++swaps_);
    if (step.kind == Step::Kind::kRollback || step.kind == Step::Kind::kRestore)
      step.id = text_in(node, kind->name);
    if (step.kind == Step::Kind::kBranch || step.kind == Step::Kind::kCheckpoint)
      step.id = text_in(*node.member(kind->name), "at");
    out_.steps.push_back(std::move(step));
  }

  void read_turn(const YamlNode& node, Step& step) {
    ++turns_;
    step.id = text_in(node, "id");
    if (step.id.empty()) step.id = "t-" + std::to_string(turns_);
    const auto model = node.member("model");
    if (model && model->value().is_string()) step.attempts.push_back({string_of(model->value()), step.now});
    if (model && model->value().is_array())
      for (const YamlNode& one : model->children()) read_reply(one, step);
    if (step.attempts.empty()) step.attempts.push_back({"", step.now});
    clock_ = step.attempts.back().now;
  }

  // At the turn's time, where it says no other.
  void read_reply(const YamlNode& node, Step& step) {
    Reply reply{"", step.now};
    if (node.value().is_string()) {
      reply.text = string_of(node.value());
    } else if (node.value().is_object()) {
      reply.text = text_in(node, "text");
      if (const auto now = node.member("now")) read_time(*now, reply.now);
    } else {
      return;
    }
    step.attempts.push_back(std::move(reply));
  }

  // What only turns have, elsewhere, would be passed over without a word.
  void check_no_turn(const YamlNode& node, const KindName& kind) {
    for (const std::string_view name : kOfTurns)
      if (const auto found = node.member(name))
        problems_.push_back(found->key_problem("`" + std::string(name) +
                                                   "` belongs to a turn, and this step is a `" +
                                                   std::string(kind.name) + "`",
                                               "", "delete the line, or give the step a `model`"));
    const auto expect = node.member("expect");
    if (!expect || !expect->value().is_object()) return;
    for (const YamlNode& one : expect->children())
      if (std::find(kOfAnyStep.begin(), kOfAnyStep.end(), one.key()) == kOfAnyStep.end() &&
          std::any_of(kExpectMembers.begin(), kExpectMembers.end(),
                      [&one](const Member& known) { return known.name == one.key(); }))
        problems_.push_back(one.key_problem("`" + std::string(one.key()) + "` is about a turn's verdict",
                                            listed(kOfAnyStep), "expect it in a turn"));
  }

  const Limits& limits_;
  std::vector<Problem>& problems_;
  Scenario out_;
  Time clock_;
  std::size_t turns_ = 0;
  std::size_t swaps_ = 0;
};

class StateWrites {
 public:
  StateWrites(Document& document, const Limits& limits, std::vector<Problem>& problems)
      : document_(document), limits_(limits), problems_(problems) {}

  void write(const YamlNode& node) {
    Result<PathText> text = PathText::parse(node.key(), limits_);
    if (!text) {
      refuse(node, text.error().message, text.error().hint);
      return;
    }
    const Path path = text->resolve(document_.data());
    if (Result<void> fits = check_path(path, limits_); !fits) {
      refuse(node, fits.error().message, fits.error().hint);
      return;
    }
    if (const auto near = slip_in(document_.data(), path)) {
      refuse(node, "there is nothing at " + to_dotted(path),
             "did you mean " + to_dotted(*near) +
                 "? For a new place with a similar name, give the object around it");
      return;
    }
    put(node, path);
  }

 private:
  void put(const YamlNode& node, const Path& path) {
    const Place place = resolve(document_.data(), path);
    if (place.miss == Place::Miss::kBeyond || place.miss == Place::Miss::kNoIndex ||
        place.miss == Place::Miss::kInArray || place.miss == Place::Miss::kThroughScalar) {
      refuse(node, "there cannot be a value at " + to_dotted(path),
             "to see the state, run: gavel apply --ruleset DIR");
      return;
    }
    if (path.empty() && !node.value().is_object()) {
      refuse(node, "the state is a mapping", "give a mapping");
      return;
    }
    Path known;
    for (const Segment segment : place.path) {
      if (document_.find(known) == nullptr) document_.put(known, Json(Json::value_t::object));
      known.push(segment);
    }
    document_.put(place.path, node.value());
  }

  void refuse(const YamlNode& node, std::string what, std::string hint) {
    problems_.push_back(node.key_problem(std::move(what), "", std::move(hint)));
  }

  Document& document_;
  const Limits& limits_;
  std::vector<Problem>& problems_;
};

}  // namespace

std::optional<Path> slip_in(const Json& root, const Path& path) {
  const Json* node = &root;
  Path known;
  for (const Segment segment : path) {
    const Json* next = child_at(*node, segment);
    if (next == nullptr) {
      Path wanted = known;
      wanted.push(segment);
      std::optional<Path> near = nearest_path(root, wanted);
      if (!near || near->parent() != known) return std::nullopt;
      return near;
    }
    known.push(segment);
    node = next;
  }
  return std::nullopt;
}

std::string text_in(const YamlNode& node, std::string_view name) {
  const std::optional<YamlNode> found = node.member(name);
  return found && found->value().is_string() ? string_of(found->value()) : std::string();
}

std::optional<Scenario> read_scenario(const std::string& text, const std::string& file, const Limits& limits,
                                      std::vector<Problem>& problems) {
  const std::size_t first = problems.size();
  std::optional<YamlTree> tree = read_yaml(text, file, limits, problems);
  if (!tree) return std::nullopt;
  Scenario scenario = ScenarioText(limits, problems).read(std::make_shared<const YamlTree>(std::move(*tree)));
  in_order_of_lines(problems, first, limits);
  if (problems.size() > first) return std::nullopt;
  return scenario;
}

Json written_state(const YamlNode& writes, const Json& initial, const Limits& limits,
                   std::vector<Problem>& problems) {
  Result<Document> document = Document::load(initial, Json(Json::value_t::object), limits);
  if (!document) {
    problems.push_back(writes.key_problem(document.error().message, "", document.error().hint));
    return initial;
  }
  StateWrites state(*document, limits, problems);
  for (const YamlNode& one : writes.children()) state.write(one);
  return document->data();
}

Json given_state(const Scenario& scenario, const Json& initial, const Limits& limits,
                 std::vector<Problem>& problems) {
  const auto state = scenario.given ? scenario.given->member("state") : std::nullopt;
  return state ? written_state(*state, initial, limits, problems) : initial;
}

}  // namespace gavel
