#include "study/reference/evaluated_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/contacts/contact_surfaces.hpp"
#include "kernel/dynamics/motions.hpp"
#include "kernel/dynamics/state_signals.hpp"

namespace perpend {

namespace {

/// Gaps below this share of the size of the mechanism are none: what is located and what projections leave.
constexpr double closed_gap = 1e-12;
/// A contact that is closed has a gap below this share, whatever rounding does to it.
constexpr double far_gap = 1e-9;
/// The tangents of a contact in space turn badly where its normal comes nearer to `across` than this cosine.
constexpr double most_aligned = 0.9;

template <class In>
TouchingMotion motion_in(const Model& model, const Evaluation& evaluation, const ClosedContact& contact) {
  const ClosedContactRows<In> rows = closed_contact_rows<In>(contact, motions_in<In>(evaluation));
  TouchingMotion motion;
  motion.count = ClosedContactRows<In>::count;
  motion.gap = rows.gap;
  for (std::size_t side = 0; side < 2; ++side) {
    const Body& body = model.bodies[static_cast<std::size_t>(contact.surfaces.body[side])];
    motion.first_column[side] = body.offset;
    motion.num_columns[side] = body.dof;
  }
  for (int i = 0; i < motion.count; ++i) {
    for (int j = 0; j < In::num_linear; ++j) motion.direction[i][j] = rows.direction[i][j];
    motion.rate[i] = rows.rate[i];
    motion.jdot_v[i] = rows.jdot_v[i];
    for (std::size_t side = 0; side < 2; ++side)
      for (int j = 0; j < In::num_velocities; ++j) motion.jacobian[side][i][j] = rows.jacobian[side][i][j];
  }
  return motion;
}

Vec3 least_aligned_axis(const Vec3& normal) {
  Eigen::Index axis = 0;
  normal.cwiseAbs().minCoeff(&axis);
  return Vec3::Unit(axis);
}

template <class In>
double signal_rate(const Model& model, const std::vector<typename In::Motion>& motions, const double* near,
                   const StateSignal& signal, const VectorX& acceleration) {
  double rate = signal_motion<In>(model, motions, near, signal).rate;
  if (!is_rate(signal.kind)) return rate;
  const SignalRow<In> row = signal_row<In>(model, motions, near, signal);
  for (std::size_t side = 0; side < row.body.size(); ++side) {
    if (row.body[side] == world_body) continue;
    const Body& body = model.bodies[static_cast<std::size_t>(row.body[side])];
    for (int j = 0; j < body.dof; ++j)
      rate += row.row[side][static_cast<std::size_t>(j)] * acceleration[body.offset + j];
  }
  return rate;
}

bool is_moved(const Body& body) {
  return std::any_of(body.shift.begin(), body.shift.end(), [](const TimeFunction& f) { return !f.empty(); });
}

}  // namespace

double TouchingMotion::product(int row, const VectorX& v) const {
  double sum = 0.0;
  for (std::size_t side = 0; side < 2; ++side)
    for (int j = 0; j < num_columns[side]; ++j) sum += jacobian[side][row][j] * v[first_column[side] + j];
  return sum;
}

void TouchingMotion::add_transposed(int row, double amount, VectorX& out) const {
  for (std::size_t side = 0; side < 2; ++side)
    for (int j = 0; j < num_columns[side]; ++j) out[first_column[side] + j] += amount * jacobian[side][row][j];
}

Vec3 TouchingMotion::in_tangents(double first, double second) const {
  return count == 2 ? Vec3(first, 0.0, 0.0) : Vec3(first * direction[1] + second * direction[2]);
}

Vec3 TouchingMotion::tangential(const VectorX& v) const {
  return in_tangents(product(1, v), count == 2 ? 0.0 : product(2, v));
}

EvaluatedState::EvaluatedState(const Model& model)
    : model_(model),
      evaluation_(allocate_evaluation(model)),
      size_(characteristic_length(model)),
      rounding_(1e-14 * size_) {
  evaluation_.contact_margin = size_;
}

void EvaluatedState::move_to(State& state) {
  evaluate_rows(model_, state, evaluation_);
  state.coordinates = evaluation_.coordinates;
  time_ = state.time;
  apply_jacobian(evaluation_.rows, state.v, rates_);
}

void EvaluatedState::read(const std::vector<StateSignal>& signals, double* values) const {
  const double* near = evaluation_.coordinates.size() == 0 ? nullptr : evaluation_.coordinates.data();
  if (model_.space == Space::planar)
    signal_values<Plane>(model_, evaluation_.motions, near, signals, values);
  else
    signal_values<Spatial>(model_, evaluation_.spatial_motions, near, signals, values);
}

void EvaluatedState::read_rates(const std::vector<StateSignal>& signals, const VectorX& acceleration,
                                double* rates) const {
  const double* near = evaluation_.coordinates.size() == 0 ? nullptr : evaluation_.coordinates.data();
  for (std::size_t i = 0; i < signals.size(); ++i)
    rates[i] = model_.space == Space::planar
                   ? signal_rate<Plane>(model_, evaluation_.motions, near, signals[i], acceleration)
                   : signal_rate<Spatial>(model_, evaluation_.spatial_motions, near, signals[i], acceleration);
}

double EvaluatedState::room_of_limit(int row) const {
  return limit_gap(model_, evaluation_.rows, model_.num_joint_rows + row);
}

VectorX EvaluatedState::coordinate_accelerations(const VectorX& acceleration) const {
  VectorX all;
  apply_jacobian(evaluation_.rows, acceleration, all);
  all += evaluation_.rows.jdot_v;
  return all.tail(num_rows());
}

VectorX EvaluatedState::joint_changes(const VectorX& change) const {
  VectorX all;
  apply_jacobian(evaluation_.rows, change, all);
  return all.head(model_.num_joint_rows);
}

VectorX EvaluatedState::coordinate_rates(const VectorX& velocity) const {
  VectorX all;
  apply_jacobian(evaluation_.rows, velocity, all);
  return all.tail(num_rows());
}

TouchingMotion EvaluatedState::motion_of(const ClosedContact& contact) const {
  return model_.space == Space::planar ? motion_in<Plane>(model_, evaluation_, contact)
                                       : motion_in<Spatial>(model_, evaluation_, contact);
}

const Contact* EvaluatedState::nearest(const std::vector<ClosedContact>& closed,
                                       const std::optional<std::array<int, 2>>& pair) const {
  const Contact* nearest = nullptr;
  for (const Contact& contact : evaluation_.contacts.contacts) {
    if (pair && contact.body != *pair) continue;
    if (nearest != nullptr && contact.gap >= nearest->gap) continue;
    if (!closed.empty() && contact.gap <= far_gap * size_) {
      const auto surfaces = contact_surfaces(model_, evaluation_, contact);
      if (surfaces && std::any_of(closed.begin(), closed.end(),
                                  [&](const ClosedContact& other) { return other.surfaces == *surfaces; }))
        continue;
    }
    nearest = &contact;
  }
  return nearest;
}

std::vector<std::array<int, 2>> EvaluatedState::pairs_within(double reach) const {
  std::vector<std::array<int, 2>> pairs;
  for (const Contact& contact : evaluation_.contacts.contacts)
    if (contact.gap <= reach) pairs.push_back(contact.body);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

double EvaluatedState::largest_speed(const VectorX& v) const {
  const int num_linear = model_.space == Space::planar ? 2 : 3;
  double largest = 0.0;
  for (const Body& body : model_.bodies) {
    double speed = 0.0;
    if (body.dof == 0)
      for (const TimeFunction& rate : body.shift_rate) speed += rate.empty() ? 0.0 : std::abs(rate(time_));
    else
      speed = v.segment(body.offset, num_linear).norm() +
              bounding_radius(body) * v.segment(body.offset + num_linear, body.dof - num_linear).norm();
    largest = std::max(largest, speed);
  }
  return largest;
}

std::optional<double> EvaluatedState::gap_rate(const Contact& contact) const {
  const auto surfaces = contact_surfaces(model_, evaluation_, contact);
  if (!surfaces || surfaces->kind == ContactSurfaces::Kind::corners) return std::nullopt;
  ClosedContact as_closed;
  as_closed.surfaces = *surfaces;
  as_closed.across = least_aligned_axis(contact.normal);
  return motion_of(as_closed).rate[0];
}

double EvaluatedState::room_of_place(const ClosedContact& contact) const {
  if (!contact.surfaces.borders.empty()) return room_to_border(contact.surfaces, evaluation_);
  if (model_.space == Space::spatial && std::abs(motion_of(contact).direction[0].dot(contact.across)) > most_aligned)
    return -1.0;
  const auto& contacts = evaluation_.contacts.contacts;
  const bool is_there = std::any_of(contacts.begin(), contacts.end(), [&](const Contact& found) {
    if (!(found.gap <= far_gap * size_)) return false;
    const auto surfaces = contact_surfaces(model_, evaluation_, found);
    return surfaces && *surfaces == contact.surfaces;
  });
  return is_there ? 1.0 : -1.0;
}

std::vector<Touching> EvaluatedState::touching(std::string& objection) const {
  std::vector<Touching> all;
  for (const Contact& contact : evaluation_.contacts.contacts) {
    if (contact.gap > closed_gap * size_) continue;
    const auto object = [&](const char* why) { objection = fmt::format("{} touch, {}", bodies_of(contact.body), why); };
    if (contact.compliance > 0.0) object("and their contact is compliant");
    for (const int body : contact.body)
      if (is_moved(model_.bodies[static_cast<std::size_t>(body)])) object("and one of them is moved by the scene");
    const auto surfaces = contact_surfaces(model_, evaluation_, contact);
    if (surfaces && surfaces->kind == ContactSurfaces::Kind::corners) continue;
    if (!surfaces) object("neither with a corner or a round surface on a flat one, nor with two round ones");
    if (contact.gap < -closed_gap * size_) object("and overlap");
    if (!objection.empty()) return {};
    Touching& touching = all.emplace_back();
    touching.closed.surfaces = *surfaces;
    touching.closed.friction = contact.friction;
    touching.closed.across = least_aligned_axis(contact.normal);
    touching.restitution = contact.restitution;
  }
  return all;
}

std::string EvaluatedState::joint_of(int row) const {
  return model_.joints[static_cast<std::size_t>(this->row(row).joint)].name;
}

std::string EvaluatedState::bodies_of(const std::array<int, 2>& bodies) const {
  const auto name = [&](int body) {
    return body == world_body ? std::string("world") : model_.bodies[static_cast<std::size_t>(body)].name;
  };
  return fmt::format("'{}' and '{}'", name(std::min(bodies[0], bodies[1])), name(std::max(bodies[0], bodies[1])));
}

}  // namespace perpend
