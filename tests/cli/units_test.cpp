// What units a problem of a file is written in makes no difference to its answer.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "referee/lcp_attempt.hpp"
#include "tests/support/contact_piles.hpp"
#include "tests/support/schema_values.hpp"

namespace perpend::test::of_units {
namespace {

LcpAnswer attempt(const LcpSolverType& type, const LcpProblem& problem) {
  Random random(3);
  const auto solver = std::get<std::unique_ptr<LcpSolver>>(type.make(random_values(type.spec.arguments, random)));
  return attempt_lcp(problem, *solver, true);
}

LcpProblem definite_problem(int n, std::uint64_t seed) {
  Random random(seed);
  MatrixX factor(n, n);
  for (int j = 0; j < n; ++j) factor.col(j) = random.vector(n, 1.0);
  const MatrixX a = factor * factor.transpose() + MatrixX::Identity(n, n);
  return {"definite", SparseLcpMatrix(a).rows(), random.vector(n, 1.0), {}, LcpClass::symmetric};
}

LcpProblem in_units(LcpProblem problem, int exponent_of_a, int exponent_of_b) {
  for (double& value : problem.a.value) value = std::ldexp(value, exponent_of_a);
  for (double& value : problem.b) value = std::ldexp(value, exponent_of_b);
  return problem;
}

BOOST_AUTO_TEST_SUITE(units)

BOOST_AUTO_TEST_CASE(powers_of_two_of_the_matrix_and_of_the_right_side_change_the_units_of_an_answer_alone) {
  for (const LcpSolverType* type : lcp_solver_types())
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const LcpProblem problem = definite_problem(6, seed);
      const LcpAnswer plain = attempt(*type, problem);
      if (plain.attempt.failure == "unsuited") continue;
      for (const auto& [of_a, of_b] : {std::pair(300, 300),
                                       {-300, -300},
                                       {1000, 1000},
                                       {-1000, -1000},
                                       {500, 900},
                                       {-900, -500},
                                       {900, 500},
                                       {-500, -900},
                                       {700, -200}}) {
        BOOST_TEST_INFO_SCOPE(type->spec.name << ", A 2^" << of_a << ", b 2^" << of_b << ", seed " << seed);
        const LcpAnswer other = attempt(*type, in_units(problem, of_a, of_b));
        BOOST_TEST((other.attempt.status == plain.attempt.status));
        BOOST_TEST(other.attempt.residual == plain.attempt.residual);
        BOOST_REQUIRE(other.z.size() == plain.z.size());
        for (Eigen::Index i = 0; i < plain.z.size(); ++i) BOOST_TEST(other.z[i] == std::ldexp(plain.z[i], of_b - of_a));
        if (plain.attempt.status == Status::converged)
          BOOST_TEST(other.attempt.certificate->verdict == plain.attempt.certificate->verdict);
      }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_larger_than_any_double_is_not_called_solved) {
  for (const LcpSolverType* type : lcp_solver_types()) {
    BOOST_TEST_INFO_SCOPE(type->spec.name);
    const LcpAnswer answer = attempt(*type, in_units(definite_problem(3, 1), -900, 900));
    BOOST_TEST((answer.attempt.status != Status::converged));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_units
