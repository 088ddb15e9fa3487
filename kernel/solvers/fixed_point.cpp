// Coulomb's law as a sequence of convex problems: the slip of one answer is the slip that the next problem is given.
// [AcaryCadouxLemarechalMalick11]. No theorem says that it converges for all coefficients of friction; where it does,
// the limit solves the contact problem. Each answer is tried as the active set of a solution, which ends the sequence
// long before its own limit; a sequence that does not settle ends in Newton's method on the contact problem itself.
#include "kernel/solvers/fixed_point.hpp"

#include <algorithm>

#include "kernel/model/stop.hpp"
#include "kernel/solvers/complementarity_newton.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

const char* ConvexifiedContacts::prepare(const Lcp& lcp) {
  has_normal_.assign(lcp.b.size(), 0);
  contacts_.clear();
  for (const LcpContact& contact : lcp.contacts) {
    if (contact.slip < 0) continue;
    if (contact.normal < 0) return "dry friction of a joint has no normal force to make a cone of";
    if (has_normal_[contact.normal]++ != 0) return "two bounds of friction share one normal force";
    if (lcp.b[contact.slip] != 0.0) return "friction is bounded by more than the normal force of its contact";
    contacts_.push_back(contact);
  }
  collect_edges(lcp);
  assemble(lcp.matrix->sparse());
  convex_.matrix = &matrix_;
  convex_.structure = is_nearly_symmetric(matrix_.rows()) ? LcpClass::symmetric : LcpClass::semidefinite;
  return nullptr;
}

void ConvexifiedContacts::collect_edges(const Lcp& lcp) {
  const int size = static_cast<int>(lcp.b.size());
  contact_at_.assign(size, -1);
  is_other_.assign(size, 1);
  for (int c = 0; c < num_contacts(); ++c) {
    contact_at_[contacts_[c].normal] = c;
    is_other_[contacts_[c].slip] = 0;
    for (int t = 0; t < contacts_[c].num_tangents; ++t) is_other_[contacts_[c].first_tangent + t] = 0;
  }
  edges_.clear();
  first_edge_.assign(size, 0);
  num_edges_.assign(size, 0);
  weight_.assign(size, 1.0);
  for (int i = 0; i < size; ++i) {
    if (is_other_[i] == 0) continue;
    const int c = contact_at_[i];
    first_edge_[i] = static_cast<int>(edges_.size());
    num_edges_[i] = c < 0 ? 1 : contacts_[c].num_tangents;
    for (int t = 0; t < num_edges_[i]; ++t) {
      const int tangent = c < 0 ? -1 : contacts_[c].first_tangent + t;
      if (tangent >= 0) {
        first_edge_[tangent] = static_cast<int>(edges_.size());
        num_edges_[tangent] = 1;
        weight_[tangent] = contacts_[c].friction;
      }
      edges_.push_back({i, tangent, c});
    }
  }
}

/// `weight` times a row of A, its columns gathered into edges.
void ConvexifiedContacts::add_row(const SparseRows& a, int row, double weight) {
  for (int k = a.first[row]; k < a.first[row + 1]; ++k) {
    const int j = a.column[k];
    for (int e = first_edge_[j]; e < first_edge_[j] + num_edges_[j]; ++e) {
      if (is_met_[e] == 0) columns_.push_back(e);
      is_met_[e] = 1;
      sums_[e] += weight * weight_[j] * a.value[k];
    }
  }
}

void ConvexifiedContacts::assemble(const SparseRows& a) {
  const int size = static_cast<int>(edges_.size());
  sums_.assign(size, 0.0);
  is_met_.assign(size, 0);
  SparseRows& rows = matrix_.rows();
  rows.num_rows = rows.num_columns = size;
  rows.first.assign(1, 0);
  rows.column.clear();
  rows.value.clear();
  for (const Edge& edge : edges_) {
    columns_.clear();
    add_row(a, edge.row, 1.0);
    if (edge.tangent >= 0) add_row(a, edge.tangent, friction_of(edge));
    std::sort(columns_.begin(), columns_.end());
    for (const int column : columns_) {
      rows.column.push_back(column);
      rows.value.push_back(sums_[column]);
      sums_[column] = 0.0;
      is_met_[column] = 0;
    }
    rows.first.push_back(static_cast<int>(rows.column.size()));
  }
}

