// Matrices and vectors of the caller as the library takes them: Eigen's, dense or sparse, or numbers in a row.
#pragma once

#include <Eigen/SparseCore>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "perpend/result.hpp"

namespace perpend {

/// A copy of a matrix: exact zeros are left out, every other double is kept bit for bit. A bad one, with a NaN
/// for instance, is accepted here; the function that receives it returns the error.
class InputMatrix {
 public:
  /// Any dense matrix or expression of Eigen.
  template <class Derived>
  InputMatrix(const Eigen::MatrixBase<Derived>& dense) {
    start(dense.rows(), dense.cols());
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic> values = dense;
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
      for (Eigen::Index j = 0; j < values.cols(); ++j) add(j, values(i, j));
      end_row();
    }
  }
  /// Any sparse matrix of Eigen; entries that it stores as 0 are left out.
  template <class Derived>
  InputMatrix(const Eigen::SparseMatrixBase<Derived>& sparse) {
    start(sparse.rows(), sparse.cols());
    const Eigen::SparseMatrix<double, Eigen::RowMajor> values = sparse;
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
      for (typename Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator entry(values, i); entry; ++entry)
        add(entry.col(), entry.value());
      end_row();
    }
  }
  /// `row_major`: rows times columns numbers, row after row.
  InputMatrix(long rows, long columns, std::span<const double> row_major);
  /// Compressed rows, whose columns increase.
  InputMatrix(SparseRows rows);

  [[nodiscard]] const SparseRows& rows() const { return rows_; }
  /// Why it is not a matrix of finite numbers; empty when it is one.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  void start(long rows, long columns);
  void add(long column, double value);
  void end_row() { rows_.first.push_back(static_cast<int>(rows_.column.size())); }

  SparseRows rows_;
  std::string error_;
};

/// A copy of a vector: Eigen's, or numbers in a row.
class InputVector {
 public:
  template <class Derived>
  InputVector(const Eigen::MatrixBase<Derived>& vector) : values_(vector) {
    check();
  }
  InputVector(std::span<const double> values);
  InputVector(const std::vector<double>& values) : InputVector(std::span<const double>(values)) {}
  InputVector(std::initializer_list<double> values)
      : InputVector(std::span<const double>(values.begin(), values.size())) {}

  [[nodiscard]] const VectorX& values() const { return values_; }
  /// Why it is no vector of finite numbers; empty when it is one.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  void check();

  VectorX values_;
  std::string error_;
};

}  // namespace perpend
