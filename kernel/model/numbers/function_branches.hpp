// A function with corners and jumps, each of its operations on one branch: a smooth function, which agrees with it
// until one of the operations leaves its branch.
//     |a|         a or -a                           while that is not below 0
//     min(a, b)   one of the two; max alike         while it is not above the other
//     floor(a)    k                                 while k <= a < k + 1
//     a < b       true or false; a <= b alike       while it is so
//     a == b      true while they are equal; that they pass each other is not seen, for it lasts no time
//     table(a)    the polynomial of an interval     while a is in it
//     |v|         v . v / |v|, with its sign        while v does not point away from where it pointed
//     atan2(y, x) continued over y = 0              while y keeps its sign
// |v| is a root of a sum of squares, as of the components of a velocity. Where v passes through 0 it turns round, and
// what goes on smoothly is -|v|. A vector that only turns by a right angle gives itself a new direction.
// The ranges of asin, acos, roots and broken powers have ends. What comes to one, |a| = 1 or 0, turns back there, and
// the operation has a corner, on the same branch: it touches. A condition chooses one of two functions, and with it the
// operations that count.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "kernel/model/numbers/function_tree.hpp"
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
    joins,    ///< with the same slope: intervals of a spline
    bends,    ///< with another slope
    jumps,    ///< perhaps with another value
    touches,  ///< with another slope, where the room comes to 0 and turns back; it is not negative then
  };
  struct Corner {
    std::size_t instruction = 0;  ///< of the program of the function
    Kind kind = Kind::bends;      ///< as far as the point says for which it was made
    TimeFunction room{};          ///< negative beyond the corner, in the unit of the operands
    double noise = 0.0;           ///< rooms above its negative are none
  };
  /// An operation between two of its branches.
  struct Border {
    std::size_t instruction = 0;
    std::array<long, 2> branches{};  ///< the one that it is on first
  };

  explicit FunctionBranches(TimeFunction function) : tree_(std::move(function)) {}

  /// Whether there is anything to choose.
  [[nodiscard]] static bool has_branches(const TimeFunction& function);

  /// Takes the branches of a point; an operation at the border of its branch stays on it.
  void settle(const FunctionPoint& point);
  /// The same, but that one operation goes on to the branch behind the border that is nearest to the point. Nothing:
  /// there is none, because a table ends.
  [[nodiscard]] std::optional<Kind> pass(std::size_t instruction, const FunctionPoint& point);
  /// Gives one operation a branch, and settles the others.
  void choose(std::size_t instruction, long branch, const FunctionPoint& point);

  /// What follows is that of the last point.
  [[nodiscard]] const TimeFunction& smooth() const { return smooth_; }
  [[nodiscard]] const std::vector<Corner>& corners() const { return corners_; }
  [[nodiscard]] const std::vector<Border>& borders() const { return borders_; }
  /// Vectors that are 0 at all points up to now: where they turn round cannot be told yet.
  [[nodiscard]] int num_undirected() const { return num_undirected_; }

 private:
  class Walk;

  FunctionTree tree_;
  std::map<std::size_t, std::vector<double>> directions_;  // of vectors, unit vectors
  std::map<std::size_t, long> branches_;                   // by instruction
  int num_undirected_ = 0;
  TimeFunction smooth_;
  std::vector<Corner> corners_;
  std::vector<Border> borders_;
};

}  // namespace perpend
