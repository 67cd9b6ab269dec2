// The file that holds a host's campaigns: which one every subcommand means, and how it is opened.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "store/store.hpp"

#include "args.hpp"

namespace gavel {

// --store FILE. What it leaves empty is for store_file() to fill in.
void add_store_option(CLI::App& sub, std::string& file);

// What was given; else $GAVEL_STORE; else gavel.db in this folder.
std::string store_file(const std::string& given);

// Of a file that store_file() named. Whoever only asks, or mistyped the name, makes none.
Result<std::unique_ptr<Store>> open_store(const std::string& file, bool makes = false);

// Which campaign of the store was meant by a name that none has: "did you mean …?"; empty: none is near.
std::string nearest_campaign(Store& store, std::string_view name);

}  // namespace gavel