const Lcp& ConvexifiedContacts::with_slip(const Lcp& lcp, const GrowingVector& slip) {
  const auto size = static_cast<Eigen::Index>(edges_.size());
  convex_.b.resize(size);
  convex_.magnitude.resize(size);
  for (Eigen::Index e = 0; e < size; ++e) {
    const Edge& edge = edges_[e];
    const double friction = friction_of(edge);
    const double moved = edge.contact < 0 ? 0.0 : friction * slip[edge.contact];
    convex_.b[e] = lcp.b[edge.row] + moved;
    convex_.magnitude[e] = lcp.magnitude[edge.row] + std::abs(moved);
    if (edge.tangent < 0) continue;
    convex_.b[e] += friction * lcp.b[edge.tangent];
    convex_.magnitude[e] += friction * lcp.magnitude[edge.tangent];
  }
  return convex_;
}

void ConvexifiedContacts::expand(const GrowingVector& gamma, GrowingVector& z) const {
  z.setZero(static_cast<Eigen::Index>(weight_.size()));
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    z[edges_[e].row] += gamma[static_cast<Eigen::Index>(e)];
    if (edges_[e].tangent >= 0) z[edges_[e].tangent] = friction_of(edges_[e]) * gamma[static_cast<Eigen::Index>(e)];
  }
}

/// What a sticking contact keeps in addition to its friction is spread evenly over the edges; opposite edges cancel.
void ConvexifiedContacts::contract(const GrowingVector& z, GrowingVector& gamma) const {
  gamma.resize(static_cast<Eigen::Index>(edges_.size()));
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const Edge& edge = edges_[e];
    double value = z[edge.row];
    if (edge.contact >= 0 && friction_of(edge) > 0.0) {
      const LcpContact& contact = contacts_[edge.contact];
      const double all = z.segment(contact.first_tangent, contact.num_tangents).sum() / contact.friction;
      value = z[edge.tangent] / contact.friction + std::max(0.0, value - all) / contact.num_tangents;
    } else if (edge.contact >= 0) {
      value /= contacts_[edge.contact].num_tangents;
    }
    gamma[static_cast<Eigen::Index>(e)] = value;
  }
}

void ConvexifiedContacts::slip_of(const GrowingVector& z, GrowingVector& slip) const {
  slip.resize(num_contacts());
  for (int c = 0; c < num_contacts(); ++c) slip[c] = z[contacts_[c].slip];
}

void ConvexifiedContacts::update_slip(GrowingVector& z, const GrowingVector& w, GrowingVector& slip) const {
  slip.resize(num_contacts());
  for (int c = 0; c < num_contacts(); ++c) {
    const LcpContact& contact = contacts_[c];
    double fastest = 0.0;
    for (int t = 0; t < contact.num_tangents; ++t)
      fastest = std::max(fastest, z[contact.slip] - w[contact.first_tangent + t]);
    z[contact.slip] = slip[c] = fastest;
  }
}

namespace fixed_point {
namespace {

constexpr int finishing_steps = 6;
/// Slips that still move after so many problems go to and fro: from there on half of each change is made.
constexpr long undamped_problems = 10;
constexpr double damping = 0.5;

class FixedPoint final : public LcpSolver {
 public:
  FixedPoint(NewtonLimits limits, std::unique_ptr<LcpSolver> convex)
      : limits_(limits), convex_(std::move(convex)), newton_({limits.tolerance}, NewtonStep::active_set) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  [[nodiscard]] bool is_finished(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] LcpFailure iterate(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] LcpFailure end_with_newton(const Lcp& lcp, LcpSolution& solution);
  void take_answer(const Lcp& lcp, LcpSolution& solution);

