#include "kernel/model/dimension.hpp"

#include <array>
#include <cstdlib>
#include <utility>

namespace perpend {

std::string si_name(Dimension dimension) {
  const std::array<std::pair<const char*, int>, 4> factors{
      {{"kg", dimension.mass}, {"m", dimension.length}, {"rad", dimension.angle}, {"s", dimension.time}}};
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

}  // namespace perpend
