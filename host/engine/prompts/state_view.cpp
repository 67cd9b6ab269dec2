#include "state_view.hpp"

#include <algorithm>

#include "base/tokens.hpp"
#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/resolve.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostLooks = 200'000;   // places that are looked at for one prompt, and may be read
constexpr std::size_t kMostTextBytes = 4000;  // of one value
constexpr std::size_t kMostInline = 24;       // elements of a list on one line

bool is_plain(std::string_view key) {
  if (key.empty() || key.front() == ' ' || key.back() == ' ' || key.front() == '-') return false;
  return std::none_of(key.begin(), key.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == ':' || c == '"' || c == '#' || c == '.' || c == '[';
  });
}

class View {
 public:
  View(const Ruleset& ruleset, const std::vector<Path>& elsewhere, std::string_view language,
       std::size_t quarters)
      : file_(ruleset.file()),
        section_(file_.prompt),
        elsewhere_(elsewhere),
        language_(language),
        quarters_left_(quarters),
        guarded_(file_.fields.has_readers()) {}

  StateView run(const Json& data) {
    members(data, 0, section_.state.empty());
    return {std::move(text_), full_};
  }

 private:
  // Whether the model may know of anything in the node. All that is shown, what an empty container looks like
  // and where the tokens end follow from that alone: what is hidden is as if it were not there.
  // REQUIRES: depth is bounded, as a document's is.
  bool members(const Json& node, std::size_t depth, bool wanted) {
    const std::size_t here = path_.bytes().size();
    bool there = false;
    if (node.is_object()) {
      for (const auto& [key, child] : object_of(node)) {
        if (full_) return true;
        path_.push_key(key);
        const bool marker = section_.fold && key == section_.fold->marker;
        const bool known =
            marker ? !is_denied(path_) : place(is_plain(key) ? key : quoted(key), child, depth, wanted);
        there = there || known;
        path_.truncate(here);
      }
      return there;
    }
    std::uint64_t index = 0;
    for (const Json& child : array_of(node)) {
      if (full_) return true;
      path_.push_index(index++);
      const bool known = place("-", child, depth, wanted);
      there = there || known;
      path_.truncate(here);
    }
    return there;
  }

  // Whether the model may know of the place, or of one below.
  bool place(const std::string& name, const Json& given, std::size_t depth, bool wanted) {
    const bool denied = is_denied(path_);
    if (!denied && ++looks_ > kMostLooks) {
      full_ = true;
      return true;
    }
    if (covers(section_.leave_out) ||
        std::find(elsewhere_.begin(), elsewhere_.end(), path_) != elsewhere_.end())
      return !denied;
    wanted = wanted || covers(section_.state);
    const bool leads = !wanted && std::ranges::any_of(section_.state, [this](const Pattern& pattern) {
      return pattern.leads_below(path_);
    });
    if (!wanted && !leads) return !denied;
    const bool described = is_described(file_.described_pairs, path_, given);
    const Json& node = described ? array_of(given)[0] : given;
    if (denied && (!is_container(node) || !file_.fields.may_read_below(path_, Actor::kModel))) return false;
    const std::string note = described && !denied && string_of(array_of(given)[1]).size() < kMostTextBytes
                                 ? "  # " + printable(string_of(array_of(given)[1]))
                                 : std::string();
    const bool below = show(name, node, note, depth, wanted && !denied, wanted);
    return below || !denied;
  }

  // `whole`: the place itself is shown, and not only some below it. Whether there is anything below.
  bool show(const std::string& name, const Json& node, const std::string& note, std::size_t depth, bool whole,
            bool wanted) {
    if (!is_container(node)) {
      if (whole) line(depth, name, value(node) + note);
      return false;
    }
    if (is_folded(node)) {
      if (whole) line(depth, name, section_.fold->text.in(language_));
      return true;
    }
    if (whole && is_short_list(node)) {
      line(depth, name, to_text(node) + note);
      return true;
    }
    const std::size_t above = headings_.size();
    headings_.push_back(line_of(depth, name, note.empty() ? note : note.substr(2)));
    const bool there = members(node, depth + 1, wanted);
    if (headings_.size() > above) headings_.pop_back();  // nothing is below it
    if (!there && whole && !full_) line(depth, name, to_text(Json(node.type())) + note);
    return there;
  }

  bool is_denied(PathView path) const { return guarded_ && file_.fields.hides(path, Actor::kModel); }

  bool covers(const std::vector<Pattern>& patterns) const {
    return std::ranges::any_of(patterns, [this](const Pattern& pattern) { return pattern.covers(path_); });
  }

  bool is_folded(const Json& node) const {
    if (!section_.fold) return false;
    if (is_denied(path_.child(section_.fold->marker))) return false;
    const Json* marker = member(node, section_.fold->marker);
    return marker != nullptr && std::ranges::any_of(section_.fold->values, [marker](const Json& value) {
             return equal(*marker, value);
           });
  }

  // Scalars that fit one line, none of which anybody keeps from the model.
  bool is_short_list(const Json& node) const {
    if (!node.is_array() || node.size() > kMostInline || guarded_ || !section_.leave_out.empty())
      return false;
    return std::ranges::all_of(array_of(node), [](const Json& one) {
      return !is_container(one) && (!one.is_string() || string_of(one).size() < 200);
    });
  }

  static std::string quoted(std::string_view text) {
    std::string out;
    append_quoted(out, text);
    return out;
  }

  static std::string value(const Json& node) {
    if (!node.is_string() || string_of(node).size() <= kMostTextBytes) return to_text(node);
    return to_text(Json(shortened(string_of(node), kMostTextBytes)));
  }

  static std::string line_of(std::size_t depth, const std::string& name, const std::string& said) {
    std::string one(2 * depth, ' ');
    one += name;
    if (name != "-") one += ':';
    if (!said.empty()) one += ' ' + said;
    return one + '\n';
  }

  // With the headings that wait for it.
  void line(std::size_t depth, const std::string& name, const std::string& said) {
    std::string lines;
    for (const std::string& heading : headings_) lines += heading;
    lines += line_of(depth, name, said);
    const std::size_t tokens = quarter_tokens(lines);
    if (tokens > quarters_left_) {
      full_ = true;
      return;
    }
    quarters_left_ -= tokens;
    text_ += lines;
    headings_.clear();
  }

  const RulesetFile& file_;
  const PromptSection& section_;
  const std::vector<Path>& elsewhere_;
  std::string_view language_;
  std::size_t quarters_left_;
  bool guarded_;
  Path path_;
  std::vector<std::string> headings_;  // of what is being shown, as long as nothing is below them
  std::string text_;
  std::size_t looks_ = 0;  // at places that the model may know of
  bool full_ = false;
};

}  // namespace

StateView view_state(const Ruleset& ruleset, const Json& data, const std::vector<Path>& elsewhere,
                     std::string_view language, std::size_t quarters) {
  return View(ruleset, elsewhere, language, quarters).run(data);
}

}  // namespace gavel
