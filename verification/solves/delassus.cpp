#include "verification/solves/delassus.hpp"

#include <algorithm>
#include <cmath>

#include "verification/arithmetic/rounding.hpp"
#include "verification/solves/annihilator.hpp"
#include "verification/solves/complementarity.hpp"

namespace perpend {

DelassusCertifier::DelassusCertifier(const ConstraintRows& layout, std::span<const int> left_out)
    : matrix_(layout, left_out),
      active_(layout.num_rows, 1),
      direction_(layout.num_rows, 0.0),
      rounded_(layout.num_rows, 0.0) {}

/// From a shift a little above the last one that worked, down by halves to the least that proves anything. While that
/// one fails too, it is tried first, so that a dependent scene costs one factorization a call.
bool DelassusCertifier::find_shift(double least) {
  constexpr double growth = 1.05;  // one failure, which costs a factorization, in about 14 steps
  constexpr double most = 0.99;    // the scaled matrix has diagonal 1, so no shift reaches 1
  if (has_failed_ && !matrix_.cholesky().factorize(1.0 - least)) return false;
  has_failed_ = false;
  double shift = std::min(shift_ * growth, most);
  if (!(shift > least)) shift = least;
  while (!matrix_.cholesky().factorize(1.0 - shift)) {
    if (shift <= least) {
      has_failed_ = true;
      return false;
    }
    shift = std::max(0.5 * shift, least);
  }
  shift_ = shift;
  return true;
}

Certificate DelassusCertifier::certify(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance) {
  std::fill(active_.begin(), active_.end(), char{1});
  return certify_active(mass, rows, compliance);
}

Certificate DelassusCertifier::certify(const Problem& problem, const Solution& solution) {
  if (const char* reason = find_active_rows(problem, solution, active_))
    return {.kind = CertificateKind::spd_delassus, .verdict = Verdict::undecided, .reason = reason};
  return certify_active(*problem.mass, *problem.rows, problem.compliance);
}

Certificate DelassusCertifier::certify_active(const MassMatrix& mass, const ConstraintRows& rows,
                                              const VectorX& compliance) {
  Certificate result{.kind = CertificateKind::spd_delassus, .verdict = Verdict::undecided};
  result.reason = matrix_.form(mass, rows, compliance, active_);
  if (result.reason != nullptr) return result;
  StaticCholesky& cholesky = matrix_.cholesky();
  const double gamma = gamma_bound(cholesky.longest_row() + 3);
  const double factorization = cholesky.widest_row() * (gamma / (1.0 - gamma));
  const double forming = matrix_.forming_error();
  const double eta = matrix_.root().perturbation();
  const double delta =
      (factorization + matrix_.widest_row() * (forming / (1.0 - forming)) + 4.0 * unit_roundoff) * (1.0 + 0x1p-40);
  if (find_shift(2.0 * delta)) {
    const double least = (shift_ - delta) * (1.0 - forming) * ((1.0 - eta) / (1.0 + eta)) * (1.0 - 0x1p-40);
    result = {result.kind, Verdict::proved, result.bounds, ""};
    result[DelassusBound::smallest_eigenvalue] = least;
    result[DelassusBound::condition] = divide_up(matrix_.widest_row(), least);
    result[DelassusBound::rounding] = delta;
    return result;
  }
  if (find_null_vector(rows, compliance))
    result = {result.kind, Verdict::refuted, result.bounds, "some constraint rows are exactly dependent"};
  else
    result.reason = "the constraint rows are dependent, or too nearly so for double precision to tell";
  return result;
}

bool DelassusCertifier::find_null_vector(const ConstraintRows& rows, const VectorX& compliance) {
  const std::span<const int> kept = matrix_.kept();
  matrix_.cholesky().breakdown_vector(std::span(rounded_).first(kept.size()));
  std::fill(direction_.begin(), direction_.end(), 0.0);
  for (std::size_t k = 0; k < kept.size(); ++k) direction_[kept[k]] = active_[kept[k]] != 0 ? rounded_[k] : 0.0;
  if (!round_to_annihilator(matrix_.pattern(), rows.values, direction_, rounded_)) return false;
  for (int i = 0; i < rows.num_rows; ++i)
    if (rounded_[i] != 0.0 && compliance[i] != 0.0) return false;
  return true;
}

const char* find_active_rows(const Problem& problem, const Solution& solution, std::vector<char>& active) {
  const int num_rows = problem.rows->num_rows;
  active.assign(num_rows, 1);
  if (problem.lower.size() == 0) return nullptr;
  // A failed solve may have left the multipliers of an earlier one.
  if (solution.status != Status::converged) return "the solver did not report convergence";
  if (problem.lower.size() != num_rows || problem.upper.size() != num_rows || solution.multiplier.size() != num_rows)
    return "the sizes of bounds and multipliers do not match";
  for (int i = 0; i < num_rows; ++i) {
    const double multiplier = solution.multiplier[i];
    const bool is_at_bound = multiplier <= problem.lower[i] || multiplier >= problem.upper[i];
    active[i] = is_at_bound || (is_bounded(problem, i) && multiplier == 0.0) ? 0 : 1;  // a NaN stays active
  }
  return nullptr;
}

}  // namespace perpend
