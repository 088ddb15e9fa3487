// Small contact problems built by hand, and their answer by trying every choice of active rows.
#pragma once

#include <optional>

#include "kernel/model/contacts/contact_problem.hpp"
#include "tests/verification/chain.hpp"

namespace perpend::test {

struct ContactCase {
  MassMatrix mass;
  ConstraintRows joints;
  ContactProblem problem;

  explicit ContactCase(const VectorX& masses, int rows_per_contact = 2, int num_directions = 2)
      : mass(diagonal_mass(masses)) {
    joints.num_columns = static_cast<int>(masses.size());
    problem.rows.num_columns = joints.num_columns;
    problem.rows.rows_per_contact = rows_per_contact;
    problem.num_directions = num_directions;
    problem.joints.motion = VectorX::Zero(masses.size());
  }
  ContactCase(const ContactCase&) = delete;

  /// Rows (normal, tangents) over all columns, as if one body had them all.
  void add_contact(const MatrixX& rows, double friction, double bias = 0.0) {
    ContactRows& out = problem.rows;
    Contact contact;
    contact.body = {-1, 0};
    contact.friction = friction;
    ContactBlock block;
    block.num_columns[1] = out.num_columns;
    block.first_value[1] = static_cast<int>(out.values.size());
    for (const double x : rows.reshaped<Eigen::RowMajor>()) out.values.push_back(x);
    out.contacts.push_back(contact);
    out.blocks.push_back(block);
    out.rate_t.insert(out.rate_t.end(), out.rows_per_contact, 0.0);
    append(problem.bias, bias);
    append(problem.compliance, 0.0);
    problem.slide.push_back({0.0, 0.0});
  }

  void set_joints(const MatrixX& j, const VectorX& target) {
    joints = rows_of(j);
    problem.joints.target = target;
  }

  /// Call after the last contact and joint.
  void finish() {
    problem.joints.mass = &mass;
    problem.joints.rows = &joints;
    if (joints.num_rows == 0) problem.joints.target = VectorX(0);
    problem.joints.compliance = VectorX::Zero(joints.num_rows);
  }

  static void append(GrowingVector& v, double x) {
    const VectorX old = v;
    v.resize(old.size() + 1);
    v << old, x;
  }
};

/// A disk of mass 2, inertia 1 and radius 1 above the ground y = 0: columns x, y, angle.
inline MatrixX ground_rows(double lever = 0.0) {
  return (MatrixX(2, 3) << 0.0, 1.0, lever, -1.0, 0.0, -1.0).finished();
}

/// A disk pressed to the ground by 4 and pushed sideways: it slips where the push exceeds mu times 4.
struct PushedDisk : ContactCase {
  explicit PushedDisk(double push, double friction = 0.5) : ContactCase(Vec3(1.0, 1.0, 1.0)) {
    problem.joints.motion = Vec3(push, -4.0, 0.25);
    add_contact(ground_rows(), friction);
    finish();
  }
};

/// A disk on the ground that also touches a wall, its angle held by a joint row.
struct Corner : ContactCase {
  explicit Corner(FrictionLaw law = FrictionLaw::pyramid) : ContactCase(Vec3(2.0, 2.0, 1.0)) {
    problem.law = law;
    problem.joints.motion = Vec3(-3.0, -4.0, 0.7);
    add_contact(ground_rows(), 0.3, 0.01);
    add_contact((MatrixX(2, 3) << 1.0, 0.0, 0.0, 0.0, 1.0, -1.0).finished(), 0.4, -0.02);
    set_joints((MatrixX(1, 3) << 0.1, 0.0, 1.0).finished(), VectorX::Constant(1, 0.05));
    finish();
    problem.rows.rate_t[1] = 0.03;
    problem.compliance[1] = 0.125;
  }
};

/// The mixed problem as one dense system: unknowns c_n, then beta, then sigma of every contact.
struct DenseContacts {
  MatrixX a;
  VectorX b;
  MatrixX wrench;     ///< columns of c_n and beta: what acts on the motion
  MatrixX inverse;    ///< of [M -J^T; J E]
  VectorX free;       ///< right-hand side of that
  double mass = 1.0;  ///< impulses and cone rows of (a, b) are divided by it: every row is a velocity