  NewtonLimits limits_;
  std::unique_ptr<LcpSolver> convex_;
  ConvexifiedContacts contacts_;
  ActiveSetStep active_set_;
  LcpSolution answer_;
  GlobalizedNewton newton_;
  GrowingVector gamma_, slip_, next_slip_, z_, w_;
};

bool FixedPoint::is_finished(const Lcp& lcp, LcpSolution& solution) {
  z_ = solution.z;
  w_ = solution.w;
  if (!(finish_on_active_set(active_set_, lcp, finishing_steps, z_, w_) <= limits_.tolerance)) return false;
  solution.z = z_;
  solution.w = w_;
  return true;
}

/// z of gamma, with the slips that it makes.
void FixedPoint::take_answer(const Lcp& lcp, LcpSolution& solution) {
  gamma_ = answer_.z;
  contacts_.expand(gamma_, solution.z);
  lcp.matrix->multiply(solution.z, solution.w);
  solution.w += lcp.b;
  contacts_.update_slip(solution.z, solution.w, next_slip_);
  lcp.matrix->multiply(solution.z, solution.w);
  solution.w += lcp.b;
  solution.history.push_back(natural_residual(lcp, solution.z, solution.w));
}

LcpFailure FixedPoint::iterate(const Lcp& lcp, LcpSolution& solution) {
  contacts_.slip_of(solution.z, slip_);
  contacts_.contract(solution.z, gamma_);
  while (solution.iterations < limits_.iterations && !must_stop()) {
    ++solution.iterations;
    convex_->solve(contacts_.with_slip(lcp, slip_), &gamma_, answer_);
    if (answer_.status != Status::converged) {
      solution.note = "a convex problem of the sequence was not solved";
      return answer_.failure == LcpFailure::ray ? LcpFailure::stagnation : answer_.failure;
    }
    take_answer(lcp, solution);
    if (solution.history.back() <= limits_.tolerance || is_finished(lcp, solution)) return LcpFailure::none;
    slip_ += (solution.iterations <= undamped_problems ? 1.0 : damping) * (next_slip_ - slip_);
  }
  return end_with_newton(lcp, solution);
}

LcpFailure FixedPoint::end_with_newton(const Lcp& lcp, LcpSolution& solution) {
  newton_.solve(lcp, &solution.z, answer_);
  solution.iterations += answer_.iterations;
  solution.history.insert(solution.history.end(), answer_.history.begin(), answer_.history.end());
  if (answer_.status != Status::converged) return answer_.failure;
  solution.z = answer_.z;
  solution.note = "the slips did not come to rest; Newton's method continued from there";
  return LcpFailure::none;
}

void FixedPoint::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  LcpFailure failure = LcpFailure::none;
  if (start == nullptr || !is_finished(lcp, solution)) {
    if (const char* lack = contacts_.prepare(lcp); lack != nullptr) {
      failure = LcpFailure::unsuited;
      solution.note = lack;
    } else {
      failure = iterate(lcp, solution);
    }
  }
  conclude(lcp, limits_.tolerance, failure, solution);
}

constexpr FieldSpec options[] = {newton_tolerance_field,
                                 {.name = "problems",
                                  .type = FieldType::integer,
                                  .doc = "most convex problems",
                                  .default_text = "30",
                                  .minimum = 1.0}};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  NewtonLimits limits = newton_limits_of(options);
  limits.iterations = static_cast<long>(options.number_or("problems", 30.0));
  auto made = interior_point_solver.make({});
  if (auto* error = std::get_if<FactoryError>(&made)) return std::move(*error);
  return std::make_unique<FixedPoint>(limits, std::move(std::get<std::unique_ptr<LcpSolver>>(made)));
}

}  // namespace
}  // namespace fixed_point

const LcpSolverType fixed_point_solver{
    .spec = {.name = "fixed_point",
             .summary = "a sequence of convex contact problems, each with the slip of the previous one",
             .arguments = fixed_point::options,
             .properties = {},
             .citation = "AcaryCadouxLemarechalMalick11"},
    .variants = "fixed_point | fixed_point(tolerance, problems)",
    .solves = LcpClass::semidefinite,
    .make = fixed_point::make};

}  // namespace perpend
