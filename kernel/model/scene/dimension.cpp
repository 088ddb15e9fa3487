#include "kernel/model/scene/dimension.hpp"

#include <cstdlib>
#include <span>
#include <utility>

namespace perpend {

namespace {

/// "N m/rad" of factors with exponents other than 0, in their order.
std::string product_of(std::span<const std::pair<const char*, int>> factors) {
  std::string numerator;
  std::string denominator;
  for (const auto& [symbol, exponent] : factors) {
    if (exponent == 0) continue;
    std::string& side = exponent > 0 ? numerator : denominator;
    if (exponent > 0 && !side.empty()) side += ' ';
    if (exponent < 0) side += '/';
    side += symbol;
    if (std::abs(exponent) > 1) side += '^' + std::to_string(std::abs(exponent));
  }
  return (numerator.empty() && !denominator.empty() ? "1" : numerator) + denominator;
}

}  // namespace

std::string si_name(Dimension dimension) {
  const std::pair<const char*, int> factors[] = {
      {"kg", dimension.mass}, {"m", dimension.length}, {"rad", dimension.angle}, {"s", dimension.time}};
  return product_of(factors);
}

Unit si_unit(Dimension dimension) {
  if (dimension == dimension::force * dimension::velocity) return {"W", dimension, 1.0};
  const bool has_force = dimension.mass == 1 && (dimension.time == -2 || dimension.time == -1);
  if (!has_force) return {si_name(dimension), dimension, 1.0};
  const Dimension rest = dimension / dimension::force;
  const std::pair<const char*, int> factors[] = {{"N", 1}, {"m", rest.length}, {"rad", rest.angle}, {"s", rest.time}};
  return {product_of(factors), dimension, 1.0};
}

}  // namespace perpend
