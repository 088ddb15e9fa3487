// C0: with complementary y and slack, e = slack - (A y + b) is the change of b that makes y an exact solution.
//
// Farkas: y >= 0, A^T y <= 0 and b^T y < 0 contradict A z + b >= 0, z >= 0, for then 0 > b^T y >= b^T y + z^T A^T y >=
// 0.
#include "verification/lcp/lcp.hpp"

#include <algorithm>

#include "verification/arithmetic/exact_program.hpp"
#include "verification/arithmetic/wide_rows.hpp"
#include "verification/lcp/lcp_enclosures.hpp"
#include "verification/lcp/lcp_rows.hpp"

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
    const double joined = largest[group[i]];
    const double ratio = multiply_up(divide_up(result.error[i], size[i]), rounding);
    const double share = multiply_up(divide_up(result.error[i], joined), rounding);
    if (!(ratio <= lcp_error_limit) && share <= granted) {
      ++result.num_granted;
      result.granted_error = std::max(result.granted_error, share);
      continue;
    }
    if (least[i] / joined / rounding > granted) lower = std::max(lower, least[i] / size[i] / rounding);
    if (ratio <= result.backward_error) continue;
    result.backward_error = ratio;
    result.worst_row = i;
  }
  return lower;
}

using boost::multiprecision::cpp_int;

struct WidePair {
  WideRow row;
  cpp_int slack;  ///< as it is written: rounded where doubles carry it
};

double upper(const Rational& x) {
  return x == 0 ? 0.0 : enclose(x).hi;
}

/// A double next to w >= 0, or w itself.
cpp_int written_slack(const cpp_int& w, std::string& text, double& rounded) {
  const Rational exact_w = rational_of(w);
  text = text_of(exact_w);
  rounded = std::min(exact_w.convert_to<double>(), std::numeric_limits<double>::max());
  return is_carried(exact_w) ? wide_number(rounded) : w;
}

void measure_residuals(const SparseRows& a, const std::vector<WidePair>& rows, const VectorX& z,
                       LcpCertificate& result) {
  for (int i = 0; i < a.num_rows; ++i) {
    const Rational w = rational_of(rows[i].row.value);
    result.negative_z = std::max(result.negative_z, -z[i]);
    if (w < 0) result.negative_w = std::max(result.negative_w, upper(-w));
    if (z[i] != 0.0) result.complementarity = std::max(result.complementarity, upper(abs(exact(z[i]) * w)));
  }
}

/// The entry of each pair that weighs less becomes 0.
void choose(const VectorX& weight, const VectorX& z, std::vector<WidePair>& rows, LcpCertificate& result) {
  result.exact_slack.assign(rows.size(), "0x0p+0");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const cpp_int& w = rows[i].row.value;
    const bool keeps_z = z[k] > 0.0 && !(rational_of(w) > exact(weight[k]) * exact(z[k]));
    result.y[k] = keeps_z ? z[k] : 0.0;
    rows[i].slack = 0;
    if (!keeps_z && w > 0) rows[i].slack = written_slack(w, result.exact_slack[i], result.slack[k]);
  }
}

/// Returns a lower bound of the backward error.
double enclose_errors(const SparseRows& a, const std::vector<WidePair>& rows, LcpCertificate& result) {
  const std::vector<int> group = joined_rows(a);
  std::vector<cpp_int> largest(rows.size(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i)
    largest[group[i]] = std::max(largest[group[i]], cpp_int(rows[i].row.size + rows[i].slack));
  double lower = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const cpp_int error = abs(cpp_int(rows[i].slack - rows[i].row.value)), size = rows[i].row.size + rows[i].slack;
    result.error[static_cast<Eigen::Index>(i)] = upper(rational_of(error));
    if (error == 0) continue;
    const Interval ratio = enclose_share(error, size);
    const cpp_int& joined = largest[group[i]];
    const bool may_be_granted = cpp_int(error << 53) <= cpp_int(1000 * static_cast<long>(rows.size()) * joined);
    if (!(ratio.hi <= lcp_error_limit) && may_be_granted) {
      ++result.num_granted;
      const double most = 1000.0 * static_cast<double>(rows.size()) * unit_roundoff;
      result.granted_error = std::max(result.granted_error, std::min(most, enclose_share(error, joined).hi));
      continue;
    }
    lower = std::max(lower, ratio.lo);
    if (ratio.hi <= result.backward_error) continue;
    result.backward_error = ratio.hi;
    result.worst_row = static_cast<int>(i);
  }
  return lower;
}

