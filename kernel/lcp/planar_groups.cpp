#include "kernel/lcp/planar_groups.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace perpend {

namespace {

using Four = PlanarGroup::Four;
using Group = PlanarGroup;
using Velocity = PlanarVelocity;
using Bits = std::int64_t __attribute__((vector_size(sizeof(Four))));

/// Velocities of one side, lane by lane. Vectors go by reference: those of four numbers have no registers of their own
/// on every processor.
struct Motion {
  Four x, y, spin;
};

[[gnu::always_inline]] inline void read(const std::array<int, 4>& body, const Velocity* from, Motion& to) {
  const Four &a = from[body[0]].value, &b = from[body[1]].value, &c = from[body[2]].value, &d = from[body[3]].value;
  const Four even_ab = __builtin_shufflevector(a, b, 0, 4, 2, 6), odd_ab = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Four even_cd = __builtin_shufflevector(c, d, 0, 4, 2, 6), odd_cd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  to.x = __builtin_shufflevector(even_ab, even_cd, 0, 1, 4, 5);
  to.y = __builtin_shufflevector(odd_ab, odd_cd, 0, 1, 4, 5);
  to.spin = __builtin_shufflevector(even_ab, even_cd, 2, 3, 6, 7);
}

[[gnu::always_inline]] inline void write(const Motion& from, const std::array<int, 4>& body, Velocity* to) {
  const Four zero{};
  const Four even = __builtin_shufflevector(from.x, from.y, 0, 4, 2, 6);
  const Four odd = __builtin_shufflevector(from.x, from.y, 1, 5, 3, 7);
  const Four even_spin = __builtin_shufflevector(from.spin, zero, 0, 4, 2, 6);
  const Four odd_spin = __builtin_shufflevector(from.spin, zero, 1, 5, 3, 7);
  to[body[0]].value = __builtin_shufflevector(even, even_spin, 0, 1, 4, 5);
  to[body[1]].value = __builtin_shufflevector(odd, odd_spin, 0, 1, 4, 5);
  to[body[2]].value = __builtin_shufflevector(even, even_spin, 2, 3, 6, 7);
  to[body[3]].value = __builtin_shufflevector(odd, odd_spin, 2, 3, 6, 7);
}

/// row . v.
template <int row>
[[gnu::always_inline]] inline void multiply(const Group& group, const Motion& first, const Motion& second, Four& out) {
  const Four x = row == 0 ? group.normal[0] : -group.normal[1], y = row == 0 ? group.normal[1] : group.normal[0];
  out = (group.arm[row][0] * first.spin - (x * first.x + y * first.y)) +
        (x * second.x + y * second.y + group.arm[row][1] * second.spin);
}

/// v += M^-1 row^T amount.
template <int row>
[[gnu::always_inline]] inline void push(const Group& group, const Four& amount, Motion& first, Motion& second) {
  const Four x = row == 0 ? group.normal[0] : -group.normal[1], y = row == 0 ? group.normal[1] : group.normal[0];
  first.x -= amount * (group.inverse_mass[0] * x);
  first.y -= amount * (group.inverse_mass[0] * y);
  first.spin += amount * group.turned[row][0];
  second.x += amount * (group.inverse_mass[1] * x);
  second.y += amount * (group.inverse_mass[1] * y);
  second.spin += amount * group.turned[row][1];
}

[[gnu::always_inline]] inline bool has_any(const Bits& bits) {
  return ((bits[0] | bits[1]) | (bits[2] | bits[3])) != 0;
}

/// The normal impulses that contacts ask for.
[[gnu::always_inline]] inline void want_normal(const Group& group, const SweepRule& rule, const Motion& first,
                                               const Motion& second, Four& wanted) {
  const Bits is_overlap = group.distance <= 0.0;
  const Four one = Four{} + 1.0, none{};
  const Four bias = group.distance * (is_overlap ? one * rule.push_rate : one * rule.inverse_step);
  const Four share = is_overlap ? one * rule.mass_share : one;
  const Four relief = is_overlap ? one * rule.relief : none;
  const Four& impulse = group.impulse[0];
  Four product;
  multiply<0>(group, first, second, product);
  const Four rate = group.rate_t[0] + product + bias + rule.yield * group.compliance * impulse;
  wanted = impulse - share * rate * group.inverse[0] - relief * impulse;
  wanted = none < wanted ? wanted : none;
}

/// The friction impulses that they ask for under normal ones.
[[gnu::always_inline]] inline void want_friction(const Group& group, const Four& normal, const Motion& first,
                                                 const Motion& second, Four& wanted) {
  const Four largest = group.friction * normal;
  Four product;
  multiply<1>(group, first, second, product);
  wanted = group.impulse[1] - (group.rate_t[1] + product) * group.inverse[1];
  wanted = wanted < -largest ? -largest : wanted;
  wanted = largest < wanted ? largest : wanted;
}

[[gnu::always_inline]] inline void visit(Group& group, const SweepRule& rule, Velocity* velocities) {
  Motion first, second;
  read(group.body[0], velocities, first);
  read(group.body[1], velocities, second);
  Four wanted;
  want_normal(group, rule, first, second, wanted);
  if (!has_any((wanted != 0.0) | (group.impulse[0] != 0.0))) return;  // nor has it friction
  push<0>(group, wanted - group.impulse[0], first, second);
  group.impulse[0] = wanted;
  Four friction;
  want_friction(group, wanted, first, second, friction);
  push<1>(group, friction - group.impulse[1], first, second);
  group.impulse[1] = friction;
  write(first, group.body[0], velocities);
  write(second, group.body[1], velocities);
}

[[gnu::always_inline]] inline void sweep_all(std::vector<Group>& groups, const SweepRule& rule, Velocity* velocities) {
  for (Group& group : groups) visit(group, rule, velocities);
}

[[gnu::always_inline]] inline void apply_all(const std::vector<Group>& groups, Velocity* velocities) {
  for (const Group& group : groups) {
    if (!has_any(group.impulse[0] != 0.0)) continue;
    Motion first, second;
    read(group.body[0], velocities, first);
    read(group.body[1], velocities, second);
    push<0>(group, group.impulse[0], first, second);
    push<1>(group, group.impulse[1], first, second);
    write(first, group.body[0], velocities);
    write(second, group.body[1], velocities);
  }
}

[[gnu::always_inline]] inline void move_all(std::vector<Group>& groups, double time, const Velocity* displacements) {
  for (Group& group : groups) {
    Motion first, second;
    read(group.body[0], displacements, first);
    read(group.body[1], displacements, second);
    Four product;
    multiply<0>(group, first, second, product);
    group.distance = group.gap + product + time * group.rate_t[0];
  }
}

// The same where the processor has registers for four numbers.
#if defined(__x86_64__)
#define PERPEND_WIDE [[gnu::target("avx2"), gnu::flatten]]
bool has_fours() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
#else
#define PERPEND_WIDE
bool has_fours() {
  return false;
}
#endif

PERPEND_WIDE void sweep_wide(std::vector<Group>& groups, const SweepRule& rule, Velocity* velocities) {
  sweep_all(groups, rule, velocities);
}
PERPEND_WIDE void apply_wide(const std::vector<Group>& groups, Velocity* velocities) {
  apply_all(groups, velocities);
}
PERPEND_WIDE void move_wide(std::vector<Group>& groups, double time, const Velocity* displacements) {
  move_all(groups, time, displacements);
}
#undef PERPEND_WIDE

}  // namespace

