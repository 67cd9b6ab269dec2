// FairShare: what several plugins may spend, of fuel or of room. One alone may spend the total; beside that a
// part is set aside for each of the others, half of the total divided by their number, so that it leaves none
// of them nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gavel {

class FairShare {
 public:
  FairShare(std::uint64_t total, std::size_t plugins)
      : own_(plugins, plugins == 0 ? 0 : total / 2 / plugins),
        common_(total - (plugins == 0 ? 0 : own_[0])) {}

  std::uint64_t own(std::size_t plugin) const { return own_[plugin]; }
  std::uint64_t left(std::size_t plugin) const { return common_ + own_[plugin]; }

  // As much of it as there is.
  void spend(std::size_t plugin, std::uint64_t amount) {
    amount -= from(own_[plugin], amount);
    from(common_, amount);
  }

  // What is set aside for nobody.
  std::uint64_t common() const { return common_; }
  void spend_common(std::uint64_t amount) { from(common_, amount); }

  // All of it, or nothing.
  bool take(std::size_t plugin, std::uint64_t amount) {
    if (left(plugin) < amount) return false;
    const std::uint64_t own = from(own_[plugin], amount);
    taken_.push_back({plugin, own, from(common_, amount - own)});
    return true;
  }

  // What is taken behind a mark can be given back.
  std::size_t mark() const { return taken_.size(); }
  void take_back(std::size_t mark) {
    for (; taken_.size() > mark; taken_.pop_back()) {
      own_[taken_.back().plugin] += taken_.back().own;
      common_ += taken_.back().common;
    }
  }

 private:
  struct Taken {
    std::size_t plugin;
    std::uint64_t own;
    std::uint64_t common;
  };

  static std::uint64_t from(std::uint64_t& pot, std::uint64_t amount) {
    const std::uint64_t part = amount < pot ? amount : pot;
    pot -= part;
    return part;
  }

  std::vector<std::uint64_t> own_;  // by plugin
  std::uint64_t common_;
  std::vector<Taken> taken_;
};

}  // namespace gavel
