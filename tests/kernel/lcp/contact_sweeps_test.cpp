// Sweeps of contacts against the same one contact after the other, as their laws are written.
#include "kernel/lcp/contact_sweeps.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/lcp/planar_groups.hpp"
#include "tests/support/contact_worlds.hpp"
#include "tests/support/spatial_contact_worlds.hpp"

namespace perpend::test::of_contact_sweeps {

namespace {

constexpr double h = 1e-3;  // [s]

/// Contact by contact, rows by their products.
class PlainSweeps {
 public:
  PlainSweeps(const ContactRows& rows, const MassMatrix& mass, double compliance_share = 1.0)
      : rows_(rows),
        mass_(mass),
        compliance_share_(compliance_share),
        impulse_(VectorX::Zero(rows.size() * rows.rows_per_contact)) {}

  /// Begins with a share of the impulses of the step before. Pre: one for each contact, in their order.
  void begin_with(const std::vector<ContactImpulse>& old, double share) {
    for (int c = 0; c < rows_.size(); ++c) {
      impulse_[c * rows_.rows_per_contact] = share * old[c].normal;
      for (int t = 1; t < rows_.rows_per_contact; ++t)
        impulse_[c * rows_.rows_per_contact + t] = share * old[c].tangential[t - 1];
    }
  }

  void apply(VectorX& v) const {
    for (int c = 0; c < rows_.size(); ++c)
      for (int row = 0; row < rows_.rows_per_contact; ++row)
        v += impulse_[c * rows_.rows_per_contact + row] * moved(c, row);
  }

  void sweep(const SweepRule& rule, VectorX& v) {
    for (int i = 0; i < rows_.size(); ++i) visit(i, rule, v);
  }

 private:
  VectorX moved(int contact, int row) const {
    VectorX out = VectorX::Zero(rows_.num_columns);
    add_contact_transposed(rows_, contact, row, 1.0, out);
    divide(mass_, out, out);
    return out;
  }

  void visit(int c, const SweepRule& rule, VectorX& v) {
    const Contact& contact = rows_.contacts[c];
    const int n = c * rows_.rows_per_contact, num_tangents = rows_.rows_per_contact - 1;
    const auto between = [&](int row, int other) { return contact_product(rows_, c, row, moved(c, other)); };
    const bool is_in = contact.gap <= 0.0;
    const double bias = contact.gap * (is_in ? rule.push_rate : rule.inverse_step);
    const double share = is_in ? rule.mass_share : 1.0, relief = is_in ? rule.relief : 0.0;
    const double compliance = compliance_share_ * contact.compliance;
    const double rate = contact_rate(rows_, c, 0, v) + bias + rule.yield * compliance * impulse_[n];
    const double normal =
        std::max(0.0, impulse_[n] - share * rate / (between(0, 0) + compliance) - relief * impulse_[n]);
    v += (normal - impulse_[n]) * moved(c, 0);
    impulse_[n] = normal;
    VectorX slip(num_tangents);
    MatrixX w(num_tangents, num_tangents);
    for (int t = 0; t < num_tangents; ++t) {
      slip[t] = contact_rate(rows_, c, 1 + t, v);
      for (int other = 0; other < num_tangents; ++other) w(t, other) = between(1 + t, 1 + other);
    }
    const double largest = contact.friction * normal;
    VectorX wanted = impulse_.segment(n + 1, num_tangents) - w.inverse() * slip;
    if (wanted.norm() > largest) {
      const double bound = w.diagonal().maxCoeff() + (num_tangents == 1 ? 0.0 : std::abs(w(0, 1)));
      wanted = impulse_.segment(n + 1, num_tangents) - slip / bound;
      if (wanted.norm() > largest) wanted *= largest / wanted.norm();
    }
    for (int t = 0; t < num_tangents; ++t) {
      v += (wanted[t] - impulse_[n + 1 + t]) * moved(c, 1 + t);
      impulse_[n + 1 + t] = wanted[t];
    }
  }

