// YamlBuilder: makes a tree of what yaml-cpp meets in a text, and refuses what is no data. It keeps an
// explicit stack of open containers, and throws YamlStop through yaml-cpp to end the reading; the reader
// catches it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "base/span.hpp"
#include "state/yaml_tree.hpp"

namespace gavel {

struct YamlStop {};

// Line and column of offsets that mostly grow: what lies between two of them is looked at once.
class YamlPlaces {
 public:
  explicit YamlPlaces(std::string_view text) : text_(text) {}
  LineColumn at(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  LineColumn here_;
};

class YamlBuilder : public YAML::EventHandler {
 public:
  // REQUIRES: `text` has no byte order mark, is the text given to yaml-cpp, and outlives the builder.
  YamlBuilder(std::string_view text, std::string file, const Limits& limits, std::vector<Problem>& problems)
      : text_(text), limits_(limits), problems_(problems), places_(text), tree_(nullptr, std::move(file)) {
    tree_.marked_ = true;
    tree_.mark_.line = tree_.mark_.column = 1;  // of a text that holds nothing
  }

  YamlTree take() { return std::move(tree_); }
  // Adds a problem at an offset. The last one that is listed ends the reading.
  void refuse(std::size_t offset, Code code, std::string message, std::string expected, std::string hint);

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override;

 private:
  void note(std::size_t offset, Code code, std::string message, std::string expected, std::string hint);
  // A container that is being read.
  struct Frame {
    Json value;
    YamlNode::Mark mark;
    std::vector<YamlNode::Mark> children;
    std::string key;             // of the member that is being read
    std::size_t key_offset = 0;  // where it stands
    LineColumn key_place;
    bool flow = false;  // written in brackets
    bool has_key = false;
    bool drop = false;    // the key was refused: its value is read and forgotten
    bool is_key = false;  // the container itself stands where a key should: it is forgotten as a whole
  };

  bool wants_key() const { return !open_.empty() && open_.back().value.is_object() && !open_.back().has_key; }
  char byte(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  std::size_t offset_of(const YAML::Mark& mark) const;
  YamlNode::Mark mark_at(std::size_t offset);
  void check_tag(std::size_t offset);
  void key(std::size_t offset, std::string text, bool plain);
  void bad_key(std::size_t offset, std::string what, std::string hint);
  void add(Json value, YamlNode::Mark mark);
  void open(std::size_t offset, Json::value_t type, YAML::EmitterStyle::value style);
  void close();
  bool too_long(std::size_t offset, std::size_t size, std::size_t most, std::string_view what,
                std::string_view limit);

  std::string_view text_;
  const Limits& limits_;
  std::vector<Problem>& problems_;
  YamlPlaces places_;
  YamlTree tree_;
  std::vector<Frame> open_;
  std::size_t documents_ = 0;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

}  // namespace gavel
