#include "kernel/dynamics/extended_dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/LU>
#include <Eigen/QR>
#include <limits>
#include <numeric>

#include "kernel/dynamics/law_rows.hpp"
#include "kernel/dynamics/spaces.hpp"
#include "kernel/dynamics/state_signals.hpp"

namespace perpend {

namespace {

using ExtendedPlane = InPlane<Extended>;
using ExtendedSpace = InSpace<Extended>;

// A row counts as dependent when rounding of the doubles that the anchors are given in could have made it so.
void set_threshold(Eigen::ColPivHouseholderQR<ExtendedMatrix>& qr) {
  qr.setThreshold(Extended(std::numeric_limits<double>::epsilon()) * Extended(qr.rows()));
}

std::vector<int> holonomic_rows(const Model& model) {
  std::vector<int> rows;
  for (const Joint& joint : model.joints)
    for (int i = 0; i < joint.num_rows - joint.type->num_nonholonomic; ++i) rows.push_back(joint.first_row + i);
  return rows;
}

}  // namespace

ExtendedDynamics::ExtendedDynamics(const Model& model, std::vector<ClosedContact> contacts,
                                   std::vector<BallFriction> frictions)
    : model_(model),
      contacts_(std::move(contacts)),
      frictions_(std::move(frictions)),
      num_rows_(model.num_joint_rows),
      holonomic_(holonomic_rows(model)),
      near_(ExtendedVector::Zero(model.num_joint_coordinates)),
      root_(model),
      force_(model.num_velocities) {
  for (const ClosedContact& contact : contacts_) {
    if (first_row(contact) == 0) holonomic_.push_back(num_rows_);
    num_rows_ += perpend::num_rows(contact, model.space);
    slides_ = slides_ || (contact.mode == ClosedContact::Mode::slides && contact.friction > 0.0);
  }
  for (const BallFriction& friction : frictions_) num_rows_ += friction.is_held ? 1 : 0;
  positions_ = holonomic_;
  rows_.resize(static_cast<std::size_t>(num_rows_));
  std::iota(rows_.begin(), rows_.end(), 0);
  scaled_rows_ = ExtendedMatrix::Zero(model.num_velocities, num_rows_);
  phi_ = phi_t_ = jdot_v_ = ExtendedVector::Zero(num_rows_);
  const bool planar = model.space == Space::planar;
  (planar ? planar_.resize(model.bodies.size() + 1) : spatial_.resize(model.bodies.size() + 1));
}

void ExtendedDynamics::remember_coordinates(const VectorX& coordinates) {
  if (coordinates.size() == near_.size()) near_ = coordinates.cast<Extended>();
}

void ExtendedDynamics::position_rate(const ExtendedVector& q, const ExtendedVector& v, ExtendedVector& rate) const {
  if (model_.space == Space::planar) {
    rate = v;
    return;
  }
  rate.resize(q.size());
  for (const Body& body : model_.bodies) {
    if (body.dof == 0) continue;
    rate.segment<3>(body.q_offset) = v.segment<3>(body.offset);
    if (body.kind != BodyKind::rigid) continue;
    rate.segment<4>(body.q_offset + 3) =
        quaternion_rate<Extended>(q.segment<4>(body.q_offset + 3), v.segment<3>(body.offset + 3));
  }
}

template <class In>
auto& ExtendedDynamics::motions() {
  if constexpr (In::space == Space::planar)
    return planar_;
  else
    return spatial_;
}

template <class Entries>
void ExtendedDynamics::add_row(ExtendedMatrix& rows, const std::array<int, num_sides>& body, int row,
                               const Entries& jacobian) {
  for (int side = 0; side < num_sides; ++side) {
    if (body[side] == world_body) continue;
    const Body& moved = model_.bodies[body[side]];
    for (int j = 0; j < moved.dof; ++j) rows(moved.offset + j, row) += jacobian(side, j);
  }
}

template <class In>
void ExtendedDynamics::evaluate_in(Extended time, const ExtendedVector& q, const ExtendedVector& v) {
  for (std::size_t i = 0; i < model_.bodies.size(); ++i) motions<In>()[i] = In::motion(model_.bodies[i], time, q, v);
  if constexpr (In::space == Space::spatial) root_.turn(model_, spatial_);
  scaled_rows_.setZero();
  for (const Joint& joint : model_.joints) {
    typename In::Rows rows;
    In::rows(joint, motions_of(motions<In>(), joint), time, branches(model_, joint, near_), rows);
    subtract_laws<In>(model_, motions<In>(), time, near_.size() == 0 ? nullptr : near_.data(), joint, rows);
    for (int i = 0; i < joint.num_rows; ++i) {
      phi_[joint.first_row + i] = rows.phi[i];
      phi_t_[joint.first_row + i] = rows.phi_t[i];
      jdot_v_[joint.first_row + i] = rows.jdot_v[i];
      add_row(scaled_rows_, bodies_of(joint), joint.first_row + i,
              [&](int side, int j) { return rows.jacobian[side][i][j]; });
    }
  }
  add_contacts<In>();
  if constexpr (In::space == Space::spatial) add_ball_frictions();
  for (Eigen::Index i = 0; i < scaled_rows_.cols(); ++i) root_.divide(scaled_rows_.col(i));
  for (Eigen::Index i = 0; i < scaled_forces_.cols(); ++i) root_.divide(scaled_forces_.col(i));
}

template <class In>
void ExtendedDynamics::add_contacts() {
  if (slides_) scaled_forces_ = scaled_rows_;
  int row = model_.num_joint_rows;
  for (const ClosedContact& contact : contacts_) {
    const ClosedContactRows<In> rows = closed_contact_rows<In>(contact, motions<In>());
    const std::array<int, num_sides> bodies{contact.surfaces.body[0], contact.surfaces.body[1], world_body};
    const auto jacobian = [&](int which) {
      return [&rows, which](int side, int j) { return rows.jacobian[side][which][j]; };
    };
    const int count = perpend::num_rows(contact, In::space);
    for (int i = 0; i < count; ++i) {
      const int which = first_row(contact) + i;
      phi_[row + i] = which == 0 ? rows.gap : Extended(0);
      jdot_v_[row + i] = rows.jdot_v[which];
      add_row(scaled_rows_, bodies, row + i, jacobian(which));
      if (slides_) add_row(scaled_forces_, bodies, row + i, jacobian(which));
    }
    if (slides_ && contact.mode == ClosedContact::Mode::slides && contact.friction > 0.0) {
      const std::array<Extended, 2> along = slip_direction<In>(contact, rows);
      for (int i = 0; i < num_tangents(In::space); ++i)
        add_row(scaled_forces_, bodies, row, [&](int side, int j) {
          return -Extended(contact.friction) * along[i] * rows.jacobian[side][1 + i][j];
        });
    }
    row += count;
  }
}

/// Rows d . (omega1 - omega0), d_dot = omega0 x d.
void ExtendedDynamics::add_ball_frictions() {
  axes_.clear();
  int row = num_rows_;
  for (const BallFriction& friction : frictions_) row -= friction.is_held ? 1 : 0;
  for (const BallFriction& friction : frictions_) {
    const auto motion = motions_of(spatial_, friction.body);
    const Vector3<Extended> axis = motion[0].rotation.col(friction.axis);
    axes_.push_back(axis);
    if (!friction.is_held) continue;
    jdot_v_[row] = dot(cross(motion[0].spin, axis), Vector3<Extended>(motion[1].spin - motion[0].spin));
    const auto entry = [&](int side, int j) {
      return side > 1 || j < 3 ? Extended(0) : (side == 0 ? -axis[j - 3] : axis[j - 3]);
    };
    const std::array<int, num_sides> bodies{friction.body[0], friction.body[1], world_body};
    add_row(scaled_rows_, bodies, row, entry);
    if (slides_) add_row(scaled_forces_, bodies, row, entry);
    ++row;
  }
}

void ExtendedDynamics::evaluate(Extended time, const ExtendedVector& q, const ExtendedVector& v) {
  if (model_.space == Space::planar)
    evaluate_in<ExtendedPlane>(time, q, v);
  else
    evaluate_in<ExtendedSpace>(time, q, v);
  choose_rows();
}

std::vector<int> ExtendedDynamics::independent(const std::vector<int>& rows) const {
  if (rows.empty()) return rows;
  Eigen::ColPivHouseholderQR<ExtendedMatrix> qr(scaled_rows_(Eigen::all, rows));
  set_threshold(qr);
  std::vector<int> chosen;
  for (Eigen::Index i = 0; i < qr.rank(); ++i) chosen.push_back(rows[qr.colsPermutation().indices()[i]]);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void ExtendedDynamics::choose_rows() {
  if (has_chosen_) return;
  rows_ = independent(rows_);
  holonomic_ = independent(holonomic_);
  has_chosen_ = true;
}

void ExtendedDynamics::smallest_solution(const std::vector<int>& rows, const ExtendedVector& target,
                                         ExtendedVector& x) {
  x.setZero(model_.num_velocities);
  if (rows.empty()) return;
  Eigen::ColPivHouseholderQR<ExtendedMatrix> qr(scaled_rows_(Eigen::all, rows));
  set_threshold(qr);
  const Eigen::Index rank = qr.rank();
  const ExtendedVector permuted = qr.colsPermutation().transpose() * target(rows);
  x.head(rank) =
      qr.matrixR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>().transpose().solve(permuted.head(rank));
  x = qr.householderQ() * x;
  root_.divide_transposed(x);
}

/// Gravity, and in space -omega x (I omega) about the centres.
void ExtendedDynamics::add_gravity_and_spin() {
  for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
    const Body& body = model_.bodies[i];
    if (body.dof == 0) continue;
    if (model_.space == Space::planar) {
      force_.segment<2>(body.offset) += Extended(body.mass) * model_.gravity.cast<Extended>();
      continue;
    }
    force_.segment<3>(body.offset) += Extended(body.mass) * model_.spatial_gravity.cast<Extended>();
    if (body.kind != BodyKind::rigid) continue;
    const Vector3<Extended>& omega = spatial_[i].spin;
    const Vector3<Extended> momentum = world_inertia(body, spatial_[i]) * omega;
    force_.segment<3>(body.offset + 3) += cross(momentum, omega);
  }
}

template <class In>
void ExtendedDynamics::add_forces(Extended time, const ExtendedVector& v) {
  std::array<Extended, TimeFunction::max_signals> signals;
  for (const Force& force : model_.forces) {
    signal_values<In>(model_, motions<In>(), near_.size() == 0 ? nullptr : near_.data(), force.signals, signals.data());
    if (force.joint >= 0) {
      const Joint& joint = model_.joints[force.joint];
      const Extended push = force.push(time, signals.data());
      typename In::Coordinate c;
      In::coordinate(joint, motions_of(motions<In>(), joint), force.coordinate,
                     near_[joint.first_coordinate + force.coordinate], c);
      for_each_column(model_, joint, c, [&](int column, Extended entry) { force_[column] += push * entry; });
      continue;
    }
    typename In::Applied value;
    In::force(force, motions_of(motions<In>(), force.body), {time, signals.data()}, value);
    for (int side = 0; side < 2; ++side) {
      if (force.body[side] == world_body) continue;
      const Body& body = model_.bodies[force.body[side]];
      for (int j = 0; j < body.dof; ++j) force_[body.offset + j] += value.conservative[side][j] + value.other[side][j];
    }
  }
  add_coordinate_forces<In>(v);
  for (std::size_t i = 0; i < frictions_.size() && In::space == Space::spatial; ++i)
    for (int side = 0; side < 2; ++side) {
      const int body = frictions_[i].body[static_cast<std::size_t>(side)];
      if (body == world_body || model_.bodies[body].dof < 6) continue;
      const Extended torque = side == 0 ? -Extended(frictions_[i].torque) : Extended(frictions_[i].torque);
      force_.segment<3>(model_.bodies[body].offset + 3) += torque * axes_[i];
    }
}

/// Springs and dampers on the coordinates of joints: -(k (c - rest) + d c_dot) along the gradient of c.
template <class In>
void ExtendedDynamics::add_coordinate_forces(const ExtendedVector& v) {
  for (const Joint& joint : model_.joints)
    for (int which = 0; joint.first_coordinate >= 0 && which < joint.type->num_coordinates; ++which) {
      const CoordinateElement& element = joint.element[which];
      if (element.stiffness == 0.0 && element.damping == 0.0) continue;
      typename In::Coordinate c;
      In::coordinate(joint, motions_of(motions<In>(), joint), which, near_[joint.first_coordinate + which], c);
      Extended rate(0);
      for_each_column(model_, joint, c, [&](int column, Extended entry) { rate += entry * v[column]; });
      const Extended push =
          -Extended(element.stiffness) * (c.value - Extended(element.rest)) - Extended(element.damping) * rate;
      for_each_column(model_, joint, c, [&](int column, Extended entry) { force_[column] += push * entry; });
    }
}

void ExtendedDynamics::acceleration(Extended time, const ExtendedVector& q, const ExtendedVector& v,
                                    ExtendedVector& a) {
  evaluate(time, q, v);
  force_.setZero();
  add_gravity_and_spin();
  if (model_.space == Space::planar)
    add_forces<ExtendedPlane>(time, v);
  else
    add_forces<ExtendedSpace>(time, v);
  a = force_;
  root_.divide(a);
  target_ = -jdot_v_ - scaled_rows_.transpose() * a;
  root_.divide_transposed(a);
  answer(target_, x_);
  a += x_;
}

void ExtendedDynamics::answer(const ExtendedVector& target, ExtendedVector& change) {
  if (!slides_) return smallest_solution(rows_, target, change);
  lambda_.setZero(num_rows_);
  const ExtendedMatrix forces = scaled_forces_(Eigen::all, rows_);
  Eigen::FullPivLU<ExtendedMatrix> lu(scaled_rows_(Eigen::all, rows_).transpose() * forces);
  lu.setThreshold(Extended(std::numeric_limits<double>::epsilon()) * Extended(num_rows_));
  if (!lu.isInvertible()) {
    change.setConstant(model_.num_velocities, std::numeric_limits<Extended>::quiet_NaN());
    return;
  }
  const ExtendedVector lambda = lu.solve(ExtendedVector(target(rows_)));
  for (std::size_t i = 0; i < rows_.size(); ++i) lambda_[rows_[i]] = lambda[static_cast<Eigen::Index>(i)];
  change = forces * lambda;
  root_.divide_transposed(change);
}

/// A^T lambda = L^T M^-1 J^T lambda.
void ExtendedDynamics::multipliers(ExtendedVector& lambda) const {
  if (slides_) {
    lambda = lambda_;
    return;
  }
  lambda.setZero(num_rows_);
  if (num_rows_ == 0) return;
  ExtendedVector scaled = x_;
  root_.multiply_transposed(scaled);
  Eigen::CompleteOrthogonalDecomposition<ExtendedMatrix> decomposition;
  decomposition.setThreshold(Extended(std::numeric_limits<double>::epsilon()) * Extended(model_.num_velocities));
  decomposition.compute(scaled_rows_);
  lambda = decomposition.solve(scaled);
}

void ExtendedDynamics::idle_multipliers(ExtendedMatrix& basis) const {
  const ExtendedMatrix& forces = slides_ ? scaled_forces_ : scaled_rows_;
  Eigen::ColPivHouseholderQR<ExtendedMatrix> qr(forces.transpose());
  set_threshold(qr);
  const ExtendedMatrix all = qr.householderQ();
  basis = all.rightCols(num_rows_ - qr.rank());
}

void ExtendedDynamics::velocity_after(Extended time, const ExtendedVector& q, const ExtendedVector& v,
                                      const ExtendedVector& given, const ExtendedVector& target,
                                      ExtendedVector& after) {
  evaluate(time, q, v);
  ExtendedVector scaled = v;
  root_.multiply_transposed(scaled);
  ExtendedVector pushed = given;
  root_.divide(pushed);
  scaled += pushed;
  target_ = target - phi_t_ - scaled_rows_.transpose() * scaled;
  root_.divide_transposed(scaled);
  answer(target_, x_);
  after = scaled + x_;
}

int ExtendedDynamics::rank_of_first(int count) const {
  std::vector<int> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), 0);
  return static_cast<int>(independent(rows).size());
}

