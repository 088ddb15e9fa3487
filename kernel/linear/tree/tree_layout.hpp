// Which bodies TreeFactor eliminates, in which order, and where the numbers of their joints stand.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/mass_matrix.hpp"

namespace perpend {

struct TreeLayout {
  /// A body and the joint to the one that carries it.
  struct Body {
    int column = 0;   ///< first of its six
    int inertia = 0;  ///< its block of M
    int parent = -1;  ///< place in `bodies`; -1: the ground, or none
    bool has_children = false;
    bool is_first_child = true;  ///< of its parent, in this order
    int joint = 0;               ///< place among the joints with as many rows, or among floating bodies
    int num_turning = 0;         ///< rows behind the three of the point; -1: nothing carries the body
    int first_row = 0;
    int values = 0;          ///< of the body's side, row 0, in ConstraintRows::values
    int parent_values = -1;  ///< of the other side; -1: the ground
    double sign = 1.0;       ///< of the body's velocity in the rows of the point
  };
  /// Bodies one after the other whose joints have as many rows.
  struct Run {
    int first = 0;
    int end = 0;
    int num_turning = 0;
  };

  std::vector<Body> bodies;        ///< each before its parent
  std::vector<Run> runs;           ///< of bodies
  std::vector<int> plain_columns;  ///< of M, which no body here has

  enum class Choice { where_cheaper, wherever_possible };

  /// For the blocks of rows with a flag in `is_primary` (empty: all). Nothing where these are no trees of bodies with
  /// six velocities that joints hold at a point, or where blocks of rows cost less.
  [[nodiscard]] static std::optional<TreeLayout> make(const ConstraintRows& rows, std::span<const char> is_primary,
                                                      const MassMatrix& mass, Choice choice);
};

}  // namespace perpend
