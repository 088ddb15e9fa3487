// The mechanism as a whole: whether it can start where the scene puts it, and whether drives fit the run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "dsl/analysis/analysis.hpp"
#include "dsl/values/units.hpp"
#include "kernel/model/scene/scene_checks.hpp"

namespace perpend::dsl {

namespace {

/// Scenes print coordinates to ten digits or so: far above rounding (1e-16) and far below a slip.
constexpr double relative_tolerance = 1e-9;

std::string_view kind_word(const Joint& joint) {
  return joint.type->kind == JointKind::joint ? "joint" : joint.type->kind == JointKind::drive ? "drive" : "constraint";
}

/// Size of the coordinates that phi is computed from: its rounding is a few ulps of this.
double length_scale(const Model& model, const Joint& joint) {
  double scale = joint.length;
  const bool is_spatial = model.space == Space::spatial;
  for (std::size_t side = 0; side < 2; ++side)
    scale = std::max(scale, is_spatial ? joint.spatial.anchor[side].norm() : joint.anchor[side].norm());
  for (const int index : bodies_of(joint)) {
    if (index == world_body) continue;
    const Body& body = model.bodies[static_cast<std::size_t>(index)];
    scale = std::max(scale, is_spatial ? body.spatial.position.norm() : body.position.norm());
  }
  return scale;
}

double allowed_gap(const Model& model, const Joint& joint, int row) {
  const Dimension dimension = joint.type->row_dimension[static_cast<std::size_t>(row)];
  return relative_tolerance * (same_dimension(dimension, dimension::length) ? length_scale(model, joint) : 1.0);
}

/// The largest scale of the rates of a joint's rows of one dimension: components of one vector have one rounding.
double rate_scale(const Joint& joint, const StartErrors& errors, int row) {
  const auto dimension_of = [&](int i) { return joint.type->row_dimension[static_cast<std::size_t>(std::min(i, 5))]; };
  double scale = 0.0;
  for (int i = 0; i < joint.num_rows; ++i)
    if (same_dimension(dimension_of(i), dimension_of(row)))
      scale = std::max(scale, errors.rate_scale[joint.first_row + i]);
  return scale;
}

/// A slide for which no point was given, or the centres were.
bool runs_through_centres(const Model& model, const Joint& joint) {
  if (joint.type->spec.name != "prismatic" || joint.body[0] == world_body || joint.body[1] == world_body) return false;
  if (model.space == Space::planar) return joint.anchor[0].isZero(0.0) && joint.anchor[1].isZero(0.0);
  return joint.spatial.anchor[0].isZero(0.0) && joint.spatial.anchor[1].isZero(0.0);
}

/// One warning a joint: its first row that is off, by position or else by velocity. True when a position is off.
bool warn_about_start(Analysis& a, const StartErrors& errors, std::size_t index) {
  const Joint& joint = a.world.model.joints[index];
  const int num_holonomic = joint.num_rows - std::min(joint.num_rows, joint.type->num_nonholonomic);
  for (int row = 0; row < joint.num_rows && follows_law(joint); ++row) {
    const int i = joint.first_row + row;
    if (std::isfinite(errors.phi[i]) && std::isfinite(errors.rate[i])) continue;
    a.report.error(a.joint_spans[index], "S026",
                   fmt::format("the law of {} '{}' is not a number at the start", kind_word(joint), joint.name),
                   "write it so that it is one at the start pose");
    return true;
  }
  for (int row = 0; row < num_holonomic; ++row) {
    const double gap = std::abs(errors.phi[joint.first_row + row]);
    if (gap <= allowed_gap(a.world.model, joint, row)) continue;
    const Dimension dimension = joint.type->row_dimension[static_cast<std::size_t>(row)];
    a.report.warning(a.joint_spans[index], "S043",
                     fmt::format("{} '{}' does not close at the start: off by {}", kind_word(joint), joint.name,
                                 format_short(gap, a.preferred_unit(dimension))),
                     runs_through_centres(a.world.model, joint)
                         ? "without a point its axis runs through both centres; at names a point of both bodies on it"
                         : "the methods start from this error; check at and the poses of the bodies, or write start = "
                           "assemble in the "
                           "world");
    return true;
  }
  if (a.world.start != StartMode::given) return false;  // made consistent, to rounding
  for (int row = 0; row < joint.num_rows; ++row) {
    const int i = joint.first_row + row;
    if (std::abs(errors.rate[i]) <= relative_tolerance * rate_scale(joint, errors, row)) continue;
    const Dimension dimension = joint.type->row_dimension[static_cast<std::size_t>(std::min(row, 5))];
    const Dimension rate = row < num_holonomic ? dimension * dimension::rate : dimension;
    a.report.warning(
        a.joint_spans[index], "S049",
        fmt::format("the velocities at the start break {} '{}' by {}", kind_word(joint), joint.name,
                    format_short(std::abs(errors.rate[i]), a.preferred_unit(rate))),
        "the first step takes it away with a jolt; give velocity and spin that all joints allow, or write start = "
        "assemble_velocities in the world");
    return false;
  }
  return false;
}

/// The joint of a row, and the dimension of the row.
struct RowOwner {
  std::size_t joint = 0;
  Dimension dimension{};
  bool is_holonomic = true;
};

RowOwner owner_of(const Model& model, int row) {
  if (row >= model.num_joint_rows) {
    const CoordinateRow& limit = model.coordinate_rows[static_cast<std::size_t>(row - model.num_joint_rows)];
    const auto joint = static_cast<std::size_t>(limit.joint);
    if (limit.kind == CoordinateRow::Kind::turning_friction) return {joint, dimension::angle, false};
    return {joint, model.joints[joint].type->coordinate_spec[static_cast<std::size_t>(limit.coordinate)].dimension,
            true};
  }
  const auto behind = std::find_if(model.joints.begin(), model.joints.end(),
                                   [&](const Joint& joint) { return joint.first_row + joint.num_rows > row; });
  const int place = row - behind->first_row;
  return {static_cast<std::size_t>(behind - model.joints.begin()),
          behind->type->row_dimension[static_cast<std::size_t>(std::min(place, 5))],
          place < behind->num_rows - std::min(behind->num_rows, behind->type->num_nonholonomic)};
}

const char* hint_of(Unassembled::Cause cause) {
  switch (cause) {
    case Unassembled::Cause::kept_bodies:
      return "it closes without keep: the bodies that are kept are where the others cannot reach them";
    case Unassembled::Cause::limits:
      return "it closes without the limits of joints; widen them, or say by at_start what the start pose counts as";
    case Unassembled::Cause::drives:
      return "it closes without the drives; check what they ask at the start";
    case Unassembled::Cause::joints:
      break;
  }
  return "lengths and places contradict each other; check them, or leave one joint of the loop out";
}

void report_open(Analysis& a, const Unassembled& found) {
  const RowOwner owner = owner_of(a.world.model, found.row);
  const Joint& joint = a.world.model.joints[owner.joint];
  a.report.error(a.joint_spans[owner.joint], "S050",
                 fmt::format("no position near the start closes all joints: {}{} '{}' stays off by {}",
                             found.row >= a.world.model.num_joint_rows ? "a limit of " : "", kind_word(joint),
                             joint.name, format_short(found.residual, a.preferred_unit(owner.dimension))),
                 hint_of(found.cause));
}

void check_assembly(Analysis& a) {
  if (const auto found = a.vocabulary.checks->unassembled(a.world.model, a.world.initial)) report_open(a, *found);
}

void report_too_fast(Analysis& a, const Unassembled& found) {
  const RowOwner owner = owner_of(a.world.model, found.row);
  const Joint& joint = a.world.model.joints[owner.joint];
  const Dimension rate = owner.is_holonomic ? owner.dimension * dimension::rate : owner.dimension;
  a.report.error(a.joint_spans[owner.joint], "S050",
                 fmt::format("no velocities at the start satisfy all joints: {} '{}' stays off by {}", kind_word(joint),
                             joint.name, format_short(found.residual, a.preferred_unit(rate))),
                 "drives, rolling or bodies that are kept contradict each other; check them");
}

/// How far each body is from where the scene puts it; what rounding moves stays where it is.
std::vector<StartMove> moves_between(const Model& model, const State& before, const State& after) {
  std::vector<StartMove> moves;
  // A projection of what holds already leaves some hundred roundings.
  constexpr double rounding = 1e-13;
  const double small_shift = rounding * characteristic_length(model);
  const double small_rate = after.v.size() == 0 ? 0.0 : rounding * after.v.cwiseAbs().maxCoeff();
  const auto clean = [](double& amount, double small) {
    if (amount <= small) amount = 0.0;
  };
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.dof == 0) continue;
    const int centre = model.space == Space::planar ? 2 : 3;
    StartMove move{.body = static_cast<int>(i)};
    move.shift = (after.q.segment(body.q_offset, centre) - before.q.segment(body.q_offset, centre)).norm();
    move.velocity = (after.v.segment(body.offset, centre) - before.v.segment(body.offset, centre)).norm();
    if (body.kind == BodyKind::rigid && model.space == Space::planar) {
      move.turn = std::abs(after.q[body.q_offset + 2] - before.q[body.q_offset + 2]);
      move.spin = std::abs(after.v[body.offset + 2] - before.v[body.offset + 2]);
    } else if (body.kind == BodyKind::rigid) {
      const Vec4 from = before.q.segment<4>(body.q_offset + 3);
      const Vec4 to = after.q.segment<4>(body.q_offset + 3);
      move.turn = 2.0 * std::atan2((to - from * from.dot(to)).norm(), std::abs(from.dot(to)));
      move.spin = (after.v.segment<3>(body.offset + 3) - before.v.segment<3>(body.offset + 3)).norm();
    }
    clean(move.shift, small_shift);
    clean(move.turn, rounding);
    clean(move.velocity, small_rate);
    clean(move.spin, small_rate);
    if (move.shift > 0.0 || move.turn > 0.0 || move.velocity > 0.0 || move.spin > 0.0) moves.push_back(move);
  }
  return moves;
}

