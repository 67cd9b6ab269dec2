// The file that holds a host's campaigns: which one every subcommand means, and how it is opened.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "store/store.hpp"

namespace gavel {

// What was given; else $GAVEL_STORE; else gavel.db in this folder.
std::string store_file(const std::string& given);

// Who only reads writes nothing, and may lack the right to; only who makes a store makes one where there is
// none.
enum class StoreUse { kRead, kWrite, kMake };
// Whether the ways to a store's file and to those that SQLite writes beside it are plain (check_way).
Result<void> check_store_way(const std::string& file);
// Of a file that store_file() named. In a folder that somebody else wrote no link to one is followed that is
// written, or that nobody named.
Result<std::unique_ptr<Store>> open_store(const std::string& file, StoreUse use = StoreUse::kRead);

// Which campaign of the store was meant by a name that none has: "did you mean …?"; empty: none is near.
std::string nearest_campaign(Store& store, std::string_view name);

}  // namespace gavel
