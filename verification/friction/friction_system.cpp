// The system of contacts with friction from the blocks of its forms, and what errors of an answer are measured by.
#include "verification/friction/friction_system.hpp"

#include <algorithm>
#include <cmath>

#include "verification/friction/friction.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

struct Entry {
  int row;
  int column;
  double value;
};

/// Blocks put where they belong. Two blocks never meet in one place.
class Blocks {
 public:
  void add(const SparseRows& block, int row, int column) {
    for (int i = 0; i < block.num_rows; ++i)
      for (int k = block.first[i]; k < block.first[i + 1]; ++k)
        entries_.push_back({row + i, column + block.column[k], block.value[k]});
  }
  void add_transposed(const SparseRows& block, int row, int column) {
    for (int i = 0; i < block.num_rows; ++i)
      for (int k = block.first[i]; k < block.first[i + 1]; ++k)
        entries_.push_back({row + block.column[k], column + i, block.value[k]});
  }
  [[nodiscard]] SparseRows rows(int size) {
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& s, const Entry& t) { return s.row != t.row ? s.row < t.row : s.column < t.column; });
    SparseRows out{size, size, {0}, {}, {}};
    std::size_t next = 0;
    for (int i = 0; i < size; ++i) {
      for (; next < entries_.size() && entries_[next].row == i; ++next) {
        out.column.push_back(entries_[next].column);
        out.value.push_back(entries_[next].value);
      }
      out.first.push_back(static_cast<int>(out.column.size()));
    }
    return out;
  }

 private:
  std::vector<Entry> entries_;
};

SparseRows negated(SparseRows rows) {
  for (double& x : rows.value) x = -x;
  return rows;
}

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
  sizes.row += granted_share(system) * largest_joined(system, sizes.row);
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

FrictionSystem local_friction(int dimension, const VectorX& mu, const SparseRows& w, const VectorX& q,
                              const SparseRows& v, const SparseRows& r, const VectorX& s) {
  FrictionSystem system{.dimension = dimension, .mu = mu, .a = w, .b = q};
  if (s.size() == 0) return system;
  const int m = w.num_rows;
  Blocks blocks;
  blocks.add(w, 0, 0);
  blocks.add(v, 0, m);
  blocks.add_transposed(v, m, 0);
  blocks.add(r, m, m);
  system.a = blocks.rows(m + r.num_rows);
  system.b.resize(m + s.size());
  system.b << q, s;
  system.groups = {0, m};
  return system;
}

FrictionSystem global_friction(int dimension, const VectorX& mu, const SparseRows& m, const SparseRows& h,
                               const VectorX& f, const VectorX& w, const SparseRows& g, const VectorX& b) {
  const int reactions = h.num_columns, velocities = m.num_rows;
  Blocks blocks;
  blocks.add_transposed(h, 0, reactions);
  blocks.add(h, reactions, 0);
  blocks.add(negated(m), reactions, reactions);
  if (b.size() > 0) {
    blocks.add(g, reactions, reactions + velocities);
    blocks.add_transposed(g, reactions + velocities, reactions);
  }
  FrictionSystem system{.dimension = dimension, .mu = mu, .a = {}, .b = {}};
  system.a = blocks.rows(reactions + velocities + static_cast<int>(b.size()));
  system.b.resize(system.a.num_rows);
  system.b << w, f, b;
  system.groups = {0, reactions, reactions + velocities};
  return system;
}

const char* why_unfit(const FrictionSystem& system, const VectorX* x) {
  if (system.dimension != 2 && system.dimension != 3) return "the dimension is 2 in the plane or 3 in space";
  if (!system.mu.allFinite()) return "a coefficient of friction is not finite";
  if (system.mu.size() > 0 && system.mu.minCoeff() < 0.0) return "a coefficient of friction is negative";
  if (system.num_reactions() > system.a.num_rows) return "the matrix has fewer rows than the contacts ask for";
  return why_unfit(system.a, system.b, x);
}

const char* to_string(ContactState state) {
  if (state == ContactState::open) return "open";
  return state == ContactState::sticking ? "sticking" : "sliding";
}

VectorX largest_joined(const FrictionSystem& system, const VectorX& size) {
  const std::vector<int> joined = joined_rows(system.a, system.dimension, system.num_reactions());
  const auto num_sizes = static_cast<int>(size.size());
  VectorX result(num_sizes);
  for (std::size_t g = 0; g < system.groups.size(); ++g) {
    const int begin = system.groups[g];
    const int end = std::min(num_sizes, g + 1 < system.groups.size() ? system.groups[g + 1] : num_sizes);
    std::vector<double> most(static_cast<std::size_t>(system.a.num_rows));
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
