// An embedder that has set a locale, as every program with GTK or Qt does: verdicts are the same bytes, and
// its own functions find its own locale.

#include <cctype>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <locale>

#include "table.hpp"

#ifdef __SANITIZE_ADDRESS__
// glibc keeps the parts of LOCPATH that it has looked through.
extern "C" __attribute__((visibility("default"))) const char*
__lsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier)
  return "leak:__argz_add_sep";
}
#endif

namespace gavel::v1::embed_tests {

namespace {

// German numbers have a comma; Turkish has another capital of "i"; an encoding of one byte knows letters
// above 0x7F. Made for the test: hosts that build in a container have none installed.
class Foreign {
 public:
  Foreign(const char* source, const char* charset) {
    char made[] = "/tmp/gavel-locale-XXXXXX";
    REQUIRE(mkdtemp(made) != nullptr);
    folder_ = made;
    const std::string name = "foreign";
    const std::string command = std::string("localedef -i ") + source + " -f " + charset + " '" + folder_ +
                                "/" + name + "' >/dev/null 2>&1";
    const int status = std::system(command.c_str());
    REQUIRE_MESSAGE(std::filesystem::exists(folder_ + "/" + name),
                    "localedef made no locale (" << status << "): the package `locales` is missing");
    setenv("LOCPATH", folder_.c_str(), 1);
    REQUIRE(std::setlocale(LC_ALL, name.c_str()) != nullptr);
    std::locale::global(std::locale(name.c_str()));
  }
  ~Foreign() {
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
    std::filesystem::remove_all(folder_);
  }
  Foreign(const Foreign&) = delete;
  Foreign& operator=(const Foreign&) = delete;

 private:
  std::string folder_;
};

constexpr const char* kPlugin = R"(
local half = 0.5
local keys = { 'B', 'a', 'Z', '\xC3\xA4', 'z', '_', 'I', 'i' }
table.sort(keys)
local order = table.concat(keys, ',')
tool "peek" {
  summary = { en = "e", zh = "z" }, guidance = { en = "e", zh = "z" },
  args = { n = num{ default = 0 } }, rejects = { no = "no" }, settles = {},
  run = function(args, ctx)
    local now = { 'B', 'a', 'Z', '\xC3\xA4', 'z', '_', 'I', 'i' }
    table.sort(now)
    ctx.set('seen', { ctx.get('gold') + half, 1.25e-3 })
    ctx.memory.half = half
    ctx.log(args.n, 0.125)
    return {
      format = ("%.2f|%g|%5.1f|%e|%a|%q|%s|%d"):format(args.n, 0.1, 2.5, 12345.678, 0.75, 0.1, 0.5, 1234567),
      text = tostring(args.n + 0.25), joined = 0.5 .. "", comma = tonumber("1,5"), point = tonumber("1.5"),
      hex = tonumber("0x.8"), blank = tonumber(" 1.5 "), sum = 1.5e0 + half, list = table.concat({ 0.5, 1.5 }, ";"),
      order = order, now = table.concat(now, ','), less = 'a' < 'B', above = '\xC3\xA4' < 'b',
      upper = ('i\xC3\xA4\xDF'):sub(1, 3):upper(), lower = ('I'):lower(), alpha = ('\xC3\xA4'):find('%a') == nil,
      word = ('a1 \xA0'):gsub('%s', '-'):sub(1, 3), replaced = ('x'):gsub('x', 0.5), big = 1e15, large = 2^53,
      nothing = pcall(error, 0.5), float = 100000.0 // 1, eq = ("0.5" == tostring(half)),
    }
  end,
}
)";

constexpr const char* kRuleset = R"(ruleset: scratch
version: 1.0.0
title: {en: Scratch, zh: 试}
language: en
plugins: [leak]
dialects: [tools, mvu, filament, ops]
fields:
  - {path: "mood", write: [model], enum: [Idle, INSIDE, "\xE4"]}
  - {path: "**", write: [model, player, tool, automation, derive, operator]}
retry: {on: []}
state: initial.yaml
)";

