#include "reports/figures/thinning.hpp"

#include <algorithm>
#include <cmath>

namespace perpend::reports {

RowThinner::RowThinner(std::size_t size, std::size_t limit)
    : size_(size), num_buckets_(size <= limit ? 0 : (limit - 2) / 3) {}

void RowThinner::take(double value) {
  const Extreme here{row_++, value};
  if (num_buckets_ == 0 || here.row == 0 || here.row + 1 == size_) {
    rows_.push_back(here.row);
    return;
  }
  if (!std::isfinite(value)) {
    if (!not_finite_) not_finite_ = here;
  } else {
    if (!least_ || value < least_->value) least_ = here;
    if (!largest_ || value > largest_->value) largest_ = here;
  }
  if (here.row == (bucket_ + 1) * (size_ - 2) / num_buckets_) close_bucket();
}

void RowThinner::close_bucket() {
  std::vector<std::size_t> found;
  for (std::optional<Extreme>* extreme : {&least_, &largest_, &not_finite_}) {
    if (*extreme) found.push_back((*extreme)->row);
    extreme->reset();
  }
  std::sort(found.begin(), found.end());
  rows_.insert(rows_.end(), found.begin(), std::unique(found.begin(), found.end()));
  ++bucket_;
}

std::vector<std::size_t> thinned_rows(std::span<const double> values, std::size_t limit) {
  RowThinner thinner(values.size(), limit);
  for (const double value : values) thinner.take(value);
  return thinner.rows();
}

}  // namespace perpend::reports
