#include "kernel/lcp/planar_impulses.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

constexpr int lanes = PlanarGroup::width;

/// Contacts of one body stand so many groups apart: the next one waits for its velocity. A body that touches nearly all
/// others leaves most places of the groups empty.
constexpr int groups_apart = 3;

}  // namespace

void PlanarImpulses::take(const ContactRows& rows, const MassMatrix& mass, const std::vector<ContactImpulse>& old,
                          const SubstepShares& shares) {
  sleeping_.begin(rows);
  mass_ = &mass;
  compliance_share_ = shares.compliance;
  groups_.clear();
  woken_.clear();
  slot_.assign(rows.contacts.size(), -1);
  velocities_.assign(sleeping_.movers().size() + 1, {});
  sleeping_.wake_kept(old, [&](int c, const ContactImpulse& from) {
    woken_.push_back({c, rows.contacts[c].gap, {shares.impulse * from.normal, shares.impulse * from.tangential[0]}});
  });
}

void PlanarImpulses::wake(const VectorX& v, double h, const VectorX& displacement, double time) {
  const auto by_contact = [](const Woken& a, const Woken& b) { return a.contact < b.contact; };
  const bool has_old = !woken_.empty();
  sleeping_.look(v, h, displacement, time, [&](int contact, double distance) {
    woken_.push_back({contact, distance, {0.0, 0.0}});
  });
  if (has_old) std::sort(woken_.begin(), woken_.end(), by_contact);
  if (!woken_.empty()) place_woken();
  woken_.clear();
}

/// The first group with room at or after one, with shorter ways for the next who asks.
int PlanarImpulses::first_free(int group) {
  while (group >= static_cast<int>(free_.size())) free_.push_back(static_cast<int>(free_.size()));
  int found = group;
  while (free_[found] != found) {
    found = free_[found];
    while (found >= static_cast<int>(free_.size())) free_.push_back(static_cast<int>(free_.size()));
  }
  while (free_[group] != found) group = std::exchange(free_[group], found);
  return found;
}

/// Contacts in their order, each in the first group with room after those of its bodies.
void PlanarImpulses::place_woken() {
  const int begin = static_cast<int>(groups_.size());
  next_group_.assign(sleeping_.movers().size(), begin);
  free_.resize(groups_.size());
  for (const Woken& woken : woken_) {
    const int movers[] = {sleeping_.mover(woken.contact, 0), sleeping_.mover(woken.contact, 1)};
    int earliest = begin;
    for (const int mover : movers)
      if (mover >= 0) earliest = std::max(earliest, next_group_[mover]);
    const int group = first_free(earliest);
    if (group >= static_cast<int>(groups_.size())) groups_.resize(static_cast<std::size_t>(group) + 1);
    put(woken, group);
    if (groups_[group].count == lanes) free_[group] = group + 1;
    for (const int mover : movers)
      if (mover >= 0) next_group_[mover] = group + groups_apart;
  }
}

void PlanarImpulses::put(const Woken& woken, int at) {
  PlanarGroup& group = groups_[at];
  const int lane = group.count++;
  const ContactRows& rows = sleeping_.rows();
  const Contact& found = rows.contacts[woken.contact];
  const ContactBlock& block = rows.blocks[woken.contact];
  slot_[woken.contact] = at * lanes + lane;
  group.normal[0][lane] = found.normal.x();
  group.normal[1][lane] = found.normal.y();
  group.gap[lane] = found.gap;
  group.distance[lane] = woken.distance;
  group.friction[lane] = found.friction;
  group.compliance[lane] = compliance_share_ * found.compliance;
  std::array<double, 2> own{compliance_share_ * found.compliance, 0.0};
  for (int side = 0; side < 2; ++side) {
    group.body[side][lane] = sleeping_.mover(woken.contact, side) + 1;
    const int number = block.num_columns[side];
    if (number == 0) continue;
    const double inverse_mass = 1.0 / mass_->diagonal[block.first_column[side]];
    const double inverse_inertia = number == 3 ? 1.0 / mass_->diagonal[block.first_column[side] + 2] : 0.0;
    group.inverse_mass[side][lane] = inverse_mass;
    for (int row = 0; row < 2; ++row) {
      const double* values = rows.values.data() + block.first_value[side] + row * number;
      const double arm = number == 3 ? values[2] : 0.0;
      group.arm[row][side][lane] = arm;
      group.turned[row][side][lane] = inverse_inertia * arm;
      own[row] += values[0] * (inverse_mass * values[0]);
      own[row] += values[1] * (inverse_mass * values[1]);
      own[row] += arm * (inverse_inertia * arm);
    }
  }
  for (int row = 0; row < 2; ++row) {
    group.inverse[row][lane] = own[row] > 0.0 ? 1.0 / own[row] : 0.0;
    group.rate_t[row][lane] = rows.rate_t[static_cast<std::size_t>(woken.contact) * 2 + row];
    group.impulse[row][lane] = woken.impulse[row];
  }
}

