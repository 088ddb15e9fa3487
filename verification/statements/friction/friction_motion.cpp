#include "verification/statements/friction/friction_motion.hpp"

#include <cmath>

#include "verification/arithmetic/exact_program.hpp"
#include "verification/arithmetic/factors.hpp"
#include "verification/friction/friction_pairs.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/friction/friction_matrices.hpp"

namespace perpend {

namespace {

VectorX product(const SparseRows& a, const VectorX& x) {
  VectorX out = VectorX::Zero(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) out[i] += a.value[k] * x[a.column[k]];
  return out;
}

VectorX transposed_product(const SparseRows& a, const VectorX& y) {
  VectorX out = VectorX::Zero(a.num_columns);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) out[a.column[k]] += a.value[k] * y[i];
  return out;
}

/// What the projection on the dual cone {u_N >= mu |u_T|} takes away, in place.
void take_excess(double mu, Eigen::Ref<VectorX> u) {
  const auto tangential = u.tail(u.size() - 1);
  const double slip = tangential.norm();
  if (u[0] >= mu * slip) {
    u.setZero();
  } else if (slip > -mu * u[0]) {
    const double share = (mu * u[0] + slip) / (1.0 + mu * mu);
    u[0] -= mu * share;
    u.tail(u.size() - 1) *= 1.0 - share / slip;
  }
}

struct Cones {
  int dimension;
  const VectorX& mu;
  [[nodiscard]] auto part(VectorX& x, Eigen::Index c) const { return x.segment(c * dimension, dimension); }
};

bool is_inside(const Cones& cones, const SparseRows& motion, const VectorX& offset, const VectorX& z) {
  for (int c = 0; c < cones.mu.size(); ++c) {
    ContactVector u{0.0, 0.0, 0.0};
    for (int i = 0; i < cones.dimension; ++i) u[i] = enclose_row(motion, offset, z, c * cones.dimension + i);
    if (!(u[0].lo > scale(cones.mu[c], length(tangents(u))).hi)) return false;
  }
  return true;
}

/// Largest singular value squared, rounded: a step length.
double curvature(const SparseRows& motion) {
  VectorX x = VectorX::LinSpaced(motion.num_columns, 1.0, 2.0);
  double value = 0.0;
  for (int i = 0; i < 20 && x.norm() > 0.0; ++i) {
    x /= x.norm();
    x = transposed_product(motion, product(motion, x));
    value = x.norm();
  }
  return 1.1 * value;  // the iteration comes from below
}

constexpr int rounds_between_proofs = 20;

int rounds_within(const Effort& effort, const SparseRows& matrix) {
  constexpr double seconds_per_entry = 4e-9, most_rounds = 5000.0;  // of the products of a round
  const double entries = static_cast<double>(matrix.value.size()) + 1000.0;
  return static_cast<int>(std::min(most_rounds, effort.seconds / (seconds_per_entry * entries)));
}

class Descent {
 public:
  explicit Descent(const ContactMotion& contacts) : contacts_(contacts), target_(contacts.offset) {
    // Any margin does: a larger z makes it larger where the offset is 0.
    margin_ = contacts.offset.size() == 0 ? 0.0 : contacts.offset.cwiseAbs().maxCoeff();
    if (margin_ == 0.0) margin_ = 1.0;
    for (int c = 0; c < contacts.mu.size(); ++c) target_[c * contacts.dimension] -= margin_ * (1.0 + contacts.mu[c]);
  }

  VectorX search(int most_rounds) {
    VectorX z = VectorX::Zero(contacts_.motion.num_columns);
    if (is_inside_here(z)) return z;
    const double step = 1.0 / curvature(contacts_.motion);
    if (!std::isfinite(step)) return {};
    VectorX point = z;
    for (int round = 1; round <= most_rounds; ++round) {
      const VectorX next = point - step * gradient(point);
      point = next + (round - 1.0) / (round + 2.0) * (next - z);
      z = next;
      if (round % rounds_between_proofs == 0 && is_inside_here(z)) return z;
    }
    return {};
  }

 private:
  [[nodiscard]] bool is_inside_here(const VectorX& z) const {
    return is_inside({contacts_.dimension, contacts_.mu}, contacts_.motion, contacts_.offset, z);
  }
  [[nodiscard]] VectorX gradient(const VectorX& z) const {
    VectorX excess = product(contacts_.motion, z) + target_;
    for (int c = 0; c < contacts_.mu.size(); ++c)
      take_excess(contacts_.mu[c], excess.segment(c * contacts_.dimension, contacts_.dimension));
    return transposed_product(contacts_.motion, excess);
  }

