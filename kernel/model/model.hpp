// The mechanism: what does not change during a run. Plain data, built once by the scene language or by a test.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/model/numbers/time_function.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

struct JointType;
struct ForceType;
struct ShapeForm;

enum class Space { planar, spatial };

enum class ShapeKind {
  point,
  none,
  rod,
  disk,
  box,
  ellipse,
  polygon,
  capsule,
  sphere,
  cylinder,
  ellipsoid,
  halfplane,  ///< everything behind the line through the body's position; its normal is y of the body
  chain,      ///< segments from vertex to vertex, solid on their right
  halfspace,  ///< everything behind the plane through the body's position; its normal is z of the body
  hull,       ///< convex hull of points in space
  arc,        ///< the inside of a circle, or of a part of one
  bowl,       ///< the inside of a sphere, or of a part of one
  compound,   ///< convex parts that move as one body
};

/// Outline for drawing and for contact. Planar size: rod (length, 0), disk (radius, 0), box (width, height), ellipse
/// (semi-axes), capsule (length, radius), arc (radius, half of its opening angle [rad]). Spatial extent: sphere
/// (radius, 0, 0), box (full lengths), ellipsoid (semi-axes), bowl (radius, half of its opening angle [rad], 0), and
/// rod, capsule, cylinder (length along x of the body, radius, 0).
struct Shape {
  ShapeKind kind = ShapeKind::none;  ///< form->kind, which the tables of pairs look for
  Vec2 size = Vec2::Zero();
  /// Polygon: counter-clockwise about its centroid. Chain: in order, closed where the last equals the first. Body frame
  /// [m].
  std::vector<Vec2> vertices;
  Vec3 extent = Vec3::Zero();  ///< spatial shapes
  std::vector<Vec3> points{};  ///< hull: its corners about the centroid, body frame [m]
  /// Hull: face by face its number of corners, then these as indices into `points`, counter-clockwise from outside.
  std::vector<int> faces{};
  /// Compound: in the plane convex polygons with a radius `size.x` around them, their vertices in the body frame; in
  /// space convex solids in frames of their own.
  std::vector<Shape> parts{};
  Vec3 place = Vec3::Zero();           ///< part of a compound in space: its origin in the body frame [m]
  Matrix3 turn = Matrix3::Identity();  ///< and its axes, as columns
  const ShapeForm* form = nullptr;     ///< of the row that made it; null: a point, or a body known by its inertia alone
};

struct Bounds;
struct PlanarCorners;
struct SolidCorners;
template <class Scalar>
struct BodyMotion;

/// What is asked of the geometry of a shape, all in the body frame; the file of the shape defines it. Bodies of a shape
/// with neither core nor bounds nor support touch as their centre does, where the tables of pairs name their kind.
struct ShapeForm {
  ShapeKind kind = ShapeKind::none;
  std::string_view name;    ///< in scenes, messages and on the page
  bool is_wall = false;     ///< without an end, or open: it has no mass and stands still
  bool is_endless = false;  ///< all behind the line or plane that its arguments `point` and `normal` name
  /// About the centre of mass, holding the whole shape [m].
  double (*radius)(const Shape& shape) = nullptr;
  /// Drawing in the plane; closed when the first point is the last. `arc_points`: to a turn of what is round.
  std::vector<Vec2> (*outline)(const Shape& shape, int arc_points) = nullptr;
  /// Drawing in space: edges, rings and seams; a hull has its faces, counter-clockwise from outside, as closed lines.
  std::vector<std::vector<Vec3>> (*wires)(const Shape& shape, int arc_points) = nullptr;
  /// Contacts of convex shapes with corners, and perhaps a radius around them.
  void (*planar_core)(const Shape& shape, PlanarCorners& corners) = nullptr;
  void (*spatial_core)(const Shape& shape, SolidCorners& corners) = nullptr;
  /// Contacts of other convex shapes in space: the farthest point along a direction of any length but 0.
  Vec3 (*support)(const Shape& shape, const Vec3& direction) = nullptr;
  /// For planar shapes that are no core: the box that holds the shape in this pose.
  Bounds (*planar_bounds)(const Shape& shape, const BodyMotion<double>& motion) = nullptr;
};

[[nodiscard]] inline bool is_wall(const Shape& shape) {
  return shape.form != nullptr && shape.form->is_wall;
}
[[nodiscard]] inline bool is_endless(const Shape& shape) {
  return shape.form != nullptr && shape.form->is_endless;
}

