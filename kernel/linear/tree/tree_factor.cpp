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
  Inertia& inertia = inertias_[k];
  inertia.masses = three_at(own);
  inertia.turning[0] = three(own[3], block.xy, block.xz);
  inertia.turning[1] = three(block.xy, own[4], block.yz);
  inertia.turning[2] = three(block.xz, block.yz, own[5]);
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
  inertia.inverse_masses = in_all(1.0) / inertia.masses;
  double* inverse = inertia.inverse_pivots;
  double* lower = inertia.lower;
  inverse[0] = 1.0 / own[3];
  lower[0] = block.xy * inverse[0];
  lower[1] = block.xz * inverse[0];
  const double second = own[4] - lower[0] * block.xy;
  const double below = block.yz - lower[0] * block.xz;
  inverse[1] = 1.0 / second;
  lower[2] = below * inverse[1];
  const double third = own[5] - (lower[1] * block.xz + lower[2] * below);
  inverse[2] = 1.0 / third;
  return holds(inertia.masses > ThreeLanes{}) && holds(inertia.masses < in_all(infinity)) && own[3] > 0.0 &&
         second > 0.0 && third > 0.0;
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
    double diagonal[6];
    repeat<6>([&]<int i>() {
      set_three(factor.lower.data() + i * 6, a[i].linear);
      set_three(factor.lower.data() + i * 6 + 3, a[i].angular);
      diagonal[i] = factor.lower[i * 7];
    });
    if (!block_arithmetic::factorize_diagonal<6, double>(factor.lower.data(), factor.inverse.data(), diagonal))
      return false;
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

/// M^-1 f.
inline SpatialVector TreeFactor::free_motion(int k, const SpatialVector& f) const {
  const Inertia& inertia = inertias_[k];
  const double* inverse = inertia.inverse_pivots;
  const double* lower = inertia.lower;
  const double y0 = f.angular[0];
  const double y1 = f.angular[1] - lower[0] * y0;
  const double y2 = f.angular[2] - (lower[1] * y0 + lower[2] * y1);
  const double w2 = y2 * inverse[2];
  const double w1 = y1 * inverse[1] - lower[2] * w2;
  const double w0 = y0 * inverse[0] - (lower[0] * w1 + lower[1] * w2);
  return {.linear = f.linear * inertia.inverse_masses, .angular = three(w0, w1, w2)};
}

void TreeFactor::move_freely(const VectorX& motion, Solution& solution) const {
  act_on_lanes([&] {
    for (std::size_t k = 0; k < layout_.bodies.size(); ++k) {
      const int column = layout_.bodies[k].column;
      const SpatialVector u = free_motion(static_cast<int>(k), six_at(motion.data() + column));
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
    double y[6];
    set_three(y, p.linear);
    set_three(y + 3, p.angular);
    repeat<6>([&]<int i>() { repeat<i>([&]<int j>() { y[i] -= factor.lower[i * 6 + j] * y[j]; }); });
    repeat<6>([&]<int i>() { y[i] *= factor.inverse[i]; });
    repeat<6>([&]<int from_last>() {
      constexpr int i = 5 - from_last;
      repeat<from_last>([&]<int l>() { y[i] -= factor.lower[(i + 1 + l) * 6 + i] * y[i + 1 + l]; });
    });
    velocities_[k] = six_at(y);
    repeat<6>([&]<int i>() { solution.x.data()[body.column + i] += y[i]; });
  }
}

/// x = u + x'.
template <int num_turning>
inline void TreeFactor::move(const TreeLayout::Run& run, const VectorX& target, Solution& solution) {
  constexpr int num_free = TreeJoint<num_turning>::num_free;
  const ThreeLanes share = in_all(refined_share);
  ThreeMask are_met = share == share;
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
    const double* t = target.data() + body.first_row;
    const ThreeLanes point = (carrier.linear + sign * three_at(t)) + cross(carrier.angular, joint.parent_arm);
    // A row whose terms vanish next to the motion of its body says 0 = 0.
    const auto vanish = [&](ThreeLanes terms, double coefficients) {
      return terms <= in_all(vanishing_share_ * coefficients * largest(x));
    };
    const ThreeLanes missed = (x.linear - point) + cross(x.angular, joint.arm);
    const ThreeLanes terms = modulus(x.linear) + cross_magnitude(x.angular, joint.arm);
    ThreeMask is_met = modulus(missed) <= share * terms;
    if (!holds(is_met)) {
      const ThreeLanes others = modulus(carrier.linear) + cross_magnitude(carrier.angular, joint.parent_arm);
      is_met |= vanish(terms + (others + modulus(three_at(t))), 1.0);
    }
    are_met &= is_met;
    repeat<num_turning>([&]<int i>() {
      const ThreeLanes row = joint.turning[i].row;
      const ThreeLanes own = row * x.angular;
      const ThreeLanes other = row * carrier.angular;
      const double turn = sum(modulus(own)) + std::abs(t[3 + i]);
      is_met = in_all(std::abs((sum(own) - sum(other)) - t[3 + i])) <= share * in_all(turn);
      if (!holds(is_met)) is_met |= vanish(in_all(turn + sum(modulus(other))), sum(modulus(row)));
      are_met &= is_met;
    });
  }
  are_joints_met_ = are_joints_met_ && holds(are_met);
}

/// M x' - motion, and a lower bound of the sum of the moduli of its terms.
inline TreeFactor::InertialForce TreeFactor::inertial_force(int k, const double* motion) const {
  const SpatialVector& x = velocities_[k];
  const Inertia& inertia = inertias_[k];
  const auto turning = [&](int j) { return inertia.turning[j] * in_all(x.angular[j]); };
  const SpatialVector own{.linear = inertia.masses * x.linear, .angular = (turning(0) + turning(1)) + turning(2)};
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
