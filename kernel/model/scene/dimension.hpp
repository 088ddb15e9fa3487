// Physical dimensions and the units that values are shown in. All values are stored in SI.
#pragma once

#include <cstdint>
#include <string>

namespace perpend {

/// Exponents of metre, kilogram, second and radian. The radian is kept for checking although it is a pure number.
struct Dimension {
  std::int8_t length = 0;
  std::int8_t mass = 0;
  std::int8_t time = 0;
  std::int8_t angle = 0;

  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

[[nodiscard]] constexpr Dimension operator*(Dimension a, Dimension b) {
  return {static_cast<std::int8_t>(a.length + b.length), static_cast<std::int8_t>(a.mass + b.mass),
          static_cast<std::int8_t>(a.time + b.time), static_cast<std::int8_t>(a.angle + b.angle)};
}

[[nodiscard]] constexpr Dimension pow(Dimension a, int n) {
  return {static_cast<std::int8_t>(a.length * n), static_cast<std::int8_t>(a.mass * n),
          static_cast<std::int8_t>(a.time * n), static_cast<std::int8_t>(a.angle * n)};
}

[[nodiscard]] constexpr Dimension operator/(Dimension a, Dimension b) {
  return a * pow(b, -1);
}

namespace dimension {
inline constexpr Dimension none{};
inline constexpr Dimension length{1, 0, 0, 0};
inline constexpr Dimension mass{0, 1, 0, 0};
inline constexpr Dimension time{0, 0, 1, 0};
inline constexpr Dimension angle{0, 0, 0, 1};
inline constexpr Dimension rate = pow(time, -1);
inline constexpr Dimension velocity = length / time;
inline constexpr Dimension acceleration = velocity / time;
inline constexpr Dimension spin = angle / time;
inline constexpr Dimension force = mass * acceleration;
inline constexpr Dimension torque = force * length;
inline constexpr Dimension energy = torque;
inline constexpr Dimension impulse = force * time;
inline constexpr Dimension inertia = mass * length * length;
inline constexpr Dimension stiffness = force / length;
inline constexpr Dimension damping = force / velocity;
inline constexpr Dimension area_density = mass / length / length;
}  // namespace dimension

/// The SI unit of a dimension as text: "m/s^2", "kg m^2", "1/s", "rad"; empty for a pure number.
[[nodiscard]] std::string si_name(Dimension dimension);

/// One `name` is `factor` SI units; a value is shown as value / factor.
struct Unit {
  std::string name;
  Dimension dimension;
  double factor = 1.0;
};

/// The SI unit as people say it: "N", "N s", "N m/rad", "W" where si_name has kilograms.
[[nodiscard]] Unit si_unit(Dimension dimension);

}  // namespace perpend
