// Which blocks the factor of a symmetric block matrix has, in which order they are eliminated, and where each stands.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace perpend {

/// Columns of blocks in the order of elimination. The entries of a node stand together: its diagonal block (size x
/// size, row-major, the lower triangle counts), `size` inverse pivots, then its panels.
struct BlockPattern {
  /// The block below the diagonal block of one node in the row of a later one: rows of the later, columns of the
  /// former.
  struct Panel {
    int node = 0;  ///< the later one
    int size = 0;  ///< of it
    int values = 0;
    int right = 0;  ///< of it
  };
  struct Node {
    int block = 0;  ///< whose column this is, in the caller's numbers
    int size = 0;
    int values = 0;
    int right = 0;  ///< where its unknowns start in a right-hand side
    int first_panel = 0;
    int num_panels = 0;
    int first_target = 0;  ///< for panels i and j <= i, row by row: where the block of both stands
  };

  std::vector<Node> nodes;
  std::vector<Panel> panels;  ///< of each node in the order of elimination
  std::vector<int> targets;
  int num_values = 0;
  int num_unknowns = 0;
  int most_panel_rows = 0;  ///< of one node
  double work = 0.0;        ///< multiplications with a subtraction in one factorization and one solution
};

/// By minimum degree; of equals the one that has waited longest, so that a chain is eliminated from both ends at once
/// and the processor has two sequences of divisions to overlap. A tree of joints, whose blocks form a clique at each
/// body, gets no fill where bodies carry few joints. `neighbours` of each block, increasing, without itself. Nothing
/// when the work would exceed `most_work`.
[[nodiscard]] std::optional<BlockPattern> block_pattern(std::span<const int> sizes,
                                                        std::vector<std::vector<int>> neighbours, double most_work);

}  // namespace perpend
