#include "verification/solves/delassus.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "verification/arithmetic/rational.hpp"
#include "verification/arithmetic/rounding.hpp"
#include "verification/solves/complementarity.hpp"
#include "verification/solves/inertia_rows.hpp"
#include "verification/solves/row_combination.hpp"

namespace perpend {

namespace {

using Matrix = std::array<std::array<Rational, 3>, 3>;

/// The block of M that begins at column c: 3 x 3, or the one number in front.
struct MassBlock {
  int first = 0;
  int size = 1;
  Matrix value;
};

std::vector<MassBlock> exact_blocks(const MassMatrix& mass) {
  std::vector<MassBlock> result;
  auto next = mass.blocks.begin();
  for (int c = 0; c < static_cast<int>(mass.size()); c += result.back().size) {
    MassBlock& block = result.emplace_back();
    block.first = c;
    if (next != mass.blocks.end() && next->first == c) {
      block.size = 3;
      block.value[0][1] = block.value[1][0] = exact(next->xy);
      block.value[0][2] = block.value[2][0] = exact(next->xz);
      block.value[1][2] = block.value[2][1] = exact(next->yz);
      ++next;
    }
    for (int i = 0; i < block.size; ++i) block.value[i][i] = exact(mass.diagonal[c + i]);
  }
  return result;
}

/// Cofactors over the determinant. False unless all leading minors are positive: then, and only then, the block is
/// positive definite.
bool invert(MassBlock& block) {
  const Matrix a = block.value;
  if (!(a[0][0] > 0)) return false;
  if (block.size == 1) {
    block.value[0][0] = 1 / a[0][0];
    return true;
  }
  const auto cofactor = [&](int i, int j) -> Rational {
    const int r = (i + 1) % 3;
    const int s = (i + 2) % 3;
    const int p = (j + 1) % 3;
    const int q = (j + 2) % 3;
    return a[r][p] * a[s][q] - a[r][q] * a[s][p];
  };
  const Rational determinant = a[0][0] * cofactor(0, 0) + a[0][1] * cofactor(0, 1) + a[0][2] * cofactor(0, 2);
  if (!(cofactor(2, 2) > 0 && determinant > 0)) return false;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) block.value[i][j] = cofactor(j, i) / determinant;
  return true;
}

bool has_finite_products(const InertiaBlock& block) {
  return std::isfinite(block.xy) && std::isfinite(block.xz) && std::isfinite(block.yz);
}

bool is_fit(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance) {
  if (mass.size() != rows.num_columns || compliance.size() != rows.num_rows || !is_well_placed(mass)) return false;
  if (!mass.diagonal.allFinite() || !std::all_of(mass.blocks.begin(), mass.blocks.end(), has_finite_products))
    return false;
  for (const double x : rows.values)
    if (!std::isfinite(x)) return false;
  return compliance.allFinite();
}

/// J M^-1 J^T + E over the rationals, of the rows with a place; false when M is not positive definite.
bool form_exact(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                const std::vector<int>& place, RationalRows& w) {
  const RowPattern pattern(rows);
  for (int i = 0; i < rows.num_rows; ++i)
    if (place[i] >= 0) w[place[i]][place[i]] = exact(compliance[i]);
  for (MassBlock& block : exact_blocks(mass)) {
    if (!invert(block)) return false;
    for (int p = 0; p < block.size; ++p)
      for (int q = 0; q < block.size; ++q)
        for (const auto& [first, i] : pattern.column(block.first + p))
          for (const auto& [second, j] : pattern.column(block.first + q))
            if (place[i] >= 0 && place[j] >= 0)
              w[place[i]][place[j]] += exact(rows.values[first]) * block.value[p][q] * exact(rows.values[second]);
  }
  return true;
}

/// The scaled matrix has diagonal 1, so that no shift reaches 1.
constexpr double largest_shift = 0.99;

// From one shift to the next: each step is the square of the one before, down to a half and up to two.
constexpr double first_step_down = 0.9, first_step_up = 1.15;
constexpr double step_after(double step) {
  return step < 1.0 ? std::max(step * step, 0.5) : std::min(step * step, 2.0);
}

}  // namespace

DelassusCertifier::DelassusCertifier(const ConstraintRows& layout, std::span<const int> left_out)
    : matrix_(layout, left_out),
      active_(layout.num_rows, 1),
      nearby_(layout),
      direction_(layout.num_rows, 0.0),
      rounded_(layout.num_rows, 0.0) {}

