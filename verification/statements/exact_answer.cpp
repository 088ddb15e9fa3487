#include "verification/statements/exact_answer.hpp"

#include <algorithm>

#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/basis_proof.hpp"
#include "verification/statements/lcp_statement.hpp"
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

}  // namespace

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

Verdict by_answer(const SparseRows& a, const VectorX& b, const VectorX& z, Statement& statement) {
  if (const Verdict found = by_fractions(a, b, z, statement); found == Verdict::proved) return found;
  const Signs signs = signs_of(a, b, z);
  std::vector<int> equations = independent_rows(a, signs.active, signs.closed);
  if (equations.size() != signs.active.size()) return Verdict::undecided;
  std::sort(equations.begin(), equations.end());
  return by_active_rows(a, b, signs.active, equations, statement);
}

}  // namespace perpend
