// Rows of A x + b whose terms leave the range in which rounding has a bound: sums without any rounding, in whole
// numbers of a power of two that divides every product of two doubles.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/arithmetic/rational.hpp"

namespace perpend {

struct WideRow {
  boost::multiprecision::cpp_int value;  ///< (A x + b)_i
  boost::multiprecision::cpp_int size;   ///< (|A| |x| + |b|)_i
};

[[nodiscard]] WideRow wide_row(const SparseRows& a, const VectorX& b, const VectorX& x, int i);
[[nodiscard]] boost::multiprecision::cpp_int wide_number(double x);
[[nodiscard]] Rational rational_of(const boost::multiprecision::cpp_int& wide);

/// part / whole, 0 / 0 being 0. Pre: both >= 0, and whole > 0 where part > 0.
[[nodiscard]] Interval enclose_share(const boost::multiprecision::cpp_int& part,
                                     const boost::multiprecision::cpp_int& whole);

/// Whether a double carries it to half a unit of its last place: it is 0, or neither overflows nor is subnormal.
[[nodiscard]] bool is_carried(const Rational& x);
/// Hexadecimal, rounded; the fraction p/q where doubles do not carry it.
[[nodiscard]] std::string text_of(const Rational& x);
/// Each without rounding: hexadecimal where it is a double, else the fraction p/q.
[[nodiscard]] std::vector<std::string> exact_texts(const std::vector<Rational>& x);

}  // namespace perpend
