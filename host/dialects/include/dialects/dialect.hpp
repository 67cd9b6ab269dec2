// Dialects: the syntaxes in which commands are written. Each is one pair of files and one row in the table of
// dialect.cpp. A reader turns a text into proposals with their spans; it decides nothing about the document.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "command/proposal.hpp"

namespace gavel {

// What a text held.
struct Reading {
  std::vector<Proposal> proposals;  // in text order; spans never overlap
  std::string narration;            // the text without its envelopes
  std::vector<Warning> warnings;    // of the text as a whole
};

struct Dialect {
  std::string_view id;
  std::string_view looks_like;
  // An error: the text as a whole is not of this dialect.
  Result<Reading> (*read)(std::string_view text, Actor actor, const Limits& limits);
};

std::span<const Dialect> dialects();
// Unknown names are answered with the nearest.
Result<const Dialect*> find_dialect(std::string_view id);

}  // namespace gavel