enum class BodyKind { rigid, particle, fixed };

/// What a body has in space instead of the planar members of Body. q holds the position and the unit quaternion
/// (w, x, y, z) that turns the body frame into the world's; v holds the velocity of the centre of mass and the angular
/// velocity, both in world axes.
struct SpatialBody {
  Matrix3 inertia = Matrix3::Zero();  ///< about the centre of mass, body axes [kg m^2], SPD for rigid
  Vec3 position = Vec3::Zero();       ///< initial centre of mass [m]
  Vec4 rotation = Vec4::UnitX();      ///< initial, (w, x, y, z), unit
  Vec3 velocity = Vec3::Zero();       ///< initial [m/s]
  Vec3 spin = Vec3::Zero();           ///< initial angular velocity, world axes [rad/s]
};

/// A planar body: q = (x, y, theta), v its rate; a particle has no angle; a fixed body has no coordinates at all. In a
/// spatial model `spatial` stands for inertia, position, angle, velocity and spin.
struct Body {
  std::string name;
  // What each step reads stands in neighbouring lines of the cache.
  BodyKind kind = BodyKind::rigid;
  int offset = -1;       ///< first entry in v; -1 for fixed
  int q_offset = -1;     ///< first entry in q; equals `offset` in the plane
  int dof = 0;           ///< entries in v: rigid 3 or 6, particle 2 or 3, fixed 0
  double mass = 0.0;     ///< [kg], > 0 unless fixed
  double inertia = 0.0;  ///< about the centre of mass [kg m^2], > 0 for rigid
  SpatialBody spatial;
  Shape shape;
  Vec2 position = Vec2::Zero();  ///< initial centre of mass [m]
  double angle = 0.0;            ///< initial [rad]
  Vec2 velocity = Vec2::Zero();  ///< initial [m/s]
  double spin = 0.0;             ///< initial [rad/s]
  std::string color;
  double friction = std::numeric_limits<double>::quiet_NaN();     ///< of its surface; NaN: that of ContactSettings
  double restitution = std::numeric_limits<double>::quiet_NaN();  ///< likewise
  /// Fixed bodies that are moved: displacement of the position over time [m] and its rate [m/s]; empty: at rest.
  std::array<TimeFunction, 3> shift{};
  std::array<TimeFunction, 3> shift_rate{};
};

/// Spring, damper, dry friction and limits on one free coordinate of a joint, such as the angle of a hinge. The
/// coordinate is zero at the start pose plus `at_start`.
struct CoordinateElement {
  double at_start = 0.0;                                    ///< value of the coordinate in the start pose [rad or m]
  double stiffness = 0.0;                                   ///< [N m/rad or N/m]
  double damping = 0.0;                                     ///< [N m s/rad or N s/m]
  double rest = 0.0;                                        ///< where the spring is without force [rad or m]
  double friction = 0.0;                                    ///< largest dry friction torque or force [N m or N]
  double lower = -std::numeric_limits<double>::infinity();  ///< limit [rad or m]
  double upper = std::numeric_limits<double>::infinity();   ///< limit [rad or m]
  bool looks_ahead = true;  ///< a limit acts in the step that would pass it; false: once it is reached
};

/// Geometry of a joint in space.
struct SpatialJoint {
  std::array<Vec3, 2> anchor{Vec3::Zero(), Vec3::Zero()};  ///< in the frame of each body [m]
  /// Joint frame of each side in the frame of its body: the columns are the axis a and two perpendicular b, c. The
  /// frames of the two sides coincide in the start pose unless the joint says otherwise.
  std::array<Matrix3, 2> frame{Matrix3::Identity(), Matrix3::Identity()};
  /// Gear and rack: where `frame` of each side stands in the start pose, in the frame of the carrier.
  std::array<Matrix3, 2> carrier_frame{Matrix3::Identity(), Matrix3::Identity()};
};