/// One for each joint and dimension whose rows do not hold before: positions, then velocities.
std::vector<StartGap> gaps_between(const Model& model, const StartErrors& before, const StartErrors& after) {
  std::vector<StartGap> gaps;
  for (std::size_t index = 0; index < model.joints.size(); ++index) {
    const Joint& joint = model.joints[index];
    const int num_holonomic = joint.num_rows - std::min(joint.num_rows, joint.type->num_nonholonomic);
    std::vector<StartGap> of_joint;
    const auto add = [&](Dimension dimension, double was, double is, double allowed) {
      if (!(std::abs(was) > allowed)) return;
      auto gap = std::find_if(of_joint.begin(), of_joint.end(),
                              [&](const StartGap& one) { return same_dimension(one.dimension, dimension); });
      if (gap == of_joint.end()) gap = of_joint.insert(gap, {.joint = static_cast<int>(index), .dimension = dimension});
      gap->before = std::max(gap->before, std::abs(was));
      gap->after = std::max(gap->after, std::abs(is));
    };
    for (int row = 0; row < joint.num_rows; ++row) {
      const int i = joint.first_row + row;
      const Dimension dimension = joint.type->row_dimension[static_cast<std::size_t>(std::min(row, 5))];
      const bool is_holonomic = row < num_holonomic;
      if (is_holonomic) add(dimension, before.phi[i], after.phi[i], allowed_gap(model, joint, row));
      add(is_holonomic ? dimension * dimension::rate : dimension, before.rate[i], after.rate[i],
          relative_tolerance * before.rate_scale[i]);
    }
    gaps.insert(gaps.end(), of_joint.begin(), of_joint.end());
  }
  return gaps;
}

