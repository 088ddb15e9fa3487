// A of an LCP as an operator: solvers that iterate never form it, solvers that pivot ask for it once.
#pragma once

#include "kernel/model/lcp.hpp"

namespace perpend {

class LcpMatrix {
 public:
  virtual ~LcpMatrix() = default;

  [[nodiscard]] virtual int size() const = 0;
  /// out = A z.
  virtual void multiply(const GrowingVector& z, GrowingVector& out) = 0;
  [[nodiscard]] virtual double diagonal(int i) const = 0;
  /// Sizes of the terms that (A z)_i are summed from; valid until the next call.
  [[nodiscard]] virtual const GrowingVector& term_sizes(const GrowingVector& z) = 0;

  /// Gauss-Seidel: keeps A z up to date while single entries of z change.
  virtual void start_sweeps(const GrowingVector& z) = 0;
  [[nodiscard]] virtual double product(int i) const = 0;  ///< (A z)_i
  virtual void change(int j, double amount) = 0;          ///< z_j += amount

  /// The same numbers as compressed rows, assembled on the first call; valid until the operator changes.
  [[nodiscard]] virtual const SparseRows& sparse() = 0;
};

/// Room for `entries`, so that rounding that makes a 0 of one and none of another does not ask for more.
void reserve_entries(SparseRows& rows, std::size_t entries);
/// to = from, with as much room.
void copy_rows(const SparseRows& from, SparseRows& to);
/// Rows as a dense matrix, of any kind.
template <class Matrix>
void to_dense(const SparseRows& rows, Matrix& out) {
  out.setZero(rows.num_rows, rows.num_columns);
  for (int i = 0; i < rows.num_rows; ++i)
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k) out(i, rows.column[k]) = rows.value[k];
}

struct Lcp {
  LcpMatrix* matrix = nullptr;
  GrowingVector b;
  GrowingVector magnitude;             ///< size of the terms that b was summed from: rounding is relative to it
  std::vector<LcpContact> contacts{};  ///< empty: nothing is known of the structure
  LcpClass structure = LcpClass::unknown;
  /// Size of the terms of b that an error of a row is compared with, where nothing but A and b is known. Empty in a
  /// run: its certificates know the momenta that b is the difference of.
  GrowingVector row_size{};
  /// The largest row_size among the rows that A couples with this one: what rounding may leave of them is granted to
  /// it. Empty: all rows count as coupled.
  GrowingVector coupled_size{};
};

/// Relative natural residual of w = A z + b, the largest of
///     |min(z_i, w_i)| / (1 + m_i)      m the magnitude of b: rows are scaled so that z and w are near 1;
///     e_i = |min(z_i, w_i)| / max(r_i + min(t_i, R_i), 500 n sqrt(u) R_i), where r = row_size is given, e_i > sqrt(u):
/// R = coupled_size, t the sizes of the terms of A z. So an error is measured against the whole problem, unless it is
/// too large for its own row to have the certificate that z solves a problem near by (verification/lcp/lcp.hpp): with a
/// tolerance of at most sqrt(u) such a z is not called solved. That t counts no more than R keeps a z that grows
/// without end from passing for a solution. NaN when an entry is not finite.
[[nodiscard]] double natural_residual(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w);

/// The same of what |min(z_i, w_i)| is above 16 u t_i, the rounding of a row whose terms cancel: no z of doubles is
/// sure to leave less. Not of more than 1e-6 (1 + m_i), a hundred times the loosest default tolerance, so that
/// a z that grows without end does not pass for a solution.
[[nodiscard]] double residual_beyond_rounding(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w);

/// Whether, where row_size is given, a row misses what natural_residual asks of it with n u R_i granted in place of
/// 500 n u R_i: more than the last digit of the rows next to it. A solver that can tell such a row from rounding
/// should.
[[nodiscard]] bool leaves_a_row(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w);

/// coupled_size of row sizes: rows are coupled where a path of entries of A that are not 0 joins them.
[[nodiscard]] GrowingVector coupled_sizes(const SparseRows& a, const GrowingVector& row_size);

}  // namespace perpend
