#include "kernel/linear/kkt_solver.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/linear/known_sizes.hpp"

namespace perpend {

namespace {

/// A row is refined where its residual is more than this share of the sum of the moduli of its terms. Certificates ask
/// for 2^-26.5, so that ten bits are left to them, as in redundant_rows.cpp. Rounding of the sum and of x leaves
/// 16 u = 2^-49 at the most terms that a row of two bodies in space has; the rest is for velocities that remain of
/// larger ones, next to the ground of a long chain.
constexpr double refined_share = 0x1p-36;

/// A lower bound of what the factorization of the whole matrix costs a tree, in multiplications of BlockPattern::work:
/// of a row of L with c entries c^2/2 in the factorization and 4 c in its solutions, and each of them about four times
/// one in a block, since it comes with an index.
double least_sparse_work(const ConstraintRows& layout) {
  double work = 0.0;
  for (const RowBlock& block : layout.blocks) {
    const double n = block.num_rows;
    for (const int width : block.num_columns) work += 4.0 * width * (0.5 * n * n + 4.0 * n);
  }
  return work;
}

/// The same of a factor that is there.
double sparse_work(const SparseLdlt& factor) {
  return 4.0 * factor.work();
}

/// A row with terms that are all below this share, for each unknown, of its coefficients times the largest unknown says
/// 0 = 0 to rounding: certificates grant it 1000 u for each [Higham02], and no more than 2^-26.5, of which these are a
/// sixteenth.
constexpr double vanishing_share = 0x1p-47;
constexpr double largest_vanishing_share = 0x1p-31;

/// What is left of the rows of one block, and the sum of the moduli of the terms of each.
template <int size>
struct Residuals {
  double value[size];
  double magnitude[size];

  void subtract(int i, double term) {
    value[i] -= term;
    magnitude[i] += std::abs(term);
  }
};

/// Terms of one body. Where the first rows hold a point, their entries in its positions are the sign.
template <int size, RowForm form>
void subtract_side(const RowBlock& block, int side, const double* j, const double* x, Residuals<size>& residuals) {
  if constexpr (form == RowForm::any) {
    const int width = block.num_columns[side];
    for_width(width, [&]<int known>() {
      repeat<size>([&]<int i>() { repeat<known>([&]<int k>() { residuals.subtract(i, j[i * known + k] * x[k]); }); });
    });
  } else {
    constexpr int skipped = point_rows(form);
    constexpr int width = skipped + turns(form);
    repeat<skipped>([&]<int i>() { residuals.subtract(i, side == 0 ? -x[i] : x[i]); });
    repeat<size>([&]<int i>() {
      repeat<turns(form)>([&]<int k>() { residuals.subtract(i, j[i * width + skipped + k] * x[skipped + k]); });
    });
  }
}

RowForm form_of(const RowBlock& block) {
  const auto are_bodies = [&](int width) {
    return (block.num_columns[0] == width || block.num_columns[0] == 0) &&
           (block.num_columns[1] == width || block.num_columns[1] == 0) && block.num_columns[2] == 0;
  };
  if (block.num_point_rows == 3 && are_bodies(6)) return RowForm::spatial_point;
  return block.num_point_rows == 2 && are_bodies(3) ? RowForm::planar_point : RowForm::any;
}

/// The largest unknown, or what the motion or one joint would each alone make of it: x is the sum of these.
double largest_unknown(const Problem& problem, const Solution& solution) {
  const VectorX& mass = problem.mass->diagonal;
  const ConstraintRows& rows = *problem.rows;
  double largest = 0.0;
  for (Eigen::Index j = 0; j < solution.x.size(); ++j)
    largest = std::max({largest, std::abs(solution.x[j]), std::abs(problem.motion[j]) / mass[j]});
  for (const RowBlock& block : rows.blocks)
    for (int side = 0; side < num_sides; ++side) {
      const int width = block.num_columns[side];
      const double* column = rows.values.data() + block.first_value[side];
      for (int k = 0; k < width; ++k, ++column) {
        double impulse = 0.0;
        for (int i = 0; i < block.num_rows; ++i)
          impulse += std::abs(column[i * width] * solution.multiplier[block.first_row + i]);
        if (impulse > largest * mass[block.first_column[side] + k])
          largest = impulse / mass[block.first_column[side] + k];
      }
    }
  return largest;
}

/// Whether all rows are met to rounding. Pre: widths of bodies, as DelassusFactor takes them.
class RowCheck {
 public:
  /// `residual` gets what is left of each row.
  RowCheck(const Problem& problem, const Solution& solution, VectorX& residual)
      : problem_(problem), solution_(solution), residual_(residual) {
    residual_.resize(problem.rows->num_rows);
  }

