// Laws of every registered LCP solver: it solves what it claims to solve, and says so only then.
#include <boost/test/unit_test.hpp>
#include <string>

#include "kernel/model/stop.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "tests/support/contact_piles.hpp"
#include "tests/support/schema_values.hpp"

namespace perpend::test::of_lcp_solvers {

namespace {

/// A problem, and its solution where one is known.
struct Planted {
  OwnedLcp problem;
  VectorX z, w;
};

const FieldSpec* find_field(const LcpSolverType& type, std::string_view name) {
  for (const FieldSpec& field : type.spec.arguments)
    if (field.name == name) return &field;
  return nullptr;
}

/// Required options at random, others at their defaults.
Properties options_of(const LcpSolverType& type) {
  Random random(3);
  return random_values(type.spec.arguments, random);
}

std::unique_ptr<LcpSolver> make(const LcpSolverType& type, const Properties& options) {
  auto made = type.make(options);
  if (const auto* error = std::get_if<FactoryError>(&made)) BOOST_FAIL(error->message);
  return std::move(std::get<std::unique_ptr<LcpSolver>>(made));
}

LcpSolution solve(const LcpSolverType& type, const Lcp& lcp, const GrowingVector* start = nullptr) {
  LcpSolution solution;
  make(type, options_of(type))->solve(lcp, start, solution);
  return solution;
}

double tolerance_of(const LcpSolverType& type) {
  const FieldSpec* field = find_field(type, "tolerance");
  return field == nullptr ? 1e-8 : std::stod(std::string(field->default_text));
}

double residual_of(const Lcp& lcp, const GrowingVector& z) {
  GrowingVector w;
  lcp.matrix->multiply(z, w);
  w += lcp.b;
  return natural_residual(lcp, z, w);
}

/// Status, residual and numbers belong together.
void check_honest(const LcpSolverType& type, const Lcp& lcp, const LcpSolution& solution) {
  BOOST_TEST((solution.status != Status::not_run));
  BOOST_TEST((solution.status == Status::converged) == (solution.failure == LcpFailure::none));
  if (solution.status != Status::converged) return;
  BOOST_TEST(solution.z.minCoeff() >= 0.0);
  BOOST_TEST(residual_of(lcp, solution.z) <= tolerance_of(type));
  BOOST_TEST(solution.residual <= tolerance_of(type));
}

void check_solved(const LcpSolverType& type, const Lcp& lcp, const LcpSolution& solution) {
  BOOST_TEST((solution.status == Status::converged),
             to_string(solution.failure) << ", residual " << solution.residual << ", " << solution.note);
  check_honest(type, lcp, solution);
}

/// LcpClass::unknown: claims no class; positive definite problems it solves all the same.
bool claims(const LcpSolverType& type, LcpClass structure) {
  return type.solves != LcpClass::unknown && structure >= type.solves &&
         (structure == LcpClass::symmetric || !type.needs_symmetric);
}

void for_each_solver(const std::function<void(const LcpSolverType&)>& check) {
  for (const LcpSolverType* type : lcp_solver_types()) {
    BOOST_TEST_INFO_SCOPE(type->spec.name);
    check(*type);
  }
}

/// Every solver that claims a class of problems.
void for_each_claimed(LcpClass structure, const std::function<void(const LcpSolverType&)>& check) {
  for_each_solver([&](const LcpSolverType& type) {
    if (claims(type, structure)) check(type);
  });
}

enum class Rank { full, deficient };

/// b = w - A z with complementary z, w: a third of the pairs each positive on one side; the last third positive there
/// (strict) or zero on both (degenerate).
Planted plant(const MatrixX& a, LcpClass structure, bool strict, Random& random) {
  const auto n = static_cast<int>(a.rows());
  Planted planted;
  planted.z.setZero(n);
  planted.w.setZero(n);
  for (int i = 0; i < n; ++i) {
    const double size = random.uniform(0.5, 1.5);
    if (i % 3 == 0) planted.z[i] = size;
    if (i % 3 == 1 || (i % 3 == 2 && strict)) planted.w[i] = size;
  }
  const VectorX product = a * planted.z;
  planted.problem = own(a, planted.w - product, structure);
  planted.problem.lcp.magnitude = planted.w + product.cwiseAbs();
  return planted;
}

MatrixX gram(int n, Rank rank, Random& random) {
  MatrixX factor(n, rank == Rank::full ? n : n / 2);
  for (int j = 0; j < factor.cols(); ++j) factor.col(j) = random.vector(n, 1.0);
  return factor * factor.transpose() + (rank == Rank::full ? 1.0 : 0.0) * MatrixX::Identity(n, n);
}

MatrixX skew(int n, Random& random) {
  MatrixX result = MatrixX::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) result(i, j) = -(result(j, i) = random.uniform(-1.0, 1.0));
  return result;
}

constexpr int planted_size = 12;

/// w is the same for all solutions of a symmetric semidefinite problem [CottlePangStone92] 3.1.7: off by no more than
/// sqrt(|A| z.w), where z.w is at most the residuals times the sizes of z and w.
double w_error(const LcpSolverType& type) {
  return 20.0 * std::sqrt(tolerance_of(type));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lcp_solvers)

BOOST_AUTO_TEST_CASE(planted_solutions_of_symmetric_problems_are_found_strict_or_degenerate) {
  for_each_solver([](const LcpSolverType& type) {
    for (const Rank rank : {Rank::full, Rank::deficient})
      for (const bool strict : {true, false}) {
        if (rank == Rank::deficient && !claims(type, LcpClass::symmetric)) continue;
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
          BOOST_TEST_INFO_SCOPE("deficient " << (rank == Rank::deficient) << " strict " << strict << " seed " << seed);
          Random random(seed);
          const Planted planted = plant(gram(planted_size, rank, random), LcpClass::symmetric, strict, random);
          const LcpSolution solution = solve(type, planted.problem.lcp);
          check_solved(type, planted.problem.lcp, solution);
          BOOST_TEST((solution.w - planted.w).cwiseAbs().maxCoeff() <= w_error(type));
        }
      }
  });
}

