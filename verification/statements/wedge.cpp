#include "verification/statements/wedge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verification/arithmetic/rounding.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/friction/friction_matrices.hpp"

namespace perpend {

namespace {

/// value / size, 0 / 0 being 0.
double share(double value, double size) {
  return value == 0.0 ? 0.0 : value / size;
}

/// sum_j |a_ij|, rounded: what a row makes of entries up to 1.
double sum_of_sizes(const SparseRows& a, int i) {
  double sum = 0.0;
  for (int k = a.first[i]; k < a.first[i + 1]; ++k) sum += std::abs(a.value[k]);
  return sum;
}

}  // namespace

std::string Wedge::words() const {
  const std::string found = fmt::format(
      "v >= 0 with A v >= 0 and v^T A v = 0 up to {:.2g} of |A| has b^T v = {:.2g} of |b|^T v: such a wedge "
      "leaves a copositive matrix without a theorem",
      rounding, fall);
  if (raised_row < 0)
    return found + ", and A^T v <= 0 up to rounding: where v is exact, as before A was rounded, there is no solution";
  return found + fmt::format(
                     ", and it is no contradiction: (A^T v)_{} is {:.2g} of row {} of |A^T|, so that this "
                     "entry of z may make up for it",
                     raised_row + 1, raised, raised_row + 1);
}

Wedge measure_wedge(const SparseRows& a, const VectorX& b, const VectorX& ray) {
  Wedge wedge;
  if (ray.size() != b.size() || ray.size() == 0 || !ray.allFinite() || !(ray.maxCoeff() > 0.0)) return wedge;
  wedge.v = (ray / ray.maxCoeff()).cwiseMax(0.0);
  const VectorX &v = wedge.v, zero = VectorX::Zero(b.size());
  const SparseRows t = transposed(a);
  Interval fall(0.0), form(0.0);
  double size = 0.0, form_size = 0.0;
  for (int i = 0; i < a.num_rows; ++i) {
    const Interval row = measure_row(a, zero, v, i).value, column = measure_row(t, zero, v, i).value;
    const double row_sum = sum_of_sizes(a, i), column_sum = sum_of_sizes(t, i);
    fall = fall + scale(b[i], Interval(v[i]));
    size += std::abs(b[i]) * v[i];
    form = form + scale(v[i], row);
    form_size += v[i] * row_sum;
    wedge.rounding = std::max(wedge.rounding, share(std::max(0.0, -row.lo), row_sum));
    const double raised = share(std::max(0.0, column.hi), column_sum);
    if (raised <= wedge.raised) continue;
    wedge.raised = raised;
    wedge.raised_row = raised > lcp_error_limit ? i : -1;
  }
  wedge.rounding = std::max(wedge.rounding, share(abs(form).hi, form_size));
  wedge.fall = share(fall.hi, size);
  wedge.is_found = fall.hi < 0.0 && wedge.rounding <= lcp_error_limit;
  return wedge;
}

void name_wedge(const SparseRows& a, const VectorX& b, const VectorX& ray, Statement& statement) {
  if (statement.verdict != Verdict::undecided) return;
  const Wedge wedge = measure_wedge(a, b, ray);
  if (!wedge.is_found) return;
  statement.reason += "; " + wedge.words();
  statement.witness.emplace_back("wedge", hexadecimal({wedge.v.begin(), wedge.v.end()}));
}

}  // namespace perpend
