// Kinds: what the registrations of a ruleset mean, read once when it is loaded.
#pragma once

#include <any>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "command/verb.hpp"
#include "lua/manifest.hpp"
#include "lua/registry.hpp"
#include "ruleset/claim_words.hpp"
#include "ruleset/shapes.hpp"
#include "state/json.hpp"
#include "state/pattern.hpp"
#include "state/pattern_index.hpp"

namespace gavel {

// The registration behind it all.
struct Registered {
  std::size_t number = 0;  // in the registry
  std::string id;          // "love/step"
  std::string plugin;      // "love"
  std::size_t pack = 0;    // its place in the load order
  std::string name;        // "step"
  std::string at;          // "plugins/affection/step.lua:9"
  std::string file;
  std::size_t line = 0;
};

// The same error, with the rule, budget or plugin behind it for messages: "love/step".
Error named_after(Error error, const Registered& source);

struct Rule {
  Registered source;
  Pattern pattern;
  bool amends = false;
  bool shadow = false;       // judges, and decides nothing
  bool fails_open = false;   // what it cannot judge, passes
  std::uint32_t actors = 0;  // bits by Actor
  Json guidance;             // what models are told of it: a text, or one in each language; may be nothing
  HandlerId run = 0;
};

struct Budget {
  enum class Counts { kIncrease, kDecrease, kChange, kTimes };
  Registered source;
  Pattern pattern;
  Counts counts = Counts::kIncrease;
  bool clamps = false;  // else an effect beyond it is denied
  bool each = true;     // one balance for each place; else one for all places together
  bool shadow = false;
  std::uint32_t actors = 0;
  Json guidance;  // what models are told of it, as a rule's
  Json why;       // said instead of what is left: a text, or one in each language; may be nothing
  Json most;      // a number, or nothing where `max` asks
  std::optional<HandlerId> max;
  std::optional<HandlerId> window;  // nothing: never filled up again
  bool endless = false;             // and that is said: `window = false`
};

struct Derive {
  Registered source;
  Pattern pattern;
  HandlerId run = 0;
};

struct Automation {
  Registered source;
  std::vector<std::string> events;
  std::vector<Pattern> changed;
  std::vector<Pattern> commanded;
  Json guidance;  // what models are told of it, as a rule's
  HandlerId run = 0;
};

struct Tool {
  Registered source;
  Json summary, guidance;  // a text in each language
  Json args = Json(Json::value_t::object);
  Json rejects = Json(Json::value_t::object);  // texts, or texts in languages, by reason
  std::vector<std::string> settles;            // kinds of claims
  std::optional<HandlerId> when;
  HandlerId run = 0;
  std::optional<HandlerId> back;  // undoes a call, where only the state after it is known
};

struct Claim {
  Registered source;
  HandlerId find = 0;
  std::shared_ptr<const ClaimSpec> words;
};

// Says when a campaign's milestone advances.
struct Milestone {
  Registered source;
  Json params = Json(Json::value_t::object);  // its shapes, by name
  HandlerId run = 0;
};

struct Callback {
  Registered source;
  Json args = Json(Json::value_t::array);
  HandlerId run = 0;
};

// Brings a state from an earlier version of the plugin to its own, and back.
struct Migrate {
  Registered source;
  VersionRange from;
  HandlerId up = 0;
  std::optional<HandlerId> down;
};

struct Setting {
  Registered source;
  std::string type;  // bool int number enum string json
  Json fallback;
  bool global = false;  // of the whole host; else each campaign's own
  // What is checked; null: nothing.
  Json values, min, max, shape;
  std::vector<std::string> excludes;
  // For people and clients; null: said from the checks.
  Json validation, ui_hint, effect_tags;
};

// A registration, read.
using Spec =
    std::variant<Rule, Budget, Derive, Automation, Tool, Claim, Milestone, Callback, Migrate, Setting>;

// All of a ruleset, by kind, in registration order; and the ways to them.
struct Kinds {
  // Rules and budgets are asked in one order.
  struct Judging {
    bool budget = false;
    std::size_t index = 0;
  };
  std::vector<Rule> rules;
  std::vector<Budget> budgets;
  std::vector<Judging> judging;
  PatternIndex judged;  // ids: places in `judging`
  std::vector<Derive> derives;
  PatternIndex derived;  // ids: places in `derives`
  std::vector<Automation> automations;
  bool after_commands = false;  // some of them run behind a command
  std::vector<Tool> tools;
  std::vector<Callback> callbacks;
  std::vector<Claim> claims;
  std::vector<Milestone> milestones;
  ClaimWords claim_words;  // of `claims`, in order
  std::vector<Setting> settings;
  std::vector<Migrate> migrates;
  std::vector<std::string> allowed_tools;  // by name
  ShapeValues shape_values;                // of tools and callbacks
  std::vector<Pattern> numbered;           // arrays whose elements some pattern tells apart by index

  const Tool* tool(std::string_view name) const;
  const Callback* callback(std::string_view name) const;
  // The registration of that number in the registry.
  void add(const Registration& registration, std::size_t number);
};

// What models can call: a-z, 0-9 and _, at most 64.
bool is_tool_name(std::string_view name);
// A text for people in one of the languages it was written in: the wanted one, else the first.
std::string text_in(const Json& texts, std::string_view language);

// Its Spec; what is wrong with it within the limits of its ruleset is put into `errors`, and the spec is then
// of no use. Of kinds that are none of the game's: nothing.
std::any read_registration(const Registration& registration, const Limits& limits,
                           std::vector<Error>& errors);

}  // namespace gavel
