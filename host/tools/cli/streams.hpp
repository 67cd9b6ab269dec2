// The program's own input and output: what the shell left closed, signals that would end it in the middle of
// a write, and whether everything printed has arrived.
#pragma once

#include <string_view>

namespace gavel {

// REQUIRES: the first call of main. Descriptors 0 to 2 that are closed are taken, so that no file of ours
// gets their number: reading and writing them fails. A closed pipe and a file size limit then are errors of
// the write that met them (EPIPE, EFBIG).
void prepare_streams();

// ---- printing
//
// What is printed to standard output goes through put() or, from printf, ends in flushed(): both answer
// whether it has arrived. A command that is not heard answers kExitUnheard and says nothing itself.

inline constexpr int kExitUnheard = 3;
bool put(std::string_view text);
bool flushed();
// Of what was printed: `code`, or kExitUnheard.
int heard(std::string_view text, int code = 0);
int heard(int code = 0);

// Something lasting was done (a campaign changed, a file written), whether or not its answer arrives.
void note_done();

// The code to exit with: `code`; where something that was printed did not arrive, with a message,
// kExitUnheard if something was done that lasts, else kExitUsage. An error of the command's stays one.
int finish_streams(int code);

// Whether something printed did not arrive: nobody is there to go on for.
bool output_lost();

}  // namespace gavel
