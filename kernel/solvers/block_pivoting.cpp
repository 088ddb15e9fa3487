// Block principal pivoting. [JudicePires94] A choice of free indices F leaves the system
//     A_FF z_F = -b_F,   z = 0 elsewhere,   w = A z + b,
// and the indices where z < 0 in F, or w < 0 elsewhere, are wrong. All of them change sides at once while their number
// falls; when it has not fallen ten times, the least index alone does until it has [Murty74]: finite for P-matrices,
// with a few factorizations for well-conditioned matrices, where one index at a time takes hundreds.
// Redundant supports make A_FF singular. So a share of its diagonal, 1e-12, is added in the factor and nowhere else: w
// and the residual are those of the exact problem, and each solution is refined once against it. Where the matrix is
// full and most indices are right at once, only solutions that may be the last are.
#include <algorithm>
#include <cmath>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/complementarity_newton.hpp"
#include "kernel/solvers/factors/dense_cholesky.hpp"
#include "kernel/solvers/factors/full_rows.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace block_pivoting {
namespace {

/// Added to the diagonal in the factor, as a share of it: half way, in bits, between what a solution loses in
/// directions that matter and what is left of a pivot that cancels.
constexpr double share = 1e-12;
/// Exchanges that may fail to make fewer wrong before one index changes sides at a time.
constexpr int patience = 10;
/// Most sweeps of Gauss and Seidel that choose the first free indices of a full matrix. One costs a tenth of a
/// factorization; few are needed where the condition is small, and about one factorization less where it is 10^4.
constexpr int most_sweeps = 32;
/// Values below this share of the largest |b_i| that the row is coupled with (of all, where that is not known) are 0:
/// they are rounding of their row, and would change sides for ever.
constexpr double rounding = 0x1p-44;

class BlockPivoting final : public LcpSolver {
 public:
  explicit BlockPivoting(NewtonLimits limits) : limits_(limits) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  void prepare(const Lcp& lcp);
  void sweep(GrowingVector& z, GrowingVector& w) const;
  void choose_free(const LcpSolution& solution);
  [[nodiscard]] LcpFailure pivot(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] bool solve_free(const Lcp& lcp);
  [[nodiscard]] bool correct_free(const Lcp& lcp);
  [[nodiscard]] bool factorize(const Lcp& lcp);
  void fill_block(const SparseRows& a);
  void fill_full();
  void update_slack(const Lcp& lcp);
  void find_wrong();

  NewtonLimits limits_;
  bool is_full_ = false;
  FullRows full_;
  DenseCholesky cholesky_;
  SparseFactor factor_;
  SparseRows block_;
  GrowingVector diagonal_, z_, w_, right_, solved_;
  std::vector<int> free_, place_, wrong_;  // place of each index in free_, -1: not free
  GrowingVector tie_;                      // of each row: |w| below it is rounding
};

void BlockPivoting::prepare(const Lcp& lcp) {
  const SparseRows& a = lcp.matrix->sparse();
  const double size = a.num_rows;
  is_full_ = lcp.structure == LcpClass::symmetric && 4.0 * static_cast<double>(a.value.size()) > size * size;
  if (is_full_) full_.set(a);
  diagonal_.resize(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i) diagonal_[i] = lcp.matrix->diagonal(i);
  const double largest = diagonal_.size() > 0 ? diagonal_.maxCoeff() : 0.0;
  for (double& entry : diagonal_)
    if (!(entry > 0.0)) entry = largest > 0.0 ? largest : 1.0;
  if (lcp.coupled_size.size() == lcp.b.size())
    tie_ = rounding * lcp.coupled_size;
  else
    tie_.setConstant(lcp.b.size(), rounding * lcp.b.lpNorm<Eigen::Infinity>());
}

/// From z and its w, with rows in the place of columns, until a sweep changes no side.
void BlockPivoting::sweep(GrowingVector& z, GrowingVector& w) const {
  bool has_changed = true;
  for (int round = 0; round < most_sweeps && has_changed && !must_stop(); ++round) {
    has_changed = false;
    for (int i = 0; i < static_cast<int>(z.size()); ++i) {
      const double change = std::max(-w[i] / diagonal_[i], -z[i]);
      if (change == 0.0) continue;
      has_changed = has_changed || (z[i] > 0.0) != (z[i] + change > 0.0);
      z[i] += change;
      full_.add_row(i, change, w);
    }
  }
}

void BlockPivoting::choose_free(const LcpSolution& solution) {
  free_.clear();
  for (int i = 0; i < static_cast<int>(diagonal_.size()); ++i)
    if (solution.w[i] < diagonal_[i] * solution.z[i]) free_.push_back(i);
}

void BlockPivoting::fill_block(const SparseRows& a) {
  block_.num_rows = block_.num_columns = static_cast<int>(free_.size());
  block_.first.assign(1, 0);
  block_.column.clear();
  block_.value.clear();
  for (const int i : free_) {
    bool has_diagonal = false;
    const auto put = [&](int column, double value) {
      block_.column.push_back(column);
      block_.value.push_back(value);
    };
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      const int j = a.column[k];
      if (place_[j] < 0) continue;
      if (j > i && !has_diagonal) put(place_[i], share * diagonal_[i]);
      has_diagonal = has_diagonal || j >= i;
      put(place_[j], a.value[k] + (i == j ? share * diagonal_[i] : 0.0));
    }
    if (!has_diagonal) put(place_[i], share * diagonal_[i]);
    block_.first.push_back(static_cast<int>(block_.column.size()));
  }
}

