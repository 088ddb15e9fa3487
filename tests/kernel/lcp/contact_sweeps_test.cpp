// Sweeps of contacts against the same one contact after the other, as their laws are written.
#include "kernel/lcp/contact_sweeps.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kernel/dynamics/evaluation.hpp"
#include "tests/support/contact_worlds.hpp"
#include "tests/support/spatial_contact_worlds.hpp"

namespace perpend::test::of_contact_sweeps {

namespace {

constexpr double h = 1e-3;  // [s]

/// Contact by contact, rows by their products.
class PlainSweeps {
 public:
  PlainSweeps(const ContactRows& rows, const MassMatrix& mass)
      : rows_(rows), mass_(mass), impulse_(VectorX::Zero(rows.size() * rows.rows_per_contact)) {}

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
    const auto own = [&](int row) { return contact_product(rows_, c, row, moved(c, row)); };
    const bool is_in = contact.gap <= 0.0;
    const double bias = contact.gap * (is_in ? rule.push_rate : rule.inverse_step);
    const double share = is_in ? rule.mass_share : 1.0, relief = is_in ? rule.relief : 0.0;
    const double rate = contact_rate(rows_, c, 0, v) + bias + rule.yield * contact.compliance * impulse_[n];
    const double normal =
        std::max(0.0, impulse_[n] - share * rate / (own(0) + contact.compliance) - relief * impulse_[n]);
    v += (normal - impulse_[n]) * moved(c, 0);
    impulse_[n] = normal;
    VectorX wanted(num_tangents);
    for (int t = 0; t < num_tangents; ++t)
      wanted[t] = impulse_[n + 1 + t] - contact_rate(rows_, c, 1 + t, v) / own(1 + t);
    const double largest = contact.friction * normal;
    if (wanted.norm() > largest) wanted *= largest / wanted.norm();
    for (int t = 0; t < num_tangents; ++t) {
      v += (wanted[t] - impulse_[n + 1 + t]) * moved(c, 1 + t);
      impulse_[n + 1 + t] = wanted[t];
    }
  }

  const ContactRows& rows_;
  const MassMatrix& mass_;
  VectorX impulse_;
};

/// Rows of disks and boxes in each other and apart, whose numbers are not those of their places.
Model heaped_bodies() {
  Model model = contact_world(0.4, 0.0);
  add_ground(model);
  for (int i = 0; i < 60; ++i) {
    const int place = i * 37 % 60, row = place / 8, column = place % 8;
    add_body(model, i % 3 == 0 ? box_shape(0.45, 0.45) : disk_shape(0.25), 1.0 + 0.1 * i,
             Vec2(0.48 * column + 0.1 * row, 0.24 + 0.5 * row), Vec2(std::sin(i), -1.0 + std::cos(3.0 * i)), 0.5 * i);
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

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_sweeps)

BOOST_AUTO_TEST_CASE(sweeps_are_those_of_one_contact_after_the_other) {
  for (const Model& model : {heaped_bodies(), heaped_solids()}) {
    const State state = initial_state(model);
    Evaluation evaluation = allocate_evaluation(model);
    evaluate(model, state, evaluation, {.step = 0.01});
    const ContactRows& rows = evaluation.contacts;
    BOOST_TEST(rows.size() > 10);
    ContactSweeps sweeps;
    sweeps.take(rows, evaluation.mass, {}, {});
    PlainSweeps plain(rows, evaluation.mass);
    VectorX v = VectorX::Zero(state.v.size() + ContactSweeps::padding);
    v.head(state.v.size()) = state.v;
    VectorX expected = state.v;
    // Those that sleep are too far to close in a step of h.
    sweeps.wake(v, h, VectorX::Zero(v.size()), 0.0);
    const SweepRule pushing = SweepRule::pushing(h, 500.0, 10.0), relaxing = SweepRule::relaxing(h);
    for (int i = 0; i < 3; ++i) {
      sweeps.sweep(pushing, v);
      plain.sweep(pushing, expected);
      sweeps.sweep(relaxing, v);
      plain.sweep(relaxing, expected);
    }
    BOOST_TEST((expected - state.v).norm() > 1.0);
    // Six sweeps over some 10 contacts of each body round in another order: some hundred times 2^-53 of the speeds.
    BOOST_TEST((v.head(state.v.size()) - expected).lpNorm<Eigen::Infinity>() <
               1e-13 * (1.0 + expected.lpNorm<Eigen::Infinity>()));
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