  explicit DenseContacts(const ContactProblem& problem) {
    const int p = problem.rows.size();
    const int k = problem.num_directions;
    const int n = problem.rows.num_columns;
    const int m = problem.joints.rows->num_rows;
    MatrixX rates = MatrixX::Zero(p * (1 + k), n);
    VectorX offset(p * (1 + k));
    for (int c = 0; c < p; ++c)
      for (int r = 0; r <= k; ++r) set_row(problem, c, r, r == 0 ? c : p + c * k + r - 1, rates, offset);
    MatrixX system = MatrixX::Zero(n + m, n + m);
    system.topLeftCorner(n, n) = dense_mass(*problem.joints.mass);
    if (m > 0) {
      const MatrixX j = dense_rows(*problem.joints.rows);
      system.topRightCorner(n, m) = -j.transpose();
      system.bottomLeftCorner(m, n) = j;
    }
    inverse = system.inverse();
    free.resize(n + m);
    free << problem.joints.motion, problem.joints.target;
    wrench = rates.transpose();
    const int size = p * (2 + k);
    a = MatrixX::Zero(size, size);
    b = VectorX::Zero(size);
    mass = problem.joints.mass->diagonal.mean();
    a.topLeftCorner(p * (1 + k), p * (1 + k)) = mass * rates * inverse.topLeftCorner(n, n) * wrench;
    b.head(p * (1 + k)) = rates * (inverse * free).head(n) + offset;
    for (int c = 0; c < p; ++c) {
      const int slip = p * (1 + k) + c;
      const double mu = problem.rows.contacts[c].friction;
      a(c, c) += mass * problem.compliance[c];
      a(slip, c) = mu;
      if (problem.law == FrictionLaw::convex) a(c, slip) = -mu;
      for (int i = p + c * k; i < p + (c + 1) * k; ++i) {
        a(i, slip) = 1.0;
        a(slip, i) = -1.0;
      }
    }
  }

 private:
  static void set_row(const ContactProblem& problem, int c, int r, int place, MatrixX& rates, VectorX& offset) {
    const ContactRows& rows = problem.rows;
    const int n = rows.num_columns;
    const auto values = [&](int row) {
      return VectorX::Map(rows.values.data() + rows.blocks[c].first_value[1] + row * n, n).transpose();
    };
    const auto rate = [&](int row) { return rows.rate_t[c * rows.rows_per_contact + row]; };
    if (r == 0) {
      rates.row(place) = values(0);
      offset[place] = rate(0) + problem.bias[c];
      return;
    }
    const auto [cos, sin] = direction_coefficients(r - 1, problem.num_directions);
    rates.row(place) = cos * values(1);
    offset[place] = cos * rate(1);
    if (rows.rows_per_contact == 2) return;
    rates.row(place) += sin * values(2);
    offset[place] += sin * rate(2);
  }
};

/// z of the first choice of active rows whose signs are right to 1e-10 of the largest.
inline std::optional<VectorX> first_solution(const MatrixX& a, const VectorX& b) {
  const int n = static_cast<int>(b.size());
  for (unsigned choice = 0; choice < 1U << n; ++choice) {
    std::vector<int> active;
    for (int i = 0; i < n; ++i)
      if ((choice >> i & 1U) != 0) active.push_back(i);
    VectorX z = VectorX::Zero(n);
    if (!active.empty()) {
      const Eigen::FullPivLU<MatrixX> lu(a(active, active));
      if (!lu.isInvertible()) continue;
      const VectorX right = -b(active);
      const VectorX part = lu.solve(right);
      for (std::size_t k = 0; k < active.size(); ++k) z[active[k]] = part[k];
    }
    const VectorX w = a * z + b;
    const double size = (a.cwiseAbs() * z.cwiseAbs() + b.cwiseAbs()).maxCoeff();
    if (z.minCoeff() >= -1e-10 * z.maxCoeff() && w.minCoeff() >= -1e-10 * size) return z.cwiseMax(0.0);
  }
  return std::nullopt;
}

inline ContactSolution solve_by_trial(const ContactProblem& problem) {
  const DenseContacts dense(problem);
  ContactSolution solution;
  const std::optional<VectorX> found = first_solution(dense.a, dense.b);
  if (!found) {
    solution.status = Status::iteration_limit;
    return solution;
  }
  VectorX z = *found;
  VectorX w = dense.a * z + dense.b;
  for (Eigen::Index i = 0; i < w.size(); ++i) w[i] = z[i] > 0.0 ? 0.0 : std::max(w[i], 0.0);
  const int p = problem.rows.size();
  const int k = problem.num_directions;
  const int n = problem.rows.num_columns;
  z.head(p * (1 + k)) *= dense.mass;
  w.tail(p) *= dense.mass;
  VectorX right = dense.free;
  right.head(n) += dense.wrench * z.head(p * (1 + k));
  const VectorX motion = dense.inverse * right;
  solution.status = solution.joints.status = Status::converged;
  solution.joints.x = motion.head(n);
  solution.joints.multiplier = motion.tail(motion.size() - n);
  solution.normal = z.head(p);
  solution.tangential = z.segment(p, p * k);
  solution.slip = z.tail(p);
  for (int c = 0; c < p; ++c)
    if (problem.rows.contacts[c].friction == 0.0) solution.slip[c] = 0.0;
  solution.normal_slack = w.head(p);
  solution.tangential_slack = w.segment(p, p * k);
  solution.slip_slack = w.tail(p);
  solution.lcp_size = static_cast<int>(z.size());
  return solution;
}

}  // namespace perpend::test
