// An LCP matrix given by its entries: from a file, from a test, or assembled through joints.
#pragma once

#include "kernel/lcp/lcp_matrix.hpp"

namespace perpend {

class SparseLcpMatrix final : public LcpMatrix {
 public:
  SparseLcpMatrix() = default;
  explicit SparseLcpMatrix(SparseRows rows);
  /// Entries that are exactly 0 are left out.
  explicit SparseLcpMatrix(const GrowingMatrix& dense);

  [[nodiscard]] int size() const override { return rows_.num_rows; }
  void multiply(const GrowingVector& z, GrowingVector& out) override;
  [[nodiscard]] double diagonal(int i) const override;
  [[nodiscard]] const GrowingVector& term_sizes(const GrowingVector& z) override;
  void start_sweeps(const GrowingVector& z) override { z_ = z; }
  [[nodiscard]] double product(int i) const override;
  void change(int j, double amount) override { z_[j] += amount; }
  [[nodiscard]] const SparseRows& sparse() override { return rows_; }

  /// For those that fill it in place.
  [[nodiscard]] SparseRows& rows() { return rows_; }

 private:
  SparseRows rows_;
  GrowingVector z_;
  GrowingVector sizes_;
};

}  // namespace perpend