BOOST_AUTO_TEST_CASE(planted_solutions_of_problems_that_are_semidefinite_and_not_symmetric_are_found) {
  for_each_claimed(LcpClass::semidefinite, [](const LcpSolverType& type) {
    for (const Rank rank : {Rank::full, Rank::deficient})
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        BOOST_TEST_INFO_SCOPE("deficient " << (rank == Rank::deficient) << " seed " << seed);
        Random random(seed);
        const MatrixX symmetric = gram(planted_size, rank, random);
        const MatrixX a = symmetric + skew(planted_size, random);
        const Planted planted = plant(a, LcpClass::semidefinite, seed % 2 == 0, random);
        check_solved(type, planted.problem.lcp, solve(type, planted.problem.lcp));
      }
  });
}

BOOST_AUTO_TEST_CASE(piles_of_disks_are_solved_under_the_laws_that_are_convex) {
  for_each_claimed(LcpClass::symmetric, [](const LcpSolverType& type) {
    for (const PileLaw law : {PileLaw::frictionless, PileLaw::generators})
      for (const double hit : {0.0, 1.0})
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
          BOOST_TEST_INFO_SCOPE("law " << static_cast<int>(law) << " hit " << hit << " seed " << seed);
          const OwnedLcp pile = pile_lcp({.rows = 2, .law = law, .hit = hit, .seed = seed});
          check_solved(type, pile.lcp, solve(type, pile.lcp));
        }
  });
}

BOOST_AUTO_TEST_CASE(piles_of_disks_with_friction_are_solved_by_those_that_claim_it) {
  for_each_claimed(LcpClass::copositive, [](const LcpSolverType& type) {
    for (const double hit : {0.0, 1.0})
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        BOOST_TEST_INFO_SCOPE("hit " << hit << " seed " << seed);
        const OwnedLcp pile = pile_lcp({.rows = 2, .law = PileLaw::pyramid, .hit = hit, .seed = seed});
        check_solved(type, pile.lcp, solve(type, pile.lcp));
      }
  });
}

BOOST_AUTO_TEST_CASE(velocities_of_a_pile_under_a_convex_law_are_those_of_every_other_solver) {
  const OwnedLcp pile = pile_lcp({.rows = 2, .law = PileLaw::generators, .hit = 1.0});
  std::optional<VectorX> first;
  for_each_claimed(LcpClass::symmetric, [&](const LcpSolverType& type) {
    const LcpSolution solution = solve(type, pile.lcp);
    if (!first) first = solution.w;
    BOOST_TEST((solution.w - *first).cwiseAbs().maxCoeff() <= w_error(type));
  });
}

