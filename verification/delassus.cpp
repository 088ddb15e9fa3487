#include "verification/delassus.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "verification/exact_sum.hpp"

namespace perpend {

namespace {

/// A body that many joints share couples all of their rows: beyond this many products (a quarter of a GB) W is not
/// formed.
constexpr std::size_t most_products = 20'000'000;

/// Diagonal entries within these bounds keep every intermediate number so far from underflow (entries of J are at most
/// sqrt(W_ii m) <= 2^300) that one more unit in the roundings counted covers it.
constexpr double smallest_scale = 0x1p-300;
constexpr double largest_scale = 0x1p300;

bool is_in_scale(double x) {
  return x >= smallest_scale && x <= largest_scale;
}

}  // namespace

struct DelassusMatrix::Layout {
  std::vector<int> kept;
  std::vector<std::pair<int, int>> lower;
  std::vector<std::vector<Term>> terms;  ///< diagonal first, then `lower`
  bool too_large = false;
};

DelassusMatrix::Layout DelassusMatrix::make_layout(const ConstraintRows& layout, std::span<const int> left_out) {
  Layout made;
  const RowPattern pattern(layout);
  std::vector<int> place(layout.num_rows, 0);
  for (const int row : left_out) place[row] = -1;
  for (int row = 0; row < layout.num_rows; ++row)
    if (place[row] == 0) {
      place[row] = static_cast<int>(made.kept.size());
      made.kept.push_back(row);
    }
  std::size_t products = 0;
  for (int c = 0; c < layout.num_columns; ++c) products += pattern.column(c).size() * pattern.column(c).size();
  made.too_large = products > most_products;
  made.terms.resize(made.kept.size());
  if (made.too_large) return made;
  std::map<std::pair<int, int>, int> slot;
  for (int c = 0; c < layout.num_columns; ++c)
    for (const auto& [first, row_a] : pattern.column(c))
      for (const auto& [second, row_b] : pattern.column(c)) {
        const int i = place[row_a];
        const int j = place[row_b];
        if (i < 0 || j < 0 || i < j) continue;
        int target = i;
        if (i > j) {
          const auto [entry, is_new] = slot.try_emplace({i, j}, static_cast<int>(made.terms.size()));
          target = entry->second;
          if (is_new) {
            made.lower.emplace_back(i, j);
            made.terms.emplace_back();
          }
        }
        made.terms[target].push_back({first, second});
      }
  return made;
}

DelassusMatrix::DelassusMatrix(const ConstraintRows& layout, std::span<const int> left_out)
    : DelassusMatrix(layout, left_out, make_layout(layout, left_out)) {}

DelassusMatrix::DelassusMatrix(const ConstraintRows& layout, std::span<const int>, Layout&& made)
    : pattern_(layout),
      root_(layout.num_columns),
      kept_(std::move(made.kept)),
      lower_(std::move(made.lower)),
      too_large_(made.too_large),
      cholesky_(static_cast<int>(kept_.size()), lower_),
      weighted_(layout.values.size(), 0.0) {
  term_start_.push_back(0);
  for (const std::vector<Term>& group : made.terms) {
    terms_.insert(terms_.end(), group.begin(), group.end());
    term_start_.push_back(static_cast<int>(terms_.size()));
    most_terms_ = std::max(most_terms_, static_cast<int>(group.size()));
  }
  std::vector<int> width(kept_.size(), 1);
  for (const auto& [i, j] : lower_) {
    ++width[i];
    ++width[j];
  }
  for (const int w : width) widest_row_ = std::max(widest_row_, w);
}

/// K = J L^-T, side by side of each block of rows. False when rows touch a part of an inertia.
bool DelassusMatrix::weigh(const ConstraintRows& rows) {
  for (const RowBlock& block : rows.blocks)
    for (int side = 0; side < 2; ++side)
      for (int r = 0; r < block.num_rows; ++r) {
        const int count = block.num_columns[side];
        const int first = block.first_value[side] + r * count;
        if (!root_.divide(block.first_column[side], count, rows.values.data() + first, weighted_.data() + first))
          return false;
      }
  return true;
}

/// W_ij = sum_c K_ic K_jc (+ E_ii). With e the relative error of K, and gamma for a product, the additions, E and one
/// for underflow: sum_c |K_ic| |K_jc| <= sqrt(W_ii W_jj) by Cauchy and Schwarz.
double DelassusMatrix::forming_error() const {
  const double e = root_.substitution_error();
  return (2.0 * e + e * e + gamma_bound(most_terms_ + 3) * (1.0 + e) * (1.0 + e)) * (1.0 + 0x1p-40);
}

const char* DelassusMatrix::form(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                                 std::span<const char> active) {
  if (too_large_) return "one body carries too many constraint rows to form the Delassus matrix";
  if (pattern_.has_repeats()) return "a joint connects a body with itself";
  if (!pattern_.fits(rows) || rows.values.size() != weighted_.size() || compliance.size() != rows.num_rows)
    return "the sizes of masses, rows and compliance do not match";
  if (const char* reason = root_.factorize(mass)) return reason;
  if (!weigh(rows)) return "a constraint row touches a part of an inertia";
  const std::span<double> numbers = cholesky_.numbers();
  const int diagonal = cholesky_.size();
  for (int k = 0; k < static_cast<int>(numbers.size()); ++k) {
    const int i = k < diagonal ? k : lower_[k - diagonal].first;
    const int j = k < diagonal ? k : lower_[k - diagonal].second;
    if (active[kept_[i]] == 0 || active[kept_[j]] == 0) {
      numbers[k] = k < diagonal ? 1.0 : 0.0;
      continue;
    }
    double sum = 0.0;
    for (int p = term_start_[k]; p < term_start_[k + 1]; ++p)
      sum += weighted_[terms_[p].first_value] * weighted_[terms_[p].second_value];
    if (k < diagonal) {
      if (!(compliance[kept_[k]] >= 0.0)) return "a compliance is negative or not a number";
      sum += compliance[kept_[k]];
      if (sum != 0.0 && !is_in_scale(sum)) return "a constraint row is not finite or out of scale";
    }
    numbers[k] = sum;
  }
  return nullptr;
}

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
  if (problem.lower.size() == 0) return certify(*problem.mass, *problem.rows, problem.compliance);
  if (problem.lower.size() != problem.rows->num_rows || problem.upper.size() != problem.rows->num_rows ||
      solution.multiplier.size() != problem.rows->num_rows)
    return {.kind = CertificateKind::spd_delassus,
            .verdict = Verdict::undecided,
            .reason = "the sizes of bounds and multipliers do not match"};
  find_active_rows(problem, solution, active_);
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
    result.bounds = {least, divide_up(matrix_.widest_row(), least), delta, 0.0};
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

void find_active_rows(const Problem& problem, const Solution& solution, std::vector<char>& active) {
  active.assign(problem.rows->num_rows, 1);
  if (problem.lower.size() == 0) return;
  for (std::size_t i = 0; i < active.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const double multiplier = solution.multiplier[row];
    active[i] = problem.lower[row] < multiplier && multiplier < problem.upper[row] ? 1 : 0;
  }
}

bool annihilates(const RowPattern& pattern, const std::vector<double>& values, std::span<const double> y) {
  for (int c = 0; c < pattern.num_columns(); ++c) {
    ExactSum sum;
    for (const auto& [value, row] : pattern.column(c)) sum.add_product(values[value], y[row]);
    if (!sum.is_zero()) return false;
  }
  return true;
}

bool round_to_annihilator(const RowPattern& pattern, const std::vector<double>& values, std::span<const double> y,
                          std::span<double> rounded) {
  constexpr double grid = 4096.0;      // numbers of twelve bits behind the point: 1, 1/2, 3, ...
  constexpr double negligible = 1e-6;  // far above the rounding of y, far below any coefficient of a mechanism
  constexpr int most_units = 8;        // entries tried as the unit; a joint's dependence has few
  double largest = 0.0;
  for (const double x : y) largest = std::max(largest, std::abs(x));
  if (!(largest > 0.0) || !std::isfinite(largest)) return false;
  int tried = 0;
  for (const double unit : y) {
    if (std::abs(unit) <= negligible * largest || tried == most_units) continue;
    ++tried;
    for (std::size_t i = 0; i < y.size(); ++i) rounded[i] = std::round(y[i] / unit * grid) / grid;
    if (annihilates(pattern, values, rounded)) return true;
  }
  return false;
}

}  // namespace perpend
