// What a proof for the Delassus matrix of one state says about those of states nearby: most steps of a run need no
// factorization of their own. With K = J L^-T (L L^T = M) and A, whose row i is s_i K_i, and next to it sqrt(E):
//     sigma_min(A') >= sigma_min(A) - |s (K' - K)|_F   Weyl, for singular values [HornJohnson13]
//     1/sqrt(W'_ii) >= s_i / (1 + |s (K' - K)|_F)                                by the triangle inequality
// so that lambda' >= ((sqrt(lambda) - d) / (1 + d))^2 for the smallest eigenvalues with the diagonal scaled to 1.
#pragma once

#include <span>
#include <vector>

#include "verification/solves/delassus_matrix.hpp"

namespace perpend {

/// Where M is diagonal and stays as it is, K is not made: s_i (K' - K)_ij = (J' - J)_ij s_i / L_jj.
class NearbyDelassus {
 public:
  explicit NearbyDelassus(const ConstraintRows& layout);

  /// Keeps a formed matrix J (M + dM)^-1 J^T + E, whose smallest eigenvalue with the diagonal scaled to 1 is proved to
  /// be at least `least`.
  void keep(const DelassusMatrix& matrix, const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
            std::span<const char> active, double least);
  void forget() { least_ = 0.0; }
  [[nodiscard]] bool keeps_one() const { return least_ > 0.0; }
  /// That of the one kept.
  [[nodiscard]] double least() const { return least_; }
  /// Whether `least_of` needs only J.
  [[nodiscard]] bool needs_only_rows(const MassMatrix& mass) const;

  /// A lower bound of the same for another matrix of this layout, or 0 where the one kept is too far, or has other
  /// active rows or another compliance. `numbers`: J, or K of the other matrix.
  [[nodiscard]] double least_of(std::span<const double> numbers, const DelassusMatrix& matrix,
                                const VectorX& compliance, std::span<const char> active) const;

 private:
  [[nodiscard]] double lost_share(const DelassusMatrix& matrix) const;

  double least_ = 0.0;
  double root_of_least_ = 0.0;    ///< not above it
  double distance_factor_ = 0.0;  ///< 1 + gamma of the sum for a distance
  double root_of_rows_ = 0.0;     ///< of the number of rows kept
  double lost_share_ = 0.0;       ///< of K to rounding
  double forming_error_ = 0.0;    ///< of the diagonal that gave the scale
  bool is_by_rows_ = false;
  VectorX mass_;  ///< where it is by rows
  std::vector<double> numbers_{}, weights_{};
  std::vector<char> active_{};
  VectorX compliance_;
};

}  // namespace perpend
