#include "kernel/contacts/find_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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
  firsts_.resize(model.bodies.size() + 1);
  ends_.reserve(order_.size() + 2);
  entries_.reserve(4 * order_.size());
}

/// The two with the largest variance of the centres of boxes that end, the larger one first. The variance of the last
/// sweep's axis counts twice, so that a round heap keeps its order.
std::array<int, 2> BroadPhase::choose_axes(const std::vector<Bounds>& boxes) const {
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
  int best = std::max(axis_, 0);
  if (count == 0.0) return {best, (best + 1) % 3};
  Vec3 variance = sum_of_squares - sum.cwiseAbs2() / count;
  if (axis_ >= 0) variance[axis_] *= 2.0;
  for (int axis = 0; axis < 3; ++axis)
    if (variance[axis] > variance[best]) best = axis;
  const int one = (best + 1) % 3, other = (best + 2) % 3;
  return {best, variance[other] > variance[one] ? other : one};
}

int BroadPhase::Strips::at(double position) const {
  const double strip = (position - origin) * per_length;
  if (strip < 0.0) return 0;
  return strip < static_cast<double>(count) ? static_cast<int>(strip) : count - 1;
}

/// Twice as wide as boxes are on average, so that most of them stand in one or two; at most a quarter as many as
/// bodies, because a body without bounds stands in each.
BroadPhase::Strips BroadPhase::choose_strips(const std::vector<Bounds>& boxes, int across, double margin) const {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest, extent = 0.0, count = 0.0;
  for (const int body : order_) {
    const double low = boxes[body].low[across], high = boxes[body].high[across];
    if (!std::isfinite(low) || !std::isfinite(high)) continue;
    lowest = std::min(lowest, low);
    highest = std::max(highest, high);
    extent += high - low;
    count += 1.0;
  }
  constexpr double fewest = 32.0;  // below, strips cost more than they save
  if (count < fewest) return {};
  const double width = std::max(2.0 * extent / count + margin, 4.0 * (highest - lowest) / count);
  if (!(width > 0.0) || !std::isfinite(width)) return {};
  return {lowest, 1.0 / width, static_cast<int>((highest - lowest) / width) + 1};
}

void BroadPhase::fill_strips(const std::vector<Bounds>& boxes, const std::array<int, 2>& axes, double margin) {
  const Strips strips = choose_strips(boxes, axes[1], margin);
  const auto reach = [&](int body) {
    const double low = boxes[body].low[axes[1]];
    // One unit more: a sum that is rounded down must not miss a box that is just as near as the margin.
    const double high = std::nextafter(boxes[body].high[axes[1]] + margin, std::numeric_limits<double>::infinity());
    return std::array<int, 2>{std::isnan(low) ? 0 : strips.at(low), strips.at(high)};
  };
  ends_.assign(static_cast<std::size_t>(strips.count) + 1, 0);
  for (const int body : order_) {
    const auto [first, last] = reach(body);
    for (int strip = first; strip <= last; ++strip) ++ends_[strip + 1];
  }
  for (int strip = 0; strip < strips.count; ++strip) ends_[strip + 1] += ends_[strip];
  entries_.resize(ends_.back());
  const std::array<int, 3> axis{axes[0], axes[1], 3 - axes[0] - axes[1]};
  for (const int body : order_) {
    const auto [first, last] = reach(body);
    Entry entry{.body = body, .strip = first};
    for (int i = 0; i < 3; ++i) {
      entry.low[i] = boxes[body].low[axis[i]];
      entry.high[i] = boxes[body].high[axis[i]];
    }
    for (int strip = first; strip <= last; ++strip) entries_[ends_[strip]++] = entry;  // from begins to ends
  }
}

void BroadPhase::sweep(const Model& model, const PairRules& rules, int strip, double margin) {
  const int begin = strip == 0 ? 0 : ends_[strip - 1], end = ends_[strip];
  for (int i = begin; i < end; ++i) {
    const Entry& one = entries_[i];
    for (int j = i + 1; j < end; ++j) {
      const Entry& other = entries_[j];
      if (other.low[0] - one.high[0] > margin) break;
      if (std::max(one.strip, other.strip) != strip) continue;  // found before
      if (other.low[1] - one.high[1] > margin || one.low[1] - other.high[1] > margin) continue;
      if (other.low[2] - one.high[2] > margin || one.low[2] - other.high[2] > margin) continue;
      const BodyPair pair{std::min(one.body, other.body), std::max(one.body, other.body)};
      if (rules.may_touch(model, pair)) found_.push_back(pair);
    }
  }
}

/// By counting for the first body, then by the second: most bodies have few neighbours.
void BroadPhase::sort_pairs() {
  std::fill(firsts_.begin(), firsts_.end(), 0);
  for (const BodyPair& pair : found_) ++firsts_[pair[0] + 1];
  for (std::size_t i = 1; i < firsts_.size(); ++i) firsts_[i] += firsts_[i - 1];
  pairs_.resize(found_.size());
  for (const BodyPair& pair : found_) pairs_[firsts_[pair[0]]++] = pair;
  int begin = 0;
  for (std::size_t body = 0; body + 1 < firsts_.size(); ++body) {
    const int end = firsts_[body];
    if (end - begin > 1) std::sort(pairs_.begin() + begin, pairs_.begin() + end);
    begin = end;
  }
}

const std::vector<BodyPair>& BroadPhase::find(const Model& model, const PairRules& rules,
                                              const std::vector<Bounds>& boxes, double margin) {
  const std::array<int, 2> axes = choose_axes(boxes);
  const ByLowEnd less{boxes, axes[0]};
  if (axes[0] == axis_)
    insertion_sort(order_, less);
  else
    std::sort(order_.begin(), order_.end(), less);
  axis_ = axes[0];
  fill_strips(boxes, axes, margin);
  found_.clear();
  for (int strip = 0; strip + 1 < static_cast<int>(ends_.size()); ++strip) sweep(model, rules, strip, margin);
  sort_pairs();
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
    if (points_.size() > 1)
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
