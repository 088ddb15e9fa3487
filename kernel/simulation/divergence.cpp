#include "kernel/simulation/divergence.hpp"

#include <cmath>
#include <limits>

#include "kernel/model/linkage.hpp"
#include "kernel/model/numbers/double_pair.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

VectorX divergence_limits(const Model& model) {
  VectorX limits = VectorX::Constant(model.num_rows, std::numeric_limits<double>::infinity());
  const std::vector<double> sizes = linkage_sizes(model);
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    for (int i = 0; i < joint.num_rows - joint.type->num_nonholonomic; ++i)
      limits[joint.first_row + i] =
          divergence_factor * (joint.type->row_dimension[i] == dimension::length ? sizes[k] : 1.0);
  }
  return limits;
}

Divergence find_divergence(const ConstraintRows& rows, const VectorX& limits) {
  // Hardly ever is one beyond its limit: whether one is comes first, two at once.
  decltype(DoublePair{} > DoublePair{}) is_beyond{};
  int looked_at = 0;
  for (; looked_at + 1 < rows.num_rows; looked_at += 2)
    is_beyond |= modulus(pair_at(rows.phi.data() + looked_at)) > pair_at(limits.data() + looked_at);
  Divergence worst;
  for (int i = holds_in_any(is_beyond) ? 0 : looked_at; i < rows.num_rows; ++i) {
    const double error = std::abs(rows.phi[i]);
    if (!(error > limits[i]) || rows.kinds[i] != RowKind::holonomic) continue;
    if (worst.row < 0 || error / limits[i] > worst.error / worst.limit) worst = {i, error, limits[i]};
  }
  return worst;
}

}  // namespace perpend
