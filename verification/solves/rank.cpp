#include "verification/solves/rank.hpp"

#include <algorithm>

#include "verification/solves/delassus.hpp"
#include "verification/solves/row_combination.hpp"

namespace perpend {

namespace {

/// A remainder up to this share of the row counts as dependence: half of the digits, since rows from sin and cos of
/// rounded angles agree to a few units of rounding times the size of the mechanism, and an independent row leaves a
/// share near 1.
constexpr double largest_share = 0x1p-26;

std::vector<std::pair<int, double>> sparse_combination(const VectorX& y, int row) {
  constexpr double negligible =
      1e-9;  // compared with the coefficient 1 of the row itself: rounding of the fit, not a dependence
  std::vector<std::pair<int, double>> result{{row, 1.0}};
  for (int i = 0; i < y.size(); ++i)
    if (i != row && std::abs(y[i]) > negligible) result.emplace_back(i, y[i]);
  return result;
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
      const double norm = bound_remainder(matrix.pattern(), rows.values, y);
      squares = squares + square(Interval(norm));
      if (!(norm <= largest_share * row_norm(matrix.pattern(), rows.values, row).lo)) is_close = false;
    }
    result.combinations.push_back(sparse_combination(y, row));
  }
  result.epsilon = sqrt(squares).hi;
  result.certificate[RankBound::rank] = result.rank;
  result.certificate[RankBound::distance] = result.epsilon;
  result.certificate[RankBound::independence] = independent[DelassusBound::smallest_eigenvalue];
  result.certificate[RankBound::num_dependent] = static_cast<double>(dependent_rows.size());
  result.certificate.verdict = is_close ? Verdict::proved : Verdict::undecided;
  result.certificate.reason = is_close ? "" : "a row named as dependent is no combination of the others";
  return result;
}

constinit const CertificateType certificate_types::rank{
    .kind = CertificateKind::rank,
    .id = "rank",
    .statement =
        "the rows of joints at the start, as the rounded numbers that are stored, have at least the stated rank, and a "
        "matrix within the stated distance (0: the stored one) has exactly it",
    .theorem =
        "positive definite Delassus of the independent rows [Rump06]; a combination of them for each dependent row",
    .bounds = in_order<RankBound>(
        {{RankBound::rank, "rank"},
         {RankBound::distance, "distance to that rank", Sense::at_most},
         {RankBound::independence, "smallest scaled eigenvalue of the independent rows", Sense::at_least},
         {RankBound::num_dependent, "dependent rows"}})};

}  // namespace perpend
