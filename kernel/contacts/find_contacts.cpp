#include "kernel/contacts/find_contacts.hpp"

#include <algorithm>

#include "kernel/contacts/append_contact_point.hpp"

namespace perpend {

ContactFinder::ContactFinder(const Model& model) : rules_(model), broad_phase_(model), boxes_(model.bodies.size()) {}

template <class Motion>
void ContactFinder::find_among(const Model& model, std::span<const Motion> motions, double margin, ContactRows& rows) {
  for (const int body : broad_phase_.order()) boxes_[body] = bounds(model.bodies[body], motions[body]);
  const std::vector<BodyPair>& pairs = broad_phase_.find(model, rules_, boxes_, margin);
  num_candidates_ = static_cast<long>(pairs.size());
  for (const BodyPair& pair : pairs) {
    points_.clear();
    find_points(model.bodies[pair[0]].shape, motions[pair[0]], model.bodies[pair[1]].shape, motions[pair[1]], margin,
                points_);
    if (points_.empty()) continue;
    std::sort(points_.begin(), points_.end(),
              [](const ContactPoint& a, const ContactPoint& b) { return a.feature < b.feature; });
    const PairRules::Surface surface = rules_.surface(model, pair);
    for (const ContactPoint& point : points_)
      if (point.gap <= margin) append_contact_point(model, pair, surface, point, motions, rows);
  }
}

void ContactFinder::find(const Model& model, std::span<const BodyMotion<double>> planar,
                         std::span<const SpatialMotion<double>> spatial, double margin, ContactRows& rows) {
  rows.clear();
  rows.num_columns = model.num_velocities;
  rows.rows_per_contact = model.space == Space::planar ? 2 : 3;
  if (model.space == Space::planar)
    find_among(model, planar, margin, rows);
  else
    find_among(model, spatial, margin, rows);
}

}  // namespace perpend
