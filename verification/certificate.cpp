#include "verification/certificate.hpp"

#include <cstddef>
#include <iterator>

namespace perpend {

namespace {

using enum Sense;

template <class Bound>
struct NamedBound {
  Bound bound;
  const char* name;
  Sense sense = exactly;
  Quantity quantity = Quantity::number;
};

/// The rows in the order of their enumerators; anything else does not compile.
template <class Bound, std::size_t count>
consteval std::array<BoundType, max_bounds> in_order(const NamedBound<Bound> (&rows)[count]) {
  static_assert(count <= max_bounds);
  std::array<BoundType, max_bounds> bounds{};
  for (std::size_t i = 0; i < count; ++i) {
    if (static_cast<std::size_t>(rows[i].bound) != i) throw "a row is not at the place of its enumerator";
    bounds[i] = {rows[i].name, rows[i].sense, rows[i].quantity};
  }
  return bounds;
}

constexpr CertificateType types[] = {
    {CertificateKind::kkt_residual, "kkt_residual",
     "each row of the motion, and each row of joints whose multiplier has no bound, holds exactly for the computed "
     "motion and multipliers once its own numbers are changed by at most the stated relative amount, which is below "
     "the square root of the rounding unit; of a row counted as granted, whose terms are all rounding of the rest, "
     "only "
     "the right-hand side is changed, by at most that share of its terms and of its coefficients times the largest "
     "unknown, a velocity being as large as the terms that it is the sum of",
     "componentwise backward error [OettliPrager64] with residuals from doubled precision dot products "
     "[OgitaRumpOishi05]",
     in_order<KktResidualBound>(
         {{KktResidualBound::backward_error, "backward error", at_most},
          {KktResidualBound::motion_residual, "motion residual", at_most, Quantity::any_impulse},
          {KktResidualBound::constraint_residual, "constraint residual", at_most, Quantity::any_rate},
          {KktResidualBound::worst_row, "worst row"},
          {KktResidualBound::granted_rows, "rows granted as rounding", at_most, Quantity::granted_rows}})},
    {CertificateKind::kept_rows, "kept_rows",
     "each row of the motion, and each row of joints that was kept and whose multiplier has no bound, holds exactly "
     "once its own numbers are changed by at most the stated relative amount, or, of a row counted as granted, whose "
     "terms are all rounding of the rest, its right-hand side by at most that share of its terms and of its "
     "coefficients times the largest unknown; each row left out as redundant is a combination of rows kept up to the "
     "stated share of its length, which is at most 1/64, and is missed by at most the stated amount",
     "componentwise backward error [OettliPrager64] with residuals from doubled precision dot products "
     "[OgitaRumpOishi05]; a combination with outward rounding for each row left out",
     in_order<KeptRowsBound>(
         {{KeptRowsBound::backward_error, "backward error of the rows kept", at_most},
          {KeptRowsBound::share_beyond, "share of a row left out beyond the rows kept", at_most},
          {KeptRowsBound::miss, "row left out missed by", at_most, Quantity::any_rate},
          {KeptRowsBound::num_left_out, "rows left out"},
          {KeptRowsBound::granted_rows, "rows granted as rounding", at_most, Quantity::granted_rows}})},
    {CertificateKind::complementarity, "complementarity",
     "each multiplier of a limit or of dry friction lies within its bounds, exactly; where it is strictly between them "
     "its row holds, and where it is at one of two different bounds its row gives way to the allowed side, both once "
     "the numbers of the row are changed by at most the stated relative amount or, of a row counted as granted, whose "
     "terms are all rounding of the rest, its right-hand side by at most that share of its terms and of its "
     "coefficients times the largest unknown",
     "signs taken exactly and componentwise backward errors [OettliPrager64] with residuals from doubled precision dot "
     "products [OgitaRumpOishi05]",
     in_order<ComplementarityBound>(
         {{ComplementarityBound::error_between, "backward error between the bounds", at_most},
          {ComplementarityBound::error_at_bound, "backward error of the sign at a bound", at_most},
          {ComplementarityBound::violation, "a bound exceeded by", at_most, Quantity::any_impulse},
          {ComplementarityBound::worst_row, "worst row"},
          {ComplementarityBound::granted_rows, "rows granted as rounding", at_most, Quantity::granted_rows}})},
    {CertificateKind::contact_solve, "contact_solve",
     "the motion, impulses and slacks that a solve computed are a solution, exactly, of the complementarity problem of "
     "joints and contacts whose right-hand sides are changed by at most the stated amounts and whose bounds of "
     "multipliers by at most the stated backward error; each change is below the square root of the rounding unit "
     "relative to what its row sums, but for rows counted as granted, where 1000 n u of the coefficients times the "
     "largest unknown of the whole problem is added; other solutions may exist, and of a step with an impact each "
     "solve "
     "is spoken of by itself",
     "complementary doubles solve the problem that their residual belongs to: each row enclosed with outward rounding, "
     "signs and products of each pair taken exactly [CottlePangStone92]",
     in_order<ContactSolveBound>(
         {{ContactSolveBound::backward_error, "backward error", at_most},
          {ContactSolveBound::motion, "motion rows (impulses) changed by", at_most, Quantity::any_impulse},
          {ContactSolveBound::joints, "joint rows (rates) changed by", at_most, Quantity::any_rate},
          {ContactSolveBound::normal, "normal rows (rates) changed by", at_most, Quantity::rate},
          {ContactSolveBound::tangential, "tangential rows (rates) changed by", at_most, Quantity::rate},
          {ContactSolveBound::cone, "cone rows (impulses) changed by", at_most, Quantity::impulse},
          {ContactSolveBound::granted_rows, "rows granted as rounding", at_most, Quantity::granted_rows}})},
    {CertificateKind::contact_class, "contact_class",
     "the complementarity problem of the contacts, motions and joints eliminated where they can be, has a copositive "
     "matrix, with the convex friction law or without friction a positive semidefinite one",
     "a Gram matrix in the inverse of M, which is positive definite, together with blocks E and -E^T and friction "
     "coefficients that are not negative [AnitescuPotra97] [HartAnitescu03]",
     in_order<ContactClassBound>({{ContactClassBound::smallest_friction, "friction coefficient", at_least},
                                  {ContactClassBound::largest_friction, "friction coefficient", at_most}})},
    {CertificateKind::solvability, "solvability", "the contact problem that no solver answered has a solution",
     "copositive: solvable when some motion that the joints allow opens every contact faster than friction times its "
     "slip [AnitescuPotra97]; refuted by a nonnegative combination of the rows that cannot be fulfilled (Farkas) "
     "[CottlePangStone92]",
     in_order<SolvabilityBound>({{SolvabilityBound::num_contacts, "contacts"}})},
    {CertificateKind::num_solutions, "num_solutions",
     "the solutions of the complementarity problem of the contacts have exactly the stated numbers of distinct "
     "impulses and motions: isolated ones, and continua in which some impulses trade for others, each a maximal "
     "polyhedron, which may touch another; slips, and friction along opposite directions that cancels, count for "
     "nothing",
     "each choice of the entries that are 0 solved over the rationals [CottlePangStone92]",
     in_order<NumSolutionsBound>({{NumSolutionsBound::most_impulses, "isolated impulses", at_most},
                                  {NumSolutionsBound::fewest_impulses, "isolated impulses", at_least},
                                  {NumSolutionsBound::impulse_continua, "continua of impulses", at_most},
                                  {NumSolutionsBound::motions, "isolated motions", at_most},
                                  {NumSolutionsBound::motion_continua, "continua of motions", at_most},
                                  {NumSolutionsBound::num_pairs, "pairs of the problem", at_most}})},
    {CertificateKind::spd_delassus, "spd_delassus",
     "the Delassus matrix J M^-1 J^T + E of the given numbers, of all rows whose multiplier is not at a bound, without "
     "limits and frictions that carry exactly 0 and without redundant rows that were left out, is positive definite: "
     "with all other multipliers and impulses held fixed theirs are unique, and without compliance these rows are "
     "independent",
     "a Cholesky factorization of the shifted, diagonally scaled matrix that runs to its end [Rump06], with the "
     "rounding of the "
     "product itself charged to the shift",
     in_order<DelassusBound>(
         {{DelassusBound::smallest_eigenvalue, "smallest eigenvalue (diagonal scaled to 1)", at_least},
          {DelassusBound::condition, "condition number (diagonal scaled to 1)", at_most},
          {DelassusBound::rounding, "charged to rounding"}})},
    {CertificateKind::rank, "rank",
     "the rows of joints at the start, as the rounded numbers that are stored, have at least the stated rank, and a "
     "matrix within the stated distance (0: the stored one) has exactly it",
     "positive definite Delassus of the independent rows [Rump06]; a combination of them for each dependent row",
     in_order<RankBound>({{RankBound::rank, "rank"},
                          {RankBound::distance, "distance to that rank", at_most},
                          {RankBound::independence, "smallest scaled eigenvalue of the independent rows", at_least},
                          {RankBound::num_dependent, "dependent rows"}})},
    {CertificateKind::spectral_radius, "spectral_radius",
     "no eigenvalue of the discrete update of the linearized mechanism lies outside the unit circle: the mechanism at "
     "rest in its start pose, with the springs, dampers, loads and forces of joints that it has there, as long as no "
     "contact, limit or dry friction acts; step and gains are taken as the decimal numbers of the scene, masses and "
     "rows "
     "as the rounded ones that are stored, and that the true stiffness of forces that turn with the bodies lies within "
     "the margin of the proof is evidence, not proved",
     "the constraint errors evolve by a 2 by 2 block [Hong06] whose exact trace and determinant satisfy Jury's "
     "inequalities [Jury64]; on the motions that the constraints allow the same inequalities hold as forms of M, D and "
     "K, sums of squares or definite by a Cholesky factorization once weighted squares of the rows are added [Rump06]; "
     "refuted by the block, or by one motion on which a form is negative",
     in_order<SpectralRadiusBound>({{SpectralRadiusBound::lower, "spectral radius", at_least},
                                    {SpectralRadiusBound::upper, "spectral radius", at_most},
                                    {SpectralRadiusBound::trace, "trace of the constrained block"},
                                    {SpectralRadiusBound::determinant, "determinant of the constrained block"}})},
    {CertificateKind::constraint_error, "constraint_error",
     "the largest error of the joints, drives and rolling rows that hold a position lies, over all stored states, "
     "between the stated bounds, metres and radians compared as bare numbers",
     "outward rounded evaluation of the joint equations at the stored numbers",
     in_order<ConstraintErrorBound>({{ConstraintErrorBound::lower, "largest error", at_least, Quantity::position},
                                     {ConstraintErrorBound::upper, "largest error", at_most, Quantity::position},
                                     {ConstraintErrorBound::worst_step, "worst step"},
                                     {ConstraintErrorBound::num_states, "states"}})},
    {CertificateKind::reference, "reference",
     "two integrations of different order, step and precision agree within the stated distance: high precision, not a "
     "proof",
     "agreement of independent extrapolated integrations [Gragg65]",
     in_order<ReferenceBound>({{ReferenceBound::difference, "largest difference", exactly, Quantity::position}})},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < std::size(types); ++i)
    if (types[i].kind != static_cast<CertificateKind>(i)) return false;
  return true;
}
static_assert(is_in_order());

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::not_run:
      return "not_run";
    case Verdict::proved:
      return "proved";
    case Verdict::refuted:
      return "refuted";
    case Verdict::undecided:
      return "undecided";
  }
  return "unknown";
}

std::string describe(const BoundType& bound) {
  switch (bound.sense) {
    case at_most:
      return std::string(bound.name) + " at most";
    case at_least:
      return std::string(bound.name) + " at least";
    case exactly:
      return bound.name;
  }
  return "unknown";
}

long granted_rows(const Certificate& certificate) {
  if (certificate.verdict != Verdict::proved) return 0;
  const CertificateType& type = certificate_type(certificate.kind);
  for (std::size_t i = 0; i < max_bounds; ++i)
    if (type.bounds[i].quantity == Quantity::granted_rows) return static_cast<long>(certificate.bounds[i]);
  return 0;
}

const CertificateType& certificate_type(CertificateKind kind) {
  return types[static_cast<std::size_t>(kind)];
}

}  // namespace perpend
