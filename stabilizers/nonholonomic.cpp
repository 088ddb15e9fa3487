#include "stabilizers/nonholonomic.hpp"

#include <array>
#include <utility>

namespace perpend {

void aim_nonholonomic_rows_ahead(const StepContext& context, const State& now, VectorX& target) {
  const ConstraintRows& rows = context.now.rows;
  const double h = context.h;
  for (const Joint& joint : context.model.joints) {
    std::size_t k = 0;
    for (int i = joint.first_row; i < joint.first_row + joint.num_rows; ++i) {
      if (rows.kinds[i] != RowKind::nonholonomic) continue;
      const bool is_driven = k < joint.drive.size() && !joint.drive[k].empty();
      if (is_driven && joint.drive[k].is_law()) {
        target[i] = -rows.phi_t[i] - h * rows.jdot_v[i];
        ++k;
        continue;
      }
      const double v0_next = is_driven ? joint.drive[k](now.time + h) : 0.0;
      const double v0_rate = is_driven ? joint.drive_rate[k](now.time) : 0.0;
      target[i] = v0_next - h * (rows.jdot_v[i] + v0_rate);
      ++k;
    }
  }
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
