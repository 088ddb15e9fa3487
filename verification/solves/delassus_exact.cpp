#include <algorithm>
#include <array>
#include <cmath>

#include "verification/arithmetic/rational.hpp"
#include "verification/solves/delassus.hpp"
#include "verification/solves/inertia_rows.hpp"

namespace perpend {

namespace {

using Matrix = std::array<std::array<Rational, 3>, 3>;

/// The block of M that begins at column c: 3 x 3, or the one number in front.
struct MassBlock {
  int first = 0;
  int size = 1;
  Matrix value;
};

std::vector<MassBlock> exact_blocks(const MassMatrix& mass) {
  std::vector<MassBlock> result;
  auto next = mass.blocks.begin();
  for (int c = 0; c < static_cast<int>(mass.size()); c += result.back().size) {
    MassBlock& block = result.emplace_back();
    block.first = c;
    if (next != mass.blocks.end() && next->first == c) {
      block.size = 3;
      block.value[0][1] = block.value[1][0] = exact(next->xy);
      block.value[0][2] = block.value[2][0] = exact(next->xz);
      block.value[1][2] = block.value[2][1] = exact(next->yz);
      ++next;
    }
    for (int i = 0; i < block.size; ++i) block.value[i][i] = exact(mass.diagonal[c + i]);
  }
  return result;
}

/// Cofactors over the determinant. False unless all leading minors are positive: then, and only then, the block is
/// positive definite.
bool invert(MassBlock& block) {
  const Matrix a = block.value;
  if (!(a[0][0] > 0)) return false;
  if (block.size == 1) {
    block.value[0][0] = 1 / a[0][0];
    return true;
  }
  const auto cofactor = [&](int i, int j) -> Rational {
    const int r = (i + 1) % 3;
    const int s = (i + 2) % 3;
    const int p = (j + 1) % 3;
    const int q = (j + 2) % 3;
    return a[r][p] * a[s][q] - a[r][q] * a[s][p];
  };
  const Rational determinant = a[0][0] * cofactor(0, 0) + a[0][1] * cofactor(0, 1) + a[0][2] * cofactor(0, 2);
  if (!(cofactor(2, 2) > 0 && determinant > 0)) return false;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) block.value[i][j] = cofactor(j, i) / determinant;
  return true;
}

bool has_finite_entries(const InertiaBlock& block) {
  return std::isfinite(block.xy) && std::isfinite(block.xz) && std::isfinite(block.yz);
}

bool is_fit(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance) {
  if (mass.size() != rows.num_columns || compliance.size() != rows.num_rows || !is_well_placed(mass)) return false;
  if (!mass.diagonal.allFinite() || !std::all_of(mass.blocks.begin(), mass.blocks.end(), has_finite_entries))
    return false;
  for (const double x : rows.values)
    if (!std::isfinite(x)) return false;
  return compliance.allFinite();
}

/// J M^-1 J^T + E over the rationals, of the rows with a place; false when M is not positive definite.
bool form_exact(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                const std::vector<int>& place, RationalRows& w) {
  const RowPattern pattern(rows);
  for (int i = 0; i < rows.num_rows; ++i)
    if (place[i] >= 0) w[place[i]][place[i]] = exact(compliance[i]);
  for (MassBlock& block : exact_blocks(mass)) {
    if (!invert(block)) return false;
    for (int p = 0; p < block.size; ++p)
      for (int q = 0; q < block.size; ++q)
        for (const auto& [first, i] : pattern.column(block.first + p))
          for (const auto& [second, j] : pattern.column(block.first + q))
            if (place[i] >= 0 && place[j] >= 0)
              w[place[i]][place[j]] += exact(rows.values[first]) * block.value[p][q] * exact(rows.values[second]);
  }
  return true;
}

}  // namespace

Certificate escalate_delassus_exact(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                                    std::span<const char> active) {
  Certificate result{.kind = CertificateKind::spd_delassus, .verdict = Verdict::undecided};
  if (!is_fit(mass, rows, compliance)) {
    result.reason = "the sizes do not match, or a number is not finite";
    return result;
  }
  std::vector<int> place(rows.num_rows, -1);
  int size = 0;
  for (int i = 0; i < rows.num_rows; ++i)
    if (active.empty() || active[i] != 0) place[i] = size++;
  if (size > most_exact_rows) {
    result.reason = "too many constraint rows for exact arithmetic";
    return result;
  }
  RationalRows w(size, std::vector<Rational>(size));
  if (!form_exact(mass, rows, compliance, place, w)) {
    result.reason = "a mass is not positive, or an inertia not positive definite";
    return result;
  }
  const bool is_definite = eliminate(w) == size;
  result.verdict = is_definite ? Verdict::proved : Verdict::refuted;
  if (!is_definite) result.reason = "a pivot is not positive in exact arithmetic: constraint rows are dependent";
  return result;
}

Certificate escalate_delassus_exact(const Problem& problem, const Solution& solution) {
  std::vector<char> active;
  if (const char* reason = find_active_rows(problem, solution, active))
    return {.kind = CertificateKind::spd_delassus, .verdict = Verdict::undecided, .reason = reason};
  return escalate_delassus_exact(*problem.mass, *problem.rows, problem.compliance, active);
}

}  // namespace perpend
