#include "verification/statements/counterexample.hpp"

#include <algorithm>

#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/p_structure.hpp"

namespace perpend {

namespace {

/// As numbers, and as they are written.
struct Candidate {
  std::vector<int> rows;
  std::vector<Rational> x;
  std::vector<std::string> texts;
};

Candidate candidate_of(const std::vector<int>& rows, const VectorX& x) {
  Candidate found;
  if (!x.allFinite()) return found;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double entry = x[static_cast<Eigen::Index>(k)];
    if (entry == 0.0) continue;
    found.rows.push_back(rows[k]);
    found.x.push_back(exact(entry));
    found.texts.push_back(hexadecimal({entry}).front());
  }
  return found;
}

Candidate candidate_of(const std::vector<int>& rows, const std::vector<Rational>& x) {
  Candidate found;
  for (std::size_t k = 0; k < rows.size() && k < x.size(); ++k) {
    if (x[k] == 0) continue;
    found.rows.push_back(rows[k]);
    found.x.push_back(x[k]);
    found.texts.push_back(x[k].str());
  }
  return found;
}

/// x_i (A x)_i of these rows.
std::vector<Rational> products(const SparseRows& a, const Candidate& candidate) {
  const SparseRows block = principal_rows(a, candidate.rows);
  std::vector<Rational> result(candidate.x.size());
  for (int i = 0; i < block.num_rows; ++i) {
    for (int k = block.first[i]; k < block.first[i + 1]; ++k)
      if (block.value[k] != 0.0) result[i] += exact(block.value[k]) * candidate.x[block.column[k]];
    result[i] *= candidate.x[i];
  }
  return result;
}

Counterexample reversal(const SparseRows& a, Candidate candidate) {
  if (candidate.rows.empty()) return {};
  for (const Rational& product : products(a, candidate))
    if (product > 0) return {};
  return {std::move(candidate.rows), std::move(candidate.texts)};
}

Counterexample negative(const SparseRows& a, Candidate candidate) {
  for (const Rational& entry : candidate.x)
    if (entry < 0) return {};
  Rational sum = 0;
  for (const Rational& product : products(a, candidate)) sum += product;
  if (sum >= 0) return {};
  return {std::move(candidate.rows), std::move(candidate.texts)};
}

}  // namespace

RationalRows exact_block(const SparseRows& a, const std::vector<int>& rows) {
  return exact_rows(dense(principal_rows(a, rows)));
}

Counterexample accept_reversal(const SparseRows& a, const std::vector<int>& rows, const VectorX& x) {
  return reversal(a, candidate_of(rows, x));
}

Counterexample accept_reversal(const SparseRows& a, const std::vector<int>& rows, const std::vector<Rational>& x) {
  return reversal(a, candidate_of(rows, x));
}

Counterexample accept_negative(const SparseRows& a, const std::vector<int>& rows, const VectorX& x) {
  return negative(a, candidate_of(rows, x));
}

Counterexample accept_negative(const SparseRows& a, const std::vector<int>& rows, const std::vector<Rational>& x) {
  return negative(a, candidate_of(rows, x));
}

}  // namespace perpend
