#include "kernel/model/numbers/finite.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace perpend {

/// Without its sign, a number has the bits of an exponent of ones and more exactly where it is not finite: adding one
/// to the exponent then carries into the place of the sign. No sum of doubles, so that the compiler may take them in
/// any order.
bool is_finite(const VectorX& x) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  constexpr std::uint64_t one = std::uint64_t{1} << 52;
  const double* values = x.data();
  const auto carry = [&](Eigen::Index i) { return (std::bit_cast<std::uint64_t>(values[i]) & ~sign) + one; };
  constexpr int at_once = 8;
  std::array<std::uint64_t, at_once> carried{};
  Eigen::Index i = 0;
  for (; i + at_once <= x.size(); i += at_once)
    for (int j = 0; j < at_once; ++j) carried[j] |= carry(i + j);
  for (; i < x.size(); ++i) carried[0] |= carry(i);
  std::uint64_t all = 0;
  for (const std::uint64_t one_of : carried) all |= one_of;
  return (all & sign) == 0;
}

}  // namespace perpend
