// Work that one line of a file may take, counted, not timed: the same line comes to the same end on every machine.
#pragma once

#include <flint/fmpq.h>

#include <stdexcept>

namespace perpend::checker {

/// Nothing is said of a claim; the words say why.
struct NotDecided : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a line asks for is more than is worked on here.
struct TooLarge : NotDecided {
  using NotDecided::NotDecided;
};

/// Most work for one line, in operations on words of 64 bits, of about a nanosecond each: some minutes.
inline constexpr double most_work = 2e11;

/// The work of the line that is being checked. The program has one thread.
inline double work_granted = most_work;
inline double work_left = most_work;

inline void begin_work() {
  work_left = work_granted;
}

[[noreturn]] void end_of_work();

/// Before it is done. Throws TooLarge where a line has taken all.
inline void spend(double operations) {
  work_left -= operations;
  if (!(work_left >= 0.0)) end_of_work();
}

/// Before a sum or a product: mostly the common divisor of what comes out, quadratic in its words.
inline void spend_on(const fmpq_t a, const fmpq_t b) {
  const auto words = [](const fmpz_t x) { return COEFF_IS_MPZ(*x) ? static_cast<double>(fmpz_size(x)) : 0.0; };
  const double size = words(fmpq_numref(a)) + words(fmpq_denref(a)) + words(fmpq_numref(b)) + words(fmpq_denref(b));
  spend(60.0 + 20.0 * size + 0.4 * size * size);
}

/// Exact solution of n equations with entries of so many bits: its digits are lifted one by one [Dixon82].
void spend_on_solution(double n, double bits, double num_right_sides);
/// Elimination in balls.
void spend_on_balls(double n, double precision);
/// Product of a x b and b x c with entries of so many bits.
void spend_on_product(double a, double b, double c, double bits);
/// Characteristic polynomial of n rows, prime by prime.
void spend_on_polynomial(double n, double bits);

}  // namespace perpend::checker
