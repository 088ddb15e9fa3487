#include "dsl/values/rotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "dsl/values/arithmetic.hpp"
#include "dsl/values/units.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend::dsl {

namespace {

constexpr std::array<std::string_view, 3> function_names{"axis_angle", "quaternion", "euler"};

Vec4 about(const Vec3& axis, double angle) {
  const SinCos<double> half = sin_cos(angle / 2.0);
  return {half.cos, half.sin * axis.x(), half.sin * axis.y(), half.sin * axis.z()};
}

Value value_of(const Vec4& q) {
  return Value{RotationValue{{q[0], q[1], q[2], q[3]}}};
}

Vec4 quaternion_of(const RotationValue& rotation) {
  return {rotation.quaternion[0], rotation.quaternion[1], rotation.quaternion[2], rotation.quaternion[3]};
}

/// Reads one call such as euler(zyx, a, b, c).
class RotationCall {
 public:
  RotationCall(const Evaluator& evaluator, const Expression& call)
      : evaluator_(evaluator), call_(call), name_(evaluator.text(call.name)) {}

  std::optional<Vec4> read() {
    const std::size_t count = name_ == "axis_angle" ? 2 : 4;
    if (!check_count(count)) return std::nullopt;
    if (name_ == "axis_angle") return axis_angle();
    return name_ == "quaternion" ? quaternion() : euler();
  }

 private:
  std::nullopt_t fail(Span span, const char* code, std::string message, std::string hint = {}) {
    evaluator_.report().error(span, code, std::move(message), std::move(hint));
    return std::nullopt;
  }

  bool check_count(std::size_t count) {
    const bool has_names = std::any_of(call_.operands.begin(), call_.operands.end(),
                                       [](const Expression* e) { return e->kind == ExpressionKind::argument; });
    if (!has_names && call_.operands.size() == count) return true;
    (void)fail(call_.span, "S018",
               has_names ? fmt::format("{} has no named arguments", name_)
                         : fmt::format("{} takes {} arguments, found {}", name_, count, call_.operands.size()),
               rotation_hint);
    return false;
  }

  std::optional<double> number(std::size_t i, Dimension dimension) {
    const Expression& operand = *call_.operands[i];
    const auto value = evaluator_.evaluate(operand);
    if (!value) return std::nullopt;
    const auto* q = std::get_if<Quantity>(&value->data);
    const bool fits = q != nullptr && (same_dimension(q->dimension, dimension) || is_bare_zero(*q));
    if (!fits)
      return fail(operand.span, q == nullptr ? "S021" : "S031",
                  fmt::format("{} takes {} here, found {}", name_, describe(dimension), describe(*value)));
    const bool is_angle = dimension == dimension::angle;
    if (!std::isfinite(q->value) || (is_angle && std::abs(q->value) > sin_cos_max_argument))
      return fail(operand.span, "S023",
                  is_angle ? fmt::format("an angle of {} is at most {:.4g} rad, found {}", name_, sin_cos_max_argument,
                                         quantity_text(*q))
                           : fmt::format("an entry of {} is finite", name_));
    return q->value;
  }

  /// The vector of length 1; scaled first, so that no square leaves the range of double.
  template <class Vector>
  std::optional<Vector> unit(const Vector& vector, Span span, const char* what, const char* hint) {
    const double largest = vector.cwiseAbs().maxCoeff();
    if (!(largest > 0.0) || !std::isfinite(largest))
      return fail(span, "S027", fmt::format("{} of length {}", what, largest == 0.0 ? "0" : "infinity"), hint);
    const Vector scaled = vector / largest;
    return Vector(scaled / scaled.norm());
  }

  std::optional<Vec4> axis_angle() {
    const Expression& written = *call_.operands[0];
    const auto axis = evaluator_.evaluate(written);
    const auto angle = number(1, dimension::angle);
    if (!axis || !angle) return std::nullopt;
    const auto* v = std::get_if<VectorValue>(&axis->data);
    if (v == nullptr || v->size != 3 || !same_dimension(v->dimension, {}))
      return fail(written.span, "S021", fmt::format("an axis is a vector (x, y, z), found {}", describe(*axis)),
                  rotation_hint);
    const auto direction = unit(Vec3(v->value[0], v->value[1], v->value[2]), written.span, "an axis",
                                "it says about which line the body turns");
    return direction ? std::optional(about(*direction, *angle)) : std::nullopt;
  }

  std::optional<Vec4> quaternion() {
    Vec4 q;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto entry = number(i, dimension::none);
      if (!entry) return std::nullopt;
      q[static_cast<Eigen::Index>(i)] = *entry;
    }
    return unit(q, call_.span, "a quaternion", "no turn is quaternion(1, 0, 0, 0)");
  }

  std::optional<Vec4> euler() {
    const Expression& order = *call_.operands[0];
    const std::string axes = evaluator_.source(order);
    const bool is_order = axes.size() == 3 && axes.find_first_not_of("xyz") == std::string::npos &&
                          axes[0] != axes[1] && axes[1] != axes[2];
    if (!is_order)
      return fail(order.span, "S027", fmt::format("'{}' is not an order of axes", axes),
                  "three of x, y and z, neighbours different, as in zyx or zxz");
    Vec4 q = Vec4::UnitX();
    for (std::size_t i = 0; i < 3; ++i) {
      const auto angle = number(i + 1, dimension::angle);
      if (!angle) return std::nullopt;
      q = quaternion_product<double>(q, about(Vec3::Unit(axes[i] - 'x'), *angle));
    }
    return normalized<double>(q);
  }

  const Evaluator& evaluator_;
  const Expression& call_;
  std::string_view name_;
};

}  // namespace

std::span<const std::string_view> rotation_functions() {
  return function_names;
}

std::optional<Value> call_rotation(const Evaluator& evaluator, const Expression& call) {
  const auto q = RotationCall(evaluator, call).read();
  return q ? std::optional(value_of(*q)) : std::nullopt;
}

std::optional<Value> rotated(const Value& a, const Value& b) {
  const auto* turn = std::get_if<RotationValue>(&a.data);
  if (turn == nullptr) return std::nullopt;
  const Vec4 q = quaternion_of(*turn);
  if (const auto* other = std::get_if<RotationValue>(&b.data))
    return value_of(normalized<double>(quaternion_product<double>(q, quaternion_of(*other))));
  const auto* v = std::get_if<VectorValue>(&b.data);
  if (v == nullptr || v->size != 3) return std::nullopt;
  VectorValue result = *v;
  const Vec3 turned = rotation_matrix<double>(q) * Vec3(v->value[0], v->value[1], v->value[2]);
  for (int i = 0; i < 3; ++i) result.value[static_cast<std::size_t>(i)] = turned[i];
  return Value{result};
}

}  // namespace perpend::dsl
