// A function with corners and jumps, each of its operations on one branch: a smooth function, which agrees with it
// until one of the operations leaves its branch.
//     |a|         a or -a                           while that is not below 0
//     min(a, b)   one of the two; max alike         while it is not above the other
//     floor(a)    k                                 while k <= a < k + 1
//     a < b       true or false; a <= b alike       while it is so
//     table(a)    the polynomial of an interval     while a is in it
// A condition chooses one of two functions, and with it the operations that count.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "kernel/model/numbers/time_function.hpp"

namespace perpend {

/// Where a function is evaluated.
struct FunctionPoint {
  double time = 0.0;                ///< [s]
  const double* signals = nullptr;  ///< one for each signal of the function
};

class FunctionBranches {
 public:
  /// How the function goes on behind a corner.
  enum class Kind {
    joins,  ///< with the same slope: intervals of a spline
    bends,  ///< with another slope
    jumps,  ///< perhaps with another value
  };
  struct Corner {
    std::size_t instruction = 0;  ///< of the program of the function
    Kind kind = Kind::bends;
    TimeFunction room{};  ///< negative beyond the corner, in the unit of the operands
  };
  /// An operation between two of its branches.
  struct Border {
    std::size_t instruction = 0;
    std::array<long, 2> branches{};  ///< the one that it is on first
  };

  explicit FunctionBranches(TimeFunction function);

  /// Whether there is anything to choose.
  [[nodiscard]] static bool has_branches(const TimeFunction& function);
  /// Whether an operation that may jump is not among those above: atan2, a == b.
  [[nodiscard]] static bool may_jump_unseen(const TimeFunction& function);

  /// Takes the branches of a point; an operation at the border of its branch stays on it.
  void settle(const FunctionPoint& point);
  /// The same, but that one operation goes on to the branch behind the border that is nearest to the point. False:
  /// there is none, because a table ends.
  [[nodiscard]] bool pass(std::size_t instruction, const FunctionPoint& point);
  /// Gives one operation a branch, and settles the others.
  void choose(std::size_t instruction, long branch, const FunctionPoint& point);

  /// What follows is that of the last point.
  [[nodiscard]] const TimeFunction& smooth() const { return smooth_; }
  [[nodiscard]] const std::vector<Corner>& corners() const { return corners_; }
  [[nodiscard]] const std::vector<Border>& borders() const { return borders_; }

 private:
  class Walk;

  TimeFunction function_;
  std::vector<std::array<std::size_t, 3>> operands_;  // of each instruction: where their programs end
  std::map<std::size_t, long> branches_;              // by instruction
  TimeFunction smooth_;
  std::vector<Corner> corners_;
  std::vector<Border> borders_;
};

}  // namespace perpend
