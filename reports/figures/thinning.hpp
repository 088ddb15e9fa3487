// Fewer points for the same picture.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace perpend::reports {

/// Rows of values that come one after the other: ascending and at most `limit` (which is at least 8), they keep the
/// first and the last point, the smallest and the largest value of each bucket, and a value that is not finite wherever
/// a bucket has one, so that no peak and no gap gets lost.
class RowThinner {
 public:
  RowThinner(std::size_t size, std::size_t limit);
  void take(double value);
  /// Pre: `size` values were taken.
  [[nodiscard]] const std::vector<std::size_t>& rows() const { return rows_; }

 private:
  struct Extreme {
    std::size_t row = 0;
    double value = 0.0;
  };
  void close_bucket();

  std::size_t size_;
  std::size_t num_buckets_;  // 0: all rows are kept
  std::size_t row_ = 0, bucket_ = 0;
  std::optional<Extreme> least_, largest_, not_finite_;  // of the bucket
  std::vector<std::size_t> rows_;
};

/// The same of values that are all there.
[[nodiscard]] std::vector<std::size_t> thinned_rows(std::span<const double> values, std::size_t limit);

/// Points of a curve that a file of a figure has: three a pixel, the picture is the same as with all.
inline constexpr std::size_t points_in_a_file = 3000;

}  // namespace perpend::reports
