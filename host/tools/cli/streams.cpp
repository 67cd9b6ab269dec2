#include "streams.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <string>

#include "args.hpp"

namespace gavel {

void prepare_streams() {
  // Opened the wrong way round, so that what uses it fails as it would have with the closed one.
  constexpr int kModes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int number = 0; number < 3; ++number)
    if (::fcntl(number, F_GETFD) < 0) (void)::open("/dev/null", kModes[number]);
  (void)std::signal(SIGPIPE, SIG_IGN);
  (void)std::signal(SIGXFSZ, SIG_IGN);
}

namespace {

// Of this process: whether something was done that lasts, and why the first output was lost.
bool done = false;
int why_lost = 0;

}  // namespace

bool flushed() {
  errno = 0;
  const bool arrived = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (!arrived && why_lost == 0) why_lost = errno;
  return arrived;
}

bool put(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return flushed();
  if (why_lost == 0) why_lost = errno;
  return false;
}

int heard(std::string_view text, int code) { return put(text) ? code : kExitUnheard; }
int heard(int code) { return flushed() ? code : kExitUnheard; }

void note_done() { done = true; }

bool output_lost() { return !flushed(); }

int finish_streams(int code) {
  if (code == 0 && std::ferror(stdin) != 0) {
    std::fputs("gavel: cannot read standard input\n", stderr);
    code = kExitUsage;
  }
  const bool told = std::cout.flush().good();
  if (!output_lost() && told && code != kExitUnheard) return code;
  const std::string why = why_lost == 0 ? "" : std::string(": ") + std::strerror(why_lost);
  std::fprintf(stderr, "gavel: cannot write to standard output%s\n", why.c_str());
  if (code == kExitUsage || !done) return kExitUsage;
  std::fputs("gavel: what was asked was done; only the answer is lost\n", stderr);
  return kExitUnheard;
}

}  // namespace gavel
