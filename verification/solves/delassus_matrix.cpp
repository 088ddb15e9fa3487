#include "verification/solves/delassus_matrix.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "verification/arithmetic/rounding.hpp"

namespace perpend {

namespace {

/// A body that many joints share couples all of their rows: beyond this many products (a quarter of a GB) W is not
/// formed.
constexpr std::size_t most_products = 20'000'000;

}  // namespace

StaticCholesky::StaticCholesky(int size, std::span<const std::pair<int, int>> lower)
    : size_(size),
      position_(size),
      original_(size),
      numbers_(size + lower.size(), 0.0),
      pivot_(size, 0.0),
      work_(size, 0.0),
      filled_(size, 0) {
  choose_order(lower);
  std::vector<std::vector<std::pair<int, int>>> row_entries(size);  // [row] -> (column, slot)
  for (std::size_t k = 0; k < lower.size(); ++k) {
    const int a = position_[lower[k].first];
    const int b = position_[lower[k].second];
    row_entries[std::max(a, b)].emplace_back(std::min(a, b), size + static_cast<int>(k));
  }
  analyze(row_entries);
}

void StaticCholesky::choose_order(std::span<const std::pair<int, int>> lower) {
  std::iota(original_.begin(), original_.end(), 0);
  if (!lower.empty()) {
    std::vector<Eigen::Triplet<double>> triplets;
    triplets.reserve(2 * lower.size() + size_);
    for (int i = 0; i < size_; ++i) triplets.emplace_back(i, i, 1.0);
    for (const auto& [i, j] : lower) {
      triplets.emplace_back(i, j, 1.0);
      triplets.emplace_back(j, i, 1.0);
    }
    Eigen::SparseMatrix<double> pattern(size_, size_);
    pattern.setFromTriplets(triplets.begin(), triplets.end());
    Eigen::AMDOrdering<int>::PermutationType order;
    Eigen::AMDOrdering<int>()(pattern, order);
    for (int i = 0; i < size_; ++i) original_[i] = order.indices()[i];
  }
  for (int k = 0; k < size_; ++k) position_[original_[k]] = k;
}

/// Row k of L: every column reached from an entry of row k of the matrix along the elimination tree [Davis06].
void StaticCholesky::analyze(const std::vector<std::vector<std::pair<int, int>>>& row_entries) {
  std::vector<int> parent(size_, -1);
  std::vector<int> mark(size_, -1);
  std::vector<int> column_count(size_, 0);
  input_start_.push_back(0);
  row_start_.push_back(0);
  for (int k = 0; k < size_; ++k) {
    mark[k] = k;
    for (const auto& [column, slot] : row_entries[k]) {
      input_column_.push_back(column);
      input_slot_.push_back(slot);
      for (int j = column; mark[j] != k; j = parent[j]) {
        mark[j] = k;
        row_column_.push_back(j);
        ++column_count[j];
        if (parent[j] < 0) parent[j] = k;
      }
    }
    std::sort(row_column_.begin() + row_start_.back(), row_column_.end());
    input_start_.push_back(static_cast<int>(input_column_.size()));
    row_start_.push_back(static_cast<int>(row_column_.size()));
  }
  column_start_.assign(size_ + 1, 0);
  for (int j = 0; j < size_; ++j) {
    column_start_[j + 1] = column_start_[j] + column_count[j];
    const int row_count = row_start_[j + 1] - row_start_[j];
    longest_row_ = std::max(longest_row_, row_count + 1);
    widest_row_ = std::max(widest_row_, row_count + column_count[j] + 1);
  }
  column_row_.resize(column_start_.back());
  column_value_.resize(column_start_.back());
  std::vector<int> next(column_start_.begin(), column_start_.end() - 1);
  for (int k = 0; k < size_; ++k)
    for (int p = row_start_[k]; p < row_start_[k + 1]; ++p) column_row_[next[row_column_[p]]++] = k;
}

/// Row by row: solve L_11 l = a_1k, then the pivot. Column j holds its rows below k when row k is reached.
bool StaticCholesky::factorize(double diagonal_factor) {
  std::copy(column_start_.begin(), column_start_.end() - 1, filled_.begin());
  for (int k = 0; k < size_; ++k) {
    for (int p = row_start_[k]; p < row_start_[k + 1]; ++p) work_[row_column_[p]] = 0.0;
    for (int p = input_start_[k]; p < input_start_[k + 1]; ++p) work_[input_column_[p]] = numbers_[input_slot_[p]];
    double pivot = numbers_[original_[k]] * diagonal_factor;
    for (int p = row_start_[k]; p < row_start_[k + 1]; ++p) {
      const int j = row_column_[p];
      const double l = work_[j] / pivot_[j];
      const int end = filled_[j]++;
      for (int q = column_start_[j]; q < end; ++q) work_[column_row_[q]] -= column_value_[q] * l;
      column_value_[end] = l;
      pivot -= l * l;
    }
    failed_row_ = k;
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    pivot_[k] = std::sqrt(pivot);
  }
  failed_row_ = -1;
  return true;
}

void StaticCholesky::solve(std::span<double> x) const {
  for (int k = 0; k < size_; ++k) work_[k] = x[original_[k]];
  for (int j = 0; j < size_; ++j) {
    work_[j] /= pivot_[j];
    for (int p = column_start_[j]; p < column_start_[j + 1]; ++p) work_[column_row_[p]] -= column_value_[p] * work_[j];
  }
  for (int j = size_ - 1; j >= 0; --j) {
    for (int p = column_start_[j]; p < column_start_[j + 1]; ++p) work_[j] -= column_value_[p] * work_[column_row_[p]];
    work_[j] /= pivot_[j];
  }
  for (int k = 0; k < size_; ++k) x[original_[k]] = work_[k];
}

/// y = (-L_11^-T l, 1, 0) with l the row of L at the failed pivot.
void StaticCholesky::breakdown_vector(std::span<double> y) const {
  std::fill(work_.begin(), work_.end(), 0.0);
  if (failed_row_ >= 0) work_[failed_row_] = 1.0;
  for (int j = failed_row_ - 1; j >= 0; --j) {
    double sum = 0.0;
    for (int p = column_start_[j]; p < filled_[j]; ++p) sum += column_value_[p] * work_[column_row_[p]];
    work_[j] = -sum / pivot_[j];
  }
  for (int k = 0; k < size_; ++k) y[original_[k]] = work_[k];
}

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
    for (int side = 0; side < num_sides; ++side)
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

}  // namespace perpend