void PlanarImpulses::gather(const VectorX& v) {
  const std::vector<SleepingContacts::Mover>& movers = sleeping_.movers();
  for (std::size_t i = 0; i < movers.size(); ++i) {
    const double* from = v.data() + movers[i].column;
    velocities_[i + 1].value = PlanarGroup::Four{from[0], from[1], movers[i].num_columns == 3 ? from[2] : 0.0, 0.0};
  }
}

void PlanarImpulses::scatter(VectorX& v) const {
  const std::vector<SleepingContacts::Mover>& movers = sleeping_.movers();
  for (std::size_t i = 0; i < movers.size(); ++i) {
    double* to = v.data() + movers[i].column;
    to[0] = velocities_[i + 1].value[0];
    to[1] = velocities_[i + 1].value[1];
    if (movers[i].num_columns == 3) to[2] = velocities_[i + 1].value[2];
  }
}

void PlanarImpulses::apply(VectorX& v) {
  gather(v);
  apply_groups(groups_, velocities_.data());
  scatter(v);
}

void PlanarImpulses::sweep(const SweepRule& rule, VectorX& v) {
  gather(v);
  sweep_groups(groups_, rule, velocities_.data());
  scatter(v);
}

void PlanarImpulses::move(const VectorX& v, double h, const VectorX& displacement, double time) {
  sleeping_.move(v, h);
  gather(displacement);
  move_groups(groups_, time, velocities_.data());
}

void PlanarImpulses::sum_up() {
  for (PlanarGroup& group : groups_)
    for (int row = 0; row < 2; ++row) group.sum[row] += group.impulse[row];
}

double PlanarImpulses::residual(const SweepRule& rule, const VectorX& v) {
  gather(v);
  const auto [change, largest] = change_of_groups(groups_, rule, velocities_.data());
  return change == 0.0 ? 0.0 : change / std::max(largest, change);
}

std::pair<double, double> PlanarImpulses::work(const VectorX& v) const {
  std::pair<double, double> work{0.0, 0.0};
  for (int c = 0; c < static_cast<int>(slot_.size()); ++c) {
    if (slot_[c] < 0) continue;
    const PlanarGroup& group = groups_[slot_[c] / lanes];
    const int lane = slot_[c] % lanes;
    const ContactRows& rows = sleeping_.rows();
    if (group.sum[0][lane] != 0.0) work.first += group.sum[0][lane] * contact_product(rows, c, 0, v);
    if (group.sum[1][lane] != 0.0) work.second += group.sum[1][lane] * contact_product(rows, c, 1, v);
  }
  return work;
}

void PlanarImpulses::keep(const ContactRows& rows, const VectorX& v, std::vector<ContactImpulse>& kept) const {
  kept.clear();
  for (int c = 0; c < static_cast<int>(slot_.size()); ++c) {
    if (slot_[c] < 0) continue;
    const PlanarGroup& group = groups_[slot_[c] / lanes];
    const int lane = slot_[c] % lanes;
    if (group.sum[0][lane] == 0.0) continue;
    const Contact& found = rows.contacts[c];
    ContactImpulse& impulse =
        kept.emplace_back(ContactImpulse{.body = found.body, .feature = found.feature, .normal = group.sum[0][lane]});
    impulse.tangential[0] = group.sum[1][lane];
    impulse.slip = std::abs(contact_rate(rows, c, 1, v));
  }
}

}  // namespace perpend
