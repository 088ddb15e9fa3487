#include "kernel/solvers/factors/sparse_factor.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <numeric>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Columns that are eliminated together, and those behind them that are updated between two questions: of 4,000 rows
/// some 100 million operations, a tenth of a second.
constexpr int panel_width = 64;
constexpr int update_width = 192;

using Matrix = Eigen::SparseMatrix<double>;
using RowsView = Eigen::Map<const Eigen::SparseMatrix<double, Eigen::RowMajor>>;

void read_places(const Matrix& numbered, std::vector<int>& places) {
  places.resize(numbered.nonZeros());
  for (std::size_t k = 0; k < places.size(); ++k) places[k] = static_cast<int>(numbered.valuePtr()[k]);
}

void fill(const std::vector<double>& values, const std::vector<int>& places, Matrix& matrix) {
  for (std::size_t k = 0; k < places.size(); ++k) matrix.valuePtr()[k] = values[places[k]];
}

/// Where half of the entries of a large matrix are there, its factors are full: the contacts of bodies that joints
/// connect are coupled all with all. Below this size a factorization takes a tenth of a second at most.
bool is_full(const SparseRows& rows) {
  constexpr int least_rows = 600;
  const auto size = static_cast<double>(rows.num_rows);
  return rows.num_rows >= least_rows && 2.0 * static_cast<double>(rows.column.size()) >= size * size;
}

}  // namespace

bool DenseFactor::factorize(const SparseRows& matrix) {
  to_dense(matrix, factors_);
  pivot_.resize(static_cast<std::size_t>(matrix.num_rows));
  for (int first = 0; first < matrix.num_rows; first += panel_width) {
    const int width = std::min(panel_width, matrix.num_rows - first);
    if (!eliminate_panel(first, width) || !update_behind(first, width)) return false;
  }
  return true;
}

bool DenseFactor::eliminate_panel(int first, int width) {
  const int size = static_cast<int>(factors_.rows());
  for (int k = first; k < first + width; ++k) {
    Eigen::Index largest = 0;
    factors_.col(k).tail(size - k).cwiseAbs().maxCoeff(&largest);
    pivot_[static_cast<std::size_t>(k)] = k + static_cast<int>(largest);
    if (largest != 0) factors_.row(k).swap(factors_.row(k + largest));
    const double pivot = factors_(k, k);
    if (!(std::abs(pivot) > 0.0) || !std::isfinite(pivot)) return false;
    const int below = size - k - 1;
    factors_.col(k).tail(below) /= pivot;
    for (int j = k + 1; j < first + width; ++j)
      factors_.col(j).tail(below) -= factors_(k, j) * factors_.col(k).tail(below);
  }
  return true;
}

/// U to the right of the panel, and what is left below of the columns there.
bool DenseFactor::update_behind(int first, int width) {
  const int size = static_cast<int>(factors_.rows());
  const int below = size - first - width;
  for (int column = first + width; column < size; column += update_width) {
    if (must_stop()) return false;
    const int count = std::min(update_width, size - column);
    auto upper = factors_.block(first, column, width, count);
    factors_.block(first, first, width, width).triangularView<Eigen::UnitLower>().solveInPlace(upper);
    factors_.block(first + width, column, below, count).noalias() -=
        factors_.block(first + width, first, below, width) * upper;
  }
  return true;
}

void DenseFactor::solve(const GrowingVector& right, GrowingVector& x) const {
  x = right;
  for (std::size_t k = 0; k < pivot_.size(); ++k)
    std::swap(x[static_cast<Eigen::Index>(k)], x[static_cast<Eigen::Index>(pivot_[k])]);
  factors_.triangularView<Eigen::UnitLower>().solveInPlace(x);
  factors_.triangularView<Eigen::Upper>().solveInPlace(x);
}

/// L D L^T of Eigen with the permuted matrix kept from call to call: it makes a new one in each.
class SymmetricFactor : private Eigen::SimplicialLDLT<Matrix> {
 public:
  /// The values are numbers of entries.
  void analyze(const Matrix& numbered) {
    analyzePattern(numbered);
    permuted_.resize(numbered.rows(), numbered.cols());
    permuted_.selfadjointView<Eigen::Upper>() = numbered.selfadjointView<Eigen::Lower>().twistedBy(permutationP());
    read_places(permuted_, places_);
  }

  [[nodiscard]] bool factorize(const std::vector<double>& values) {
    fill(values, places_, permuted_);
    factorize_preordered<true>(permuted_);
    return info() == Eigen::Success;
  }

  void solve(const GrowingVector& right, GrowingVector& x) {
    const auto& place = permutationP().indices();
    work_.resize(right.size());
    for (Eigen::Index i = 0; i < right.size(); ++i) work_[place[i]] = right[i];
    matrixL().solveInPlace(work_);
    work_ = m_diag.asDiagonal().inverse() * work_;
    matrixU().solveInPlace(work_);
    x.resize(right.size());
    for (Eigen::Index i = 0; i < right.size(); ++i) x[i] = work_[place[i]];
  }

 private:
  Matrix permuted_;  // upper half
  std::vector<int> places_;
  GrowingVector work_;
};

struct SparseFactor::Factors {
  SymmetricFactor symmetric;
  Eigen::SparseLU<Matrix> general;
  DenseFactor full;
  bool is_full = false;
  Matrix matrix;
  std::vector<int> places;  // of its values in the rows
  Kind kind = Kind::symmetric;
  std::vector<int> first, column;  // analyzed pattern
  std::vector<double> numbers;

  void analyze(const SparseRows& rows, Kind wanted) {
    if (wanted == kind && rows.first == first && rows.column == column) return;
    kind = wanted;
    first = rows.first;
    column = rows.column;
    numbers.resize(column.size());
    std::iota(numbers.begin(), numbers.end(), 0.0);
    matrix = RowsView(rows.num_rows, rows.num_columns, static_cast<Eigen::Index>(column.size()), first.data(),
                      column.data(), numbers.data());
    if (kind == Kind::symmetric) {
      symmetric.analyze(matrix);
    } else {
      general.analyzePattern(matrix);
      read_places(matrix, places);
    }
  }
};

SparseFactor::SparseFactor() : factors_(std::make_unique<Factors>()) {}
SparseFactor::~SparseFactor() = default;
SparseFactor::SparseFactor(SparseFactor&&) noexcept = default;
SparseFactor& SparseFactor::operator=(SparseFactor&&) noexcept = default;

bool SparseFactor::factorize(const SparseRows& rows, Kind kind) {
  Factors& f = *factors_;
  f.is_full = is_full(rows);
  if (f.is_full) return f.full.factorize(rows);
  f.analyze(rows, kind);
  if (kind == Kind::symmetric) return f.symmetric.factorize(rows.value);
  fill(rows.value, f.places, f.matrix);
  f.general.factorize(f.matrix);
  return f.general.info() == Eigen::Success;
}

bool SparseFactor::solve(const GrowingVector& right, GrowingVector& x) const {
  if (factors_->is_full)
    factors_->full.solve(right, x);
  else if (factors_->kind == Kind::symmetric)
    factors_->symmetric.solve(right, x);
  else
    x = factors_->general.solve(right);
  return x.allFinite();
}

}  // namespace perpend
