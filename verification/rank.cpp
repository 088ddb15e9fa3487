#include "verification/rank.hpp"

#include <algorithm>

#include "verification/annihilator.hpp"
#include "verification/delassus.hpp"
#include "verification/interval.hpp"

namespace perpend {

namespace {

/// A remainder up to this share of the row counts as dependence: half of the digits, since rows from sin and cos of
/// rounded angles agree to a few units of rounding times the size of the mechanism, and an independent row leaves a
/// share near 1.
constexpr double largest_share = 0x1p-26;

struct Remainder {
  VectorX value;      ///< y^T J, rounded
  double norm = 0.0;  ///< Euclidean, upper bound
};

Remainder enclose_remainder(const RowPattern& pattern, const std::vector<double>& values, const VectorX& y) {
  Remainder result{VectorX::Zero(pattern.num_columns())};
  Interval squares = 0.0;
  for (int c = 0; c < pattern.num_columns(); ++c) {
    Interval sum = 0.0;
    for (const auto& [value, row] : pattern.column(c)) sum = sum + Interval(values[value]) * Interval(y[row]);
    result.value[c] = 0.5 * (sum.lo + sum.hi);
    squares = squares + square(sum);
  }
  result.norm = sqrt(squares).hi;
  return result;
}

/// Coefficients y of the independent rows with least || J_row - sum y_i J_i || in the metric of M^-1, refined twice.
VectorX fit_combination(DelassusMatrix& matrix, const ConstraintRows& rows, int row) {
  const RowPattern& pattern = matrix.pattern();
  VectorX y = VectorX::Zero(rows.num_rows);
  y[row] = 1.0;
  std::vector<double> step(matrix.kept().size());
  for (int pass = 0; pass < 3; ++pass) {
    const VectorX remainder = enclose_remainder(pattern, rows.values, y).value;
    VectorX weighted(remainder.size());
    if (!matrix.root().divide(0, static_cast<int>(remainder.size()), remainder.data(), weighted.data())) return y;
    for (std::size_t k = 0; k < step.size(); ++k) {
      step[k] = 0.0;
      for (const auto& [value, column] : pattern.row(matrix.kept()[k]))
        step[k] += matrix.weighted()[value] * weighted[column];
    }
    matrix.cholesky().solve(step);
    for (std::size_t k = 0; k < step.size(); ++k) y[matrix.kept()[k]] -= step[k];
  }
  return y;
}

std::vector<std::pair<int, double>> sparse_combination(const VectorX& y, int row) {
  constexpr double negligible =
      1e-9;  // beside the coefficient 1 of the row itself: rounding of the fit, not a dependence
  std::vector<std::pair<int, double>> result{{row, 1.0}};
  for (int i = 0; i < y.size(); ++i)
    if (i != row && std::abs(y[i]) > negligible) result.emplace_back(i, y[i]);
  return result;
}

double row_norm(const RowPattern& pattern, const std::vector<double>& values, int row) {
  double sum = 0.0;
  for (const auto& [value, column] : pattern.row(row)) sum += values[value] * values[value];
  return std::sqrt(sum);
}

bool has_valid_rows(const ConstraintRows& rows, std::span<const int> dependent) {
  return std::all_of(dependent.begin(), dependent.end(), [&](int row) { return row >= 0 && row < rows.num_rows; });
}

}  // namespace

RankCertificate certify_rank(const ConstraintRows& rows, const MassMatrix& mass, std::span<const int> dependent_rows) {
  RankCertificate result;
  result.certificate = {.kind = CertificateKind::rank, .verdict = Verdict::undecided};
  if (!has_valid_rows(rows, dependent_rows)) {
    result.certificate.reason = "a dependent row does not exist";
    return result;
  }
  const VectorX rigid = VectorX::Zero(rows.num_rows);
  const Certificate independent = DelassusCertifier(rows, dependent_rows).certify(mass, rows, rigid);
  if (independent.verdict != Verdict::proved) {
    result.certificate.reason = "the rows named as independent are not proved to be so";
    return result;
  }
  DelassusMatrix matrix(rows, dependent_rows);
  result.rank = static_cast<int>(matrix.kept().size());
  const std::vector<char> all(rows.num_rows, 1);
  if (matrix.form(mass, rows, rigid, all) != nullptr || !matrix.cholesky().factorize(1.0)) {
    result.certificate.reason = "the rows named as independent cannot be factorized";
    return result;
  }
  Interval squares = 0.0;
  bool is_close = true;
  for (const int row : dependent_rows) {
    VectorX y = fit_combination(matrix, rows, row);
    VectorX rounded(rows.num_rows);
    if (round_to_annihilator(matrix.pattern(), rows.values, {y.data(), static_cast<std::size_t>(y.size())},
                             {rounded.data(), static_cast<std::size_t>(rounded.size())}) &&
        rounded[row] != 0.0)
      y = rounded / rounded[row];
    else {
      const double norm = enclose_remainder(matrix.pattern(), rows.values, y).norm;
      squares = squares + square(Interval(norm));
      if (!(norm <= largest_share * row_norm(matrix.pattern(), rows.values, row))) is_close = false;
    }
    result.combinations.push_back(sparse_combination(y, row));
  }
  result.epsilon = sqrt(squares).hi;
  result.certificate.bounds = {static_cast<double>(result.rank), result.epsilon, independent.bounds[0],
                               static_cast<double>(dependent_rows.size())};
  result.certificate.verdict = is_close ? Verdict::proved : Verdict::undecided;
  result.certificate.reason = is_close ? "" : "a row named as dependent is no combination of the others";
  return result;
}

}  // namespace perpend
