// L U of a sparse matrix of blocks whose pattern is symmetric and whose entries are not, front by front, as FrontFactor
// makes L L^T. Rows are exchanged within a diagonal block alone: with P D = L U the one of a block column, B what is
// below it and C what is to the right of it,
//     B U^-1 L^-1 P C    is taken off the rest.
// U stands transposed in the places of L, so that both have the columns of a front one after the other.
#pragma once

#include <cstddef>
#include <vector>

#include "kernel/linear/front_pattern.hpp"

namespace perpend {

class FrontLu {
 public:
  FrontLu() = default;
  explicit FrontLu(FrontPattern pattern);

  [[nodiscard]] const FrontPattern& pattern() const { return pattern_; }

  /// All entries become 0: what follows adds to them.
  void clear();
  /// Entries of the matrix at the places of the pattern: those of whole diagonal blocks and of blocks below them.
  [[nodiscard]] double* lower() { return lower_.data(); }
  /// Those of blocks above the diagonal, transposed.
  [[nodiscard]] double* upper() { return upper_.data(); }
  /// False when a diagonal block has no inverse, and when the work was told to stop.
  [[nodiscard]] bool factorize();
  /// L U x = b in place, in the order of elimination.
  void solve(double* x);

 private:
  struct Updates {
    double* lower = nullptr;
    double* upper = nullptr;
  };
  template <int width>
  [[nodiscard]] bool factorize_fronts();
  template <int width>
  void take_updates(int front, std::size_t& top, const Updates& updates);
  template <int width>
  [[nodiscard]] bool eliminate(const FrontPattern::Front& front);
  template <int width>
  void substitute(const FrontPattern::Front& front, double* x);
  template <int width>
  void substitute_back(const FrontPattern::Front& front, double* x);

  FrontPattern pattern_;
  std::vector<double> lower_;                          // diagonal blocks, L and U of each in one, 1 / U_kk; and B U^-1
  std::vector<double> upper_;                          // L^-1 P C, transposed
  std::vector<double> lower_updates_, upper_updates_;  // stacks of what waits for a parent
  std::vector<int> exchanged_;                         // of each row in its block, as they were chosen
  std::vector<int> waiting_;                           // the fronts that left them
  std::vector<double> rows_;                           // right-hand side of the rows of one front
};

}  // namespace perpend
