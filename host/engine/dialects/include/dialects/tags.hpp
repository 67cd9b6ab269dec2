// The tag table: which tags exist, and what each does. A tag that is not in it is plain text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gavel {

struct Tag {
  enum class Kind {
    kReasoning,  // what it holds is never read
    kEnvelope,   // what it holds are commands of `dialect`
    kExample,    // what it holds only shows commands: narration, and none is read
    kNarration,  // the tag's own bytes are markup, what it holds is narration; a command in it is read, with
                 // a warning
    kComponent,  // no narration: it is listed (Reading::components), and nothing in it is read
  };
  std::string name;  // lower case
  Kind kind = Kind::kReasoning;
  std::string dialect;    // of an envelope; empty: whatever its commands are written in
  std::string closer;     // what ends it, where that is not </name>
  bool alone = false;     // of a component: it has no end tag
  std::string also = {};  // other names of what ends it, where it has a closer; parted by blanks
};

// Whether a tag of that name, in any case, is reasoning for every dialect and model: no table, and so no
// schema, makes anything else of it.
bool is_reasoning(std::string_view name);

// Whether a tag of that name, in lower case, holds an analysis of what changes: left open in an envelope, it
// ends with that at the latest.
bool is_analysis(std::string_view name);

// The component by which a player switches protocols: <use_protocol id="…"/>. Only texts of players are read
// with it.
inline constexpr std::string_view kSwitchTag = "use_protocol";

class TagTable {
 public:
  // What is put into it counts before the tags of `below`. REQUIRES: `below` outlives it.
  static TagTable over(const TagTable& below) {
    TagTable table;
    table.below_ = &below;
    return table;
  }

  // Every tag that the dialects and the usual reasoning models know.
  static const TagTable& standard();

  // Adds a tag, or replaces the one of that name. A name of reasoning stays what it is (is_reasoning).
  void put(Tag tag);
  void remove(std::string_view name);
  // Case does not matter. Every name that ends in "analysis" or "analyze" is reasoning; then the tag that is
  // given has another name. nullptr: plain text.
  const Tag* find(std::string_view name) const;
  const std::vector<Tag>& tags() const { return tags_; }

 private:
  static TagTable make_standard();
  void insert(Tag tag);

  std::vector<Tag> tags_;  // sorted by name
  const TagTable* below_ = nullptr;
};

}  // namespace gavel
