// Exact rational numbers, by FLINT, and the work that one line of a file may take: counted, not timed, so that the same
// line comes to the same end on every machine.
#pragma once

#include <flint/fmpq.h>

#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

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
void spend_on(const fmpq_t a, const fmpq_t b);
/// Exact solution of n equations with entries of so many bits: its digits are lifted one by one [Dixon82].
void spend_on_solution(double n, double bits, double num_right_sides);
/// Elimination in balls.
void spend_on_balls(double n, double precision);
/// Product of a x b and b x c with entries of so many bits.
void spend_on_product(double a, double b, double c, double bits);
/// Characteristic polynomial of n rows, prime by prime.
void spend_on_polynomial(double n, double bits);

class Rational {
 public:
  Rational() { fmpq_init(value_); }
  Rational(long x) : Rational() { fmpq_set_si(value_, x, 1); }  // NOLINT: whole numbers are rational
  Rational(const Rational& other) : Rational() { fmpq_set(value_, other.value_); }
  Rational(Rational&& other) noexcept : Rational() { fmpq_swap(value_, other.value_); }
  Rational& operator=(Rational other) noexcept {
    fmpq_swap(value_, other.value_);
    return *this;
  }
  ~Rational() { fmpq_clear(value_); }

  [[nodiscard]] const fmpq* raw() const { return value_; }
  [[nodiscard]] fmpq* raw() { return value_; }

  Rational& operator+=(const Rational& x);
  Rational& operator-=(const Rational& x);
  Rational& operator*=(const Rational& x);
  /// Pre: x is not 0.
  Rational& operator/=(const Rational& x);
  /// this += a b
  void add_product(const Rational& a, const Rational& b);
  void subtract_product(const Rational& a, const Rational& b);

  [[nodiscard]] int sign() const { return fmpq_sgn(value_); }
  [[nodiscard]] bool is_zero() const { return fmpq_is_zero(value_) != 0; }
  [[nodiscard]] bool is_whole() const { return fmpz_is_one(fmpq_denref(value_)) != 0; }
  [[nodiscard]] Rational abs() const {
    Rational result;
    fmpq_abs(result.value_, value_);
    return result;
  }
  /// To print: rounded.
  [[nodiscard]] double rounded() const { return fmpq_get_d(value_); }

  friend Rational operator+(Rational a, const Rational& b) { return a += b; }
  friend Rational operator-(Rational a, const Rational& b) { return a -= b; }
  friend Rational operator*(Rational a, const Rational& b) { return a *= b; }
  friend Rational operator/(Rational a, const Rational& b) { return a /= b; }
  friend Rational operator-(Rational a) {
    fmpq_neg(a.value_, a.value_);
    return a;
  }
  friend bool operator==(const Rational& a, const Rational& b) { return fmpq_equal(a.value_, b.value_) != 0; }
  friend bool operator<(const Rational& a, const Rational& b) { return fmpq_cmp(a.value_, b.value_) < 0; }
  friend bool operator>(const Rational& a, const Rational& b) { return b < a; }
  friend bool operator<=(const Rational& a, const Rational& b) { return !(b < a); }
  friend bool operator>=(const Rational& a, const Rational& b) { return !(a < b); }

 private:
  fmpq_t value_;
};

/// Which of `count` things that are counted from 1 the number names, counted from 0; nothing where it names none.
[[nodiscard]] std::optional<int> place_named(const Rational& number, long count);

/// 2^n.
[[nodiscard]] Rational power_of_two(long n);
/// x^n. Pre: x is not 0 when n < 0.
[[nodiscard]] Rational power(const Rational& x, long n);
/// The number next above sqrt(x), to 128 bits and of x >= 0.
[[nodiscard]] Rational root_above(const Rational& x);
/// A finite double.
[[nodiscard]] Rational exact(double x);
/// "-0x1.8p-3"; nothing when it is no such number.
[[nodiscard]] std::optional<Rational> read_hexadecimal(std::string_view text);
/// "0.001", "1e-05"; nothing when it is no such number.
[[nodiscard]] std::optional<Rational> read_decimal(std::string_view text);

}  // namespace perpend::checker
