// A table of registered rows that only grows, from any thread. A snapshot of it stays valid and unchanged to the end of
// the program, so that what points into one needs no lock.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernel/model/scene/schema.hpp"

namespace perpend {

namespace detail {
inline std::atomic<int> added_rows = 0;
}

/// Rows that were added to the registries of this process: code that is not part of Perpend.
[[nodiscard]] inline int num_added_rows() {
  return detail::added_rows;
}

template <class T>
class Registry {
 public:
  explicit Registry(std::vector<T> rows) { snapshots_.push_back(std::move(rows)); }

  [[nodiscard]] std::span<const T> rows() const {
    const std::lock_guard lock(mutex_);
    return snapshots_.back();
  }

  /// `find_error` looks at the rows that are there and says what is wrong with this one, in words; nothing: it is
  /// added. A row costs a copy of the table: registries are small and grow seldom.
  template <class FindError>
  [[nodiscard]] std::optional<std::string> add(T row, const FindError& find_error) {
    const std::lock_guard lock(mutex_);
    if (auto error = find_error(std::span<const T>(snapshots_.back()))) return error;
    std::vector<T> rows = snapshots_.back();
    rows.push_back(std::move(row));
    snapshots_.push_back(std::move(rows));
    ++detail::added_rows;
    return std::nullopt;
  }

 private:
  mutable std::mutex mutex_;
  std::deque<std::vector<T>> snapshots_;
};

/// What the scene language could not read of a type, or the manual not print, in words; nothing when it is in order.
/// Options of methods and solvers are flags, numbers, integers and choices, given as arguments.
[[nodiscard]] std::optional<std::string> find_spec_error(const TypeSpec& spec);

}  // namespace perpend