/// Tries of one matrix, some at once: what may be asked next is known with what is asked.
bool DelassusCertifier::holds(double shift, const NextShifts& next) {
  const auto known = std::find(tried_.begin(), tried_.end(), shift);
  if (known != tried_.end()) return held_[known - tried_.begin()];
  tried_[0] = shift;
  std::copy(next.begin(), next.end(), tried_.begin() + 1);
  BlockCholesky::Diagonals factors;
  std::transform(tried_.begin(), tried_.end(), factors.begin(), [](double x) { return 1.0 - x; });
  held_ = matrix_.cholesky().have_positive_pivots(factors);
  return held_[0];
}

/// From a shift a little above the last one that worked, down to the least that proves anything, in steps that grow to
/// halves. While that one fails too, it is tried first, so that a dependent scene costs one elimination a call.
bool DelassusCertifier::find_shift(double least, bool is_sharpened) {
  constexpr double growth = 1.05;
  failed_shift_ = infinity;
  tried_.fill(std::numeric_limits<double>::quiet_NaN());
  const auto lower = [least](double shift, double step) { return std::max(step * shift, least); };
  double shift = std::max(std::min(shift_ * growth, largest_shift), least);
  if (has_failed_ && !holds(least, {shift, lower(shift, first_step_down), least})) return false;
  has_failed_ = false;
  const double up = shift * first_step_up, down = lower(shift, first_step_down);
  NextShifts next{up, up * step_after(first_step_up), down};
  if (!is_sharpened) next = NextShifts{down, lower(down, step_after(first_step_down)), least};
  for (double step = first_step_down; !holds(shift, next); step = step_after(step)) {
    failed_shift_ = shift;
    if (shift <= least) {
      has_failed_ = true;
      return false;
    }
    shift = lower(shift, step);
    const double then = step_after(step), one = lower(shift, then), two = lower(one, step_after(then));
    next = NextShifts{one, two, lower(two, step_after(step_after(then)))};
  }
  shift_ = shift;
  return true;
}

/// For a matrix from which others will have their bound. Upwards, to the last one that works, in steps that grow. None
/// is tried above one that failed: what is not positive definite stays so when more is taken from the diagonal.
void DelassusCertifier::sharpen_shift() {
  const double most = std::min(largest_shift, failed_shift_);
  for (double step = first_step_up; shift_ * step <= most; step = step_after(step)) {
    const double then = step_after(step), one = shift_ * step * then, two = one * step_after(then);
    if (!holds(shift_ * step, {one, two, two * step_after(step_after(then))})) return;
    shift_ *= step;
  }
}

