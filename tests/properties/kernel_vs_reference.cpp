// Random commands through the real kernel and through the reference model; the first difference is shrunk and
// printed. With --jobs the documents are dealt out to as many threads; what a document is given does not
// depend on it.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unistd.h>
#include <vector>

#include "generator.hpp"
#include "kernel_under_test.hpp"
#include "reference_model.hpp"
#include "reference_value.hpp"
#include "shrink.hpp"

namespace gavel::testing {

namespace {

constexpr std::uint64_t kDefaultSeed = 20250920;
constexpr long kDefaultCommands = 100000;
constexpr int kBatchesPerDocument = 16;
constexpr std::size_t kLargestDocument = 6000;  // bytes; a document that grew past it has had its day

struct Difference {
  std::size_t batch = 0;
  std::string kind;  // two cases of one kind fail for the same reason, as far as the shrinker can tell
  std::string model;
  std::string kernel;
};

// Commands per verb and status, and options in applied commands.
struct Tally {
  long commands = 0;
  long batches = 0;
  std::map<std::string, std::map<std::string, long>> verbs;
  std::map<std::string, std::pair<long, long>> options;  // applied, present
  std::map<std::string, long> codes;

  void count(const Json& command, const Json& answer);
  void add(const Tally& other);
  void print() const;
};

void Tally::count(const Json& command, const Json& answer) {
  ++commands;
  const std::string status = answer["status"].get<std::string>();
  const bool has_verb = command.contains("verb") && command["verb"].is_string();
  ++verbs[has_verb ? command["verb"].get<std::string>() : "(none)"][status];
  if (answer.contains("code")) ++codes[answer["code"].get<std::string>()];
  if (!command.contains("options") || !command["options"].is_object()) return;
  for (const auto& [name, value] : command["options"].items()) {
    ++options[name].second;
    if (status == "applied" && !value.is_null()) ++options[name].first;
  }
}

void Tally::add(const Tally& other) {
  commands += other.commands;
  batches += other.batches;
  for (const auto& [verb, counts] : other.verbs) {
    for (const auto& [status, count] : counts) verbs[verb][status] += count;
  }
  for (const auto& [name, counts] : other.options) {
    options[name].first += counts.first;
    options[name].second += counts.second;
  }
  for (const auto& [code, count] : other.codes) codes[code] += count;
}

void Tally::print() const {
  std::printf("%-10s %10s %10s %10s %10s\n", "verb", "applied", "rejected", "skipped", "duplicate");
  for (const auto& [verb, counts] : verbs) {
    const auto of = [&counts = counts](const char* status) {
      const auto found = counts.find(status);
      return found == counts.end() ? 0L : found->second;
    };
    std::printf("%-10s %10ld %10ld %10ld %10ld\n", verb.c_str(), of("applied"), of("rejected"), of("skipped"),
                of("duplicate"));
  }
  std::printf("\n%-16s %10s %10s\n", "option", "applied", "present");
  for (const auto& [name, counts] : options)
    std::printf("%-16s %10ld %10ld\n", name.c_str(), counts.first, counts.second);
  std::printf("\n%-26s %10s\n", "code", "commands");
  for (const auto& [code, count] : codes) std::printf("%-26s %10ld\n", code.c_str(), count);
}

std::string verdict(const Json& answer) {
  std::string out = answer.contains("status") ? answer["status"].dump() : "?";
  if (answer.contains("code")) out += " " + answer["code"].dump();
  return out;
}

// The first command that was answered otherwise, or nothing.
std::optional<Difference> compare_answers(const Json& commands, const Json& model, const Json& kernel) {
  const Json& ours = model["commands"];
  const Json theirs = kernel.contains("commands") ? kernel["commands"] : Json::array();
  if (ours.size() != theirs.size()) return Difference{0, "number of answers", model.dump(), kernel.dump()};
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const std::string verb = commands[i].contains("verb") ? commands[i]["verb"].dump() : "(none)";
    if (verdict(ours[i]) != verdict(theirs[i])) {
      return Difference{
          0, "command " + verb + ": model says " + verdict(ours[i]) + ", kernel says " + verdict(theirs[i]),
          model.dump(), kernel.dump()};
    }
    const bool same_presence = ours[i].contains("result") == theirs[i].contains("result");
    if (!same_presence ||
        (ours[i].contains("result") && !reference::equal(ours[i]["result"], theirs[i]["result"]))) {
      return Difference{0, "result of " + verb, model.dump(), kernel.dump()};
    }
  }
  return std::nullopt;
}

// One document with its kernel and its model, batch by batch.
class Duel {
 public:
  explicit Duel(const Json& document) : kernel_(document.dump()), model_(document) {}

