// Formulas as JSON, for whoever evaluates them elsewhere: a hexadecimal float, or a list of a name and what it is of.
#pragma once

#include <string>

#include "kernel/model/numbers/time_function.hpp"

namespace perpend::formulas {

/// One formula. Products with a plain 0 or 1 and sums with a plain 0 are not written out.
class Formula {
 public:
  Formula(double x);  // NOLINT: numbers are formulas
  Formula(const char* name, const Formula& a);
  Formula(const char* name, const Formula& a, const Formula& b);
  Formula(const char* name, const Formula& a, const Formula& b, const Formula& c);

  /// ["time"]
  [[nodiscard]] static Formula time();
  /// ["position", index] or ["coordinate", index] of a state, ["value", index] of a definition.
  [[nodiscard]] static Formula entry(const char* name, int index);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool is(double x) const { return is_number_ && number_ == x; }

 private:
  Formula() = default;

  std::string text_;
  double number_ = 0.0;
  bool is_number_ = false;
};

[[nodiscard]] Formula operator+(const Formula& a, const Formula& b);
[[nodiscard]] Formula operator-(const Formula& a, const Formula& b);
[[nodiscard]] Formula operator*(const Formula& a, const Formula& b);
[[nodiscard]] Formula operator/(const Formula& a, const Formula& b);
[[nodiscard]] Formula operator-(const Formula& a);

// By the names that intervals have for them, so that one equation serves both.
[[nodiscard]] Formula scale(double s, const Formula& a);
[[nodiscard]] Formula square(const Formula& a);
[[nodiscard]] Formula sqrt(const Formula& a);
[[nodiscard]] Formula cosine(const Formula& a);
[[nodiscard]] Formula arc_tangent(const Formula& y, const Formula& x);
[[nodiscard]] Formula nearest_branch(const Formula& angle, const Formula& near);

/// f at the time of the state.
/// Pre: without signals and tables.
[[nodiscard]] Formula formula_of(const TimeFunction& f);

/// Formulas that others refer to by number, so that each is written and evaluated once.
class Definitions {
 public:
  /// What is no longer than a reference stays as it is.
  [[nodiscard]] Formula define(const Formula& formula);
  /// Separated by commas.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  int count_ = 0;
};

}  // namespace perpend::formulas
