// Nonsmooth Gauss-Seidel: visits contact by contact and solves the LCP of each exactly, normal, friction and slip
// together, with the impulses of the others fixed. [JourdanAlartJean98]
// No theorem says that it converges with Coulomb friction; on piles it does, linearly.
#include <limits>

#include "kernel/solvers/contact_block.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "kernel/solvers/sweep_solver.hpp"

namespace perpend {

namespace nsgs {
namespace {

/// An exact solution of a block misses its signs by the rounding of a system of at most four unknowns.
constexpr double block_rounding = 0x1p-46;

/// Supports are tried one by one: 260 small systems at most for eight directions, 1668 for sixteen.
constexpr int largest_contact = 18;

class Nsgs final : public SweepSolver {
 public:
  using SweepSolver::SweepSolver;

 protected:
  bool prepare(const Lcp& lcp, const SweepBlocks& blocks, std::string& note) override;
  void visit(const Lcp& lcp, const SweepBlocks& blocks, int index, GrowingVector& z) override;

 private:
  void solve_block(const SweepBlock& block, const double* a, Support& last);
  void solve_row(double diagonal);

  using Local = std::array<double, largest_block>;
  BlockLcp local_;
  Local q_, z_, best_;
  std::vector<Support> last_;                                             // one a block
  std::array<std::array<std::vector<Support>, largest_block>, 2> tried_;  // [has slip][size]
};

bool Nsgs::prepare(const Lcp&, const SweepBlocks& blocks, std::string& note) {
  last_.assign(blocks.blocks().size(), 0);
  for (const SweepBlock& block : blocks.blocks()) {
    if (block.size > largest_contact) {
      note = "a contact with " + std::to_string(block.size) + " unknowns is too large to try all that may be positive";
      return false;
    }
    const bool has_slip = block.contact.slip >= 0;
    std::vector<Support>& tried = tried_[has_slip ? 1 : 0][block.size];
    if (tried.empty()) tried = contact_supports(block.size, has_slip);
  }
  return true;
}

/// best_ from q_. Between two solutions, the support of the sweep before.
void Nsgs::solve_block(const SweepBlock& block, const double* a, Support& last) {
  double least = local_.try_support(last, block.size, a, q_.data(), best_.data());
  if (least <= block_rounding) return;
  for (const Support support : tried_[block.contact.slip >= 0 ? 1 : 0][block.size]) {
    const double miss = local_.try_support(support, block.size, a, q_.data(), z_.data());
    if (!(miss < least)) continue;
    least = miss;
    last = support;
    best_ = z_;
    if (least <= block_rounding) return;
  }
}

void Nsgs::solve_row(double diagonal) {
  best_[0] = q_[0] < 0.0 && diagonal > 0.0 ? -q_[0] / diagonal : 0.0;
}

void Nsgs::visit(const Lcp& lcp, const SweepBlocks& blocks, int index, GrowingVector& z) {
  const SweepBlock& block = blocks.blocks()[index];
  const std::span<const int> rows = blocks.rows(block);
  const double* a = blocks.values(block);
  for (int i = 0; i < block.size; ++i) {
    q_[i] = lcp.matrix->product(rows[i]) + lcp.b[rows[i]];
    for (int j = 0; j < block.size; ++j) q_[i] -= a[i * block.size + j] * z[rows[j]];
  }
  if (block.size == 1)
    solve_row(a[0]);
  else
    solve_block(block, a, last_[index]);
  for (int i = 0; i < block.size; ++i) set(*lcp.matrix, rows[i], std::max(0.0, best_[i]), z);
}

constexpr FieldSpec options[] = {sweep_tolerance_field, sweeps_field};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  return std::make_unique<Nsgs>(sweep_limits_of(options));
}

}  // namespace
}  // namespace nsgs

const LcpSolverType nsgs_solver{
    .spec = {.name = "nsgs",
             .summary = "Gauss-Seidel by contacts, each solved exactly with its friction; residual every 10 sweeps",
             .arguments = nsgs::options,
             .properties = {},
             .citation = "JourdanAlartJean98, LuoTseng92"},
    .variants = "nsgs | nsgs(tolerance, sweeps)",
    .solves = LcpClass::symmetric,
    .make = nsgs::make};

}  // namespace perpend
