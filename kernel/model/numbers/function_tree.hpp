// A function by the tree of its operations: what each instruction of its program works on, and what can be said of its
// value from the operations alone.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "kernel/model/numbers/time_function.hpp"

namespace perpend {

/// Operations are numbered as the instructions of the program.
class FunctionTree {
 public:
  explicit FunctionTree(TimeFunction function);

  [[nodiscard]] const TimeFunction& function() const { return function_; }
  /// The instructions whose values an operation takes; 0 beyond their number.
  [[nodiscard]] const std::array<std::size_t, 3>& operands(std::size_t root) const { return operands_[root]; }
  /// The components of the vector whose length is the value of an instruction, a root of a sum of squares; null: it is
  /// none.
  [[nodiscard]] const std::vector<std::size_t>* components(std::size_t root) const {
    const auto found = components_.find(root);
    return found == components_.end() ? nullptr : &found->second;
  }
  /// Whether the function divides by the value of an instruction, or by one that is made of it.
  [[nodiscard]] bool is_divisor(std::size_t root) const;
  /// Whether the value of an instruction is never negative by what it is.
  [[nodiscard]] bool is_size(std::size_t root) const;
  /// Whether an operation has an end of its range where it has a corner.
  [[nodiscard]] bool may_touch(std::size_t root) const;

 private:
  /// The values whose squares are added up at an instruction; none: it is no sum of squares.
  [[nodiscard]] std::vector<std::size_t> squared_in(std::size_t root) const;

  TimeFunction function_;
  std::vector<std::array<std::size_t, 3>> operands_;
  std::vector<std::size_t> first_;  // of each instruction: where the program of its value begins
  std::map<std::size_t, std::vector<std::size_t>> components_;
};

}  // namespace perpend
