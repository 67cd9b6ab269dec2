// OrderedObject: the map behind every JSON object. Keys stay in the order in which they were added; lookup,
// insertion and removal are O(1) at any size, and a removed member can be put back exactly where it was.
//
// Entries live in numbered slots of one block. A slot's number never changes while its member lives, growth
// included, so that the journal can remember a place as (object, slot). The order is a doubly linked list
// through the slots; free slots form a stack, so that undoing a sequence of insertions and removals finds
// every slot where it was.
//
// Up to 32 slots, one tag byte per slot, kept in the header, is all the index there is: a lookup touches the
// header and one entry. Above that, a hash table with linear probing stands behind the entries in the same
// block.
//
// Fits nlohmann::basic_json as its ObjectType. It must not know what a JSON value is.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <new>
#include <string_view>
#include <utility>

namespace gavel {

// Hashes with a seed that differs from process to process, so that nobody can prepare colliding keys. Nothing
// that Gavel says depends on it: order is insertion order.
std::uint64_t hash_seed();

inline std::uint32_t hash_key(std::string_view key, std::uint64_t seed) {
  constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15ULL;
  constexpr std::uint64_t kSecond = 0xD6E8FEB86659FD93ULL;
  const auto mix = [](std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  };
  // Words that overlap instead of a tail byte by byte: a short copy into a word stalls the load of that word.
  const auto word_at = [](const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
  };
  const auto half_at = [](const char* at) {
    std::uint32_t half = 0;
    std::memcpy(&half, at, sizeof half);
    return half;
  };
  const char* at = key.data();
  const std::size_t size = key.size();
  std::uint64_t hash = seed ^ (size * kFirst);
  std::uint64_t word = 0;
  if (size > 8) {
    for (std::size_t i = 0; i + 8 < size; i += 8) hash = mix(hash ^ word_at(at + i), kFirst ^ seed);
    word = word_at(at + size - 8);
  } else if (size >= 4) {
    word = static_cast<std::uint64_t>(half_at(at)) << 32U | half_at(at + size - 4);
  } else if (size > 0) {
    const auto byte = [at](std::size_t i) {
      return static_cast<std::uint64_t>(static_cast<unsigned char>(at[i]));
    };
    word = byte(0) << 16U | byte(size / 2) << 8U | byte(size - 1);
  }
  hash = mix(hash ^ word, kSecond);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

// Keys are short: a call of memcmp would cost more than the comparison.
inline bool same_key(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto differ = [&](std::size_t i) {
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    std::memcpy(&left, a.data() + i, sizeof left);
    std::memcpy(&right, b.data() + i, sizeof right);
    return left ^ right;
  };
  const std::size_t size = a.size();
  if (size < 8 || size > 32) return a == b;
  std::uint64_t different = differ(size - 8);
  for (std::size_t i = 0; i + 8 < size; i += 8) different |= differ(i);
  return different == 0;
}

template <typename Key, typename T, typename IgnoredLess = void, typename IgnoredAllocator = void>
class OrderedObject {
 public:
  using key_type = Key;   // NOLINT(readability-identifier-naming): names that nlohmann::json asks for
  using mapped_type = T;  // NOLINT(readability-identifier-naming)
  using value_type = std::pair<Key, T>;    // NOLINT(readability-identifier-naming)
  using size_type = std::size_t;           // NOLINT(readability-identifier-naming)
  using difference_type = std::ptrdiff_t;  // NOLINT(readability-identifier-naming)
  using key_compare = std::less<>;         // NOLINT(readability-identifier-naming)

  using Slot = std::uint32_t;
  static constexpr Slot kNone = 0xFFFFFFFF;

  template <bool kConst>
  class Iterator {
   public:
    using iterator_category = std::bidirectional_iterator_tag;                     // NOLINT
    using value_type = OrderedObject::value_type;                                  // NOLINT
    using difference_type = std::ptrdiff_t;                                        // NOLINT
    using pointer = std::conditional_t<kConst, const value_type*, value_type*>;    // NOLINT
    using reference = std::conditional_t<kConst, const value_type&, value_type&>;  // NOLINT
    using Owner = std::conditional_t<kConst, const OrderedObject*, OrderedObject*>;

    Iterator() = default;
    Iterator(Owner owner, Slot slot) : owner_(owner), slot_(slot) {}
    template <bool kOther>
    requires(kConst && !kOther)
        // NOLINTNEXTLINE(google-explicit-constructor): const from mutable
        Iterator(const Iterator<kOther>& other)
        : owner_(other.owner()), slot_(other.slot()) {}

    reference operator*() const { return owner_->entries_[slot_].item; }
    pointer operator->() const { return &owner_->entries_[slot_].item; }
    Iterator& operator++() {
      slot_ = owner_->entries_[slot_].next;
      return *this;
    }
    Iterator operator++(int) {
      Iterator old = *this;
      ++*this;
      return old;
    }
    Iterator& operator--() {
      slot_ = slot_ == kNone ? owner_->tail_ : owner_->entries_[slot_].prev;
      return *this;
    }
    Iterator operator--(int) {
      Iterator old = *this;
      --*this;
      return old;
    }
    bool operator==(const Iterator& other) const { return slot_ == other.slot_; }

    Owner owner() const { return owner_; }
    Slot slot() const { return slot_; }

   private:
    Owner owner_ = nullptr;
    Slot slot_ = kNone;
  };

  using iterator = Iterator<false>;       // NOLINT(readability-identifier-naming)
  using const_iterator = Iterator<true>;  // NOLINT(readability-identifier-naming)

  OrderedObject() = default;
  OrderedObject(const OrderedObject& other) {
    reserve(other.size_);
    for (const value_type& item : other) insert_after(tail_, Key(item.first), T(item.second));
  }
  OrderedObject(OrderedObject&& other) noexcept { swap(other); }
  OrderedObject(std::initializer_list<value_type> items) {
    for (const value_type& item : items) emplace(item.first, item.second);
  }
  template <typename It>
  OrderedObject(It first, It last) {
    insert(first, last);
  }
  OrderedObject& operator=(OrderedObject other) noexcept {
    swap(other);
    return *this;
  }
  ~OrderedObject() { release(); }

  void swap(OrderedObject& other) noexcept {
    std::swap(entries_, other.entries_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(used_, other.used_);
    std::swap(head_, other.head_);
    std::swap(tail_, other.tail_);
    std::swap(free_, other.free_);
    std::swap(tags_, other.tags_);
  }

  iterator begin() { return {this, head_}; }
  iterator end() { return {this, kNone}; }
  const_iterator begin() const { return {this, head_}; }
  const_iterator end() const { return {this, kNone}; }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t max_size() const { return kNone - 1; }

  iterator find(std::string_view key) { return {this, find_slot(key)}; }
  const_iterator find(std::string_view key) const { return {this, find_slot(key)}; }
  std::size_t count(std::string_view key) const { return find_slot(key) == kNone ? 0 : 1; }

  // REQUIRES: the key is there.
  T& at(std::string_view key) { return entries_[find_slot(key)].item.second; }
  const T& at(std::string_view key) const { return entries_[find_slot(key)].item.second; }

  T& operator[](const Key& key) { return emplace(key, T()).first->second; }
  T& operator[](Key&& key) { return emplace(std::move(key), T()).first->second; }

  // Adds at the end, unless the key is there.
  template <typename K, typename V>
  std::pair<iterator, bool> emplace(K&& key, V&& value) {
    const Slot slot = find_slot(key);
    if (slot != kNone) return std::pair(iterator(this, slot), false);
    const Slot added = insert_after(tail_, Key(std::forward<K>(key)), T(std::forward<V>(value)));
    return std::pair(iterator(this, added), true);
  }
  std::pair<iterator, bool> insert(value_type item) {
    return emplace(std::move(item.first), std::move(item.second));
  }
  template <typename It>
  void insert(It first, It last) {
    for (; first != last; ++first) emplace(first->first, first->second);
  }

  iterator erase(const_iterator at) {
    const Slot next = entries_[at.slot()].next;
    remove_slot(at.slot());
    return {this, next};
  }
  iterator erase(const_iterator first, const_iterator last) {
    while (first != last) first = erase(first);
    return {this, last.slot()};
  }
  std::size_t erase(std::string_view key) {
    const Slot slot = find_slot(key);
    if (slot == kNone) return 0;
    remove_slot(slot);
    return 1;
  }
  void clear() {
    OrderedObject nothing;
    swap(nothing);
  }

  // ---- by slot, for the journal

  Slot find_slot(std::string_view key) const {
    if (size_ == 0) return kNone;
    const std::uint32_t hash = hash_key(key, hash_seed());
    return capacity_ <= kTagged ? find_tagged(key, tag_of(hash)) : find_hashed(key, hash);
  }

  // REQUIRES: the slot holds a member.
  value_type& item(Slot slot) { return entries_[slot].item; }
  const value_type& item(Slot slot) const { return entries_[slot].item; }
  Slot before(Slot slot) const { return entries_[slot].prev; }
  Slot after(Slot slot) const { return entries_[slot].next; }
  Slot last() const { return tail_; }

  // Puts a new member behind the member in slot `prev` (kNone: in front of all). REQUIRES: the key is not
  // there.
  Slot insert_after(Slot prev, Key key, T value) {
    if (free_ == kNone && used_ == capacity_) reserve(grown(capacity_));
    const Slot slot = free_ != kNone ? free_ : used_++;
    Entry& entry = entries_[slot];
    if (slot == free_) free_ = entry.next;
    const std::uint32_t hash = hash_key(key, hash_seed());
    new (&entry.item) value_type(std::move(key), std::move(value));
    link(slot, prev);
    ++size_;
    if (capacity_ <= kTagged) {
      tags_[slot] = tag_of(hash);
    } else {
      index_slot(slot, hash);
    }
    return slot;
  }

  // Takes a member out. REQUIRES: the slot holds one.
  value_type take(Slot slot) {
    value_type item = std::move(entries_[slot].item);
    remove_slot_of(slot, item.first);
    return item;
  }

  void reserve(std::size_t wanted) {
    if (wanted > capacity_) move_to(static_cast<std::uint32_t>(wanted));
  }

  // Bytes of memory held, without what keys and values hold themselves.
  std::size_t memory() const { return sizeof *this + block_bytes(capacity_); }

  bool operator==(const OrderedObject& other) const {
    if (size_ != other.size_) return false;
    for (const value_type& item : *this) {
      const Slot slot = other.find_slot(item.first);
      if (slot == kNone || !(other.entries_[slot].item.second == item.second)) return false;
    }
    return true;
  }

 private:
  struct Entry {
    union {
      value_type item;  // INVARIANT: alive exactly while the slot is in the linked list
    };
    Slot prev;
    Slot next;   // of a free slot: the next free one
    Entry() {}   // NOLINT(modernize-use-equals-default): a union member has no default
    ~Entry() {}  // NOLINT(modernize-use-equals-default)
  };
  struct Bucket {
    std::uint32_t hash;
    Slot slot;  // kNone: empty
  };

  static constexpr std::uint32_t kTagged = 32;

  static std::uint8_t tag_of(std::uint32_t hash) { return static_cast<std::uint8_t>((hash >> 24U) | 1U); }

  static std::uint32_t grown(std::uint32_t capacity) {
    if (capacity < 4) return capacity + 2;
    if (capacity < 16) return capacity + 4;
    return capacity < kTagged ? capacity + 8 : capacity * 2;
  }
  static std::uint32_t bucket_count(std::uint32_t capacity) {
    return capacity <= kTagged ? 0 : std::bit_ceil(capacity + capacity / 2);
  }
  static std::size_t block_bytes(std::uint32_t capacity) {
    return capacity * sizeof(Entry) + bucket_count(capacity) * sizeof(Bucket);
  }

  Bucket* buckets() const { return reinterpret_cast<Bucket*>(entries_ + capacity_); }

  Slot find_tagged(std::string_view key, std::uint8_t tag) const {
    constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    constexpr std::uint64_t kHighs = 0x8080808080808080ULL;
    for (std::uint32_t base = 0; base < used_; base += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, tags_ + base, sizeof word);
      word ^= kOnes * tag;
      // A zero byte marks a tag that fits. The trick may mark a byte above a zero byte too; the key tells.
      for (std::uint64_t hit = (word - kOnes) & ~word & kHighs; hit != 0; hit &= hit - 1) {
        const Slot slot = base + static_cast<Slot>(std::countr_zero(hit)) / 8;
        if (tags_[slot] == tag && same_key(entries_[slot].item.first, key)) return slot;
      }
    }
    return kNone;
  }

  Slot find_hashed(std::string_view key, std::uint32_t hash) const {
    const std::uint32_t mask = bucket_count(capacity_) - 1;
    const Bucket* table = buckets();
    for (std::uint32_t i = hash & mask;; i = (i + 1) & mask) {
      if (table[i].slot == kNone) return kNone;
      if (table[i].hash == hash && same_key(entries_[table[i].slot].item.first, key)) return table[i].slot;
    }
  }

  void index_slot(Slot slot, std::uint32_t hash) {
    const std::uint32_t mask = bucket_count(capacity_) - 1;
    Bucket* table = buckets();
    std::uint32_t i = hash & mask;
    while (table[i].slot != kNone) i = (i + 1) & mask;
    table[i] = {hash, slot};
  }

  // Closes the gap that a removed key leaves in its probe sequence, so that no marker is needed.
  void unindex_slot(Slot slot, std::uint32_t hash) {
    const std::uint32_t mask = bucket_count(capacity_) - 1;
    Bucket* table = buckets();
    std::uint32_t gap = hash & mask;
    while (table[gap].slot != slot) gap = (gap + 1) & mask;
    for (std::uint32_t i = (gap + 1) & mask; table[i].slot != kNone; i = (i + 1) & mask) {
      const std::uint32_t home = table[i].hash & mask;
      if (((i - home) & mask) >= ((i - gap) & mask)) {
        table[gap] = table[i];
        gap = i;
      }
    }
    table[gap].slot = kNone;
  }

  void link(Slot slot, Slot prev) {
    Entry& entry = entries_[slot];
    entry.prev = prev;
    entry.next = prev == kNone ? head_ : entries_[prev].next;
    (prev == kNone ? head_ : entries_[prev].next) = slot;
    (entry.next == kNone ? tail_ : entries_[entry.next].prev) = slot;
  }

  void remove_slot(Slot slot) { remove_slot_of(slot, entries_[slot].item.first); }

  // `key` is the member's key, which may have been moved out of the entry already.
  void remove_slot_of(Slot slot, std::string_view key) {
    Entry& entry = entries_[slot];
    if (capacity_ <= kTagged) {
      tags_[slot] = 0;
    } else {
      unindex_slot(slot, hash_key(key, hash_seed()));
    }
    (entry.prev == kNone ? head_ : entries_[entry.prev].next) = entry.next;
    (entry.next == kNone ? tail_ : entries_[entry.next].prev) = entry.prev;
    entry.item.~value_type();
    entry.next = free_;
    free_ = slot;
    --size_;
  }

  void move_to(std::uint32_t capacity) {
    auto* block = static_cast<Entry*>(::operator new(block_bytes(capacity)));
    for (Slot slot = 0; slot < used_; ++slot) {
      block[slot].prev = entries_[slot].prev;
      block[slot].next = entries_[slot].next;
    }
    for (Slot slot = head_; slot != kNone; slot = entries_[slot].next) {
      new (&block[slot].item) value_type(std::move(entries_[slot].item));
      entries_[slot].item.~value_type();
    }
    ::operator delete(entries_);
    entries_ = block;
    capacity_ = capacity;
    if (capacity <= kTagged) return;
    Bucket* table = buckets();
    for (std::uint32_t i = 0; i < bucket_count(capacity); ++i) table[i] = {0, kNone};
    for (Slot slot = head_; slot != kNone; slot = entries_[slot].next) {
      index_slot(slot, hash_key(entries_[slot].item.first, hash_seed()));
    }
  }

  void release() {
    for (Slot slot = head_; slot != kNone; slot = entries_[slot].next) entries_[slot].item.~value_type();
    ::operator delete(entries_);
    entries_ = nullptr;
  }

  Entry* entries_ = nullptr;  // owned: capacity_ entries, then the hash table
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
  std::uint32_t used_ = 0;  // slots ever used; those above have never held anything
  Slot head_ = kNone;
  Slot tail_ = kNone;
  Slot free_ = kNone;
  std::uint8_t tags_[kTagged] = {};  // 0: the slot is free
};

}  // namespace gavel