/// Puts the mechanism where its joints close. False after an error.
bool assemble_start(Analysis& a) {
  const StartRequest& request = *a.start_request;
  const AssembledStart found = a.vocabulary.checks->assemble(a.world.model, a.world.initial, request);
  if (found.open) report_open(a, *found.open);
  if (found.too_fast) report_too_fast(a, *found.too_fast);
  if (found.open || found.too_fast) return false;
  a.world.start = request.moves_positions ? StartMode::assembled : StartMode::velocities;
  a.world.moves = moves_between(a.world.model, a.world.initial, found.state);
  const auto errors_at = [&](const State& state) { return a.vocabulary.checks->start_errors(a.world.model, state); };
  a.world.gaps = gaps_between(a.world.model, errors_at(a.world.initial), errors_at(found.state));
  a.world.initial = found.state;
  set_initial_state(found.state, a.world.model);
  return true;
}

/// `wrong_drives`: what is wrong with them has been said, and where they start from need not be a number.
void check_start(Analysis& a, const std::set<std::size_t>& wrong_drives) {
  const StartErrors errors = a.vocabulary.checks->start_errors(a.world.model, a.world.initial);
  bool is_open = false;
  for (std::size_t i = 0; i < a.world.model.joints.size(); ++i)
    if (wrong_drives.count(i) == 0) is_open = warn_about_start(a, errors, i) || is_open;
  if (is_open && wrong_drives.empty() && a.report.num_errors() == 0) check_assembly(a);
}

