// The benchmark program: prepares its documents, then measures one round for every line on stdin. Lines of
// JSON come out, a sample each; {"end":...} closes the preparation and every round. Whoever asks can let
// other programs have their round in between, so that all see the same machine: compare.py does.

#include <iostream>
#include <memory>
#include <string>

#include "commands.hpp"
#include "dialects.hpp"
#include "machine.hpp"
#include "memory.hpp"
#include "samples.hpp"
#include "sets.hpp"
#include "texts.hpp"

namespace gavel::bench {
namespace {

constexpr const char* kUsage =
    "gavel_bench [--quick] [--dialects FOLDER]\n\n"
    "Measures one round for every line on stdin; samples are lines of JSON on stdout.\n"
    "scripts/bench runs it and shows what comes of it.\n\n"
    "  --quick             a tenth of the work: for looking whether it runs, not for times\n"
    "  --dialects FOLDER   reading texts instead; writes the texts into the folder\n\n"
    "Example:\n"
    "  printf '\\n\\n\\n' | gavel_bench\n";

void end(const char* what) {
  std::printf("{\"end\":\"%s\"}\n", what);
  std::fflush(stdout);
}

int run_dialects(bool quick, const std::string& folder) {
  const std::vector<DialectTexts> all = dialect_texts();
  write_texts(all, folder);
  Machine machine;
  end("prepared");
  for (std::string line; std::getline(std::cin, line);) {
    machine.measure();
    for (const DialectTexts& texts : all) measure_reading(texts, quick);
    end("round");
  }
  return 0;
}

int run(bool quick) {
  for (const Shape& shape : kShapes) measure_memory(shape, quick ? 10'000 : 1'000'000);
  std::vector<std::unique_ptr<World>> worlds;
  worlds.reserve(kShapes.size());
  for (const Shape& shape : kShapes) worlds.push_back(std::make_unique<World>(shape, quick ? 500 : 5'000));
  const Guards guards = example_guards();
  const std::string small = people_text(200'000);
  const std::string large = people_text(quick ? 1'000'000 : 10'000'000);
  Machine machine;
  end("prepared");
  for (std::string line; std::getline(std::cin, line);) {
    machine.measure();
    for (const auto& world : worlds) measure_sets(*world);
    for (const auto& world : worlds) measure_commands(*world, guards);
    measure_text("200 KB", small, quick ? 1 : 10);
    measure_text("10 MB", large, 1);
    end("round");
  }
  return 0;
}

}  // namespace
}  // namespace gavel::bench

int main(int argc, char** argv) {
  bool quick = false;
  std::string folder;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--quick") {
      quick = true;
    } else if (argument == "--dialects" && i + 1 < argc) {
      folder = argv[++i];
    } else {
      std::fputs(gavel::bench::kUsage, argument == "--help" ? stdout : stderr);
      return argument == "--help" ? 0 : 2;
    }
  }
  return folder.empty() ? gavel::bench::run(quick) : gavel::bench::run_dialects(quick, folder);
}
