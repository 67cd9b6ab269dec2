#include "watch.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <poll.h>
#include <set>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"

#include "args.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFolders = 4096;
constexpr int kBurstMilliseconds = 60;  // what comes within this of the last event belongs to it
constexpr int kMostBursts = 50;         // and this many of them are waited for at most
constexpr std::uint32_t kEvents =
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF;

bool is_hidden(std::string_view name) { return name.empty() || name.starts_with("."); }

bool is_written_by_authors(std::string_view name) {
  if (is_hidden(name)) return false;
  return name.ends_with(".lua") || name.ends_with(".yaml") || name.ends_with(".yml") ||
         name.ends_with(".json");
}

// A descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

// While it lives, Ctrl-C and SIGTERM wait in a descriptor.
class HeldSignals {
 public:
  HeldSignals() : before_(), descriptor_(hold(before_)) {}
  ~HeldSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  int number() const { return descriptor_.number(); }
  // Takes the one that came, so that it does not end the program afterwards.
  void take() const {
    signalfd_siginfo info{};
    [[maybe_unused]] const ssize_t got = ::read(descriptor_.number(), &info, sizeof(info));
  }

 private:
  static int hold(sigset_t& before) {
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGINT);
    sigaddset(&both, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &both, &before);
    return ::signalfd(-1, &both, SFD_CLOEXEC | SFD_NONBLOCK);
  }

  sigset_t before_;
  Descriptor descriptor_;
};

}  // namespace

struct Watch::State {
  explicit State(std::vector<std::string> places_in)
      : places(std::move(places_in)), queue(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {}

  // A folder, and, where only some names in it are waited for, which.
  struct Folder {
    std::string path;
    bool whole = false;
    std::set<std::string, std::less<>> names;
  };

  void add(const std::string& path, bool whole, const std::string& name = {}) {
    const bool full = folders.size() >= kMostFolders;
    const int number = full ? -1 : ::inotify_add_watch(queue.number(), path.c_str(), kEvents | IN_ONLYDIR);
    if (number < 0) {
      if (full || errno == ENOSPC || errno == EACCES) ++left_out;
      return;
    }
    Folder& folder = folders[number];
    folder.path = path;
    folder.whole = folder.whole || whole;
    if (!name.empty()) folder.names.insert(name);
  }

  void add_tree(const std::string& top) {
    std::vector<std::string> todo{top};
    while (!todo.empty() && left_out == 0) {
      const std::string path = std::move(todo.back());
      todo.pop_back();
      add(path, true);
      std::error_code error;
      for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (at->symlink_status(ignored).type() == fs::file_type::directory &&
            !is_hidden(at->path().filename().string()))
          todo.push_back(at->path().string());
      }
    }
  }

  // All that there is now; folders that are watched already stay so.
  void look() {
    for (const std::string& place : places) {
      std::error_code error;
      fs::path at = fs::path(place).lexically_normal();
      if (!at.has_filename() && at.has_parent_path()) at = at.parent_path();
      if (fs::is_directory(at, error)) {
        add_tree(at.string());
        continue;
      }
      // A file, or what is not there yet: its name in the nearest folder above.
      while (true) {
        const std::string name = at.filename().string();
        const fs::path above = at.has_parent_path() ? at.parent_path() : fs::path(".");
        if (fs::is_directory(above, error) || above == at) {
          add(above.string(), false, name);
          break;
        }
        at = above;
      }
    }
  }

  void note(const inotify_event& event) {
    const auto folder = folders.find(event.wd);
    if (folder == folders.end()) return;
    const std::string name = event.len == 0 ? "" : event.name;
    const std::string path = name.empty() ? folder->second.path : folder->second.path + "/" + name;
    const bool whole = folder->second.whole;
    const bool named = folder->second.names.contains(name);
    if ((event.mask & IN_IGNORED) != 0) {
      folders.erase(folder);
      return;
    }
    const bool is_folder = (event.mask & IN_ISDIR) != 0 || name.empty();
    if (named ||
        (whole && (is_folder ? !is_hidden(fs::path(path).filename().string()) : is_written_by_authors(name))))
      changed.insert(path);
  }

  void drain() {
    alignas(inotify_event) std::array<char, 16384> bytes;
    while (true) {
      const ssize_t got = ::read(queue.number(), bytes.data(), bytes.size());
      if (got <= 0) return;
      for (std::size_t at = 0; at + sizeof(inotify_event) <= static_cast<std::size_t>(got);) {
        const auto* event = reinterpret_cast<const inotify_event*>(bytes.data() + at);
        note(*event);
        at += sizeof(inotify_event) + event->len;
      }
    }
  }

