#include "kernel/solvers/sparse_factor.hpp"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>

namespace perpend {

namespace {

using Matrix = Eigen::SparseMatrix<double>;
using RowsView = Eigen::Map<const Eigen::SparseMatrix<double, Eigen::RowMajor>>;

}  // namespace

struct SparseFactor::Factors {
  Eigen::SimplicialLDLT<Matrix> symmetric;
  Eigen::SparseLU<Matrix> general;
  Matrix matrix;
  Kind kind = Kind::symmetric;
  std::vector<int> first, column;  // analyzed pattern

  void analyze(const SparseRows& rows, Kind wanted) {
    if (wanted == kind && rows.first == first && rows.column == column) return;
    kind = wanted;
    first = rows.first;
    column = rows.column;
    if (kind == Kind::symmetric)
      symmetric.analyzePattern(matrix);
    else
      general.analyzePattern(matrix);
  }
};

SparseFactor::SparseFactor() : factors_(std::make_unique<Factors>()) {}
SparseFactor::~SparseFactor() = default;
SparseFactor::SparseFactor(SparseFactor&&) noexcept = default;
SparseFactor& SparseFactor::operator=(SparseFactor&&) noexcept = default;

bool SparseFactor::factorize(const SparseRows& rows, Kind kind) {
  Factors& f = *factors_;
  f.matrix = RowsView(rows.num_rows, rows.num_columns, static_cast<Eigen::Index>(rows.value.size()), rows.first.data(),
                      rows.column.data(), rows.value.data());
  f.analyze(rows, kind);
  if (kind == Kind::general) {
    f.general.factorize(f.matrix);
    return f.general.info() == Eigen::Success;
  }
  f.symmetric.factorize(f.matrix);
  return f.symmetric.info() == Eigen::Success;
}

bool SparseFactor::solve(const VectorX& right, VectorX& x) const {
  if (factors_->kind == Kind::symmetric)
    x = factors_->symmetric.solve(right);
  else
    x = factors_->general.solve(right);
  return x.allFinite();
}

}  // namespace perpend
