#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "state/ordered_object.hpp"

namespace {

using Object = gavel::OrderedObject<std::string, int>;
using Items = std::vector<std::pair<std::string, int>>;
using Slot = Object::Slot;

Items items_of(const Object& object) { return {object.begin(), object.end()}; }

Items backwards(const Object& object) {
  Items items;
  for (auto it = object.end(); it != object.begin();) items.push_back(*--it);
  return items;
}

std::string key(std::size_t i) { return "key-" + std::to_string(i); }

// A change that can be taken back.
struct Step {
  bool added;
  std::string name;
  int value;
  Slot slot;
  Slot prev;
};

// The object beside a plain list of pairs, which does the same slowly.
class Pair {
 public:
  explicit Pair(std::size_t keys) : keys_(keys) {}

  void change(std::mt19937_64& random, unsigned percent_adds) {
    const std::string name = key(random() % keys_);
    const Slot slot = object_.find_slot(name);
    const auto found =
        std::find_if(list_.begin(), list_.end(), [&](const auto& item) { return item.first == name; });
    REQUIRE((slot != Object::kNone) == (found != list_.end()));
    if (slot == Object::kNone && random() % 100 < percent_adds) {
      add(name, random);
    } else if (slot != Object::kNone && random() % 100 >= percent_adds) {
      steps_.push_back({false, name, found->second, slot, object_.before(slot)});
      CHECK(object_.take(slot) == *found);
      list_.erase(found);
    } else if (slot != Object::kNone) {
      CHECK_FALSE(object_.emplace(name, -1).second);
      CHECK(object_.item(slot).second == found->second);
    }
  }

  void undo(std::size_t count) {
    for (; count > 0 && !steps_.empty(); --count) {
      const Step step = steps_.back();
      steps_.pop_back();
      if (step.added) {
        CHECK(object_.find_slot(step.name) == step.slot);
        object_.take(step.slot);
        list_.erase(place(step.name));
      } else {
        const auto at = step.prev == Object::kNone ? list_.begin() : place(object_.item(step.prev).first) + 1;
        list_.insert(at, {step.name, step.value});
        CHECK(object_.insert_after(step.prev, step.name, step.value) == step.slot);
      }
    }
  }

  void forget() { steps_.clear(); }

  void check() const {
    CHECK(object_.size() == list_.size());
    CHECK(items_of(object_) == list_);
  }

  const Object& object() const { return object_; }
  const Items& list() const { return list_; }

 private:
  Items::iterator place(const std::string& name) {
    return std::find_if(list_.begin(), list_.end(), [&](const auto& item) { return item.first == name; });
  }

  void add(const std::string& name, std::mt19937_64& random) {
    // Mostly at the end; else behind a random member or in front of all.
    Slot prev = object_.last();
    if (random() % 3 == 0)
      prev = list_.empty() || random() % 4 == 0 ? Object::kNone
                                                : object_.find_slot(list_[random() % list_.size()].first);
    const auto at = prev == Object::kNone ? list_.begin() : place(object_.item(prev).first) + 1;
    const int value = static_cast<int>(random() % 1000);
    list_.insert(at, {name, value});
    const Slot slot = object_.insert_after(prev, name, value);
    CHECK(object_.before(slot) == prev);
    steps_.push_back({true, name, value, slot, prev});
  }

  std::size_t keys_;
  Object object_;
  Items list_;
  std::vector<Step> steps_;
};

void run_against_list(std::size_t keys, std::size_t operations, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Pair pair(keys);
  unsigned percent_adds = 80;
  for (std::size_t i = 0; i < operations; ++i) {
    if (i % 500 == 0)
      percent_adds = random() % 3 == 0 ? 20 : random() % 2 == 0 ? 50 : 80;  // it grows and shrinks
    pair.change(random, percent_adds);
    if (random() % 40 == 0) pair.undo(random() % 60);
    if (random() % 2000 == 0) pair.forget();
    if (i % 64 == 0) pair.check();
  }
  pair.check();
  Items reversed = pair.list();
  std::reverse(reversed.begin(), reversed.end());
  CHECK(backwards(pair.object()) == reversed);
  for (std::size_t i = 0; i < keys; ++i) {
    const auto found = std::find_if(pair.list().begin(), pair.list().end(),
                                    [&](const auto& item) { return item.first == key(i); });
    CHECK(pair.object().count(key(i)) == (found == pair.list().end() ? 0 : 1));
  }
}

}  // namespace

TEST_CASE("keys stay in the order in which they were added") {
  Object object;
  for (const char* name : {"z", "a", "m"}) object.emplace(name, 1);
  object["a"] = 7;
  object["b"] = 2;
  CHECK(items_of(object) == Items{{"z", 1}, {"a", 7}, {"m", 1}, {"b", 2}});
  CHECK_FALSE(object.emplace("z", 9).second);
  CHECK(object.at("z") == 1);
}

