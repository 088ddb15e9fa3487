#include "kernel/contacts/start_overlaps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "kernel/contacts/find_contacts.hpp"
#include "kernel/dynamics/body_motion.hpp"
#include "kernel/dynamics/evaluation.hpp"
#include "kernel/lcp/contact_solver.hpp"

namespace perpend {

namespace {

template <class Motion, class Make>
std::vector<Motion> motions(const Model& model, const State& start, const Make& make) {
  std::vector<Motion> result;
  for (const Body& body : model.bodies) {
    result.push_back(make(body));
    if (body.dof == 0) add_shift(body, start.time, result.back());
  }
  return result;
}

/// A position far from the origin, turned and added to a corner, is off by a few ulps of its size.
double rounding(const Contact& contact) {
  const double size = std::max(contact.witness[0].cwiseAbs().maxCoeff(), contact.witness[1].cwiseAbs().maxCoeff());
  return 16.0 * std::numeric_limits<double>::epsilon() * size;
}

ContactRows without_contacts(const ContactRows& like) {
  ContactRows rows;
  rows.num_columns = like.num_columns;
  rows.rows_per_contact = like.rows_per_contact;
  return rows;
}

/// Contacts that overlap by more than rounding.
ContactRows overlapping_contacts(const Model& model, const State& start) {
  std::vector<BodyMotion<double>> planar;
  std::vector<SpatialMotion<double>> spatial;
  if (model.space == Space::planar)
    planar = motions<BodyMotion<double>>(model, start,
                                         [&](const Body& body) { return body_motion<double>(body, start.q, start.v); });
  else
    spatial = motions<SpatialMotion<double>>(
        model, start, [&](const Body& body) { return spatial_motion<double>(body, start.q, start.v); });
  ContactRows found;
  ContactFinder(model).find(model, planar, spatial, 0.0, found);
  ContactRows overlapping = without_contacts(found);
  for (int c = 0; c < found.size(); ++c)
    if (-found.contacts[c].gap > rounding(found.contacts[c])) append_contact(found, c, overlapping);
  return overlapping;
}

/// Pairs of the contacts that `counts`, each with its depth.
template <class Counts>
std::vector<StartOverlap> pairs_of(const ContactRows& rows, const Counts& counts) {
  std::vector<StartOverlap> pairs;
  for (int c = 0; c < rows.size(); ++c) {
    if (!counts(c)) continue;
    const Contact& contact = rows.contacts[c];
    if (pairs.empty() || pairs.back().body != contact.body) pairs.push_back({contact.body, 0.0});
    pairs.back().depth = std::max(pairs.back().depth, -contact.gap);
  }
  return pairs;
}

/// Asks for a motion that opens overlaps:
///     J v = -phi_t,   N v + rate_t >= speed
/// as the LCP of a frictionless correction, which is semidefinite: it has an answer exactly when there is such a
/// motion, and else Lemke's method ends on y >= 0 with N^T y + J^T mu = 0 (Farkas). [CottlePangStone92]
class JamSearch {
 public:
  JamSearch(const Model& model, const State& start)
      : evaluation_(evaluated(model, start)),
        joints_(evaluation_.rows, evaluation_.mass, {}, DependentRows::leave_out),
        solver_(evaluation_.rows, joints_, {}) {
    Problem& problem = problem_.joints;
    const ConstraintRows& rows = evaluation_.rows;
    problem.purpose = SolvePurpose::position_correction;
    problem.mass = &evaluation_.mass;
    problem.rows = &rows;
    problem.compliance = VectorX::Zero(rows.num_rows);
    problem.motion = VectorX::Zero(rows.num_columns);
    problem.target = -rows.phi_t;
    // Limits and friction of joints leave more motions rather than fewer: what jams without them jams with them.
    problem.lower = VectorX::Constant(rows.num_rows, -std::numeric_limits<double>::infinity());
    problem.upper = -problem.lower;
    for (int i = 0; i < rows.num_rows; ++i)
      if (rows.kinds[i] >= RowKind::lower_limit) problem.lower[i] = problem.upper[i] = 0.0;
  }