/// A bilateral constraint between body[0] and body[1] (world_body: the inertial frame): a joint, a driven coordinate or
/// a non-holonomic constraint. Its non-holonomic rows come last; row k of them asks N_k v = drive[k](t), or 0 where
/// `drive[k]` is empty.
struct Joint {
  std::string name;
  // What each step reads stands in neighbouring lines of the cache.
  const JointType* type = nullptr;
  std::array<int, 2> body{world_body, world_body};
  /// Gear, rack: in whose frame they turn and slide; the third body of a constraint or of a law in `drive`.
  int carrier = world_body;
  int first_coordinate = -1;  ///< of its free coordinates in Evaluation::coordinates and State::coordinates
  int driven_joint = -1;      ///< the joint whose coordinate a drive prescribes
  /// Prescribed functions of a drive (position, angle) or of non-holonomic rows (velocity), SI. A law of n signals: its
  /// derivatives read the signals, then their rates, then their accelerations.
  std::vector<TimeFunction> drive;
  SpatialJoint spatial;
  std::array<Vec2, 2> anchor{Vec2::Zero(), Vec2::Zero()};  ///< in the frame of each body [m]
  Vec2 axis = Vec2::UnitX();  ///< unit vector in the frame of body[0]; rack: of the carrier
  double angle = 0.0;         ///< theta_1 - theta_0 to hold [rad]
  double length = 0.0;        ///< distance to hold [m]
  bool quadratic = false;     ///< distance: (d^2 - L^2) / (2 L) instead of d - L
  double ratio =
      0.0;  ///< gear: -theta_1/theta_0 against the carrier; rack: travel for each angle [m/rad]; screw: advance [m/rad]
  double radius = 0.0;                   ///< rolling [m]
  double turning_friction = 0.0;         ///< ball: largest torque of dry friction about each axis of body[0] [N m]
  std::vector<TimeFunction> drive_rate;  ///< first and second derivatives of `drive`
  std::vector<TimeFunction> drive_acceleration;
  int driven_coordinate = 0;               ///< which of its coordinates
  const JointType* driven_type = nullptr;  ///< type of that joint, whose geometry the drive holds a copy of
  MatrixX coefficients;                    ///< constraint linear: a row has 3 (6 in space) entries for each side
  std::array<CoordinateElement, 2> element;
  double cfm = 0.0;  ///< compliance of each row on its impulse [1/kg or 1/(kg m^2)]
  double erp = std::numeric_limits<double>::quiet_NaN();  ///< overrides that of method `erp`; NaN: does not
  int first_row = 0;
  int num_rows = 0;
  bool tracks_coordinates = false;  ///< keep its coordinates in the state though no element acts on them
};

/// Whether its rows read signals of the state.
[[nodiscard]] inline bool follows_law(const Joint& joint) {
  return std::any_of(joint.drive.begin(), joint.drive.end(), [](const TimeFunction& f) { return f.is_law(); });
}

/// The bodies that rows of the joint touch, in the order of RowBlock.
[[nodiscard]] inline std::array<int, num_sides> bodies_of(const Joint& joint) {
  return {joint.body[0], joint.body[1], joint.carrier};
}

/// A row that is not bilateral: one limit of a coordinate (multiplier >= 0) or its dry friction (|multiplier| bounded).
struct CoordinateRow {
  enum class Kind {
    lower_limit,
    upper_limit,
    friction,
    turning_friction,  ///< against turns about one axis of body[0], which `coordinate` counts
  };
  Kind kind = Kind::lower_limit;
  int joint = 0;
  int coordinate = 0;  ///< of that joint

  [[nodiscard]] bool is_friction() const { return kind == Kind::friction || kind == Kind::turning_friction; }
};

/// Springs and dampers of a bushing: xi = (displacement, rotation vector) of a frame of body[1] in one of body[0], in
/// the plane (x, y, angle), has the potential xi . stiffness xi / 2 and the drag damping xi_dot.
struct Bushing {
  /// An entry that changes with the time and the state.
  struct Law {
    int row = 0;
    int column = 0;
    TimeFunction value;
  };

  MatrixX stiffness;                                                       ///< 3 x 3 or 6 x 6, symmetric [N/m, N, N m]
  MatrixX damping;                                                         ///< the same
  std::array<Matrix3, 2> frame{Matrix3::Identity(), Matrix3::Identity()};  ///< in the frame of each body
  double angle = 0.0;                                                      ///< plane: of body[1] against body[0] [rad]
  /// Instead of the matrix where an entry of it changes, which is then 0: entries that are not 0. Without a potential.
  std::vector<Law> stiffness_laws{};
  std::vector<Law> damping_laws{};
};

