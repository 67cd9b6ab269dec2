// A campaign as one file: lines of JSON, described in README.md, the last of which holds the SHA-256 of all
// before it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "store/store.hpp"

namespace gavel {

using ExportSink = std::function<Result<void>(std::string_view bytes)>;

// Gives the file piece by piece. Turns that are committed meanwhile are left out; the file is the campaign as
// it was when the call began, but for attempts, which may be newer.
Result<void> export_campaign(Store& store, std::string_view campaign, const ExportSink& sink);

// Reads a file, and looks whether it is the one that was written.
Result<WholeCampaign> read_export(std::string_view file);

}  // namespace gavel