  /// Weights y of the contacts; nothing when a motion opens all, or when the answer does not show it.
  std::optional<VectorX> weights(const ContactRows& rows) {
    problem_.rows = rows;
    for (Contact& contact : problem_.rows.contacts) contact.friction = 0.0;
    problem_.compliance.setZero(rows.size());
    problem_.bias.setConstant(rows.size(), -opening_speed(rows));
    solver_.solve(problem_, solution_);
    if (solution_.status != Status::unsolved || solution_.ray.is_empty()) return std::nullopt;
    const VectorX y = solution_.ray.normal;
    return leaves_no_motion(rows, y) ? std::optional(y) : std::nullopt;
  }

 private:
  static Evaluation evaluated(const Model& model, const State& start) {
    Evaluation evaluation = allocate_evaluation(model);
    evaluate_rows(model, start, evaluation);
    return evaluation;
  }

  /// Any will do where nothing is moved. A drive may open an overlap slowly.
  [[nodiscard]] double opening_speed(const ContactRows& rows) const {
    double prescribed = evaluation_.rows.num_rows == 0 ? 0.0 : evaluation_.rows.phi_t.cwiseAbs().maxCoeff();
    for (const double rate : rows.rate_t) prescribed = std::max(prescribed, std::abs(rate));
    return prescribed > 0.0 ? 1e-6 * prescribed : 1.0;
  }

  /// |M^-1 (N^T y + J^T mu)| is rounding of |M^-1 N^T y|, each in the norm of M. Half of the digits: normals of curved
  /// shapes have no more.
  bool leaves_no_motion(const ContactRows& rows, const VectorX& y) {
    Problem push = problem_.joints;
    push.target.setZero();
    for (int c = 0; c < rows.size(); ++c) add_contact_transposed(rows, c, 0, y[c], push.motion);
    VectorX free;
    divide(evaluation_.mass, push.motion, free);
    double size = 0.0;  // of the pushes one by one: of two that cancel nothing is left
    for (int c = 0; c < rows.size(); ++c) {
      VectorX one = VectorX::Zero(push.motion.size());
      add_contact_transposed(rows, c, 0, y[c], one);
      VectorX moved;
      divide(evaluation_.mass, one, moved);
      size += one.dot(moved);
    }
    VectorX left = free;
    if (evaluation_.rows.num_rows > 0) {
      Solution answer;
      joints_.solve(push, answer);
      if (answer.status != Status::converged) return false;
      left = answer.x;
    }
    VectorX momentum;
    multiply(evaluation_.mass, left, momentum);
    return left.dot(momentum) <= 0x1p-52 * size;
  }

  Evaluation evaluation_;
  RouteSolver joints_;
  ContactSolver solver_;
  ContactProblem problem_;
  ContactSolution solution_;
};

}  // namespace

std::vector<StartOverlap> start_overlaps(const Model& model, const State& start) {
  if (!model.contacts.enabled || !is_finite(start)) return {};
  return pairs_of(overlapping_contacts(model, start), [](int) { return true; });
}

std::vector<StartJam> start_jams(const Model& model, const State& start) {
  std::vector<StartJam> jams;
  if (!model.contacts.enabled || !is_finite(start)) return jams;
  ContactRows rows = overlapping_contacts(model, start);
  // A dense problem of some hundred rows takes a second; a heap that overlaps all over is another fault.
  constexpr int most_contacts = 300;
  constexpr std::size_t most_jams = 10;
  if (rows.size() == 0 || rows.size() > most_contacts) return jams;
  JamSearch search(model, start);
  while (rows.size() > 0 && jams.size() < most_jams) {
    const std::optional<VectorX> weights = search.weights(rows);
    if (!weights) break;
    const double smallest = 1e-6 * weights->maxCoeff();
    jams.push_back({pairs_of(rows, [&](int c) { return (*weights)[c] > smallest; })});
    ContactRows rest = without_contacts(rows);
    for (int c = 0; c < rows.size(); ++c)
      if (!((*weights)[c] > smallest)) append_contact(rows, c, rest);
    rows = rest;
  }
  return jams;
}

}  // namespace perpend
