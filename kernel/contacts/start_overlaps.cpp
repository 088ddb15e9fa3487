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

/// The contacts of the pairs that overlap most, as many as a dense problem of a second takes.
ContactRows deepest_pairs(const ContactRows& rows, int& num_left_out) {
  constexpr int most_contacts = 300;
  std::vector<StartOverlap> pairs = pairs_of(rows, [](int) { return true; });
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const StartOverlap& a, const StartOverlap& b) { return a.depth > b.depth; });
  ContactRows kept = without_contacts(rows);
  num_left_out = static_cast<int>(pairs.size());
  for (const StartOverlap& pair : pairs) {
    const auto is_of_pair = [&](const Contact& contact) { return contact.body == pair.body; };
    const auto count = std::count_if(rows.contacts.begin(), rows.contacts.end(), is_of_pair);
    if (kept.size() + count > most_contacts) break;
    for (int c = 0; c < rows.size(); ++c)
      if (is_of_pair(rows.contacts[c])) append_contact(rows, c, kept);
    --num_left_out;
  }
  return kept;
}

ContactRows rest_of(const ContactRows& rows, const std::vector<bool>& is_taken) {
  ContactRows rest = without_contacts(rows);
  for (int c = 0; c < rows.size(); ++c)
    if (!is_taken[static_cast<std::size_t>(c)]) append_contact(rows, c, rest);
  return rest;
}

/// Asks for a motion that opens overlaps:
///     J v = -phi_t,   L v >= 0,   N v + rate_t >= speed          (L: the limits of joints that are reached)
/// as the LCP of a frictionless correction, which is semidefinite: it has an answer exactly when there is such a
/// motion, and else Lemke's method ends on y, l >= 0 with N^T y + L^T l + J^T mu = 0 (Farkas). [CottlePangStone92]
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
    constexpr double infinity = std::numeric_limits<double>::infinity();
    problem.lower = VectorX::Constant(rows.num_rows, -infinity);
    problem.upper = -problem.lower;
    for (int i = 0; i < rows.num_rows; ++i) {
      if (rows.kinds[i] < RowKind::lower_limit) continue;
      problem.lower[i] = 0.0;
      // Friction stops no motion that is pushed hard enough.
      const bool stops = rows.kinds[i] != RowKind::friction && limit_gap(model, rows, i) <= 0.0;
      problem.upper[i] = stops ? infinity : 0.0;
    }
  }

  /// Contacts that the joints hold shut, each by itself: a push on it is taken up by joints, and what is left is
  /// rounding, which an LCP would take for the mass of something that moves.
  std::vector<bool> held(const ContactRows& rows) {
    std::vector<bool> result(static_cast<std::size_t>(rows.size()), false);
    if (evaluation_.rows.num_rows == 0) return result;
    const Solution driven = motion_of_drives();
    for (int c = 0; c < rows.size() && driven.status == Status::converged; ++c) {
      const double rate = contact_product(rows, c, 0, driven.x) + rows.rate_t[c * rows.rows_per_contact];
      const VectorX alone = VectorX::Unit(rows.size(), c);
      result[static_cast<std::size_t>(c)] = rate < opening_speed(rows) && leaves_no_motion(rows, alone, {});
    }
    return result;
  }

  /// Weights y of the contacts; nothing when a motion opens all, or when the answer does not show it.
  std::optional<VectorX> weights(const ContactRows& rows) {
    problem_.rows = rows;
    for (Contact& contact : problem_.rows.contacts) contact.friction = 0.0;
    problem_.compliance.setZero(rows.size());
    problem_.bias.setConstant(rows.size(), -opening_speed(rows));
    solver_.solve(problem_, solution_);
    if (solution_.status != Status::unsolved || solution_.ray.is_empty()) return std::nullopt;
    const VectorX y = solution_.ray.normal.cwiseMax(0.0);
    return leaves_no_motion(rows, y, solution_.ray.joints) ? std::optional(y) : std::nullopt;
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

  /// |M^-1 (N^T y + L^T l + J^T mu)| is rounding of |M^-1 N^T y|, each in the norm of M. Half of the digits: normals of
  /// curved shapes have no more.
  bool leaves_no_motion(const ContactRows& rows, const VectorX& y, const GrowingVector& of_joints) {
    Problem push = of_equations();
    push.target.setZero();
    if (of_joints.size() > 0) add_jacobian_transposed(evaluation_.rows, pushes_of_limits(of_joints), push.motion);
    for (int c = 0; c < rows.size(); ++c) add_contact_transposed(rows, c, 0, y[c], push.motion);
    VectorX free;
    divide(evaluation_.mass, push.motion, free);
    double size = 0.0;  // of the pushes one by one: of two that cancel nothing is left
    for (int c = 0; c < rows.size(); ++c) {
      if (y[c] == 0.0) continue;
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

  /// The joints without their limits.
  [[nodiscard]] Problem of_equations() const {
    Problem problem = problem_.joints;
    for (int i = 0; i < evaluation_.rows.num_rows; ++i)
      if (evaluation_.rows.kinds[i] >= RowKind::lower_limit) problem.upper[i] = 0.0;
    return problem;
  }

  /// What drives make of bodies that nothing else moves.
  [[nodiscard]] Solution motion_of_drives() {
    Solution answer;
    joints_.solve(of_equations(), answer);
    return answer;
  }

  /// l of a ray.
  [[nodiscard]] VectorX pushes_of_limits(const GrowingVector& of_joints) const {
    VectorX pushes = VectorX::Zero(of_joints.size());
    for (int i = 0; i < evaluation_.rows.num_rows; ++i)
      if (evaluation_.rows.kinds[i] >= RowKind::lower_limit) pushes[i] = std::max(of_joints[i], 0.0);
    return pushes;
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

StartJams start_jams(const Model& model, const State& start) {
  StartJams found;
  if (!model.contacts.enabled || !is_finite(start)) return found;
  constexpr std::size_t most_jams = 10;
  ContactRows rows = deepest_pairs(overlapping_contacts(model, start), found.num_left_out);
  if (rows.size() == 0) return found;
  JamSearch search(model, start);
  std::vector<bool> is_jammed = search.held(rows);
  for (;;) {
    StartJam jam{pairs_of(rows, [&](int c) { return is_jammed[static_cast<std::size_t>(c)]; })};
    rows = rest_of(rows, is_jammed);
    if (!jam.overlaps.empty()) found.jams.push_back(std::move(jam));
    if (rows.size() == 0 || found.jams.size() >= most_jams) return found;
    const std::optional<VectorX> weights = search.weights(rows);
    if (!weights) return found;
    is_jammed.assign(static_cast<std::size_t>(rows.size()), false);
    for (int c = 0; c < rows.size(); ++c)
      is_jammed[static_cast<std::size_t>(c)] = (*weights)[c] > 1e-6 * weights->maxCoeff();
  }
}

}  // namespace perpend
