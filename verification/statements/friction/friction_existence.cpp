// Whether contacts with friction have an answer at all. Both theorems look for the slip s = |u_T(s)|: with s given, the
// problem with u_N + mu s in place of u_N has one solution that depends on s continuously, and s -> |u_T| maps a ball
// into itself, so that it has a fixed point (Brouwer). [AcaryCadouxLemarechalMalick11]
//     local, W positive definite, symmetric or not: the variational inequality over the cone is strongly monotone, and
//         0 = r . (W r + q + mu s e_N) >= r . W r + q . r bounds r by |q| over the smallest eigenvalue for every s.
//     W = H^T M^-1 H, M positive definite, and H^T v + w inside the dual cone for some v with G^T v + b = 0: v(s)
//         minimizes v^T M v / 2 - f^T v over H^T v + w + mu s e_N in the dual cone and over the equations, costs no
//         more than that v, and its multiplier is r.
// A third one is on friction_copositive.hpp.
#include <fmt/format.h>

#include <cstdlib>

#include "verification/arithmetic/wide_rows.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_class.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/lcp/lcp_solutions.hpp"
#include "verification/statements/friction/friction_copositive.hpp"
#include "verification/statements/friction/friction_matrices.hpp"
#include "verification/statements/friction/friction_motion.hpp"

