// The rate along a direction d of body b at the witness w with the arm r = w - x_b:
//     d . (v_b + omega_b x r) = d . v_b + (r x d) . omega_b.
// Both witnesses lie on one line along the normal, so that r x n is the same at either; for a tangent each body has its
// own witness.
#include "kernel/contacts/append_contact_point.hpp"

#include <cmath>

#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

std::array<Vec3, 2> tangents(Space space, const Vec3& normal) {
  if (space == Space::planar) return {Vec3(-normal.y(), normal.x(), 0.0), Vec3::Zero()};
  int least = 0;
  for (int axis = 1; axis < 3; ++axis)
    if (std::abs(normal[axis]) < std::abs(normal[least])) least = axis;
  const Vec3 first = (Vec3::Unit(least) - normal[least] * normal).normalized();
  return {first, Vec3(normal.y() * first.z() - normal.z() * first.y(), normal.z() * first.x() - normal.x() * first.z(),
                      normal.x() * first.y() - normal.y() * first.x())};
}

void append_row(const BodyMotion<double>& motion, int dof, const Vec3& witness, const Vec3& direction, double sign,
                std::vector<double>& values) {
  const Vec2 d(direction.x(), direction.y());
  const Vec2 arm = Vec2(witness.x(), witness.y()) - motion.position;
  values.push_back(sign * d.x());
  values.push_back(sign * d.y());
  if (dof == 3) values.push_back(sign * dot(d, perp(arm)));
}

void append_row(const SpatialMotion<double>& motion, int dof, const Vec3& witness, const Vec3& direction, double sign,
                std::vector<double>& values) {
  const Vec3 r = witness - motion.position;
  for (int i = 0; i < 3; ++i) values.push_back(sign * direction[i]);
  if (dof < 6) return;
  values.push_back(sign * (r.y() * direction.z() - r.z() * direction.y()));
  values.push_back(sign * (r.z() * direction.x() - r.x() * direction.z()));
  values.push_back(sign * (r.x() * direction.y() - r.y() * direction.x()));
}

double velocity_along(const BodyMotion<double>& motion, const Vec3& direction) {
  return motion.velocity.x() * direction.x() + motion.velocity.y() * direction.y();
}

double velocity_along(const SpatialMotion<double>& motion, const Vec3& direction) {
  return motion.velocity.dot(direction);
}

template <class Motion>
void append(const Model& model, const BodyPair& pair, const PairRules::Surface& surface, const ContactPoint& point,
            std::span<const Motion> motions, ContactRows& rows) {
  rows.contacts.push_back({.body = pair,
                           .feature = point.feature,
                           .gap = point.gap,
                           .normal = point.normal,
                           .witness = point.witness,
                           .tangent = tangents(model.space, point.normal),
                           .friction = surface.friction,
                           .restitution = surface.restitution,
                           .compliance = surface.compliance,
                           .convective = point.convective});
  const Contact& contact = rows.contacts.back();
  const std::array<Vec3, 3> directions{contact.normal, contact.tangent[0], contact.tangent[1]};
  ContactBlock& block = rows.blocks.emplace_back();
  for (int row = 0; row < rows.rows_per_contact; ++row) rows.rate_t.push_back(0.0);
  double* rate_t = &rows.rate_t[rows.rate_t.size() - rows.rows_per_contact];
  for (int side = 0; side < 2; ++side) {
    const Body& body = model.bodies[pair[side]];
    const Motion& motion = motions[pair[side]];
    const double sign = side == 0 ? -1.0 : 1.0;
    block.first_column[side] = body.dof == 0 ? 0 : body.offset;
    block.num_columns[side] = body.dof;
    block.first_value[side] = static_cast<int>(rows.values.size());
    for (int row = 0; row < rows.rows_per_contact; ++row) {
      if (body.dof > 0)
        append_row(motion, body.dof, contact.witness[side], directions[row], sign, rows.values);
      else
        rate_t[row] += sign * velocity_along(motion, directions[row]);
    }
  }
}

}  // namespace

void append_contact_point(const Model& model, const BodyPair& pair, const PairRules::Surface& surface,
                          const ContactPoint& point, std::span<const BodyMotion<double>> motions, ContactRows& rows) {
  append(model, pair, surface, point, motions, rows);
}

void append_contact_point(const Model& model, const BodyPair& pair, const PairRules::Surface& surface,
                          const ContactPoint& point, std::span<const SpatialMotion<double>> motions,
                          ContactRows& rows) {
  append(model, pair, surface, point, motions, rows);
}

}  // namespace perpend
