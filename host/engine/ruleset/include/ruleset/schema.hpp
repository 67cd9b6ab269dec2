// Schema: a prompt protocol, as its YAML file says it (004): what a model is told, examples of it, and how
// the tag that it introduces is to be read. Data only; nothing of it runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gavel {

// A text in both languages. One that was written plainly is the same in both.
struct Said {
  std::string zh, en;
  const std::string& in(std::string_view language) const { return language == "zh" ? zh : en; }
  bool empty() const { return zh.empty() && en.empty(); }
};

struct SchemaExample {
  Said input, output;
  Where where;  // of its output
};

// What is done with the tag that a schema introduces.
enum class TagBehavior {
  kUnsaid,     // what the host knows of the tag; a tag that it does not know is displayed
  kIgnore,     // left out of the narration, and what it holds is never read
  kDisplay,    // its own bytes are left out, what it holds is narration
  kScript,     // an envelope: what it holds are commands of whatever dialect they are written in
  kComponent,  // left out of the narration and listed for clients that can show it
};

// Where an instruction stands in a prompt.
enum class InjectionTarget { kSystem, kPreHistory, kPostHistory };
std::string_view target_name(InjectionTarget target);

struct SchemaNeed {
  std::string id;
  Where where;
};

struct Schema {
  std::string id;
  Said name, description;
  std::string version = "1.0.0";
  std::string author;
  bool overrides = false;  // of several active ones that do, only one counts
  std::vector<SchemaNeed> dependencies;
  InjectionTarget target = InjectionTarget::kSystem;
  std::int64_t priority = 100;  // higher is nearer the end
  Said instruction;
  std::vector<SchemaExample> examples;
  std::string root_tag;  // empty: none
  TagBehavior behavior = TagBehavior::kUnsaid;
  std::vector<std::string> on, off;  // words of the player that switch it on and off
  std::string folder;                // "core", "extensions", "rules", "modes" or empty
  Where where;                       // of its id
  Where said_at;                     // of its instruction
};

// A schema and the file that it was read from.
struct SchemaFile {
  Schema schema;
  std::string text;
};

}  // namespace gavel
