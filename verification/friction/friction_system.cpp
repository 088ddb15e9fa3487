#include <algorithm>

#include "verification/friction/friction.hpp"
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

}  // namespace perpend