  const ContactRows& rows_;
  const MassMatrix& mass_;
  double compliance_share_;
  VectorX impulse_;
};

/// Rows of disks and boxes in each other and apart, whose numbers are not those of their places.
Model heaped_bodies() {
  Model model = contact_world(0.4, 0.0);
  add_ground(model);
  for (int i = 0; i < 60; ++i) {
    const int place = i * 37 % 60, row = place / 8, column = place % 8;
    const Vec2 at(0.48 * column + 0.1 * row, 0.24 + 0.5 * row), velocity(std::sin(i), -1.0 + std::cos(3.0 * i));
    if (i % 7 == 1)
      add_particle(model, "particle" + std::to_string(i), 1.0 + 0.1 * i, at, velocity);
    else
      add_body(model, i % 3 == 0 ? box_shape(0.45, 0.45) : disk_shape(0.25), 1.0 + 0.1 * i, at, velocity, 0.5 * i);
  }
  number_unknowns(model);
  return model;
}

Model heaped_solids() {
  Model model = spatial_world_with_ground(0.4);
  for (int i = 0; i < 12; ++i)
    model.bodies.push_back(i % 2 == 0 ? box(Vec3(0.5, 0.4, 0.3), 1.0 + i, Vec3(0.1 * i, 0.05 * i, 0.2 + 0.2 * i))
                                      : ball(0.25, 1.0 + i, Vec3(0.1 * i, 0.05 * i, 0.2 + 0.2 * i)));
  for (std::size_t i = 1; i < model.bodies.size(); ++i) model.bodies[i].spatial.spin = Vec3(0.4, -0.7, 1.1);
  number_unknowns(model);
  return model;
}

/// A world, its contacts and its velocities.
class Heap {
 public:
  explicit Heap(const Model& model) : model_(model), state_(initial_state(model_)), at_(allocate_evaluation(model_)) {
    evaluate(model_, state_, at_, {.step = 0.01});
  }

  [[nodiscard]] const ContactRows& rows() const { return at_.contacts; }
  [[nodiscard]] const MassMatrix& mass() const { return at_.mass; }
  [[nodiscard]] const VectorX& v() const { return state_.v; }

  /// What does not move goes along the normal and the tangents.
  void move_walls() {
    ContactRows& rows = at_.contacts;
    for (int c = 0; c < rows.size(); ++c) {
      if (rows.blocks[c].num_columns[0] != 0 && rows.blocks[c].num_columns[1] != 0) continue;
      for (int row = 0; row < rows.rows_per_contact; ++row)
        rows.rate_t[static_cast<std::size_t>(c) * rows.rows_per_contact + row] = row == 0 ? -0.7 : 0.4;
    }
  }

  /// [1/kg]
  void make_compliant(double compliance) {
    for (Contact& contact : at_.contacts.contacts) contact.compliance = compliance;
  }

