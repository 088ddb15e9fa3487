// Systems  (A + T) x = r  of contacts with Coulomb's law on a pyramid, A by its entries: from a file, or assembled
// through joints. W are those of its rows along the normals and tangents of `pyramids`, a block for each pair of
// contacts that A couples. The impulses p = p0 - S W p solve
//     (1 + S W) p = p0
// with two or three unknowns a contact instead of four to eighteen. It is not symmetric: L U by blocks, pivots within a
// block alone. Where T is small x is the difference of near numbers, as in ContactFactor.
#pragma once

#include <array>
#include <vector>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/linear/front_lu.hpp"
#include "kernel/solvers/factors/pyramids.hpp"
#include "kernel/solvers/factors/shifted_system.hpp"

namespace perpend {

class CouplingFactor final : public ShiftedSystem {
 public:
  /// Takes the contacts and the blocks of W, and a pattern for them unless the one before serves. False where A has
  /// another form than that of contacts on pyramids, and with so much fill that its entries are the better way.
  [[nodiscard]] bool set(const Lcp& lcp);
  /// False when a block has no inverse, and when the work was told to stop.
  [[nodiscard]] bool factorize(const GrowingVector& inverse) override;
  [[nodiscard]] bool solve(const GrowingVector& right, GrowingVector& x) override;

 private:
  /// A block of W that is not 0.
  struct Coupling {
    int contact = 0;  ///< of its columns
    Pyramids::Block rates{};
    FrontPattern::Place place{};
    bool is_above = false;  ///< above the diagonal, in the order of elimination
  };
  /// The contact of an unknown.
  struct Owner {
    int contact = 0;
    bool is_slip = false;
  };
  class ContactTable;

  [[nodiscard]] bool take_contacts(const Lcp& lcp, const SparseRows& a);
  [[nodiscard]] bool take_couplings(const SparseRows& a);
  [[nodiscard]] bool find_pattern();
  void find_places();
  template <int width>
  void assemble();
  template <int width>
  void make_free_impulses(const GrowingVector& right);
  template <int width>
  void resolve(const GrowingVector& right, GrowingVector& x) const;

  Pyramids pyramids_;
  std::vector<Owner> owner_;                  // of each unknown
  std::vector<Coupling> couplings_;           // contact after contact, by their rows
  std::vector<int> first_coupling_;           // of each contact; one more at the end
  std::vector<std::vector<int>> neighbours_;  // of the pattern
  int width_ = 0;                             // of the pattern: 2 in the plane
  bool has_pattern_ = false;
  FrontLu factor_;
  GrowingVector p_;  // in the order of elimination
};

}  // namespace perpend
