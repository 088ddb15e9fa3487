#include "verification/delassus.hpp"
#include "verification/rational.hpp"

namespace perpend {

namespace {

bool is_fit(const VectorX& mass, const ConstraintRows& rows, const VectorX& compliance) {
  if (mass.size() != rows.num_columns || compliance.size() != rows.num_rows) return false;
  for (const double m : mass)
    if (!(m > 0.0 && m < infinity)) return false;
  for (const double x : rows.values)
    if (!std::isfinite(x)) return false;
  return compliance.allFinite();
}

/// J M^-1 J^T + E over the rationals.
RationalRows exact_delassus(const VectorX& mass, const ConstraintRows& rows, const VectorX& compliance) {
  const RowPattern pattern(rows);
  RationalRows w(rows.num_rows, std::vector<Rational>(rows.num_rows));
  for (int i = 0; i < rows.num_rows; ++i) w[i][i] = exact(compliance[i]);
  for (int c = 0; c < rows.num_columns; ++c) {
    const Rational inverse = 1 / exact(mass[c]);
    for (const auto& [first, i] : pattern.column(c))
      for (const auto& [second, j] : pattern.column(c))
        w[i][j] += exact(rows.values[first]) * exact(rows.values[second]) * inverse;
  }
  return w;
}

}  // namespace

Certificate escalate_delassus_exact(const VectorX& mass, const ConstraintRows& rows, const VectorX& compliance) {
  Certificate result{.kind = CertificateKind::spd_delassus, .verdict = Verdict::undecided};
  if (!is_fit(mass, rows, compliance)) {
    result.reason = "a mass is not positive, or a number is not finite";
    return result;
  }
  if (rows.num_rows > most_exact_rows) {
    result.reason = "too many constraint rows for exact arithmetic";
    return result;
  }
  RationalRows w = exact_delassus(mass, rows, compliance);
  const bool is_definite = eliminate(w) == rows.num_rows;
  result.verdict = is_definite ? Verdict::proved : Verdict::refuted;
  if (!is_definite) result.reason = "a pivot is not positive in exact arithmetic: constraint rows are dependent";
  return result;
}

}  // namespace perpend
