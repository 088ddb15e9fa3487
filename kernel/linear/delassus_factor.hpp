// The saddle-point system with its bodies eliminated first, in closed form:
//     W multiplier = target - J M^-1 motion,   W = J M^-1 J^T + E,   x = M^-1 (motion + J^T multiplier).
// With M = L D L^T and V = J L^-T, which is all that is kept of J: W = V D^-1 V^T + E, one block for each pair of
// joints that share a body, and J M^-1 motion = V (D^-1 L^-1 motion).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "kernel/linear/delassus_layout.hpp"
#include "kernel/linear/known_rows.hpp"
#include "kernel/linear/mass_factor.hpp"
#include "kernel/linear/pair_ldlt.hpp"
#include "kernel/linear/weighted_rows.hpp"
#include "kernel/model/problem.hpp"

namespace perpend {

class DelassusFactor {
 public:
  /// See DelassusLayout::make.
  [[nodiscard]] static std::optional<DelassusFactor> make(const ConstraintRows& rows, std::span<const char> is_primary,
                                                          const MassMatrix& mass, double most_work);

  /// Does nothing where M, J and E are what they were, bit by bit, unless they changed each time before. False where W
  /// is so nearly singular, or M so far from positive definite, that the answer is not to be trusted.
  [[nodiscard]] bool factorize(const Problem& problem);

  /// Whether W is so nearly singular that each solution has to be looked at, and may need several steps of refinement.
  [[nodiscard]] bool is_weak() const { return ldlt_.is_weak(); }

  /// x and the multipliers of primary rows; the others become 0.
  void substitute(const VectorX& motion, const VectorX& target, Solution& solution);
  /// The same for motion = 0.
  void substitute(const VectorX& target, Solution& solution);

  [[nodiscard]] std::size_t num_entries() const { return ldlt_.pattern().num_values; }

 private:
  using Side = DelassusLayout::Side;
  using Node = DelassusLayout::Node;
  /// V D^-1 of the sides of one node.
  using ScaledRows = std::array<double, num_sides * BlockLdlt::largest_size * BlockLdlt::largest_size>;

  DelassusFactor(const ConstraintRows& rows, const MassMatrix& mass, DelassusLayout layout);
  template <int size, RowForm form>
  [[nodiscard]] bool eliminate(const Run& run, const VectorX& compliance);
  template <int size, RowForm form, class Number>
  void add_gram(int k, const Number* v, Number* scaled, Number* out, Number* diagonal) const;
  template <int size, RowForm form>
  void add_products(int k, const double* scaled);
  template <int size, RowForm form>
  [[nodiscard]] bool eliminate_node(int k, const VectorX& compliance);
  template <int size, RowForm form>
  [[nodiscard]] bool eliminate_pair(int k, const VectorX& compliance);
  template <int size, RowForm form, class Number>
  void set_rates(int k, const Number* v, const VectorX& target, const double* u, Number* rate) const;
  template <int size, RowForm form, class Number>
  void add_impulse(int k, const Number* v, const Number* impulse, Solution& solution) const;
  template <int size, RowForm form>
  void substitute(const Run& run, const VectorX& target, const double* u);
  template <int size, RowForm form>
  void substitute_back(const Run& run, Solution& solution);

  void substitute_rows(const VectorX& target, const double* u, Solution& solution);

  int num_rows_ = 0;
  MassFactor mass_;
  DelassusLayout layout_;
  BlockLdlt ldlt_;
  PairLdlt pairs_;
  WeightedRows rows_;
  bool is_factorized_ = false;
  KnownRows known_rows_;
  std::vector<double> right_;
};

}  // namespace perpend