void BlockPivoting::fill_full() {
  const int size = static_cast<int>(free_.size());
  GrowingMatrix& matrix = cholesky_.matrix(size);
  for (int c = 0; c < size; ++c) {
    const double* from = full_.row(free_[c]);
    double* to = matrix.col(c).data();
    for (int r = c; r < size; ++r) to[r] = from[free_[r]];
    to[c] += share * diagonal_[free_[c]];
  }
}

bool BlockPivoting::factorize(const Lcp& lcp) {
  if (is_full_) {
    fill_full();
    return cholesky_.factorize();
  }
  fill_block(lcp.matrix->sparse());
  return factor_.factorize(block_, factor_kind(lcp));
}

/// w = A z + b.
void BlockPivoting::update_slack(const Lcp& lcp) {
  if (is_full_)
    full_.multiply(z_, w_);
  else
    lcp.matrix->multiply(z_, w_);
  w_ += lcp.b;
}

bool BlockPivoting::solve_free(const Lcp& lcp) {
  place_.assign(static_cast<std::size_t>(z_.size()), -1);
  for (std::size_t k = 0; k < free_.size(); ++k) place_[free_[k]] = static_cast<int>(k);
  z_.setZero(z_.size());
  w_ = lcp.b;
  return free_.empty() || (factorize(lcp) && correct_free(lcp) && (is_full_ || correct_free(lcp)));
}

/// z takes what w lacks in the free rows.
bool BlockPivoting::correct_free(const Lcp& lcp) {
  right_.resize(static_cast<Eigen::Index>(free_.size()));
  bool is_solved = true;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    right_[static_cast<Eigen::Index>(k)] = -w_[free_[k]];
    is_solved = is_solved && std::abs(w_[free_[k]]) <= 0.125 * tie_[free_[k]];
  }
  if (is_solved) return true;
  if (!(is_full_ ? cholesky_.solve(right_, solved_) : factor_.solve(right_, solved_))) return false;
  for (std::size_t k = 0; k < free_.size(); ++k) z_[free_[k]] += solved_[static_cast<Eigen::Index>(k)];
  update_slack(lcp);
  return true;
}

/// In increasing order.
void BlockPivoting::find_wrong() {
  wrong_.clear();
  for (int i = 0; i < static_cast<int>(z_.size()); ++i)
    if (place_[i] >= 0 ? diagonal_[i] * z_[i] < -tie_[i] : w_[i] < -tie_[i]) wrong_.push_back(i);
}

LcpFailure BlockPivoting::pivot(const Lcp& lcp, LcpSolution& solution) {
  int fewest = static_cast<int>(z_.size()) + 1;
  int left = patience;
  while (solution.iterations < limits_.iterations && !must_stop()) {
    ++solution.iterations;
    if (!solve_free(lcp)) return LcpFailure::singular_basis;
    find_wrong();
    if (is_full_ && (wrong_.empty() || static_cast<int>(wrong_.size()) >= fewest)) {
      if (!correct_free(lcp)) return LcpFailure::singular_basis;
      find_wrong();
    }
    if (wrong_.empty()) return LcpFailure::none;
    const int num_wrong = static_cast<int>(wrong_.size());
    if (num_wrong < fewest) {
      fewest = num_wrong;
      left = patience;
    } else if (left > 0) {
      --left;
    }
    if (left == 0) wrong_.resize(1);
    for (const int i : wrong_) place_[i] = place_[i] < 0 ? 0 : -1;
    free_.clear();
    for (int i = 0; i < static_cast<int>(place_.size()); ++i)
      if (place_[i] >= 0) free_.push_back(i);
  }
  return LcpFailure::limit;
}

void BlockPivoting::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  LcpFailure failure = LcpFailure::none;
  if (lcp.b.allFinite() && lcp.b.size() > 0) {
    prepare(lcp);
    const bool has_start = start != nullptr && start->size() == lcp.b.size() && start->allFinite();
    if (is_full_ && !has_start) sweep(solution.z, solution.w);
    choose_free(solution);
    z_.setZero(lcp.b.size());
    failure = pivot(lcp, solution);
    solution.z = z_.cwiseMax(0.0);
  }
  conclude(lcp, limits_.tolerance, failure, solution);
}

constexpr FieldSpec options[] = {newton_tolerance_field,
                                 {.name = "iterations",
                                  .type = FieldType::integer,
                                  .doc = "most factorizations",
                                  .default_text = "1000",
                                  .minimum = 1.0}};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  NewtonLimits limits = newton_limits_of(options);
  limits.iterations = static_cast<long>(options.number_or("iterations", 1000.0));
  return std::make_unique<BlockPivoting>(limits);
}

}  // namespace
}  // namespace block_pivoting

const LcpSolverType block_pivoting_solver{
    .spec = {.name = "block_pivoting",
             .summary = "principal pivoting, all violated indices at once while their number falls; contacts without "
                        "friction and full definite matrices",
             .arguments = block_pivoting::options,
             .properties = {},
             .citation = "JudicePires94, Murty74"},
    .variants = "block_pivoting | block_pivoting(tolerance, iterations)",
    .make = block_pivoting::make};

}  // namespace perpend
