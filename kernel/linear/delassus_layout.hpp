// Where DelassusFactor has its numbers: which joints are its nodes, which columns of V = J L^-T each of them keeps, and
// which of these meet in a block of W.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel/linear/block_pattern.hpp"
#include "kernel/linear/known_sizes.hpp"
#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/mass_matrix.hpp"

namespace perpend {

struct DelassusLayout {
  /// One body of one node: the columns of V that are kept.
  struct Side {
    int body = 0;    ///< its first column
    int column = 0;  ///< first one that is kept
    int width = 0;
    int values = 0;         ///< of V, row-major
    int source = 0;         ///< in ConstraintRows::values, row 0
    int stride = 0;         ///< there, from row to row
    int inertia = -1;       ///< block of M that the last three columns belong to
    int point_column = -1;  ///< first of the positions, where each has one row with nothing but `sign`; -1: none
    double sign = 0.0;
  };
  struct Node {
    int first_row = 0;
    int num_point_rows = 0;
    int first_side = 0;
    int num_sides = 0;
    int values = 0;  ///< of V, side by side
  };
  /// Two sides at one body, of a node and of the later node of one of its panels.
  struct Product {
    int later = 0;
    int side = 0;
  };

  BlockPattern pattern;
  std::vector<Node> nodes;  ///< as in the pattern
  std::vector<Run> runs;    ///< of nodes
  std::vector<Side> sides;  ///< node by node
  std::vector<Product> products;
  std::vector<int> first_product;  ///< of each panel, and the end
  int num_values = 0;              ///< of V

  [[nodiscard]] const Side& side(int node, int which) const { return sides[nodes[node].first_side + which]; }
  /// Whether the nodes k and k + 1 have as many sides, with inertia or without, and as many products in each panel.
  /// Pre: as many panels, and both are of one run.
  [[nodiscard]] bool are_alike(int k) const;

  /// For the blocks of rows with a flag in `is_primary` (empty: all). Nothing where a factorization would take more
  /// work than `most_work`, see BlockPattern::work, or where rows or masses have a form that is not known here.
  [[nodiscard]] static std::optional<DelassusLayout> make(const ConstraintRows& rows, std::span<const char> is_primary,
                                                          const MassMatrix& mass, double most_work);
};

}  // namespace perpend
