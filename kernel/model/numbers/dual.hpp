// Numbers with a derivative: a + b e with e^2 = 0. Every function carries its derivative along, so that a program run
// on duals gives its exact derivative in one direction, but for rounding.
#pragma once

#include <cmath>

#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend {

template <class Number>
struct Dual {
  Number value{0};
  Number rate{0};

  Dual() = default;
  Dual(Number x) : value(x) {}
  Dual(Number x, Number dx) : value(x), rate(dx) {}

  friend Dual operator-(const Dual& a) { return {-a.value, -a.rate}; }
  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.rate + b.rate}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.rate - b.rate}; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.rate * b.value + a.value * b.rate};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const Number ratio = a.value / b.value;
    return {ratio, (a.rate - ratio * b.rate) / b.value};
  }
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
};

// A factor that does not move contributes nothing, even where the other one is infinite: sqrt(0 x) has the rate 0.

template <class Number>
[[nodiscard]] Number chain(Number slope, Number rate) {
  return rate == Number(0) ? Number(0) : slope * rate;
}

template <class Number>
[[nodiscard]] Dual<Number> sqrt(const Dual<Number>& a) {
  const Number root = std::sqrt(a.value);
  return {root, chain(Number(1) / (Number(2) * root), a.rate)};
}

/// At 0 the slope is that of the side a >= 0.
template <class Number>
[[nodiscard]] Dual<Number> abs(const Dual<Number>& a) {
  return a.value < Number(0) ? -a : a;
}

template <class Number>
[[nodiscard]] Dual<Number> floor(const Dual<Number>& a) {
  return {std::floor(a.value)};
}

template <class Number>
[[nodiscard]] SinCos<Dual<Number>> sin_cos(const Dual<Number>& a) {
  const SinCos<Number> turn = sin_cos(a.value);
  return {{turn.sin, chain(turn.cos, a.rate)}, {turn.cos, chain(-turn.sin, a.rate)}};
}

template <class Number>
[[nodiscard]] Dual<Number> asin(const Dual<Number>& a) {
  return {std::asin(a.value), chain(Number(1) / std::sqrt((Number(1) - a.value) * (Number(1) + a.value)), a.rate)};
}

template <class Number>
[[nodiscard]] Dual<Number> acos(const Dual<Number>& a) {
  return {std::acos(a.value), chain(Number(-1) / std::sqrt((Number(1) - a.value) * (Number(1) + a.value)), a.rate)};
}

template <class Number>
[[nodiscard]] Dual<Number> atan2(const Dual<Number>& y, const Dual<Number>& x) {
  const Number squared = x.value * x.value + y.value * y.value;
  return {std::atan2(y.value, x.value), chain(x.value / squared, y.rate) + chain(-y.value / squared, x.rate)};
}

template <class Number>
[[nodiscard]] Dual<Number> exp(const Dual<Number>& a) {
  const Number value = std::exp(a.value);
  return {value, chain(value, a.rate)};
}

template <class Number>
[[nodiscard]] Dual<Number> log(const Dual<Number>& a) {
  return {std::log(a.value), chain(Number(1) / a.value, a.rate)};
}

template <class Number>
[[nodiscard]] Dual<Number> pow(const Dual<Number>& a, const Dual<Number>& b) {
  const Number value = std::pow(a.value, b.value);
  const Number of_base = b.value == Number(0) ? Number(0) : b.value * std::pow(a.value, b.value - Number(1));
  return {value, chain(of_base, a.rate) + (b.rate == Number(0) ? Number(0) : value * std::log(a.value) * b.rate)};
}

}  // namespace perpend
