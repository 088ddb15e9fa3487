#include "kernel/contacts/find_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

/// Ties by index, so that the order is that of a full sort.
struct ByLowEnd {
  const std::vector<Bounds>& boxes;
  int axis;
  bool operator()(int a, int b) const {
    if (boxes[a].low[axis] != boxes[b].low[axis]) return boxes[a].low[axis] < boxes[b].low[axis];
    return a < b;
  }
};

void insertion_sort(std::vector<int>& order, const ByLowEnd& less) {
  for (std::size_t i = 1; i < order.size(); ++i) {
    const int moved = order[i];
    std::size_t j = i;
    for (; j > 0 && less(moved, order[j - 1]); --j) order[j] = order[j - 1];
    order[j] = moved;
  }
}

bool apart(const Bounds& a, const Bounds& b, int axis, double margin) {
  return a.low[axis] - b.high[axis] > margin || b.low[axis] - a.high[axis] > margin;
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

/// Pre: rows.rows_per_contact is that of the space; pair[0] < pair[1]. The rate along a direction d of body b at the
/// witness w with the arm r = w - x_b:
///     d . (v_b + omega_b x r) = d . v_b + (r x d) . omega_b.
/// Both witnesses lie on one line along the normal, so that r x n is the same at either; for a tangent each body has
/// its own witness.
template <class Motion>
void append_contact_point(const Model& model, const BodyPair& pair, const PairRules::Surface& surface,
                          const ContactPoint& point, std::span<const Motion> motions, ContactRows& rows) {
  rows.contacts.push_back({.body = pair,
                           .feature = point.feature,
                           .gap = point.gap,
                           .normal = point.normal,
                           .witness = point.witness,
                           .tangent = contact_tangents(model.space, point.normal),
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

std::array<Vec3, 2> contact_tangents(Space space, const Vec3& normal) {
  if (space == Space::planar) return {Vec3(-normal.y(), normal.x(), 0.0), Vec3::Zero()};
  int least = 0;
  for (int axis = 1; axis < 3; ++axis)
    if (std::abs(normal[axis]) < std::abs(normal[least])) least = axis;
  const Vec3 first = (Vec3::Unit(least) - normal[least] * normal).normalized();
  return {first, Vec3(normal.y() * first.z() - normal.z() * first.y(), normal.z() * first.x() - normal.x() * first.z(),
                      normal.x() * first.y() - normal.y() * first.x())};
}

BroadPhase::BroadPhase(const Model& model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (model.bodies[i].shape.kind != ShapeKind::none) order_.push_back(static_cast<int>(i));
}

/// The one with the largest variance of the centres of boxes that end. The variance of the last sweep's axis counts
/// twice, so that a round heap keeps its order.
int BroadPhase::choose_axis(const std::vector<Bounds>& boxes) const {
  Vec3 sum = Vec3::Zero();
  Vec3 sum_of_squares = Vec3::Zero();
  Vec3 origin = Vec3::Zero();
  double count = 0.0;
  for (const int body : order_) {
    const Vec3 centre = (boxes[body].low + boxes[body].high) / 2.0;
    if (!centre.allFinite()) continue;
    if (count == 0.0) origin = centre;  // near to all others: the squares lose fewer digits
    sum += centre - origin;
    sum_of_squares += (centre - origin).cwiseAbs2();
    count += 1.0;
  }
  if (count == 0.0) return std::max(axis_, 0);
  Vec3 variance = sum_of_squares - sum.cwiseAbs2() / count;
  if (axis_ >= 0) variance[axis_] *= 2.0;
  int best = std::max(axis_, 0);
  for (int axis = 0; axis < 3; ++axis)
    if (variance[axis] > variance[best]) best = axis;
  return best;
}

const std::vector<BodyPair>& BroadPhase::find(const Model& model, const PairRules& rules,
                                              const std::vector<Bounds>& boxes, double margin) {
  const int axis = choose_axis(boxes);
  const ByLowEnd less{boxes, axis};
  if (axis == axis_)
    insertion_sort(order_, less);
  else
    std::sort(order_.begin(), order_.end(), less);
  axis_ = axis;
  pairs_.clear();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Bounds& box = boxes[order_[i]];
    for (std::size_t j = i + 1; j < order_.size(); ++j) {
      const Bounds& other = boxes[order_[j]];
      if (other.low[axis] - box.high[axis] > margin) break;
      if (apart(box, other, (axis + 1) % 3, margin) || apart(box, other, (axis + 2) % 3, margin)) continue;
      const BodyPair pair{std::min(order_[i], order_[j]), std::max(order_[i], order_[j])};
      if (rules.may_touch(model, pair)) pairs_.push_back(pair);
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
  return pairs_;
}

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