 private:
  Model model_;
  State state_;
  Evaluation at_;
};

void require_plain_sweeps(const Heap& heap, const std::vector<ContactImpulse>& old, const SubstepShares& shares) {
  const Eigen::Index size = heap.v().size();
  VectorX v = VectorX::Zero(size + ContactSweeps::padding);
  v.head(size) = heap.v();
  VectorX expected = heap.v();
  ContactSweeps sweeps;
  sweeps.take(heap.rows(), heap.mass(), old, shares);
  PlainSweeps plain(heap.rows(), heap.mass(), shares.compliance);
  if (!old.empty()) plain.begin_with(old, shares.impulse);
  // Those that sleep are too far to close in a step of h.
  sweeps.wake(v, h, VectorX::Zero(v.size()), 0.0);
  sweeps.apply(v);
  plain.apply(expected);
  const SweepRule pushing = SweepRule::pushing(h, 500.0, 10.0), relaxing = SweepRule::relaxing(h);
  for (int i = 0; i < 3; ++i) {
    sweeps.sweep(pushing, v);
    plain.sweep(pushing, expected);
    sweeps.sweep(relaxing, v);
    plain.sweep(relaxing, expected);
  }
  BOOST_TEST((expected - heap.v()).norm() > 1.0);
  // Six sweeps over some 10 contacts of each body round in another order: some hundred times 2^-53 of the speeds.
  BOOST_TEST((v.head(size) - expected).lpNorm<Eigen::Infinity>() < 1e-13 * (1.0 + expected.lpNorm<Eigen::Infinity>()));
}

/// Four contacts between eight bodies, or three between five and what does not move.
PlanarGroup random_group(Random& random, int num_bodies) {
  PlanarGroup group;
  group.count = random.uniform(0.0, 1.0) < 0.3 ? 3 : 4;
  const int first = random.below(num_bodies);
  for (int lane = 0; lane < group.count; ++lane) {
    const double angle = random.uniform(-3.0, 3.0);
    group.normal[0][lane] = std::cos(angle);
    group.normal[1][lane] = std::sin(angle);
    for (int side = 0; side < 2; ++side) {
      const bool is_wall = lane == 0 && side == 0 && group.count == 3;
      group.body[side][lane] = is_wall ? 0 : 1 + (first + 2 * lane + side) % num_bodies;
      group.inverse_mass[side][lane] = is_wall ? 0.0 : random.uniform(0.5, 2.0);
      for (int row = 0; row < 2; ++row) {
        group.arm[row][side][lane] = is_wall ? 0.0 : random.uniform(-0.5, 0.5);
        group.turned[row][side][lane] = 8.0 * group.arm[row][side][lane];
      }
    }
    for (int row = 0; row < 2; ++row) {
      group.inverse[row][lane] = random.uniform(0.2, 0.6);
      group.rate_t[row][lane] = random.uniform(-0.1, 0.1);
    }
    group.impulse[0][lane] = std::max(0.0, random.uniform(-0.1, 0.1));
    group.impulse[1][lane] = 0.2 * group.impulse[0][lane];
    group.gap[lane] = group.distance[lane] = random.uniform(-1e-3, 1e-3);
    group.friction[lane] = random.uniform(0.0, 0.6);
    group.compliance[lane] = random.uniform(0.0, 0.1);
  }
  return group;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_sweeps)

BOOST_AUTO_TEST_CASE(sweeps_are_those_of_one_contact_after_the_other) {
  for (const Model& model : {heaped_bodies(), heaped_solids()}) {
    const Heap heap(model);
    BOOST_TEST(heap.rows().size() > 10);
    require_plain_sweeps(heap, {}, {});
  }
}

BOOST_AUTO_TEST_CASE(walls_that_move_and_compliant_contacts_are_swept_by_their_laws) {
  for (const Model& model : {heaped_bodies(), heaped_solids()}) {
    Heap heap(model);
    heap.move_walls();
    heap.make_compliant(0.05);
    require_plain_sweeps(heap, {}, {.compliance = 16.0});
  }
}

BOOST_AUTO_TEST_CASE(impulses_of_the_step_before_are_where_the_first_sweep_begins) {
  for (const Model& model : {heaped_bodies(), heaped_solids()}) {
    const Heap heap(model);
    std::vector<ContactImpulse> old;
    for (int c = 0; c < heap.rows().size(); ++c) {
      const Contact& contact = heap.rows().contacts[c];
      const double normal = 0.01 * (1 + c % 5);
      old.push_back({contact.body, contact.feature, normal, {0.3 * normal, -0.1 * normal}});
    }
    require_plain_sweeps(heap, old, {.impulse = 0.25});
  }
}

BOOST_AUTO_TEST_CASE(narrow_registers_give_the_bits_of_wide_ones) {
  Random random(7);
  constexpr int num_bodies = 40;
  std::vector<PlanarVelocity> wide(num_bodies + 1), narrow;
  for (std::size_t i = 1; i < wide.size(); ++i)
    for (int k = 0; k < 3; ++k) wide[i].value[k] = random.uniform(-1.0, 1.0);
  narrow = wide;
  std::vector<PlanarGroup> groups;
  for (int i = 0; i < 100; ++i) groups.push_back(random_group(random, num_bodies));
  std::vector<PlanarGroup> others = groups;
  const auto are_equal = [&] {
    return std::memcmp(wide.data(), narrow.data(), wide.size() * sizeof(PlanarVelocity)) == 0 &&
           std::memcmp(groups.data(), others.data(), groups.size() * sizeof(PlanarGroup)) == 0;
  };
  for (const SweepRule& rule : {SweepRule::pushing(h, 500.0, 10.0), SweepRule::relaxing(h)}) {
    const std::vector<PlanarVelocity> before = wide;
    apply_groups(groups, wide.data());
    apply_groups(others, narrow.data(), Registers::narrow);
    BOOST_TEST(are_equal());
    sweep_groups(groups, rule, wide.data());
    sweep_groups(others, rule, narrow.data(), Registers::narrow);
    BOOST_TEST(are_equal());
    move_groups(groups, h, wide.data());
    move_groups(others, h, narrow.data(), Registers::narrow);
    BOOST_TEST(are_equal());
    BOOST_TEST(std::memcmp(wide.data(), before.data(), wide.size() * sizeof(PlanarVelocity)) != 0);
  }
}

// What sleeps is told by how far bodies went, not by where they were found.
BOOST_AUTO_TEST_CASE(a_contact_wakes_before_its_bodies_meet) {
  Model model = contact_world(0.0, 0.0);
  add_ground(model);
  add_body(model, disk_shape(0.25), 1.0, Vec2(0.0, 0.35), Vec2(0.0, -1.0));
  number_unknowns(model);
  const State state = initial_state(model);
  Evaluation evaluation = allocate_evaluation(model);
  evaluate(model, state, evaluation, {.step = 0.2});
  BOOST_TEST_REQUIRE(evaluation.contacts.size() == 1);
  ContactSweeps sweeps;
  sweeps.take(evaluation.contacts, evaluation.mass, {}, {});
  VectorX v = VectorX::Zero(state.v.size() + ContactSweeps::padding), displacement = v;
  v.head(state.v.size()) = state.v;
  const double step = 0.003;  // a gap of 0.1 m lasts for 33 of them and a third
  for (int i = 0; i < 40; ++i) {
    sweeps.wake(v, step, displacement, i * step);
    sweeps.sweep(SweepRule::relaxing(step), v);
    displacement += step * v;
    sweeps.move(v, step, displacement, (i + 1) * step);
  }
  BOOST_TEST(std::abs(displacement[1] + 0.1) < 40.0 * 0x1p-53);  // a sum of 40
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_sweeps
