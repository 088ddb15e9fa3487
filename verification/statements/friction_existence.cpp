// Whether contacts with friction have an answer at all. Both theorems look for the slip s = |u_T(s)|: with s given, the
// problem with u_N + mu s in place of u_N has one solution that depends on s continuously, and s -> |u_T| maps a ball
// into itself, so that it has a fixed point (Brouwer). [AcaryCadouxLemarechalMalick11]
//     local, W positive definite, symmetric or not: the variational inequality over the cone is strongly monotone, and
//         0 = r . (W r + q + mu s e_N) >= r . W r + q . r bounds r by |q| over the smallest eigenvalue for every s.
//     W = H^T M^-1 H, M positive definite, and H^T v + w inside the dual cone for some v: v(s) minimizes v^T M v / 2 -
//         f^T v over H^T v + w + mu s e_N in the dual cone, is no dearer than that v, and its multiplier is r.
#include <fmt/format.h>

#include "verification/lcp.hpp"
#include "verification/lcp_rows.hpp"
#include "verification/statements/friction_matrices.hpp"
#include "verification/statements/friction_motion.hpp"

namespace perpend {

namespace {

constexpr const char* by_regular_energy =
    "r^T W r > 0: a fixed point of the slip exists, for every q and mu >= 0 [AcaryCadouxLemarechalMalick11]";
constexpr const char* by_opening =
    "a positive (semi)definite energy, and a motion with u_N > mu |u_T| at every contact: a fixed point of the slip "
    "exists [AcaryCadouxLemarechalMalick11]";

const char* why_unfit_origin(const FrictionOrigin& problem) {
  if (const char* reason = why_unfit(problem.energy)) return reason;
  if (const char* reason = why_not_a_matrix(problem.motion)) return reason;
  const bool fits = problem.motion.num_rows == problem.dimension * problem.mu.size() &&
                    problem.motion.num_columns == problem.energy.num_rows &&
                    problem.offset.size() == problem.motion.num_rows;
  if (!fits) return "the sizes do not match";
  if (!problem.mu.allFinite() || !problem.offset.allFinite()) return "the data are not finite";
  return problem.mu.size() > 0 && problem.mu.minCoeff() < 0.0 ? "a coefficient of friction is negative" : nullptr;
}

void say_class(const std::string& name, Statement& statement) {
  statement.facts.emplace_back("class", name);
  statement.facts.emplace_back("consequence", "copositive, for every mu >= 0");
}

/// Of a nearly full matrix; a sparse one takes far less.
double seconds_of_cholesky(const SparseRows& a) {
  constexpr double seconds_per_cube = 3e-9, nearly_full = 0.2;
  const double n = a.num_rows;
  return static_cast<double>(a.value.size()) > nearly_full * n * n ? seconds_per_cube * n * n * n : 0.0;
}

Verdict by_regular_w(const FrictionOrigin& problem, const Effort& effort, Statement& statement) {
  Effort plain = effort;
  if (seconds_of_cholesky(problem.energy) > effort.seconds) return Verdict::undecided;
  plain.highest = std::min(effort.highest, Level::binary64);  // the matrix is rounded: no edge of it means anything
  if (state_spd(below_symmetric_part(problem.energy), plain).verdict != Verdict::proved) return Verdict::undecided;
  say_class("W positive definite", statement);
  statement.theorem = by_regular_energy;
  return Verdict::proved;
}

/// Why the energy is not shown to be enough for the second theorem; empty when it is.
std::string why_no_energy(const FrictionOrigin& problem, const Effort& effort, Statement& statement) {
  constexpr int largest_elimination = 40;
  if (problem.is_local) {
    if (seconds_of_cholesky(problem.energy) > effort.seconds)
      return fmt::format("{} rows of W: to factorize it takes about {:.0f} s", problem.energy.num_rows,
                         seconds_of_cholesky(problem.energy));
    if (!is_symmetric(problem.energy)) return "W is neither symmetric nor shown to be positive definite";
    if (problem.energy.num_rows > largest_elimination || effort.highest < Level::exact ||
        classify(problem.energy, 0).semidefinite != Verdict::proved)
      return "W is not shown to be positive semidefinite";
    say_class("W symmetric positive semidefinite", statement);
    return "";
  }
  const Statement spd = state_spd(problem.energy, effort);
  if (spd.verdict == Verdict::proved) say_class("M symmetric positive definite", statement);
  return spd.verdict == Verdict::proved ? "" : "M is not shown to be symmetric positive definite: " + spd.reason;
}

Verdict by_opening_motion(const FrictionOrigin& problem, const Effort& effort, Statement& statement) {
  statement.reason = why_no_energy(problem, effort, statement);
  if (!statement.reason.empty()) return Verdict::undecided;
  const VectorX z = opening_motion(problem, effort);
  if (z.size() == 0 && problem.motion.num_columns > 0) {
    statement.reason = "no motion was found that opens every contact with u_N > mu |u_T|";
    return Verdict::undecided;
  }
  statement.theorem = by_opening;
  statement.witness = {{"opening motion", hexadecimal({z.begin(), z.end()})}};
  return Verdict::proved;
}

Verdict by_normals(const FrictionOrigin& problem, Statement& statement) {
  std::vector<std::string> multipliers;
  if (!normals_contradict(problem, multipliers)) return Verdict::undecided;
  statement.theorem = "c >= 0 with c . u_N < 0 for all reactions of the cone (Farkas) [CottlePangStone92]";
  statement.reason = "no reactions of the cone keep every u_N >= 0";
  statement.witness = {{"c", multipliers}};
  return Verdict::refuted;
}

/// u = q there.
Verdict by_no_reactions(const FrictionOrigin& problem, Statement& statement) {
  for (Eigen::Index i = 0; i < problem.offset.size(); i += problem.dimension)
    if (problem.offset[i] < 0.0) return Verdict::undecided;
  statement.theorem = "r = 0 solves it: every u_N = q_N is >= 0";
  return Verdict::proved;
}

constexpr int most_choices = 12;

Verdict by_choices(const FrictionOrigin& problem, Statement& statement) {
  const PlaneLcp lcp = plane_lcp(problem.mu, problem.motion, problem.offset);
  const SolutionSet found = list_solutions(lcp.a, lcp.b, most_choices);
  if (found.verdict != Verdict::proved) return Verdict::undecided;
  statement.theorem = "each choice of the entries that are 0 decided over the rationals [CottlePangStone92]";
  statement.reason = found.pieces.empty() ? "no choice of states of the contacts gives a solution" : "";
  if (found.pieces.empty()) return Verdict::refuted;
  const VectorX& z = found.pieces.front().z;
  std::vector<double> r;
  for (Eigen::Index i = 0; i < z.size(); i += 4) r.insert(r.end(), {z[i], z[i + 1] - z[i + 2]});
  statement.witness = {{"r", hexadecimal(r)}};
  return Verdict::proved;
}

}  // namespace

Statement state_friction_existence(const FrictionOrigin& problem, const Effort& effort) {
  Statement statement = claim_of("friction_existence", "some reactions solve the contacts with Coulomb's cone");
  if (const char* reason = why_unfit_origin(problem)) return unfit(std::move(statement), reason);
  if (problem.has_equations) {
    escalate(statement, Level::structure, 0, [] { return Verdict::undecided; });
    statement.reason = "nothing is known of problems with equations beside the contacts";
    return statement;
  }
  if (problem.is_local) escalate(statement, Level::structure, 0, [&] { return by_no_reactions(problem, statement); });
  const bool is_exact_allowed = effort.highest >= Level::exact;
  const bool is_plane = problem.is_local && problem.dimension == 2 && 4 * problem.mu.size() <= most_choices;
  if (is_exact_allowed && is_plane)
    escalate(statement, Level::exact, 0, [&] { return by_choices(problem, statement); });
  if (problem.is_local)
    escalate(statement, Level::binary64, 53, [&] { return by_regular_w(problem, effort, statement); });
  escalate(statement, problem.is_local ? Level::exact : Level::binary64, problem.is_local ? 0 : 53,
           [&] { return by_opening_motion(problem, effort, statement); });
  if (is_exact_allowed) escalate(statement, Level::exact, 0, [&] { return by_normals(problem, statement); });
  return statement;
}

}  // namespace perpend
