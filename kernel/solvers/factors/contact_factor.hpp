// Systems  (A + T) x = r  of contacts with Coulomb's law on a pyramid, in the velocities of bodies. A is that of
// ContactUnknowns between bodies without joints: g_n the row of a normal, g_k those of its directions of friction, all
// combinations of two tangents; y = M^-1 G^T x the velocities, T^-1 = diag(a_n, a_k, 1 / t):
//     c      = a_n (r_n - g_n y)
//     sigma  = s (r_sigma - mu c + sum_k a_k (r_k - g_k y)),        s = 1 / (t + sum_k a_k)
//     beta_k = a_k (r_k - g_k y - sigma)
// so that y solves a system with a block for each pair of bodies that touch,
//     (M + sum of contacts  a_n g_n^T g_n + mu a_n s h^T g_n + sum_k s t a_k g_k^T g_k
//                           + sum_{k < l} s a_k a_l (g_k - g_l)^T (g_k - g_l)) y = ...,       h = sum_k a_k g_k
// All terms but the second are positive semidefinite, and none is the difference of larger ones. Its pattern stays for
// as long as the graph of contacts does. Where T is small x is the difference of near numbers, and known to u |r| / T:
// Newton's steps refine it, since their r is the residual.
#pragma once

#include <array>
#include <vector>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/linear/front_lu.hpp"
#include "kernel/solvers/factors/body_system.hpp"

namespace perpend {

class ContactFactor final : public BodySystem {
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
  /// A contact with friction, or a row that is alone.
  struct Contact {
    LcpContact of{};                     // unknowns; no tangents: a row that is alone
    std::array<int, 2> tangent{-1, -1};  // unknowns whose rows the others are combinations of
    int first_direction = 0;             // in direction_
    Places places{};
  };
  using Block = std::array<std::array<double, 3>, 3>;

  [[nodiscard]] bool take_contacts(const Lcp& lcp);
  template <int width>
  [[nodiscard]] bool find_tangents(Contact& contact);
  [[nodiscard]] bool find_pattern();
  void find_places(Contact& contact) const;
  [[nodiscard]] Block stiffness(const Contact& contact) const;
  [[nodiscard]] double slip_share(const Contact& contact) const;
  [[nodiscard]] const double* row(int unknown) const;
  template <int width>
  void assemble();
  template <int width>
  void add(const Contact& contact);
  template <int width>
  void gather(const GrowingVector& right, GrowingVector& x);
  template <int width>
  void scatter(const GrowingVector& right, GrowingVector& x) const;

  const LcpBodies* bodies_ = nullptr;
  std::vector<Contact> contacts_;
  std::vector<std::array<double, 2>> direction_;  // of each tangent, in the two of its contact
  std::vector<char> is_taken_;                    // unknowns
  std::vector<std::array<int, 2>> body_;          // of each unknown, of the pattern
  int width_ = 0, num_bodies_ = 0;                // of the pattern
  bool has_pattern_ = false;
  FrontLu factor_;
  GrowingVector inverse_, y_;
};

}  // namespace perpend
