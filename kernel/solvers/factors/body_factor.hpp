// Systems  (A + T) x = r,  A = G M^-1 G^T over bodies, T a positive diagonal, in the velocities of bodies:
//     (M + G^T T^-1 G) y = G^T T^-1 r,    x = T^-1 (r - G y).
// Its blocks are those of bodies that touch, whatever T is: pattern and order of elimination stay for as long as the
// graph of contacts does. Where T is small x is the difference of near numbers, and known to u |r| / T: Newton's steps
// refine it, since their r is the residual.
#pragma once

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/linear/front_factor.hpp"
#include "kernel/solvers/factors/shifted_system.hpp"

namespace perpend {

class BodyFactor final : public ShiftedSystem {
 public:
  /// Takes G and M, which must outlive the use, and a pattern for them unless the one before serves. False: with so
  /// much fill that entries of A are the better way.
  [[nodiscard]] bool set(const LcpBodies& bodies);
  /// False when a pivot is not positive. The same T as in the last call since `set` costs nothing.
  [[nodiscard]] bool factorize(const GrowingVector& inverse) override;
  [[nodiscard]] bool solve(const GrowingVector& right, GrowingVector& x) override;

 private:
  /// Blocks that a row of G adds to.
  struct RowPlace {
    std::array<FrontPattern::Place, 2> diagonal;  // of its bodies; first < 0: no body there
    FrontPattern::Place pair;                     // of both; first < 0: one body
    int later = 0;                                // side whose body is eliminated later: the rows of the block
  };

  [[nodiscard]] bool is_same_graph(const LcpBodies& bodies) const;
  [[nodiscard]] bool analyze();
  [[nodiscard]] RowPlace place_of(const std::array<int, 2>& bodies) const;
  template <int width>
  void assemble(const GrowingVector& inverse);
  template <int width>
  void gather(const GrowingVector& right);
  template <int width>
  void scatter(const GrowingVector& right, GrowingVector& x) const;

  const LcpBodies* bodies_ = nullptr;
  int width_ = 0, num_bodies_ = 0;        // of the pattern
  std::vector<std::array<int, 2>> body_;  // of each unknown, of the pattern
  bool has_pattern_ = false;
  FrontFactor factor_;
  std::vector<RowPlace> place_;
  GrowingVector inverse_, y_;
  bool is_factored_ = false;
};

}  // namespace perpend
