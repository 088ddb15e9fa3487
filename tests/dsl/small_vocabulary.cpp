#include "tests/dsl/small_vocabulary.hpp"

#include <boost/test/unit_test.hpp>
#include <numbers>

#include "kernel/solvers/lcp_solver.hpp"
#include "stabilizers/stabilizer.hpp"
#include "study/vocabulary.hpp"

namespace perpend::dsl {

namespace {

/// Only its address matters to the language.
class IdleStabilizer : public Stabilizer {
 public:
  Status step(StepContext&, const State&, State&) const override { return Status::not_run; }
  std::optional<LinearUpdate> linear_update() const override { return std::nullopt; }
};

class FussyStabilizer : public IdleStabilizer {
 public:
  std::optional<std::string> objection(const Model& model) const override {
    return model.joints.empty() ? std::nullopt : std::optional<std::string>("it cannot hold joints");
  }
};

namespace d = dimension;

constexpr FieldSpec rod_arguments[] = {{.name = "length",
                                        .dimension = d::length,
                                        .required = true,
                                        .doc = "end to end",
                                        .minimum = 0.0,
                                        .exclusive_minimum = true}};
constexpr FieldSpec disk_arguments[] = {{.name = "radius",
                                         .dimension = d::length,
                                         .required = true,
                                         .doc = "of the rim",
                                         .minimum = 0.0,
                                         .exclusive_minimum = true}};
constexpr FieldSpec polygon_arguments[] = {
    {.name = "vertices", .type = FieldType::point_list, .dimension = d::length, .required = true, .doc = "corners"}};

Made<Shape> make_rod(const Properties& p) {
  return Shape{ShapeKind::rod, Vec2(p.number("length"), 0.0), {}};
}
Made<Shape> make_disk(const Properties& p) {
  return Shape{ShapeKind::disk, Vec2(p.number("radius"), 0.0), {}};
}
Made<Shape> make_polygon(const Properties& p) {
  const auto& vertices = p.get<std::vector<Vec2>>("vertices");
  if (vertices.size() < 3) return FactoryError{"vertices", "a polygon has at least three corners", "add corners"};
  return Shape{ShapeKind::polygon, Vec2::Zero(), vertices};
}
ShapeType::Geometry rod_geometry(const Shape& s) {
  return {.area = 0.0, .unit_inertia = s.size.squaredNorm() / 12.0};
}
ShapeType::Geometry disk_geometry(const Shape& s) {
  return {.area = std::numbers::pi * s.size.squaredNorm(), .unit_inertia = s.size.squaredNorm() / 2.0};
}

const ShapeType shapes[] = {
    {{"rod", "thin rod", rod_arguments, {}}, make_rod, rod_geometry},
    {{"disk", "uniform disk", disk_arguments, {}}, make_disk, disk_geometry},
    {{"polygon", "uniform polygon", polygon_arguments, {}}, make_polygon, disk_geometry},
};

constexpr FieldSpec at_property[] = {{.name = "at",
                                      .type = FieldType::vector,
                                      .dimension = d::length,
                                      .required = true,
                                      .doc = "common point at the start"}};
constexpr FieldSpec distance_properties[] = {
    {.name = "length", .dimension = d::length, .doc = "to hold", .minimum = 0.0, .exclusive_minimum = true}};

Made<Joint> make_revolute(const Properties& p, const JointSite& site) {
  Joint joint;
  for (std::size_t side = 0; side < 2; ++side) {
    joint.anchor[side] = p.get<Vec2>("at");
    if (site.body[side] != nullptr) joint.anchor[side] -= site.body[side]->position;
  }
  return joint;
}
Made<Joint> make_distance(const Properties& p, const JointSite&) {
  Joint joint;
  joint.length = p.number_or("length", 1.0);
  return joint;
}
void evaluate_revolute(const Joint& joint, const PlanarMotions<double>& body, double, JointRows<double>& rows) {
  for (int k = 0; k < 2; ++k) {
    const auto row = static_cast<std::size_t>(k);
    rows.phi[row] = (body[1].position + joint.anchor[1] - body[0].position - joint.anchor[0])[k];
    rows.jacobian[0][row][row] = -1.0;
    rows.jacobian[1][row][row] = 1.0;
  }
}
void evaluate_angle(const Joint&, const PlanarMotions<double>& body, int, CoordinateValue<double, 3>& c) {
  c.value = body[1].angle - body[0].angle;
}
void evaluate_distance(const Joint& joint, const PlanarMotions<double>& body, double, JointRows<double>& rows) {
  const Vec2 between = body[1].position - body[0].position;
  rows.phi[0] = between.norm() - joint.length;
  for (std::size_t k = 0; k < 2; ++k) {
    rows.jacobian[0][0][k] = -between[static_cast<int>(k)] / between.norm();
    rows.jacobian[1][0][k] = between[static_cast<int>(k)] / between.norm();
  }
}

const JointType joints[] = {
    {.spec = {"revolute", "a common point", {}, at_property},
     .num_rows = 2,
     .row_dimension = {d::length, d::length},
     .needs_angles = true,
     .num_coordinates = 1,
     .coordinate_spec = {{{"angle", d::angle}}},
     .make = make_revolute,
     .evaluate = evaluate_revolute,
     .coordinate = evaluate_angle},
    {.spec = {"distance", "a fixed distance", {}, distance_properties},
     .num_rows = 1,
     .row_dimension = {d::length},
     .make = make_distance,
     .evaluate = evaluate_distance},
};

constexpr FieldSpec drive_properties[] = {
    {.name = "value", .type = FieldType::time_number, .dimension = d::angle, .required = true, .doc = "of time"}};
Made<Joint> make_drive(const Properties& p, const JointSite& site) {
  if (site.driven->type->num_coordinates == 0) return FactoryError{"", "no angle to drive", "take a revolute joint"};
  Joint joint;
  joint.drive = {p.get<TimeFunction>("value")};
  joint.drive_rate = joint.drive_acceleration = {TimeFunction(0.0)};  // nobody moves it
  return joint;
}
void evaluate_drive(const Joint& joint, const PlanarMotions<double>& body, double time, JointRows<double>& rows) {
  rows.phi[0] = body[1].angle - body[0].angle - joint.drive[0](time);
  rows.jacobian[0][0] = {0.0, 0.0, -1.0};
  rows.jacobian[1][0] = {0.0, 0.0, 1.0};
}

const JointType drives[] = {{.spec = {"angle", "an angle of time", {}, drive_properties},
                             .kind = JointKind::drive,
                             .num_rows = 1,
                             .row_dimension = {d::angle},
                             .num_bodies = 0,
                             .make = make_drive,
                             .evaluate = evaluate_drive}};

constexpr FieldSpec linear_properties[] = {
    {.name = "rows", .type = FieldType::matrix, .required = true, .doc = "over the velocities"},
    {.name = "values", .type = FieldType::time_list, .dimension = d::velocity, .doc = "of time"}};
Made<Joint> make_linear(const Properties& p, const JointSite&) {
  Joint joint;
  joint.coefficients = p.get<MatrixX>("rows");
  joint.drive = p.get_or("values", TimeFunctions());
  joint.drive_rate = joint.drive_acceleration = TimeFunctions(joint.drive.size(), TimeFunction(0.0));
  return joint;
}
int count_linear(const Joint& joint) {
  return static_cast<int>(joint.coefficients.rows());
}
void evaluate_linear(const Joint& joint, const PlanarMotions<double>&, double, JointRows<double>& rows) {
  for (int i = 0; i < joint.num_rows; ++i)
    for (int j = 0; j < static_cast<int>(joint.coefficients.cols()); ++j)
      rows.jacobian[0][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = joint.coefficients(i, j);
}

const JointType constraints[] = {{.spec = {"linear", "rows over velocities", {}, linear_properties},
                                  .kind = JointKind::constraint,
                                  .num_rows = 3,
                                  .num_nonholonomic = 3,
                                  .row_dimension = {d::velocity, d::velocity, d::velocity},
                                  .num_bodies = 1,
                                  .count_rows = count_linear,
                                  .make = make_linear,
                                  .evaluate = evaluate_linear}};

constexpr FieldSpec ball_properties[] = {
    {.name = "at", .type = FieldType::vector3, .dimension = d::length, .required = true, .doc = "common point"}};
Made<Joint> make_ball(const Properties& p, const JointSite& site) {
  Joint joint;
  for (std::size_t side = 0; side < 2; ++side) {
    joint.spatial.anchor[side] = p.get<Vec3>("at");
    if (site.body[side] != nullptr) joint.spatial.anchor[side] -= site.body[side]->spatial.position;
  }
  return joint;
}
void evaluate_ball(const Joint& joint, const SpatialMotions<double>& body, double, const double*,
                   SpatialRows<double>& rows) {
  for (int k = 0; k < 3; ++k) {
    const auto row = static_cast<std::size_t>(k);
    rows.phi[row] = (body[1].position + joint.spatial.anchor[1] - body[0].position - joint.spatial.anchor[0])[k];
    rows.jacobian[0][row][row] = -1.0;
    rows.jacobian[1][row][row] = 1.0;
  }
}

const JointType spatial_joints[] = {{.spec = {"ball", "a common point", {}, ball_properties},
                                     .space = Space::spatial,
                                     .num_rows = 3,
                                     .row_dimension = {d::length, d::length, d::length},
                                     .make = make_ball,
                                     .evaluate_spatial = evaluate_ball}};

Made<Shape> make_sphere(const Properties& p) {
  Shape shape;
  shape.kind = ShapeKind::sphere;
  shape.extent = Vec3(p.number("radius"), 0.0, 0.0);
  return shape;
}
Made<SpatialShapeType::Geometry> sphere_geometry(const Properties& p) {
  const double r = p.number("radius");
  return SpatialShapeType::Geometry{.volume = 4.0 / 3.0 * std::numbers::pi * r * r * r,
                                    .unit_inertia = Vec3::Constant(0.4 * r * r)};
}

const SpatialShapeType spatial_shapes[] = {
    {{"sphere", "uniform ball", disk_arguments, {}}, make_sphere, sphere_geometry}};

constexpr FieldSpec load_arguments[] = {
    {.name = "force", .type = FieldType::time_vector, .dimension = d::force, .required = true, .doc = "of time"}};
constexpr FieldSpec torque_arguments[] = {
    {.name = "torque", .type = FieldType::time_number, .dimension = d::torque, .required = true, .doc = "of time"}};
Made<Force> make_load(const Properties& p, const JointSite&) {
  Force force;
  force.load = p.get<TimeVector>("force");
  return force;
}
Made<Force> make_torque(const Properties& p, const JointSite&) {
  Force force;
  force.torque = p.get<TimeFunction>("torque");
  return force;
}

const ForceType forces[] = {{.spec = {"load", "a force of time", load_arguments, {}}, .make = make_load},
                            {.spec = {"torque", "a torque of time", torque_arguments, {}}, .make = make_torque}};

constexpr FieldSpec spatial_load_arguments[] = {
    {.name = "force", .type = FieldType::time_vector3, .dimension = d::force, .required = true, .doc = "of time"}};
Made<Force> make_spatial_load(const Properties& p, const JointSite&) {
  Force force;
  force.spatial_load = p.get<TimeVector3>("force");
  return force;
}
const ForceType spatial_forces[] = {{.spec = {"load", "a force of time", spatial_load_arguments, {}},
                                     .space = Space::spatial,
                                     .make = make_spatial_load}};

constexpr FieldSpec baumgarte_options[] = {
    {.name = "alpha", .dimension = d::rate, .required = true, .doc = "rate", .minimum = 0.0},
    {.name = "form", .type = FieldType::choice, .doc = "of the row", .choices = "velocity|acceleration"}};
constexpr FieldSpec post_options[] = {
    {.name = "iterations", .type = FieldType::integer, .doc = "corrections", .minimum = 1.0, .maximum = 100.0}};
Made<std::shared_ptr<const Stabilizer>> make_stabilizer(const Properties&) {
  return std::make_shared<const IdleStabilizer>();
}
Made<std::shared_ptr<const Stabilizer>> make_fussy(const Properties&) {
  return std::make_shared<const FussyStabilizer>();
}
Made<std::shared_ptr<const Stabilizer>> make_baumgarte(const Properties& p) {
  if (p.number("alpha") > 1e6) return FactoryError{"alpha", "a gain beyond any use", "take less"};
  return std::make_shared<const IdleStabilizer>();
}

const StabilizerType stabilizers[] = {
    {.spec = {"none", "no stabilization", {}, {}}, .drift_order = 1, .variants = "none", .make = make_stabilizer},
    {.spec = {"baumgarte", "feedback", baumgarte_options, {}},
     .drift_order = 1,
     .variants = "baumgarte(alpha)",
     .make = make_baumgarte},
    {.spec = {"implicit", "implicit projection", {}, {}},
     .drift_order = 2,
     .variants = "implicit",
     .make = make_stabilizer},
    {.spec = {"post_stabilization", "correction after the step", post_options, {}},
     .drift_order = 4,
     .variants = "",
     .make = make_stabilizer},
    {.spec = {"fussy", "runs no mechanism with joints", {}, {}}, .variants = "fussy", .make = make_fussy}};

constexpr FieldSpec point_argument[] = {
    {.name = "point", .type = FieldType::vector, .dimension = d::length, .doc = "in the body"}};

SignalType signal(std::string_view name, std::span<const FieldSpec> arguments, SignalEntity entity,
                  std::string_view choices, Dimension dimension, int components) {
  SignalType row;
  row.spec = {name, "a signal", arguments, {}};
  row.entity = entity;
  row.entity_choices = choices;
  row.dimension = dimension;
  row.num_components = components;
  return row;
}

SignalType planar_only(SignalType row) {
  row.planar_only = true;
  return row;
}
SignalType of_coordinate(SignalType row) {
  row.needs_coordinates = true;
  return row;
}

const std::vector<SignalType> signals{
    signal("constraint_error", {}, SignalEntity::optional_joint, "", d::length, 0),
    signal("constraint_error_before_post", {}, SignalEntity::optional_joint, "", d::length, 0),
    signal("total_energy", {}, SignalEntity::none, "", d::energy, 1),
    signal("energy", {}, SignalEntity::energy_kind, "kinetic|potential", d::energy, 1),
    signal("position", point_argument, SignalEntity::body, "", d::length, 2),
    planar_only(signal("angle", {}, SignalEntity::body, "", d::angle, 1)),
    signal("gap", {}, SignalEntity::contact, "", d::length, 1),
    of_coordinate(signal("coordinate", {}, SignalEntity::joint, "", d::angle, 1)),
};

const TypeSpec solvers[] = {{"sparse_ldlt", "sparse factorization", {}, {}}};

/// Solves nothing: the language only makes one.
class IdleSolver : public LcpSolver {
 public:
  void solve(const Lcp&, const GrowingVector*, LcpSolution& solution) override { solution.status = Status::not_run; }
};
constexpr FieldSpec sweep_options[] = {
    {.name = "sweeps", .type = FieldType::integer, .doc = "at most", .minimum = 1.0, .maximum = 1e6},
    {.name = "tolerance", .doc = "of the residual", .minimum = 0.0, .exclusive_minimum = true}};
Made<std::unique_ptr<LcpSolver>> make_solver(const Properties& p) {
  if (p.number_or("tolerance", 1e-9) >= 1.0) return FactoryError{"tolerance", "no answer is that bad", "take less"};
  return std::make_unique<IdleSolver>();
}
const LcpSolverType lemke{.spec = {"lemke", "pivoting", {}, {}}, .variants = "lemke", .make = make_solver};
const LcpSolverType pgs{
    .spec = {"pgs", "sweeps", sweep_options, {}}, .variants = "pgs | pgs(sweeps)", .make = make_solver};
const LcpSolverType* const lcp_solvers[] = {&lemke, &pgs};

}  // namespace

const Vocabulary& small_vocabulary() {
  static const Vocabulary vocabulary{.shapes = shapes,
                                     .joints = joints,
                                     .forces = forces,
                                     .stabilizers = stabilizers,
                                     .signals = signals,
                                     .solvers = solvers,
                                     .spatial_shapes = spatial_shapes,
                                     .spatial_joints = spatial_joints,
                                     .spatial_forces = spatial_forces,
                                     .drives = drives,
                                     .constraints = constraints,
                                     .lcp_solvers = lcp_solvers,
                                     .checks = &scene_checks()};
  return vocabulary;
}

Loaded load_text(const std::string& text, const std::vector<Override>& overrides) {
  Parsed parsed = parse_text("test.scene", text);
  if (!parsed.document) return {std::nullopt, std::move(parsed.diagnostics)};
  return elaborate(*parsed.document, small_vocabulary(), overrides);
}

Experiment load_good(const std::string& text, const std::vector<Override>& overrides) {
  Loaded loaded = load_text(text, overrides);
  BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), render(loaded.diagnostics, false));
  return std::move(*loaded.experiment);
}

std::string first_code(const std::string& text) {
  const Loaded loaded = load_text(text);
  return loaded.diagnostics.empty() ? "" : loaded.diagnostics.front().code;
}

std::string scene_with(const std::string& statements) {
  return "experiment x {\n  world planar { particle bob { mass = 1 kg } }\n  run { step = 1 ms; duration = 1 s }\n"
         "  method plain = none\n" +
         statements + "\n}\n";
}

double value_of(const std::string& expression) {
  return load_good(scene_with("param probe = " + expression)).parameters.back().value;
}

}  // namespace perpend::dsl