namespace perpend {

namespace {

constexpr const char* by_regular_energy =
    "r^T W r > 0: a fixed point of the slip exists, for every q and mu >= 0 [AcaryCadouxLemarechalMalick11]";
constexpr const char* by_opening =
    "a positive (semi)definite energy, and a motion with u_N > mu |u_T| at every contact: a fixed point of the slip "
    "exists [AcaryCadouxLemarechalMalick11]";

constexpr const char* by_copositivity =
    "r^T W r > 0 for all reactions of the cones, by forces that open every contact: no answer can be large, and one "
    "exists for every q [KlarbringPang98]";

const char* why_unfit_equations(const FrictionProblem& problem) {
  const Eigen::Index p = problem.b.size();
  if (const char* reason = why_not_a_matrix(problem.coupling())) return reason;
  if (problem.coupling().num_rows != problem.energy().num_rows || problem.coupling().num_columns != p)
    return "the sizes do not match";
  if (!problem.b.allFinite()) return "the data are not finite";
  if (!problem.is_local()) return nullptr;
  if (const char* reason = why_unfit(problem.R)) return reason;
  return problem.R.num_rows == p ? nullptr : "the sizes do not match";
}

const char* why_unfit_problem(const FrictionProblem& problem, const SparseRows& motion) {
  if (const char* reason = why_unfit(problem.energy())) return reason;
  if (const char* reason = why_not_a_matrix(motion)) return reason;
  const bool fits = motion.num_rows == problem.dimension * problem.mu.size() &&
                    motion.num_columns == problem.energy().num_rows && problem.offset().size() == motion.num_rows;
  if (!fits) return "the sizes do not match";
  if (problem.has_equations())
    if (const char* reason = why_unfit_equations(problem)) return reason;
  if (!problem.mu.allFinite() || !problem.offset().allFinite()) return "the data are not finite";
  return problem.mu.size() > 0 && problem.mu.minCoeff() < 0.0 ? "a coefficient of friction is negative" : nullptr;
}

void say_class(const std::string& name, Statement& statement) {
  statement.add(FactKind::class_name, name);
  statement.add(FactKind::consequence, "copositive, for every mu >= 0");
}

/// Time for a nearly full matrix; a sparse one takes far less.
double seconds_of_cholesky(const SparseRows& a) {
  constexpr double seconds_per_cube = 3e-9, nearly_full = 0.2;
  const double n = a.num_rows;
  return static_cast<double>(a.value.size()) > nearly_full * n * n ? seconds_per_cube * n * n * n : 0.0;
}

Verdict by_regular_w(const FrictionProblem& problem, const Effort& effort, Statement& statement) {
  Effort plain = effort;
  if (seconds_of_cholesky(problem.energy()) > effort.seconds) return Verdict::undecided;
  plain.highest = std::min(effort.highest, Level::binary64);  // the matrix is rounded: no edge of it means anything
  if (state_spd(below_symmetric_part(problem.energy()), plain).verdict != Verdict::proved) return Verdict::undecided;
  say_class("W positive definite", statement);
  statement.theorem = by_regular_energy;
  return Verdict::proved;
}

/// W is not judged without the equations that come with it.
Verdict by_strict_copositivity(const FrictionProblem& problem, const Effort& effort, Statement& statement) {
  const double seconds = seconds_of_cholesky(problem.energy());
  if (seconds > effort.seconds) {
    statement.reason =
        fmt::format("{} rows of W: to factorize it takes about {}", problem.energy().num_rows, about_seconds(seconds));
    return Verdict::undecided;
  }
  const StrictCopositivity found = show_strict_copositivity(problem, effort);
  statement.reason = found.missing;
  if (!found.missing.empty()) return Verdict::undecided;
  statement.theorem = by_copositivity;
  statement.witness = {{"opening forces", hexadecimal({found.x.begin(), found.x.end()})},
                       {"shift", hexadecimal({found.shift})}};
  if (problem.has_equations())
    statement.witness.emplace_back("smallest eigenvalue of R at least", hexadecimal({found.least_of_r}));
  return Verdict::proved;
}

/// Decided exactly for small symmetric matrices.
bool is_semidefinite_w(const FrictionProblem& problem, const Effort& effort, Statement& statement) {
  constexpr int largest_elimination = 40;
  const bool is_small = problem.energy().num_rows <= largest_elimination && effort.highest >= Level::exact;
  if (!is_small || !is_symmetric(problem.energy()) || classify(problem.energy(), 0).semidefinite != Verdict::proved)
    return false;
  say_class("W symmetric positive semidefinite", statement);
  return true;
}

bool is_definite_m(const FrictionProblem& problem, const Effort& effort, Statement& statement) {
  const Statement spd = state_spd(problem.energy(), effort);
  if (spd.verdict == Verdict::proved) say_class("M symmetric positive definite", statement);
  if (spd.verdict != Verdict::proved)
    statement.reason = "M is not shown to be symmetric positive definite: " + spd.reason;
  return spd.verdict == Verdict::proved;
}

Verdict by_opening_motion(const ContactMotion& contacts, const Effort& effort, Statement& statement) {
  const VectorX z = opening_motion(contacts, effort);
  if (z.size() == 0 && contacts.motion.num_columns > 0) {
    statement.reason = "no motion was found that opens every contact with u_N > mu |u_T|";
    return Verdict::undecided;
  }
  statement.theorem = by_opening;
  statement.reason.clear();
  statement.witness = {{"opening motion", hexadecimal({z.begin(), z.end()})}};
  return Verdict::proved;
}

Verdict by_constrained_motion(const FrictionProblem& problem, const ContactMotion& contacts, const Effort& effort,
                              Statement& statement) {
  const ConstrainedMotion found = constrained_opening(problem, contacts, effort);
  statement.reason = found.missing;
  if (!found.missing.empty()) return Verdict::undecided;
  statement.theorem = by_opening;
  statement.witness = {{"opening motion", hexadecimal({found.v.begin(), found.v.end()})},
                       {"smallest eigenvalue of G^T G at least", hexadecimal({found.least_of_gram})}};
  return Verdict::proved;
}

Verdict by_normals(bool is_local, const ContactMotion& contacts, Statement& statement) {
  std::vector<std::string> multipliers;
  if (!normals_contradict(is_local, contacts, multipliers)) return Verdict::undecided;
  statement.theorem = "c >= 0 with c . u_N < 0 for all reactions of the cone (Farkas) [CottlePangStone92]";
  statement.reason = "no reactions of the cone keep every u_N >= 0";
  statement.witness = {{"c", multipliers}};
  return Verdict::refuted;
}

/// u = q there.
Verdict by_no_reactions(const FrictionProblem& problem, Statement& statement) {
  for (Eigen::Index i = 0; i < problem.offset().size(); i += problem.dimension)
    if (problem.offset()[i] < 0.0) return Verdict::undecided;
  statement.theorem = "r = 0 solves it: every u_N = q_N is >= 0";
  return Verdict::proved;
}

constexpr int most_friction_choices = 12;

Verdict by_choices(const FrictionProblem& problem, Statement& statement) {
  const PlaneLcp lcp = plane_lcp(problem.mu, problem.W, problem.q);
  const SolutionSet found = list_solutions(lcp.a, lcp.b, most_friction_choices);
  if (found.verdict != Verdict::proved) return Verdict::undecided;
  statement.theorem = "each choice of the entries that are 0 decided over the rationals [CottlePangStone92]";
  statement.reason = found.pieces.empty() ? "no choice of states of the contacts gives a solution" : "";
  if (found.pieces.empty()) return Verdict::refuted;
  const std::vector<std::string>& z = found.pieces.front().text;
  const auto number = [&](std::size_t i) {
    return z[i].find('x') == std::string::npos ? Rational(z[i]) : exact(std::strtod(z[i].c_str(), nullptr));
  };
  std::vector<Rational> r;
  for (std::size_t i = 0; i < z.size(); i += 4) {
    r.push_back(number(i));
    r.emplace_back(number(i + 1) - number(i + 2));
  }
  statement.witness = {{"r", exact_texts(r)}};
  return Verdict::proved;
}

}  // namespace

Statement state_friction_existence(const FrictionProblem& problem, const Effort& effort) {
  Statement statement =
      claim_of(StatementKind::friction_existence, "some reactions solve the contacts with Coulomb's cone");
  const ContactMotion contacts = motion_of(problem);
  if (const char* reason = why_unfit_problem(problem, contacts.motion)) return unfit(std::move(statement), reason);
  const auto attempt = [&](Level level, const auto& decide) {
    if (effort.highest >= level) escalate(statement, level, level == Level::binary64 ? 53 : 0, decide);
  };
  const bool has_equations = problem.has_equations();
  if (problem.is_local()) {
    const bool is_small_plane = problem.dimension == 2 && 4 * problem.mu.size() <= most_friction_choices;
    if (!has_equations) {
      attempt(Level::structure, [&] { return by_no_reactions(problem, statement); });
      if (is_small_plane) attempt(Level::exact, [&] { return by_choices(problem, statement); });
      attempt(Level::binary64, [&] { return by_regular_w(problem, effort, statement); });
    }
    attempt(Level::binary64, [&] { return by_strict_copositivity(problem, effort, statement); });
    if (!has_equations)
      attempt(Level::exact, [&] {
        return is_semidefinite_w(problem, effort, statement) ? by_opening_motion(contacts, effort, statement)
                                                             : Verdict::undecided;
      });
  } else {
    attempt(Level::binary64, [&] {
      if (!is_definite_m(problem, effort, statement)) return Verdict::undecided;
      return has_equations ? by_constrained_motion(problem, contacts, effort, statement)
                           : by_opening_motion(contacts, effort, statement);
    });
  }
  if (!has_equations) attempt(Level::exact, [&] { return by_normals(problem.is_local(), contacts, statement); });
  return statement;
}

}  // namespace perpend
