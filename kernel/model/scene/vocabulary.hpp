// The registries as the scene language sees them: schema rows with the factory that turns checked properties into data.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "kernel/model/model.hpp"
#include "kernel/model/scene/properties.hpp"
#include "kernel/model/scene/schema.hpp"

namespace perpend {

class Stabilizer;
struct LcpSolverType;
struct SceneChecks;

/// Why checked properties still make no sense together. `field` names the one to point at; empty for the whole type.
struct FactoryError {
  std::string field;
  std::string message;
  std::string hint;
};

template <class T>
using Made = std::variant<T, FactoryError>;

/// Shapes of the plane; those of space are SpatialShapeType.
struct ShapeType {
  TypeSpec spec;
  /// Outline from the arguments.
  Made<Shape> (*make)(const Properties& arguments) = nullptr;
  /// Area [m^2] (0: a line, density makes no sense) and inertia about the centre: unit_inertia [m^2] times the mass, or
  /// `inertia` [kg m^2] itself when that is what the shape states (custom).
  struct Geometry {
    double area = 0.0;
    double unit_inertia = 0.0;
    double inertia = 0.0;
  };
  Geometry (*geometry)(const Shape& shape) = nullptr;
  const ShapeForm* form = nullptr;  ///< of the shapes that `make` makes; null: without an outline
};

struct SpatialShapeType {
  TypeSpec spec;
  Made<Shape> (*make)(const Properties& arguments) = nullptr;
  /// Volume [m^3] (0: density makes no sense) and principal inertia about the centre in body axes: unit_inertia [m^2]
  /// times the mass, or `inertia` [kg m^2] itself when that is what the shape states (custom).
  struct Geometry {
    double volume = 0.0;
    Vec3 unit_inertia = Vec3::Zero();
    Vec3 unit_products = Vec3::Zero();  ///< (yz, zx, xy) of the tensor where the body axes are not principal [m^2]
    Matrix3 inertia = Matrix3::Zero();
  };
  /// From the arguments, so that a custom tensor needs no place in Shape.
  Made<Geometry> (*geometry)(const Properties& arguments) = nullptr;
  const ShapeForm* form = nullptr;  ///< of the shapes that `make` makes; null: without an outline
};

/// Poses that a joint is built in. A side that is the world has pose 0.
struct JointSite {
  std::array<const Body*, 2> body{nullptr, nullptr};  ///< nullptr: the world
  const Joint* driven = nullptr;                      ///< the joint that a drive is put on; its bodies are `body`
  const Body* carrier = nullptr;                      ///< of a gear or a rack; nullptr: the world
};

/// Numbers of one joint at one state, all sides, planar: at most 3 rows by 3 columns a side.
template <class Scalar>
struct JointRows {
  std::array<Scalar, 3> phi{};
  std::array<Scalar, 3> phi_t{};
  std::array<Scalar, 3> jdot_v{};
  std::array<std::array<std::array<Scalar, 3>, 3>, num_sides> jacobian{};  ///< [side][row][x, y, theta]
};

/// A body as a joint sees it. The world is the zero motion.
template <class Scalar>
struct BodyMotion {
  Vector2<Scalar> position = Vector2<Scalar>::Zero();
  Vector2<Scalar> velocity = Vector2<Scalar>::Zero();
  Scalar angle{0};
  Scalar spin{0};
  Scalar sin{0};
  Scalar cos{1};
};

/// The same in space: at most 6 rows by 6 columns a side, (linear, angular) in world axes.
template <class Scalar>
struct SpatialRows {
  std::array<Scalar, 6> phi{};
  std::array<Scalar, 6> phi_t{};
  std::array<Scalar, 6> jdot_v{};
  std::array<std::array<std::array<Scalar, 6>, 6>, num_sides> jacobian{};  ///< [side][row][column]
};

template <class Scalar>
struct SpatialMotion {
  Vector3<Scalar> position = Vector3<Scalar>::Zero();
  Vector3<Scalar> velocity = Vector3<Scalar>::Zero();
  Matrix33<Scalar> rotation = Matrix33<Scalar>::Identity();  ///< body to world
  Vector3<Scalar> spin = Vector3<Scalar>::Zero();            ///< angular velocity, world axes
};

/// A free coordinate c of a joint (angle, slide) at one state. Width: 3 in the plane, 6 in space.
template <class Scalar, int Width>
struct CoordinateValue {
  Scalar value{0};
  Scalar jdot_v{0};                                             ///< second derivative without the accelerations
  std::array<std::array<Scalar, Width>, num_sides> jacobian{};  ///< [side][column]: c_dot = jacobian . v
};

/// The motions of the bodies of a joint in the order of bodies_of, which stand elsewhere. A carrier that the joint does
/// not have is the world.
template <class Motion>
class JointMotions {
 public:
  JointMotions(const Motion& first, const Motion& second, const Motion& carrier)
      : motions_{&first, &second, &carrier} {}
  JointMotions(const std::array<Motion, num_sides>& motions) : JointMotions(motions[0], motions[1], motions[2]) {}
  [[nodiscard]] const Motion& operator[](std::size_t side) const { return *motions_[side]; }

