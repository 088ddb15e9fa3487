#include "verification/motion/forced_forms.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernel/model/numbers/disjoint_sets.hpp"
#include "verification/arithmetic/eigenvalues.hpp"
#include "verification/arithmetic/fraction.hpp"
#include "verification/arithmetic/orthogonal_factors.hpp"
#include "verification/solves/spd.hpp"

namespace perpend {

namespace {

void tie_by_rows(const ConstraintRows& rows, std::vector<int>& parts) {
  for (const RowBlock& block : rows.blocks)
    for (int i = 0; i < block.num_rows; ++i) {
      int first = -1;
      for (int side = 0; side < num_sides; ++side)
        for (int j = 0; j < block.num_columns[side]; ++j) {
          if (rows.values[block.first_value[side] + i * block.num_columns[side] + j] == 0.0) continue;
          const int column = block.first_column[side] + j;
          if (first < 0) first = column;
          unite_sets(parts, first, column);
        }
    }
}

/// Columns of the parts of the mechanism on which some element or entry acts; parts are tied by what is not 0 in rows
/// of J, elements and entries, and by the blocks of M. In the other parts K = D = 0.
std::vector<int> forced_columns(const MassMatrix& mass, const ConstraintRows& rows, const LinearForces& forces) {
  std::vector<int> parts(static_cast<std::size_t>(rows.num_columns));  // columns that are tied together
  std::iota(parts.begin(), parts.end(), 0);
  for (const InertiaBlock& block : mass.blocks)
    for (int i = 1; i < 3; ++i) unite_sets(parts, block.first, block.first + i);
  tie_by_rows(rows, parts);
  std::vector<int> reached;
  for (const LinearForces::Element& element : forces.elements) {
    for (const int column : element.columns) unite_sets(parts, element.columns.front(), column);
    if (!element.columns.empty()) reached.push_back(element.columns.front());
  }
  for (const LinearForces::Entry& entry : forces.rest) {
    unite_sets(parts, entry.row, entry.column);
    reached.push_back(entry.row);
  }
  std::vector<char> is_forced(static_cast<std::size_t>(rows.num_columns), 0);
  for (const int column : reached) is_forced[least_of_set(parts, column)] = 1;
  std::vector<int> columns;
  for (int i = 0; i < rows.num_columns; ++i)
    if (is_forced[least_of_set(parts, i)] != 0) columns.push_back(i);
  return columns;
}

/// Upper bounds of the diagonal of M^-1.
VectorX inverse_diagonal(const MassMatrix& mass) {
  VectorX bound(mass.size());
  for (Eigen::Index i = 0; i < mass.size(); ++i) bound[i] = divide_up(1.0, mass.diagonal[i]);
  for (const InertiaBlock& block : mass.blocks) {
    const int i = block.first;
    const Interval a = mass.diagonal[i], b = mass.diagonal[i + 1], c = mass.diagonal[i + 2];
    const Interval xy = block.xy, xz = block.xz, yz = block.yz;
    const Interval minor_x = b * c - square(yz), minor_y = a * c - square(xz), minor_z = a * b - square(xy);
    const Interval determinant = a * minor_x - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
    bound[i] = (minor_x / determinant).hi;
    bound[i + 1] = (minor_y / determinant).hi;
    bound[i + 2] = (minor_z / determinant).hi;
  }
  return bound;
}

}  // namespace

ForceTerms::ForceTerms(const ForceCondition& condition, double h) : mass(condition.mass) {
  const Fraction step = Fraction::of_decimal(h);
  damping = (condition.damping * step.power(condition.damping_power)).enclose();
  stiffness = (condition.stiffness * step.power(condition.stiffness_power)).enclose();
}

ForcedForms::ForcedForms(const ForcedMechanism& mechanism) : mechanism_(mechanism) {
  columns_ = forced_columns(mechanism.mass, mechanism.rows, mechanism.forces);
  const int n = size();
  std::vector<int> place(static_cast<std::size_t>(mechanism.mass.size()), -1);
  for (int i = 0; i < n; ++i) place[columns_[i]] = i;
  const MatrixX all = dense(mechanism.mass);
  scale_.resize(n);
  for (int i = 0; i < n; ++i) scale_[i] = std::exp2(-std::round(0.5 * std::log2(all(columns_[i], columns_[i]))));
  mass_ = scale_.asDiagonal() * all(columns_, columns_) * scale_.asDiagonal();
  damping_ = stiffness_ = damping_size_ = stiffness_size_ = MatrixX::Zero(n, n);
  for (const LinearForces::Element& element : mechanism.forces.elements)
    for (std::size_t a = 0; a < element.columns.size(); ++a)
      for (std::size_t b = 0; b < element.columns.size(); ++b) {
        const int i = place[element.columns[a]], j = place[element.columns[b]];
        const double product = (element.gradient[a] * scale_[i]) * (element.gradient[b] * scale_[j]);
        damping_(i, j) += element.damping * product;
        damping_size_(i, j) += std::abs(element.damping * product);
        stiffness_(i, j) += element.stiffness * product;
        stiffness_size_(i, j) += std::abs(element.stiffness * product);
      }
  margin_ = VectorX::Zero(n);
  for (const LinearForces::Entry& entry : mechanism.forces.rest) {
    const int i = place[entry.row], j = place[entry.column];
    const double value = entry.value * scale_[i] * scale_[j];
    stiffness_(i, j) += value;
    stiffness_size_(i, j) += std::abs(value);
    if (i != j) stiffness_(j, i) += value;
    if (i != j) stiffness_size_(j, i) += std::abs(value);
  }
  for (int i = 0; i < n && mechanism.forces.margin.size() > 0; ++i)
    margin_[i] = mechanism.forces.margin[columns_[i]] * scale_[i] * scale_[i];
  const MatrixX j = dense_jacobian(mechanism.rows);
  rows_ = j(Eigen::all, columns_) * scale_.asDiagonal();
  inverse_mass_ = inverse_diagonal(mechanism.mass);
  for (int i = 0; i < mechanism.rows.num_rows; ++i) {
    const bool is_left_out =
        std::find(mechanism.left_out.begin(), mechanism.left_out.end(), i) != mechanism.left_out.end();
    if (!is_left_out && !rows_.row(i).isZero(0.0)) kept_.push_back(i);
  }
  if (kept_.empty()) {
    basis_ = MatrixX::Identity(n, n);
    return;
  }
  MatrixX normed = rows_(kept_, Eigen::all);
  normed.rowwise().normalize();
  basis_ = orthogonal_complement(normed.transpose());
}

MatrixX ForcedForms::sum(const ForceTerms& terms, MatrixX& sizes) const {
  const double m = terms.mass.lo, d = middle(terms.damping), k = middle(terms.stiffness);
  sizes = std::abs(m) * mass_.cwiseAbs() + std::abs(d) * damping_size_ + std::abs(k) * stiffness_size_;
  MatrixX result = m * mass_ + d * damping_ + k * stiffness_;
  for (int i = 0; i < size(); ++i) result(i, i) -= std::abs(k) * margin_[i];
  sizes.diagonal() += std::abs(k) * margin_;
  return result;
}

double ForcedForms::lowest(const ForceTerms& terms, VectorX* vector) const {
  if (dimension() == 0) return infinity;
  MatrixX sizes;
  const MatrixX reduced = basis_.transpose() * sum(terms, sizes) * basis_;
  const SymmetricEigen eigen = symmetric_eigen(0.5 * (reduced + reduced.transpose()));
  if (vector != nullptr) *vector = basis_ * eigen.vectors.col(0);
  return eigen.values[0];
}

/// F + J^T diag(w) J is positive definite for w large enough where F is on the null space (Finsler); too large, and
/// rounding hides it.
VectorX ForcedForms::prove(const ForceTerms& terms) const {
  const double least = lowest(terms);
  if (!(least > 0.0)) return {};
  MatrixX own_sizes;
  const MatrixX own = sum(terms, own_sizes);
  const double norm = own_sizes.rowwise().sum().maxCoeff();
  // It only says how large weights have to be.
  const double independence = mechanism_.independence > 1e-12 ? std::min(mechanism_.independence, 1.0) : 1e-12;
  const double floor = std::min(least, norm);
  const double smallest = norm / independence;
  for (double sigma = smallest; sigma <= 16.0 * smallest * (norm / floor); sigma *= 16.0) {
    VectorX weights = VectorX::Zero(rows_.rows());
    for (const int row : kept_) weights[row] = std::exp2(std::round(std::log2(sigma / rows_.row(row).squaredNorm())));
    const MatrixX pushed = rows_.transpose() * weights.asDiagonal() * rows_;
    const MatrixX pushed_size = rows_.cwiseAbs().transpose() * weights.asDiagonal() * rows_.cwiseAbs();
    const MatrixX whole = own + 0.5 * (pushed + pushed.transpose());
    const MatrixX symmetric = 0.5 * (whole + whole.transpose());
    // Each entry is a sum of so many products, each with a few roundings; the step's powers have their own.
    const double terms_of_entry =
        2.0 * static_cast<double>(mechanism_.forces.elements.size() + mechanism_.forces.rest.size() + kept_.size()) +
        32.0;
    const double rounding = 2.0 * gamma_bound(terms_of_entry) * (own_sizes + pushed_size).rowwise().sum().maxCoeff();
    for (const double share : {0.5, 0.1})
      if (bound_from_shift(symmetric, share * floor) > rounding) return weights;
    if (kept_.empty()) break;
  }
  return {};
}

/// sqrt(e^T M e) of the shortest e with J (x + e) = 0: its square is r^T W^-1 r with r = J x, and with c the bound of
/// independence at most sum r_i^2/W_ii / c, W_ii >= |J_i|^4 / (J_i M J_i^T).
double ForcedForms::distance_to_null_space(const VectorX& x) const {
  Interval total = 0.0;
  for (const int row : kept_) {
    Interval residual = 0.0, squared = 0.0, energy = 0.0;
    for (int j = 0; j < size(); ++j) {
      residual = residual + Interval(rows_(row, j)) * Interval(x[j]);
      squared = squared + square(Interval(rows_(row, j)));
      Interval momentum = 0.0;
      for (int k = 0; k < size(); ++k)
        if (mass_(j, k) != 0.0) momentum = momentum + Interval(mass_(j, k)) * Interval(rows_(row, k));
      energy = energy + Interval(rows_(row, j)) * momentum;
    }
    total = total + square(residual) * energy / square(squared);
  }
  if (kept_.empty()) return 0.0;
  return sqrt(total / Interval(mechanism_.independence)).hi;
}

ForcedForms::Values ForcedForms::at(const VectorX& x) const {
  const double distance = distance_to_null_space(x);
  std::vector<Interval> y(static_cast<std::size_t>(size()));
  std::vector<Interval> unscaled(static_cast<std::size_t>(mechanism_.mass.size()), Interval(0.0));
  for (int i = 0; i < size(); ++i) {
    const double off = multiply_up(sqrt_up(inverse_mass_[columns_[i]]), distance);
    const double value = scale_[i] * x[i];  // exact: a power of two
    y[i] = {add_down(value, -off), add_up(value, off)};
    unscaled[columns_[i]] = y[i];
  }
  Values values{0.0, 0.0, 0.0};
  const MassMatrix& mass = mechanism_.mass;
  for (int i = 0; i < size(); ++i) values.mass = values.mass + scale(mass.diagonal[columns_[i]], square(y[i]));
  for (const InertiaBlock& block : mass.blocks) {
    const Interval &a = unscaled[block.first], &b = unscaled[block.first + 1], &c = unscaled[block.first + 2];
    values.mass = values.mass + scale(2.0, scale(block.xy, a * b) + scale(block.xz, a * c) + scale(block.yz, b * c));
  }
  for (const LinearForces::Element& element : mechanism_.forces.elements) {
    Interval rate = 0.0;
    for (std::size_t a = 0; a < element.columns.size(); ++a)
      rate = rate + scale(element.gradient[a], unscaled[element.columns[a]]);
    values.damping = values.damping + scale(element.damping, square(rate));
    values.stiffness = values.stiffness + scale(element.stiffness, square(rate));
  }
  for (const LinearForces::Entry& entry : mechanism_.forces.rest) {
    const Interval product = entry.row == entry.column ? square(unscaled[entry.row])
                                                       : scale(2.0, unscaled[entry.row] * unscaled[entry.column]);
    values.stiffness = values.stiffness + scale(entry.value, product);
  }
  for (int i = 0; i < size() && mechanism_.forces.margin.size() > 0; ++i) {
    const Interval granted = scale(mechanism_.forces.margin[columns_[i]], square(y[i]));
    values.stiffness = values.stiffness + Interval{-granted.hi, granted.hi};
  }
  return values;
}

VectorX ForcedForms::spread(const VectorX& x) const {
  VectorX all = VectorX::Zero(mechanism_.mass.size());
  for (int i = 0; i < size(); ++i) all[columns_[i]] = scale_[i] * x[i];
  return all;
}

}  // namespace perpend
