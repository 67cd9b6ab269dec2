#include "fuzz_shrink.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace gavel {
namespace {

std::vector<FuzzPiece>& pieces_of(FuzzTurn& turn, bool user) { return user ? turn.user : turn.model; }

// Every value inside one, itself first, as pointers: whoever changes one may not use those below it.
std::vector<Json*> nodes_of(Json& json) {
  std::vector<Json*> all{&json};
  for (std::size_t i = 0; i < all.size(); ++i) {
    Json& node = *all[i];
    if (node.is_object())
      for (auto& [key, child] : object_of(node)) all.push_back(&child);
    if (node.is_array())
      for (Json& child : array_of(node)) all.push_back(&child);
  }
  return all;
}

void smaller_numbers(const Json& number, std::vector<Json>& out) {
  if (number.is_number_float()) {
    const double value = number.get<double>();
    if (value > -9e15 && value < 9e15) out.emplace_back(static_cast<std::int64_t>(value));
    out.emplace_back(1);
    return;
  }
  const WideInteger value = wide(number);
  const WideInteger size = value < 0 ? -value : value;
  if (size == 0) return;
  out.emplace_back(0);
  if (size == 1) return;
  out.emplace_back(value < 0 ? -1 : 1);
  // Of a great number, about where it turns is enough.
  constexpr WideInteger kSmall = 128;
  for (const WideInteger part : {size / 2, size / 4, size / 16, WideInteger{1}}) {
    if (part == 0 || (part == 1 && size > kSmall)) continue;
    const WideInteger less = size - part;
    if (less <= INT64_MAX) out.emplace_back(static_cast<std::int64_t>(value < 0 ? -less : less));
  }
}

void shorter_texts(const std::string& text, std::vector<Json>& out) {
  if (text.empty()) return;
  out.emplace_back("");
  if (text != "a") out.emplace_back("a");
  std::size_t half = text.size() / 2;
  while (half > 0 && (static_cast<unsigned char>(text[half]) & 0xC0U) == 0x80U) --half;
  if (half > 0) out.emplace_back(text.substr(0, half));
}

// Values that say less. Following them always comes to an end.
std::vector<Json> simpler(const Json& value) {
  std::vector<Json> out;
  if (value.is_number()) smaller_numbers(value, out);
  if (value.is_string()) shorter_texts(string_of(value), out);
  if (value.is_boolean() && value.get<bool>()) out.emplace_back(false);
  if (!is_container(value)) return out;
  out.emplace_back(0);
  if (value.is_object()) {
    for (const auto& [key, child] : object_of(value)) {
      out.push_back(value);
      out.back().erase(key);
    }
  } else {
    for (std::size_t i = 0; i < value.size(); ++i) {
      out.push_back(value);
      out.back().erase(out.back().begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return out;
}

class Shrinking {
 public:
  Shrinking(FuzzCase game, const Ruleset& ruleset, const FuzzShows& shows, std::size_t most)
      : least_(std::move(game)), ruleset_(ruleset), shows_(shows), left_(most) {}

  FuzzCase run() {
    do {
      changed_ = false;
      drop_turns();
      for (std::size_t i = 0; i < least_.turns.size(); ++i) shrink_turn(i);
      // Values only in what cannot be left out: most asks go into them.
      if (!changed_)
        for (std::size_t i = 0; i < least_.turns.size(); ++i) shrink_values(i);
    } while (changed_ && left_ != 0);
    return std::move(least_);
  }

 private:
  bool keep(FuzzCase smaller) {
    if (left_ == 0) return false;
    --left_;
    if (!shows_(smaller)) return false;
    least_ = std::move(smaller);
    changed_ = true;
    return true;
  }

  // The case with one thing about it changed.
  bool try_with(const std::function<void(FuzzCase&)>& change) {
    FuzzCase smaller = least_;
    change(smaller);
    return keep(std::move(smaller));
  }

  void drop_turns() {
    // All but one at first: most of what goes wrong needs only one.
    for (std::size_t i = 0; least_.turns.size() > 1 && i < least_.turns.size(); ++i)
      if (try_with([i](FuzzCase& game) { game.turns = {game.turns[i]}; })) return;
    for (std::size_t i = 0; i < least_.turns.size();) {
      const bool gone = least_.turns.size() > 1 && try_with([i](FuzzCase& game) {
                          game.turns.erase(game.turns.begin() + static_cast<std::ptrdiff_t>(i));
                        });
      if (!gone) ++i;
    }
  }

  void shrink_turn(std::size_t i) {
    if (least_.turns[i].settings.is_object())
      try_with([i](FuzzCase& game) { game.turns[i].settings = Json(); });
    if (least_.turns[i].by_operator) try_with([i](FuzzCase& game) { game.turns[i].by_operator = false; });
    if (least_.turns[i].after_s != 60) try_with([i](FuzzCase& game) { game.turns[i].after_s = 60; });
    for (const bool user : {true, false}) {
      for (std::size_t k = 0; k < pieces_of(least_.turns[i], user).size();) {
        const bool gone = try_with([&](FuzzCase& game) {
          std::vector<FuzzPiece>& pieces = pieces_of(game.turns[i], user);
          pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(k));
        });
        if (gone) continue;
        shrink_piece(i, user, k);
        ++k;
      }
    }
    // What the player said, the model may say as well: one text less to read.
    if (!least_.turns[i].user.empty() && least_.turns[i].model.empty())
      try_with([i](FuzzCase& game) { std::swap(game.turns[i].user, game.turns[i].model); });
  }

  void shrink_piece(std::size_t i, bool user, std::size_t k) {
    const auto piece_in = [=](FuzzCase& game) -> FuzzPiece& { return pieces_of(game.turns[i], user)[k]; };
    if (piece_in(least_).dialect.empty()) {
      shrink_words(piece_in);
      return;
    }
    for (std::size_t c = 0; piece_in(least_).commands.size() > 1 && c < piece_in(least_).commands.size();) {
      const bool gone = try_with([&](FuzzCase& game) {
        std::vector<Json>& commands = piece_in(game).commands;
        commands.erase(commands.begin() + static_cast<std::ptrdiff_t>(c));
      });
      if (!gone) ++c;
    }
    shrink_dialect(piece_in);
  }

  void shrink_values(std::size_t i) {
    for (const bool user : {true, false})
      for (std::size_t k = 0; k < pieces_of(least_.turns[i], user).size(); ++k)
        for (std::size_t c = 0; c < pieces_of(least_.turns[i], user)[k].commands.size(); ++c)
          shrink_command(
              [=](FuzzCase& game) -> Json& { return pieces_of(game.turns[i], user)[k].commands[c]; });
  }

  // The dialect that is easiest to read, of those that can say it.
  void shrink_dialect(const std::function<FuzzPiece&(FuzzCase&)>& piece_in) {
    const std::vector<std::string>& listed = ruleset_.file().dialects;
    for (const char* plain : {"tools", "mvu", "tavern", "memory", "patch"}) {
      if (piece_in(least_).dialect == plain) return;
      const bool read = listed.empty() || std::ranges::find(listed, plain) != listed.end();
      FuzzPiece as_plain = piece_in(least_);
      as_plain.dialect = plain;
      if (!read || !envelope_of(as_plain, ruleset_)) continue;
      if (try_with([&](FuzzCase& game) { piece_in(game).dialect = plain; })) return;
    }
  }

  // Halves, quarters … are taken out, at borders of words.
  void shrink_words(const std::function<FuzzPiece&(FuzzCase&)>& piece_in) {
    for (std::size_t part = piece_in(least_).words.size() / 2; part != 0; part /= 2) {
      for (std::size_t from = 0; from < piece_in(least_).words.size();) {
        const std::string& words = piece_in(least_).words;
        std::size_t end = std::min(words.size(), from + part);
        while (end < words.size() && (static_cast<unsigned char>(words[end]) & 0xC0U) == 0x80U) ++end;
        const std::string shorter = words.substr(0, from) + words.substr(end);
        if (!try_with([&](FuzzCase& game) { piece_in(game).words = shorter; })) from = end;
      }
    }
  }

  void shrink_command(const std::function<Json&(FuzzCase&)>& command_in) {
    if (command_in(least_).contains("options"))
      try_with([&](FuzzCase& game) { command_in(game).erase("options"); });
    if (!command_in(least_).contains("value")) return;
    // After each that was kept, the values are others: from the first again.
    for (bool again = true; again && left_ != 0;) {
      again = false;
      const std::size_t count = nodes_of(command_in(least_)["value"]).size();
      for (std::size_t n = 0; n < count && !again; ++n) {
        const Json value = *nodes_of(command_in(least_)["value"])[n];
        for (const Json& less : simpler(value)) {
          again = try_with([&](FuzzCase& game) { *nodes_of(command_in(game)["value"])[n] = less; });
          if (again || left_ == 0) break;
        }
      }
    }
  }

  FuzzCase least_;
  const Ruleset& ruleset_;
  const FuzzShows& shows_;
  std::size_t left_;
  bool changed_ = false;
};

}  // namespace

FuzzCase shrink(FuzzCase game, const Ruleset& ruleset, const FuzzShows& shows, std::size_t most) {
  return Shrinking(std::move(game), ruleset, shows, most).run();
}

}  // namespace gavel