  std::optional<Difference> play(const Batch& batch) {
    try {
      return compare(batch);
    } catch (const std::exception& error) {
      return Difference{0, "an exception", answer_.dump(), error.what()};
    }
  }
  const Json& data() const { return model_.data(); }
  const Json& answer() const { return answer_; }

 private:
  std::optional<Difference> compare(const Batch& batch) {
    const reference::Model model_before = model_;
    const std::string text_before = kernel_.text();
    const std::string canonical_before = kernel_.canonical();
    answer_ = model_.apply(batch.commands, batch.actor, batch.now_ms);
    const Json kernel_answer = Json::parse(kernel_.apply(batch.commands.dump(), batch.actor, batch.now_ms));
    if (auto difference = compare_answers(batch.commands, answer_, kernel_answer)) return difference;
    const std::string data = kernel_.data();
    if (!reference::equal(model_.data(), Json::parse(data)))
      return Difference{0, "data", model_.data().dump(), data};
    const std::string text_after = kernel_.text();
    const std::string canonical_after = kernel_.canonical();
    kernel_.undo();
    if (kernel_.text() != text_before) return Difference{0, "text after undo", text_before, kernel_.text()};
    if (kernel_.canonical() != canonical_before)
      return Difference{0, "canonical after undo", canonical_before, kernel_.canonical()};
    if (batch.leave_undone) {
      model_ = model_before;
      return std::nullopt;
    }
    kernel_.redo();
    if (kernel_.text() != text_after) return Difference{0, "text after redo", text_after, kernel_.text()};
    if (kernel_.canonical() != canonical_after)
      return Difference{0, "canonical after redo", canonical_after, kernel_.canonical()};
    return std::nullopt;
  }

