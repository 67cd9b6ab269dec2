// What JSON that nobody read speaks of: the names of its members, and the words that only commands have.
#pragma once

#include <string_view>

#include "sink.hpp"
#include "token_list.hpp"

namespace gavel {

// Adds what the value of the tokens names: of its own members, or those of an array's elements, and of
// theirs. No more than a few of each.
void look_at_names(const Sink& sink, const TokenList& tokens, UnreadJson& unread);

// Whether an object has a member of that name.
bool names_member(const TokenList& tokens, std::size_t object, std::string_view name);

}  // namespace gavel
