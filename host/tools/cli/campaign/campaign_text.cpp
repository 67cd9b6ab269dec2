#include "campaign_text.hpp"

#include "base/utf8.hpp"

#include "paint.hpp"
#include "show.hpp"

namespace gavel {

std::string report_for_people(std::string_view layout, const Json& report, bool colour) {
  return laid_out(cli_layouts(), layout, report, look_of(colour));
}

std::string timeline_for_people(const Json& timeline, bool colour) {
  Json shown = timeline;
  for (Json& branch : array_of(shown["branches"])) {
    Json& own = branch["turns"] = Json(Json::value_t::array);
    for (const Json& turn : array_of(shown["turns"])) {
      if (turn["branch"] != branch["id"]) continue;
      own.push_back(turn);
      if (turn["turn_id"] == shown["head"]) array_of(own).back()["here"] = "here";
    }
  }
  return report_for_people("timeline", shown, colour);
}

std::string findings_for_people(const std::vector<Finding>& found, const std::string& what, bool colour) {
  const Paint paint(colour);
  if (found.empty()) return paint(kGreen, "✓ " + what) + "\n";
  std::string out;
  for (const Finding& one : found)
    out += paint(one.code.empty() ? kRed : kYellow,
                 "✗ " + (one.turn.empty() ? one.branch : "turn " + one.turn)) +
           "  " + (one.code.empty() ? "" : one.code + "  ") +
           (one.version == 0 ? "" : "version " + std::to_string(one.version) + "  ") + printable(one.what) +
           "\n";
  return out;
}

}  // namespace gavel
