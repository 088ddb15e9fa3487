#include "stabilizers/nonholonomic.hpp"

#include <array>
#include <utility>

namespace perpend {

namespace {

/// Calls visit(row, joint, k) for each non-holonomic row, the k-th of its joint. `driven_only`: of joints with laws.
template <class Visit>
void each_nonholonomic_row(const StepContext& context, bool driven_only, const Visit& visit) {
  for (const Joint& joint : context.model.joints) {
    if (driven_only && joint.drive.empty()) continue;
    std::size_t k = 0;
    for (int i = joint.first_row; i < joint.first_row + joint.num_rows; ++i)
      if (context.now.rows.kinds[i] == RowKind::nonholonomic) visit(i, joint, k++);
  }
}

bool follows_time(const Joint& joint, std::size_t k) {
  return k < joint.drive.size() && !joint.drive[k].empty() && !joint.drive[k].is_law();
}

}  // namespace

void time_nonholonomic_rows(const StepContext& context, const State& now, VectorX& target) {
  each_nonholonomic_row(context, true, [&](int i, const Joint& joint, std::size_t k) {
    if (follows_time(joint, k)) target[i] = joint.drive[k](now.time + context.h);
  });
}

void aim_nonholonomic_rows_ahead(const StepContext& context, const State& now, VectorX& target) {
  each_nonholonomic_row(context, false, [&](int i, const Joint& joint, std::size_t k) {
    const double v0_rate = follows_time(joint, k) ? joint.drive_rate[k](now.time) : 0.0;
    target[i] -= context.h * (context.now.rows.jdot_v[i] + v0_rate);
  });
}

Quadrature quadrature_of(std::string_view choice) {
  constexpr std::array<std::pair<std::string_view, Quadrature>, 4> names{{{"right", Quadrature::right},
                                                                          {"left", Quadrature::left},
                                                                          {"trapezoid", Quadrature::trapezoid},
                                                                          {"stages", Quadrature::stages}}};
  for (const auto& [name, quadrature] : names)
    if (name == choice) return quadrature;
  return Quadrature::off;
}

void nonholonomic_error(const ConstraintRows& rows, const VectorX& v, VectorX& g) {
  apply_jacobian(rows, v, g);
  for (int i = 0; i < rows.num_rows; ++i) g[i] = rows.kinds[i] == RowKind::nonholonomic ? g[i] + rows.phi_t[i] : 0.0;
}

void sum_error(Quadrature quadrature, double h, const VectorX& before, const VectorX& g, VectorX& used,
               VectorX& after) {
  const bool halved = quadrature == Quadrature::trapezoid;
  if (before.size() == g.size())
    after = before;
  else
    after = (halved ? -0.5 * h : 0.0) * g;
  used = after;
  after += h * g;
  if (quadrature == Quadrature::right) used = after;
  if (halved) used += (0.5 * h) * g;
}

}  // namespace perpend
