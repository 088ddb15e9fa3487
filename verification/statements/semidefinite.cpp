#include "verification/statements/semidefinite.hpp"

#include <cmath>
#include <numeric>

#include "verification/statements/integer_matrix.hpp"

namespace perpend {

namespace {

/// The rows `left` lose multiples of row `pivot`; `last` is the pivot before.
void eliminate(IntegerMatrix& work, const std::vector<long>& left, long pivot, const fmpz* last) {
  for (const long i : left)
    for (const long j : left) {
      fmpz* entry = work.entry(i, j);
      fmpz_mul(entry, entry, work.entry(pivot, pivot));
      fmpz_submul(entry, work.entry(i, pivot), work.entry(pivot, j));
      fmpz_divexact(entry, entry, last);
    }
}

bool is_zero(const IntegerMatrix& work, const std::vector<long>& left) {
  for (const long i : left)
    for (const long j : left)
      if (!fmpz_is_zero(work.entry(i, j))) return false;
  return true;
}

}  // namespace

bool is_definite(const MatrixX& a) {
  return state_spd(sparse_rows(a), {.highest = Level::binary64}).verdict == Verdict::proved;
}

bool is_semidefinite(const MatrixX& a) {
  IntegerMatrix work = scale_to_integers(a).matrix;
  std::vector<long> left(static_cast<std::size_t>(work.rows()));
  std::iota(left.begin(), left.end(), 0L);
  fmpz_t last;
  fmpz_init_set_si(last, 1);
  bool result = true;
  while (result && !left.empty()) {
    long pivot = -1;
    for (const long i : left) {
      result = result && fmpz_sgn(work.entry(i, i)) >= 0;
      if (pivot < 0 && fmpz_sgn(work.entry(i, i)) > 0) pivot = i;
    }
    if (!result) break;
    if (pivot < 0) {  // the diagonal is 0: so must be the rest
      result = is_zero(work, left);
      break;
    }
    std::erase(left, pivot);
    eliminate(work, left, pivot, last);
    fmpz_set(last, work.entry(pivot, pivot));
  }
  fmpz_clear(last);
  return result;
}

double seconds_of_semidefinite(int n) {
  return 4e-9 * std::pow(n, 4.3);
}

}  // namespace perpend
