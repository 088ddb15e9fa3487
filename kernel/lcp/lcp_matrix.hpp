// The linear complementarity problem as solvers see it,
//     w = A z + b,   0 <= z  perp  w >= 0,
// its matrix as an operator or by its entries, and how far an answer is from solving it.
//
// From bodies to a solver and back, for the contacts of a step:
//     ContactProblem     kernel/model/contacts/   joints (Problem), contacts (ContactRows), law of friction: written by
//                                                 a stabilizer, judged by verification/contacts
//     ContactUnknowns    kernel/lcp/              which z_j there are, and the rows of bodies behind each
//     Lcp                here                     A (ContactOperator between bodies without joints, else
//                                                 SparseLcpMatrix) and b, put together by ContactSolver
//     LcpSolution        kernel/solvers/          z and w of one solver
//     ContactSolution    kernel/model/contacts/   impulses and slacks, read by kernel/lcp/contact_answers
// From a file or a caller of the library:
//     LcpFile            formats/lcp_file.hpp                A and b as they are written; Matrix Market by two files
//     LcpProblem         referee/lcp_files.hpp               with the contacts that its entries show
//     Lcp                here                                made by referee/lcp_attempt.cpp in units of LcpScaling
// Within solvers, each from an Lcp and for itself:
//     ScaledLcp (lcp_scaling): rows of size 1, for pivots;   SweepBlocks (sweep_solver): rows of one contact together;
//     ConvexifiedContacts (fixed_point), PlanarContacts (planar_contacts): the same contacts in other unknowns.
// Joints with bounded multipliers and without contacts are no Lcp: BoxedProblem, by boxed_pivoting.
// Proofs take what was solved, never a solver's form of it: ContactProblem, or A and b as SparseRows and VectorX, and
// ExactLcp (verification/lcp/lcp_pieces.hpp) where a proof needs rationals. verification/checker shares nothing with
// any of these: it reads its own Lcp, LcpData and ContactProblem from certificates.
#pragma once

#include <array>

#include "kernel/model/contacts/lcp.hpp"

namespace perpend {

/// out = a with an entry, 0 where a has none, on every diagonal; at[i]: its place in out.value. a is square.
void add_diagonal_entries(const SparseRows& a, SparseRows& out, std::vector<int>& at);

/// Largest |a_ij|.
[[nodiscard]] double largest_entry(const SparseRows& a);

/// Sets of rows that a path of entries that are not 0 joins, as disjoint_sets has them. a is square.
void unite_coupled_rows(const SparseRows& a, std::vector<int>& parent);

/// But for the rounding of sums in another order, against the largest entry. a is square.
[[nodiscard]] bool is_nearly_symmetric(const SparseRows& a);

/// A = G M^-1 G^T, but for the entries of slips, a row of G with entries in the velocities of two bodies at most: what
/// it takes to solve systems of A in the velocities of bodies, which are fewer than contacts and joined by fewer
/// blocks. The row of a slip is 0.
struct LcpBodies {
  int width = 0;  ///< velocities of a body: 3 in the plane, 6 in space
  int num_bodies = 0;
  std::vector<std::array<int, 2>> body;  ///< of each unknown, -1: none
  std::vector<double> row;               ///< G: 2 x width of each unknown, row-major; 0 where there is no body
  std::vector<double> mass;              ///< M: width x width of each body, row-major
};

/// A as an operator: solvers that iterate never form it, solvers that pivot ask for it once.
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

  /// The same matrix over bodies, where it is known; null where not, as with joints.
  [[nodiscard]] virtual const LcpBodies* bodies() { return nullptr; }
};

/// A given by its entries: from a file, from a test, or assembled through joints.
class SparseLcpMatrix final : public LcpMatrix {
 public:
  SparseLcpMatrix() = default;
  explicit SparseLcpMatrix(SparseRows rows);
  /// Entries that are exactly 0 are left out.
  explicit SparseLcpMatrix(const GrowingMatrix& dense);

  [[nodiscard]] int size() const override { return rows_.num_rows; }
  void multiply(const GrowingVector& z, GrowingVector& out) override;
  [[nodiscard]] double diagonal(int i) const override;
  [[nodiscard]] const GrowingVector& term_sizes(const GrowingVector& z) override;
  void start_sweeps(const GrowingVector& z) override { z_ = z; }
  [[nodiscard]] double product(int i) const override;
  void change(int j, double amount) override { z_[j] += amount; }
  [[nodiscard]] const SparseRows& sparse() override { return rows_; }

  [[nodiscard]] const LcpBodies* bodies() override { return bodies_; }

  /// For those that fill it in place.
  [[nodiscard]] SparseRows& rows() { return rows_; }
  /// The same matrix over bodies, which must outlive the use, or null.
  void set_bodies(const LcpBodies* bodies) { bodies_ = bodies; }

 private:
  SparseRows rows_;
  const LcpBodies* bodies_ = nullptr;
  GrowingVector z_;
  GrowingVector sizes_;
};

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