/// 0 where the matrix kept is too far. Where it has served nobody the next states do not ask, longer each time.
double DelassusCertifier::nearby_least(std::span<const double> numbers, const VectorX& compliance) {
  constexpr double least_share = 0.5;
  constexpr int longest_wait = 64;
  if (waiting_ > 0 || !nearby_.keeps_one()) return 0.0;
  const double least = nearby_.least_of(numbers, matrix_, compliance, active_);
  if (least >= least_share * nearby_.least()) {
    ++num_nearby_;
    return least;
  }
  wait_ = num_nearby_ > 0 ? 0 : std::min(2 * wait_ + 1, longest_wait);
  waiting_ = wait_ + 1;  // this one too
  return 0.0;
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

/// `least`: of J (M + dM)^-1 J^T + E.
Certificate DelassusCertifier::proved(double least) const {
  const double eta = matrix_.root().perturbation();
  const double of_mass = least * ((1.0 - eta) / (1.0 + eta)) * (1.0 - 0x1p-40);
  Certificate result{.kind = CertificateKind::spd_delassus, .verdict = Verdict::proved};
  result[DelassusBound::smallest_eigenvalue] = of_mass;
  result[DelassusBound::condition] = divide_up(matrix_.widest_row(), of_mass);
  result[DelassusBound::rounding] = rounding_;
  return result;
}

Certificate DelassusCertifier::certify_active(const MassMatrix& mass, const ConstraintRows& rows,
                                              const VectorX& compliance) {
  Certificate result{.kind = CertificateKind::spd_delassus, .verdict = Verdict::undecided};
  const bool is_by_rows = nearby_.needs_only_rows(mass) && matrix_.pattern().fits(rows);
  double least = is_by_rows ? nearby_least(rows.values, compliance) : 0.0;
  if (least > 0.0) return proved(least);
  result.reason = matrix_.weigh(mass, rows, compliance, active_);
  if (result.reason != nullptr) return result;
  if (!is_by_rows) least = nearby_least(matrix_.weighted(), compliance);
  if (least > 0.0) return proved(least);
  result.reason = matrix_.multiply(compliance, active_);
  if (result.reason != nullptr) return result;
  BlockCholesky& cholesky = matrix_.cholesky();
  const double gamma = gamma_bound(cholesky.longest_row() + 3);
  const double factorization = cholesky.widest_row() * (gamma / (1.0 - gamma));
  const double forming = matrix_.forming_error();
  const double delta =
      (factorization + matrix_.widest_row() * (forming / (1.0 - forming)) + 4.0 * unit_roundoff) * (1.0 + 0x1p-40);
  const bool is_kept = waiting_ <= 1;
  const double least_shift = 2.0 * delta;
  if (find_shift(least_shift, is_kept)) {
    if (waiting_ > 0) --waiting_;
    if (is_kept) sharpen_shift();
    least = (shift_ - delta) * (1.0 - forming) * (1.0 - 0x1p-40);
    rounding_ = delta;
    num_nearby_ = 0;
    if (is_kept) nearby_.keep(matrix_, mass, rows, compliance, active_, least);
    return proved(least);
  }
  nearby_.forget();
  if (find_null_vector(rows, compliance, least_shift))
    result = {result.kind, Verdict::refuted, result.bounds, "some constraint rows are exactly dependent"};
  else
    result.reason = "the constraint rows are dependent, or too nearly so for double precision to tell";
  return result;
}

bool DelassusCertifier::find_null_vector(const ConstraintRows& rows, const VectorX& compliance, double shift) {
  const std::span<const int> kept = matrix_.kept();
  if (matrix_.cholesky().factorize(1.0 - shift)) return false;
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

Certificate escalate_delassus_exact(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                                    std::span<const char> active) {
  Certificate result{.kind = CertificateKind::spd_delassus, .verdict = Verdict::undecided};
  if (!is_fit(mass, rows, compliance)) {
    result.reason = "the sizes do not match, or a number is not finite";
    return result;
  }
  std::vector<int> place(rows.num_rows, -1);
  int size = 0;
  for (int i = 0; i < rows.num_rows; ++i)
    if (active.empty() || active[i] != 0) place[i] = size++;
  if (size > most_exact_rows) {
    result.reason = "too many constraint rows for exact arithmetic";
    return result;
  }
  RationalRows w(size, std::vector<Rational>(size));
  if (!form_exact(mass, rows, compliance, place, w)) {
    result.reason = "a mass is not positive, or an inertia not positive definite";
    return result;
  }
  const bool is_definite = eliminate(w) == size;
  result.verdict = is_definite ? Verdict::proved : Verdict::refuted;
  if (!is_definite) result.reason = "a pivot is not positive in exact arithmetic: constraint rows are dependent";
  return result;
}

Certificate escalate_delassus_exact(const Problem& problem, const Solution& solution) {
  std::vector<char> active;
  if (const char* reason = find_active_rows(problem, solution, active))
    return {.kind = CertificateKind::spd_delassus, .verdict = Verdict::undecided, .reason = reason};
  return escalate_delassus_exact(*problem.mass, *problem.rows, problem.compliance, active);
}

constinit const CertificateType certificate_types::spd_delassus{
    .kind = CertificateKind::spd_delassus,
    .id = "spd_delassus",
    .statement =
        "the Delassus matrix J M^-1 J^T + E of the given numbers, of all rows whose multiplier is not at a bound, "
        "without limits and frictions that carry exactly 0 and without redundant rows that were left out, is positive "
        "definite: with all other multipliers and impulses held fixed theirs are unique, and without compliance these "
        "rows are independent",
    .theorem =
        "a Cholesky factorization of the shifted, diagonally scaled matrix that runs to its end [Rump06], with the "
        "rounding of the product itself charged to the shift",
    .bounds = in_order<DelassusBound>(
        {{DelassusBound::smallest_eigenvalue, "smallest eigenvalue (diagonal scaled to 1)", Sense::at_least},
         {DelassusBound::condition, "condition number (diagonal scaled to 1)", Sense::at_most},
         {DelassusBound::rounding, "charged to rounding"}})};

}  // namespace perpend
