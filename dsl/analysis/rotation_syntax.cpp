// Orientations of bodies in space: axis and angle, quaternion, or three turns about axes of the body.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/analysis/field_values.hpp"
#include "dsl/suggest.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend::dsl {

namespace {

constexpr std::array<std::string_view, 3> rotation_forms{"axis_angle", "quaternion", "euler"};
constexpr const char* form_hint =
    "write axis_angle((x, y, z), angle), quaternion(w, x, y, z) or euler(zyx, angle, angle, angle)";

/// Reads one call such as euler(zyx, a, b, c).
class RotationReader {
 public:
  RotationReader(const Evaluator& evaluator, const FieldSpec& field, const Expression& call)
      : evaluator_(evaluator), field_(field), call_(call) {}

  std::optional<Vec4> read() {
    const std::string_view form = evaluator_.text(call_.name);
    if (form == "axis_angle") return axis_angle();
    if (form == "quaternion") return quaternion();
    if (form == "euler") return euler();
    return fail(call_.span, "S018", fmt::format("unknown rotation '{}'", form), suggest(form, rotation_forms));
  }

 private:
  std::nullopt_t fail(Span span, const char* code, std::string message, std::string hint) {
    evaluator_.report().error(span, code, std::move(message), std::move(hint));
    return std::nullopt;
  }

  bool check_count(std::size_t count) {
    const bool has_names = std::any_of(call_.operands.begin(), call_.operands.end(),
                                       [](const Expression* e) { return e->kind == ExpressionKind::argument; });
    if (!has_names && call_.operands.size() == count) return true;
    (void)fail(call_.span, "S018",
               has_names ? fmt::format("{} has no named arguments", evaluator_.text(call_.name))
                         : fmt::format("{} takes {} arguments, found {}", evaluator_.text(call_.name), count,
                                       call_.operands.size()),
               form_hint);
    return false;
  }

  template <class T>
  std::optional<T> argument(std::size_t i, FieldType type, Dimension dimension) {
    FieldSpec spec{.name = field_.name, .type = type, .dimension = dimension, .doc = ""};
    if (dimension == dimension::angle) {
      spec.minimum = -sin_cos_max_argument;
      spec.maximum = sin_cos_max_argument;
    }
    const auto value = read_value(evaluator_, spec, *call_.operands[i]);
    if (!value) return std::nullopt;
    return std::get<T>(*value);
  }

  /// The vector of length 1; scaled first, so that no square leaves the range of double.
  template <class Vector>
  std::optional<Vector> unit(const Vector& vector, Span span, const char* what, const char* hint) {
    const double largest = vector.cwiseAbs().maxCoeff();
    if (largest == 0.0) return fail(span, "S027", fmt::format("{} of length 0", what), hint);
    const Vector scaled = vector / largest;
    return Vector(scaled / scaled.norm());
  }

  std::optional<Vec4> axis_angle() {
    if (!check_count(2)) return std::nullopt;
    const auto axis = argument<Vec3>(0, FieldType::vector3, dimension::none);
    const auto angle = argument<double>(1, FieldType::number, dimension::angle);
    if (!axis || !angle) return std::nullopt;
    const auto direction = unit(*axis, call_.operands[0]->span, "an axis", "it says about which line the body turns");
    if (!direction) return std::nullopt;
    return about(*direction, *angle);
  }

  std::optional<Vec4> quaternion() {
    if (!check_count(4)) return std::nullopt;
    Vec4 q;
    for (int i = 0; i < 4; ++i) {
      const auto entry = argument<double>(static_cast<std::size_t>(i), FieldType::number, dimension::none);
      if (!entry) return std::nullopt;
      q[i] = *entry;
    }
    return unit(q, call_.span, "a quaternion", "no turn is quaternion(1, 0, 0, 0)");
  }

  std::optional<Vec4> euler() {
    if (!check_count(4)) return std::nullopt;
    const Expression& order = *call_.operands[0];
    const std::string axes = evaluator_.source(order);
    const bool is_order = axes.size() == 3 && axes.find_first_not_of("xyz") == std::string::npos &&
                          axes[0] != axes[1] && axes[1] != axes[2];
    if (!is_order)
      return fail(order.span, "S027", fmt::format("'{}' is not an order of axes", axes),
                  "three of x, y and z, neighbours different, as in zyx or zxz");
    Vec4 q = Vec4::UnitX();
    for (std::size_t i = 0; i < 3; ++i) {
      const auto angle = argument<double>(i + 1, FieldType::number, dimension::angle);
      if (!angle) return std::nullopt;
      q = quaternion_product<double>(q, about(Vec3::Unit(axes[i] - 'x'), *angle));
    }
    return normalized<double>(q);
  }

  static Vec4 about(const Vec3& axis, double angle) {
    const SinCos<double> half = sin_cos(angle / 2.0);
    return {half.cos, half.sin * axis.x(), half.sin * axis.y(), half.sin * axis.z()};
  }

  const Evaluator& evaluator_;
  const FieldSpec& field_;
  const Expression& call_;
};

}  // namespace

std::optional<PropertyValue> read_rotation(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  if (e.kind == ExpressionKind::group && e.unit == nullptr) return read_rotation(evaluator, spec, *e.operands[0]);
  if (e.kind == ExpressionKind::choice) {
    const auto is_true = evaluator.condition(*e.operands[0]);
    return is_true ? read_rotation(evaluator, spec, *e.operands[*is_true ? 1 : 2]) : std::nullopt;
  }
  if (e.kind != ExpressionKind::call) {
    evaluator.report().error(e.span, "S021",
                             fmt::format("'{}' is a rotation, found '{}'", spec.name, evaluator.source(e)), form_hint);
    return std::nullopt;
  }
  if (const auto rotation = RotationReader(evaluator, spec, e).read()) return *rotation;
  return std::nullopt;
}

}  // namespace perpend::dsl
