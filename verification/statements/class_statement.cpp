// What A gives to every right side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_class.hpp"
#include "verification/lcp/lcp_enclosures.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/copositive_structure.hpp"
#include "verification/statements/counterexample.hpp"
#include "verification/statements/p_structure.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

namespace {

constexpr Verdict LcpClassReport::*verdicts[] = {&LcpClassReport::positive_definite, &LcpClassReport::semidefinite,
                                                 &LcpClassReport::h_plus, &LcpClassReport::p_matrix,
                                                 &LcpClassReport::copositive};

struct Refutations {
  Counterexample not_p, not_copositive;
};

/// What is not proved yet is looked at. What is not P is neither definite nor H+, what is not copositive not
/// semidefinite.
void refute(const SparseRows& a, const Effort& effort, int most_exact, LcpClassReport& found, Refutations& shown) {
  if (found.p_matrix != Verdict::proved && !shown.not_p.is_found())
    shown.not_p = find_sign_reversal(a, effort, most_exact);
  if (found.copositive != Verdict::proved && found.semidefinite != Verdict::proved && !shown.not_copositive.is_found())
    shown.not_copositive = find_negative_form(a, effort, most_exact);
  if (shown.not_p.is_found()) found.p_matrix = found.h_plus = found.positive_definite = Verdict::refuted;
  if (shown.not_copositive.is_found())
    found.copositive = found.semidefinite = found.positive_definite = Verdict::refuted;
}

/// What doubles prove, what refutes cheaply, elimination over the rationals, and for up to `largest` rows the
/// exponential tests where something is still open.
void classify_in_order(const SparseRows& a, const Effort& effort, int largest, LcpClassReport& found,
                       Refutations& shown) {
  VectorX v, t;
  for (const auto verdict : verdicts) found.*verdict = Verdict::undecided;
  const bool is_p = is_definite_sum(a) || find_dominance(a, v, t);
  if (!is_p) refute(a, effort, 0, found, shown);
  const LcpClassReport refuted = found;
  const auto is_refuted = [&](auto verdict) { return refuted.*verdict == Verdict::refuted; };
  if (std::all_of(std::begin(verdicts), std::end(verdicts), is_refuted)) {
    found.lambda_min = lowest_symmetric_eigenvalue(dense(a));
    return;
  }
  found = classify(a, 0);
  for (const auto verdict : verdicts)
    if (is_refuted(verdict)) found.*verdict = Verdict::refuted;
  if (is_p) refute(a, effort, 0, found, shown);  // an H-matrix need not be copositive
  const bool is_open = found.p_matrix == Verdict::undecided || found.copositive == Verdict::undecided;
  if (!is_open || a.num_rows > largest) return;
  const LcpClassReport whole = classify(a, largest);
  if (found.p_matrix == Verdict::undecided) found.p_matrix = whole.p_matrix;
  if (found.copositive == Verdict::undecided) found.copositive = whole.copositive;
  found.summary = whole.summary;
  const bool has_refuted = found.p_matrix == Verdict::refuted || found.copositive == Verdict::refuted;
  if (has_refuted) refute(a, effort, largest, found, shown);
}

struct Consequence {
  Verdict LcpClassReport::*verdict;
  FactKind property;
  const char* consequence;
};

/// From what says most.
constexpr Consequence consequences[] = {
    {&LcpClassReport::positive_definite, FactKind::positive_definite,
     "exactly one solution for each b, Lipschitz in b"},
    {&LcpClassReport::h_plus, FactKind::h_plus, "exactly one solution for each b; Gauss-Seidel converges"},
    {&LcpClassReport::p_matrix, FactKind::p_matrix, "exactly one solution for each b"},
    {&LcpClassReport::semidefinite, FactKind::semidefinite, "a solution wherever some z >= 0 has A z + b >= 0"},
    {&LcpClassReport::copositive, FactKind::copositive,
     "a solution wherever v >= 0, A v >= 0, v^T A v = 0 imply b^T v >= 0; Lemke's method finds it"}};

const char* describe(CopositiveStructure::Block block) {
  switch (block) {
    case CopositiveStructure::Block::definite:
      return "a positive definite block, and rows that add nothing negative";
    case CopositiveStructure::Block::semidefinite:
      return "a positive semidefinite block, and rows that add nothing negative";
    case CopositiveStructure::Block::above_definite:
      return "a block that is a positive definite matrix and one without negative entries";
    default:
      return "no sum of an entry and its mirror image is negative";
  }
}

/// Sizes of blocks whose minors are all looked at.
constexpr int most_block_rows = 12;

void say_class(const Consequence& row, const char* theorem, Statement& statement) {
  statement.facts = {{FactKind::class_name, name_of(row.property)}, {FactKind::consequence, row.consequence}};
  statement.theorem = theorem;
}

/// For sizes at which eigenvalues of full matrices take too long.
Verdict by_sparse_rows(const SparseRows& a, Statement& statement, LcpClassReport& found) {
  VectorX v, t;
  for (const Consequence& row : consequences) found.*row.verdict = Verdict::undecided;
  if (is_definite_sum(a)) {
    found.positive_definite = found.semidefinite = found.p_matrix = found.copositive = Verdict::proved;
    say_class(consequences[0], "a Cholesky factorization of A + A^T that knows of its rounding [Rump06]", statement);
    return Verdict::proved;
  }
  if (find_dominance(a, v, t)) {
    found.h_plus = found.p_matrix = Verdict::proved;
    say_class(consequences[1], "[CottlePangStone92]", statement);
    return Verdict::proved;
  }
  return Verdict::undecided;
}

/// What doubles and the entries themselves show, for any size.
Verdict by_structure(const SparseRows& a, const Effort& effort, Statement& statement, LcpClassReport& found) {
  if (found.p_matrix == Verdict::undecided) found.p_matrix = p_by_blocks(a, most_block_rows);
  if (found.p_matrix == Verdict::proved) {
    say_class(consequences[2], "the blocks of a block triangular matrix are P [CottlePangStone92]", statement);
    statement.add(FactKind::structure, "block triangular with blocks that are P");
    return Verdict::proved;
  }
  if (const VectorX d = found.p_matrix == Verdict::refuted ? VectorX() : lyapunov_diagonal(a, effort); d.size() > 0) {
    statement.witness = {{"D", hexadecimal({d.begin(), d.end()})}};
    found.p_matrix = Verdict::proved;
    statement.facts = {{FactKind::class_name, name_of(FactKind::p_matrix)},
                       {FactKind::consequence, consequences[2].consequence},
                       {FactKind::structure, "D A + A^T D is positive definite for a diagonal D > 0"}};
    statement.theorem = "Lyapunov-diagonal matrices are P [CottlePangStone92]";
    return Verdict::proved;
  }
  if (found.copositive != Verdict::undecided) return Verdict::undecided;
  const CopositiveStructure structure = find_copositive_structure(a, effort);
  if (!structure.is_copositive()) return Verdict::undecided;
  found.copositive = Verdict::proved;
  statement.facts = {{FactKind::class_name, name_of(FactKind::copositive)},
                     {FactKind::consequence, consequences[4].consequence},
                     {FactKind::structure, describe(structure.block)}};
  statement.witness = witness_of(structure);
  statement.theorem = "z^T A z >= 0 for z >= 0 by the structure of A [CottlePangStone92]";
  return Verdict::proved;
}

/// The exact test of P takes 2^n determinants.
double seconds_of_exact_classes(int n) {
  return 3e-6 * std::exp2(n) * std::max(1, n);
}

/// By bisection, of a full matrix.
double seconds_of_eigenvalues(double n) {
  return 3e-7 * n * n * n;
}

void say_counterexample(const char* name, const Counterexample& found, Statement& statement) {
  if (!found.is_found()) return;
  std::vector<std::string> rows;
  for (const int i : found.rows) rows.push_back(std::to_string(i + 1));
  statement.witness.emplace_back(std::string(name) + ": rows", std::move(rows));
  statement.witness.emplace_back(std::string(name) + ": x", found.entries);
}

}  // namespace

