// Definiteness, rank and stability that are known by hand.
#include <cmath>
#include <vector>

#include "verification/cases/families.hpp"
#include "verification/cases/known_pieces.hpp"

namespace perpend::cases {

namespace {

constexpr double last_bit = 0x1p-52;

/// |i - 10| on the diagonal, 1 next to it: W21+.
MatrixX wilkinson() {
  MatrixX w = MatrixX::Zero(21, 21);
  for (int i = 0; i < 21; ++i) {
    w(i, i) = std::abs(i - 10);
    if (i > 0) w(i, i - 1) = w(i - 1, i) = 1.0;
  }
  return w;
}

std::vector<Case> make_spd() {
  constexpr const char* hilbert =
      "Hilbert's matrix is positive definite, and its multiple is exact in doubles to n = 20";
  const double e = last_bit;
  const auto spd = [](const char* name, const MatrixX& a, bool truth, const char* reason) {
    return matrix_case(name, Question::spd, a, truth, reason);
  };
  return {spd("hilbert_6", scaled_hilbert(6), true, hilbert),
          spd("hilbert_12", scaled_hilbert(12), true, hilbert),
          spd("hilbert_16", scaled_hilbert(16), true, hilbert),
          spd("hilbert_20", scaled_hilbert(20), true, hilbert),
          spd("one_bit_inside", square(2, {1, 1 - e, 1 - e, 1}), true, "determinant 1 - (1 - e)^2 > 0, e = 2^-52"),
          spd("one_bit_outside", square(2, {1, 1 + e, 1 + e, 1}), false, "determinant 1 - (1 + e)^2 < 0, e = 2^-52"),
          spd("on_the_edge", square(2, {1, 1, 1, 1}), false, "x^T A x = 0 for x = (1, -1)"),
          spd("wilkinson_21", wilkinson(), false, "smallest eigenvalue -1.12544152211998"),
          spd("fathi_10", fathi_matrix(10), true, "M M^T with det M = 1 [Fathi79]")};
}

std::vector<Case> make_rank() {
  MatrixX thin(3, 3), dependent(3, 4);
  thin << 1, 0, 0, 0, 1, 0, 1, 1, 0x1p-30;
  dependent << 1, 2, 3, 4, 4, 3, 2, 1, 5, 5, 5, 5;
  return {matrix_case("thin_row", Question::rank, thin, true, "determinant 2^-30, though J J^T in doubles is singular"),
          matrix_case("sum_of_rows", Question::rank, dependent, false, "row 3 = row 1 + row 2")};
}

/// M = 1, B = [[2, 0, 0, 0], [-2, 0, 2, 0]]: P = diag(1, 0, 1, 0), in whole coordinates T.
Case update_of(const char* name, double a, double b, bool truth, const char* reason) {
  MatrixX inverse;
  const MatrixX t = unimodular(4, 1, 7, inverse);
  const MatrixX p = t * VectorX(vector({1, 0, 1, 0})).asDiagonal() * inverse;
  const MatrixX one = MatrixX::Identity(4, 4);
  MatrixX x(8, 8);
  x << one - b * p, one - a * p, -b * p, one - a * p;
  return matrix_case(name, Question::rho, x, truth, reason);
}

std::vector<Case> make_rho() {
  return {update_of("nilpotent_1_1", 1, 1, true, "a = b = 1: z^4 (z - 1)^4"),
          update_of("defective_0_4", 0, 4, true, "a = 0, b = 4: -1 twice in each block"),
          update_of("free_0_0", 0, 0, true, "a = b = 0: 1 twice in each block"),
          update_of("bounded_2_0", 2, 0, true, "a = 2, b = 0: 1 and -1"),
          update_of("bounded_0_2", 0, 2, true, "a = 0, b = 2: i and -i"),
          update_of("edge_1_2", 1, 2, true, "a = 1, b = 2: 0 and -1"),
          update_of("unstable_1_2.01", 1, 2.01, false, "a = 1, b = 2.01: |trace| > 1 + determinant"),
          update_of("unstable_2_0.01", 2, 0.01, false, "a = 2, b = 0.01: |trace| > 1 + determinant"),
          update_of("unstable_0.5_-0.01", 0.5, -0.01, false, "a = 0.5, b = -0.01: trace > 1 + determinant"),
          update_of("slow_10_10", 20 * 0.0829, 100 * 0.0829 * 0.0829, false,
                    "alpha = beta = 10/s at h = 0.0829 s: rho = 1.00196"),
          update_of("golden_10_10", 2, 1, false, "alpha = beta = 10/s at h = 0.1 s: rho is the golden ratio")};
}

const std::vector<Case>& all_spd() {
  static const std::vector<Case> cases = make_spd();
  return cases;
}
const std::vector<Case>& all_rank() {
  static const std::vector<Case> cases = make_rank();
  return cases;
}
const std::vector<Case>& all_rho() {
  static const std::vector<Case> cases = make_rho();
  return cases;
}

}  // namespace

long num_known_spd() {
  return static_cast<long>(all_spd().size());
}
long num_known_rank() {
  return static_cast<long>(all_rank().size());
}
long num_known_rho() {
  return static_cast<long>(all_rho().size());
}

Case known_spd(std::uint64_t, long index) {
  return pick(all_spd(), index);
}

Case known_rank(std::uint64_t, long index) {
  return pick(all_rank(), index);
}

Case known_rho(std::uint64_t, long index) {
  return pick(all_rho(), index);
}

}  // namespace perpend::cases
