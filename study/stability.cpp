#include "study/stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernel/dynamics/linearize_forces.hpp"
#include "kernel/linear/kkt_solver.hpp"
#include "kernel/simulation/simulate.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "verification/solves/delassus.hpp"
#include "verification/solves/rank.hpp"

namespace perpend {

namespace {

/// B as one block of rows that touches every coordinate.
ConstraintRows rows_of(const LinearSystem& system) {
  ConstraintRows rows;
  rows.num_rows = static_cast<int>(system.b.rows());
  rows.num_columns = static_cast<int>(system.b.cols());
  rows.blocks.push_back({.first_row = 0, .num_rows = rows.num_rows, .num_columns = {rows.num_columns, 0}});
  for (int i = 0; i < rows.num_rows; ++i)
    for (int j = 0; j < rows.num_columns; ++j) rows.values.push_back(system.b(i, j));
  rows.phi = rows.phi_t = rows.jdot_v = rows.cfm = VectorX::Zero(rows.num_rows);
  rows.kinds.assign(rows.num_rows, RowKind::holonomic);
  return rows;
}

/// Rows that the factorization leaves out because others imply them.
std::vector<int> dependent_rows(const ConstraintRows& rows, const MassMatrix& mass) {
  KktSolver solver(rows, DependentRows::leave_out, mass);
  Problem problem{.purpose = SolvePurpose::velocity,
                  .mass = &mass,
                  .rows = &rows,
                  .compliance = VectorX::Zero(rows.num_rows),
                  .motion = VectorX::Zero(rows.num_columns),
                  .target = VectorX::Zero(rows.num_rows)};
  Solution solution;
  solver.solve(problem, solution);
  return solution.dependent_rows;
}

std::string describe(const std::vector<std::pair<int, double>>& combination, const Model* model) {
  const auto name = [&](int row) { return model != nullptr ? row_name(*model, row) : fmt::format("row {}", row + 1); };
  if (combination.size() == 1) return name(combination.front().first) + " = 0, a row that asks for nothing";
  std::string text = name(combination.front().first) + " = ";
  for (std::size_t i = 1; i < combination.size(); ++i) {
    const double coefficient = -combination[i].second / combination.front().second;
    if (i > 1 || coefficient < 0.0) text += coefficient < 0.0 ? (i > 1 ? " - " : "- ") : " + ";
    if (std::abs(coefficient) != 1.0) text += fmt::format("{:.4g} ", std::abs(coefficient));
    text += name(combination[i].first);
    if (i == 4 && combination.size() > 6) return text + fmt::format(" and {} more", combination.size() - 5);
  }
  return text;
}

Linearization linearize_rows(const ConstraintRows& rows, const MassMatrix& mass, const Experiment& experiment,
                             const Model* model) {
  Linearization result;
  result.system.mass = mass;
  result.rows = rows;
  result.has_nonholonomic_rows =
      std::find(rows.kinds.begin(), rows.kinds.end(), RowKind::nonholonomic) != rows.kinds.end();
  result.is_compliant = (rows.cfm.array() > 0.0).any();
  if (rows.num_rows == 0) {
    result.is_certified = true;
    return result;
  }
  if (experiment.verify.rank == ExpectedRank::deficient || model == nullptr) {
    result.left_out = dependent_rows(rows, mass);
    const RankCertificate rank = certify_rank(rows, mass, result.left_out);
    result.rows_certificate = rank.certificate;
    result.rank = rank.rank;
    for (const auto& combination : rank.combinations) result.dependencies.push_back(describe(combination, model));
  } else {
    result.rows_certificate = DelassusCertifier(rows).certify(mass, rows, VectorX::Zero(rows.num_rows));
    result.rank = rows.num_rows;
    if (result.rows_certificate.verdict != Verdict::proved) {
      const RankCertificate rank = certify_rank(rows, mass, dependent_rows(rows, mass));
      for (const auto& combination : rank.combinations) result.dependencies.push_back(describe(combination, model));
    }
  }
  result.is_certified = result.rows_certificate.verdict == Verdict::proved;
  return result;
}

/// Empty when the update of the linearized mechanism is known. A method may use rows with their compliance in one solve
/// and without in another: then no single projector stands behind its update.
const char* why_not_linear(const Linearization& linearization, const MethodSpec& method) {
  if (!linearization.is_certified) return "the rank of the constraint rows is not certified";
  if (linearization.has_nonholonomic_rows)
    return "rows on velocities alone (rolling, prescribed velocities) have no position error that a method could feed "
           "back: the structure that the proof rests on is not theirs";
  if (linearization.is_compliant || method.linear_algebra.cfm > 0.0)
    return "with compliant rows (cfm) the update is not known as a polynomial of one projector";
  return "";
}

/// Proved on the way to the rank; NaN where there are no rows.
double independence_of(const Certificate& rows) {
  if (rows.kind == CertificateKind::rank) return rows[RankBound::independence];
  return rows.kind == CertificateKind::spd_delassus ? rows[DelassusBound::smallest_eigenvalue] : not_a_number;
}

ForcedMechanism forced(const Linearization& linearization) {
  return {.mass = linearization.system.mass,
          .rows = linearization.rows,
          .left_out = linearization.left_out,
          .forces = linearization.forces,
          .independence = independence_of(linearization.rows_certificate)};
}

constexpr const char* compliant_forces =
    "with compliant rows (cfm) forces that depend on the state do not keep to the motions that the joints allow";

ForceProof prove_forces(const Linearization& linearization, const MethodSpec& method, const LinearUpdate& update,
                        double step) {
  if (update.compliant && !linearization.forces.is_empty()) return {Verdict::undecided, compliant_forces, {}};
  return certify_forces(forced(linearization), method.stabilizer->force_rule(), step);
}

}  // namespace

std::optional<LinearUpdate> update_with(const MethodSpec& method, const std::string& parameter, double value) {
  Properties options;
  bool is_known = false;
  for (const auto& [name, old] : method.properties.entries()) {
    is_known = is_known || name == parameter;
    if (name == parameter)
      options.set(name, value);
    else
      options.set(name, old);
  }
  if (!is_known) return std::nullopt;
  const auto made = method.type->make(options);
  const auto* stabilizer = std::get_if<std::shared_ptr<const Stabilizer>>(&made);
  return stabilizer == nullptr ? std::nullopt : (*stabilizer)->linear_update();
}

Linearization linearize(const Experiment& experiment) {
  if (const auto* system = std::get_if<LinearSystem>(&experiment.system)) {
    Linearization result = linearize_rows(rows_of(*system), system->mass, experiment, nullptr);
    result.system = *system;
    return result;
  }
  const World& world = std::get<World>(experiment.system);
  Evaluation evaluation = allocate_evaluation(world.model);
  evaluate_rows(world.model, world.initial, evaluation);
  Linearization result =
      linearize_rows(bilateral_rows(world.model, evaluation.rows), evaluation.mass, experiment, &world.model);
  if (result.is_certified && !result.has_nonholonomic_rows && !result.is_compliant && evaluation.mass.size() > 0)
    result.forces = linearize_forces(world.model, world.initial);
  return result;
}

const Linearization& LazyLinearization::get() {
  std::call_once(*is_made_, [this] { made_ = linearize(experiment_); });
  return made_;
}

const std::vector<std::string>& LazyLinearization::dependencies() {
  static const std::vector<std::string> none;
  const auto* world = std::get_if<World>(&experiment_.system);
  if (world == nullptr || experiment_.verify.rank == ExpectedRank::deficient) return get().dependencies;
  std::call_once(is_factorized_, [&] {
    Evaluation evaluation = allocate_evaluation(world->model);
    evaluate_rows(world->model, world->initial, evaluation);
    const ConstraintRows rows = bilateral_rows(world->model, evaluation.rows);
    has_dependent_rows_ = rows.num_rows > 0 && !dependent_rows(rows, evaluation.mass).empty();
  });
  return has_dependent_rows_ ? get().dependencies : none;
}

LinearSystem dense_system(const Experiment& experiment) {
  if (const auto* system = std::get_if<LinearSystem>(&experiment.system)) return *system;
  const World& world = std::get<World>(experiment.system);
  Evaluation evaluation = allocate_evaluation(world.model);
  evaluate_rows(world.model, world.initial, evaluation);
  return {.mass = evaluation.mass, .b = dense_jacobian(bilateral_rows(world.model, evaluation.rows))};
}

const MethodSpec* find_method(const Experiment& experiment, const std::string& name) {
  for (const MethodSpec& method : experiment.methods)
    if (method.name == name) return &method;
  return nullptr;
}

std::optional<double> step_of(const Experiment& experiment, const MethodSpec& method) {
  if (method.step) return method.step;
  if (experiment.run && experiment.run->step > 0.0) return experiment.run->step;
  return std::nullopt;
}

SpectralProof prove_stability(const Linearization& linearization, const MethodSpec& method, double step) {
  const auto update = method.stabilizer->linear_update();
  SpectralProof proof;
  StabilityReport& report = proof.report;
  report.stable = Verdict::undecided;
  report.reason = why_not_linear(linearization, method);
  if (!update) report.reason = "the method has no linear update";
  if (!report.reason.empty()) return proof;
  const int free_dimension = static_cast<int>(linearization.system.mass.size()) - linearization.rank;
  const bool is_forced = free_dimension > 0 && !linearization.forces.is_empty();
  report = certify_update(*update, step, is_forced ? 0 : free_dimension, linearization.rank);
  if (!is_forced) return proof;
  proof.forces = prove_forces(linearization, method, *update, step);
  include_forces(proof.forces, report);
  return proof;
}

LimitReport limit(const Linearization& linearization, const Experiment& experiment, const MethodSpec& method,
                  const std::string& parameter) {
  LimitReport report;
  report.verdict = Verdict::undecided;
  report.reason = why_not_linear(linearization, method);
  if (!report.reason.empty()) return report;
  const int free_dimension = static_cast<int>(linearization.system.mass.size()) - linearization.rank;
  const auto update = [&](double value) {
    return parameter == "step" ? method.stabilizer->linear_update() : update_with(method, parameter, value);
  };
  const std::optional<double> own_step = step_of(experiment, method);
  if (parameter != "step" && !own_step) {
    report.reason = "no step is given, and the limit of a gain depends on it: give the method a step";
    return report;
  }
  const auto step = [&](double value) { return parameter == "step" ? value : *own_step; };
  LimitReport constrained = stability_limit(update, step, free_dimension, linearization.rank);
  if (free_dimension == 0 || linearization.forces.is_empty()) return constrained;
  const auto own_update = method.stabilizer->linear_update();
  if (own_update && own_update->compliant) return {Verdict::undecided, 0.0, infinity, compliant_forces};
  if (parameter == "step")
    return first_limit(constrained, limit_of_forces(forced(linearization), method.stabilizer->force_rule()));
  const ForceProof at_step = certify_forces(forced(linearization), method.stabilizer->force_rule(), *own_step);
  if (at_step.verdict == Verdict::proved) return constrained;
  if (at_step.verdict == Verdict::refuted)
    return {Verdict::proved, 0.0, 0.0, "unstable at every value: " + at_step.reason, LimitScope::only};
  return {Verdict::undecided, 0.0, infinity, at_step.reason};
}

Certificate spectral_certificate(const Linearization& linearization, const MethodSpec& method,
                                 const SpectralProof& proof) {
  Certificate certificate = proof.report.certificate();
  const char* reason = why_not_linear(linearization, method);
  if (certificate.verdict == Verdict::undecided && *reason != '\0') certificate.reason = reason;
  return certificate;
}

namespace {

// Gains times the step are gains at a step of one second.
constexpr double unit_step = 1.0;
constexpr int num_columns = 61;
constexpr int num_rows = 61;

struct Gains {
  double alpha = 0.0;
  double beta = 0.0;
};

/// omega0 and zeta are beta and alpha / beta.
std::optional<Gains> gains_of(const Properties& options) {
  if (options.has("alpha") && options.has("beta")) return Gains{options.number("alpha"), options.number("beta")};
  if (options.has("omega0") && options.has("zeta"))
    return Gains{options.number("zeta") * options.number("omega0"), options.number("omega0")};
  return std::nullopt;
}

std::optional<LinearUpdate> update_at(const MethodSpec& method, const Gains& gains) {
  Properties options;
  for (const auto& [name, old] : method.properties.entries())
    if (name != "alpha" && name != "beta" && name != "omega0" && name != "zeta") options.set(name, old);
  options.set("alpha", gains.alpha);
  options.set("beta", gains.beta);
  const auto made = method.type->make(options);
  const auto* stabilizer = std::get_if<std::shared_ptr<const Stabilizer>>(&made);
  return stabilizer == nullptr ? std::nullopt : (*stabilizer)->linear_update();
}

std::vector<double> evenly_spaced(double from, double to, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(from + (to - from) * i / (count - 1));
  return values;
}

bool is_shown(const FigureSpec& figure, const MethodSpec& method) {
  return figure.methods.empty() ||
         std::find(figure.methods.begin(), figure.methods.end(), method.name) != figure.methods.end();
}

}  // namespace

StabilityMap stability_map(const Experiment& experiment, const FigureSpec& figure) {
  StabilityMap map;
  map.figure = figure.name;
  const MethodSpec* first = nullptr;
  constexpr std::array<double, 2> largest{1.25, 2.5};  // holds the region of the semi-implicit method with a margin
  for (const MethodSpec& method : experiment.methods) {
    const auto gains = gains_of(method.properties);
    const auto step = step_of(experiment, method);
    if (!is_shown(figure, method) || !gains || !step) continue;
    if (first == nullptr) first = &method;
    map.points.push_back({method.name, gains->alpha * *step, gains->beta * *step});
  }
  if (first == nullptr) return map;
  const std::array<double, 2> x = figure.x_range.value_or(std::array{0.0, largest[0]});
  const std::array<double, 2> y = figure.y_range.value_or(std::array{0.0, largest[1]});
  map.x = evenly_spaced(std::max(x[0], 0.0), x[1], num_columns);
  map.y = evenly_spaced(std::max(y[0], 0.0), y[1], num_rows);
  for (const double beta : map.y) {
    std::vector<double>& row = map.radius.emplace_back();
    for (const double alpha : map.x) {
      const auto update = update_at(*first, {alpha, beta});
      row.push_back(update ? certify_update(*update, unit_step, 0, 1).rho.hi : not_a_number);
    }
  }
  for (const double alpha : map.x) {
    const auto update = [&](double beta) { return update_at(*first, {alpha, beta}); };
    const LimitReport limit = stability_limit(
        update, [](double) { return unit_step; }, 0, 1);
    if (limit.verdict == Verdict::proved && std::isfinite(limit.hi)) map.boundary.push_back({alpha, limit.hi});
  }
  return map;
}

}  // namespace perpend