/// Where what a row sums overflows or underflows: as in doubles, without any rounding. Fills all of `result` but its
/// verdict and its enclosures, and returns a lower bound of the backward error. `weight`: what a change of z_i by 1
/// does to w.
double measure_wide(const SparseRows& a, const VectorX& b, const VectorX& z, const VectorX& weight,
                    LcpCertificate& result) {
  result.y = result.slack = result.error = VectorX::Zero(a.num_rows);
  result.negative_z = result.negative_w = result.complementarity = result.backward_error = 0.0;
  result.worst_row = -1;
  result.num_granted = 0;
  result.granted_error = 0.0;
  std::vector<WidePair> rows(static_cast<std::size_t>(a.num_rows));
  for (int i = 0; i < a.num_rows; ++i) rows[i].row = wide_row(a, b, z, i);
  measure_residuals(a, rows, z, result);
  choose(weight, z, rows, result);
  if (result.y != z)
    for (int i = 0; i < a.num_rows; ++i) rows[i].row = wide_row(a, b, result.y, i);
  return enclose_errors(a, rows, result);
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

bool is_contradiction(const SparseRows& a, const VectorX& b, const VectorX& y) {
  Rational last = 0;
  std::vector<Rational> sums(a.num_columns);
  for (int i = 0; i < a.num_rows; ++i) {
    if (y[i] < 0.0) return false;
    if (y[i] == 0.0) continue;
    const Rational factor = exact(y[i]);
    last += factor * exact(b[i]);
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) sums[a.column[k]] += factor * exact(a.value[k]);
  }
  for (const Rational& sum : sums)
    if (sum > 0) return false;
  return last < 0;
}

VectorX rounded(const std::vector<Rational>& x, int size, int sign) {
  VectorX out(size);
  for (int i = 0; i < size; ++i) out[i] = sign * x[i].convert_to<double>();
  return out;
}

std::vector<std::string> fractions(const std::vector<Rational>& x, int size) {
  std::vector<std::string> out;
  for (int i = 0; i < size; ++i) out.push_back(x[i].str());
  return out;
}

/// x = (z, w).
bool is_complementary(const std::vector<Rational>& x, int size) {
  for (int i = 0; i < size; ++i)
    if (x[i] != 0 && x[size + i] != 0) return false;
  return true;
}

/// A z - w = -b, z >= 0, w >= 0.
Feasibility decide(const SparseRows& a, const VectorX& b) {
  LinearSystemOfSigns system;
  for (int j = 0; j < 2 * a.num_columns; ++j) system.is_free.push_back(false);
  for (int i = 0; i < a.num_rows; ++i) {
    LinearRow& row = system.add_row(-exact(b[i]));
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) row.coefficients[a.column[k]] = exact(a.value[k]);
    row.coefficients[a.num_columns + i] = -1;
  }
  return decide_feasibility(system);
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

Unsolvable certify_infeasible(const SparseRows& a, const VectorX& b, const VectorX* candidate, int largest_exact) {
  Unsolvable result{.verdict = Verdict::undecided, .witness = {}, .reason = "", .exact = {}};
  const bool has_candidate = candidate != nullptr && candidate->size() == b.size() && candidate->allFinite();
  if (const char* reason = why_unfit(a, b, nullptr)) {
    result.reason = reason;
    return result;
  }
  if (has_candidate && is_contradiction(a, b, *candidate)) {
    result = {Verdict::proved, *candidate, "", {}};
    return result;
  }
  if (a.num_rows > largest_exact) {
    result.reason = "the problem is too large for exact linear programming";
    return result;
  }
  const Feasibility found = decide(a, b);
  if (found.is_feasible)
    return {Verdict::refuted, rounded(found.x, a.num_rows, 1), "some z >= 0 has A z + b >= 0",
            fractions(found.x, a.num_rows), is_complementary(found.x, a.num_rows)};
  // y^T (A z - w) <= 0 for all z, w >= 0 and y^T (-b) > 0: y itself is what Farkas asks for.
  return {Verdict::proved, rounded(found.y, a.num_rows, 1), "", fractions(found.y, a.num_rows)};
}

}  // namespace perpend
