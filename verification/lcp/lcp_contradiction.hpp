// Rows of an enclosed LCP that contradict each other: a combination guessed in doubles, proved by intervals.
#pragma once

#include <span>
#include <vector>

#include "verification/lcp/lcp_choices.hpp"

namespace perpend {

/// Whether no z >= 0, 0 but for `columns`, has w_i = 0 in the rows `equations` and w_i >= 0 in all others. Keeps its
/// room from one question to the next.
class ContradictionSearch {
 public:
  explicit ContradictionSearch(const EnclosedLcp& lcp) : lcp_(lcp) {}

  /// True: proved, of every LCP that is enclosed. False: nothing is known.
  [[nodiscard]] bool contradicts(unsigned columns, unsigned equations);

 private:
  void set_rows(unsigned columns, unsigned equations);
  void add_row(int lcp_row, double sign);
  [[nodiscard]] bool minimize();
  [[nodiscard]] int falling_column(std::size_t row) const;
  [[nodiscard]] int leaving_row(int column) const;
  void pivot(int row, int column);
  void set_weights();
  [[nodiscard]] bool is_proved(unsigned equations) const;

  [[nodiscard]] std::span<double> row(std::size_t i) { return std::span(numbers_).subspan(i * width_, width_); }
  [[nodiscard]] std::span<const double> row(std::size_t i) const {
    return std::span(numbers_).subspan(i * width_, width_);
  }

  const EnclosedLcp& lcp_;
  std::vector<int> columns_;
  /// basic_i = sum_j numbers_ij nonbasic_j + the last: columns of z, then z0. Variables: rows first, then z, then z0.
  std::vector<double> numbers_;
  std::size_t width_ = 0;
  std::vector<int> basic_;
  std::vector<int> nonbasic_;
  std::vector<int> lcp_row_;    ///< of each row
  std::vector<double> sign_;    ///< of w in each row
  std::vector<double> weight_;  ///< y, of each row of the LCP
};

/// Whether no z >= 0 has A z + b >= 0, in the same way: true is a proof.
[[nodiscard]] bool is_contradictory(const EnclosedLcp& lcp);

}  // namespace perpend
