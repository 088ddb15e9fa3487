// A real number enclosed by Arb.
#pragma once

#include <arb.h>

#include <utility>

#include "verification/checker/rational.hpp"

namespace perpend::checker {

class Ball {
 public:
  Ball() { arb_init(value_); }
  Ball(const Rational& x, long precision) : Ball() { arb_set_fmpq(value_, x.raw(), precision); }
  Ball(const Ball& other) : Ball() { arb_set(value_, other.value_); }
  Ball(Ball&& other) noexcept : Ball() { arb_swap(value_, other.value_); }
  Ball& operator=(const Ball& other) {
    arb_set(value_, other.value_);
    return *this;
  }
  Ball& operator=(Ball&& other) noexcept {
    arb_swap(value_, other.value_);
    return *this;
  }
  ~Ball() { arb_clear(value_); }

  [[nodiscard]] arb_ptr raw() { return value_; }
  [[nodiscard]] arb_srcptr raw() const { return value_; }
  [[nodiscard]] double middle() const { return arf_get_d(arb_midref(value_), ARF_RND_NEAR); }

 private:
  arb_t value_;
};

}  // namespace perpend::checker
