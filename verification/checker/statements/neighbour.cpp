#include "verification/checker/statements/neighbour.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace perpend::checker {

LcpData read_lcp(const nlohmann::json& data) {
  SparseMatrix a = read_square(data, "A");
  const int n = a.num_rows;
  return {std::move(a), read_vector(data, "b", n)};
}

bool is_solution(const LcpData& lcp, const std::vector<Rational>& z) {
  std::vector<Rational> w = product(lcp.a, z);
  for (int i = 0; i < lcp.size(); ++i) {
    w[i] += lcp.b[i];
    if (z[i].sign() < 0 || w[i].sign() < 0 || !(z[i].is_zero() || w[i].is_zero())) return false;
  }
  return true;
}

Neighbour read_neighbour(Judgement& judgement, const LcpData& lcp, const std::vector<Rational>& z) {
  const int n = lcp.size();
  Neighbour beside{judgement.witness("y", n), judgement.witness("slack", n), product(lcp.a, judgement.witness("y", n)),
                   std::vector<Rational>(n), Rational(0)};
  for (int i = 0; i < n; ++i) {
    const Rational &y = beside.y[i], &slack = beside.slack[i];
    judgement.require(y.is_zero() || (y == z[i] && y.sign() > 0), fmt::format("y {} is neither z nor 0", i + 1));
    judgement.require(slack.sign() >= 0 && (y.is_zero() || slack.is_zero()),
                      fmt::format("pair {} of y and its slack is not complementary", i + 1));
    beside.error[i] = slack - beside.error[i] - lcp.b[i];
    beside.size[i] = lcp.b[i].abs() + slack;
    for (const Entry& entry : lcp.a.rows[i]) beside.size[i] += (entry.value * beside.y[entry.column]).abs();
    beside.largest_step = std::max(beside.largest_step, (z[i] - y).abs());
  }
  return beside;
}

std::optional<std::vector<Rational>> dominance(const SparseMatrix& a, const std::vector<Rational>& v) {
  std::vector<Rational> t(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i) {
    bool has_diagonal = false;
    for (const Entry& entry : a.rows[i]) {
      const bool is_own = entry.column == i;
      if (is_own && entry.value.sign() <= 0) return std::nullopt;
      has_diagonal = has_diagonal || is_own;
      if (is_own)
        t[i].add_product(entry.value, v[i]);
      else
        t[i].subtract_product(entry.value.abs(), v[entry.column]);
    }
    if (!has_diagonal || v[i].sign() <= 0 || t[i].sign() <= 0) return std::nullopt;
  }
  return t;
}

}  // namespace perpend::checker