  const ContactMotion& contacts_;
  VectorX target_;
  double margin_ = 0.0;
};

/// Over forces scaled by contact so that all diagonal blocks are alike.
class ForceDescent {
 public:
  ForceDescent(Cones cones, const SparseRows& w) : cones_(cones), w_(w), scale_(VectorX::Ones(w.num_rows)) {
    VectorX largest = VectorX::Zero(cones.mu.size());
    for (int i = 0; i < w.num_rows; ++i)
      for (int k = w.first[i]; k < w.first[i + 1]; ++k)
        if (w.column[k] == i) largest[i / cones.dimension] = std::max(largest[i / cones.dimension], w.value[k]);
    for (int i = 0; i < w.num_rows; ++i)
      if (largest[i / cones.dimension] > 0.0) scale_[i] = 1.0 / std::sqrt(largest[i / cones.dimension]);
  }

  VectorX search(const std::function<bool(const VectorX&)>& is_enough, int most_rounds) {
    const double step = 1.0 / curvature();
    if (!std::isfinite(step)) return {};
    VectorX s = VectorX::Zero(w_.num_rows), point = s, next, slope;
    double momentum = 1.0;
    for (int round = 1; round <= most_rounds; ++round) {
      slope = product_of(point);
      for (Eigen::Index c = 0; c < cones_.mu.size(); ++c) slope[c * cones_.dimension] -= 1.0 + cones_.mu[c];
      next = point - step * slope;
      for (Eigen::Index c = 0; c < cones_.mu.size(); ++c) project(c, next);
      const bool is_uphill = slope.dot(next - s) > 0.0;
      const double following = is_uphill ? 1.0 : 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
      point = is_uphill ? next : VectorX(next + (momentum - 1.0) / following * (next - s));
      momentum = following;
      s = next;
      if (round % rounds_between_proofs != 0) continue;
      const VectorX forces = scale_.cwiseProduct(s);
      if (is_enough(forces)) return forces;
    }
    return {};
  }

 private:
  [[nodiscard]] VectorX product_of(const VectorX& s) const {
    return scale_.cwiseProduct(product(w_, scale_.cwiseProduct(s)));
  }

  [[nodiscard]] double curvature() const {
    VectorX x = VectorX::LinSpaced(w_.num_rows, 1.0, 2.0);
    double value = 0.0;
    for (int i = 0; i < 20 && x.norm() > 0.0; ++i) {
      x /= x.norm();
      x = product_of(x);
      value = x.norm();
    }
    return 1.1 * value;
  }

  /// On |s_T| <= mu s_N: what is left after the projection of -s on the dual cone.
  void project(Eigen::Index c, VectorX& s) const {
    VectorX opposite = -cones_.part(s, c);
    take_excess(cones_.mu[c], opposite);
    cones_.part(s, c) = -opposite;
  }

  Cones cones_;
  const SparseRows& w_;
  VectorX scale_;
};

/// Column `row` of the transposed motion, dense and exact.
std::vector<Rational> exact_row(const SparseRows& a, int row) {
  std::vector<Rational> out(a.num_columns);
  for (int k = a.first[row]; k < a.first[row + 1]; ++k) out[a.column[k]] = exact(a.value[k]);
  return out;
}

double seconds_of_products(const FrictionProblem& problem, const SparseRows& motion) {
  constexpr double seconds_per_product = 3e-10;
  const double n = motion.num_columns, p = static_cast<double>(problem.b.size());
  return seconds_per_product * n * (n * p + p * p + n * static_cast<double>(motion.num_rows));
}

/// v = v0 + P t with P the projection on motions that the equations leave: sought over t, rounded.
VectorX find_motion(const FrictionProblem& problem, const ContactMotion& contacts, const Effort& effort) {
  const MatrixX g = dense(problem.coupling()), h = dense(contacts.motion);
  const RoundedLdlt gram(g.transpose() * g);
  const VectorX v0 = -g * gram.solve(problem.b);
  const MatrixX projection = MatrixX::Identity(g.rows(), g.rows()) - g * gram.solve(MatrixX(g.transpose()));
  const ContactMotion free{contacts.dimension, contacts.mu, sparse_rows(h * projection), h * v0 + contacts.offset};
  if (!v0.allFinite() || !projection.allFinite()) return {};
  const VectorX t = opening_motion(free, effort);
  return t.size() == 0 ? VectorX() : VectorX(v0 + projection * t);
}

Interval length_of_row(const SparseRows& a, int row) {
  Interval sum(0.0);
  for (int k = a.first[row]; k < a.first[row + 1]; ++k) sum = sum + square(Interval(a.value[k]));
  return sqrt(sum);
}

/// Whether u_N > mu |u_T| for every motion within `distance` of v.
bool opens_within(const ContactMotion& contacts, const VectorX& v, Interval distance) {
  for (int c = 0; c < contacts.mu.size(); ++c) {
    ContactVector u{0.0, 0.0, 0.0};
    Interval reach(0.0);
    for (int i = 0; i < contacts.dimension; ++i) {
      const int row = c * contacts.dimension + i;
      u[i] = enclose_row(contacts.motion, contacts.offset, v, row);
      const Interval share = length_of_row(contacts.motion, row);
      reach = reach + (i == 0 ? share : scale(contacts.mu[c], share));
    }
    if (!(u[0].lo > (scale(contacts.mu[c], length(tangents(u))) + reach * distance).hi)) return false;
  }
  return true;
}

}  // namespace

