// Sparse rows of whole numbers, entry by entry.
#pragma once

#include <map>

#include "verification/cases/case.hpp"
#include "verification/cases/case_random.hpp"

namespace perpend::cases {

class RowBuilder {
 public:
  explicit RowBuilder(int n) : rows_(static_cast<std::size_t>(n)) {}

  [[nodiscard]] int size() const { return static_cast<int>(rows_.size()); }
  double& at(int i, int j) { return rows_[static_cast<std::size_t>(i)][j]; }
  [[nodiscard]] const std::map<int, double>& row(int i) const { return rows_[static_cast<std::size_t>(i)]; }

  void add_gram(const RowBuilder& g);  ///< + G G^T
  void add_skew(CaseRandom& random);   ///< + K - K^T, neighbours only
  void permute(CaseRandom& random);    ///< rows and columns alike
  [[nodiscard]] SparseRows rows() const;

 private:
  std::vector<std::map<int, double>> rows_;
};

/// A z, exact where the numbers are small.
[[nodiscard]] VectorX times(const SparseRows& a, const VectorX& z);

/// Each row has up to three entries of at most `largest` within `reach` columns of its own place among `columns`.
[[nodiscard]] RowBuilder near_entries(CaseRandom& random, int n, int columns, int reach, int largest);

/// Rows of the case of this number: 8, 32, 128, 512, 2000 in turn.
[[nodiscard]] int size_of_large(long index);

}  // namespace perpend::cases