  KernelUnderTest kernel_;
  reference::Model model_;
  Json answer_;
};

std::optional<Difference> play_case(const Case& whole) {
  if (!whole.document.is_object()) return std::nullopt;
  Duel duel(whole.document);
  for (std::size_t i = 0; i < whole.batches.size(); ++i) {
    if (auto difference = duel.play(whole.batches[i])) {
      difference->batch = i;
      return difference;
    }
  }
  return std::nullopt;
}

void report(const Case& failing, const Difference& first, std::uint64_t seed, std::uint64_t document) {
  std::fprintf(stderr, "difference in document %llu: %s; shrinking\n",
               static_cast<unsigned long long>(document), first.kind.c_str());
  const auto still_fails = [&](const Case& candidate) {
    const auto difference = play_case(candidate);
    return difference && difference->kind == first.kind;
  };
  const Case small = still_fails(failing) ? shrink(failing, still_fails) : failing;
  const auto difference = play_case(small);
  const Difference& shown = difference ? *difference : first;
  std::printf("DIFFERENCE: %s\nin batch %zu of\n%s\n\nmodel:  %s\nkernel: %s\n", shown.kind.c_str(),
              shown.batch, case_to_json(small).dump(2).c_str(), shown.model.c_str(), shown.kernel.c_str());
  std::printf("again: --seed %llu --document %llu\n", static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(document));
}

// So that a crash of the kernel names its document too: the signal comes to the thread that made the fault.
thread_local volatile std::sig_atomic_t current_document = 0;

void on_crash(int signal) {
  char line[64];
  char digits[24];
  int count = 0;
  for (long rest = current_document; rest > 0 || count == 0; rest /= 10)
    digits[count++] = static_cast<char>('0' + rest % 10);
  std::strcpy(line, "\ncrash in document ");
  std::size_t length = std::strlen(line);
  while (count > 0) line[length++] = digits[--count];
  line[length++] = '\n';
  if (write(2, line, length) < 0) _exit(3);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

struct Arguments {
  long commands = kDefaultCommands;
  std::uint64_t seed = kDefaultSeed;
  std::uint64_t document = 0;  // where to start
  unsigned jobs = 1;
};

class Progress {
 public:
  void tick(long commands) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::seconds(2)) return;
    last_ = now;
    std::fprintf(stderr, "%ld commands\n", commands);
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// What the threads share.
struct Contest {
  std::atomic<bool> lost = false;
  std::mutex one;  // for the tally and for what is printed
  Tally tally;
};

// One document, with a seed of its own, so that it can be played alone. False at a difference, which is
// reported.
bool play_document(const Arguments& arguments, std::uint64_t number, Tally& tally, Contest& contest) {
  Generator generator(Random(arguments.seed ^ (number * 0xD1B54A32D192ED03ULL)).next());
  Case played{generator.document(), {}};
  Duel duel(played.document);
  for (int i = 0; i < kBatchesPerDocument && duel.data().dump().size() < kLargestDocument; ++i) {
    played.batches.push_back(generator.batch(duel.data()));
    const Batch& batch = played.batches.back();
    if (const auto difference = duel.play(batch)) {
      const std::scoped_lock lock(contest.one);
      if (!contest.lost.exchange(true)) report(played, *difference, arguments.seed, number);
      return false;
    }
    ++tally.batches;
    for (std::size_t c = 0; c < batch.commands.size(); ++c)
      tally.count(batch.commands[c], duel.answer()["commands"][c]);
  }
  return true;
}

// Every `jobs`th document from the `job`th on, until this thread has done its share of the commands.
void play_share(const Arguments& arguments, unsigned job, Contest& contest) {
  Tally tally;
  Progress progress;
  for (std::uint64_t number = arguments.document + job;
       tally.commands * arguments.jobs < arguments.commands && !contest.lost; number += arguments.jobs) {
    current_document = static_cast<std::sig_atomic_t>(number);
    if (!play_document(arguments, number, tally, contest)) return;
    if (job == 0) progress.tick(tally.commands * arguments.jobs);
  }
  const std::scoped_lock lock(contest.one);
  contest.tally.add(tally);
}

int run(const Arguments& arguments) {
  std::printf("seed %llu\n", static_cast<unsigned long long>(arguments.seed));
  std::fflush(stdout);
  Contest contest;
  std::vector<std::thread> threads;
  for (unsigned job = 0; job < arguments.jobs; ++job)
    threads.emplace_back(play_share, std::cref(arguments), job, std::ref(contest));
  for (std::thread& thread : threads) thread.join();
  if (contest.lost) return 1;
  contest.tally.print();
  std::printf("\n%ld commands, 0 differences, seed %llu\n", contest.tally.commands,
              static_cast<unsigned long long>(arguments.seed));
  return 0;
}

}  // namespace

}  // namespace gavel::testing

int main(int argc, char** argv) {
  gavel::testing::Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const char* value = i + 1 < argc ? argv[++i] : nullptr;
    if (name == "--cases" && value != nullptr) {
      arguments.commands = std::strtol(value, nullptr, 10);
    } else if (name == "--seed" && value != nullptr) {
      arguments.seed = std::strtoull(value, nullptr, 10);
    } else if (name == "--document" && value != nullptr) {
      arguments.document = std::strtoull(value, nullptr, 10);
    } else if (name == "--jobs" && value != nullptr) {
      arguments.jobs = std::max(1U, static_cast<unsigned>(std::strtoul(value, nullptr, 10)));
    } else {
      std::fprintf(stderr, "usage: %s [--cases N] [--seed S] [--document K] [--jobs N]\n", argv[0]);
      return 2;
    }
  }
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE}) std::signal(signal, gavel::testing::on_crash);
  return gavel::testing::run(arguments);
}