  [[nodiscard]] bool is_passed() {
    bool is_passed = true;
    for (const RowBlock& block : problem_.rows->blocks)
      if (block.num_rows > 0 && !is_met(block)) is_passed = false;
    return is_passed;
  }

 private:
  [[nodiscard]] bool is_met(const RowBlock& block) {
    return for_form(block.num_rows, form_of(block),
                    [&]<int size, RowForm form>() { return is_met_in_form<size, form>(block); });
  }

  template <int size, RowForm form>
  [[nodiscard]] bool is_met_in_form(const RowBlock& block) {
    Residuals<size> residuals;
    repeat<size>([&]<int i>() {
      const int row = block.first_row + i;
      residuals.value[i] = problem_.target[row];
      residuals.magnitude[i] = std::abs(problem_.target[row]);
      if (problem_.compliance[row] != 0.0) residuals.subtract(i, problem_.compliance[row] * solution_.multiplier[row]);
    });
    for (int side = 0; side < num_sides; ++side)
      if (block.num_columns[side] > 0)
        subtract_side<size, form>(block, side, problem_.rows->values.data() + block.first_value[side],
                                  solution_.x.data() + block.first_column[side], residuals);
    bool is_met = true;
    repeat<size>([&]<int i>() {
      const double magnitude = residuals.magnitude[i];
      const double residual = std::abs(residuals.value[i]);
      residual_[block.first_row + i] = residuals.value[i];
      is_met = is_met && (residual <= refined_share * magnitude || vanishes(block, i, magnitude));
    });
    return is_met;
  }

  [[nodiscard]] bool vanishes(const RowBlock& block, int i, double magnitude) {
    if (largest_ < 0.0) largest_ = largest_unknown(problem_, solution_);
    double coefficients = 0.0;
    for (int side = 0; side < num_sides; ++side) {
      const double* j = problem_.rows->values.data() + block.first_value[side] + i * block.num_columns[side];
      for (int k = 0; k < block.num_columns[side]; ++k) coefficients += std::abs(j[k]);
    }
    const double unknowns = static_cast<double>(solution_.x.size() + solution_.multiplier.size());
    return magnitude <= std::min(vanishing_share * unknowns, largest_vanishing_share) * (coefficients * largest_);
  }

  const Problem& problem_;
  const Solution& solution_;
  VectorX& residual_;
  double largest_ = -1.0;  // looked for when it is asked for
};

}  // namespace

/// Modified Gram-Schmidt, twice for full orthogonality.
void LeftNullSpace::add(const VectorX& null_vector) {
  if (basis_.size() <= size_) basis_.resize(size_ + 1);
  VectorX& y = basis_[size_];
  y = null_vector;
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t l = 0; l < size_; ++l) y -= basis_[l].dot(y) * basis_[l];
  y /= y.norm();
  ++size_;
}

void LeftNullSpace::project_out(VectorX& multiplier) const {
  for (std::size_t k = 0; k < size_; ++k) multiplier -= basis_[k].dot(multiplier) * basis_[k];
}

KktSolver::KktSolver(const ConstraintRows& layout, DependentRows policy, const MassMatrix& mass,
                     std::span<const char> is_primary)
    : policy_(policy),
      is_primary_(is_primary.begin(), is_primary.end()),
      mass_blocks_(mass.blocks),
      access_(layout),
      judge_(layout) {
  MassMatrix diagonal = mass;
  diagonal.diagonal.setOnes(layout.num_columns);
  delassus_ = DelassusFactor::make(layout, is_primary, diagonal, least_sparse_work(layout));
  if (!delassus_) {
    make_sparse(layout);
    delassus_ = DelassusFactor::make(layout, is_primary, diagonal, sparse_work(sparse_->factor()));
  }
  is_primary_row_.assign(static_cast<std::size_t>(layout.num_rows), 0);
  for (std::size_t k = 0; k < layout.blocks.size(); ++k)
    if (is_primary.empty() || is_primary[k])
      std::fill_n(is_primary_row_.begin() + layout.blocks[k].first_row, layout.blocks[k].num_rows, 1);
  zero_target_ = VectorX::Zero(layout.num_rows);
  row_transposed_ = VectorX::Zero(layout.num_columns);
  // The first refinement may come in any step.
  motion_residual_ = row_transposed_;
  target_residual_ = zero_target_;
  correction_.x = row_transposed_;
  correction_.multiplier = zero_target_;
}

