#include "verification/checker/sign_filter.hpp"

#include <algorithm>

namespace perpend::checker {

namespace {
constexpr long precision = 256;
}

SignFilter::SignFilter(const Matrix& a, const std::vector<Rational>& b) {
  arb_mat_init(a_, a.rows(), a.columns());
  arb_mat_set_fmpq_mat(a_, a.raw(), precision);
  arb_mat_init(b_, a.rows(), 1);
  for (std::size_t i = 0; i < b.size(); ++i)
    arb_set_fmpq(arb_mat_entry(b_, static_cast<long>(i), 0), b[i].raw(), precision);
}

SignFilter::~SignFilter() {
  arb_mat_clear(a_);
  arb_mat_clear(b_);
}

bool SignFilter::has_negative(const std::vector<int>& active, const arb_mat_t z) const {
  for (long k = 0; k < arb_mat_nrows(z); ++k)
    if (arb_is_negative(arb_mat_entry(z, k, 0))) return true;
  arb_t w;
  arb_init(w);
  bool found = false;
  for (long i = 0; i < arb_mat_nrows(a_) && !found; ++i) {
    if (std::binary_search(active.begin(), active.end(), static_cast<int>(i))) continue;
    arb_set(w, arb_mat_entry(b_, i, 0));
    for (std::size_t k = 0; k < active.size(); ++k)
      arb_addmul(w, arb_mat_entry(a_, i, active[k]), arb_mat_entry(z, static_cast<long>(k), 0), precision);
    found = arb_is_negative(w) != 0;
  }
  arb_clear(w);
  return found;
}

bool SignFilter::excludes(const std::vector<int>& active) const {
  const long n = static_cast<long>(active.size());
  spend_on_balls(static_cast<double>(n), precision);
  spend(100.0 * static_cast<double>((n + 1) * arb_mat_nrows(a_)));
  arb_mat_t a, right, z;
  arb_mat_init(a, n, n);
  arb_mat_init(right, n, 1);
  arb_mat_init(z, n, 1);
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j) arb_set(arb_mat_entry(a, i, j), arb_mat_entry(a_, active[i], active[j]));
    arb_neg(arb_mat_entry(right, i, 0), arb_mat_entry(b_, active[i], 0));
  }
  const bool result = (n == 0 || arb_mat_solve(z, a, right, precision) != 0) && has_negative(active, z);
  arb_mat_clear(a);
  arb_mat_clear(right);
  arb_mat_clear(z);
  return result;
}

}  // namespace perpend::checker
