// Rotations as values: what let, lists and functions hold of them, products, and vectors that they turn.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "kernel/model/numbers/rotation.hpp"
#include "tests/dsl/real_vocabulary.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_rotations {

using namespace perpend;
using namespace perpend::dsl;

namespace {

/// A ball whose orientation and place are these expressions.
SpatialBody body_with(const std::string& before, const std::string& rotation, const std::string& at) {
  const Loaded loaded =
      load_real(fmt::format("experiment e {{\n  world spatial {{\n    {}\n    body b = sphere(radius: 1 m) {{ mass = 1 "
                            "kg; rotation = {}; at = {} "
                            "}}\n  }}\n  run {{ step = 1 ms; duration = 1 s }}\n  method m = none\n}}\n",
                            before, rotation, at));
  BOOST_REQUIRE_MESSAGE(loaded.experiment, render(loaded.diagnostics, false));
  return std::get<World>(loaded.experiment->system).model.bodies.at(0).spatial;
}

std::string random_turn(Random& random) {
  const Vec3 axis = random.vector(3, 1.0);
  return fmt::format("axis_angle(({}, {}, {}), {})", axis.x(), axis.y(), axis.z(), random.uniform(-3.0, 3.0));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rotations)

BOOST_AUTO_TEST_CASE(a_named_rotation_is_the_rotation) {
  Random random(2);
  for (int sample = 0; sample < 20; ++sample) {
    const std::string turn = random_turn(random);
    const Vec4 written = body_with("", turn, "(0, 0, 0) m").rotation;
    for (const char* use : {"tilt", "list[2]", "about(0)", "if 1 < 2 then tilt else quaternion(1, 0, 0, 0)"}) {
      const std::string names =
          fmt::format("let tilt = {0}\n    let list = [quaternion(1, 0, 0, 0), {0}]\n    fn about(x) = {0}", turn);
      BOOST_TEST((body_with(names, use, "(0, 0, 0) m").rotation == written), use << " of " << turn);
    }
  }
}

// Both sides are rounded in some ten operations on numbers up to 4.
BOOST_AUTO_TEST_CASE(a_product_turns_by_its_second_factor_first) {
  Random random(3);
  for (int sample = 0; sample < 20; ++sample) {
    const std::string names = fmt::format("let r = {}\n    let q = {}", random_turn(random), random_turn(random));
    const SpatialBody product = body_with(names, "r * q", "r * q * (1, 2, 3) m");
    const SpatialBody nested = body_with(names, "r * q", "r * (q * (1, 2, 3) m)");
    BOOST_TEST((product.position - nested.position).norm() < 1e-14);
    BOOST_TEST((rotation_matrix<double>(product.rotation) * Vec3(1, 2, 3) - product.position).norm() < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(euler_angles_are_products_of_turns_about_axes) {
  const Vec4 euler = body_with("", "euler(zyx, 10 deg, 20 deg, 30 deg)", "(0, 0, 0) m").rotation;
  const Vec4 product = body_with("",
                                 "axis_angle((0, 0, 1), 10 deg) * axis_angle((0, 1, 0), 20 deg) * axis_angle((1, 0, "
                                 "0), 30 deg)",
                                 "(0, 0, 0) m")
                           .rotation;
  BOOST_TEST((euler - product).norm() < 1e-15);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_rotations
