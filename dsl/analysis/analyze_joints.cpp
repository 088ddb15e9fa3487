// Joints, drives and constraints: rows of one kind of registry, made at the initial pose.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/analysis.hpp"
#include "kernel/model/scene/scene_checks.hpp"

namespace perpend::dsl {

namespace {

struct ConnectionKind {
  const BlockSpec& block;
  std::string_view word;
  std::span<const JointType> planar;
  std::span<const JointType> spatial;
};

ConnectionKind kind_of(const Vocabulary& v, JointKind kind) {
  switch (kind) {
    case JointKind::drive:
      return {drive_block, "drive", v.drives, v.spatial_drives};
    case JointKind::constraint:
      return {constraint_block, "constraint", v.constraints, v.spatial_constraints};
    default:
      return {joint_block, "joint", v.joints, v.spatial_joints};
  }
}

bool is_immovable(const Body* body) {
  return body == nullptr || body->kind == BodyKind::fixed;
}

bool is_moved(const Body& body) {
  return std::any_of(body.shift.begin(), body.shift.end(), [](const TimeFunction& f) { return !f.empty(); });
}

/// What a joint, drive or constraint acts on.
struct Site {
  std::array<int, 2> bodies{world_body, world_body};
  int driven = -1;
  std::optional<int> carrier{};  ///< as named
};

/// Whether the bodies make sense for the type.
bool check_site(Analysis& a, const JointType& type, const Site& site, const TypeCall& call,
                const ConnectionKind& kind) {
  const auto fail = [&](const char* code, std::string message, std::string hint) {
    a.report.error(call.name_span, code, std::move(message), std::move(hint));
    return false;
  };
  if (site.driven >= 0) return true;
  const Body* first = body_at(a, site.bodies[0]);
  const Body* second = body_at(a, site.bodies[1]);
  const Body* carrier = body_at(a, site.carrier.value_or(world_body));
  const bool third_moves = !has_carrier(type) && !is_immovable(carrier);
  if (is_immovable(first) && is_immovable(second) && !third_moves)
    return type.num_bodies == 1 ? fail("S044", fmt::format("{} acts on nothing that can move", type.spec.name),
                                       "name a body that can move")
                                : fail("S044", fmt::format("{} between two immovable bodies", type.spec.name),
                                       "one of them must be able to move");
  if (site.bodies[0] == site.bodies[1] && first != nullptr)
    return fail("S044", fmt::format("{} between '{}' and itself", type.spec.name, first->name), "name two bodies");
  if (carrier != nullptr && (carrier == first || carrier == second) && !has_carrier(type))
    return fail("S044", fmt::format("'{}' is named twice by {}", carrier->name, type.spec.name),
                "add the coefficients of its velocities");
  if (carrier != nullptr && (carrier == first || carrier == second))
    return fail("S044",
                fmt::format("'{}' is the carrier of {} and one of its two bodies", carrier->name, type.spec.name),
                "the carrier is the third body, in which the axes of both are held");
  for (const Body* body : {first, second, carrier})
    if (body != nullptr && is_moved(*body))
      return fail("S042",
                  fmt::format("'{}' is moved by its shift, and a {} holds to what rests", body->name, kind.word),
                  "rows of joints do not follow a shift; put a drive on a joint instead, or let it only touch");
  for (const Body* body : {first, second})
    if (type.needs_angles && body != nullptr && body->kind == BodyKind::particle)
      return fail("S042", fmt::format("{} needs angles, and the particle '{}' has none", type.spec.name, body->name),
                  "use a body with a shape, or another joint");
  if (carrier != nullptr && has_carrier(type) && carrier->kind == BodyKind::particle)
    return fail("S042",
                fmt::format("the carrier '{}' is a particle, which has no angle to count against", carrier->name),
                "use a body with a shape");
  return true;
}

/// The joint that a drive is put on, at the front of its arguments.
std::optional<Site> read_driven(Analysis& a, const TypeCall& call) {
  if (count_positional(call) != 1) {
    a.report.error(call.name_span, "S013",
                   fmt::format("{} drives 1 joint, found {}", call.name, count_positional(call)),
                   "the first argument names it");
    return std::nullopt;
  }
  const auto index = resolve(a, a.joints, *call.arguments[0], "joint", false);
  if (!index) return std::nullopt;
  const Joint& joint = a.world.model.joints[static_cast<std::size_t>(*index)];
  if (joint.type->kind != JointKind::joint) {
    a.report.error(call.arguments[0]->span, "S044",
                   fmt::format("'{}' is not a joint that a drive can move", joint.name),
                   "name a joint with a free angle or travel");
    return std::nullopt;
  }
  return Site{joint.body, *index, joint.carrier};
}

std::optional<Site> read_site(Analysis& a, const JointType& type, const TypeCall& call) {
  if (type.num_bodies == 0) return read_driven(a, call);
  const auto bodies = read_bodies(a, call, type.num_bodies, type.num_bodies + type.more_bodies);
  if (!bodies) return std::nullopt;
  return Site{{(*bodies)[0], (*bodies)[1]}, -1, (*bodies)[2]};
}

std::vector<FieldSpec> properties_of(const Analysis& a, const JointType& type) {
  std::vector<FieldSpec> fields(type.spec.properties.begin(), type.spec.properties.end());
  if (a.vocabulary.checks == nullptr || type.kind != JointKind::joint) return fields;
  const std::vector<FieldSpec>& more = a.vocabulary.checks->coordinate_fields(type);
  fields.insert(fields.end(), more.begin(), more.end());
  return fields;
}

/// `carrier = arm`.
void read_carrier(Analysis& a, const Statement& p, FieldSet& fields, std::optional<int>& carrier) {
  if (!fields.claim("carrier", p.keyword_span, *p.value)) return;
  const ExpressionKind written = p.value->kind;
  if (written != ExpressionKind::name && written != ExpressionKind::index && written != ExpressionKind::member) {
    a.report.error(p.value->span, "S021",
                   fmt::format("'carrier' is the name of a body, found {}", a.evaluator().source(*p.value)));
    return fields.fail();
  }
  carrier = resolve(a, a.bodies, *p.value, "body", true);
  if (!carrier) return fields.fail();
  if (*carrier != world_body) a.is_attached[static_cast<std::size_t>(*carrier)] = true;
}

/// Arguments and properties go to the factory together.
void read_fields(Analysis& a, const Statement& s, const JointType& type, const TypeCall& call, bool has_site,
                 FieldSet& fields, std::optional<int>& carrier) {
  const std::vector<FieldSpec> properties = properties_of(a, type);
  const auto num_positional = static_cast<std::size_t>(count_positional(call));
  if (has_site)
    read_named_arguments(fields, a.evaluator(), call.arguments.subspan(num_positional), type.spec.name,
                         type.spec.arguments, properties);
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    if (has_carrier(type) && a.text(p.keyword) == "carrier") return read_carrier(a, p, fields, carrier);
    fields.set(a.text(p.keyword), p.keyword_span, *p.value, properties, type.spec.arguments, "inside ( )");
  };
  reader.declaration = [&](const Statement& d) {
    fields.fail();
    report_misplaced(a, d, fmt::format("a {}", a.text(s.keyword)));
  };
  a.walker.run(s.body, reader);
  if (has_site) fields.check_required(type.spec.arguments, call.name_span);
  fields.check_required(properties, call.name_span);
}

std::optional<FactoryError> read_elements(const Analysis& a, const FieldSet& fields, const JointType& type,
                                          Joint& joint) {
  if (a.vocabulary.checks == nullptr || type.kind != JointKind::joint) return std::nullopt;
  return a.vocabulary.checks->read_elements(fields.properties(), type, joint);
}

/// The joint at the initial pose, or nothing and its error.
std::optional<Joint> make_joint(Analysis& a, const JointType& type, const Site& site, const FieldSet& fields,
                                Span span) {
  const Joint* driven = site.driven < 0 ? nullptr : &a.world.model.joints[static_cast<std::size_t>(site.driven)];
  auto made = type.make(fields.properties(), {{body_at(a, site.bodies[0]), body_at(a, site.bodies[1])},
                                              driven,
                                              body_at(a, site.carrier.value_or(world_body))});
  if (const auto* error = std::get_if<FactoryError>(&made)) {
    fields.report(*error, span);
    return std::nullopt;
  }
  Joint joint = std::move(std::get<Joint>(made));
  joint.type = &type;
  joint.body = site.bodies;
  joint.carrier = site.carrier.value_or(world_body);
  joint.driven_joint = site.driven;
  if (const auto error = read_elements(a, fields, type, joint)) {
    fields.report(*error, span);
    return std::nullopt;
  }
  return joint;
}

/// A start outside of limits is an error unless assembly moves it, which the world may say later.
void note_limits(Analysis& a, const FieldSet& fields, const Joint& joint, Span span) {
  if (a.vocabulary.checks == nullptr || joint.type->kind != JointKind::joint) return;
  const auto found = a.vocabulary.checks->outside_of_limits(joint);
  if (!found) return;
  const Expression* written = fields.written(found->field);
  a.outside_limits.push_back({written != nullptr ? written->span : span, *found});
}

const ForceType* force_row(const Analysis& a, std::string_view name) {
  const std::span<const ForceType> rows = a.is_spatial() ? a.vocabulary.spatial_forces : a.vocabulary.forces;
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const ForceType& r) { return r.spec.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

/// A spring or damper that the last joint has.
void add_force_of_joint(Analysis& a, Force force, const ForceType& type, const Joint& joint) {
  force.name = joint.name;
  force.type = &type;
  force.element_of = static_cast<int>(a.world.model.joints.size()) - 1;
  a.world.model.forces.push_back(std::move(force));
  a.force_spans.push_back(a.joint_spans.back());
}

/// Springs and dampers on coordinates of the last joint, where a number of them is a law.
void add_element_forces(Analysis& a, const FieldSet& fields, Joint& joint) {
  const ForceType* row = force_row(a, "motor");
  if (row == nullptr || a.vocabulary.checks == nullptr) return;
  const int index = static_cast<int>(a.world.model.joints.size()) - 1;
  auto made = a.vocabulary.checks->element_forces(fields.properties(), *joint.type, index);
  if (const auto* error = std::get_if<FactoryError>(&made)) return fields.report(*error, a.joint_spans.back());
  for (Force& force : std::get<std::vector<Force>>(made)) {
    joint.tracks_coordinates = true;
    for (const StateSignal& signal : force.signals)
      if (signal.is_of_element)
        return a.report.error(a.joint_spans.back(), "S051", "span belongs to the law of a spring or damper",
                              "the coordinate of a joint is angle(joint) or joint_slide(joint)");
    add_force_of_joint(a, std::move(force), *row, joint);
  }
}

/// The damping of a joint without coordinates is a force of its own between the two bodies.
void add_damping(Analysis& a, const FieldSet& fields, const Joint& joint) {
  const Properties& given = fields.properties();
  if (!given.is_law("damping") && !(given.number_or("damping", 0.0) > 0.0)) return;
  const ForceType* row = force_row(a, "angular_damper");
  if (row == nullptr) return;
  auto made = row->make(fields.properties(), {{body_at(a, joint.body[0]), body_at(a, joint.body[1])}});
  if (const auto* error = std::get_if<FactoryError>(&made)) return fields.report(*error, a.joint_spans.back());
  Force force = std::move(std::get<Force>(made));
  force.body = joint.body;
  add_force_of_joint(a, std::move(force), *row, joint);
}

/// While its block is read, the joint is there: laws of its springs and dampers read its own coordinate. Afterwards it
/// is as before, and what is gone says whether a law has read it.
class AheadOfItsBlock {
 public:
  AheadOfItsBlock(Analysis& a, const JointType& type, const Site& site, const std::string& name, Span span)
      : a_(a), name_(name), span_(span) {
    Joint joint;
    joint.name = name;
    joint.type = &type;
    joint.body = site.bodies;
    joint.carrier = site.carrier.value_or(world_body);
    a.joints.add(name, {static_cast<int>(a.world.model.joints.size()), span});
    a.world.model.joints.push_back(std::move(joint));
  }
  [[nodiscard]] bool end() {
    const bool is_read = a_.world.model.joints.back().tracks_coordinates;
    a_.world.model.joints.pop_back();
    a_.joints.add(name_, {NameTable::failed, span_});
    return is_read;
  }

 private:
  Analysis& a_;
  std::string name_;
  Span span_;
};

std::string_view guide_words(Guide guide, bool is_spatial) {
  if (guide == Guide::line) return "no slide to the world along its axis";
  return is_spatial ? "no hinge to the world about its axis" : "no hinge to the world";
}

}  // namespace

std::optional<std::array<int, num_sides>> read_bodies(Analysis& a, const TypeCall& call, int fewest, int most) {
  std::array<int, num_sides> bodies{world_body, world_body, world_body};
  const int given = count_positional(call);
  if (given < fewest || given > most) {
    const std::string wanted = fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most);
    a.report.error(call.name_span, "S013",
                   fmt::format("{} acts on {} bod{}, found {}", call.name, wanted, most == 1 ? "y" : "ies", given),
                   call.name == "torque" && given == 2
                       ? "between two bodies, motor(joint, torque: ...) acts on both; else write a torque for each"
                   : most == 1 ? "the first argument names it"
                   : most == 2 ? "the first two arguments name them; world is the ground"
                               : "arguments without a name are bodies; world is the ground");
    return std::nullopt;
  }
  bool is_good = true;
  for (int side = 0; side < given; ++side) {
    const auto body = resolve(a, a.bodies, *call.arguments[static_cast<std::size_t>(side)], "body", true);
    is_good = is_good && body;
    if (body) bodies[static_cast<std::size_t>(side)] = *body;
  }
  if (!is_good) return std::nullopt;
  for (const int body : bodies)
    if (body != world_body) a.is_attached[static_cast<std::size_t>(body)] = true;
  return bodies;
}

