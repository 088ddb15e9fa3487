#include "verification/arithmetic/rounding.hpp"

#include <cfenv>
#include <cmath>
#include <limits>

namespace perpend {

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);

// Operands are volatile so that the processor answers, not the compiler.
std::optional<std::string> check_floating_environment() {
  const std::string advice = "; certificates would prove nothing: run without the library that changes the arithmetic";
  if (std::fegetround() != FE_TONEAREST) return "the rounding mode is not to nearest" + advice;
  volatile double one = 1.0;
  volatile double tiny = 0x1p-60;
  volatile double up = one + tiny;
  volatile double down = one - tiny;
  if (up != 1.0 || down != 1.0) return "1 + 2^-60 does not round to 1" + advice;
  volatile double smallest = std::numeric_limits<double>::min();
  volatile double half = smallest * 0.5;
  volatile double kept = half + half;
  if (half == 0.0 || kept != smallest) return "numbers below 2^-1022 are flushed to zero" + advice;
  volatile double a = 0x1.5555555555555p+0;
  volatile double b = 0x1.999999999999ap-30;
  volatile double sum = a + b;
  volatile double back = sum - a;
  volatile double left = a - (sum - back);
  volatile double error = left + (b - back);
  if (static_cast<long double>(a) + b != static_cast<long double>(sum) + error && sizeof(long double) > sizeof(double))
    return "sums carry hidden extra precision" + advice;
  volatile double square = (one + 0x1p-30) * (one + 0x1p-30);
  if (std::fma(one + 0x1p-30, one + 0x1p-30, -square) != 0x1p-60) return "fma rounds twice" + advice;
  return std::nullopt;
}

}  // namespace perpend
