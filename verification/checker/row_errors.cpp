#include "verification/checker/row_errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace perpend::checker {

RowErrors::RowErrors(int unknowns) : cancelled_(std::min(rounding_share(unknowns), backward_error_limit())) {}

void RowErrors::note(const Rational& error, const Rational& ratio, int row) {
  if (static_cast<std::size_t>(row) >= ratios_.size()) ratios_.resize(row + 1);
  ratios_[row] = ratio;
  worst_ = std::max(worst_, ratio);
  largest_ = std::max(largest_, error);
}

bool RowErrors::is_worst(const Rational& row) const {
  for (std::size_t i = 0; i < ratios_.size(); ++i)
    if (row == Rational(static_cast<long>(i)))
      // 2^-80: (n u)^2 of doubled precision for rows of up to 2^12 terms; 2^-20 for the roundings of a quotient.
      return ratios_[i] + power_of_two(-80) >= worst_ * (Rational(1) - power_of_two(-20));
  return worst_ <= power_of_two(-80);
}

void check_granted(Checks& checks, int granted, int i) {
  checks.at_most(i, Rational(granted), "the number of rows granted as rounding");
}

std::string granted_text(int granted) {
  return granted == 0 ? "" : fmt::format(", {} {} granted as rounding", granted, granted == 1 ? "row" : "rows");
}

Rational largest_of(const std::vector<Rational>& values) {
  Rational result;
  for (const Rational& x : values) result = std::max(result, x.abs());
  return result;
}

Rational size_of(const SparseRow& row) {
  Rational sum;
  for (const Entry& entry : row) sum += entry.value.abs();
  return sum;
}

std::vector<SparseRow> transpose(const std::vector<SparseRow>& rows, int num_columns) {
  std::vector<SparseRow> result(num_columns);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const Entry& entry : rows[i]) result[entry.column].push_back({static_cast<int>(i), entry.value});
  return result;
}

}  // namespace perpend::checker
