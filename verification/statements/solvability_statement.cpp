// Whether an LCP has a solution.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verification/lcp/lcp_class.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/lcp/lcp_solutions.hpp"
#include "verification/statements/basis_guess.hpp"
#include "verification/statements/basis_proof.hpp"
#include "verification/statements/copositive_structure.hpp"
#include "verification/statements/lcp_statement.hpp"
#include "verification/statements/p_structure.hpp"
#include "verification/statements/simple_fractions.hpp"

namespace perpend {

namespace {

/// The numbers of the rows, from 1.
std::vector<std::string> row_numbers(const std::vector<int>& rows) {
  std::vector<std::string> numbers;
  for (const int i : rows) numbers.push_back(std::to_string(i + 1));
  return numbers;
}

Verdict by_fractions(const SparseRows& a, const VectorX& b, const VectorX& z, Statement& statement) {
  std::vector<std::string> point = solve_in_fractions(a, b, z);
  if (point.empty()) return Verdict::undecided;
  statement.theorem = "fractions near an answer solve it exactly";
  statement.witness = {{"point", std::move(point)}};
  return Verdict::proved;
}

/// Signs of an answer, at half of its digits: rows with z > 0, and after them those where w is 0 as well.
struct Signs {
  std::vector<int> active, closed;
};

Signs signs_of(const SparseRows& a, const VectorX& b, const VectorX& z) {
  const double least = lcp_error_limit * (z.size() == 0 ? 0.0 : z.maxCoeff());
  Signs signs;
  std::vector<int> both;
  for (int i = 0; i < a.num_rows; ++i) {
    const RowEnclosure row = measure_row(a, b, z, i);
    if (z[i] > least)
      signs.active.push_back(i);
    else if (row.value.lo <= lcp_error_limit * row.size)
      both.push_back(i);
  }
  signs.closed = signs.active;
  signs.closed.insert(signs.closed.end(), both.begin(), both.end());
  return signs;
}

/// As many `equations` as active rows solved over the rationals, all signs looked at.
Verdict by_active_rows(const SparseRows& a, const VectorX& b, const std::vector<int>& active,
                       const std::vector<int>& equations, Statement& statement) {
  const BasisProof proof = prove_basis(a, b, active, equations);
  if (!proof.is_proved) return Verdict::undecided;
  statement.theorem = "the equations of the active rows solved over the rationals [Dixon82], all signs right";
  statement.add(FactKind::pairs_both_0, !proof.is_strict);
  statement.witness = {{"z", proof.text}, {"active rows", row_numbers(active)}};
  if (equations != active) statement.witness.emplace_back("equations", row_numbers(equations));
  return Verdict::proved;
}

/// Simple fractions near z, else the rows with z > 0 where they are independent, else these with others where w is 0.
Verdict by_answer(const SparseRows& a, const VectorX& b, const VectorX& z, Statement& statement) {
  if (const Verdict found = by_fractions(a, b, z, statement); found == Verdict::proved) return found;
  const Signs signs = signs_of(a, b, z);
  std::vector<int> equations = independent_rows(a, signs.active, signs.closed);
  if (equations.size() != signs.active.size()) return Verdict::undecided;
  std::sort(equations.begin(), equations.end());
  return by_active_rows(a, b, signs.active, equations, statement);
}

/// Sizes up to which every choice of entries that are 0 is tried: 2^n of them.
constexpr int most_choices = 12;

/// The list of all solutions decides both ways.
Verdict by_choices(const SparseRows& a, const VectorX& b, Statement& statement) {
  const SolutionSet found = list_solutions(a, b, most_choices);
  if (found.verdict != Verdict::proved) return Verdict::undecided;
  statement.theorem = "each choice of the entries that are 0 decided over the rationals [CottlePangStone92]";
  const int isolated = found.num_isolated();
  statement.add(FactKind::solutions, found.has_continuum() ? SolutionCount{} : SolutionCount{isolated});
  if (found.has_continuum()) statement.add(FactKind::continua, static_cast<long>(found.pieces.size()) - isolated);
  for (std::size_t i = 0; i < found.pieces.size(); ++i)
    statement.witness.emplace_back(fmt::format("z{}", i + 1), found.pieces[i].text);
  if (!found.pieces.empty()) return Verdict::proved;
  statement.reason = "no choice of the entries that are 0 gives a solution";
  return Verdict::refuted;
}

Verdict by_rows(const SparseRows& a, const VectorX& b, const VectorX& y, Statement& statement) {
  std::vector<std::string> simple;
  if (y.size() == b.size() && y.allFinite()) simple = contradict_in_fractions(a, b, y);
  const Unsolvable found = simple.empty() ? certify_infeasible(a, b, &y) : Unsolvable{Verdict::proved, y, "", simple};
  if (found.verdict != Verdict::proved) return Verdict::undecided;
  statement.theorem = "y >= 0 with A^T y <= 0 and b^T y < 0 (Farkas) [CottlePangStone92]";
  statement.reason = "no z >= 0 has A z + b >= 0";
  statement.witness = {{"y", found.exact.empty() ? texts(found.witness) : found.exact}};
  return Verdict::refuted;
}

Verdict by_guess(const SparseRows& a, const VectorX& b, int covering, Statement& statement) {
  const BasisGuess guess = guess_basis(a, b, covering);
  if (guess.kind == GuessKind::solution) return by_active_rows(a, b, guess.active, guess.active, statement);
  if (guess.kind == GuessKind::none) return Verdict::undecided;
  std::vector<std::string> y = prove_contradiction(a, b, guess.rows, guess.active);
  if (y.empty()) return Verdict::undecided;
  statement.theorem = "y >= 0 with A^T y <= 0 and b^T y < 0 (Farkas), over the rationals [CottlePangStone92]";
  statement.reason = "no z >= 0 has A z + b >= 0";
  statement.witness = {{"y", std::move(y)}};
  return Verdict::refuted;
}

/// Whatever b is: for sizes at which eigenvalues of full matrices take too long, too.
Verdict by_p_structure(const SparseRows& a, Statement& statement) {
  const bool is_definite = is_definite_sum(a);
  if (!is_definite && p_by_blocks(a, most_choices) != Verdict::proved) return Verdict::undecided;
  statement.theorem = "a P-matrix has exactly one solution for each right side [CottlePangStone92]";
  statement.add(FactKind::class_name, name_of(is_definite ? FactKind::positive_definite : FactKind::p_matrix));
  statement.add(FactKind::solutions, SolutionCount{1});
  return Verdict::proved;
}

/// Lemke's paths as long as the time lasts.
void try_guesses(const SparseRows& a, const VectorX& b, const Effort& effort, Statement& statement) {
  const double estimate = seconds_of_basis_guess(a.num_rows);
  const double before = statement.seconds();
  for (int covering = 0; covering < num_coverings; ++covering)
    if (statement.seconds() - before + estimate <= effort.seconds)
      escalate(statement, Level::exact, 0, [&] { return by_guess(a, b, covering, statement); });
}

Verdict by_structure(const SparseRows& a, const VectorX& b, const Effort& effort, Statement& statement) {
  const CopositiveStructure structure = find_copositive_structure(a, effort);
  WedgeProof wedge = prove_wedge(a, b, structure);
  if (!wedge.is_open) return Verdict::undecided;
  statement.witness = witness_of(structure);
  if (!wedge.x.empty() || !wedge.s.empty()) {
    statement.witness.emplace_back("x", std::move(wedge.x));
    statement.witness.emplace_back("s", std::move(wedge.s));
  }
  statement.theorem =
      "copositive by its structure, and b^T v >= 0 wherever v >= 0, A v >= 0, v^T A v = 0 [CottlePangStone92]";
  statement.add(FactKind::class_name, name_of(FactKind::copositive));
  return Verdict::proved;
}

Verdict by_class(const SparseRows& a, const VectorX& b, Statement& statement) {
  const LcpClassReport found = classify(a, most_choices);
  statement.add(FactKind::class_name, found.summary);
  if (found.p_matrix == Verdict::proved) {
    statement.theorem = "a P-matrix has exactly one solution for each right side [CottlePangStone92]";
    statement.add(FactKind::solutions, SolutionCount{1});
    return Verdict::proved;
  }
  if (found.semidefinite != Verdict::proved) return Verdict::undecided;
  const Unsolvable rows = certify_infeasible(a, b);
  if (rows.verdict != Verdict::refuted) return Verdict::undecided;
  statement.witness = {{"z", rows.exact}};
  statement.theorem = "semidefinite, and some z >= 0 has A z + b >= 0 [CottlePangStone92]";
  return Verdict::proved;
}

std::string why_open(int n, const Effort& effort) {
  if (effort.highest < Level::exact) return why_stopped(effort);
  if (seconds_of_basis_guess(n) > effort.seconds)
    return fmt::format("{} rows: Lemke's method in long floats takes about {}, and no class gives solvability", n,
                       about_seconds(seconds_of_basis_guess(n)));
  return fmt::format(
      "{} rows: 2^{} choices are too many, neither a solution nor a contradiction was found, and no class gives one", n,
      n);
}

}  // namespace

Statement state_solvability(const SparseRows& a, const VectorX& b, const SolvabilityGuess& guess,
                            const Effort& effort) {
  const VectorX& candidate = guess.z;
  Statement statement = claim_of(StatementKind::solvability, "LCP(A, b) has a solution");
  if (const std::string reason = why_unfit_in_words(a, b, nullptr); !reason.empty())
    return unfit(std::move(statement), reason);
  if (candidate.size() == b.size() && candidate.size() > most_choices)
    escalate(statement, Level::binary64, 53, [&] {
      const LcpCertificate found = certify_lcp(
          a, b, candidate, {.largest_dense = largest_dense(effort), .largest_thorough = 0, .most_ambiguous = 0});
      if (found.enclosures.empty()) return Verdict::undecided;
      statement.theorem = found.enclosures.front().theorem;
      statement.witness = {{"z", texts(candidate)}};
      say_enclosures(candidate, found, statement);
      return Verdict::proved;
    });
  if (effort.highest >= Level::exact) {
    escalate(statement, Level::exact, 0, [&] { return by_choices(a, b, statement); });
    escalate(statement, Level::binary64, 53, [&] { return by_p_structure(a, statement); });
    escalate(statement, Level::structure, 0, [&] { return by_structure(a, b, effort, statement); });
    if (candidate.size() == b.size() && candidate.size() > most_choices)
      escalate(statement, Level::exact, 0, [&] { return by_answer(a, b, candidate, statement); });
    escalate(statement, Level::exact, 0, [&] { return by_rows(a, b, guess.y, statement); });
    try_guesses(a, b, effort, statement);
    if (3e-7 * std::pow(a.num_rows, 3.0) <= effort.seconds)  // eigenvalues by bisection
      escalate(statement, Level::exact, 0, [&] { return by_class(a, b, statement); });
  }
  if (statement.verdict == Verdict::undecided) statement.reason = why_open(a.num_rows, effort);
  return statement;
}

}  // namespace perpend
