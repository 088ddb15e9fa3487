#include "verification/statements/nearness.hpp"

#include <arb_mat.h>
#include <algorithm>
#include <chrono>

#include "verification/arithmetic/dense_enclosure.hpp"
#include "verification/arithmetic/factors.hpp"
#include "verification/arithmetic/flint_memory.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_class.hpp"
#include "verification/lcp/lcp_enclosures.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/basis_guess.hpp"
#include "verification/statements/basis_proof.hpp"
#include "verification/statements/p_structure.hpp"

namespace perpend {

namespace {

/// sum_j |a_ij|, rounded up.
double size_of_row(const SparseRows& a, int i) {
  double size = 0.0;
  for (int k = a.first[i]; k < a.first[i + 1]; ++k)
    if (a.value[k] != 0.0) size = add_up(size, std::abs(a.value[k]));
  return size;
}

/// A x = b solved at `bits` bits; its entries are balls.
class BallSolution {
 public:
  BallSolution(const MatrixX& a, const VectorX& b, int bits) : bits_(bits) {
    arb_mat_t matrix;
    arb_mat_t right;
    release_flint_at_end_of_thread();
    arb_mat_init(matrix, a.rows(), a.cols());
    arb_mat_init(right, a.rows(), 1);
    arb_mat_init(solution_, a.cols(), 1);
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      for (Eigen::Index j = 0; j < a.cols(); ++j) arb_set_d(arb_mat_entry(matrix, i, j), a(i, j));
      arb_set_d(arb_mat_entry(right, i, 0), b[i]);
    }
    is_regular_ = arb_mat_solve(solution_, matrix, right, bits) != 0;
    arb_mat_clear(matrix);
    arb_mat_clear(right);
  }
  BallSolution(const BallSolution&) = delete;
  BallSolution& operator=(const BallSolution&) = delete;
  ~BallSolution() { arb_mat_clear(solution_); }

  [[nodiscard]] bool is_regular() const { return is_regular_; }

  /// |x_i - (A^-1 b)_i|.
  [[nodiscard]] Interval distance(Eigen::Index i, double x) const {
    arb_t error;
    arf_t end;
    arb_init(error);
    arf_init(end);
    arb_set_d(error, x);
    arb_sub(error, error, arb_mat_entry(solution_, i, 0), bits_);
    Interval result;
    arb_get_abs_lbound_arf(end, error, 64);
    result.lo = arf_get_d(end, ARF_RND_FLOOR);
    arb_get_abs_ubound_arf(end, error, 64);
    result.hi = arf_get_d(end, ARF_RND_CEIL);
    arf_clear(end);
    arb_clear(error);
    return result;
  }

 private:
  arb_mat_t solution_;
  int bits_;
  bool is_regular_ = false;
};

Nearness largest_of(const std::vector<Interval>& distances) {
  Nearness found{.least = 0.0, .most = 0.0, .is_regular = true};
  for (const Interval& distance : distances) {
    if (!distance.is_known()) return {};
    found.least = std::max(found.least, distance.lo);
    found.most = std::max(found.most, distance.hi);
  }
  return found;
}

/// `proof` rounds to a neighbour of the rational.
ExactNearness compared_with_proof(const VectorX& z, const BasisProof& proof, const std::vector<int>& active,
                                  bool is_unique) {
  std::vector<Interval> distances;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double entry = proof.z[i];
    const bool is_active = std::binary_search(active.begin(), active.end(), static_cast<int>(i));
    distances.push_back(abs((is_active ? Interval(next_down(entry), next_up(entry)) : Interval(0.0)) - z[i]));
  }
  ExactNearness found{.distance = largest_of(distances), .active = active, .is_found = true};
  if (!is_unique) found.distance.least = 0.0;
  return found;
}

}  // namespace

Verdict Nearness::judge(double within) const {
  if (most <= within) return Verdict::proved;
  return least > within ? Verdict::refuted : Verdict::undecided;
}