void KktSolver::make_sparse(const ConstraintRows& layout) {
  sparse_.emplace(layout, mass_blocks_, is_primary_);
}

std::size_t KktSolver::num_factor_entries() const {
  return delassus_ ? delassus_->num_entries() : sparse_->factor().num_factor_entries();
}

void KktSolver::substitute(const VectorX& motion, const VectorX& target, Solution& solution) {
  if (is_by_joints_)
    delassus_->substitute(motion, target, solution);
  else
    sparse_->substitute(motion, target, solution);
}

void KktSolver::refine(const Problem& problem, Solution& solution) {
  multiply(*problem.mass, solution.x, motion_residual_);
  motion_residual_ = problem.motion - motion_residual_;
  add_jacobian_transposed(*problem.rows, solution.multiplier, motion_residual_);
  apply_jacobian(*problem.rows, solution.x, target_residual_);
  target_residual_ = problem.target - target_residual_ - problem.compliance.cwiseProduct(solution.multiplier);
  substitute(motion_residual_, target_residual_, correction_);
  solution.x += correction_.x;
  solution.multiplier += correction_.multiplier;
}

/// The same where x comes from the multipliers, so that the motion rows are met to rounding. Pre: target_residual_.
void KktSolver::refine_rows(Solution& solution) {
  motion_residual_.setZero(solution.x.size());
  substitute(motion_residual_, target_residual_, correction_);
  solution.x += correction_.x;
  solution.multiplier += correction_.multiplier;
}

void KktSolver::expect(const RedundantRows& redundant) {
  judge_.expect(redundant);
}

bool KktSolver::factorize(const Problem& problem, std::span<const char> left_out) {
  ++num_factorizations_;
  dependent_rows_.clear();
  bool is_one_left_out = false;
  for (std::size_t i = 0; i < left_out.size(); ++i)
    is_one_left_out = is_one_left_out || (left_out[i] != 0 && is_primary_row_[i] != 0);
  is_by_joints_ = delassus_ && !is_one_left_out && delassus_->factorize(problem);
  if (is_by_joints_) return true;
  if (!sparse_) make_sparse(*problem.rows);
  const bool factorized = sparse_->factorize(problem, left_out);
  dependent_rows_ = sparse_->dependent_rows();
  return factorized;
}

void KktSolver::solve(const Problem& problem, Solution& solution) {
  judge_.start();
  do {
    const bool factorized = factorize(problem, judge_.left_out());
    solution.dependent_rows = dependent_rows_;
    solution.status = factorized ? Status::singular : Status::not_finite;
    if (!factorized || (!dependent_rows_.empty() && policy_ == DependentRows::stop)) return;
  } while (!find_dependencies(problem));
  solve_again(problem, solution);
}

void KktSolver::solve_again(const Problem& problem, Solution& solution) {
  substitute(problem.motion, problem.target, solution);
  if (!is_by_joints_)
    refine(problem, solution);
  else if (!RowCheck(problem, solution, target_residual_).is_passed())
    refine_rows(solution);
  null_space_.project_out(solution.multiplier);
  solution.dependent_rows = dependent_rows_;
  const bool finite = solution.x.allFinite() && solution.multiplier.allFinite();
  solution.status = finite ? Status::converged : Status::not_finite;
}

/// For a dependent row j the system with right-hand side (row j)^T, 0 has x = 0 and J^T multiplier = -(row j)^T:
/// e_j + multiplier is a left null vector. False when a row was left out that does not follow any more.
bool KktSolver::find_dependencies(const Problem& problem) {
  null_space_.clear();
  if (judge_.needs_closing_motion()) {
    row_transposed_.setZero();
    substitute(row_transposed_, problem.rows->phi, null_solution_);
    judge_.set_closing_motion(null_solution_.x);
  }
  for (const int row : dependent_rows_) {
    row_transposed_.setZero();
    access_.add_transposed(*problem.rows, row, 1.0, row_transposed_);
    substitute(row_transposed_, zero_target_, null_solution_);
    null_vector_ = null_solution_.multiplier;
    null_vector_[row] += 1.0;
    if (judge_.judge(problem, row, null_vector_, null_solution_.x)) null_space_.add(null_vector_);
  }
  return judge_.finish();
}

}  // namespace perpend