/// Those drives that no method can follow.
std::set<std::size_t> check_drives(Analysis& a) {
  std::set<std::size_t> wrong;
  if (!a.experiment.run) return wrong;
  for (std::size_t i = 0; i < a.world.model.joints.size(); ++i) {
    const Joint& joint = a.world.model.joints[i];
    if (joint.drive.empty()) continue;
    if (!check_drive(a, joint, kind_word(joint), a.joint_spans[i])) wrong.insert(i);
  }
  return wrong;
}

}  // namespace

void analyze_start_choice(Analysis& a, const Statement& s) {
  const auto fail = [&](Span span, const char* code, std::string message) {
    a.report.error(span, code, std::move(message),
                   "write start = assemble { keep = [body] }, start = assemble_velocities or start = given");
  };
  if (s.name != no_symbol || s.label != nullptr || s.value == nullptr)
    return fail(s.keyword_span, "S020", "'start' takes a value and nothing else");
  const std::string_view mode = s.value->kind == ExpressionKind::name ? a.text(s.value->name) : "";
  if (mode != "given" && mode != "assemble" && mode != "assemble_velocities")
    return fail(s.value->span, "S022", fmt::format("unknown start '{}'", a.evaluator().source(*s.value)));
  StartRequest request{.moves_positions = mode == "assemble"};
  const Names& texts = a.document.names;
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    if (texts.text(p.keyword) != "keep")
      return fail(p.keyword_span, "S012", fmt::format("'start' has no '{}'", texts.text(p.keyword)));
    const std::span<const Expression* const> items = p.value->kind == ExpressionKind::list
                                                         ? std::span<const Expression* const>(p.value->operands)
                                                         : std::span<const Expression* const>(&p.value, 1);
    for (const Expression* item : items)
      if (const auto body = resolve(a, a.bodies, *item, "body", false)) {
        if (std::find(request.keep.begin(), request.keep.end(), *body) != request.keep.end())
          return fail(item->span, "S014", fmt::format("'{}' is named twice", a.evaluator().source(*item)));
        request.keep.push_back(*body);
      }
  };
  reader.declaration = [&](const Statement& d) {
    fail(d.keyword_span, "S012", fmt::format("'start' has no '{}'", texts.text(d.keyword)));
  };
  if (s.has_body && mode == "given") return fail(s.keyword_span, "S042", "a given start keeps every body as it is");
  if (s.has_body) a.walker.run(s.body, reader);
  if (mode != "given") a.start_request = request;
}

void finish_world(Analysis& a) {
  number_unknowns(a.world.model);
  a.world.initial = initial_state(a.world.model);
  if (!a.start_request || !a.start_request->moves_positions)
    for (const OutsideLimits& found : a.outside_limits)
      a.report.error(found.span, "S042", found.error.message, found.error.hint);
  if (a.vocabulary.checks == nullptr || a.report.num_errors() > 0) return;
  check_carriers(a);
  check_loops_of_laws(a);
  if (a.report.num_errors() > 0) return;
  const std::set<std::size_t> wrong_drives = check_drives(a);
  if (a.start_request && a.vocabulary.checks->assemble != nullptr && wrong_drives.empty() && !assemble_start(a)) return;
  check_start(a, wrong_drives);
  check_shifts(a);
  check_loads(a);
  check_contacts(a);
  check_methods(a);
}

}  // namespace perpend::dsl