Extended ExtendedDynamics::project(Extended time, ExtendedVector& q, ExtendedVector& v) {
  const auto normalize = [&] {
    for (const Body& body : model_.bodies)
      if (model_.space == Space::spatial && body.kind == BodyKind::rigid)
        q.segment<4>(body.q_offset + 3) = normalized<Extended>(q.segment<4>(body.q_offset + 3));
  };
  normalize();
  if (num_rows_ == 0) return Extended(0);
  constexpr int max_iterations = 50;  // Newton doubles the digits; the loop below ends when rounding stops it
  Extended error = std::numeric_limits<Extended>::infinity();
  ExtendedVector rate;
  for (int i = 0; i < max_iterations && !holonomic_.empty(); ++i) {
    evaluate(time, q, v);
    const ExtendedVector phi = phi_(holonomic_);
    const Extended now = phi.cwiseAbs().maxCoeff();
    if (!(now < error)) break;
    error = now;
    if (error == Extended(0)) break;
    target_ = -phi_;
    smallest_solution(holonomic_, target_, x_);
    position_rate(q, x_, rate);
    q += rate;
    normalize();
  }
  evaluate(time, q, v);
  ExtendedVector scaled = v;
  root_.multiply_transposed(scaled);
  target_ = -phi_t_ - scaled_rows_.transpose() * scaled;
  smallest_solution(rows_, target_, x_);
  v += x_;
  root_.multiply_transposed(x_);
  const int num_joint_rows = model_.num_joint_rows;
  rate_missed_ = Extended(0);
  if (num_joint_rows > 0)
    rate_missed_ = (target_ - scaled_rows_.transpose() * x_).head(num_joint_rows).template lpNorm<Eigen::Infinity>();
  if (positions_.empty()) return Extended(0);
  const ExtendedVector phi = phi_(positions_);
  return phi.allFinite() ? phi.cwiseAbs().maxCoeff() : std::numeric_limits<Extended>::quiet_NaN();
}

}  // namespace perpend