/// An applied force element between two bodies, or on body[0] alone.
struct Force {
  std::string name;
  const ForceType* type = nullptr;
  std::array<int, 2> body{world_body, world_body};
  std::array<Vec2, 2> anchor{Vec2::Zero(), Vec2::Zero()};          ///< in the frame of each body [m]
  double stiffness = 0.0;                                          ///< [N/m], [N m/rad]
  double damping = 0.0;                                            ///< [N s/m], [N m s/rad]
  double rest = 0.0;                                               ///< rest length [m] or angle [rad]
  std::array<TimeFunction, 2> load;                                ///< components [N]
  TimeFunction torque;                                             ///< [N m]; angular damper: c [N m s]
  std::array<Vec3, 2> spatial_anchor{Vec3::Zero(), Vec3::Zero()};  ///< in the frame of each body [m]
  std::array<TimeFunction, 3> spatial_load;                        ///< force or torque [N, N m]
  /// What the functions above and below read of the state, in the order of their programs.
  std::vector<StateSignal> signals{};
  bool in_body_axes = false;  ///< load, torque: the components turn with body[0]
  TimeFunction pull{};        ///< spring, damper with a law: what draws their points together [N]
  TimeFunction length{};      ///< spring: instead of `rest` [m]
  TimeFunction push{};        ///< motor: along its coordinate [N m or N]
  int joint = -1;             ///< motor
  int element_of = -1;        ///< the joint that has this as its spring or damper; not one that the scene names
  int coordinate = 0;         ///< motor: of that joint
  Bushing bushing{};
};

/// Its functions of time and state that are given.
[[nodiscard]] std::vector<const TimeFunction*> laws_of(const Force& force);
[[nodiscard]] std::vector<TimeFunction*> laws_of(Force& force);

/// What a scene says of one pair of bodies, in any order. NaN: as the bodies say.
struct ContactPair {
  std::string name;
  std::array<int, 2> body{world_body, world_body};
  double friction = std::numeric_limits<double>::quiet_NaN();
  double restitution = std::numeric_limits<double>::quiet_NaN();
  double compliance = std::numeric_limits<double>::quiet_NaN();  ///< cfm of its normal rows [1/kg]
  bool enabled = true;
};

enum class ActiveSet {
  reach,  ///< gap <= active_gap or gap + h N v_free <= active_gap
  gap,    ///< gap <= active_gap [HartAnitescu03]
};

enum class RestitutionLaw { newton, poisson };

/// Contacts of all bodies with an outline. Bodies that a joint connects touch only where a ContactPair says so.
struct ContactSettings {
  bool enabled = false;
  bool all_pairs = true;     ///< false: only the pairs of Model::contact_pairs
  double friction = 0.0;     ///< mu of surfaces that do not state theirs; of two surfaces the geometric mean
  double restitution = 0.0;  ///< likewise; of two surfaces the larger
  RestitutionLaw law = RestitutionLaw::newton;
  double active_gap = std::numeric_limits<double>::quiet_NaN();  ///< [m]; NaN: v_max h, estimated each step
  ActiveSet active_set = ActiveSet::reach;
  int directions = 4;       ///< of the friction pyramid in space; the plane has 2
  double compliance = 0.0;  ///< cfm of the normal rows of pairs that do not state theirs [1/kg]
};

struct Model {
  Space space = Space::planar;
  Vec2 gravity = Vec2::Zero();          ///< [m/s^2]
  Vec3 spatial_gravity = Vec3::Zero();  ///< [m/s^2]
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Force> forces;
  ContactSettings contacts;
  std::vector<ContactPair> contact_pairs;
  int num_positions = 0;                       ///< size of q
  int num_velocities = 0;                      ///< size of v
  int num_rows = 0;                            ///< all rows: those of joints, then coordinate_rows
  int num_joint_rows = 0;                      ///< bilateral rows
  int num_joint_coordinates = 0;               ///< free coordinates of all joints
  std::vector<CoordinateRow> coordinate_rows;  ///< row num_joint_rows + i is coordinate_rows[i]
};

/// Largest force or torque of dry friction of a row [N, N m]. Pre: row.is_friction().
[[nodiscard]] double largest_friction(const Model& model, const CoordinateRow& row);

/// Gives bodies their offsets, joints their rows and coordinates, limits and friction their rows. Call once after the
/// last body and joint.
void number_unknowns(Model& model);

/// Radius about the centre of mass that holds the whole body [m]; without an outline the radius of gyration.
[[nodiscard]] double bounding_radius(const Body& body);

/// Size of the mechanism at the start: the largest extent of bodies and anchors about their mean [m]. Never 0.
[[nodiscard]] double characteristic_length(const Model& model);

}  // namespace perpend
