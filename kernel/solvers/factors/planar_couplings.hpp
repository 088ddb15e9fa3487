// Systems  K x = v  of contacts in the plane by the entries of K, where their bodies are not known: two rows of each
// contact together, L U by blocks, pivots within a block alone. Blocks are those of contacts that W couples, so that
// the pattern stays for as long as these do, whatever the contacts do.
#pragma once

#include <cstddef>
#include <vector>

#include "kernel/linear/front_lu.hpp"
#include "kernel/solvers/planar_contacts.hpp"

namespace perpend {

class PlanarCouplings {
 public:
  /// Takes the contacts, and a pattern for them unless the one before serves. False with too much fill.
  [[nodiscard]] bool set(const PlanarContacts& contacts);
  /// `k`: each row has the entries of that row of W in their order, then others in the columns of its own contact; or
  /// only such others. False when it has not, when a block has no inverse, and when the work was told to stop.
  [[nodiscard]] bool factorize(const SparseRows& k);
  /// `k`: the matrix that was factored, for the residual. False when refinement leaves more than 2^-40 of its terms.
  [[nodiscard]] bool solve(const SparseRows& k, const GrowingVector& right, GrowingVector& x);
  /// K x = e_i without a look at what is left: nearly always less than a solution is refined for.
  void respond(int i, GrowingVector& x);

 private:
  static constexpr int width = 2;

  void solve_once(const GrowingVector& right, GrowingVector& x);
  void take_solution(GrowingVector& x);
  [[nodiscard]] bool take_owners(const PlanarContacts& contacts);
  [[nodiscard]] bool find_pattern();
  void find_places();

  std::vector<int> owner_, slot_;    // contact of each row of W, and which of its rows it is
  std::vector<char> has_tangent_;    // of each contact
  std::vector<int> first_, column_;  // of the entries of W
  std::vector<int> last_;            // scratch: the last contact that felt each
  bool is_analyzed_ = false, has_pattern_ = false;
  FrontLu factor_;
  std::vector<std::ptrdiff_t> place_;  // of each entry of W between contacts; ~place above the diagonal
  std::vector<int> position_;          // of each row in the order of elimination
  GrowingVector y_, residual_, correction_;
};

}  // namespace perpend
