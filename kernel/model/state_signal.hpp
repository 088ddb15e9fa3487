// One number that a law or a measure reads of the state, as plain data. kernel/dynamics/state_signals.hpp evaluates it.
#pragma once

#include <array>

#include "kernel/model/types.hpp"

namespace perpend {

struct StateSignal {
  enum class Kind {
    position,         ///< component of a point of body[0], world axes [m]
    velocity,         ///< its rate [m/s]
    angle,            ///< of body[0] in the plane; component of no meaning [rad]
    spin,             ///< angular velocity of body[0]; in space a component, world axes [rad/s]
    direction,        ///< component in world axes of a unit vector fixed in body[0]: `point`
    coordinate,       ///< free coordinate of a joint, counted as its springs count it [rad or m]
    coordinate_rate,  ///< its rate [rad/s or m/s]
    distance,         ///< of two points, one of each body [m]
    distance_rate,    ///< its rate [m/s]
    turn,             ///< angle of body[1] against body[0]: with its sign in the plane, 0 to pi in space [rad]
  };
  Kind kind = Kind::position;
  std::array<int, 2> body{world_body, world_body};
  std::array<Vec3, 2> point{Vec3::Zero(), Vec3::Zero()};  ///< in the frame of each body [m]; z is 0 in the plane
  int component = 0;                                      ///< of a vector
  int joint = -1;
  int coordinate = 0;          ///< of that joint
  bool is_of_element = false;  ///< between the points of the force whose law this is, filled in once that is made

  [[nodiscard]] bool operator==(const StateSignal& other) const {
    return kind == other.kind && body == other.body && point == other.point && component == other.component &&
           joint == other.joint && coordinate == other.coordinate && is_of_element == other.is_of_element;
  }
};

/// Whether it is linear in the velocities: zero, and blind to the pose, at rest.
[[nodiscard]] inline bool is_rate(StateSignal::Kind kind) {
  using enum StateSignal::Kind;
  return kind == velocity || kind == spin || kind == coordinate_rate || kind == distance_rate;
}

}  // namespace perpend
