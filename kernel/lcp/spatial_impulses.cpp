#include "kernel/lcp/spatial_impulses.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Cholesky>

namespace perpend {

namespace {

/// The normal impulse that the contact asks for at v.
double wanted_normal(const SpatialSwept& contact, const SweepRule& rule, const double* v) {
  double bias = contact.distance * rule.inverse_step, share = 1.0, relief = 0.0;
  if (contact.distance <= 0.0) {
    bias = contact.distance * rule.push_rate;
    share = rule.mass_share;
    relief = rule.relief;
  }
  const double impulse = contact.impulse[0];
  const double rate = contact.rate_t[0] + contact.product(0, v) + bias + rule.yield * contact.compliance * impulse;
  return std::max(0.0, impulse - share * rate * contact.inverse[0] - relief * impulse);
}

/// What ends the rates along the tangents.
std::array<double, 2> sticking_change(const SpatialSwept& contact, const std::array<double, 2>& rate) {
  const double first = rate[0] * contact.inverse[1], second = rate[1] * contact.inverse[2];
  if (contact.coupling == 0.0) return {first, second};
  // The determinant a b - c^2 is positive, since each tangent moves something that the other does not.
  const double across = contact.coupling * contact.inverse[1], back = contact.coupling * contact.inverse[2];
  const double share = 1.0 - across * back;
  if (!(share > 0x1p-40)) return {rate[0] * contact.slide_scale, rate[1] * contact.slide_scale};
  return {(first - across * second) / share, (second - back * first) / share};
}

/// The friction impulses that it asks for at v under a normal impulse.
std::array<double, 2> wanted_friction(const SpatialSwept& contact, double normal, const double* v) {
  const double largest = contact.friction * normal;
  std::array<double, 2> rate{};
  for (int t = 0; t < 2; ++t) rate[t] = contact.rate_t[t + 1] + contact.product(t + 1, v);
  const auto size_of = [](const std::array<double, 2>& p) { return std::sqrt(p[0] * p[0] + p[1] * p[1]); };
  const std::array<double, 2> change = sticking_change(contact, rate);
  std::array<double, 2> wanted{contact.impulse[1] - change[0], contact.impulse[2] - change[1]};
  if (size_of(wanted) <= largest) return wanted;
  // One scale for both, so that what stays as it is lies along the slip.
  for (int t = 0; t < 2; ++t) wanted[t] = contact.impulse[t + 1] - rate[t] * contact.slide_scale;
  const double size = size_of(wanted);
  if (size > largest)
    for (double& impulse : wanted) impulse *= largest / size;
  return wanted;
}

void visit(SpatialSwept& contact, const SweepRule& rule, double* v) {
  const double wanted = wanted_normal(contact, rule, v);
  if (wanted == 0.0 && contact.impulse[0] == 0.0) return;  // nor has it friction
  contact.push(0, wanted - contact.impulse[0], v);
  contact.impulse[0] = wanted;
  if (contact.friction == 0.0) return;
  const auto friction = wanted_friction(contact, wanted, v);
  for (int t = 1; t < SpatialSwept::num_rows; ++t) {
    contact.push(t, friction[t - 1] - contact.impulse[t], v);
    contact.impulse[t] = friction[t - 1];
  }
}

}  // namespace

void SpatialImpulses::invert(const MassMatrix& mass) {
  const std::size_t size = mass.diagonal.size();
  inverse_diagonal_.assign(size + ContactSweeps::padding, 0.0);
  inverse_aside_.assign(size + ContactSweeps::padding, 0.0);
  for (std::size_t i = 0; i < size; ++i) inverse_diagonal_[i] = 1.0 / mass.diagonal[static_cast<Eigen::Index>(i)];
  for (const InertiaBlock& block : mass.blocks) {
    const int i = block.first;
    Eigen::Matrix3d inertia;
    inertia << mass.diagonal[i], block.xy, block.xz, block.xy, mass.diagonal[i + 1], block.yz, block.xz, block.yz,
        mass.diagonal[i + 2];
    const Eigen::Matrix3d inverse = inertia.llt().solve(Eigen::Matrix3d::Identity());
    for (int k = 0; k < 3; ++k) inverse_diagonal_[i + k] = inverse(k, k);
    inverse_aside_[i] = inverse(0, 1);
    inverse_aside_[i + 1] = inverse(0, 2);
    inverse_aside_[i + 2] = inverse(1, 2);
  }
}

SpatialSwept SpatialImpulses::take_up(int c) const {
  const ContactRows& rows = sleeping_.rows();
  const Contact& found = rows.contacts[c];
  const ContactBlock& block = rows.blocks[c];
  SpatialSwept contact;
  contact.contact = c;
  contact.gap = contact.distance = found.gap;
  contact.friction = found.friction;
  contact.compliance = compliance_share_ * found.compliance;
  for (int side = 0; side < 2; ++side)
    contact.column[side] = block.num_columns[side] == 0 ? rows.num_columns : block.first_column[side];
  for (int row = 0; row < SpatialSwept::num_rows; ++row) {
    for (int side = 0; side < 2; ++side) {
      const int number = block.num_columns[side];
      contact.set_row(row, side, rows.values.data() + block.first_value[side] + row * number, number);
    }
    const double own = (row == 0 ? contact.compliance : 0.0) +
                       contact.own(row, InverseMass{inverse_diagonal_.data(), inverse_aside_.data()});
    contact.inverse[row] = own > 0.0 ? 1.0 / own : 0.0;
    contact.rate_t[row] = rows.rate_t[static_cast<std::size_t>(c) * SpatialSwept::num_rows + row];
  }
  contact.coupling = contact.between_tangents();
  if (contact.inverse[1] > 0.0 && contact.inverse[2] > 0.0) {
    const double least = std::min(contact.inverse[1], contact.inverse[2]);
    contact.slide_scale = least / (1.0 + std::abs(contact.coupling) * least);
  }
  return contact;
}

/// What woke last goes to its place among the others.
void SpatialImpulses::set_order() {
  const std::size_t size = contacts_.size();
  order_.resize(size);
  std::size_t last = num_ordered_, woken = size;
  for (std::size_t to = size; woken > num_ordered_; --to) {
    const bool is_old = last > 0 && contacts_[order_[last - 1]].contact > contacts_[woken - 1].contact;
    order_[to - 1] = is_old ? order_[--last] : static_cast<int>(--woken);
  }
  num_ordered_ = size;
}

void SpatialImpulses::take(const ContactRows& rows, const MassMatrix& mass, const std::vector<ContactImpulse>& old,
                           const SubstepShares& shares) {
  sleeping_.begin(rows);
  compliance_share_ = shares.compliance;
  invert(mass);
  contacts_.clear();
  sleeping_.wake_kept(old, [&](int c, const ContactImpulse& from) {
    contacts_.emplace_back(take_up(c)).impulse = {shares.impulse * from.normal, shares.impulse * from.tangential[0],
                                                  shares.impulse * from.tangential[1]};
  });
  num_ordered_ = 0;
  set_order();
}

void SpatialImpulses::wake(const VectorX& v, double h, const VectorX& displacement, double time) {
  sleeping_.look(v, h, displacement, time,
                 [&](int contact, double distance) { contacts_.emplace_back(take_up(contact)).distance = distance; });
  set_order();
}

void SpatialImpulses::apply(VectorX& v) const {
  for (const int i : order_)
    for (int row = 0; row < SpatialSwept::num_rows; ++row)
      if (contacts_[i].impulse[row] != 0.0) contacts_[i].push(row, contacts_[i].impulse[row], v.data());
}

void SpatialImpulses::sweep(const SweepRule& rule, VectorX& v) {
  for (const int i : order_) visit(contacts_[i], rule, v.data());
}

void SpatialImpulses::move(const VectorX& v, double h, const VectorX& displacement, double time) {
  sleeping_.move(v, h);
  for (SpatialSwept& contact : contacts_)
    contact.distance = contact.gap + contact.product(0, displacement.data()) + time * contact.rate_t[0];
}

void SpatialImpulses::sum_up() {
  for (SpatialSwept& contact : contacts_)
    for (std::size_t row = 0; row < contact.sum.size(); ++row) contact.sum[row] += contact.impulse[row];
}

double SpatialImpulses::residual(const SweepRule& rule, const VectorX& v) const {
  double largest = 0.0, change = 0.0;
  for (const SpatialSwept& contact : contacts_) {
    const double normal = contact.impulse[0];
    largest = std::max(largest, normal);
    change = std::max(change, std::abs(wanted_normal(contact, rule, v.data()) - normal));
    if (contact.friction == 0.0 || normal == 0.0) continue;
    const std::array<double, 2> friction = wanted_friction(contact, normal, v.data());
    for (std::size_t t = 0; t < friction.size(); ++t)
      change = std::max(change, std::abs(friction[t] - contact.impulse[t + 1]));
  }
  return change == 0.0 ? 0.0 : change / std::max(largest, change);
}

std::pair<double, double> SpatialImpulses::work(const VectorX& v) const {
  double normal = 0.0, friction = 0.0;
  for (const int i : order_)
    for (int row = 0; row < SpatialSwept::num_rows; ++row)
      if (contacts_[i].sum[row] != 0.0)
        (row == 0 ? normal : friction) += contacts_[i].sum[row] * contacts_[i].product(row, v.data());
  return {normal, friction};
}

void SpatialImpulses::keep(const ContactRows& rows, const VectorX& v, std::vector<ContactImpulse>& kept) const {
  kept.clear();
  for (const int i : order_) {
    const SpatialSwept& contact = contacts_[i];
    if (contact.sum[0] == 0.0) continue;
    const Contact& found = rows.contacts[contact.contact];
    ContactImpulse& impulse =
        kept.emplace_back(ContactImpulse{.body = found.body, .feature = found.feature, .normal = contact.sum[0]});
    double squared = 0.0;
    for (int t = 1; t < SpatialSwept::num_rows; ++t) {
      impulse.tangential[t - 1] = contact.sum[t];
      const double rate = contact.rate_t[t] + contact.product(t, v.data());
      squared += rate * rate;
    }
    impulse.slip = std::sqrt(squared);
  }
}

}  // namespace perpend