double least_distance(const SparseRows& a, const std::vector<Interval>& residual) {
  double least = 0.0;
  for (int i = 0; i < a.num_rows; ++i) {
    const double size = size_of_row(a, i);
    const double missed = abs(residual[i]).lo;
    if (size > 0.0 && size < infinity && missed > 0.0) least = std::max(least, divide_down(missed, size));
  }
  return least;
}

double least_distance(const SparseRows& a, const VectorX& b, const VectorX& z) {
  double least = 0.0;
  for (int i = 0; i < a.num_rows; ++i) {
    const double size = size_of_row(a, i);
    const Interval w = measure_row(a, b, z, i).value;
    if (!w.is_known() || !(size < infinity)) continue;
    Interval reach = w;  // of a row of zeros its sign alone counts
    if (size > 0.0) reach = w / Interval(size);
    if (size == 0.0) reach = w.lo > 0.0 ? Interval(infinity) : Interval(0.0);
    const Interval pair(std::min(z[i], reach.lo), std::min(z[i], reach.hi));
    if (pair.is_known()) least = std::max(least, abs(pair).lo);
  }
  return least;
}

Nearness nearness_in_doubles(const MatrixX& a, const std::vector<Interval>& residual) {
  if (a.rows() == 0) return {.least = 0.0, .most = 0.0, .is_regular = true};
  const VerifiedFactors factors(a);
  if (!factors.is_regular()) return {};
  const std::vector<Interval> sizes = factors.sizes(residual);
  return sizes.empty() ? Nearness{} : largest_of(sizes);
}

Nearness nearness_in_balls(const MatrixX& a, const VectorX& x, const VectorX& b, int bits) {
  const BallSolution solution(a, b, bits);
  if (!solution.is_regular()) return {};
  std::vector<Interval> distances;
  for (Eigen::Index i = 0; i < x.size(); ++i) distances.push_back(solution.distance(i, x[i]));
  return largest_of(distances);
}

ExactNearness nearness_of_rows(const SparseRows& a, const VectorX& b, const VectorX& z, bool is_unique,
                               const Effort& effort) {
  std::vector<int> active;
  for (int i = 0; i < a.num_rows; ++i)
    if (z[i] > 0.0) active.push_back(i);
  const double estimate = seconds_of_basis_guess(a.num_rows);
  if (estimate > effort.seconds) return {};
  if (const BasisProof own = prove_basis(a, b, active); own.is_proved)
    return compared_with_proof(z, own, active, is_unique);
  for (int covering = 0; covering < num_coverings && (covering + 1) * estimate <= effort.seconds; ++covering) {
    const BasisGuess guess = guess_basis(a, b, covering);
    if (guess.kind != GuessKind::solution) continue;
    if (const BasisProof proof = prove_basis(a, b, guess.active); proof.is_proved)
      return compared_with_proof(z, proof, guess.active, is_unique);
  }
  return {};
}

bool has_one_solution_each(const SparseRows& a, const Effort& effort) {
  constexpr int most_exact_rows = 40;  // of an elimination over the rationals
  constexpr int most_minor_rows = 12;
  VectorX v, t;
  if (find_dominance(a, v, t) || is_definite_sum(a)) return true;
  if (p_by_blocks(a, most_minor_rows) == Verdict::proved) return true;
  if (a.num_rows <= most_exact_rows) return classify(a, most_minor_rows).p_matrix == Verdict::proved;
  const MatrixX full = dense(a);
  return full == full.transpose() && state_spd(a, effort).verdict == Verdict::proved;
}

const char* why_no_distance(double within) {
  return within >= 0.0 ? nullptr : "the distance asked for is not a number that is 0 or larger";
}

double seconds_of_plain_solve(const MatrixX& a, const VectorX& b) {
  const auto start = std::chrono::steady_clock::now();
  const VectorX x = a.size() == 0 ? VectorX() : RoundedLu(a).solve(b);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return x.size() == b.size() ? seconds : 0.0;
}

}  // namespace perpend
