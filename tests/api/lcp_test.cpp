#include "perpend/lcp.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <stdexcept>

#include "perpend/study.hpp"
#include "tests/api/scenes.hpp"

using namespace perpend;

namespace {

/// Damped Jacobi, as somebody might write it, and three that are wrong.
class Jacobi final : public LcpSolver {
 public:
  void solve(const Lcp& lcp, const GrowingVector*, LcpSolution& solution) override {
    const int n = lcp.matrix->size();
    GrowingVector z = GrowingVector::Zero(n);
    for (solution.iterations = 0; solution.iterations < 5000; ++solution.iterations) {
      GrowingVector w;
      lcp.matrix->multiply(z, w);
      w += lcp.b;
      if (natural_residual(lcp, z, w) <= 1e-12) break;
      for (int i = 0; i < n; ++i) z[i] = std::max(0.0, z[i] - 0.4 * w[i] / lcp.matrix->diagonal(i));
    }
    solution.z = z;
    conclude(lcp, 1e-10, LcpFailure::limit, solution);
  }
};

class Liar final : public LcpSolver {
 public:
  void solve(const Lcp& lcp, const GrowingVector*, LcpSolution& solution) override {
    solution.z = GrowingVector::Zero(lcp.matrix->size());
    solution.w = lcp.b;
    solution.status = Status::converged;
  }
};

class Short final : public LcpSolver {
 public:
  void solve(const Lcp&, const GrowingVector*, LcpSolution& solution) override {
    solution.z = GrowingVector::Ones(1);
    solution.w = solution.z;
    solution.status = Status::converged;
  }
};

class Thrower final : public LcpSolver {
 public:
  void solve(const Lcp&, const GrowingVector*, LcpSolution&) override { throw std::runtime_error("out of ideas"); }
};

/// Throws what is no std::exception.
class NumberThrower final : public LcpSolver {
 public:
  void solve(const Lcp&, const GrowingVector*, LcpSolution&) override { throw 42; }
};

/// Says that what is no number solves the problem.
class NotANumber final : public LcpSolver {
 public:
  void solve(const Lcp& lcp, const GrowingVector*, LcpSolution& solution) override {
    solution.z = GrowingVector::Constant(lcp.matrix->size(), std::numeric_limits<double>::quiet_NaN());
    solution.w = solution.z;
    solution.status = Status::converged;
  }
};

Made<std::unique_ptr<LcpSolver>> make_by_throwing(const Properties&) {
  throw std::runtime_error("no solver today");
}

template <class Solver>
Made<std::unique_ptr<LcpSolver>> make(const Properties&) {
  return std::make_unique<Solver>();
}

Made<std::unique_ptr<LcpSolver>> make_no_solver(const Properties&) {
  return std::unique_ptr<LcpSolver>();
}

LcpSolverType solver_row(const char* name, Made<std::unique_ptr<LcpSolver>> (*make)(const Properties&)) {
  return {.spec = {.name = name, .summary = "of the tests", .arguments = {}, .properties = {}},
          .variants = name,
          .make = make};
}

/// The test program has one registry: each name is given once.
void register_solvers() {
  static const bool done = [] {
    for (const LcpSolverType& type :
         {solver_row("my_jacobi", make<Jacobi>), solver_row("my_liar", make<Liar>), solver_row("my_short", make<Short>),
          solver_row("my_thrower", make<Thrower>), solver_row("my_number", make<NumberThrower>),
          solver_row("my_nan", make<NotANumber>), solver_row("my_nothing", make_no_solver),
          solver_row("my_late_thrower", make_by_throwing)})
      BOOST_REQUIRE(!register_lcp_solver(type));
    return true;
  }();
  (void)done;
}

const MatrixX definite = (MatrixX(3, 3) << 4, -1, 0, -1, 4, -1, 0, -1, 4).finished();
const VectorX right = (VectorX(3) << -1, 2, -3).finished();

}  // namespace

BOOST_AUTO_TEST_SUITE(lcp)

BOOST_AUTO_TEST_CASE(every_solver_has_a_proved_answer_or_says_that_it_has_none) {
  for (const std::string& name : lcp_solver_names()) {
    if (name.starts_with("my_")) continue;
    const auto outcome = solve_lcp(definite, right, name);
    if (!outcome) {  // one with an option to choose
      BOOST_TEST(outcome.error().message.find(name) != std::string::npos);
      continue;
    }
    BOOST_TEST((outcome->status != Status::not_run), name);
    if (outcome->status == Status::converged) BOOST_TEST(outcome->is_solved(), name);
  }
  BOOST_TEST(solve_lcp(definite, right, "lemke")->is_solved());
  BOOST_TEST(solve_lcp(definite, right, "pgs(sweeps: 500)")->is_solved());
}

BOOST_AUTO_TEST_CASE(a_problem_without_solution_is_proved_to_have_none) {
  const MatrixX zero = MatrixX::Zero(2, 2);
  const auto outcome = solve_lcp(zero, {-1.0, 1.0}, "lemke");
  BOOST_REQUIRE(outcome.has_value());
  BOOST_TEST(outcome->is_unsolvable());
  BOOST_TEST(!outcome->is_solved());
}

