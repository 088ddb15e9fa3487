#include "verification/claims/sample.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>

namespace perpend {

namespace {

/// In double precision throughout: the same bits from every compiler.
using Binomial =
    boost::math::binomial_distribution<double,
                                       boost::math::policies::policy<boost::math::policies::promote_double<false>>>;

}  // namespace

double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const double part = at - static_cast<double>(below);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  // Between infinite values there is no difference to take a part of.
  if (part == 0.0 || std::isinf(sorted[below])) return sorted[below];
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

std::pair<double, double> fraction_interval(std::size_t successes, std::size_t trials, double confidence) {
  const double tail = 0.5 * (1.0 - confidence);
  const auto n = static_cast<double>(trials), k = static_cast<double>(successes);
  return {successes == 0 ? 0.0 : Binomial::find_lower_bound_on_p(n, k, tail),
          successes == trials ? 1.0 : Binomial::find_upper_bound_on_p(n, k, tail)};
}

/// The quantile lies below the k-th value when fewer than k values lie below the quantile, which is binomial.
std::pair<std::size_t, std::size_t> quantile_ranks(std::size_t n, double share, double confidence) {
  const double tail = 0.5 * (1.0 - confidence);
  const Binomial below(static_cast<double>(n), share);
  const auto chance_of_at_most = [&](std::size_t k) { return cdf(below, static_cast<double>(k)); };
  std::size_t lower = 0;
  while (lower < n && chance_of_at_most(lower) <= tail) ++lower;
  std::size_t upper = n + 1;
  while (upper > 1 && cdf(complement(below, static_cast<double>(upper - 2))) <= tail) --upper;
  return {lower, upper};
}

}  // namespace perpend