  std::vector<std::string> places;
  Descriptor queue;
  std::size_t left_out = 0;  // folders that are not watched, though they should be
  std::map<int, Folder> folders;
  std::set<std::string> changed;
};

Watch::Watch(std::unique_ptr<State> state) : state_(std::move(state)) {}
Watch::~Watch() = default;

Result<std::unique_ptr<Watch>> Watch::over(std::vector<std::string> places) {
  auto state = std::make_unique<State>(std::move(places));
  if (state->queue.number() < 0)
    return Error(Code::kLimitCount, std::string("files cannot be watched: ") + std::strerror(errno),
                 "end other programs that watch files, or raise fs.inotify.max_user_instances");
  state->look();
  if (state->folders.empty())
    return Error(Code::kPathUnknown, "there is no folder to watch, or none that may be watched",
                 "check the folder's name, or raise fs.inotify.max_user_watches");
  return std::unique_ptr<Watch>(new Watch(std::move(state)));
}

std::size_t Watch::folders() const { return state_->folders.size(); }
bool Watch::all() const { return state_->left_out == 0; }

std::vector<std::string> Watch::wait(const std::function<void()>& ready) {
  const HeldSignals signals;
  ready();
  std::array<pollfd, 2> both = {pollfd{state_->queue.number(), POLLIN, 0},
                                pollfd{signals.number(), POLLIN, 0}};
  for (int burst = 0; burst < kMostBursts;) {
    const int events = ::poll(both.data(), both.size(), state_->changed.empty() ? -1 : kBurstMilliseconds);
    if (events < 0 && errno != EINTR) return {};
    if (both[1].revents != 0) {
      signals.take();
      return {};
    }
    if (events == 0) break;
    state_->drain();
    if (!state_->changed.empty()) ++burst;
  }
  state_->look();
  std::vector<std::string> changed(state_->changed.begin(), state_->changed.end());
  state_->changed.clear();
  return changed;
}

std::vector<std::string> places_of_rules(const std::string& folder, std::span<const std::string> plugin_dirs,
                                         std::span<const std::string> schema_dirs) {
  std::vector<std::string> places{folder};
  places.insert(places.end(), plugin_dirs.begin(), plugin_dirs.end());
  places.insert(places.end(), schema_dirs.begin(), schema_dirs.end());
  for (const char* one : {"plugins", "schemas", "scripts/lib"}) places.push_back(shipped(one));
  return places;
}

namespace {

// What is not watched would change without a word.
void say_left_out() {
  std::fprintf(stderr,
               "gavel: some folders are not watched: there are more than this machine or gavel watches\n"
               "  fix: name a smaller folder, or raise fs.inotify.max_user_watches\n");
}

void say_waiting(std::size_t folders, bool json) {
  if (json) {
    Json line(Json::value_t::object);
    line["waiting"] = folders;
    put(shown_json(line) + "\n");
  } else {
    std::printf("waiting for changes in %zu folders; Ctrl-C ends it\n", folders);
  }
  std::fflush(stdout);
}

void say_changed(const std::vector<std::string>& files, bool json) {
  if (json) {
    Json line(Json::value_t::object);
    line["changed"] = Json(Json::value_t::array);
    for (const std::string& file : files) line["changed"].push_back(printable(file));
    put(shown_json(line) + "\n");
    return;
  }
  std::string line = "\n── changed: " + printable(files.front());
  if (files.size() > 1) line += " and " + std::to_string(files.size() - 1) + " more";
  std::printf("%s ──\n", line.c_str());
}

}  // namespace

int repeat_on_change(std::vector<std::string> places, bool json, const std::function<int()>& round) {
  const Result<std::unique_ptr<Watch>> watch = Watch::over(std::move(places));
  if (!watch) {
    std::fprintf(stderr, "gavel: %s\n  fix: %s\n", printable(watch.error().message).c_str(),
                 printable(watch.error().hint).c_str());
    return kExitUsage;
  }
  if (!(*watch)->all()) say_left_out();
  while (true) {
    const int code = round();
    if (output_lost()) return kExitUsage;  // nobody hears of the next round
    const std::vector<std::string> changed = (*watch)->wait([&] { say_waiting((*watch)->folders(), json); });
    if (changed.empty()) {
      if (!json) std::printf("\n");
      return code;
    }
    say_changed(changed, json);
  }
}

}  // namespace gavel
