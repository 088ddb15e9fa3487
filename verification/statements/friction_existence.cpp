// Whether contacts with friction have an answer at all. With W = H^T M^-1 H, M positive definite, and some v with
// H^T v + w inside the dual cone, they have: for a given slip s >= 0 the problem
//     min v^T M v / 2 - f^T v   subject to   H^T v + w + mu s e_N in the dual cone
// has one solution v(s), continuous in s and no dearer than that v, hence bounded; s -> |u_T(v(s))| maps a ball into
// itself and has a fixed point (Brouwer), and its multiplier is r. [AcaryCadouxLemarechalMalick11]
#include <fmt/format.h>

#include "verification/lcp.hpp"
#include "verification/lcp_rows.hpp"
#include "verification/statements/friction_motion.hpp"

namespace perpend {

namespace {

constexpr const char* by_opening =
    "an energy that is positive (semi)definite, and a motion with u_N > mu |u_T| at every contact "
    "[AcaryCadouxLemarechalMalick11]";

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

/// Proved definite, or semidefinite where that is enough and the matrix is small; the word for it, or null.
const char* definiteness(const FrictionOrigin& problem, const Effort& effort, std::string& reason) {
  const Statement spd = state_spd(problem.energy, effort);
  if (spd.verdict == Verdict::proved) return "symmetric positive definite";
  const char* name = problem.is_local ? "W" : "M";
  constexpr int largest_elimination = 40;
  if (problem.is_local && spd.verdict != Verdict::not_run && problem.energy.num_rows <= largest_elimination &&
      classify(problem.energy, 0).semidefinite == Verdict::proved)
    return "symmetric positive semidefinite";
  reason = spd.verdict == Verdict::not_run
               ? fmt::format("{}: {}", name, spd.reason)
               : fmt::format("{} is not shown to be positive {}definite", name, problem.is_local ? "semi" : "");
  return nullptr;
}

Verdict by_energy(const FrictionOrigin& problem, const Effort& effort, Statement& statement) {
  const char* found = definiteness(problem, effort, statement.reason);
  if (found == nullptr) return Verdict::undecided;
  statement.facts.emplace_back("class", fmt::format("{} {}", problem.is_local ? "W" : "M", found));
  statement.facts.emplace_back("consequence", "copositive, for every mu >= 0");
  const bool is_regular = problem.is_local && found == std::string("symmetric positive definite");
  const VectorX z = is_regular ? VectorX() : opening_motion(problem, effort);
  if (!is_regular && z.size() == 0 && problem.motion.num_columns > 0) {
    statement.reason = "no motion was found that opens every contact with u_N > mu |u_T|";
    return Verdict::undecided;
  }
  statement.theorem = by_opening;
  statement.reason = "";
  // A regular W reaches every velocity, one that opens all contacts among them.
  if (!is_regular) statement.witness = {{"opening motion", hexadecimal({z.begin(), z.end()})}};
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

/// In the plane, with z = (r_N, b_+, b_-, s) of each contact and r_T = b_+ - b_-:
///     u_N,   u_T + s,   -u_T + s,   mu r_N - b_+ - b_-    perp z,
/// whose entries are those of W and mu, and their opposites. [StewartTrinkle96]
struct PlaneLcp {
  SparseRows a;
  VectorX b;
};

PlaneLcp plane_lcp(const FrictionOrigin& problem) {
  const MatrixX w = dense(problem.motion);
  const int num_contacts = static_cast<int>(problem.mu.size()), n = 4 * num_contacts;
  MatrixX a = MatrixX::Zero(n, n);
  VectorX b = VectorX::Zero(n);
  const Eigen::Matrix<double, 3, 2> map = (Eigen::Matrix<double, 3, 2>() << 1, 0, 0, 1, 0, -1).finished();
  for (int i = 0; i < num_contacts; ++i) {
    for (int j = 0; j < num_contacts; ++j)
      a.block<3, 3>(4 * i, 4 * j) = map * w.block<2, 2>(2 * i, 2 * j) * map.transpose();
    a(4 * i + 1, 4 * i + 3) = a(4 * i + 2, 4 * i + 3) = 1.0;
    a(4 * i + 3, 4 * i) = problem.mu[i];
    a(4 * i + 3, 4 * i + 1) = a(4 * i + 3, 4 * i + 2) = -1.0;
    b.segment<3>(4 * i) = map * problem.offset.segment<2>(2 * i);
  }
  PlaneLcp lcp{SparseRows{n, n, {0}, {}, {}}, b};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (a(i, j) == 0.0) continue;
      lcp.a.column.push_back(j);
      lcp.a.value.push_back(a(i, j));
    }
    lcp.a.first.push_back(static_cast<int>(lcp.a.column.size()));
  }
  return lcp;
}

constexpr int most_choices = 12;

Verdict by_choices(const FrictionOrigin& problem, Statement& statement) {
  const PlaneLcp lcp = plane_lcp(problem);
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
  const bool is_exact_allowed = effort.highest >= Level::exact;
  const bool is_plane = problem.is_local && problem.dimension == 2 && 4 * problem.mu.size() <= most_choices;
  if (is_exact_allowed && is_plane)
    escalate(statement, Level::exact, 0, [&] { return by_choices(problem, statement); });
  escalate(statement, Level::binary64, 53, [&] { return by_energy(problem, effort, statement); });
  if (is_exact_allowed) escalate(statement, Level::exact, 0, [&] { return by_normals(problem, statement); });
  return statement;
}

}  // namespace perpend