TEST_CASE("a removed member returns to its old position and slot") {
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{32}, std::size_t{33}, std::size_t{200}}) {
    CAPTURE(size);
    Object object;
    for (std::size_t i = 0; i < size; ++i) object.emplace(key(i), static_cast<int>(i));
    const Items before = items_of(object);
    for (std::size_t i = 0; i < size; ++i) {
      const Slot slot = object.find_slot(key(i));
      const Slot prev = object.before(slot);
      const auto item = object.take(slot);
      CHECK(object.find_slot(key(i)) == Object::kNone);
      CHECK(object.size() == size - 1);
      CHECK(object.insert_after(prev, item.first, item.second) == slot);
      CHECK(items_of(object) == before);
    }
  }
}

TEST_CASE("growing keeps the number of every slot, beyond 32 members") {
  Object object;
  std::vector<Slot> slots;
  for (std::size_t i = 0; i < 3000; ++i) {
    slots.push_back(object.insert_after(object.last(), key(i), static_cast<int>(i)));
    const bool border = i < 70 || (i & (i - 1)) == 0;
    for (std::size_t k = 0; border && k <= i; ++k) REQUIRE(object.find_slot(key(k)) == slots[k]);
  }
  for (std::size_t k = 0; k < 3000; ++k) CHECK(object.item(slots[k]).first == key(k));
}

TEST_CASE("ten thousand keys are found, erased and then not found") {
  Object object;
  for (std::size_t i = 0; i < 10'000; ++i) object.emplace(key(i), static_cast<int>(i));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < 10'000; ++i) wrong += object.at(key(i)) == static_cast<int>(i) ? 0 : 1;
  for (std::size_t i = 0; i < 10'000; i += 2) wrong += object.erase(key(i)) == 1 ? 0 : 1;
  for (std::size_t i = 0; i < 10'000; ++i) wrong += object.count(key(i)) == i % 2 ? 0 : 1;
  CHECK(wrong == 0);
  CHECK(object.size() == 5'000);
  CHECK(object.begin()->first == key(1));
  CHECK(object.erase("missing") == 0);
}

TEST_CASE("few keys: 100,000 random changes and undos agree with a plain list") {
  run_against_list(40, 100'000, 1);
}
TEST_CASE("some keys: 100,000 random changes and undos agree with a plain list") {
  run_against_list(120, 100'000, 2);
}
TEST_CASE("many keys: 50,000 random changes and undos agree with a plain list") {
  run_against_list(700, 50'000, 3);
}

TEST_CASE("copies and moves are independent objects") {
  Object object;
  for (std::size_t i = 0; i < 50; ++i) object.emplace(key(i), static_cast<int>(i));
  object.erase(key(7));
  Object copy = object;
  CHECK(items_of(copy) == items_of(object));
  CHECK(copy == object);
  copy[key(3)] = -1;
  CHECK(object.at(key(3)) == 3);
  CHECK_FALSE(copy == object);
  const Object moved = std::move(copy);
  CHECK(moved.size() == 49);
  CHECK(moved.at(key(3)) == -1);
  object.clear();
  CHECK(object.empty());
  CHECK(object.begin() == object.end());
  object.emplace("again", 1);
  CHECK(object.size() == 1);
}

TEST_CASE("two objects are equal whatever the order of their keys") {
  Object a;
  Object b;
  for (std::size_t i = 0; i < 40; ++i) a.emplace(key(i), static_cast<int>(i));
  for (std::size_t i = 40; i-- > 0;) b.emplace(key(i), static_cast<int>(i));
  CHECK(a == b);
  b.erase(key(0));
  b.emplace("other", 0);
  CHECK_FALSE(a == b);
}

TEST_CASE("erasing through iterators continues at the next member") {
  Object object;
  for (std::size_t i = 0; i < 10; ++i) object.emplace(key(i), static_cast<int>(i));
  const auto next = object.erase(object.find(key(4)));
  CHECK(next->first == key(5));
  CHECK(object.erase(object.find(key(9))) == object.end());
  CHECK(object.erase(object.begin(), object.find(key(3)))->first == key(3));
  CHECK(items_of(object).size() == 5);
}

TEST_CASE("keys that are similar, empty or long are distinguished at every size") {
  Object object;
  std::vector<std::string> names = {"", "a", std::string(1, '\0'), std::string(2, '\0'),
                                    std::string("a\0", 2)};
  for (std::size_t i = 1; i < 100; ++i) names.emplace_back(i, 'x');
  for (std::size_t i = 0; i < names.size(); ++i) CHECK(object.emplace(names[i], static_cast<int>(i)).second);
  for (std::size_t i = 0; i < names.size(); ++i) CHECK(object.at(names[i]) == static_cast<int>(i));
}

TEST_CASE("every value that an object holds is destroyed exactly once, through growth, removal and copies") {
  gavel::OrderedObject<std::string, std::shared_ptr<int>> object;
  auto value = std::make_shared<int>(7);
  for (std::size_t i = 0; i < 100; ++i) object.insert_after(object.last(), key(i), value);
  CHECK(value.use_count() == 101);
  for (std::size_t i = 0; i < 50; ++i) object.erase(key(i));
  CHECK(value.use_count() == 51);
  {
    auto copy = object;
    CHECK(value.use_count() == 101);
    copy.erase(key(60));
    CHECK(value.use_count() == 100);
    CHECK(object.size() == 50);
  }
  object.clear();
  CHECK(value.use_count() == 1);
}
