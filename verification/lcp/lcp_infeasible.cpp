// Farkas: y >= 0, A^T y <= 0 and b^T y < 0 contradict A z + b >= 0, z >= 0, for then 0 > b^T y >= b^T y + z^T A^T y >=
// 0.
#include "verification/arithmetic/exact_program.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

bool is_contradiction(const SparseRows& a, const VectorX& b, const VectorX& y) {
  Rational last = 0;
  std::vector<Rational> sums(a.num_columns);
  for (int i = 0; i < a.num_rows; ++i) {
    if (y[i] < 0.0) return false;
    if (y[i] == 0.0) continue;
    const Rational factor = exact(y[i]);
    last += factor * exact(b[i]);
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) sums[a.column[k]] += factor * exact(a.value[k]);
  }
  for (const Rational& sum : sums)
    if (sum > 0) return false;
  return last < 0;
}

VectorX rounded(const std::vector<Rational>& x, int size, int sign) {
  VectorX out(size);
  for (int i = 0; i < size; ++i) out[i] = sign * x[i].convert_to<double>();
  return out;
}

std::vector<std::string> fractions(const std::vector<Rational>& x, int size) {
  std::vector<std::string> out;
  for (int i = 0; i < size; ++i) out.push_back(x[i].str());
  return out;
}

/// A z - w = -b, z >= 0, w >= 0.
Feasibility decide(const SparseRows& a, const VectorX& b) {
  LinearSystemOfSigns system;
  for (int j = 0; j < 2 * a.num_columns; ++j) system.is_free.push_back(false);
  for (int i = 0; i < a.num_rows; ++i) {
    LinearRow& row = system.add_row(-exact(b[i]));
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) row.coefficients[a.column[k]] = exact(a.value[k]);
    row.coefficients[a.num_columns + i] = -1;
  }
  return decide_feasibility(system);
}

}  // namespace

Unsolvable certify_infeasible(const SparseRows& a, const VectorX& b, const VectorX* candidate, int largest_exact) {
  Unsolvable result{.verdict = Verdict::undecided, .witness = {}, .reason = "", .exact = {}};
  const bool has_candidate = candidate != nullptr && candidate->size() == b.size() && candidate->allFinite();
  if (const char* reason = why_unfit(a, b, nullptr)) {
    result.reason = reason;
    return result;
  }
  if (has_candidate && is_contradiction(a, b, *candidate)) {
    result = {Verdict::proved, *candidate, "", {}};
    return result;
  }
  if (a.num_rows > largest_exact) {
    result.reason = "the problem is too large for exact linear programming";
    return result;
  }
  const Feasibility found = decide(a, b);
  if (found.is_feasible)
    return {Verdict::refuted, rounded(found.x, a.num_rows, 1), "some z >= 0 has A z + b >= 0",
            fractions(found.x, a.num_rows)};
  // y^T (A z - w) <= 0 for all z, w >= 0 and y^T (-b) > 0: y itself is what Farkas asks for.
  return {Verdict::proved, rounded(found.y, a.num_rows, 1), "", fractions(found.y, a.num_rows)};
}

}  // namespace perpend
