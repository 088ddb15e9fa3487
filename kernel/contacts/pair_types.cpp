#include "kernel/contacts/contact_points.hpp"

namespace perpend {

namespace {

template <class PairType, class Motion>
void find_by_table(std::span<const PairType> table, const Shape& a, const Motion& motion_a, const Shape& b,
                   const Motion& motion_b, double margin, ContactPoints& points) {
  for (const PairType& type : table) {
    if (type.kinds[0] == a.kind && type.kinds[1] == b.kind) return type.find(a, motion_a, b, motion_b, margin, points);
    if (type.kinds[0] != b.kind || type.kinds[1] != a.kind) continue;
    const std::size_t first = points.size();
    type.find(b, motion_b, a, motion_a, margin, points);
    for (std::size_t i = first; i < points.size(); ++i) swap_shapes(points[i]);
    return;
  }
}

}  // namespace

void find_points(const Shape& a, const BodyMotion<double>& motion_a, const Shape& b, const BodyMotion<double>& motion_b,
                 double margin, ContactPoints& points) {
  find_by_table(planar_pair_types(), a, motion_a, b, motion_b, margin, points);
}

void find_points(const Shape& a, const SpatialMotion<double>& motion_a, const Shape& b,
                 const SpatialMotion<double>& motion_b, double margin, ContactPoints& points) {
  find_by_table(spatial_pair_types(), a, motion_a, b, motion_b, margin, points);
}

}  // namespace perpend
