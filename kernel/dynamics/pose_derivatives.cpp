#include "kernel/dynamics/pose_derivatives.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// Step of the differences, as a share of the bodies' size, and in radians: order 4 leaves 1e-17, rounding of 64 bits
/// 3e-15.
constexpr Extended relative_step = 4e-5L;
/// Share of each part of `rest` that is granted: multipliers come from a solve in doubles and are good to 1e-11 or so
/// unless the mechanism is close to singular; the differences to 1e-14.
constexpr double granted_share = 1e-9;
/// What the differences of a number that is 0 may leave, against the size of the function over the step's unit.
constexpr Extended rounding_share = 1e-13L;

/// Coordinates of a mechanism of which those of one body, from `first` on, are others; without a mechanism all are 0.
struct Moved {
  const ExtendedVector* q = nullptr;
  int first = 0;
  int count = 0;
  std::array<Extended, 7> own{};

  Moved() = default;
  Moved(const ExtendedVector& all, int begin, int size) : q(&all), first(begin), count(size) {
    for (int i = 0; i < size; ++i) own[i] = all[begin + i];
  }
  Extended operator[](int i) const {
    if (i >= first && i < first + count) return own[i - first];
    return q == nullptr ? Extended(0) : (*q)[i];
  }
};

/// The motion at rest of a body on whose pose one velocity has acted for as long as `by`; moved = -1: none has.
BodyMotion<Extended> moved_motion(InPlane<Extended>, const Body& body, const ExtendedVector& q, int moved,
                                  Extended by) {
  Moved at(q, std::max(body.offset, 0), body.dof);
  if (moved >= 0) at.own[moved] += by;
  return body_motion<Extended>(body, at, Moved{});
}

SpatialMotion<Extended> moved_motion(InSpace<Extended>, const Body& body, const ExtendedVector& q, int moved,
                                     Extended by) {
  Moved at(q, std::max(body.q_offset, 0), body.kind == BodyKind::rigid ? 7 : body.dof);
  if (moved >= 0 && moved < 3) at.own[moved] += by;
  if (moved >= 3) {
    const Vector3<Extended> turn = by * Vector3<Extended>::Unit(moved - 3);
    const Vector4<Extended> old(at.own[3], at.own[4], at.own[5], at.own[6]);
    const Vector4<Extended> turned = quaternion_product(quaternion_exponential(turn), old);
    for (int i = 0; i < 4; ++i) at.own[3 + i] = turned[i];
  }
  return spatial_motion<Extended>(body, at, Moved{});
}

}  // namespace

template <class In>
PoseDerivatives<In>::PoseDerivatives(const Model& model, const State& pose, LinearForces& result)
    : model_(model),
      time_(pose.time),
      q_(pose.q.cast<Extended>()),
      length_(characteristic_length(model)),
      result_(result) {}

template <class In>
void PoseDerivatives<In>::object(std::string reason) {
  if (result_.objection.empty()) result_.objection = std::move(reason);
}

template <class In>
typename In::Motion PoseDerivatives<In>::motion(int body, int moved, Extended by) const {
  if (body == world_body) return {};
  const Body& own = model_.bodies[body];
  typename In::Motion result = moved_motion(In{}, own, q_, moved, by);
  for (int i = 0; own.dof == 0 && i < In::num_linear; ++i)
    if (!own.shift[i].empty()) result.position[i] += own.shift[i](time_);
  return result;
}

template <class In>
std::array<typename In::Motion, num_sides> PoseDerivatives<In>::motions(const ActedBodies& body) const {
  return {motion(body[0]), motion(body[1]), motion(body[2])};
}

template <class In>
std::vector<int> PoseDerivatives<In>::columns(const ActedBodies& body) const {
  std::vector<int> all;
  for (const int one : body)
    for (int j = 0; j < dof(one); ++j) all.push_back(model_.bodies[one].offset + j);
  return all;
}

