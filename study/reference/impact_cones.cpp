#include "study/reference/impact_cones.hpp"

namespace perpend {

namespace {

using Mode = ClosedContact::Mode;

/// Calls on_contact(i, first of its rows) for the contacts that the phase has.
template <class OnContact>
void for_each_closed(const ImpactPhase& impact, const OnContact& on_contact) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < impact.chosen.size(); ++i)
    if (!impact.chosen[i].is_apart) on_contact(i, impact.phase.contacts[next++].row);
}

}  // namespace

std::vector<Cone> impulse_cones(const ImpactPhase& impact, const VectorX& impulse, const MatrixX& along) {
  std::vector<Cone> cones;
  const auto add = [&](int size) -> Cone& {
    return cones.emplace_back(Cone{VectorX::Zero(size), MatrixX::Zero(size, along.cols())});
  };
  const auto set = [&](Cone& cone, int at, int row, double factor) {
    cone.offset[at] += factor * impulse[row];
    cone.slope.row(at) += factor * along.row(row);
  };
  for (int row = 0; row < impact.at.num_rows(); ++row)
    if (const int kept = impact.phase.rows[static_cast<std::size_t>(row)]; kept >= 0)
      set(add(1), 0, kept, impact.at.row(row).kind == CoordinateRow::Kind::upper_limit ? -1.0 : 1.0);
  for_each_closed(impact, [&](std::size_t i, int row) {
    const ClosedContact& closed = impact.chosen[i].closed;
    const bool has_normal = first_row(closed) == 0;
    if (has_normal) set(add(1), 0, row, 1.0);
    if (closed.mode == Mode::slides || closed.mode == Mode::pushes) return;
    const int tangents = num_tangents(impact.at.model().space);
    Cone& cone = add(1 + tangents);
    cone.offset[0] = closed.friction * impact.given[static_cast<Eigen::Index>(i)];
    if (has_normal) set(cone, 0, row, closed.friction);
    for (int k = 1; k <= tangents; ++k) set(cone, k, row + k - first_row(closed), 1.0);
  });
  return cones;
}

std::vector<Cone> scaled_cones(const ImpactPhase& impact, const VectorX& impulse, const MatrixX& idle, double size) {
  std::vector<Cone> cones = impulse_cones(impact, impulse, size * idle);
  for (Cone& cone : cones) {
    cone.offset /= size;
    cone.slope /= size;
  }
  return cones;
}

VectorX normal_impulses(const ImpactPhase& impact, const VectorX& impulse) {
  VectorX normal = VectorX::Zero(static_cast<Eigen::Index>(impact.chosen.size()));
  for_each_closed(impact, [&](std::size_t i, int row) {
    if (first_row(impact.chosen[i].closed) == 0) normal[static_cast<Eigen::Index>(i)] = impulse[row];
  });
  return normal;
}

}  // namespace perpend