VectorX opening_motion(const ContactMotion& contacts, const Effort& effort) {
  return Descent(contacts).search(rounds_within(effort, contacts.motion));
}

ContactMotion motion_of(const FrictionProblem& problem) {
  return {problem.dimension, problem.mu, problem.is_local() ? problem.W : transposed(problem.H), problem.offset()};
}

VectorX opening_forces(int dimension, const VectorX& mu, const SparseRows& w,
                       const std::function<bool(const VectorX&)>& is_enough, const Effort& effort) {
  return ForceDescent({dimension, mu}, w).search(is_enough, rounds_within(effort, w));
}

/// sum c_i u_N,i = g . r + c . offset_N with g = motion^T E c: below 0 for all r of the cone when g lies in the
/// negative dual cone and c . offset_N < 0. The part g_N + mu (|g_1| + |g_2|) <= 0 of the negative dual cone is taken;
/// of a global problem g = 0, for v is free there.
bool normals_contradict(bool is_local, const ContactMotion& contacts, std::vector<std::string>& multipliers) {
  constexpr int most_rows = 28;  // as in ExactLimits: beyond, numbers grow too long
  const int num_contacts = static_cast<int>(contacts.mu.size()), d = contacts.dimension;
  const int signs = 1 << (d - 1);
  const int num_rows = is_local ? signs * num_contacts : contacts.motion.num_columns;
  if (num_rows + 1 > most_rows || num_contacts == 0) return false;
  std::vector<std::vector<Rational>> normals;
  for (int c = 0; c < num_contacts; ++c) normals.push_back(exact_row(contacts.motion, c * d));
  LinearSystemOfSigns system;
  for (int c = 0; c < num_contacts; ++c) system.add_variable(false);
  LinearRow& fall = system.add_row(-1);
  for (int c = 0; c < num_contacts; ++c) fall.coefficients[c] = exact(contacts.offset[c * d]);
  for (int row = 0; row < num_rows; ++row) {
    LinearRow& bound = system.add_row(0);
    for (int c = 0; c < num_contacts; ++c) {
      if (!is_local) {
        bound.coefficients[c] = normals[c][row];
        continue;
      }
      const int contact = row / signs;
      Rational sum = normals[c][contact * d];
      for (int t = 1; t < d; ++t) {
        const Rational part = exact(contacts.mu[contact]) * normals[c][contact * d + t];
        (row % signs >> (t - 1) & 1) != 0 ? sum -= part : sum += part;
      }
      bound.coefficients[c] = sum;
    }
    if (!is_local) continue;
    const int slack = system.add_variable(false);
    system.rows.back().coefficients[slack] = 1;
  }
  const Feasibility found = decide_feasibility(system);
  for (int c = 0; found.is_feasible && c < num_contacts; ++c) multipliers.push_back(found.x[c].str());
  return found.is_feasible;
}

ConstrainedMotion constrained_opening(const FrictionProblem& problem, const ContactMotion& contacts,
                                      const Effort& effort) {
  ConstrainedMotion found;
  if (seconds_of_products(problem, contacts.motion) > effort.seconds) {
    found.missing = "the equations are too many for dense products in the time given";
    return found;
  }
  Effort sharp = effort;
  sharp.highest = std::min(effort.highest, Level::binary64);
  sharp.is_sharp = true;
  const Statement gram = state_spd(below_gram(problem.coupling()), sharp);
  if (gram.verdict == Verdict::proved) found.least_of_gram = gram.bound(BoundKind::smallest);
  if (!(found.least_of_gram > 0.0)) {
    found.missing = "G is not shown to have independent columns";
    return found;
  }
  found.v = find_motion(problem, contacts, effort);
  if (found.v.size() == 0) {
    found.missing = "no motion was found that obeys the equations and opens every contact with u_N > mu |u_T|";
    return found;
  }
  const SparseRows rows = transposed(problem.coupling());
  Interval miss(0.0);
  for (int i = 0; i < rows.num_rows; ++i) miss = miss + square(enclose_row(rows, problem.b, found.v, i));
  if (!opens_within(contacts, found.v, sqrt(miss) / sqrt(Interval(found.least_of_gram))))
    found.missing = "the motion found misses the equations by more than it opens the contacts";
  return found;
}

}  // namespace perpend
