// Which columns of a sparse Cholesky factor are eliminated together, in which order, and where each front stands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace perpend {

/// Blocks of one width, as the velocities of bodies are. A front is a dense symmetric matrix: first the columns that
/// are eliminated in it, then the rows below, all of which are in the front of its parent. [Davis06]
struct FrontPattern {
  static constexpr int tile_rows = 4;  ///< of a dense matrix that are worked on at once
  /// `rows` rounded up to whole tiles.
  [[nodiscard]] static constexpr int in_tiles(int rows) { return (rows + tile_rows - 1) / tile_rows * tile_rows; }

  struct Front {
    int first_column = 0;       ///< in the order of elimination, as all that follows
    int num_columns = 0;        ///< eliminated here, one after the other
    int num_below = 0;          ///< rows under them
    int first_below = 0;        ///< in `below` and `in_parent`
    int parent = -1;            ///< the front that takes its update; -1: none, and no rows below
    std::ptrdiff_t values = 0;  ///< of its columns, column by column, stride() apart

    [[nodiscard]] int num_rows() const { return num_columns + num_below; }
    /// From one column to the next: below its rows a column has room for tiles that begin at row 0 and at the rows
    /// below. Nobody adds to what stands there, which stays 0.
    [[nodiscard]] int stride() const { return std::max(in_tiles(num_rows()), num_columns + in_tiles(num_below)); }
  };

  int width = 0;                  ///< unknowns of a block
  std::vector<Front> fronts;      ///< children before parents, in post-order
  std::vector<int> below;         ///< first rows of the blocks below, of each front
  std::vector<int> in_parent;     ///< where these stand in the front of the parent
  std::vector<int> first_column;  ///< of each block, in the caller's order
  std::vector<int> front_of;      ///< of each block
  int num_unknowns = 0;
  std::ptrdiff_t num_values = 0;
  std::ptrdiff_t most_updates = 0;  ///< numbers that wait for a parent at once, and those of the front that takes them
  int most_rows = 0;                ///< of one front
  double work = 0.0;                ///< multiplications of one factorization

  /// Where the block at the crossing of two stands, its first entry, and how far its columns are apart. Pre: they are
  /// neighbours, or one block; `row` is not eliminated before `column`.
  struct Place {
    std::ptrdiff_t first = -1;
    int stride = 0;
  };
  [[nodiscard]] Place place(int row, int column) const;
};

/// By approximate minimum degree; a front takes its last child in where few zeros come in by that. `neighbours` of each
/// block, without itself. Nothing when the work would exceed `most_work`.
[[nodiscard]] std::optional<FrontPattern> front_pattern(int width, const std::vector<std::vector<int>>& neighbours,
                                                        double most_work);

}  // namespace perpend
