// Systems  K x = v  of contacts in the plane that stick, slide or are open, in the velocities of bodies. With
// W = G M^-1 G^T, rows g_n and g_t of a contact, T the shift and s the sign of its slip,
//     open      c = v_n,                     t + s mu c = v_t
//     slides    g_n y + T c = v_n,           t + s mu c = v_t
//     sticks    g_n y + T c = v_n,           g_t y + T t = v_t,          y = M^-1 G^T x
// so that y solves a system with a block for each pair of bodies that touch,
//     (M + sum of slides (g_n - s mu g_t) g_n^T / T + sum of sticks (g_n g_n^T + g_t g_t^T) / T) y = ...
// Its pattern stays for as long as the graph of contacts does, whatever they do. It is not symmetric where contacts
// slide: L U by blocks, pivots within a block alone. Digits that a small T or a weak block takes are brought back by
// refinement with K, or the solution is refused.
#pragma once

#include <array>
#include <vector>

#include "kernel/solvers/factors/body_places.hpp"
#include "kernel/solvers/planar_contacts.hpp"

namespace perpend {

enum class PlanarState : char { open, sticks, slides };

/// What the contacts do: `sign` of u_t where they slide.
struct PlanarStates {
  std::vector<PlanarState> state;
  std::vector<double> sign;
};

class StateFactor {
 public:
  /// Takes the bodies of the contacts, and a pattern for them unless the one before serves. False where none are known,
  /// and with too much fill.
  [[nodiscard]] bool set(const PlanarContacts& contacts);
  /// False when a block has no inverse.
  [[nodiscard]] bool factorize(const PlanarStates& states, double shift);
  /// `k`: K by its entries, for the residual. False when refinement does not end at rounding.
  [[nodiscard]] bool solve(const SparseRows& k, const GrowingVector& right, GrowingVector& x);

 private:
  static constexpr int width = 3;

  [[nodiscard]] const double* row(int i) const;
  void assemble();
  void add(const BodyPlace& place, const double* column, const double* row, double amount);
  [[nodiscard]] bool eliminate(const BlockPattern::Node& node);
  void substitute();
  void solve_once(const GrowingVector& right, GrowingVector& x);

  const PlanarContacts* contacts_ = nullptr;
  PlanarStates states_;  // when they were factored
  double shift_ = 0.0;
  std::vector<std::array<int, 2>> body_;  // of each row of W, of the pattern
  int num_bodies_ = 0;
  bool has_pattern_ = false;
  BlockPattern pattern_;
  std::vector<int> node_;         // of each body
  std::vector<BodyPlace> place_;  // of each row of W
  std::vector<double> lower_;     // by the places of the pattern: diagonal blocks, which become their inverses, and L
  std::vector<double> upper_;     // panels of U, transposed
  std::vector<double> unscaled_;  // panels of one node before they are multiplied by the inverse
  GrowingVector y_, residual_, correction_;
};

}  // namespace perpend
