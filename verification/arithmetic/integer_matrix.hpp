// Matrices of doubles as integers: every double is an integer times a power of two.
#pragma once

#include <flint/fmpq.h>
#include <flint/fmpz_mat.h>

#include <optional>
#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "kernel/model/types.hpp"
#include "verification/arithmetic/flint_memory.hpp"

namespace perpend {

/// Owns an fmpz_mat_t.
class IntegerMatrix {
 public:
  IntegerMatrix(long rows, long columns) {
    release_flint_at_end_of_thread();
    fmpz_mat_init(value_, rows, columns);
  }
  IntegerMatrix(const IntegerMatrix&) = delete;
  IntegerMatrix& operator=(const IntegerMatrix&) = delete;
  IntegerMatrix(IntegerMatrix&& other) noexcept {
    fmpz_mat_init(value_, 0, 0);
    fmpz_mat_swap(value_, other.value_);
  }
  ~IntegerMatrix() { fmpz_mat_clear(value_); }

  [[nodiscard]] fmpz_mat_struct* get() { return value_; }
  [[nodiscard]] const fmpz_mat_struct* get() const { return value_; }
  [[nodiscard]] fmpz* entry(long i, long j) { return fmpz_mat_entry(value_, i, j); }
  [[nodiscard]] const fmpz* entry(long i, long j) const { return fmpz_mat_entry(value_, i, j); }
  [[nodiscard]] long rows() const { return value_->r; }
  [[nodiscard]] long columns() const { return value_->c; }

 private:
  fmpz_mat_t value_;
};

/// A * 2^shift, an integer matrix with the smallest such shift.
struct ScaledIntegers {
  IntegerMatrix matrix;
  long shift = 0;
};

/// Pre: finite.
[[nodiscard]] ScaledIntegers scale_to_integers(const MatrixX& a);

enum class Definiteness { positive, semidefinite, indefinite };

/// `a`: symmetric; by fraction-free elimination with positive pivots [Bareiss68]. By hand: the elimination ends
/// with the first diagonal entry that is negative, and the signs of its pivots are the proof.
[[nodiscard]] Definiteness definiteness(IntegerMatrix a);
/// Pre: finite and symmetric.
[[nodiscard]] bool is_semidefinite(const MatrixX& a);
/// What that takes at most, as measured on full matrices.
[[nodiscard]] double seconds_of_semidefinite(int n);

/// "p/q", or "p" when q is 1.
[[nodiscard]] std::string to_text(const fmpq_t x);

}  // namespace perpend
