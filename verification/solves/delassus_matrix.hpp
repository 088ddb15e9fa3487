// The Delassus matrix of one state in floating point, with a proved bound of what rounding did to it.
#pragma once

#include <span>
#include <vector>

#include "kernel/model/constraint_rows.hpp"
#include "verification/solves/block_cholesky.hpp"
#include "verification/solves/mass_root.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

/// W = J M^-1 J^T + E in floating point, with the layout of its blocks fixed once. Allocates nothing when it is formed.
class DelassusMatrix {
 public:
  /// `left_out`: rows of J that W does not contain.
  DelassusMatrix(const ConstraintRows& layout, std::span<const int> left_out);

  /// The first half of `form`: K = J L^-T. Returns why not, or nullptr.
  [[nodiscard]] const char* weigh(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                                  std::span<const char> active);
  /// The second half: W = K K^T + E. Pre: weighed, with the same compliance and active rows.
  [[nodiscard]] const char* multiply(const VectorX& compliance, std::span<const char> active);
  /// Both. Forms W with L L^T = M + dM in place of M. Returns why not, or nullptr. Post:
  /// |fl(W) - J (M + dM)^-1 J^T - E|_ij <= forming_error() sqrt(W_ii W_jj). A row of J whose `active` is 0 becomes a
  /// row of the identity, which leaves the proof to the others.
  [[nodiscard]] const char* form(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                                 std::span<const char> active);
  [[nodiscard]] BlockCholesky& cholesky() { return cholesky_; }
  [[nodiscard]] const RowPattern& pattern() const { return pattern_; }
  [[nodiscard]] const MassRoot& root() const { return root_; }
  /// K, with zeros between its rows, an even number. Pre: weighed.
  [[nodiscard]] std::span<const double> weighted() const { return weighted_; }
  /// s_i = 1/sqrt(W_ii) of the row of each of these numbers. Pre: formed.
  void find_scales(std::span<double> out) const;
  /// s_i / L_jj of each number of J in a row of W that is active; the others stay. Pre: formed, M is diagonal.
  void find_row_weights(std::span<const char> active, std::span<double> out) const;
  /// Rows of J by their place in W.
  [[nodiscard]] std::span<const int> kept() const { return kept_; }
  [[nodiscard]] double forming_error() const;
  /// The most nonzeros in a row of W: also an upper bound of the largest eigenvalue when its diagonal is scaled to 1.
  [[nodiscard]] int widest_row() const { return widest_row_; }
  /// out = J L^-T x of the rows in W, x of as many numbers as J has columns. Pre: formed.
  void multiply_weighted(const VectorX& x, std::span<double> out) const;

 private:
  /// The rows in W of one joint on one body, K = J L^-T: column after column, each with room for an even number of
  /// rows, the last of which may be one of zeros.
  struct Side {
    int block = 0;      ///< in W
    int first_row = 0;  ///< in `kept_`
    int num_rows = 0;
    int first_place = 0;  ///< in `value_at_`
    int width = 0;
    int first_column = 0;
    std::size_t weighted = 0;
    [[nodiscard]] int stride() const { return num_rows + num_rows % 2; }
  };
  /// K of two sides that share columns: their product is part of a block of W.
  struct Product {
    std::size_t rows = 0, columns = 0;  ///< in `weighted_`
    int row_stride = 0, column_stride = 0;
    int num_rows = 0, num_columns = 0;
    int num_terms = 0;
    bool is_diagonal = false;
    std::size_t target = 0;
    int target_stride = 0;
  };
  /// One of two rows and three columns: where these stand, and K of them.
  struct SideOfPoint {
    int first_row = 0, second_row = 0;  ///< in the values of J
    int first_column = 0;
    std::size_t weighted = 0;
  };
  struct Layout;
  DelassusMatrix(const ConstraintRows& layout, Layout&& made);
  static Layout make_layout(const ConstraintRows& layout, std::span<const int> left_out);
  [[nodiscard]] double scale_of(int row) const;
  void make_product(const Side& one, const Side& other);
  void divide_points(const double* values);
  [[nodiscard]] bool divide_rows(const ConstraintRows& rows, std::span<const char> active);
  static void clear_row(double* first, const Side& side);
  template <int num_terms>
  void add_product(const Product& product, int first_term, double* target) const;
  [[nodiscard]] static bool is_of_points(const Product& product);
  /// Two rows of one point in the plane with two of another.
  void add_product_of_points(const Product& product, double* target) const;
  void add_products();

  RowPattern pattern_;
  MassRoot root_;
  std::vector<int> kept_;
  std::vector<Side> sides_;
  std::vector<int> value_at_;  ///< where each row of a side begins in the values of J; one of zeros: as the last
  std::vector<SideOfPoint> points_{};  ///< all sides, or none where some are no points in the plane
  std::vector<Product> products_{};
  bool are_of_points_ = false;
  std::vector<std::size_t> diagonal_{};  ///< where W_kk stands
  int most_terms_ = 0;
  int widest_row_ = 1;
  bool too_large_ = false;
  BlockCholesky cholesky_;
  std::vector<double> weighted_{};
};

}  // namespace perpend
