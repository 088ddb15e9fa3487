// Systems  K x = v  of contacts in the plane by the entries of K, where their bodies are not known: two rows of each
// contact together, L U by blocks, pivots within a block alone. Blocks are those of contacts that W couples, so that
// the pattern stays for as long as these do, whatever the contacts do.
#pragma once

#include <vector>

#include "kernel/linear/front_lu.hpp"
#include "kernel/solvers/planar_contacts.hpp"

namespace perpend {

class PlanarCouplings {
 public:
  /// Takes the contacts, and a pattern for them unless the one before serves. False with too much fill.
  [[nodiscard]] bool set(const PlanarContacts& contacts);
  /// `k`: a row has an entry for each of the same row of W, and others in the columns of its own contact alone, or only
  /// these. False when a block has no inverse.
  [[nodiscard]] bool factorize(const SparseRows& k);
  /// `k`: the matrix that was factored, for the residual. False when refinement does not end at rounding.
  [[nodiscard]] bool solve(const SparseRows& k, const GrowingVector& right, GrowingVector& x);

 private:
  static constexpr int width = 2;

  void solve_once(const GrowingVector& right, GrowingVector& x);
  void find_places(const SparseRows& w);

  std::vector<int> owner_, slot_;             // contact of each row of W, and which of its rows it is
  std::vector<std::vector<int>> neighbours_;  // of the pattern
  bool has_pattern_ = false;
  FrontLu factor_;
  std::vector<int> first_;             // of the rows of W
  std::vector<std::ptrdiff_t> place_;  // of each entry of W between contacts; ~place above the diagonal
  std::vector<int> position_;          // of each row in the order of elimination
  std::vector<char> has_tangent_;      // of each contact
  GrowingVector y_, residual_, correction_;
};

}  // namespace perpend