BOOST_AUTO_TEST_CASE(bad_input_is_an_error) {
  const auto is_error = [](const Result<LcpOutcome>& outcome) {
    return !outcome && outcome.error().kind == ErrorKind::argument && !outcome.error().message.empty();
  };
  MatrixX with_nan = definite;
  with_nan(0, 0) = std::numeric_limits<double>::quiet_NaN();
  BOOST_TEST(is_error(solve_lcp(with_nan, right, "lemke")));
  BOOST_TEST(is_error(solve_lcp(definite, {1.0}, "lemke")));
  BOOST_TEST(is_error(solve_lcp(definite.leftCols(2), right, "lemke")));
  BOOST_TEST(is_error(solve_lcp(MatrixX(0, 0), VectorX(0), "lemke")));
  for (const char* solver : {"", "lemkee", "all", "[lemke, pgs]", "pgs(sweeps: many)", "lemke }", "pgs(sweeps: -1)"})
    BOOST_TEST(is_error(solve_lcp(definite, right, solver)), solver);
  BOOST_TEST(is_error(solve_lcp(definite, right, "lemke", {.limit = -1.0})));
}

BOOST_AUTO_TEST_CASE(a_stop_is_an_outcome) {
  std::stop_source source;
  source.request_stop();
  const auto outcome = solve_lcp(definite, right, "pgs", {.stop = source.get_token()});
  BOOST_REQUIRE(outcome.has_value());
  BOOST_TEST((outcome->stopped_by == StopReason::signal || outcome->is_solved()));
}

BOOST_AUTO_TEST_CASE(a_registered_solver_is_certified_like_every_other) {
  register_solvers();
  BOOST_TEST(solve_lcp(definite, right, "my_jacobi")->is_solved());
  const auto lie = solve_lcp(definite, right, "my_liar");
  BOOST_REQUIRE(lie.has_value());
  BOOST_TEST((lie->status == Status::converged));
  BOOST_TEST((lie->certificate->verdict == Verdict::refuted));
  BOOST_TEST(!lie->is_solved());
  BOOST_TEST((solve_lcp(definite, right, "my_short")->status == Status::unsolved));
  BOOST_TEST((solve_lcp(definite, right, "my_thrower").error().kind == ErrorKind::foreign));
  BOOST_TEST((solve_lcp(definite, right, "my_nothing").error().kind == ErrorKind::argument));
  BOOST_TEST((solve_lcp(definite, right, "my_number").error().kind == ErrorKind::foreign));
  BOOST_TEST((solve_lcp(definite, right, "my_late_thrower").error().kind == ErrorKind::foreign));
  const auto nan = solve_lcp(definite, right, "my_nan");
  BOOST_REQUIRE(nan.has_value());
  BOOST_TEST(!nan->is_solved());
  BOOST_TEST((nan->status != Status::converged));
  const auto names = lcp_solver_names();
  BOOST_TEST(std::count(names.begin(), names.end(), "my_jacobi") == 1);
}

BOOST_AUTO_TEST_CASE(it_solves_the_contacts_of_scenes) {
  register_solvers();
  const auto scene_under = [](const char* solver) { return Scene::from_text(test::dropped_disks(solver)).value(); };
  const auto ours = run(scene_under("lemke")).value();
  const auto mine = run(scene_under("my_jacobi")).value();
  BOOST_TEST(ours.as_expected());
  BOOST_TEST(mine.runs()[0].steps == 40);
  BOOST_TEST(mine.certificates().refuted == 0);
  BOOST_TEST(mine.certificates().proved > 0);
  // Both move by the same problems, solved to 1e-10 and to rounding.
  BOOST_TEST(std::abs(mine.measure("plain", "energy")->final - ours.measure("plain", "energy")->final) < 1e-6);

  const auto lying = run(scene_under("my_liar")).value();
  BOOST_TEST(!lying.as_expected());
  BOOST_TEST(lying.certificates().proved < ours.certificates().proved);
  BOOST_TEST((run(scene_under("my_short"))->runs()[0].status == RunStatus::unsolved));
  BOOST_TEST((run(scene_under("my_thrower")).error().message == "out of ideas"));
  BOOST_TEST((run(scene_under("my_number")).error().kind == ErrorKind::foreign));
  const auto nan = run(scene_under("my_nan"));
  BOOST_REQUIRE(nan.has_value());
  BOOST_TEST((nan->runs()[0].status != RunStatus::completed));
  BOOST_TEST(!nan->as_expected());
  BOOST_TEST(!Scene::from_text(test::dropped_disks("my_nothing")).has_value());
  BOOST_TEST((Scene::from_text(test::dropped_disks("my_late_thrower")).error().kind == ErrorKind::foreign));
}

BOOST_AUTO_TEST_CASE(rows_that_are_wrong_are_not_registered) {
  register_solvers();
  const auto before = lcp_solver_names().size();
  static constexpr FieldSpec without_doc[] = {{.name = "tolerance", .doc = ""}};
  LcpSolverType undocumented = solver_row("my_new", make<Jacobi>);
  undocumented.spec.arguments = without_doc;
  for (const LcpSolverType& type :
       {solver_row("my_jacobi", make<Jacobi>), solver_row("lemke", make<Jacobi>),
        solver_row("sparse_ldlt", make<Jacobi>), solver_row("", make<Jacobi>), solver_row("two words", make<Jacobi>),
        solver_row("my_new", nullptr), undocumented}) {
    const auto error = register_lcp_solver(type);
    BOOST_REQUIRE(error.has_value());
    BOOST_TEST((error->kind == ErrorKind::argument));
    BOOST_TEST(error->message != "");
  }
  BOOST_TEST(lcp_solver_names().size() == before);
}

BOOST_AUTO_TEST_SUITE_END()
