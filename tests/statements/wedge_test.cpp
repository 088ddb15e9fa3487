// Directions that wedge bodies in, by what contacts do.
#include "verification/statements/wedge.hpp"

#include <boost/test/unit_test.hpp>

#include "verification/lcp/lcp_rows.hpp"

namespace perpend::test::of_wedge {

using namespace perpend;

namespace {

/// A body between two walls that lean over it, with normals (+-4/5, -3/5); friction up along the walls holds it down
/// where mu >= 3/4. Rows: both normals, two directions of each tangent, both slips.
MatrixX leaning_walls(double mu) {
  MatrixX forces(6, 2);
  forces << 0.8, -0.6, -0.8, -0.6, 0.6, 0.8, -0.6, -0.8, -0.6, 0.8, 0.6, -0.8;
  MatrixX a = MatrixX::Zero(8, 8);
  a.topLeftCorner(6, 6) = forces * forces.transpose();
  for (int contact = 0; contact < 2; ++contact) {
    a(6 + contact, contact) = mu;
    for (int i = 2 + 2 * contact; i < 4 + 2 * contact; ++i) {
      a(i, 6 + contact) = 1.0;
      a(6 + contact, i) = -1.0;
    }
  }
  return a;
}

/// Both push; friction takes up what of it goes down.
VectorX wedging() {
  VectorX v = VectorX::Zero(8);
  v[0] = v[1] = 1.0;
  v[2] = v[4] = 0.75;
  return v;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wedge)

BOOST_AUTO_TEST_CASE(two_walls_that_close_contradict_each_other) {
  const SparseRows a = sparse_rows(MatrixX{{1.0, -1.0}, {-1.0, 1.0}});
  const Wedge found = measure_wedge(a, VectorX{{-1.0, -1.0}}, VectorX{{2.0, 2.0}});
  BOOST_TEST(found.is_found);
  BOOST_TEST(found.fall == -1.0);
  BOOST_TEST(found.raised_row == -1);
  BOOST_TEST(!measure_wedge(a, VectorX{{-1.0, 1.0}}, VectorX{{2.0, 2.0}}).is_found);   // they move together
  BOOST_TEST(!measure_wedge(a, VectorX{{-1.0, -1.0}}, VectorX{{2.0, 1.0}}).is_found);  // no balance
  BOOST_TEST(!measure_wedge(a, VectorX{{-1.0, -1.0}}, VectorX()).is_found);
}

BOOST_AUTO_TEST_CASE(friction_that_wedges_is_no_contradiction_for_the_body_may_slip) {
  VectorX b = VectorX::Zero(8);
  b[0] = b[1] = -1.0;
  const Wedge found = measure_wedge(sparse_rows(leaning_walls(1.0)), b, wedging());
  BOOST_TEST(found.is_found);
  BOOST_TEST(found.rounding < 1e-15);
  BOOST_TEST((found.raised_row == 6 || found.raised_row == 7), found.raised_row);
  BOOST_TEST(found.words().find("no contradiction") != std::string::npos);
  BOOST_TEST(!measure_wedge(sparse_rows(leaning_walls(0.5)), b, wedging()).is_found);  // outside of the cone
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_wedge
