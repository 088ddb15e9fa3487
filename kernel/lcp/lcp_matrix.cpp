#include "kernel/lcp/lcp_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernel/model/numbers/disjoint_sets.hpp"

namespace perpend {

namespace {

void append_row(const SparseRows& a, int i, SparseRows& out, std::vector<int>& at) {
  const auto put = [&](int column, double value) {
    if (column == i) at.push_back(static_cast<int>(out.value.size()));
    out.column.push_back(column);
    out.value.push_back(value);
  };
  int k = a.first[i];
  for (; k < a.first[i + 1] && a.column[k] < i; ++k) put(a.column[k], a.value[k]);
  if (k == a.first[i + 1] || a.column[k] != i) put(i, 0.0);
  for (; k < a.first[i + 1]; ++k) put(a.column[k], a.value[k]);
  out.first.push_back(static_cast<int>(out.column.size()));
}

constexpr double root_u = 0x1.6a09e667f3bcdp-27;

/// Largest e_i above sqrt(u), else 0, with `granted` n u R_i for rounding of the rows next to it.
double unbearable_row_error(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w, double granted) {
  const double most = lcp.row_size.maxCoeff();
  const bool is_coupled = lcp.coupled_size.size() == lcp.row_size.size();
  const double noise = granted * static_cast<double>(z.size()) * root_u;
  const auto neighbouring = [&](Eigen::Index i) { return is_coupled ? lcp.coupled_size[i] : most; };
  // Sizes of terms, a pass over A, only add to what is borne: mostly it is enough without.
  Eigen::Index i = 0;
  while (i < z.size() &&
         !(std::abs(std::min(z[i], w[i])) > root_u * std::max(lcp.row_size[i], noise * neighbouring(i))))
    ++i;
  if (i == z.size()) return 0.0;
  const GrowingVector& sizes = lcp.matrix->term_sizes(z);
  double largest = 0.0;
  for (; i < z.size(); ++i) {
    const double wrong = std::abs(std::min(z[i], w[i]));
    const double scale = std::max(lcp.row_size[i] + std::min(sizes[i], neighbouring(i)), noise * neighbouring(i));
    if (wrong > root_u * scale) largest = std::max(largest, wrong / scale);
  }
  return largest;
}

/// out_i = the sum of term(k) over the entries k of row i, in their order; four rows at a time, because each sum waits
/// for its last addition.
template <class Term>
void sum_rows(const SparseRows& rows, Term term, GrowingVector& out) {
  constexpr int together = 4;
  out.resize(rows.num_rows);
  int i = 0;
  for (; i + together <= rows.num_rows; i += together) {
    const int* first = rows.first.data() + i;
    int shared = first[1] - first[0];
    for (int r = 1; r < together; ++r) shared = std::min(shared, first[r + 1] - first[r]);
    double sum[together] = {};
    for (int k = 0; k < shared; ++k)
      for (int r = 0; r < together; ++r) sum[r] += term(first[r] + k);
    for (int r = 0; r < together; ++r) {
      for (int k = first[r] + shared; k < first[r + 1]; ++k) sum[r] += term(k);
      out[i + r] = sum[r];
    }
  }
  for (; i < rows.num_rows; ++i) {
    double sum = 0.0;
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k) sum += term(k);
    out[i] = sum;
  }
}

}  // namespace

void add_diagonal_entries(const SparseRows& a, SparseRows& out, std::vector<int>& at) {
  out.num_rows = a.num_rows;
  out.num_columns = a.num_columns;
  out.first.assign(1, 0);
  out.column.clear();
  out.value.clear();
  at.clear();
  for (int i = 0; i < a.num_rows; ++i) append_row(a, i, out, at);
}

double largest_entry(const SparseRows& a) {
  double largest = 0.0;
  for (const double value : a.value) largest = std::max(largest, std::abs(value));
  return largest;
}

void unite_coupled_rows(const SparseRows& a, std::vector<int>& parent) {
  parent.resize(static_cast<std::size_t>(a.num_rows));
  std::iota(parent.begin(), parent.end(), 0);
  int num_sets = a.num_rows;
  for (int i = 0; i < a.num_rows && num_sets > 1; ++i) {
    int leader = least_of_set(parent, i);
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      if (parent[a.column[k]] == leader || a.value[k] == 0.0) continue;  // most are in the set by then
      const int other = least_of_set(parent, a.column[k]);
      if (other == leader) continue;
      parent[std::max(leader, other)] = std::min(leader, other);
      leader = std::min(leader, other);
      --num_sets;
    }
  }
}

