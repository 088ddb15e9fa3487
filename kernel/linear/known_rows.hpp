// Whether J and E are those of the last factorization, bit by bit.
#pragma once

#include <cstring>
#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

class KnownRows {
 public:
  /// Keeps what it is asked about for the next time. A method that changes J each time, as most do, need not keep it to
  /// find that out: after sixteen changes in a row the answer is no. `is_rest_known` is for what else has to stay.
  [[nodiscard]] bool are(const std::vector<double>& values, const VectorX& compliance, bool is_rest_known) {
    if (!are_kept()) return false;
    const bool are_known = is_rest_known && is_equal(values.data(), values_.data(), values.size(), values_.size()) &&
                           is_equal(compliance.data(), compliance_.data(), static_cast<std::size_t>(compliance.size()),
                                    static_cast<std::size_t>(compliance_.size()));
    num_changes_ = are_known ? 0 : num_changes_ + 1;
    if (are_known) return true;
    values_ = values;
    compliance_ = compliance;
    return false;
  }

  [[nodiscard]] bool are_kept() const { return num_changes_ < most_changes; }

 private:
  static constexpr int most_changes = 16;

  [[nodiscard]] static bool is_equal(const double* a, const double* b, std::size_t count, std::size_t other_count) {
    return count == other_count && (count == 0 || std::memcmp(a, b, count * sizeof(double)) == 0);
  }

  std::vector<double> values_;
  VectorX compliance_;
  int num_changes_ = 0;  // in a row
};

}  // namespace perpend
