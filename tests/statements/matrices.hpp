// Matrices with known answers.
#pragma once

#include <initializer_list>
#include <numeric>
#include <random>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/statement.hpp"

namespace perpend::test {

inline SparseRows rows_of(const MatrixX& a) {
  return sparse_rows(a);
}

/// Rows of n numbers each.
inline MatrixX matrix(Eigen::Index n, std::initializer_list<double> entries) {
  MatrixX a(static_cast<Eigen::Index>(entries.size()) / n, n);
  auto next = entries.begin();
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < n; ++j) a(i, j) = *next++;
  return a;
}

/// lcm(1 .. 2n-1) / (i + j + 1): whole numbers, exact to n = 20.
inline MatrixX scaled_hilbert(int n) {
  long multiple = 1;
  for (long k = 2; k < 2 * n; ++k) multiple = std::lcm(multiple, k);
  MatrixX a(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = static_cast<double>(multiple / (i + j + 1));
  return a;
}

inline RationalRows exact_copy(const MatrixX& a) {
  RationalRows rows(static_cast<std::size_t>(a.rows()));
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j) rows[i].push_back(exact(a(i, j)));
  return rows;
}

/// x^T A x of a witness written as hexadecimal floats or as p/q.
inline Rational quadratic_form(const MatrixX& a, const std::vector<std::string>& texts) {
  std::vector<Rational> x;
  for (const std::string& text : texts)
    x.push_back(text.find_first_of("px") != std::string::npos ? exact(std::stod(text)) : Rational(text));
  Rational sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      sum += x[i] * exact(a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))) * x[j];
  return sum;
}

/// Its words; empty: there is none.
inline std::string fact(const Statement& statement, FactKind kind) {
  const Fact* found = statement.find(kind);
  return found == nullptr ? "" : describe(*found);
}

}  // namespace perpend::test