/// Each entry below the diagonal is met with its mirror, to which the rows above it have come by then: columns
/// increase.
bool is_nearly_symmetric(const SparseRows& a) {
  const double rounding = 64 * 0x1p-53 * largest_entry(a);
  const auto is_nearly = [&](double one, double other) { return std::abs(one - other) <= rounding; };
  std::vector<int> next(a.num_rows);  // of each row, the first entry behind the diagonal that was not met
  for (int i = 0; i < a.num_rows; ++i) {
    int k = a.first[i];
    for (; k < a.first[i + 1] && a.column[k] < i; ++k) {
      const int j = a.column[k];
      while (next[j] < a.first[j + 1] && a.column[next[j]] < i)
        if (!is_nearly(a.value[next[j]++], 0.0)) return false;
      const bool is_met = next[j] < a.first[j + 1] && a.column[next[j]] == i;
      if (!is_nearly(a.value[k], is_met ? a.value[next[j]++] : 0.0)) return false;
    }
    if (k < a.first[i + 1] && a.column[k] == i && !is_nearly(a.value[k], a.value[k])) return false;
    next[i] = k < a.first[i + 1] && a.column[k] == i ? k + 1 : k;
  }
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = next[i]; k < a.first[i + 1]; ++k)
      if (!is_nearly(a.value[k], 0.0)) return false;
  return true;
}

SparseLcpMatrix::SparseLcpMatrix(SparseRows rows) : rows_(std::move(rows)) {}

SparseLcpMatrix::SparseLcpMatrix(const GrowingMatrix& dense) : rows_(sparse_rows(dense)) {}

void SparseLcpMatrix::multiply(const GrowingVector& z, GrowingVector& out) {
  sum_rows(
      rows_, [&](int k) { return rows_.value[k] * z[rows_.column[k]]; }, out);
}

const GrowingVector& SparseLcpMatrix::term_sizes(const GrowingVector& z) {
  sum_rows(
      rows_, [&](int k) { return std::abs(rows_.value[k] * z[rows_.column[k]]); }, sizes_);
  return sizes_;
}

double SparseLcpMatrix::diagonal(int i) const {
  const auto begin = rows_.column.begin() + rows_.first[i];
  const auto end = rows_.column.begin() + rows_.first[i + 1];
  const auto found = std::lower_bound(begin, end, i);
  return found == end || *found != i ? 0.0 : rows_.value[found - rows_.column.begin()];
}

double SparseLcpMatrix::product(int i) const {
  double sum = 0.0;
  for (int k = rows_.first[i]; k < rows_.first[i + 1]; ++k) sum += rows_.value[k] * z_[rows_.column[k]];
  return sum;
}

double natural_residual(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w) {
  if (!z.allFinite() || !w.allFinite() || !lcp.magnitude.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  double largest = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i)
    largest = std::max(largest, std::abs(std::min(z[i], w[i])) / (1.0 + lcp.magnitude[i]));
  return lcp.row_size.size() == 0 ? largest : std::max(largest, unbearable_row_error(lcp, z, w, 500.0));
}

bool leaves_a_row(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w) {
  return lcp.row_size.size() > 0 && z.allFinite() && w.allFinite() && unbearable_row_error(lcp, z, w, 1.0) > 0.0;
}

double residual_beyond_rounding(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w) {
  if (!z.allFinite() || !w.allFinite() || !lcp.magnitude.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  const GrowingVector& sizes = lcp.matrix->term_sizes(z);
  double largest = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double unit = 1.0 + lcp.magnitude[i];
    const double rounding = std::min(16.0 * 0x1p-53 * sizes[i], 1e-6 * unit);
    largest = std::max(largest, (std::abs(std::min(z[i], w[i])) - rounding) / unit);
  }
  return lcp.row_size.size() == 0 ? largest : std::max(largest, unbearable_row_error(lcp, z, w, 500.0));
}

GrowingVector coupled_sizes(const SparseRows& a, const GrowingVector& row_size) {
  std::vector<int> parent;
  unite_coupled_rows(a, parent);
  GrowingVector of_root, out;
  of_root.setZero(a.num_rows);
  out.setZero(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i) {
    double& most = of_root[least_of_set(parent, i)];
    most = std::max(most, row_size[i]);
  }
  for (int i = 0; i < a.num_rows; ++i) out[i] = of_root[least_of_set(parent, i)];
  return out;
}

}  // namespace perpend
