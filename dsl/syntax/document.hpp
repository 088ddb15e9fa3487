// A parsed scene with its includes: texts, names and nodes, all with stable addresses.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dsl/load.hpp"
#include "dsl/syntax/ast.hpp"

namespace perpend::dsl {

/// Grow-only memory for trivially destructible nodes.
class Arena {
 public:
  template <class T>
  [[nodiscard]] T* make(const T& value) {
    return new (allocate(sizeof(T), alignof(T))) T(value);
  }
  template <class T>
  [[nodiscard]] std::span<const T> copy(std::span<const T> values) {
    if (values.empty()) return {};
    auto* first = static_cast<T*>(allocate(values.size_bytes(), alignof(T)));
    std::uninitialized_copy(values.begin(), values.end(), first);
    return {first, values.size()};
  }
  [[nodiscard]] std::string_view copy_text(std::string_view text) {
    const auto bytes = copy(std::span<const char>(text));
    return {bytes.data(), bytes.size()};
  }

 private:
  [[nodiscard]] void* allocate(std::size_t size, std::size_t alignment);

  struct Release {
    void operator()(std::byte* block) const { std::free(block); }
  };
  std::vector<std::unique_ptr<std::byte[], Release>> blocks_;
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
};

/// Every name of a document once.
class Names {
 public:
  Names() { texts_.emplace_back(), hashes_.push_back(0); }
  [[nodiscard]] Symbol intern(std::string_view name);
  [[nodiscard]] std::string_view text(Symbol symbol) const { return texts_[symbol]; }
  /// The symbol of a name that occurs; `no_symbol` otherwise.
  [[nodiscard]] Symbol find(std::string_view name) const;
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  [[nodiscard]] std::size_t slot_of(std::string_view name, std::size_t hash) const;
  void grow();

  std::deque<std::string> texts_;
  std::vector<std::size_t> hashes_;  ///< by symbol
  /// By hash, and behind it the next free one; no_symbol: free. A power of two, at most half of them taken: scenes of
  /// 100,000 bodies ask a million times.
  std::vector<Symbol> slots_ = std::vector<Symbol>(1024, no_symbol);
};

struct Document {
  Limits limits;
  std::deque<SourceFile> sources;  ///< the scene first
  Names names;
  Arena arena;
  std::deque<Unit> units;                                         ///< units that expressions use
  std::vector<std::span<const Statement>> bodies;                 ///< one for each source
  std::unordered_map<const Statement*, std::size_t> includes;     ///< include statement to its source
  std::unordered_map<const Expression*, std::size_t> data_files;  ///< name in a call of table or mesh to its source
};

[[nodiscard]] std::string_view text_of(const Document& document, Span span);

}  // namespace perpend::dsl
