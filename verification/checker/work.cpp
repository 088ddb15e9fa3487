#include "verification/checker/work.hpp"

namespace perpend::checker {

namespace {
constexpr double word = 64.0;
}

void end_of_work() {
  throw TooLarge("takes more work than is spent on one claim here");
}

// The factors are seconds of FLINT and Arb, measured for 10 to 80 rows of 50 and 1000 bits, rounded up.

void spend_on_solution(double n, double bits, double num_right_sides) {
  const double digits = 2.0 * n * bits / word + 1.0;
  spend(20.0 * n * n * n + 10.0 * digits * n * n * (bits / word + 1.0) * num_right_sides);
}

void spend_on_balls(double n, double precision) {
  spend(n * n * n / 3.0 * (150.0 + 0.2 * precision));
}

void spend_on_product(double a, double b, double c, double bits) {
  const double words = bits / word + 1.0;
  spend(a * b * c * (2.0 + 0.5 * words * words));
}

void spend_on_polynomial(double n, double bits) {
  spend(4.0 * (n * bits / word + 1.0) * n * n * n);
}

}  // namespace perpend::checker