void analyze_joint(Analysis& a, const Statement& s, JointKind joint_kind) {
  const ConnectionKind kind = kind_of(a.vocabulary, joint_kind);
  if (!check_parts(a, s, kind.block, true, false, true)) return;
  const auto declared = declare(a, a.joints, s, kind.word);
  const auto call = read_type_call(a, *s.value, kind.word);
  if (!call) return;
  const JointType* type = find_row(a, a.is_spatial() ? kind.spatial : kind.planar, *call, kind.word,
                                   a.is_spatial() ? kind.planar : kind.spatial);
  if (type == nullptr) return;
  auto site = read_site(a, *type, *call);
  FieldSet fields(a.evaluator(), type->spec.name);
  std::optional<int> carrier;
  std::optional<AheadOfItsBlock> ahead;
  if (declared && site && joint_kind == JointKind::joint) ahead.emplace(a, *type, *site, *declared, s.name_span);
  read_fields(a, s, *type, *call, site.has_value(), fields, carrier);
  const bool reads_itself = ahead && ahead->end();
  if (site && has_carrier(*type)) site->carrier = carrier;
  if (!declared || !site || !fields.is_good() || !check_site(a, *type, *site, *call, kind)) return;
  auto joint = make_joint(a, *type, *site, fields, call->name_span);
  if (!joint) return;
  joint->name = *declared;
  joint->tracks_coordinates = joint->tracks_coordinates || reads_itself;
  if (!settle_laws(a, *joint, call->name_span)) return;
  note_limits(a, fields, *joint, call->name_span);
  a.joints.add(*declared, {static_cast<int>(a.world.model.joints.size()), s.name_span});
  if (has_carrier(*type) && !carrier) a.without_carrier.push_back(static_cast<int>(a.world.model.joints.size()));
  a.world.model.joints.push_back(std::move(*joint));
  a.joint_spans.push_back(s.name_span);
  if (type->num_coordinates == 0) add_damping(a, fields, a.world.model.joints.back());
  if (type->kind == JointKind::joint) add_element_forces(a, fields, a.world.model.joints.back());
}

void check_carriers(Analysis& a) {
  const Model& model = a.world.model;
  for (const int index : a.without_carrier) {
    const Joint& joint = model.joints[static_cast<std::size_t>(index)];
    const auto side = a.vocabulary.checks->side_not_held_by_world(model, joint);
    if (!side) continue;
    const auto at = static_cast<std::size_t>(*side);
    const Body& body = model.bodies[static_cast<std::size_t>(joint.body[at])];
    a.report.error(a.joint_spans[static_cast<std::size_t>(index)], "S071",
                   fmt::format("{} '{}' needs a carrier: '{}' has {}", joint.type->spec.name, joint.name, body.name,
                               guide_words(joint.type->guided[at], a.is_spatial())),
                   "write carrier = the body that holds both axes, an arm for instance, or carrier = world where the "
                   "axes stand still");
  }
}

}  // namespace perpend::dsl
