#include "kernel/linear/reused_solver.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace perpend {

namespace {

/// A zero is not a negative one, and a NaN is itself: what is made of equal bits is the same.
bool have_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

template <class Numbers>
bool are_same(const Numbers& a, const Numbers& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), have_same_bits);
}

bool are_same(const MassMatrix& a, const MassMatrix& b) {
  const auto is_same = [](const InertiaBlock& one, const InertiaBlock& other) {
    const auto& [first, xy, xz, yz] = one;
    return first == other.first && have_same_bits(xy, other.xy) && have_same_bits(xz, other.xz) &&
           have_same_bits(yz, other.yz);
  };
  return are_same(a.diagonal, b.diagonal) &&
         std::equal(a.blocks.begin(), a.blocks.end(), b.blocks.begin(), b.blocks.end(), is_same);
}

// Bindings name every member: one more does not compile.

bool are_same(const RowBlock& a, const RowBlock& b) {
  const auto& [first_row, num_rows, first_column, num_columns, first_value, num_point_rows] = a;
  return first_row == b.first_row && num_rows == b.num_rows && first_column == b.first_column &&
         num_columns == b.num_columns && first_value == b.first_value && num_point_rows == b.num_point_rows;
}

bool are_same(const ConstraintRows& a, const ConstraintRows& b) {
  const auto& [num_rows, num_columns, blocks, kinds, cfm, values, phi, phi_t, jdot_v] = a;
  return num_rows == b.num_rows && num_columns == b.num_columns && kinds == b.kinds &&
         std::equal(blocks.begin(), blocks.end(), b.blocks.begin(), b.blocks.end(),
                    [](const RowBlock& one, const RowBlock& other) { return are_same(one, other); }) &&
         are_same(cfm, b.cfm) && are_same(values, b.values) && are_same(phi, b.phi) && are_same(phi_t, b.phi_t) &&
         are_same(jdot_v, b.jdot_v);
}

}  // namespace

bool ReusedSolver::Arguments::are(const ConstraintRows& other_layout, const MassMatrix& other_mass,
                                  const LinearAlgebra& other_algebra, DependentRows other_policy) const {
  return policy == other_policy && linear_algebra == other_algebra && are_same(layout, other_layout) &&
         are_same(mass, other_mass);
}

RouteSolver& ReusedSolver::as_new(const ConstraintRows& layout, const MassMatrix& mass,
                                  const LinearAlgebra& linear_algebra, DependentRows policy) {
  if (!arguments_ || !arguments_->are(layout, mass, linear_algebra, policy)) {
    unused_.reset();
    arguments_.emplace(Arguments{layout, mass, linear_algebra, policy});
    return solver_.emplace(layout, mass, linear_algebra, policy);
  }
  if (!unused_) unused_.emplace(layout, mass, linear_algebra, policy);
  return *(solver_ = *unused_);
}

}  // namespace perpend
