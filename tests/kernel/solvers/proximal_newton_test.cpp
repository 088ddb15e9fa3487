// Piles in space under Coulomb's law: what Newton's steps along a proximal sequence, and the interior point over
// bodies, answer where contacts are many and nearly redundant.
#include <boost/test/unit_test.hpp>
#include <numbers>

#include "kernel/solvers/solver_types.hpp"
#include "tests/support/schema_values.hpp"
#include "tests/support/spatial_contact_worlds.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_proximal_newton {

namespace {

/// Layers of balls, each in the hollows of the one below, which touch their neighbours too: more contacts than it takes
/// to hold them.
Model stacked_balls(int side, double friction) {
  constexpr double radius = 0.1;
  Model model = spatial_world_with_ground(friction);
  for (int layer = 0; layer < side; ++layer) {
    const int length = side - layer;
    for (int i = 0; i < length; ++i)
      for (int j = 0; j < length; ++j)
        model.bodies.push_back(
            ball(radius, 1.0 + 0.1 * i,
                 radius * Vec3(2 * i + 1 - length, 2 * j + 1 - length, 1.0 + layer * std::numbers::sqrt2)));
  }
  // Shot at from the side, so that some contacts stick, some slide and some part.
  model.bodies.back().spatial.velocity = Vec3(0.5, 0.2, -0.1);
  number_unknowns(model);
  return model;
}

ContactKeeper run(const Model& model, std::string_view solver, long steps) {
  ContactKeeper keeper;
  const auto method = stabilizer_type("stabilized_lcp").make({});
  (void)run_contacts(model, *std::get<0>(method), 0.002, steps, keeper, by(solver));
  return keeper;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(proximal_newton)

BOOST_AUTO_TEST_CASE(each_step_of_a_stack_of_balls_is_answered_along_the_sequence_and_by_the_interior_point) {
  for (const char* solver : {"proximal_newton", "interior_point", "auto"}) {
    BOOST_TEST_INFO_SCOPE(solver);
    const ContactKeeper keeper = run(stacked_balls(4, 0.3), solver, 25);
    BOOST_TEST(keeper.all_converged);
    BOOST_TEST(keeper.solves >= 25);
    BOOST_TEST(keeper.last.problem.rows.size() > 60);
  }
}

BOOST_AUTO_TEST_CASE(one_of_the_solvers_that_are_chosen_answers_where_the_first_ones_do_not) {
  const ContactKeeper keeper = run(stacked_balls(4, 1.0), "auto", 25);
  BOOST_TEST(keeper.all_converged);
  BOOST_TEST(keeper.solves >= 25);
}

BOOST_AUTO_TEST_CASE(many_directions_of_friction_are_answered_as_well) {
  for (const int directions : {6, 16}) {
    BOOST_TEST_INFO_SCOPE(directions << " directions");
    Model model = stacked_balls(3, 0.6);
    model.contacts.directions = directions;
    for (const char* solver : {"proximal_newton", "interior_point"}) BOOST_TEST(run(model, solver, 10).all_converged);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_proximal_newton
