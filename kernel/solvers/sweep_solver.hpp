// Solvers by sweeps: the rows of an LCP as Gauss-Seidel visits them, each contact with its friction together and other
// rows one by one, and the loop that visits them in order until the residual is small or no longer falls.
#pragma once

#include <span>

#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

/// One contact, or one row alone as `contact.normal`. Unknowns in the order normal, tangents, slip, those present.
struct SweepBlock {
  LcpContact contact;
  int size = 0;
  int first_row = 0;    ///< in SweepBlocks::rows
  int first_value = 0;  ///< of the size x size block of A, row-major, in SweepBlocks::values
};

class SweepBlocks {
 public:
  /// Order: by the least row of each block. Leaves the operator at z = 0.
  void collect(const Lcp& lcp);

  [[nodiscard]] std::span<const SweepBlock> blocks() const { return blocks_; }
  [[nodiscard]] std::span<const int> rows(const SweepBlock& block) const {
    return {rows_.data() + block.first_row, static_cast<std::size_t>(block.size)};
  }
  [[nodiscard]] const double* values(const SweepBlock& block) const { return values_.data() + block.first_value; }

 private:
  void append(const LcpContact& contact);
  void read_values(LcpMatrix& matrix, SweepBlock& block);

  std::vector<SweepBlock> blocks_;
  std::vector<int> rows_;
  std::vector<double> values_;
  std::vector<int> owner_;  // contact of each row, -1: none
  GrowingVector zero_;
};

struct SweepLimits {
  double tolerance = 1e-8;  ///< of the natural residual
  long sweeps = 20000;
};

/// The residual costs about a sweep: it is taken, and recorded, after the first and after every tenth sweep.
inline constexpr long sweeps_between_residuals = 10;

class SweepSolver : public LcpSolver {
 public:
  explicit SweepSolver(SweepLimits limits) : limits_(limits) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) final;

 protected:
  /// Before the first sweep. False: `note` says what the problem lacks.
  [[nodiscard]] virtual bool prepare(const Lcp& lcp, const SweepBlocks& blocks, std::string& note) = 0;
  /// Gives the unknowns of one block new values, in z and in the operator.
  virtual void visit(const Lcp& lcp, const SweepBlocks& blocks, int block, GrowingVector& z) = 0;

  static void set(LcpMatrix& matrix, int row, double value, GrowingVector& z) {
    if (value == z[row]) return;
    matrix.change(row, value - z[row]);
    z[row] = value;
  }

 private:
  void start_from(const Lcp& lcp, const GrowingVector* start, GrowingVector& z) const;
  [[nodiscard]] LcpFailure sweep_until_done(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] double residual(const Lcp& lcp, const GrowingVector& z);

  SweepLimits limits_;
  SweepBlocks blocks_;
  GrowingVector slack_;
};

inline constexpr FieldSpec sweep_tolerance_field{.name = "tolerance",
                                                 .type = FieldType::number,
                                                 .doc = "largest natural residual, relative, that counts as solved",
                                                 .default_text = "1e-8",
                                                 .minimum = 0.0,
                                                 .exclusive_minimum = true};
inline constexpr FieldSpec sweeps_field{.name = "sweeps",
                                        .type = FieldType::integer,
                                        .doc = "most sweeps over all rows",
                                        .default_text = "20000",
                                        .minimum = 1.0};

[[nodiscard]] SweepLimits sweep_limits_of(const Properties& options);

}  // namespace perpend
