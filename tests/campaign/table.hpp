// A table to play at: a store, campaigns over it, and a small ruleset with a tool, a rule, a derived value, a
// milestone and settings, given as its image, so that no file is read.
#pragma once

#include <memory>
#include <string>

#include "campaign/campaigns.hpp"
#include "state/json.hpp"
#include "store/store.hpp"

namespace gavel::testing {

// The ruleset's image. `lua` is added to its plugin, `yaml` to its file.
std::string small_image(const std::string& lua = "", const std::string& yaml = "");

class Table {
 public:
  explicit Table(std::string image = small_image(), Json fields = Json(Json::value_t::object));

  // What became of it: "accepted 3", "retry", "conflict_report", or the error's code. 3 is the version.
  std::string turn(const std::string& id, const std::string& text, const std::string& user = "",
                   const std::string& replaces = "");
  // The code of an error, or "ok".
  static std::string said(const Result<Json>& result);
  // A value of the state now, or after a turn: "12".
  std::string value(const std::string& pointer, std::optional<std::string_view> turn = std::nullopt);
  std::string meta(const std::string& pointer);
  Json shown();
  // Everything of the campaign as one file.
  std::string exported();
  // Forgets what is in memory, as another process would begin.
  void reopen();

  Campaigns& campaigns() { return *campaigns_; }
  Store& store() { return *store_; }

  Time now{1'758'355'200'000};
  std::string verdict;  // the last one

 private:
  std::unique_ptr<Store> store_;
  std::unique_ptr<Campaigns> campaigns_;
};

}  // namespace gavel::testing