 private:
  std::array<const Motion*, num_sides> motions_;
};

template <class Scalar>
using PlanarMotions = JointMotions<BodyMotion<Scalar>>;
template <class Scalar>
using SpatialMotions = JointMotions<SpatialMotion<Scalar>>;

template <class Scalar>
using JointFunction = void (*)(const Joint&, const PlanarMotions<Scalar>&, Scalar time, JointRows<Scalar>&);
/// `near`: value that an angle is nearest to, for a drive of an angle, a screw or a gear in space: the last values of
/// the two coordinates of the joint (of the driven joint for a drive); null: 0.
template <class Scalar>
using SpatialJointFunction = void (*)(const Joint&, const SpatialMotions<Scalar>&, Scalar time, const Scalar* near,
                                      SpatialRows<Scalar>&);
template <class Scalar>
using CoordinateFunction = void (*)(const Joint&, const PlanarMotions<Scalar>&, int coordinate,
                                    CoordinateValue<Scalar, 3>&);
/// `near` as above, for this coordinate: an angle comes out within half a turn of it.
template <class Scalar>
using SpatialCoordinateFunction = void (*)(const Joint&, const SpatialMotions<Scalar>&, int coordinate, Scalar near,
                                           CoordinateValue<Scalar, 6>&);

/// The kind of declaration that a row of the joint registry belongs to.
enum class JointKind { joint, drive, constraint };

/// What a joint holds of its second body in its first, as far as gears and racks ask.
enum class Guide {
  none,
  axis,  ///< an axis that it turns about
  line,  ///< a line that it slides along without turning
};

struct CoordinateSpec {
  std::string_view name;  ///< "angle", "slide"
  Dimension dimension{};
};

struct JointType {
  TypeSpec spec;
  JointKind kind = JointKind::joint;
  Space space = Space::planar;
  int num_rows = 0;
  int num_nonholonomic = 0;                  ///< the last of num_rows
  std::array<Dimension, 6> row_dimension{};  ///< of phi; of the rate for non-holonomic rows
  bool needs_angles = false;                 ///< not for particles
  bool holds_point = false;                  ///< its first rows are p1 - p0, the others depend on no position
  int num_bodies = 2;                        ///< positional arguments that are bodies; a drive takes a joint (0)
  int more_bodies = 0;                       ///< that may follow: a second, and a third in the place of the carrier
  Guide guide = Guide::none;                 ///< what joints of this type hold
  std::array<Guide, 2> guided{};             ///< gear, rack: what the carrier holds of each side
  int num_coordinates = 0;                   ///< free coordinates: limits, springs, friction and drives act on them
  std::array<CoordinateSpec, 2> coordinate_spec{};
  /// Number of rows when it depends on the arguments (constraint linear); null: num_rows.
  int (*count_rows)(const Joint& joint) = nullptr;
  /// Fills anchors, axis, angle, length from the arguments and the initial poses.
  Made<Joint> (*make)(const Properties& properties, const JointSite& site) = nullptr;
  JointFunction<double> evaluate = nullptr;
  JointFunction<long double> evaluate_extended = nullptr;
  CoordinateFunction<double> coordinate = nullptr;
  CoordinateFunction<long double> coordinate_extended = nullptr;
  SpatialJointFunction<double> evaluate_spatial = nullptr;
  SpatialJointFunction<long double> evaluate_spatial_extended = nullptr;
  SpatialCoordinateFunction<double> coordinate_spatial = nullptr;
  SpatialCoordinateFunction<long double> coordinate_spatial_extended = nullptr;
};

[[nodiscard]] inline bool has_carrier(const JointType& type) {
  return type.guided[0] != Guide::none;
}

/// Pre: the rows of the joint have been counted.
[[nodiscard]] inline bool is_nonholonomic(const Joint& joint, int row) {
  return row >= joint.num_rows - joint.type->num_nonholonomic;
}

/// Forces on both sides at one state: (f_x, f_y, torque) about the centre of mass, and the potential energy.
template <class Scalar>
struct ForceValue {
  std::array<std::array<Scalar, 3>, 2> conservative{};
  std::array<std::array<Scalar, 3>, 2> other{};
  Scalar potential{0};
};

/// The same in space: (force, torque) in world axes.
template <class Scalar>
struct SpatialForceValue {
  std::array<std::array<Scalar, 6>, 2> conservative{};
  std::array<std::array<Scalar, 6>, 2> other{};
  Scalar potential{0};
};

/// What the law of a force takes: the time [s], and the values of Force::signals; null where it has none.
template <class Scalar>
struct LawInput {
  Scalar time{0};
  const Scalar* signals = nullptr;
  LawInput(Scalar t, const Scalar* values = nullptr) : time(t), signals(values) {}
};

template <class Scalar>
using ForceFunction = void (*)(const Force&, const std::array<BodyMotion<Scalar>, 2>&, const LawInput<Scalar>&,
                               ForceValue<Scalar>&);
template <class Scalar>
using SpatialForceFunction = void (*)(const Force&, const std::array<SpatialMotion<Scalar>, 2>&,
                                      const LawInput<Scalar>&, SpatialForceValue<Scalar>&);

struct ForceType {
  TypeSpec spec;
  Space space = Space::planar;
  int num_bodies = 1;  ///< positional arguments that are bodies: load 1, spring 2; a motor takes a joint (0)
  Made<Force> (*make)(const Properties& properties, const JointSite& site) = nullptr;
  /// Null for a motor, which pushes along the gradient of the coordinate of its joint.
  ForceFunction<double> evaluate = nullptr;
  ForceFunction<long double> evaluate_extended = nullptr;
  SpatialForceFunction<double> evaluate_spatial = nullptr;
  SpatialForceFunction<long double> evaluate_spatial_extended = nullptr;
};

struct StabilizerType {
  TypeSpec spec;
  int drift_order = 0;        ///< order in h of the largest constraint error on a smooth motion; 0: solver tolerance
  int position_order = 1;     ///< order in h of the position on a smooth consistent motion; 0: solver tolerance
  std::string_view variants;  ///< how it may be written: "baumgarte(alpha) | baumgarte(alpha, beta)"
  Made<std::shared_ptr<const Stabilizer>> (*make)(const Properties& options) = nullptr;
};

/// A quantity that can be measured at each step. Entities: what a call may name, as in position(bob).
enum class SignalEntity {
  none,
  optional_joint,
  joint,
  body,
  energy_kind,
  work_kind,
  contact,
  body_or_joint,  ///< angle: of a body in the plane, or the free angle of a joint
  two_bodies,     ///< one of them may be the world
  force,
};

/// What the components of a signal with one component a row belong to. Where all of them are angles, so is the signal.
enum class SignalRows { none, errors, limits, impulses };

struct SignalContext;
struct MeasureSpec;

struct SignalType {
  TypeSpec spec;  ///< arguments besides the entity (position has `point`)
  SignalEntity entity = SignalEntity::none;
  std::string_view entity_choices = "";  ///< "kinetic|potential" for energy_kind
  Dimension dimension{};
  bool is_torque = false;  ///< its unit is N m; energies, in J, have the same dimension
  int num_components = 0;  ///< 1 number, 2 vector (3 in space), 3 number (vector in space), 0 one a row
  SignalRows rows = SignalRows::none;
  bool needs_reference = false;    ///< compares with the reference trajectory
  bool needs_ledger = false;       ///< asks for the split of the energy change, which costs a substitution a step
  bool planar_only = false;        ///< has no meaning in space (angle)
  bool needs_coordinates = false;  ///< asks for free coordinates of its joint, which the state then keeps
  /// Set where it depends on pose and velocities alone: laws may read it too. A joint: `coordinate`, `coordinate_rate`.
  std::optional<StateSignal::Kind> state{};
  /// Known only once the forces of the step are: a law that read it would need its own value.
  bool follows_forces = false;
  /// Components at one recorded state. Null in vocabularies that only check scenes, and for signals of the state.
  void (*evaluate)(const SignalContext&, const MeasureSpec&, VectorX& components) = nullptr;
};

struct Vocabulary {
  std::span<const ShapeType> shapes;
  std::span<const JointType> joints;
  std::span<const ForceType> forces;
  std::span<const StabilizerType> stabilizers;
  std::span<const SignalType> signals;
  std::span<const TypeSpec> solvers;
  std::span<const SpatialShapeType> spatial_shapes{};
  std::span<const JointType> spatial_joints{};
  std::span<const ForceType> spatial_forces{};
  std::span<const JointType> drives{};
  std::span<const JointType> constraints{};
  std::span<const JointType> spatial_drives{};
  std::span<const JointType> spatial_constraints{};
  std::span<const LcpSolverType* const> lcp_solvers{};
  const SceneChecks* checks = nullptr;  ///< what only the algorithms know of a scene; null: nothing is asked of them
};

}  // namespace perpend
