#include "pattern.hpp"

#include <cstring>

#include "fuel.hpp"
#include "values.hpp"

namespace gavel {
namespace {

constexpr char kEscape = '%';
constexpr std::uint64_t kStepsAtOnce = 256;

int byte_at(const char* at) { return static_cast<unsigned char>(*at); }

bool is_lower(int c) { return c >= 'a' && c <= 'z'; }
bool is_upper(int c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(int c) { return c >= '0' && c <= '9'; }
bool is_letter(int c) { return is_lower(c) || is_upper(c); }

}  // namespace

bool in_class(int c, int letter) {
  bool in = false;
  switch (letter | 0x20) {
    case 'a':
      in = is_letter(c);
      break;
    case 'c':
      in = c < 0x20 || c == 0x7F;
      break;
    case 'd':
      in = is_digit(c);
      break;
    case 'g':
      in = c > 0x20 && c < 0x7F;
      break;
    case 'l':
      in = is_lower(c);
      break;
    case 'p':
      in = c > 0x20 && c < 0x7F && !is_letter(c) && !is_digit(c);
      break;
    case 's':
      in = c == ' ' || (c >= '\t' && c <= '\r');
      break;
    case 'u':
      in = is_upper(c);
      break;
    case 'w':
      in = is_letter(c) || is_digit(c);
      break;
    case 'x':
      in = is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      break;
    default:
      return letter == c;
  }
  return is_upper(letter) ? !in : in;
}

void Matcher::step() {
  if (++steps_ >= kStepsAtOnce) settle();
}

void Matcher::settle() {
  const std::uint64_t steps = steps_;
  steps_ = 0;
  spend(lua_, steps);
}

const char* Matcher::match(const char* from) {
  level_ = 0;
  depth_ = 0;
  return try_match(from, pattern_);
}

// Where the item that starts there ends, without its repetition.
const char* Matcher::item_end(const char* item) {
  const char first = *item++;
  if (first == kEscape) {
    if (item == pattern_end_) raise_text(lua_, "malformed pattern (ends with '%')");
    return item + 1;
  }
  if (first != '[') return item;
  if (item < pattern_end_ && *item == '^') ++item;
  do {
    if (item == pattern_end_) raise_text(lua_, "malformed pattern (missing ']')");
    step();
    if (*item++ == kEscape) {
      if (item == pattern_end_) raise_text(lua_, "malformed pattern (missing ']')");
      ++item;
    }
  } while (item == pattern_end_ || *item != ']');
  return item + 1;
}

// `item` stands at '[', `last` at its ']'.
bool Matcher::in_set(int c, const char* item, const char* last) const {
  bool wanted = true;
  if (item[1] == '^') {
    wanted = false;
    ++item;
  }
  while (++item < last) {
    if (*item == kEscape) {
      ++item;
      if (in_class(c, byte_at(item))) return wanted;
    } else if (item[1] == '-' && item + 2 < last) {
      item += 2;
      if (byte_at(item - 2) <= c && c <= byte_at(item)) return wanted;
    } else if (byte_at(item) == c) {
      return wanted;
    }
  }
  return !wanted;
}

bool Matcher::fits(const char* at, const char* item, const char* end) const {
  if (at >= subject_end_) return false;
  const int c = byte_at(at);
  switch (*item) {
    case '.':
      return true;
    case kEscape:
      return in_class(c, byte_at(item + 1));
    case '[':
      return in_set(c, item, end - 1);
    default:
      return byte_at(item) == c;
  }
}

const char* Matcher::balance(const char* at, const char* item) {
  if (pattern_end_ - item < 2) raise_text(lua_, "malformed pattern (missing arguments to '%b')");
  if (at >= subject_end_ || *at != item[0]) return nullptr;
  const char open = item[0];
  const char close = item[1];
  for (std::size_t depth = 1; ++at < subject_end_;) {
    step();
    if (*at == close) {
      if (--depth == 0) return at + 1;
    } else if (*at == open) {
      ++depth;
    }
  }
  return nullptr;
}

const char* Matcher::repeat_most(const char* at, const char* item, const char* end) {
  std::ptrdiff_t count = 0;
  // A set is as much work as it is long.
  const auto price = static_cast<std::uint64_t>(end - item) / 8;
  while (fits(at + count, item, end)) {
    ++count;
    steps_ += price;
    step();
  }
  for (; count >= 0; --count) {
    if (const char* found = try_match(at + count, end + 1)) return found;
    step();
  }
  return nullptr;
}

const char* Matcher::repeat_least(const char* at, const char* item, const char* end) {
  const auto price = static_cast<std::uint64_t>(end - item) / 8;
  for (;;) {
    if (const char* found = try_match(at, end + 1)) return found;
    if (!fits(at, item, end)) return nullptr;
    ++at;
    steps_ += price;
    step();
  }
}

const char* Matcher::start_capture(const char* at, const char* item, std::ptrdiff_t what) {
  if (level_ >= kMostCaptures)
    raise_text(lua_, "too many captures; at most " + std::to_string(kMostCaptures));
  captures_[level_] = {at, what};
  ++level_;
  const char* found = try_match(at, item);
  if (found == nullptr) --level_;
  return found;
}

int Matcher::capture_to_close() {
  for (int level = level_ - 1; level >= 0; --level)
    if (captures_[level].size == kOpen) return level;
  raise_text(lua_, "invalid pattern capture");
}

const char* Matcher::end_capture(const char* at, const char* item) {
  const int level = capture_to_close();
  captures_[level].size = at - captures_[level].begin;
  const char* found = try_match(at, item);
  if (found == nullptr) captures_[level].size = kOpen;
  return found;
}

const char* Matcher::back_reference(const char* at, int digit) {
  const int level = digit - '1';
  if (level < 0 || level >= level_ || captures_[level].size == kOpen)
    raise_text(lua_, "invalid capture index %" + std::to_string(level + 1));
  const Capture& capture = captures_[level];
  const auto size = static_cast<std::size_t>(capture.size == kPosition ? 0 : capture.size);
  steps_ += size / 16;
  if (static_cast<std::size_t>(subject_end_ - at) < size || std::memcmp(capture.begin, at, size) != 0)
    return nullptr;
  return at + size;
}

// Items that are more than one byte of subject. `done`: the answer is final; else the match goes on at
// `next`.
const char* Matcher::special(const char* at, const char* item, const char*& next, bool& done) {
  done = false;
  switch (item[1]) {
    case 'b':
      at = balance(at, item + 2);
      next = item + 4;
      break;
    case 'f': {
      item += 2;
      if (item >= pattern_end_ || *item != '[') raise_text(lua_, "missing '[' after '%f' in pattern");
      const char* end = item_end(item);
      const int before = at == subject_ ? 0 : byte_at(at - 1);
      const int after = at < subject_end_ ? byte_at(at) : 0;
      if (in_set(before, item, end - 1) || !in_set(after, item, end - 1)) at = nullptr;
      next = end;
      break;
    }
    default:
      at = back_reference(at, byte_at(item + 1));
      next = item + 2;
      break;
  }
  done = at == nullptr;
  return at;
}

const char* Matcher::try_match(const char* at, const char* item) {
  if (++depth_ > kDeepest)
    raise_text(
        lua_, "pattern too complex; at most " + std::to_string(kDeepest) + " items that may have to go back");
  struct Leave {
    int& depth;
    ~Leave() { --depth; }
  } leave{depth_};
  for (;;) {
    step();
    if (item == pattern_end_) return at;
    if (*item == '(') {
      const bool position = item + 1 < pattern_end_ && item[1] == ')';
      return position ? start_capture(at, item + 2, kPosition) : start_capture(at, item + 1, kOpen);
    }
    if (*item == ')') return end_capture(at, item + 1);
    if (*item == '$' && item + 1 == pattern_end_) return at == subject_end_ ? at : nullptr;
    if (*item == kEscape && item + 1 < pattern_end_ &&
        (item[1] == 'b' || item[1] == 'f' || is_digit(byte_at(item + 1)))) {
      bool done = false;
      at = special(at, item, item, done);
      if (done) return nullptr;
      continue;
    }
    const char* end = item_end(item);
    const char repetition = end < pattern_end_ ? *end : '\0';
    if (repetition == '*') return repeat_most(at, item, end);
    if (repetition == '-') return repeat_least(at, item, end);
    const bool here = fits(at, item, end);
    if (repetition == '+') return here ? repeat_most(at + 1, item, end) : nullptr;
    if (repetition == '?') {
      if (here)
        if (const char* found = try_match(at + 1, end + 1)) return found;
      item = end + 1;
      continue;
    }
    if (!here) return nullptr;
    ++at;
    item = end;
  }
}

void Matcher::push_capture(int index, const char* from, const char* to) {
  if (index >= level_) {
    if (index != 0) raise_text(lua_, "invalid capture index %" + std::to_string(index + 1));
    spend_bytes(lua_, static_cast<std::size_t>(to - from));
    push_text(lua_, {from, static_cast<std::size_t>(to - from)});
    return;
  }
  const Capture& capture = captures_[index];
  if (capture.size == kOpen) raise_text(lua_, "unfinished capture");
  if (capture.size == kPosition) {
    lua_pushinteger(lua_, capture.begin - subject_ + 1);
  } else {
    spend_bytes(lua_, static_cast<std::size_t>(capture.size));
    push_text(lua_, {capture.begin, static_cast<std::size_t>(capture.size)});
  }
}

int Matcher::push_captures(const char* from, const char* to, bool whole) {
  const int count = level_ == 0 && whole ? 1 : level_;
  ensure_stack(lua_, count, "too many captures");
  for (int i = 0; i < count; ++i) push_capture(i, from, to);
  return count;
}

}  // namespace gavel
