// The mechanism: what does not change during a run. Plain data, built once by the scene language or by a test.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "kernel/time_function.hpp"
#include "kernel/types.hpp"

namespace perpend {

struct JointType;
struct ForceType;

enum class Space { planar, spatial };

enum class ShapeKind { point, none, rod, disk, box, ellipse, polygon, capsule };

/// Outline for drawing. size: rod (length, 0), disk (radius, 0), box (width, height), ellipse (semi-axes), capsule
/// (length, radius).
struct Shape {
  ShapeKind kind = ShapeKind::none;
  Vec2 size = Vec2::Zero();
  std::vector<Vec2> vertices;  ///< polygon: counter-clockwise about its centroid, body frame [m]
};

enum class BodyKind { rigid, particle, fixed };

/// A planar body: q = (x, y, theta), v its rate; a particle has no angle; a fixed body has no coordinates at all.
struct Body {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  double mass = 0.0;     ///< [kg], > 0 unless fixed
  double inertia = 0.0;  ///< about the centre of mass [kg m^2], > 0 for rigid
  Shape shape;
  Vec2 position = Vec2::Zero();  ///< initial centre of mass [m]
  double angle = 0.0;            ///< initial [rad]
  Vec2 velocity = Vec2::Zero();  ///< initial [m/s]
  double spin = 0.0;             ///< initial [rad/s]
  std::string color;
  int offset = -1;  ///< first coordinate in q and v; -1 for fixed
  int dof = 0;      ///< 3 rigid, 2 particle, 0 fixed
};

/// A holonomic bilateral constraint between body[0] and body[1] (world_body: the inertial frame).
struct Joint {
  std::string name;
  const JointType* type = nullptr;
  std::array<int, 2> body{world_body, world_body};
  std::array<Vec2, 2> anchor{Vec2::Zero(), Vec2::Zero()};  ///< in the frame of each body [m]
  Vec2 axis = Vec2::UnitX();                               ///< unit vector in the frame of body[0]
  double angle = 0.0;                                      ///< theta_1 - theta_0 to hold [rad]
  double length = 0.0;                                     ///< distance to hold [m]
  bool quadratic = false;                                  ///< distance: (d^2 - L^2) / (2 L) instead of d - L
  int first_row = 0;
  int num_rows = 0;
};

/// An applied force element between two bodies, or on body[0] alone.
struct Force {
  std::string name;
  const ForceType* type = nullptr;
  std::array<int, 2> body{world_body, world_body};
  std::array<Vec2, 2> anchor{Vec2::Zero(), Vec2::Zero()};  ///< in the frame of each body [m]
  double stiffness = 0.0;                                  ///< [N/m], [N m/rad]
  double damping = 0.0;                                    ///< [N s/m], [N m s/rad]
  double rest = 0.0;                                       ///< rest length [m] or angle [rad]
  std::array<TimeFunction, 2> load;                        ///< components in the world frame [N]
  TimeFunction torque;                                     ///< [N m]
};

struct Model {
  Space space = Space::planar;
  Vec2 gravity = Vec2::Zero();  ///< [m/s^2]
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Force> forces;
  int num_coordinates = 0;  ///< size of q and of v
  int num_rows = 0;         ///< constraint rows of all joints
};

/// Gives bodies their offsets and joints their rows. Call once after the last body and joint.
void number_unknowns(Model& model);

/// Radius about the centre of mass that holds the whole body [m]; without an outline the radius of gyration.
[[nodiscard]] double bounding_radius(const Body& body);

/// Size of the mechanism at the start: the largest extent of bodies and anchors about their mean [m]. Never 0.
[[nodiscard]] double characteristic_length(const Model& model);

}  // namespace perpend
