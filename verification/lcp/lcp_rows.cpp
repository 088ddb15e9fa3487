#include "verification/lcp/lcp_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "kernel/model/numbers/disjoint_sets.hpp"

namespace perpend {

namespace {

bool is_well_formed(const SparseRows& a) {
  if (a.num_rows < 0 || a.num_columns < 0 || a.column.size() != a.value.size()) return false;
  if (a.first.size() != static_cast<std::size_t>(a.num_rows) + 1 || a.first.front() != 0) return false;
  if (a.first.back() != static_cast<int>(a.column.size())) return false;
  for (int i = 0; i < a.num_rows; ++i) {
    if (a.first[i] > a.first[i + 1]) return false;
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] < 0 || a.column[k] >= a.num_columns || (k > a.first[i] && a.column[k] <= a.column[k - 1]))
        return false;
  }
  return true;
}

}  // namespace

const char* why_not_a_matrix(const SparseRows& a) {
  if (!is_well_formed(a)) return "the matrix is not compressed rows";
  for (const double x : a.value)
    if (!std::isfinite(x)) return "the matrix is not finite";
  return nullptr;
}

const char* why_unfit(const SparseRows& a) {
  if (a.num_rows != a.num_columns) return "the matrix is not square";
  return why_not_a_matrix(a);
}

const char* why_unfit(const SparseRows& a, const VectorX& b, const VectorX* z) {
  if (const char* reason = why_unfit(a)) return reason;
  if (b.size() != a.num_rows || (z != nullptr && z->size() != a.num_rows)) return "the sizes do not match";
  if (!b.allFinite()) return "the right-hand side is not finite";
  if (z != nullptr && !z->allFinite()) return "the answer is not finite";
  return nullptr;
}

std::string why_unfit_in_words(const SparseRows& a, const VectorX& b, const VectorX* z) {
  const char* reason = why_unfit(a, b, z);
  const bool fits = b.size() == a.num_rows && (z == nullptr || z->size() == a.num_rows);
  if (reason == nullptr || fits || why_unfit(a) != nullptr) return reason == nullptr ? "" : reason;
  return fmt::format("the sizes do not match: the matrix has {} rows and the right-hand side {} entries{}", a.num_rows,
                     b.size(), z == nullptr ? "" : fmt::format(", the answer {}", z->size()));
}

Interval enclose_row(const SparseRows& a, const VectorX& b, const VectorX& x, int i) {
  Interval sum = b[i];
  for (int k = a.first[i]; k < a.first[i + 1]; ++k) sum = sum + scale(a.value[k], x[a.column[k]]);
  return sum;
}

/// Dekker's product, for hardware without a fused one [Dekker71].
inline double product_error(double a, double x, double product) {
  constexpr double splitter = 0x1p27 + 1.0;
  const double wide_a = splitter * a;
  const double wide_x = splitter * x;
  const double high_a = wide_a - (wide_a - a);
  const double high_x = wide_x - (wide_x - x);
  const double low_a = a - high_a;
  const double low_x = x - high_x;
  return ((high_a * high_x - product) + high_a * low_x + low_a * high_x) + low_a * low_x;
}

/// Underflow adds to a sum of products at most 2^-1074 for each: of this size that is less than rounding.
double known_size(double sum, bool is_zero) {
  const bool has_bound = sum > 0x1p-900 && sum < 0x1p1000;
  return has_bound || is_zero ? sum : std::numeric_limits<double>::quiet_NaN();
}

/// Sum and errors together are exact, so that only the errors' own sum is rounded. Where a product is near underflow or
/// overflow its error is not, and intervals do it.
RowEnclosure measure_row(const SparseRows& a, const VectorX& b, const VectorX& x, int i) {
  double sum = b[i];
  double error = 0.0;
  double error_size = 0.0;
  double size = std::abs(b[i]);
  bool is_exact = true;
  bool is_zero = b[i] == 0.0;
  for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
    const double factor = x[a.column[k]];
    if (factor == 0.0 || a.value[k] == 0.0) continue;
    is_zero = false;
    const double product = a.value[k] * factor;
    const auto [next, lost] = two_sum(sum, product);
    const double lost_product = product_error(a.value[k], factor, product);
    is_exact = is_exact && std::abs(product) > 0x1p-900;
    error += lost + lost_product;
    error_size += std::abs(lost) + std::abs(lost_product);
    sum = next;
    size += std::abs(product);
  }
  const auto [value, rest] = two_sum(sum, error);
  const double n = a.first[i + 1] - a.first[i];
  const double rounding = multiply_up(gamma_bound(2.0 * n + 4.0), error_size * (1.0 + gamma_bound(2.0 * n + 4.0)));
  const double radius = error_size == 0.0 ? 0.0 : add_up(std::abs(rest), rounding);
  const double own = known_size(size, is_zero);
  if (!is_exact || !(std::abs(value) < 0x1p1000 && radius < 0x1p1000)) return {enclose_row(a, b, x, i), own};
  return {{add_down(value, -radius), add_up(value, radius)}, own};
}

std::vector<int> joined_rows(const SparseRows& a, int block, int num_in_blocks) {
  std::vector<int> parent(a.num_rows);
  std::iota(parent.begin(), parent.end(), 0);
  for (int i = 0; i < num_in_blocks; ++i) parent[i] = i / block * block;
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.value[k] != 0.0) unite_sets(parent, i, a.column[k]);
  for (int i = 0; i < a.num_rows; ++i) parent[i] = least_of_set(parent, i);
  return parent;
}

double row_size(const SparseRows& a, const VectorX& b, const VectorX& x, int i) {
  double sum = std::abs(b[i]);
  bool is_zero = b[i] == 0.0;
  for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
    sum += std::abs(a.value[k] * x[a.column[k]]);
    is_zero = is_zero && (a.value[k] == 0.0 || x[a.column[k]] == 0.0);
  }
  return known_size(sum, is_zero);
}

}  // namespace perpend
