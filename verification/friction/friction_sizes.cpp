#include "verification/friction/friction_sizes.hpp"

#include <algorithm>
#include <cmath>

#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

/// As row_size: no product or quotient before it was rounded off by more than its last bits.
constexpr double least_known = 0x1p-900, most_known = 0x1p1000;

bool are_known(const VectorX& sizes) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](double size) { return size == 0.0 || (size > least_known && size < most_known); });
}

/// What leaves the range stays just outside of it.
double quotient(double size, double divisor) {
  return size == 0.0 ? 0.0 : std::clamp(size / divisor, least_known / 2.0, most_known);
}

void measure_rows(const FrictionSystem& system, const VectorX& x, FrictionSizes& sizes) {
  const SparseRows& a = system.a;
  sizes.row.resize(a.num_rows);
  int longest = 0;
  for (int i = 0; i < a.num_rows; ++i) {
    sizes.row[i] = row_size(a, system.b, x, i);
    longest = std::max(longest, a.first[i + 1] - a.first[i]);
    sizes.is_known = sizes.is_known && !std::isnan(sizes.row[i]);
  }
  if (!sizes.is_known) return;
  sizes.row += granted_share(system) * largest_beside(system, sizes.row);
  sizes.rounding = 1.0 + gamma_bound(2.0 * longest + 32.0);
}

void measure_moves(const FrictionSystem& system, const VectorX& x, FrictionSizes& sizes) {
  const SparseRows& a = system.a;
  VectorX effect = VectorX::Constant(system.num_reactions(), infinity);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] < effect.size() && a.value[k] != 0.0)
        effect[a.column[k]] = std::min(effect[a.column[k]], quotient(sizes.row[i], std::abs(a.value[k])));
  sizes.move = VectorX::Zero(effect.size());
  for (int j = 0; j < effect.size(); ++j) {
    const int first = j / system.dimension * system.dimension;
    sizes.move[j] = x.segment(first, system.dimension).cwiseAbs().sum() + (effect[j] < infinity ? effect[j] : 0.0);
  }
}

void measure_reach(const FrictionSystem& system, FrictionSizes& sizes) {
  const SparseRows& a = system.a;
  sizes.reach = sizes.row;
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] < sizes.move.size()) sizes.reach[i] += std::abs(a.value[k]) * sizes.move[a.column[k]];
}

}  // namespace

VectorX largest_beside(const FrictionSystem& system, const VectorX& size) {
  const std::vector<int> joined = joined_rows(system.a, system.dimension, system.num_reactions());
  const auto num_sizes = static_cast<int>(size.size());
  VectorX result(num_sizes);
  std::vector<double> most(system.a.num_rows);
  for (std::size_t g = 0; g < system.groups.size(); ++g) {
    const int begin = system.groups[g];
    const int end = std::min(num_sizes, g + 1 < system.groups.size() ? system.groups[g + 1] : num_sizes);
    std::fill(most.begin(), most.end(), 0.0);
    for (int i = begin; i < end; ++i) most[joined[i]] = std::max(most[joined[i]], size[i]);
    for (int i = begin; i < end; ++i) result[i] = most[joined[i]];
  }
  return result;
}

double granted_share(const FrictionSystem& system) {
  return std::min(1.0, 1000.0 * system.a.num_rows * unit_roundoff / lcp_error_limit);
}

FrictionSizes friction_sizes(const FrictionSystem& system, const VectorX& x) {
  FrictionSizes sizes;
  measure_rows(system, x, sizes);
  if (!sizes.is_known) return sizes;
  measure_moves(system, x, sizes);
  measure_reach(system, sizes);
  sizes.is_known = are_known(sizes.row) && are_known(sizes.move) && are_known(sizes.reach);
  return sizes;
}

}  // namespace perpend