BOOST_AUTO_TEST_CASE(a_stop_ends_every_solver_at_once_as_interrupted_and_leaves_nothing_behind) {
  for_each_solver([](const LcpSolverType& type) {
    Random random(1);
    const Planted planted = plant(gram(planted_size, Rank::full, random), LcpClass::symmetric, true, random);
    const auto solver = make(type, options_of(type));
    LcpSolution solution;
    std::stop_source asked;
    asked.request_stop();
    const auto check_interrupted = [&] {
      solver->solve(planted.problem.lcp, nullptr, solution);
      BOOST_TEST((solution.status == Status::interrupted), to_string(solution.status));
      BOOST_TEST(solution.iterations <= 1);
    };
    {
      const StopScope at_once(0.0);
      check_interrupted();
    }
    {
      const StopScope scope(std::nullopt, asked.get_token());
      check_interrupted();
    }
    solver->solve(planted.problem.lcp, nullptr, solution);
    check_solved(type, planted.problem.lcp, solution);
  });
}

BOOST_AUTO_TEST_CASE(no_unknowns_are_solved) {
  const OwnedLcp empty = own(MatrixX(0, 0), VectorX(0), LcpClass::symmetric);
  for_each_solver([&](const LcpSolverType& type) {
    const LcpSolution solution = solve(type, empty.lcp);
    BOOST_TEST((solution.status == Status::converged));
    BOOST_TEST(solution.z.size() == 0);
  });
}

BOOST_AUTO_TEST_CASE(where_nothing_pushes_the_solution_is_zero_exactly) {
  Random random(1);
  const MatrixX a = gram(planted_size, Rank::deficient, random);
  const OwnedLcp problem = own(a, random.vector(planted_size, 1.0).cwiseAbs(), LcpClass::symmetric);
  for_each_solver([&](const LcpSolverType& type) {
    const LcpSolution solution = solve(type, problem.lcp);
    check_solved(type, problem.lcp, solution);
    BOOST_TEST((solution.z == VectorX::Zero(planted_size)));
  });
}

BOOST_AUTO_TEST_CASE(what_has_no_solution_is_never_called_solved) {
  const MatrixX rotation{{0.0, 1.0}, {-1.0, 0.0}}, squeeze{{1.0, -1.0}, {-1.0, 1.0}}, nothing{{0.0, 0.0}, {0.0, 0.0}};
  for (const MatrixX& a : {rotation, squeeze, nothing}) {
    const OwnedLcp problem =
        own(a, VectorX::Constant(2, -1.0), a == rotation ? LcpClass::semidefinite : LcpClass::symmetric);
    for_each_solver([&](const LcpSolverType& type) {
      const LcpSolution solution = solve(type, problem.lcp);
      BOOST_TEST((solution.status != Status::converged));
      check_honest(type, problem.lcp, solution);
    });
  }
}

BOOST_AUTO_TEST_CASE(a_solver_claims_no_solution_that_it_does_not_have_whatever_the_matrix) {
  for_each_solver([](const LcpSolverType& type) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      BOOST_TEST_INFO_SCOPE("seed " << seed);
      Random random(seed);
      const int n = 1 + random.below(7);
      MatrixX a(n, n);
      for (int j = 0; j < n; ++j) a.col(j) = random.vector(n, 2.0);
      const OwnedLcp problem = own(a, random.vector(n, 1.0));
      check_honest(type, problem.lcp, solve(type, problem.lcp));
    }
  });
}

BOOST_AUTO_TEST_CASE(a_change_of_units_changes_nothing_but_the_units) {
  Random random(5);
  const Planted planted = plant(gram(planted_size, Rank::full, random), LcpClass::symmetric, true, random);
  for (const double unit : {0x1p-7, 0x1p10}) {
    OwnedLcp scaled = own(gram(1, Rank::full, random), VectorX::Zero(1));
    scaled.lcp = planted.problem.lcp;
    scaled.lcp.b *= unit;
    scaled.lcp.magnitude *= unit;
    for_each_solver([&](const LcpSolverType& type) {
      const LcpSolution solution = solve(type, scaled.lcp);
      check_solved(type, scaled.lcp, solution);
      BOOST_TEST((solution.z / unit - planted.z).cwiseAbs().maxCoeff() <= w_error(type));
    });
  }
}

