// What only the algorithms know of a scene. The scene language works on data alone and asks through these functions.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/model/integration.hpp"
#include "kernel/model/model.hpp"
#include "kernel/model/scene/vocabulary.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

/// How far the rows are from holding at the start, one entry a row of the model.
struct StartErrors {
  VectorX phi;         ///< [m, rad]
  VectorX rate;        ///< J v + phi_t [m/s, rad/s]
  VectorX rate_scale;  ///< sum of |J| |v| and |phi_t|: the rounding of `rate` is a few ulps of it
};

/// No position near the start satisfies all joints: where the search for one ended.
struct Unassembled {
  /// Without which a position or velocity would be found.
  enum class Cause { joints, kept_bodies, limits, drives };
  int row = 0;            ///< with the largest error left
  double residual = 0.0;  ///< how far its joint stays open where all others close [m, rad]
  Cause cause = Cause::joints;
};

/// What a scene wants of its start: `start = assemble { keep = [...] }`, `start = assemble_velocities`.
struct StartRequest {
  bool moves_positions = true;  ///< else velocities alone
  std::vector<int> keep{};      ///< bodies that stay as the scene gives them
};

/// A start that satisfies joints, drives and rolling, near what the scene gives.
struct AssembledStart {
  State state;
  std::optional<Unassembled> open;      ///< no position near the given one satisfies this row
  std::optional<Unassembled> too_fast;  ///< no velocity satisfies this row; `residual` in m/s, rad/s
};

/// A prescribed function that does something between two steps which the steps do not show.
struct UnresolvedDrive {
  double time = 0.0;    ///< start of the step [s]
  double change = 0.0;  ///< between the ends of that step, or within it, whichever is more [rad, m, m/s]; may be NaN
  double step = 0.0;    ///< one that would do [s]; 0: none found
};

/// Two bodies that are in each other at the start.
struct StartOverlap {
  std::array<int, 2> body{world_body, world_body};
  double depth = 0.0;  ///< [m]
};

/// Overlaps that no motion which the joints allow opens together: a body between two walls that are too close, bodies
/// welded into each other, one between a wall and the limit of its joint. Nothing that a method does can separate them.
struct StartJam {
  std::vector<StartOverlap> overlaps;
};

struct StartJams {
  std::vector<StartJam> jams;  ///< no overlap in two of them
  int num_left_out = 0;        ///< pairs of bodies that overlap and were not looked at
};

/// Signals of the state at a pose.
struct LinkedPose {
  VectorX value;  ///< one for each signal
  MatrixX slope;  ///< a row for each: how it changes with each of the independent motions that joints allow there
};
/// At the start and at poses near it; empty: not known.
using LinkedMotions = std::vector<LinkedPose>;

struct SceneChecks {
  /// Properties that every joint of this type takes in addition to its own: limits, springs, friction, compliance.
  const std::vector<FieldSpec>& (*coordinate_fields)(const JointType& type) = nullptr;
  /// Puts them into the joint.
  std::optional<FactoryError> (*read_elements)(const Properties& properties, const JointType& type,
                                               Joint& joint) = nullptr;
  /// Those of its springs and dampers that are laws, as motors without name and type.
  Made<std::vector<Force>> (*element_forces)(const Properties& properties, const JointType& type, int joint) = nullptr;
  /// The first coordinate of the joint that starts outside of its limits.
  std::optional<FactoryError> (*outside_of_limits)(const Joint& joint) = nullptr;
  std::optional<UnresolvedDrive> (*unresolved_drive)(const Joint& joint, double step, double duration) = nullptr;
  /// The side of a gear or a rack that the world does not hold; nothing: it holds both.
  std::optional<int> (*side_not_held_by_world)(const Model& model, const Joint& carried) = nullptr;
  StartErrors (*start_errors)(const Model& model, const State& start) = nullptr;
  std::optional<Unassembled> (*unassembled)(const Model& model, const State& start) = nullptr;
  /// Without the rows of the joints `left_out`.
  LinkedMotions (*linked_motions)(const Model& model, const State& start, const std::vector<std::size_t>& left_out,
                                  const std::vector<StateSignal>& signals) = nullptr;
  AssembledStart (*assemble)(const Model& model, const State& start, const StartRequest& request) = nullptr;
  /// Why a method cannot run the model.
  std::optional<std::string> (*objection)(const Stabilizer& method, const Model& model) = nullptr;
  IntegrationUse (*integration_use)(const Stabilizer& method) = nullptr;
  IgnoredChoices (*ignored_contact_choices)(const Stabilizer& method) = nullptr;
  /// The rate of a function; nothing when it is too long to be worked out.
  std::optional<TimeFunction> (*derivative)(const TimeFunction& f) = nullptr;
  const TypeSpec& (*lcp_solver_spec)(const LcpSolverType& type) = nullptr;
  std::string_view (*lcp_solver_variants)(const LcpSolverType& type) = nullptr;
  /// What is wrong with these options.
  std::optional<FactoryError> (*lcp_solver_error)(const LcpSolverType& type, const Properties& options) = nullptr;
  /// Whether a shape can be a part of a compound; the part, turned and moved in the frame of the compound; the compound
  /// in the frame whose origin is `centre`.
  bool (*can_be_part)(const Shape& shape) = nullptr;
  Shape (*place_part)(const Shape& shape, const Vec2& at, double angle) = nullptr;
  Shape (*make_compound)(std::vector<Shape> parts, const Vec2& centre) = nullptr;
  /// The same in space, of parts with their place and turn.
  bool (*can_be_solid_part)(const Shape& shape) = nullptr;
  Shape (*make_solid_compound)(std::vector<Shape> parts, const Vec3& centre) = nullptr;
  /// Whether contacts between two kinds of shapes are found.
  bool (*can_touch)(Space space, ShapeKind first, ShapeKind second) = nullptr;
  std::vector<StartOverlap> (*start_overlaps)(const Model& model, const State& start) = nullptr;
  StartJams (*start_jams)(const Model& model, const State& start) = nullptr;
  std::span<const std::string_view> certificate_kinds{};  ///< that runs carry, as in refine = certificate(kind, ...)
};

}  // namespace perpend
