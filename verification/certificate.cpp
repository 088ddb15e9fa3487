#include "verification/certificate.hpp"

#include <cstddef>

namespace perpend {

namespace {

constexpr CertificateType types[] = {
    {CertificateKind::kkt_residual,
     "kkt_residual",
     "each row of the motion, and each row of joints whose multiplier has no bound, holds exactly for the computed "
     "motion and multipliers once its own numbers are changed by at most the stated relative amount, which is below "
     "the square root of the rounding unit; of a row counted as granted, whose terms are all rounding of the rest, "
     "only "
     "the right-hand side is changed, by at most that share of its terms and of its coefficients times the largest "
     "unknown, a velocity being as large as the terms that it is the sum of",
     "componentwise backward error [OettliPrager64] with residuals from doubled precision dot products "
     "[OgitaRumpOishi05]",
     {"backward error at most", "motion residual at most", "constraint residual at most", "worst row",
      "rows granted as rounding at most"},
     4},
    {CertificateKind::kept_rows,
     "kept_rows",
     "each row of the motion, and each row of joints that was kept and whose multiplier has no bound, holds exactly "
     "once its own numbers are changed by at most the stated relative amount, or, of a row counted as granted, whose "
     "terms are all rounding of the rest, its right-hand side by at most that share of its terms and of its "
     "coefficients times the largest unknown; each row left out as redundant is a combination of rows kept up to the "
     "stated share of its length, which is at most 1/64, and is missed by at most the stated amount",
     "componentwise backward error [OettliPrager64] with residuals from doubled precision dot products "
     "[OgitaRumpOishi05]; a combination with outward rounding for each row left out",
     {"backward error of the rows kept at most", "share of a row left out beyond the rows kept at most",
      "row left out missed by at most", "rows left out", "rows granted as rounding at most"},
     4},
    {CertificateKind::complementarity,
     "complementarity",
     "each multiplier of a limit or of dry friction lies within its bounds, exactly; where it is strictly between them "
     "its row holds, and where it is at one of two different bounds its row gives way to the allowed side, both once "
     "the numbers of the row are changed by at most the stated relative amount or, of a row counted as granted, whose "
     "terms are all rounding of the rest, its right-hand side by at most that share of its terms and of its "
     "coefficients times the largest unknown",
     "signs taken exactly and componentwise backward errors [OettliPrager64] with residuals from doubled precision dot "
     "products [OgitaRumpOishi05]",
     {"backward error between the bounds at most", "backward error of the sign at a bound at most",
      "a bound exceeded by at most", "worst row", "rows granted as rounding at most"},
     4},
    {CertificateKind::contact_solve,
     "contact_solve",
     "the motion, impulses and slacks that a solve computed are a solution, exactly, of the complementarity problem of "
     "joints and contacts whose right-hand sides are changed by at most the stated amounts and whose bounds of "
     "multipliers by at most the stated backward error; each change is below the square root of the rounding unit "
     "relative to what its row sums, but for rows counted as granted, where 1000 n u of the coefficients times the "
     "largest unknown of the whole problem is added; other solutions may exist, and of a step with an impact each "
     "solve "
     "is spoken of by itself",
     "complementary doubles solve the problem that their residual belongs to: each row enclosed with outward rounding, "
     "signs and products of each pair taken exactly [CottlePangStone92]",
     {"backward error at most", "motion rows (impulses) changed by at most", "joint rows (rates) changed by at most",
      "normal rows (rates) changed by at most", "tangential rows (rates) changed by at most",
      "cone rows (impulses) changed by at most", "rows granted as rounding at most"},
     6},
    {CertificateKind::contact_class,
     "contact_class",
     "the complementarity problem of the contacts, motions and joints eliminated where they can be, has a copositive "
     "matrix, with the convex friction law or without friction a positive semidefinite one",
     "a Gram matrix in the inverse of M, which is positive definite, together with blocks E and -E^T and friction "
     "coefficients that are not negative [AnitescuPotra97] [HartAnitescu03]",
     {"friction coefficient at least", "friction coefficient at most", nullptr}},
    {CertificateKind::solvability,
     "solvability",
     "the contact problem that no solver answered has a solution",
     "copositive: solvable when some motion that the joints allow opens every contact faster than friction times its "
     "slip [AnitescuPotra97]; refuted by a nonnegative combination of the rows that cannot be fulfilled (Farkas) "
     "[CottlePangStone92]",
     {"contacts", nullptr}},
    {CertificateKind::num_solutions,
     "num_solutions",
     "the solutions of the complementarity problem of the contacts have exactly the stated numbers of distinct "
     "impulses and motions: isolated ones, and continua in which some impulses trade for others, each a maximal "
     "polyhedron, which may touch another; slips, and friction along opposite directions that cancels, count for "
     "nothing",
     "each choice of the entries that are 0 solved over the rationals [CottlePangStone92]",
     {"isolated impulses at most", "isolated impulses at least", "continua of impulses at most",
      "isolated motions at most", "continua of motions at most", "pairs of the problem at most"}},
    {CertificateKind::spd_delassus,
     "spd_delassus",
     "the Delassus matrix J M^-1 J^T + E of the given numbers, of all rows whose multiplier is not at a bound, without "
     "limits and frictions that carry exactly 0 and without redundant rows that were left out, is positive definite: "
     "with all other multipliers and impulses held fixed theirs are unique, and without compliance these rows are "
     "independent",
     "a Cholesky factorization of the shifted, diagonally scaled matrix that runs to its end [Rump06], with the "
     "rounding of the "
     "product itself charged to the shift",
     {"smallest eigenvalue (diagonal scaled to 1) at least", "condition number (diagonal scaled to 1) at most",
      "charged to rounding", nullptr}},
    {CertificateKind::rank,
     "rank",
     "the rows of joints at the start, as the rounded numbers that are stored, have at least the stated rank, and a "
     "matrix within the stated distance (0: the stored one) has exactly it",
     "positive definite Delassus of the independent rows [Rump06]; a combination of them for each dependent row",
     {"rank", "distance to that rank at most", "smallest scaled eigenvalue of the independent rows at least",
      "dependent rows"}},
    {CertificateKind::spectral_radius,
     "spectral_radius",
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
     {"spectral radius at least", "spectral radius at most", "trace of the constrained block",
      "determinant of the constrained block"}},
    {CertificateKind::constraint_error,
     "constraint_error",
     "the largest error of the joints, drives and rolling rows that hold a position lies, over all stored states, "
     "between the stated bounds, metres and radians compared as bare numbers",
     "outward rounded evaluation of the joint equations at the stored numbers",
     {"largest error at least", "largest error at most", "worst step", "states"}},
    {CertificateKind::reference,
     "reference",
     "two integrations of different order, step and precision agree within the stated distance: high precision, not a "
     "proof",
     "agreement of independent extrapolated integrations [Gragg65]",
     {"largest difference", nullptr, nullptr, nullptr}},
};

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

long granted_rows(const Certificate& certificate) {
  const int i = certificate_type(certificate.kind).granted_bound;
  return i >= 0 && certificate.verdict == Verdict::proved ? static_cast<long>(certificate.bounds[i]) : 0;
}

const CertificateType& certificate_type(CertificateKind kind) {
  return types[static_cast<std::size_t>(kind)];
}

}  // namespace perpend