BOOST_AUTO_TEST_CASE(another_order_of_the_unknowns_gives_the_same_solution) {
  Random random(6);
  const int n = planted_size;
  const MatrixX a = gram(n, Rank::full, random);
  const Planted planted = plant(a, LcpClass::symmetric, true, random);
  MatrixX turned(n, n);
  VectorX b(n), z(n);
  for (int i = 0; i < n; ++i) {
    b[i] = planted.problem.lcp.b[(5 * i + 2) % n];
    z[i] = planted.z[(5 * i + 2) % n];
    for (int j = 0; j < n; ++j) turned(i, j) = a((5 * i + 2) % n, (5 * j + 2) % n);
  }
  const OwnedLcp problem = own(turned, b, LcpClass::symmetric);
  for_each_solver([&](const LcpSolverType& type) {
    const LcpSolution solution = solve(type, problem.lcp);
    check_solved(type, problem.lcp, solution);
    BOOST_TEST((solution.z - z).cwiseAbs().maxCoeff() <= w_error(type));
  });
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_is_said_to_be_so) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for_each_solver([&](const LcpSolverType& type) {
      Random random(7);
      MatrixX a = gram(5, Rank::full, random);
      const VectorX b = random.vector(5, 1.0);
      OwnedLcp in_b = own(a, b, LcpClass::symmetric);
      in_b.lcp.b[2] = bad;
      BOOST_TEST((solve(type, in_b.lcp).status == Status::not_finite));
      a(1, 2) = a(2, 1) = bad;
      const OwnedLcp in_a = own(a, b, LcpClass::symmetric);
      const LcpSolution solution = solve(type, in_a.lcp);
      BOOST_TEST((solution.status != Status::converged));
    });
}

BOOST_AUTO_TEST_CASE(a_start_far_away_does_no_harm) {
  Random random(8);
  const Planted planted = plant(gram(planted_size, Rank::full, random), LcpClass::symmetric, false, random);
  const VectorX far = random.vector(planted_size, 1e3).cwiseAbs(), below = -far;
  VectorX bad = far;
  bad[3] = std::numeric_limits<double>::quiet_NaN();
  const VectorX short_one = far.head(3);
  for (const GrowingVector& start : std::vector<GrowingVector>{far, below, bad, short_one, planted.z})
    for_each_solver([&](const LcpSolverType& type) {
      check_solved(type, planted.problem.lcp, solve(type, planted.problem.lcp, &start));
    });
}

BOOST_AUTO_TEST_CASE(a_limit_that_is_too_low_is_a_failure_and_not_an_answer) {
  const OwnedLcp pile = pile_lcp({.rows = 5, .law = PileLaw::generators, .hit = 1.0});
  for_each_solver([&](const LcpSolverType& type) {
    for (const std::string_view name : {"sweeps", "iterations", "pivots"}) {
      if (find_field(type, name) == nullptr) continue;
      Properties options = options_of(type);
      options.set(name, 1.0);
      LcpSolution solution;
      make(type, options)->solve(pile.lcp, nullptr, solution);
      BOOST_TEST((solution.status == Status::iteration_limit));
      BOOST_TEST((solution.failure != LcpFailure::none));
    }
  });
}

BOOST_AUTO_TEST_CASE(a_solver_keeps_its_memory_and_not_what_it_computed) {
  const OwnedLcp small = pile_lcp({.rows = 2, .law = PileLaw::generators});
  const OwnedLcp large = pile_lcp({.rows = 3, .law = PileLaw::generators, .hit = 1.0});
  for_each_solver([&](const LcpSolverType& type) {
    const auto solver = make(type, options_of(type));
    LcpSolution used, fresh = solve(type, small.lcp);
    solver->solve(large.lcp, nullptr, used);
    solver->solve(small.lcp, nullptr, used);
    BOOST_TEST((used.z == fresh.z));
    BOOST_TEST(used.iterations == fresh.iterations);
    BOOST_TEST((used.history == fresh.history));
    BOOST_TEST(used.note == fresh.note);
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_lcp_solvers
