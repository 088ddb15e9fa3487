#include "verification/solves/nearby_delassus.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernel/model/numbers/double_pair.hpp"
#include "verification/arithmetic/rounding.hpp"

namespace perpend {

namespace {

/// Covers a few roundings of numbers around 1.
constexpr double outward = 1.0 + 0x1p-40;

/// To the last bit. Pre: those of b are numbers.
bool are_equal(const VectorX& a, const VectorX& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0;
}

/// Above the length of the stored numbers' change times the weights: differences, products and sums lose gamma, and
/// underflow at most the allowance; `factor` is 1 + gamma. NaN where a number is one.
double bound_distance(std::span<const double> now, std::span<const double> then, std::span<const double> weights,
                      double factor) {
  DoublePair sum{};
  std::size_t i = 0;
  for (; i + 2 <= now.size(); i += 2) {
    const DoublePair change = (pair_at(&now[i]) - pair_at(&then[i])) * pair_at(&weights[i]);
    sum += change * change;
  }
  const double last = i < now.size() ? (now[i] - then[i]) * weights[i] : 0.0;
  return std::sqrt(sum[0] + sum[1] + last * last) * factor + 0x1p-400;
}

}  // namespace

NearbyDelassus::NearbyDelassus(const ConstraintRows& layout) : mass_(layout.num_columns), compliance_(layout.num_rows) {
  // K has room for an even number of rows: at most one more for each.
  numbers_.reserve(2 * layout.values.size());
  weights_.reserve(2 * layout.values.size());
  active_.reserve(layout.num_rows);
}

void NearbyDelassus::keep(const DelassusMatrix& matrix, const MassMatrix& mass, const ConstraintRows& rows,
                          const VectorX& compliance, std::span<const char> active, double least) {
  least_ = least;
  root_of_least_ = std::sqrt(least_) / outward;
  root_of_rows_ = std::sqrt(static_cast<double>(matrix.kept().size()));
  lost_share_ = lost_share(matrix);
  forming_error_ = matrix.forming_error();
  active_.assign(active.begin(), active.end());
  compliance_ = compliance;
  is_by_rows_ = mass.blocks.empty();
  if (is_by_rows_) {
    mass_ = mass.diagonal;
    numbers_.assign(rows.values.begin(), rows.values.end());
    weights_.assign(numbers_.size(), 0.0);
    matrix.find_row_weights(active, weights_);
  } else {
    numbers_.assign(matrix.weighted().begin(), matrix.weighted().end());
    weights_.resize(numbers_.size());
    matrix.find_scales(weights_);
  }
  distance_factor_ = 1.0 + gamma_bound(static_cast<double>(numbers_.size()) + 12.0);
}

/// The share of a row's length that rounding of K takes at most; of all rows together where each has length 1.
double NearbyDelassus::lost_share(const DelassusMatrix& matrix) const {
  return root_of_rows_ * matrix.root().substitution_error();
}

bool NearbyDelassus::needs_only_rows(const MassMatrix& mass) const {
  return is_by_rows_ && keeps_one() && mass.blocks.empty() && are_equal(mass.diagonal, mass_);
}

double NearbyDelassus::least_of(std::span<const double> numbers, const DelassusMatrix& matrix,
                                const VectorX& compliance, std::span<const char> active) const {
  const bool is_comparable = keeps_one() && numbers.size() == numbers_.size() && are_equal(compliance, compliance_) &&
                             std::equal(active.begin(), active.end(), active_.begin(), active_.end());
  if (!is_comparable) return 0.0;
  const double stored = bound_distance(numbers, numbers_, weights_, distance_factor_);
  // Each stored row is its exact one up to a share of its length, which is at most 1 of the matrix kept, 1 + d here.
  const double share = std::max(lost_share(matrix), lost_share_);
  const double distance = (stored + (2.0 + stored) * share) * (1.0 + forming_error_) * outward;
  const double root = (root_of_least_ - distance) / (1.0 + distance);
  return root > 0.0 ? root * root / (outward * outward) : 0.0;  // not for NaN
}

}  // namespace perpend
