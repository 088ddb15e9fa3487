#include "kernel/model/numbers/finite.hpp"

#include <bit>
#include <cstdint>

namespace perpend {

/// Without its sign, a number has the bits of an exponent of ones and more exactly where it is not finite: adding one
/// to the exponent then carries into the place of the sign. No sum of doubles, so that the compiler may take them in
/// any order.
bool is_finite(const VectorX& x) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  constexpr std::uint64_t one = std::uint64_t{1} << 52;
  std::uint64_t carried = 0;
  const double* values = x.data();
  for (Eigen::Index i = 0; i < x.size(); ++i) carried |= (std::bit_cast<std::uint64_t>(values[i]) & ~sign) + one;
  return (carried & sign) == 0;
}

}  // namespace perpend
