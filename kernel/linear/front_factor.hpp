// Cholesky's factor L L^T of a sparse symmetric positive definite matrix of blocks, front by front: what a front leaves
// of the rows below its columns is added to the front of its parent. [Davis06]
// Almost all work is products of dense columns, made in vectors of four independent entries, in registers of that size
// where the processor has them: each entry is summed in the order of elimination, so that the bits do not depend on how
// many there are in a vector.
#pragma once

#include <cstddef>
#include <vector>

#include "kernel/linear/front_pattern.hpp"

namespace perpend {

class FrontFactor {
 public:
  FrontFactor() = default;
  explicit FrontFactor(FrontPattern pattern);

  [[nodiscard]] const FrontPattern& pattern() const { return pattern_; }

  /// All entries become 0: what follows adds to them.
  void clear();
  /// Entries of the matrix, its lower triangle, at the places of the pattern.
  [[nodiscard]] double* values() { return values_.data(); }
  /// False when a pivot is not positive, and when the work was told to stop.
  [[nodiscard]] bool factorize();
  /// L L^T x = b in place, in the order of elimination.
  void solve(double* x);

 private:
  void take_updates(int front, double* update);
  void add_update(const FrontPattern::Front& child, const double* from, const FrontPattern::Front& front,
                  double* update);
  FrontPattern pattern_;
  std::vector<double> values_;
  /// Lower triangles of what waits for a parent.
  struct Stack {
    std::vector<double> updates;
    std::size_t top = 0;
  };
  // Generations alternate: a front writes its update into one stack while it takes those of its children from the
  // other.
  Stack stacks_[2];
  std::vector<int> stack_of_;  // of each front
  std::vector<int> waiting_;   // the fronts that left updates
  std::vector<double> rows_;   // right-hand side of the rows of one front
};

}  // namespace perpend
