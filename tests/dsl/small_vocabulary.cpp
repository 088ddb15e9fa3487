#include "small_vocabulary.hpp"

#include <boost/test/unit_test.hpp>
#include <numbers>

#include "stabilizers/stabilizer.hpp"

namespace perpend::dsl {

namespace {

/// Only its address matters to the language.
class IdleStabilizer : public Stabilizer {
 public:
  Status step(StepContext&, const State&, State&) const override { return Status::not_run; }
  std::optional<LinearUpdate> linear_update() const override { return std::nullopt; }
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
void evaluate_revolute(const Joint& joint, const std::array<BodyMotion<double>, 2>& body, double,
                       JointRows<double>& rows) {
  for (int k = 0; k < 2; ++k) {
    const auto row = static_cast<std::size_t>(k);
    rows.phi[row] = (body[1].position + joint.anchor[1] - body[0].position - joint.anchor[0])[k];
  }
}
void evaluate_distance(const Joint& joint, const std::array<BodyMotion<double>, 2>& body, double,
                       JointRows<double>& rows) {
  rows.phi[0] = (body[1].position - body[0].position).norm() - joint.length;
}

const JointType joints[] = {
    {{"revolute", "a common point", {}, at_property},
     2,
     {d::length, d::length, {}},
     true,
     make_revolute,
     evaluate_revolute,
     nullptr},
    {{"distance", "a fixed distance", {}, distance_properties},
     1,
     {d::length, {}, {}},
     false,
     make_distance,
     evaluate_distance,
     nullptr},
};

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

const ForceType forces[] = {{{"load", "a force of time", load_arguments, {}}, 1, make_load, nullptr, nullptr},
                            {{"torque", "a torque of time", torque_arguments, {}}, 1, make_torque, nullptr, nullptr}};

constexpr FieldSpec baumgarte_options[] = {
    {.name = "alpha", .dimension = d::rate, .required = true, .doc = "rate", .minimum = 0.0},
    {.name = "form", .type = FieldType::choice, .doc = "of the row", .choices = "velocity|acceleration"}};
constexpr FieldSpec post_options[] = {
    {.name = "iterations", .type = FieldType::integer, .doc = "corrections", .minimum = 1.0, .maximum = 100.0}};
Made<std::shared_ptr<const Stabilizer>> make_stabilizer(const Properties&) {
  return std::make_shared<const IdleStabilizer>();
}
Made<std::shared_ptr<const Stabilizer>> make_baumgarte(const Properties& p) {
  if (p.number("alpha") > 1e6) return FactoryError{"alpha", "a gain beyond any use", "take less"};
  return std::make_shared<const IdleStabilizer>();
}

const StabilizerType stabilizers[] = {
    {{"none", "no stabilization", {}, {}}, 1, "none", make_stabilizer},
    {{"baumgarte", "feedback", baumgarte_options, {}}, 1, "baumgarte(alpha)", make_baumgarte},
    {{"implicit", "implicit projection", {}, {}}, 2, "implicit", make_stabilizer},
    {{"post_stabilization", "correction after the step", post_options, {}}, 4, "", make_stabilizer}};

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

const std::vector<SignalType> signals{
    signal("constraint_error", {}, SignalEntity::optional_joint, "", d::length, 0),
    signal("constraint_error_before_post", {}, SignalEntity::optional_joint, "", d::length, 0),
    signal("total_energy", {}, SignalEntity::none, "", d::energy, 1),
    signal("energy", {}, SignalEntity::energy_kind, "kinetic|potential", d::energy, 1),
    signal("position", point_argument, SignalEntity::body, "", d::length, 2),
    signal("angle", {}, SignalEntity::body, "", d::angle, 1),
};

const TypeSpec solvers[] = {{"sparse_ldlt", "sparse factorization", {}, {}}, {"lemke", "pivoting", {}, {}}};

}  // namespace

const Vocabulary& small_vocabulary() {
  static const Vocabulary vocabulary{shapes, joints, forces, stabilizers, signals, solvers};
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
