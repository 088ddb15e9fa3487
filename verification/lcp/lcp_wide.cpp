// C0 where what a row sums overflows or underflows: as in doubles, without any rounding.
#include <algorithm>

#include "verification/arithmetic/wide_rows.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/lcp/lcp_wide.hpp"

namespace perpend {

namespace {

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
    const cpp_int& beside = largest[group[i]];
    const bool may_be_granted = cpp_int(error << 53) <= cpp_int(1000 * static_cast<long>(rows.size()) * beside);
    if (!(ratio.hi <= lcp_error_limit) && may_be_granted) {
      ++result.num_granted;
      const double most = 1000.0 * static_cast<double>(rows.size()) * unit_roundoff;
      result.granted_error = std::max(result.granted_error, std::min(most, enclose_share(error, beside).hi));
      continue;
    }
    lower = std::max(lower, ratio.lo);
    if (ratio.hi <= result.backward_error) continue;
    result.backward_error = ratio.hi;
    result.worst_row = static_cast<int>(i);
  }
  return lower;
}

}  // namespace

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

}  // namespace perpend
