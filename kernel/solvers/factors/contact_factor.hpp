// Systems  (A + T) x = r  of contacts with Coulomb's law on a pyramid, in the velocities of bodies. A is that of
// ContactUnknowns between bodies without joints, R the rows along the normals and tangents of `pyramids`. With rates
// u = R y the impulses are p = p0 - S u, and the velocities y = M^-1 R^T p that they make solve a system with a block
// for each pair of bodies that touch,
//     (M + R^T S R) y = R^T p0.
// All terms but those of mu are positive semidefinite, and none is the difference of larger ones. Its pattern stays for
// as long as the graph of contacts does. Where T is small x is the difference of near numbers, and known to u |r| / T:
// Newton's steps refine it, since their r is the residual.
#pragma once

#include <array>
#include <vector>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/linear/front_lu.hpp"
#include "kernel/solvers/factors/pyramids.hpp"
#include "kernel/solvers/factors/shifted_system.hpp"

namespace perpend {

class ContactFactor final : public ShiftedSystem {
 public:
  /// Takes the contacts and their bodies, which must outlive the use, and a pattern for them unless the one before
  /// serves. False where bodies are not known, where contacts have another form than that above, and with so much fill
  /// that entries of A are the better way.
  [[nodiscard]] bool set(const Lcp& lcp);
  /// False when a block has no inverse.
  [[nodiscard]] bool factorize(const GrowingVector& inverse) override;
  [[nodiscard]] bool solve(const GrowingVector& right, GrowingVector& x) override;

 private:
  /// Blocks that a contact adds to.
  struct Places {
    std::array<FrontPattern::Place, 2> diagonal{};  // of its bodies; first < 0: no body there
    FrontPattern::Place pair{};                     // of both; first < 0: one body
    std::array<int, 2> right{-1, -1};               // where the velocities of its bodies start
    int later = 0;                                  // side whose body is eliminated later: the rows of the block
  };
  [[nodiscard]] bool take_contacts(const Lcp& lcp);
  template <int width>
  [[nodiscard]] bool has_its_directions(const Pyramid& pyramid) const;
  [[nodiscard]] bool find_pattern();
  [[nodiscard]] Places places_of(const Pyramid& pyramid) const;
  [[nodiscard]] const double* row(int unknown) const;
  template <int width>
  void assemble();
  template <int width>
  void add(const Pyramid& pyramid, const Places& places);
  template <int width>
  void gather(const GrowingVector& right);
  template <int width>
  void scatter(const GrowingVector& right, GrowingVector& x) const;

  const LcpBodies* bodies_ = nullptr;
  Pyramids pyramids_;
  std::vector<Places> places_;            // of each pyramid
  std::vector<std::array<int, 2>> body_;  // of each unknown, of the pattern
  int width_ = 0, num_bodies_ = 0;        // of the pattern
  bool has_pattern_ = false;
  FrontLu factor_;
  GrowingVector y_;
};

}  // namespace perpend