void sweep_groups(std::vector<Group>& groups, const SweepRule& rule, Velocity* velocities, Registers registers) {
  if (registers == Registers::widest && has_fours())
    sweep_wide(groups, rule, velocities);
  else
    sweep_all(groups, rule, velocities);
}

void apply_groups(const std::vector<Group>& groups, Velocity* velocities, Registers registers) {
  if (registers == Registers::widest && has_fours())
    apply_wide(groups, velocities);
  else
    apply_all(groups, velocities);
}

void move_groups(std::vector<Group>& groups, double time, const Velocity* displacements, Registers registers) {
  if (registers == Registers::widest && has_fours())
    move_wide(groups, time, displacements);
  else
    move_all(groups, time, displacements);
}

std::array<double, 2> change_of_groups(const std::vector<Group>& groups, const SweepRule& rule,
                                       const Velocity* velocities) {
  double largest = 0.0, change = 0.0;
  for (const Group& group : groups) {
    Motion first, second;
    read(group.body[0], velocities, first);
    read(group.body[1], velocities, second);
    Four wanted, friction;
    want_normal(group, rule, first, second, wanted);
    want_friction(group, group.impulse[0], first, second, friction);
    for (int lane = 0; lane < group.count; ++lane) {
      const double normal = group.impulse[0][lane];
      largest = std::max(largest, normal);
      change = std::max(change, std::abs(wanted[lane] - normal));
      if (normal != 0.0) change = std::max(change, std::abs(friction[lane] - group.impulse[1][lane]));
    }
  }
  return {change, largest};
}

}  // namespace perpend
