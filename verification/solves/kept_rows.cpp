#include "verification/solves/kept_rows.hpp"

#include <algorithm>
#include <cmath>

#include "verification/solves/complementarity.hpp"
#include "verification/solves/row_combination.hpp"

namespace perpend {

LeftOutRows::LeftOutRows(const ConstraintRows& layout) : layout_(layout), pattern_(layout) {}

bool LeftOutRows::are_equations(const Problem& problem, std::span<const int> left_out) const {
  std::vector<char> is_named(layout_.num_rows, 0);
  for (const int row : left_out) {
    if (row < 0 || row >= layout_.num_rows || is_named[row] != 0 || is_bounded(problem, row)) return false;
    is_named[row] = 1;
  }
  return !left_out.empty();
}

LeftOutRows::Beyond LeftOutRows::beyond(const Problem& problem, const Solution& solution) {
  const std::vector<int>& left_out = solution.dependent_rows;
  const ConstraintRows& rows = *problem.rows;
  std::vector<int> others = left_out;
  for (int i = 0; i < rows.num_rows; ++i)
    if (is_bounded(problem, i)) others.push_back(i);
  if (!equations_ || others != others_) {
    others_ = others;
    equations_.emplace(layout_, others_);
  }
  const VectorX rigid = VectorX::Zero(rows.num_rows);
  const std::vector<char> all(rows.num_rows, 1);
  if (equations_->form(*problem.mass, rows, rigid, all) != nullptr || !equations_->cholesky().factorize(1.0))
    return {infinity, infinity};
  Beyond largest;
  for (const int row : left_out) {
    const VectorX y = fit_combination(*equations_, rows, row);
    const Interval length(bound_remainder(pattern_, rows.values, y));
    const double share = (length / row_norm(pattern_, rows.values, row)).hi;
    const double push = (length * Interval(std::abs(solution.multiplier[row]))).hi;
    if (!(share <= largest.share)) largest.share = share;  // a NaN stays
    if (!(push <= largest.push)) largest.push = push;
  }
  return largest;
}

double LeftOutRows::largest_miss(const Problem& problem, const Solution& solution) const {
  double largest = 0.0;
  for (const int row : solution.dependent_rows) {
    Interval miss =
        Interval(problem.compliance[row]) * Interval(solution.multiplier[row]) - Interval(problem.target[row]);
    for (const auto& [value, column] : pattern_.row(row))
      miss = miss + Interval(problem.rows->values[value]) * Interval(solution.x[column]);
    const double upper = abs(miss).hi;
    if (!(upper <= largest)) largest = upper;  // a NaN stays
  }
  return largest;
}

Certificate KeptRowsCertifier::certify(const Problem& problem, const Solution& solution) {
  const std::vector<int>& left_out = solution.dependent_rows;
  const Certificate kept = residual_.certify_without(problem, solution, left_out);
  Certificate result{.kind = CertificateKind::kept_rows, .verdict = Verdict::undecided, .reason = kept.reason};
  if (std::isnan(kept[KktResidualBound::backward_error])) return result;
  if (!rows_.are_equations(problem, left_out)) {
    result.reason = no_equation_left_out;
    return result;
  }
  result[KeptRowsBound::backward_error] = kept[KktResidualBound::backward_error];
  result[KeptRowsBound::share_beyond] = rows_.beyond(problem, solution).share;
  result[KeptRowsBound::miss] = rows_.largest_miss(problem, solution);
  result[KeptRowsBound::num_left_out] = static_cast<double>(left_out.size());
  result[KeptRowsBound::granted_rows] = kept[KktResidualBound::granted_rows];
  const bool is_implied =
      result[KeptRowsBound::share_beyond] <= largest_left_out_share && result[KeptRowsBound::miss] < infinity;
  result.verdict = kept.verdict;
  if (kept.verdict == Verdict::proved && !is_implied) {
    result.verdict = Verdict::undecided;
    result.reason = "a row left out is not shown to be a combination of the rows kept";
  }
  return result;
}

constinit const CertificateType certificate_types::kept_rows{
    .kind = CertificateKind::kept_rows,
    .id = "kept_rows",
    .statement =
        "each row of the motion, and each row of joints that was kept and whose multiplier has no bound, holds exactly "
        "once its own numbers are changed by at most the stated relative amount, or, of a row counted as granted, "
        "whose terms are all rounding of the rest, its right-hand side by at most that share of its terms and of its "
        "coefficients times the largest unknown; each row left out as redundant is a combination of rows kept up to "
        "the stated share of its length, which is at most 1/64, and is missed by at most the stated amount",
    .theorem =
        "componentwise backward error [OettliPrager64] with residuals from doubled precision dot products "
        "[OgitaRumpOishi05]; a combination with outward rounding for each row left out",
    .bounds = in_order<KeptRowsBound>(
        {{KeptRowsBound::backward_error, "backward error of the rows kept", Sense::at_most},
         {KeptRowsBound::share_beyond, "share of a row left out beyond the rows kept", Sense::at_most},
         {KeptRowsBound::miss, "row left out missed by", Sense::at_most, Quantity::any_rate},
         {KeptRowsBound::num_left_out, "rows left out"},
         {KeptRowsBound::granted_rows, "rows granted as rounding", Sense::at_most, Quantity::granted_rows}})};

}  // namespace perpend
