// The impulse of one contact in the plane obeys Coulomb's law, and sweeps over contacts come nearer to an answer.
#include "kernel/solvers/planar_sweeps.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/support/contact_piles.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_planar_sweeps {

namespace {

/// How far (c, t) is from the law, against the sizes of its terms.
double miss(const std::array<double, 4>& w, const std::array<double, 2>& q, double friction,
            const std::array<double, 2>& impulse) {
  const auto [c, t] = impulse;
  const double normal_rate = w[0] * c + w[1] * t + q[0];
  const double rate = w[2] * c + w[3] * t + q[1];
  const double size = std::abs(w[0] * c) + std::abs(w[3] * c) + std::abs(q[0]) + std::abs(q[1]);
  const double room = friction * c - std::abs(t);
  const double sliding = room > 1e-12 * c ? std::abs(rate) : std::max(0.0, rate * (t > 0.0 ? 1.0 : -1.0));
  return std::max({std::abs(std::min(c, normal_rate)), -room, c > 0.0 ? sliding : 0.0}) / size;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(planar_sweeps)

BOOST_AUTO_TEST_CASE(the_impulse_of_one_contact_obeys_the_law) {
  Random random(3);
  int opens = 0, sticks = 0, slides = 0;
  for (int round = 0; round < 2000; ++round) {
    // A symmetric definite matrix with a coupling below that of a rod at 45 degrees, and friction that leaves a
    // solution.
    const double nn = random.uniform(0.5, 2.0), tt = random.uniform(0.5, 2.0);
    const double nt = random.uniform(-0.5, 0.5) * std::min(nn, tt);
    const std::array<double, 4> w{nn, nt, nt, tt};
    const std::array<double, 2> q{random.uniform(-1.0, 0.3), random.uniform(-1.0, 1.0)};
    const double friction = random.uniform(0.0, 0.9);
    const auto impulse = planar_impulse(w, q, friction);
    BOOST_TEST_INFO_SCOPE("round " << round);
    BOOST_TEST(miss(w, q, friction, impulse) < 1e-13);
    if (impulse[0] == 0.0)
      ++opens;
    else
      ++(std::abs(impulse[1]) < friction * impulse[0] * (1.0 - 1e-12) ? sticks : slides);
  }
  BOOST_TEST(std::min({opens, sticks, slides}) > 100);
}

BOOST_AUTO_TEST_CASE(more_sweeps_over_a_pile_leave_a_smaller_residual_and_keep_to_the_bounds_of_friction) {
  const OwnedLcp pile =
      pile_lcp({.rows = 5, .columns = 5, .law = PileLaw::pyramid, .friction = 0.5, .hit = 1.0, .seed = 4});
  PlanarContacts contacts;
  BOOST_TEST_REQUIRE(contacts.prepare(pile.lcp) == nullptr);
  PlanarSweeps sweeps;
  sweeps.prepare(contacts);
  for (const double relaxation : {1.0, 1.6}) {
    GrowingVector x, u, z, w;
    x.setZero(contacts.matrix().num_rows);
    double before = std::numeric_limits<double>::infinity();
    for (const long more : {1L, 20L, 400L}) {
      sweeps.run(more, relaxation, x);
      for (const PlanarContact& contact : contacts.contacts()) {
        BOOST_TEST(x[contact.normal] >= 0.0);
        if (contact.tangent < 0) continue;
        // The bound is a product, rounded once here and once there.
        BOOST_TEST(std::abs(x[contact.tangent]) <= contact.friction * x[contact.normal] * (1.0 + 1e-15));
      }
      MatrixX dense;
      to_dense(contacts.matrix(), dense);
      u = dense * x + contacts.b();
      contacts.expand(x, u, z);
      pile.lcp.matrix->multiply(z, w);
      w += pile.lcp.b;
      const double residual = natural_residual(pile.lcp, z, w);
      BOOST_TEST(residual < before);
      before = residual;
    }
  }
}

/// Two disks side by side on the ground, pushed down without friction between them: W is diagonal.
BOOST_AUTO_TEST_CASE(sweeps_that_change_nothing_say_so) {
  MatrixX a = MatrixX::Zero(2, 2);
  a.diagonal() << 2.0, 4.0;
  GrowingVector b = GrowingVector::Zero(2);
  b << -1.0, 3.0;
  const OwnedLcp problem = own(a, b);
  PlanarContacts contacts;
  BOOST_TEST_REQUIRE(contacts.prepare(problem.lcp) == nullptr);
  PlanarSweeps sweeps;
  sweeps.prepare(contacts);
  GrowingVector x;
  x.setZero(2);
  BOOST_TEST(sweeps.run(1, 1.0, x) == 1.0);
  BOOST_TEST(x[0] == 0.5);
  BOOST_TEST(x[1] == 0.0);
  BOOST_TEST(sweeps.run(5, 1.0, x) == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_planar_sweeps