constexpr const char* kText =
    "<tool_calls>[{\"id\":\"c1\",\"name\":\"peek\",\"arguments\":{\"n\":1.5}},"
    "{\"id\":\"c2\",\"name\":\"peek\",\"arguments\":{\"n\":\"0.75\"}},"
    "{\"id\":\"c3\",\"name\":\"peek\",\"arguments\":{\"n\":1e-400}},"
    "{\"id\":\"c4\",\"name\":\"peek\",\"arguments\":{\"n\":0.5e400}},"
    "{\"id\":\"c5\",\"name\":\"peek\",\"arguments\":{\"n\":\"1,5\"}}]</tool_calls>\n"
    "_.set('gold', 2.25);\n_.add('f', 0.5);\n_.set('mood', 'idle');\n_.set('mood', 'inside');\n"
    "_.set('big', 1234567.5);\n_.set('tiny', 0.1e-400);\n_.set('text', '1.5');\n_.add('text', 1.5);";

class Folder {
 public:
  Folder() {
    char made[] = "/tmp/gavel-game-XXXXXX";
    REQUIRE(mkdtemp(made) != nullptr);
    path = made;
    put("ruleset.yaml", kRuleset);
    put("initial.yaml", "gold: 1.5\nf: .25\nmood: Idle\nbig: 1000.5\ntiny: 1e-400\ntext: \"0.5\"\n");
    put("plugins/leak/plugin.yaml",
        "plugin: leak\nversion: 0.1.0\napi: 1\nsummary: {en: x, zh: x}\nfiles: [leak.lua]\n");
    put("plugins/leak/leak.lua", kPlugin);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path path;

 private:
  void put(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((path / name).parent_path());
    std::ofstream(path / name) << text;
  }
};

// All that a turn says, loading included; and rebuilt under the C locale, nothing differs.
std::string judged(const std::string& folder, bool foreign) {
  std::string point = foreign ? "," : ".";
  CampaignsOptions options;
  options.clock = [&point] {
    CHECK(std::localeconv()->decimal_point == point);
    return Time{1'760'000'000'000};
  };
  options.listener = [&point](const std::string&, const Verdict&) {
    CHECK(std::localeconv()->decimal_point == point);
  };
  Campaigns campaigns = must(Campaigns::in_memory(std::move(options)));
  NewCampaign fresh;
  fresh.id = "c";
  fresh.rules = must(Ruleset::load(folder));
  must(campaigns.create(fresh));
  TurnRequest request;
  request.id = "t-1";
  request.user_text = "u";
  request.model_text = kText;
  std::string all = must(campaigns.turn("c", request)).verdict.text() + must(campaigns.state("c")).text();
  std::setlocale(LC_ALL, "C");
  std::locale::global(std::locale::classic());
  point = std::localeconv()->decimal_point;
  CHECK(must(campaigns.rebuild("c")).empty());
  return all;
}

}  // namespace

TEST_CASE("attack embedder-locale: verdicts are the same bytes under every locale of the embedder") {
  const Folder folder;
  const std::string plain = judged(folder.path, false);
  CHECK(plain.find("1.50|0.1|  2.5|1.234568e+04|0x1.8p-1|") != std::string::npos);
  CHECK(plain.find(R"("order":"B,I,Z,_,a,i,z,)") != std::string::npos);
  for (const auto& named : {std::pair("de_DE", "UTF-8"), std::pair("de_DE", "ISO-8859-1"),
                            std::pair("tr_TR", "ISO-8859-9"), std::pair("tr_TR", "UTF-8")}) {
    const char* const source = named.first;
    const char* const charset = named.second;
    CAPTURE(source);
    CAPTURE(charset);
    const Foreign locale(source, charset);
    CHECK(judged(folder.path, true) == plain);
  }
}

TEST_CASE(
    "attack embedder-locale: another thread's locale changes nothing, and the caller's own locale is "
    "restored") {
  const Folder folder;
  const std::string plain = judged(folder.path, false);
  const Foreign locale("de_DE", "UTF-8");
  const locale_t own = newlocale(LC_ALL_MASK, "foreign", locale_t());
  REQUIRE(own != locale_t());
  uselocale(own);
  CHECK(judged(folder.path, true) == plain);
  CHECK(std::localeconv()->decimal_point == std::string(","));
  CHECK(uselocale(LC_GLOBAL_LOCALE) == own);
  freelocale(own);
}

}  // namespace gavel::v1::embed_tests
