// The numbers come from SipHash-2-4 of what a roll depends on, keyed by the seed: cheap, the same on every
// machine, and without the seed not to be told from chance.

#include "rules/dice.hpp"

#include <bit>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/utf8.hpp"

namespace gavel {
namespace {

constexpr std::uint64_t kMostDice = 100;
constexpr std::uint64_t kMostSides = 1'000'000;
constexpr std::int64_t kMostBonus = 1'000'000'000;

std::uint64_t little_endian(const char* bytes, std::size_t count) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; ++i)
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return word;
}

struct Sip {
  std::uint64_t a, b, c, d;

  Sip(std::uint64_t low, std::uint64_t high)
      : a(low ^ 0x736f6d6570736575U),
        b(high ^ 0x646f72616e646f6dU),
        c(low ^ 0x6c7967656e657261U),
        d(high ^ 0x7465646279746573U) {}

  void round() {
    a += b;
    c += d;
    b = std::rotl(b, 13) ^ a;
    d = std::rotl(d, 16) ^ c;
    a = std::rotl(a, 32);
    c += b;
    a += d;
    b = std::rotl(b, 17) ^ c;
    d = std::rotl(d, 21) ^ a;
    c = std::rotl(c, 32);
  }
  void take(std::uint64_t word) {
    d ^= word;
    round();
    round();
    a ^= word;
  }
};

std::uint64_t siphash(std::uint64_t low, std::uint64_t high, std::string_view text) {
  Sip sip(low, high);
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) sip.take(little_endian(text.data() + i, 8));
  const std::uint64_t last = little_endian(text.data() + i, text.size() - i);
  sip.take(last | static_cast<std::uint64_t>(text.size()) << 56U);
  sip.c ^= 0xff;
  for (int round = 0; round < 4; ++round) sip.round();
  return sip.a ^ sip.b ^ sip.c ^ sip.d;
}

// Every part with its length, so that no two lists of parts give one text.
std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += std::to_string(part.size()) + ":" + std::string(part);
  return text;
}

bool read_number(std::string_view text, std::size_t& at, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
  if (error != std::errc()) return false;
  at = static_cast<std::size_t>(end - text.data());
  return true;
}

struct Throw {
  std::uint64_t count = 1;
  std::uint64_t sides = 0;
  std::int64_t bonus = 0;
};

Result<Throw> read_dice(std::string_view text) {
  const Error wrong(Code::kToolInvalidArgs, "\"" + printable(shortened(text, 32)) + "\" names no dice",
                    "write for example \"d20\", \"2d6\" or \"3d6+2\"");
  Throw dice;
  std::size_t at = 0;
  if (text.empty()) return wrong;
  if (text[0] != 'd' && !read_number(text, at, dice.count)) return wrong;
  if (at >= text.size() || text[at] != 'd') return wrong;
  ++at;
  if (!read_number(text, at, dice.sides)) return wrong;
  if (at < text.size()) {
    const char sign = text[at];
    std::uint64_t bonus = 0;
    ++at;
    if ((sign != '+' && sign != '-') || !read_number(text, at, bonus) || at != text.size()) return wrong;
    if (bonus > static_cast<std::uint64_t>(kMostBonus)) return wrong;
    dice.bonus = sign == '-' ? -static_cast<std::int64_t>(bonus) : static_cast<std::int64_t>(bonus);
  }
  if (dice.count < 1 || dice.count > kMostDice || dice.sides < 1 || dice.sides > kMostSides)
    return Error(
        Code::kToolInvalidArgs, "\"" + std::string(text) + "\" is out of bounds",
        "1 to " + std::to_string(kMostDice) + " dice of 1 to " + std::to_string(kMostSides) + " sides");
  return dice;
}

}  // namespace

Roll& Dice::next(std::string_view handler, std::string dice) {
  auto found = counts_.find(handler);
  if (found == counts_.end()) found = counts_.emplace(std::string(handler), 0).first;
  Roll& roll = rolls_.emplace_back();
  roll.handler = std::string(handler);
  roll.number = ++found->second;
  roll.dice = std::move(dice);
  return roll;
}

void Dice::take_back(std::size_t kept) {
  for (std::size_t i = kept; i < rolls_.size(); ++i) {
    if (!std::exchange(rolls_[i].undone, true)) --counts_[rolls_[i].handler];
  }
}

// A number below `below`, each as likely as any other: what would favour the small ones is drawn again.
std::uint64_t Dice::draw(const Roll& roll, std::uint64_t nth, std::uint64_t below) const {
  const std::uint64_t low = siphash(0, 0, seed_);
  const std::uint64_t high = siphash(1, 1, seed_);
  const std::string what = joined({turn_, roll.handler, std::to_string(roll.number), std::to_string(nth)});
  const std::uint64_t fair = below == 0 ? 0 : (0 - below) % below;  // 2^64 modulo below
  for (std::uint64_t again = 0;; ++again) {
    const std::uint64_t drawn = siphash(low, high, what + std::to_string(again));
    if (below == 0) return drawn;
    if (drawn >= fair) return drawn % below;
  }
}

Result<std::int64_t> Dice::roll(std::string_view handler, std::string_view dice) {
  const Throw read = TRY(read_dice(dice));
  Roll& roll = next(handler, std::string(dice));
  roll.total = read.bonus;
  for (std::uint64_t i = 0; i < read.count; ++i) {
    roll.each.push_back(1 + static_cast<std::int64_t>(draw(roll, i, read.sides)));
    roll.total += roll.each.back();
  }
  return roll.total;
}

std::int64_t Dice::between(std::string_view handler, std::int64_t low, std::int64_t high) {
  Roll& roll = next(handler, std::to_string(low) + ".." + std::to_string(high));
  const std::uint64_t width =
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;  // 0: all of them
  roll.total = static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + draw(roll, 0, width));
  roll.each.push_back(roll.total);
  return roll.total;
}

}  // namespace gavel
