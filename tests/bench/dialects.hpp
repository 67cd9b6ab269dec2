// Reading texts of every dialect: a megabyte of story with a thousand commands, a message with ten, and texts
// made only of openers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gavel::bench {

struct DialectTexts {
  std::string_view dialect;
  std::string large;     // 1 MiB of prose with 1,000 commands, each in an envelope of its own
  std::string message;   // 2 to 3 KB with ten commands at the end
  std::string envelope;  // what stands between the tags of the message's envelope, for other parsers
  std::vector<std::string> openers;  // what a hostile text repeats
};

// Of each dialect that models write, and a last one, "any", with only openers that belong to none.
std::vector<DialectTexts> dialect_texts();

// Writes <dialect>-large.txt, -message.txt and -envelope.txt, for the programs to compare with.
void write_texts(const std::vector<DialectTexts>& all, const std::string& folder);

void measure_reading(const DialectTexts& texts, bool quick);

}  // namespace gavel::bench
