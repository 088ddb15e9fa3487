// L L^T of a sparse symmetric matrix whose rows come in blocks, such as those of joints. Everything that depends on the
// pattern alone is worked out once; the numeric part allocates nothing.
//
// Blocks are eliminated one after the other, neighbours with one pattern together. The columns of L that are
// eliminated together are a panel: a dense matrix, column by column, of their own rows and of the rows below them that
// are not zero [Davis06].
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace perpend {

/// Where the numbers of a pair of blocks stand: entry (i, j) at first + i + j stride. `is_transposed`: the pair is
/// stored the other way round.
struct BlockPlace {
  std::size_t first = 0;
  int stride = 0;
  bool is_transposed = false;
};

class BlockCholesky {
 public:
  /// `sizes`: rows of each block, all above 0. `coupled`: pairs of different blocks that are not zero, each once.
  /// Chooses a fill-reducing order.
  BlockCholesky(std::span<const int> sizes, std::span<const std::pair<int, int>> coupled);

  [[nodiscard]] int size() const { return static_cast<int>(position_.size()); }
  /// Numbers of the matrix, to be filled before `factorize`. They have room for one number behind each place. What
  /// a block on the diagonal has above the diagonal is not read.
  [[nodiscard]] std::span<double> numbers() { return numbers_; }
  [[nodiscard]] std::span<const double> numbers() const { return numbers_; }
  /// Pre: a == b, or the pair is coupled.
  [[nodiscard]] BlockPlace place(int a, int b) const;
  /// Where the diagonal entry of a row stands; rows are counted in the order of the blocks.
  [[nodiscard]] std::size_t diagonal(int row) const { return diagonal_[position_[row]]; }

  /// Factorizes the matrix with diagonal entries times `diagonal_factor`. False at a pivot that is not positive (or
  /// NaN), which `breakdown_vector` then turns into a direction. Each entry of L is an inner product of at most
  /// `longest_row` - 1 terms, a subtraction and a division, in rounding to nearest and in some order.
  [[nodiscard]] bool factorize(double diagonal_factor);

  static constexpr int num_together = 4;
  using Diagonals = std::array<double, num_together>;
  /// For each of some factors of the diagonal whether elimination leaves positive pivots alone, which costs hardly more
  /// than one of them. It shows what `factorize` shows: no more than the same rounding errors keep the matrix from
  /// being positive definite. What a factorization left is lost.
  [[nodiscard]] std::array<bool, num_together> have_positive_pivots(const Diagonals& factors);

  /// After a successful factorization, in place.
  void solve(std::span<double> x) const;
  /// After a failed one: y with y = 1 at the pivot that failed and zero change of the pivots before it, nearly a null
  /// vector.
  void breakdown_vector(std::span<double> y) const;
  /// The most nonzeros in a row of L, diagonal included.
  [[nodiscard]] int longest_row() const { return longest_row_; }
  /// The most nonzeros in a row of L + L^T.
  [[nodiscard]] int widest_row() const { return widest_row_; }

 private:
  struct Panel {
    int first_column = 0;
    int num_columns = 0;
    int num_rows = 0;       ///< its own and those below
    int stride = 0;         ///< from one column to the next
    std::size_t first = 0;  ///< number of the first column
    int first_below = 0;    ///< in `below_`: positions of the rows below
    int first_update = 0;   ///< in `updates_`
    int num_updates = 0;
    bool is_of_points = false;  ///< two columns, with nothing or one pair of rows below: a chain in the plane
  };
  /// Rows of a panel times others of its rows, which a later panel loses.
  struct Update {
    int rows = 0;  ///< first row in the panel
    int num_rows = 0;
    int columns = 0;  ///< first row in the panel whose transpose is the columns
    int num_columns = 0;
    std::size_t target = 0;
    int target_stride = 0;
  };
  template <class Lanes>
  struct Pivots;
  template <class Lanes>
  void eliminate_points(const Panel& panel, double* numbers, Pivots<Lanes>& pivots) const;
  template <class Lanes>
  void eliminate(const Panel& panel, double* numbers, Pivots<Lanes>& pivots) const;
  template <class Lanes>
  void judge_pivots(const Lanes& factors, double* numbers, Pivots<Lanes>& pivots) const;
  void judge_together(const Diagonals& factors, std::array<bool, num_together>& out);
  void choose_order(std::span<const std::pair<int, int>> coupled);
  void make_panels(std::span<const std::pair<int, int>> coupled);
  void make_updates();
  void measure_rows();
  [[nodiscard]] int row_in(const Panel& panel, int position) const;
  [[nodiscard]] bool factorize_panel(const Panel& panel);
  [[nodiscard]] bool factorize_points(const Panel& panel);
  void subtract(const Panel& panel, const Update& update);
  template <int count>
  void subtract_columns(const double* columns, int stride, const Update& update);
  void substitute_back(const Panel& panel, int num_columns) const;

  std::vector<int> sizes_, first_row_;  ///< of each block
  std::vector<int> rank_;               ///< of each block in the order of elimination
  std::vector<int> order_;              ///< its inverse
  std::vector<int> first_position_;     ///< of the rows of each block in that order
  std::vector<int> position_;           ///< of each row
  std::vector<int> panel_of_;           ///< of each position
  std::vector<std::size_t> diagonal_;   ///< of each position
  std::vector<Panel> panels_;
  std::vector<int> below_;
  std::vector<Update> updates_;
  std::vector<double> numbers_, factor_;
  std::vector<double> lanes_;  ///< of the matrix with several diagonals, each number several times
  mutable std::vector<double> work_;
  int failed_ = -1;  ///< position of the pivot
  int longest_row_ = 1;
  int widest_row_ = 1;
};

}  // namespace perpend
