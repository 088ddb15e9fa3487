#include "kernel/contacts/start_overlaps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/body_motion.hpp"
#include "kernel/contacts/find_contacts.hpp"

namespace perpend {

namespace {

template <class Motion>
void add_shift(const Body& body, double time, Motion& motion) {
  for (Eigen::Index i = 0; i < motion.position.size(); ++i)
    if (!body.shift[i].empty()) motion.position[i] += body.shift[i](time);
}

template <class Motion, class Make>
std::vector<Motion> motions(const Model& model, const State& start, const Make& make) {
  std::vector<Motion> result;
  for (const Body& body : model.bodies) {
    result.push_back(make(body));
    if (body.dof == 0) add_shift(body, start.time, result.back());
  }
  return result;
}

/// A position far from the origin, turned and added to a corner, is off by a few ulps of its size.
double rounding(const Contact& contact) {
  const double size = std::max(contact.witness[0].cwiseAbs().maxCoeff(), contact.witness[1].cwiseAbs().maxCoeff());
  return 16.0 * std::numeric_limits<double>::epsilon() * size;
}

}  // namespace

std::vector<StartOverlap> start_overlaps(const Model& model, const State& start) {
  std::vector<StartOverlap> overlaps;
  if (!model.contacts.enabled || !is_finite(start)) return overlaps;
  std::vector<BodyMotion<double>> planar;
  std::vector<SpatialMotion<double>> spatial;
  if (model.space == Space::planar)
    planar = motions<BodyMotion<double>>(model, start,
                                         [&](const Body& body) { return body_motion<double>(body, start.q, start.v); });
  else
    spatial = motions<SpatialMotion<double>>(
        model, start, [&](const Body& body) { return spatial_motion<double>(body, start.q, start.v); });
  ContactRows rows;
  ContactFinder(model).find(model, planar, spatial, 0.0, rows);
  for (const Contact& contact : rows.contacts) {
    if (-contact.gap <= rounding(contact)) continue;
    if (overlaps.empty() || overlaps.back().body != contact.body) overlaps.push_back({contact.body, 0.0});
    overlaps.back().depth = std::max(overlaps.back().depth, -contact.gap);
  }
  return overlaps;
}

}  // namespace perpend
