// Exact rational numbers: by words where numerators, denominators and their products are below 2^62, without allocating
// and without a call into another library, whose code a process loads with its first one; else by GMP. FLINT would set
// up some thousand numbers for a thread with its first large one, which takes as long as hundreds of steps of a run.
#pragma once

#include <compare>
#include <memory>
#include <utility>

#include "verification/arithmetic/interval.hpp"

namespace perpend {

class Fraction {
 public:
  Fraction(long whole = 0) {  // NOLINT: a whole number is a fraction
    if (!set_words(whole, 1)) set_large(whole);
  }
  Fraction(const Fraction& other);
  Fraction(Fraction&& other) noexcept = default;
  Fraction& operator=(const Fraction& other) { return *this = Fraction(other); }
  Fraction& operator=(Fraction&& other) noexcept = default;
  ~Fraction() = default;

  /// `exact_decimal` of x. Pre: finite.
  [[nodiscard]] static Fraction of_decimal(double x);

  friend Fraction operator+(const Fraction& a, const Fraction& b) { return sum(a, b, 1); }
  friend Fraction operator-(const Fraction& a, const Fraction& b) { return sum(a, b, -1); }
  friend Fraction operator*(const Fraction& a, const Fraction& b);
  /// Pre: b is not 0.
  friend Fraction operator/(const Fraction& a, const Fraction& b);
  Fraction operator-() const { return 0 - *this; }
  friend Fraction abs(const Fraction& a) { return a < 0 ? -a : a; }
  /// x^n. Pre: x is not 0 where n < 0.
  [[nodiscard]] Fraction power(int n) const;
  friend bool operator==(const Fraction& a, const Fraction& b) { return (a <=> b) == 0; }
  friend std::strong_ordering operator<=>(const Fraction& a, const Fraction& b);

  /// The smallest interval of doubles around it.
  [[nodiscard]] Interval enclose() const;
  /// The nearest double; of two, the one whose last bit is 0.
  [[nodiscard]] double round() const;

 private:
  /// A number of GMP.
  struct Large;
  class Operand;
  struct Release {
    void operator()(Large* large) const;
  };
  static constexpr long largest_word = (1L << 62) - 1;

  [[nodiscard]] static Fraction sum(const Fraction& a, const Fraction& b, long sign);
  [[nodiscard]] bool is_of_words() const { return large_ == nullptr; }
  /// False: they are too large. Pre: in lowest terms, the denominator positive; what it was has words.
  bool set_words(long numerator, long denominator) {
    if (numerator < -largest_word || numerator > largest_word || denominator > largest_word) return false;
    above_ = numerator;
    below_ = denominator;
    return true;
  }
  void set_large(long whole);
  /// Takes it over, in words where it has them.
  void take(std::unique_ptr<Large, Release> large);

  long above_ = 0;  ///< in lowest terms, unless large
  long below_ = 1;  ///< > 0
  std::unique_ptr<Large, Release> large_;
};

}  // namespace perpend
