// Most choices of active rows are excluded by balls of 256 bits.
#pragma once

#include <arb_mat.h>

#include <vector>

#include "verification/checker/matrix.hpp"

namespace perpend::checker {

class SignFilter {
 public:
  SignFilter(const Matrix& a, const std::vector<Rational>& b);
  SignFilter(const SignFilter&) = delete;
  SignFilter& operator=(const SignFilter&) = delete;
  ~SignFilter();

  /// Proved: with these rows active some entry of z or of w is negative. False says nothing.
  [[nodiscard]] bool excludes(const std::vector<int>& active) const;

 private:
  [[nodiscard]] bool has_negative(const std::vector<int>& active, const arb_mat_t z) const;

  arb_mat_t a_, b_;
};

}  // namespace perpend::checker
