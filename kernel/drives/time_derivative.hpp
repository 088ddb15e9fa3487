// The derivative of a function of time as another program: what the rows of a drive need in addition to its value.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// d/dt, exact but for kinks and jumps: there the value is that of one side, and floor, comparisons and logic count as
/// constant. The derivative of a law of n signals reads the rate of signal i as signal n + i. Nothing when the result
/// would need more stack than a program has, or more than `max_derivative_size` instructions, or when the function is
/// empty.
[[nodiscard]] std::optional<TimeFunction> derivative(const TimeFunction& f);

/// A step evaluates a drive's second derivative once or a few times: at some nanoseconds an instruction this is a tenth
/// of a millisecond. Products of n factors reach about n^2.
inline constexpr std::size_t max_derivative_size = 20000;

// Functions that rows follow, with the derivatives that the rows need.

/// What a row subtracts of a function, or of a derivative of one; 0 where it is a law, which subtract_laws subtracts.
template <class Scalar>
[[nodiscard]] Scalar prescribed(const TimeFunction& f, Scalar time) {
  return f.is_law() ? Scalar(0) : f(time);
}

/// A position along straight lines through points of a table has no rate at its corners. Nothing where f has none.
[[nodiscard]] std::optional<FactoryError> find_corner(const TimeFunction& f, const std::string& field);

/// Adds f, f', f'' to the drive of the joint. An error at `field` when the derivatives cannot be written.
[[nodiscard]] std::optional<FactoryError> add_prescribed(const TimeFunction& f, const std::string& field, Joint& joint);

/// One after the other.
[[nodiscard]] std::optional<FactoryError> add_prescribed(std::span<const TimeFunction> functions,
                                                         const std::string& field, Joint& joint);

}  // namespace perpend
