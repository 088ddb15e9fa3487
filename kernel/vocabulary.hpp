// The registries as the scene language sees them: schema rows with the factory that turns checked properties into data.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "kernel/model.hpp"
#include "kernel/properties.hpp"
#include "kernel/schema.hpp"

namespace perpend {

class Stabilizer;

/// Why checked properties still make no sense together. `field` names the one to point at; empty for the whole type.
struct FactoryError {
  std::string field;
  std::string message;
  std::string hint;
};

template <class T>
using Made = std::variant<T, FactoryError>;

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
};

/// Poses that a joint is built in. A side that is the world has pose 0.
struct JointSite {
  std::array<const Body*, 2> body{nullptr, nullptr};  ///< nullptr: the world
};

/// Numbers of one joint at one state, both sides, planar: at most 3 rows by 3 columns a side.
template <class Scalar>
struct JointRows {
  std::array<Scalar, 3> phi{};
  std::array<Scalar, 3> phi_t{};
  std::array<Scalar, 3> jdot_v{};
  std::array<std::array<std::array<Scalar, 3>, 3>, 2> jacobian{};  ///< [side][row][x, y, theta]
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

template <class Scalar>
using JointFunction = void (*)(const Joint&, const std::array<BodyMotion<Scalar>, 2>&, Scalar time, JointRows<Scalar>&);

struct JointType {
  TypeSpec spec;
  int num_rows = 0;
  std::array<Dimension, 3> row_dimension{};
  bool needs_angles = false;  ///< not for particles
  /// Fills anchors, axis, angle, length from the arguments and the initial poses.
  Made<Joint> (*make)(const Properties& properties, const JointSite& site) = nullptr;
  JointFunction<double> evaluate = nullptr;
  JointFunction<long double> evaluate_extended = nullptr;
};

/// Forces on both sides at one state: (f_x, f_y, torque) about the centre of mass, and the potential energy.
template <class Scalar>
struct ForceValue {
  std::array<std::array<Scalar, 3>, 2> conservative{};
  std::array<std::array<Scalar, 3>, 2> other{};
  Scalar potential{0};
};

template <class Scalar>
using ForceFunction = void (*)(const Force&, const std::array<BodyMotion<Scalar>, 2>&, Scalar time,
                               ForceValue<Scalar>&);

struct ForceType {
  TypeSpec spec;
  int num_bodies = 1;  ///< positional arguments that are bodies: load 1, spring 2
  Made<Force> (*make)(const Properties& properties, const JointSite& site) = nullptr;
  ForceFunction<double> evaluate = nullptr;
  ForceFunction<long double> evaluate_extended = nullptr;
};

struct StabilizerType {
  TypeSpec spec;
  int drift_order = 0;        ///< order in h of the largest constraint error on a smooth motion; 0: solver tolerance
  std::string_view variants;  ///< how it may be written: "baumgarte(alpha) | baumgarte(alpha, beta)"
  Made<std::shared_ptr<const Stabilizer>> (*make)(const Properties& options) = nullptr;
};

/// A quantity that can be measured at each step. Entities: what a call may name, as in position(bob).
enum class SignalEntity { none, optional_joint, joint, body, energy_kind, work_kind };

struct SignalContext;
struct MeasureSpec;

struct SignalType {
  TypeSpec spec;  ///< arguments besides the entity (position has `point`)
  SignalEntity entity = SignalEntity::none;
  std::string_view entity_choices = "";  ///< "kinetic|potential" for energy_kind
  Dimension dimension{};
  int num_components = 0;        ///< 1 scalar, 2 vector, 0: as many as there are rows
  bool needs_reference = false;  ///< compares with the reference trajectory
  bool needs_ledger = false;     ///< asks for the split of the energy change, which costs a substitution a step
  /// Components at one recorded state. Null in vocabularies that only check scenes.
  void (*evaluate)(const SignalContext&, const MeasureSpec&, VectorX& components) = nullptr;
};

struct Vocabulary {
  std::span<const ShapeType> shapes;
  std::span<const JointType> joints;
  std::span<const ForceType> forces;
  std::span<const StabilizerType> stabilizers;
  std::span<const SignalType> signals;
  std::span<const TypeSpec> solvers;
};

}  // namespace perpend
