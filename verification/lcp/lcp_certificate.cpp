// C0: with complementary y and slack, e = slack - (A y + b) is the change of b that makes y an exact solution.
#include <algorithm>

#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_enclosures.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/lcp/lcp_wide.hpp"

namespace perpend {

namespace {

/// Largest |a_ki| of each column: what a change of z_i by 1 does to w.
VectorX column_sizes(const SparseRows& a) {
  VectorX out = VectorX::Zero(a.num_columns);
  for (std::size_t k = 0; k < a.column.size(); ++k) out[a.column[k]] = std::max(out[a.column[k]], std::abs(a.value[k]));
  return out;
}

std::vector<RowEnclosure> measure_rows(const SparseRows& a, const VectorX& b, const VectorX& x) {
  std::vector<RowEnclosure> rows(static_cast<std::size_t>(a.num_rows));
  for (int i = 0; i < a.num_rows; ++i) rows[i] = measure_row(a, b, x, i);
  return rows;
}

void measure_residuals(const SparseRows& a, const std::vector<RowEnclosure>& rows, const VectorX& z,
                       LcpCertificate& result) {
  const VectorX weight = column_sizes(a);
  for (int i = 0; i < a.num_rows; ++i) {
    const Interval w = rows[i].value;
    result.negative_z = std::max(result.negative_z, -z[i]);
    result.negative_w = std::max(result.negative_w, -w.lo);
    result.complementarity = std::max(result.complementarity, multiply_up(std::abs(z[i]), abs(w).hi));
    const double middle = 0.5 * (w.lo + w.hi);
    const bool keeps_z = z[i] > 0.0 && !(middle > weight[i] * z[i]);
    result.y[i] = keeps_z ? z[i] : 0.0;
    result.slack[i] = keeps_z ? 0.0 : std::max(middle, 0.0);
  }
}

/// Whether every sum has an enclosure, and its size a bound of its rounding.
bool are_in_range(const std::vector<RowEnclosure>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const RowEnclosure& row) {
    return !std::isnan(row.size) && std::abs(row.value.lo) < infinity && std::abs(row.value.hi) < infinity;
  });
}

/// The limit, as a share of the largest joined row; exact.
double granted_share(int num_rows) {
  return 1000.0 * num_rows * unit_roundoff;
}

/// Returns a lower bound of the backward error.
double enclose_errors(const SparseRows& a, const std::vector<RowEnclosure>& rows, LcpCertificate& result) {
  const int n = a.num_rows;
  std::vector<double> least(n);
  VectorX size(n);
  std::size_t longest = 0;
  for (int i = 0; i < n; ++i) {
    const Interval error = abs(result.slack[i] - rows[i].value);
    result.error[i] = error.hi;
    least[i] = error.lo;
    size[i] = rows[i].size + result.slack[i];
    longest = std::max(longest, static_cast<std::size_t>(a.first[i + 1] - a.first[i]));
  }
  const double granted = granted_share(n);
  const std::vector<int> group = joined_rows(a);
  VectorX largest = VectorX::Zero(n);
  for (int i = 0; i < n; ++i) largest[group[i]] = std::max(largest[group[i]], size[i]);
  const double rounding = 1.0 + gamma_bound(2.0 * static_cast<double>(longest) + 8.0);
  double lower = 0.0;
  for (int i = 0; i < n; ++i) {
    if (result.error[i] == 0.0) continue;
    const double beside = largest[group[i]];
    const double ratio = multiply_up(divide_up(result.error[i], size[i]), rounding);
    const double share = multiply_up(divide_up(result.error[i], beside), rounding);
    if (!(ratio <= lcp_error_limit) && share <= granted) {
      ++result.num_granted;
      result.granted_error = std::max(result.granted_error, share);
      continue;
    }
    if (least[i] / beside / rounding > granted) lower = std::max(lower, least[i] / size[i] / rounding);
    if (ratio <= result.backward_error) continue;
    result.backward_error = ratio;
    result.worst_row = i;
  }
  return lower;
}

/// In doubles, or where they cannot without rounding. Returns a lower bound of the backward error.
double measure(const SparseRows& a, const VectorX& b, const VectorX& z, LcpCertificate& result) {
  result.y = result.slack = result.error = VectorX::Zero(a.num_rows);
  std::vector<RowEnclosure> rows = measure_rows(a, b, z);
  if (are_in_range(rows)) {
    measure_residuals(a, rows, z, result);
    if (result.y != z) rows = measure_rows(a, b, result.y);
    if (are_in_range(rows)) return enclose_errors(a, rows, result);
  }
  return measure_wide(a, b, z, column_sizes(a), result);
}

/// A distance that overflows says nothing.
void drop_unbounded(const VectorX& z, LcpCertificate& result) {
  std::erase_if(result.enclosures, [&](const LcpEnclosure& found) {
    return !((found.radius + (z - result.y).cwiseAbs()).array() < 0x1p1023).all();
  });
}

}  // namespace

LcpCertificate certify_lcp(const SparseRows& a, const VectorX& b, const VectorX& z, const LcpEffort& effort) {
  LcpCertificate result;
  result.verdict = Verdict::undecided;
  if (const char* reason = why_unfit(a, b, &z)) {
    result.reason = reason;
    return result;
  }
  const double lower = measure(a, b, z, result);
  if (!std::isfinite(result.backward_error)) {
    result.reason = "a bound overflows";
    return result;
  }
  const bool is_proved = result.backward_error <= lcp_error_limit;
  result.verdict = is_proved ? Verdict::proved : lower > lcp_error_limit ? Verdict::refuted : Verdict::undecided;
  if (!is_proved)
    result.reason = result.verdict == Verdict::refuted ? "the answer solves no problem near this one"
                                                       : "the bounds of the residual do not decide";
  if (effort.largest_dense > 0) append_enclosures(a, b, effort, result);
  drop_unbounded(z, result);
  std::stable_sort(result.enclosures.begin(), result.enclosures.end(),
                   [](const LcpEnclosure& s, const LcpEnclosure& t) {
                     return s.radius.lpNorm<Eigen::Infinity>() < t.radius.lpNorm<Eigen::Infinity>();
                   });
  return result;
}

}  // namespace perpend
