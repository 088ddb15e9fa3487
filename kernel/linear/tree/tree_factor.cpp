#include "kernel/linear/tree/tree_factor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "kernel/linear/block_arithmetic.hpp"
#include "kernel/linear/row_check.hpp"
#include "kernel/linear/tree/tree_joint_arithmetic.hpp"

namespace perpend {

namespace {

using namespace spatial_lanes;
using namespace tree_joints;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What x' adds to a motion is 0 below the first of these where u is above the second: next to it no certificate sees
/// that. Motions shrink from link to link of a chain that falls, and numbers without all their digits, from 2^-1022 on,
/// would take a hundred times as long, as would their squares.
constexpr double least_motion = 0x1p-490;
constexpr double certain_motion = 0x1p-300;
/// Moments below it are 0: those that x' loses are at most an inertia times `least_motion`.
constexpr double least_moment = 0x1p-450;

}  // namespace

TreeFactor::TreeFactor(const ConstraintRows& rows, TreeLayout layout)
    : num_rows_(rows.num_rows),
      vanishing_share_(vanishing_share(static_cast<std::size_t>(rows.num_columns + rows.num_rows))),
      layout_(std::move(layout)),
      inertias_(layout_.bodies.size()),
      articulated_(layout_.bodies.size()),
      loads_(layout_.bodies.size()),
      velocities_(layout_.bodies.size()),
      plain_inverse_(layout_.plain_columns.size()) {
  int num_primary = 0;
  for (const TreeLayout::Body& body : layout_.bodies)
    if (body.num_turning >= 0) num_primary += 3 + body.num_turning;
  are_all_rows_primary_ = num_primary == num_rows_;
  const auto count = [&](int num_turning) {
    return static_cast<std::size_t>(
        std::count_if(layout_.bodies.begin(), layout_.bodies.end(),
                      [&](const TreeLayout::Body& body) { return body.num_turning == num_turning; }));
  };
  floating_.resize(count(-1));
  repeat<4>([&]<int num_turning>() { std::get<num_turning>(joints_).resize(count(num_turning)); });
}

std::optional<TreeFactor> TreeFactor::make(const ConstraintRows& rows, std::span<const char> is_primary,
                                           const MassMatrix& mass, TreeLayout::Choice choice) {
  std::optional<TreeLayout> layout = TreeLayout::make(rows, is_primary, mass, choice);
  if (!layout) return std::nullopt;
  return TreeFactor(rows, std::move(*layout));
}

std::size_t TreeFactor::num_entries() const {
  std::size_t count = 36 * articulated_.size();
  repeat<4>([&]<int num_turning>() {
    count += 6 * TreeJoint<num_turning>::num_free * std::get<num_turning>(joints_).size();
  });
  return count;
}

bool TreeFactor::is_known(const Problem& problem) {
  const bool was_factorized = std::exchange(is_factorized_, false);
  if (!known_rows_.are_kept()) return false;
  const MassMatrix& mass = *problem.mass;
  const auto are_same = [](const InertiaBlock& a, const InertiaBlock& b) {
    return a.xy == b.xy && a.xz == b.xz && a.yz == b.yz;
  };
  const bool is_mass_known =
      known_diagonal_.size() == mass.diagonal.size() && known_diagonal_ == mass.diagonal &&
      std::equal(mass.blocks.begin(), mass.blocks.end(), known_blocks_.begin(), known_blocks_.end(), are_same);
  known_diagonal_ = mass.diagonal;
  known_blocks_ = mass.blocks;
  return known_rows_.are(problem.rows->values, problem.compliance, was_factorized && is_mass_known);
}

bool TreeFactor::load_plain(const MassMatrix& mass) {
  bool is_positive = true;
  for (std::size_t i = 0; i < layout_.plain_columns.size(); ++i) {
    const double entry = mass.diagonal[layout_.plain_columns[i]];
    is_positive = is_positive && entry > 0.0 && std::isfinite(entry);
    plain_inverse_[i] = 1.0 / entry;
  }
  return is_positive;
}

/// A of one body, with M. False where M is not positive definite.
inline bool TreeFactor::load(int k, const MassMatrix& mass) {
  const TreeLayout::Body& body = layout_.bodies[k];
  const InertiaBlock& block = mass.blocks[body.inertia];
  const double* own = mass.diagonal.data() + body.column;
  BodyInertia& inertia = inertias_[k];
  const bool is_positive = read_inertia(own, block, inertia);
  ArticulatedInertia& a = articulated_[k];
  if (body.has_children) {
    repeat<3>([&]<int j>() {
      a[j].linear += only<j>(inertia.masses);
      a[j + 3].angular += inertia.turning[j];
    });
  } else {
    repeat<3>([&]<int j>() {
      a[j] = SpatialVector{.linear = only<j>(inertia.masses), .angular = ThreeLanes{}};
      a[j + 3] = SpatialVector{.linear = ThreeLanes{}, .angular = inertia.turning[j]};
    });
  }
  return is_positive;
}

template <int num_turning>
inline bool TreeFactor::eliminate(const TreeLayout::Run& run, const Problem& problem) {
  for (int k = run.first; k < run.end; ++k) {
    const TreeLayout::Body& body = layout_.bodies[k];
    TreeJoint<num_turning>& joint = std::get<num_turning>(joints_)[body.joint];
    if (!read_rows(body, problem.rows->values.data(), joint) || !find_directions(joint)) return false;
    if (!load(k, *problem.mass)) return false;
    ArticulatedInertia a = articulated_[k];
    if (!release(a, body.has_children ? loads_[k].force : SpatialVector{}, joint)) return false;
    if (body.parent < 0) continue;
    shift(joint.parent_arm - joint.arm, a);
    SpatialVector lost;
    repeat<TreeJoint<num_turning>::num_free>([&]<int i>() { subtract_square(joint.free[i], a, lost); });
    add_to_parent(body, lost, ThreeLanes{});
    ArticulatedInertia& parent = articulated_[body.parent];
    if (body.is_first_child)
      parent = a;
    else
      repeat<6>([&]<int j>() { add(a[j], parent[j]); });
  }
  return true;
}

bool TreeFactor::eliminate_floating(const TreeLayout::Run& run, const Problem& problem) {
  for (int k = run.first; k < run.end; ++k) {
    if (!load(k, *problem.mass)) return false;
    const ArticulatedInertia& a = articulated_[k];
    FloatingFactor& factor = floating_[layout_.bodies[k].joint];
    if (!factorize_floating(a, factor)) return false;
  }
  return true;
}

bool TreeFactor::factorize(const Problem& problem) {
  for (const TreeLayout::Body& body : layout_.bodies)
    for (int i = 0; i < 3 + body.num_turning && body.num_turning >= 0; ++i)
      if (problem.compliance.data()[body.first_row + i] != 0.0) return is_factorized_ = false;
  if (is_known(problem)) return is_factorized_ = true;
  bool is_regular = load_plain(*problem.mass);
  for (const TreeLayout::Run& run : layout_.runs) {
    if (!is_regular) return false;
    if (run.num_turning < 0)
      is_regular = eliminate_floating(run, problem);
    else
      for_one_of<0, 1, 2, 3>(run.num_turning, [&]<int num_turning>() {
        act_on_lanes([&] { is_regular = eliminate<num_turning>(run, problem); });
      });
  }
  return is_factorized_ = is_regular;
}

void TreeFactor::move_freely(const VectorX& motion, Solution& solution) const {
  act_on_lanes([&] {
    for (std::size_t k = 0; k < layout_.bodies.size(); ++k) {
      const int column = layout_.bodies[k].column;
      const SpatialVector u = free_motion(inertias_[k], six_at(motion.data() + column));
      set_three(solution.x.data() + column, u.linear);
      set_three(solution.x.data() + column + 3, u.angular);
    }
  });
}

/// A g.
template <int num_turning>
inline SpatialVector TreeFactor::asked_force(int k, const TreeJoint<num_turning>& joint, const double* t) const {
  const ThreeLanes shift = in_all(layout_.bodies[k].sign) * three_at(t);
  if constexpr (num_turning == 0) {
    return product(articulated_[k], shift);
  } else {
    ThreeLanes turn = joint.turning[0].dual * in_all(t[3]);
    repeat<num_turning - 1>([&]<int i>() { turn += joint.turning[i + 1].dual * in_all(t[4 + i]); });
    return product(articulated_[k], {.linear = shift - cross(turn, joint.arm), .angular = turn});
  }
}

inline void TreeFactor::add_to_parent(const TreeLayout::Body& body, const SpatialVector& force, ThreeLanes rest) {
  Load& load = loads_[body.parent];
  if (body.is_first_child) {
    load = Load{.force = force, .rest = rest};
  } else {
    add(force, load.force);
    load.rest += rest;
  }
}

/// Turns the start in solution.x and the targets into what joints ask of x', in the rows of the multipliers.
template <int num_turning>
inline void TreeFactor::collect(const TreeLayout::Run& run, const double* motion, const VectorX& target,
                                Solution& solution) {
  for (int k = run.first; k < run.end; ++k) {
    const TreeLayout::Body& body = layout_.bodies[k];
    TreeJoint<num_turning>& joint = std::get<num_turning>(joints_)[body.joint];
    const double* start = solution.x.data();
    const SpatialVector u = six_at(start + body.column);
    const SpatialVector carrier =
        body.parent < 0 ? SpatialVector{} : six_at(start + layout_.bodies[body.parent].column);
    const ThreeLanes apart =
        (u.linear - carrier.linear) + (cross(u.angular, joint.arm) - cross(carrier.angular, joint.parent_arm));
    const ThreeLanes turned = u.angular - carrier.angular;
    const double* t = target.data() + body.first_row;
    double* asked = solution.multiplier.data() + body.first_row;
    set_three(asked, three_at(t) - in_all(body.sign) * apart);
    repeat<num_turning>([&]<int i>() { asked[3 + i] = t[3 + i] - dot(joint.turning[i].row, turned); });
    SpatialVector h = motion == nullptr ? SpatialVector{} : six_at(motion + body.column);
    subtract(asked_force(k, joint, asked), h);
    if (body.has_children) add(loads_[k].force, h);
    SpatialVector passed = carried(joint.parent_arm - joint.arm, h);
    repeat<TreeJoint<num_turning>::num_free>([&]<int i>() {
      FreeDirection& free = joint.free[i];
      free.load = dot(free.motion, h);
      const double rate = free.inverse * free.load;
      if constexpr (i + 1 < TreeJoint<num_turning>::num_free) subtract_product(rate, free.momentum, h);
      subtract_product(rate, free.carried, passed);
    });
    if (body.parent >= 0) add_to_parent(body, passed, ThreeLanes{});
  }
}

void TreeFactor::move_floating(const TreeLayout::Run& run, const double* motion, Solution& solution) {
  for (int k = run.first; k < run.end; ++k) {
    const TreeLayout::Body& body = layout_.bodies[k];
    const FloatingFactor& factor = floating_[body.joint];
    SpatialVector p = motion == nullptr ? SpatialVector{} : six_at(motion + body.column);
    if (body.has_children) add(loads_[k].force, p);
    velocities_[k] = solve(factor, p);
    double* out = solution.x.data() + body.column;
    SpatialVector x = six_at(out);
    add(velocities_[k], x);
    set_three(out, x.linear);
    set_three(out + 3, x.angular);
  }
}

/// x = u + x'.
template <int num_turning>
inline void TreeFactor::move(const TreeLayout::Run& run, const VectorX& target, Solution& solution) {
  constexpr int num_free = TreeJoint<num_turning>::num_free;
  ThreeMask are_met = ThreeLanes{} == ThreeLanes{};
  for (int k = run.end; k-- > run.first;) {
    const TreeLayout::Body& body = layout_.bodies[k];
    const TreeJoint<num_turning>& joint = std::get<num_turning>(joints_)[body.joint];
    const SpatialVector beyond = body.parent < 0 ? SpatialVector{} : velocities_[body.parent];
    double rates[3];
    repeat<num_free>([&]<int from_last>() {
      constexpr int i = num_free - 1 - from_last;
      const FreeDirection& free = joint.free[i];
      double load = free.load - dot(free.carried, beyond);
      repeat<from_last>([&]<int l>() { load -= free.coupling[l] * rates[i + 1 + l]; });
      rates[i] = free.inverse * load;
    });
    const double* asked = solution.multiplier.data() + body.first_row;
    const ThreeLanes sign = in_all(body.sign);
    SpatialVector x{.linear = ThreeLanes{}, .angular = beyond.angular};
    repeat<num_turning>([&]<int i>() { x.angular += joint.turning[i].dual * in_all(asked[3 + i]); });
    x.linear = ((beyond.linear + sign * three_at(asked)) + cross(beyond.angular, joint.parent_arm)) -
               cross(x.angular, joint.arm);
    repeat<num_free>([&]<int i>() { add_product(rates[i], joint.free[i].motion, x); });
    double* out = solution.x.data() + body.column;
    const SpatialVector u = six_at(out);
    velocities_[k] = x;
    if (largest(x) < least_motion && largest(u) > certain_motion) [[unlikely]]
      velocities_[k] = x = SpatialVector{};
    add(u, x);
    set_three(out, x.linear);
    set_three(out + 3, x.angular);
    const SpatialVector carrier =
        body.parent < 0 ? SpatialVector{} : six_at(solution.x.data() + layout_.bodies[body.parent].column);
    are_met &= are_rows_met(joint, body.sign, x, carrier, target.data() + body.first_row, vanishing_share_);
  }
  are_joints_met_ = are_joints_met_ && holds(are_met);
}

/// M x' - motion, and a lower bound of the sum of the moduli of its terms.
inline TreeFactor::InertialForce TreeFactor::inertial_force(int k, const double* motion) const {
  const SpatialVector& x = velocities_[k];
  const SpatialVector own = product(inertias_[k], x);
  InertialForce result{.force = own, .magnitude = {.linear = modulus(own.linear), .angular = modulus(own.angular)}};
  if (motion == nullptr) return result;
  const SpatialVector f = six_at(motion + layout_.bodies[k].column);
  subtract(f, result.force);
  add({.linear = modulus(f.linear), .angular = modulus(f.angular)}, result.magnitude);
  return result;
}

template <int num_turning>
inline void TreeFactor::react(const TreeLayout::Run& run, const double* motion, Solution& solution) {
  const ThreeLanes share = in_all(refined_share);
  ThreeMask are_met = share == share;
  for (int k = run.first; k < run.end; ++k) {
    const TreeLayout::Body& body = layout_.bodies[k];
    const TreeJoint<num_turning>& joint = std::get<num_turning>(joints_)[body.joint];
    const InertialForce own = inertial_force(k, motion);
    SpatialVector force = own.force;
    // Here too, since |a + b| <= |a| + |b|.
    ThreeLanes magnitude = own.magnitude.angular;
    ThreeLanes missed{};
    if (body.has_children) {
      const Load& load = loads_[k];
      magnitude += modulus(load.force.angular);
      missed = load.rest;
      add(load.force, force);
    }
    double* multiplier = solution.multiplier.data() + body.first_row;
    set_three(multiplier, in_all(body.sign) * force.linear);
    const ThreeLanes moment = force.angular - cross(joint.arm, force.linear);
    ThreeLanes held{};
    magnitude += cross_magnitude(joint.arm, force.linear);
    repeat<num_turning>([&]<int i>() {
      multiplier[3 + i] = dot(joint.turning[i].dual, moment);
      const ThreeLanes term = joint.turning[i].row * in_all(multiplier[3 + i]);
      held += term;
      magnitude += modulus(term);
    });
    const ThreeLanes rest = moment - held;
    are_met &= modulus(rest - missed) <= share * magnitude + in_all(least_moment);
    if (body.parent >= 0) add_to_parent(body, carried(joint.parent_arm - joint.arm, force), rest);
  }
  are_motions_met_ = are_motions_met_ && holds(are_met);
}

void TreeFactor::look_at_floating(const TreeLayout::Run& run, const double* motion) {
  for (int k = run.first; k < run.end; ++k) {
    auto [force, magnitude] = inertial_force(k, motion);
    if (layout_.bodies[k].has_children) {
      const Load& load = loads_[k];
      add({.linear = modulus(load.force.linear), .angular = modulus(load.force.angular)}, magnitude);
      add(load.force, force);
      force.angular -= load.rest;
    }
    const auto is_met = [](ThreeLanes missed, ThreeLanes of) {
      return holds(modulus(missed) <= in_all(refined_share) * of + in_all(least_moment));
    };
    are_motions_met_ =
        are_motions_met_ && is_met(force.linear, magnitude.linear) && is_met(force.angular, magnitude.angular);
  }
}

void TreeFactor::substitute(const VectorX& motion, const VectorX& target, Solution& solution) {
  solution.x.resize(motion.size());
  move_freely(motion, solution);
  substitute_beyond(nullptr, target, solution);
  move_plain(motion, solution);
}

void TreeFactor::substitute_from_rest(const VectorX& motion, const VectorX& target, Solution& solution) {
  solution.x.setZero(motion.size());
  substitute_beyond(motion.data(), target, solution);
  move_plain(motion, solution);
}

void TreeFactor::move_plain(const VectorX& motion, Solution& solution) const {
  for (std::size_t i = 0; i < layout_.plain_columns.size(); ++i)
    solution.x[layout_.plain_columns[i]] = motion[layout_.plain_columns[i]] * plain_inverse_[i];
}

/// Adds x' to the u in solution.x, where `motion` is what u leaves of that of bodies; null for nothing.
void TreeFactor::substitute_beyond(const double* motion, const VectorX& target, Solution& solution) {
  solution.multiplier.resize(num_rows_);
  if (!are_all_rows_primary_) solution.multiplier.setZero();
  are_motions_met_ = are_joints_met_ = true;
  const auto act_on = [&](const TreeLayout::Run& run, auto act, auto act_on_floating) {
    if (run.num_turning < 0) return act_on_floating();
    for_one_of<0, 1, 2, 3>(run.num_turning,
                           [&]<int num_turning>() { act_on_lanes([&] { act.template operator()<num_turning>(); }); });
  };
  for (const TreeLayout::Run& run : layout_.runs)
    act_on(
        run, [&]<int num_turning>() { collect<num_turning>(run, motion, target, solution); }, [] {});
  for (std::size_t r = layout_.runs.size(); r-- > 0;) {
    const TreeLayout::Run& run = layout_.runs[r];
    act_on(
        run, [&]<int num_turning>() { move<num_turning>(run, target, solution); },
        [&] { move_floating(run, motion, solution); });
  }
  for (const TreeLayout::Run& run : layout_.runs)
    act_on(
        run, [&]<int num_turning>() { react<num_turning>(run, motion, solution); },
        [&] { look_at_floating(run, motion); });
}

}  // namespace perpend