Statement state_class(const SparseRows& a, const Effort& effort) {
  Statement statement = claim_of(StatementKind::matrix_class, "A belongs to a class with a known consequence");
  if (const char* reason = why_unfit(a)) return unfit(std::move(statement), reason);
  int largest = 0;
  while (largest < 20 && seconds_of_exact_classes(largest + 1) <= effort.seconds) ++largest;
  LcpClassReport found;
  Refutations shown;
  const bool is_large = seconds_of_eigenvalues(a.num_rows) > effort.seconds;
  if (is_large) escalate(statement, Level::binary64, 53, [&] { return by_sparse_rows(a, statement, found); });
  if (!is_large)
    escalate(statement, Level::exact, 0, [&] {
      classify_in_order(a, effort, effort.highest >= Level::exact ? largest : 0, found, shown);
      for (const Consequence& row : consequences)
        if (found.*row.verdict == Verdict::proved) {
          statement.facts = {{FactKind::class_name, name_of(row.property)},
                             {FactKind::consequence, row.consequence},
                             {FactKind::all_classes, found.summary}};
          statement.theorem = "[CottlePangStone92]";
          return Verdict::proved;
        }
      return Verdict::undecided;
    });
  if (is_large)
    escalate(statement, Level::exact, 0, [&] {
      refute(a, effort, 0, found, shown);
      return Verdict::undecided;
    });
  escalate(statement, Level::structure, 0, [&] { return by_structure(a, effort, statement, found); });
  if (found.p_matrix == Verdict::refuted && !shown.not_p.is_found())
    shown.not_p = find_sign_reversal_in_blocks(a, most_block_rows);
  say_counterexample("not P", shown.not_p, statement);
  say_counterexample("not copositive", shown.not_copositive, statement);
  for (const Consequence& row : consequences) statement.add(row.property, found.*row.verdict);
  if (std::isfinite(found.lambda_min) && a.num_rows > 0)
    statement.bounds = {{BoundKind::smallest_symmetric_part, found.lambda_min}};
  if (statement.verdict != Verdict::undecided) return statement;
  statement.reason = "none of the classes holds";
  const bool is_open = found.p_matrix == Verdict::undecided || found.copositive == Verdict::undecided;
  if (is_open && effort.highest < Level::exact)
    statement.reason = why_stopped(effort);
  else if (a.num_rows > largest && is_open)
    statement.reason =
        fmt::format("exponential: the exact tests of P and of copositivity take about {:.1e} s at n = {}",
                    seconds_of_exact_classes(a.num_rows), a.num_rows);
  return statement;
}

}  // namespace perpend