template <class In>
ExtendedVector PoseDerivatives<In>::flat(const ActedBodies& body, const Covector<In>& value) const {
  ExtendedVector all(dof(body[0]) + dof(body[1]) + dof(body[2]));
  Eigen::Index at = 0;
  for (int side = 0; side < num_sides; ++side)
    for (int j = 0; j < dof(body[side]); ++j) all[at++] = value[side][j];
  return all;
}

template <class In>
void PoseDerivatives<In>::add(const ActedBodies& body, const std::string& name, Extended sign, Extended doubt,
                              const Function& value_at, bool& has_part) {
  const std::vector<int> all = columns(body);
  Eigen::Index column = 0;
  for (int side = 0; side < num_sides; ++side)
    for (int j = 0; j < dof(body[side]); ++j, ++column) {
      const Extended unit = j < In::num_linear ? length_ : Extended(1);
      const Extended e = relative_step * unit;
      const auto at = [&](Extended by) {
        Motions moved = motions(body);
        moved[side] = motion(body[side], j, by);
        return flat(body, value_at(moved));
      };
      const ExtendedVector one = at(e) - at(-e), two = at(2 * e) - at(-2 * e), four = at(4 * e) - at(-4 * e);
      const ExtendedVector fine = (8 * one - two) / (12 * e), coarse = (8 * two - four) / (24 * e);
      const ExtendedVector size = flat(body, value_at(motions(body))).cwiseAbs() + fine.cwiseAbs() * unit;
      const Extended largest = size.size() == 0 ? Extended(0) : size.maxCoeff();
      for (Eigen::Index i = 0; i < fine.size(); ++i) {
        if (one[i] == 0 && two[i] == 0 && four[i] == 0) continue;
        const Extended floor = rounding_share * largest / unit;
        // The finer one is off by a fifteenth of the difference.
        if (!(std::abs(fine[i] - coarse[i]) <= floor + Extended(granted_share) * (size[i] + largest) / unit))
          return object(name + " is not smooth at the start");
        Sum& sum = rest_[{all[i], all[column]}];
        sum.value += sign * fine[i];
        sum.size += std::max(Extended(1), doubt / Extended(granted_share)) * std::abs(fine[i]) +
                    floor / Extended(granted_share);
        has_part = true;
      }
    }
}

template <class In>
void PoseDerivatives<In>::add_entry(int row, int column, Extended value) {
  Sum& sum = rest_[{row, column}];
  sum.value += value;
  sum.size += std::abs(value);
}

template <class In>
void PoseDerivatives<In>::finish() {
  if (rest_.empty() || !result_.objection.empty()) return;
  // A turn of 1/length moves as far as a shift of 1: it makes forces and torques comparable. Any weights > 0 are right.
  ExtendedVector weights = ExtendedVector::Ones(model_.num_velocities);
  for (const Body& body : model_.bodies)
    for (int j = In::num_linear; j < body.dof; ++j) weights[body.offset + j] = 1 / length_;
  ExtendedVector margin = ExtendedVector::Zero(model_.num_velocities);
  for (const auto& [place, sum] : rest_) {
    const auto [row, column] = place;
    const auto other = rest_.find({column, row});
    const Sum turned = other == rest_.end() ? Sum{} : other->second;
    const Extended granted = Extended(granted_share) * (sum.size + turned.size);
    if (!(std::abs(sum.value - turned.value) <= granted))
      return object(
          "the forces at the start turn bodies that they do not hold in balance, so that their stiffness is "
          "not symmetric");
    if (row > column && other != rest_.end()) continue;
    const double value = static_cast<double>((sum.value + turned.value) / 2);
    result_.rest.push_back({std::min(row, column), std::max(row, column), value});
    margin[row] += granted * weights[column] / weights[row];
    if (row != column) margin[column] += granted * weights[row] / weights[column];
  }
  result_.margin = margin.cast<double>();
}

template class PoseDerivatives<InPlane<Extended>>;
template class PoseDerivatives<InSpace<Extended>>;

}  // namespace perpend
