// The saddle-point system with its bodies eliminated first, in closed form:
//     W multiplier = target - J M^-1 motion,   W = J M^-1 J^T + E,   x = M^-1 (motion + J^T multiplier).
// With M = L D L^T and V = J L^-T, which is all that is kept of J: W = V D^-1 V^T + E, one block for each pair of
// joints that share a body, and J M^-1 motion = V (D^-1 L^-1 motion).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel/linear/block_ldlt.hpp"
#include "kernel/linear/known_sizes.hpp"
#include "kernel/linear/mass_factor.hpp"
#include "kernel/model/problem.hpp"
#include "kernel/model/solution.hpp"

namespace perpend {

class DelassusFactor {
 public:
  /// For the blocks of rows with a flag in `is_primary` (empty: all). Nothing where a factorization would take more
  /// work than `most_work`, see BlockPattern::work, or where rows or masses have a form that is not known here.
  [[nodiscard]] static std::optional<DelassusFactor> make(const ConstraintRows& layout,
                                                          std::span<const char> is_primary, const MassMatrix& mass,
                                                          double most_work);

  /// Does nothing where M, J and E are what they were, bit by bit. False where W is so nearly singular, or M so far
  /// from positive definite, that the answer is not to be trusted.
  [[nodiscard]] bool factorize(const Problem& problem);

  /// x and the multipliers of primary rows; the others become 0.
  void substitute(const VectorX& motion, const VectorX& target, Solution& solution);

  [[nodiscard]] std::size_t num_entries() const { return ldlt_.pattern().num_values; }

 private:
  /// One body of one node: the columns of V that are kept.
  struct Side {
    int body = 0;    ///< its first column
    int column = 0;  ///< first one that is kept
    int width = 0;
    int values = 0;         ///< of V, row-major, and as many of V D^-1
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
    RowForm form = RowForm::any;
  };
  /// Two sides at one body, of a node and of the later node of one of its panels.
  struct Product {
    int later = 0;
    int side = 0;
  };

  DelassusFactor() = default;
  void add_sides(const ConstraintRows& layout, const MassMatrix& mass, const std::vector<int>& blocks,
                 const std::vector<char>& is_compact);
  void add_products();
  [[nodiscard]] bool load(const ConstraintRows& rows, bool is_known);
  template <int width>
  void load_side(const Side& side, int num_rows, const double* source);
  [[nodiscard]] bool load_known_side(const Side& side, int num_rows, const double* source);
  template <int size, RowForm form>
  void add_gram(const Node& node, double* out, double* diagonal) const;
  template <int size, RowForm form>
  void add_product(const Product& product, const Node& node, int later_rows, double* out) const;
  template <int size, RowForm form>
  void subtract_free_rates(const Node& node, double* right, const VectorX& u) const;
  template <int size, RowForm form>
  void add_impulses(const Node& node, const double* multiplier, VectorX& u) const;
  [[nodiscard]] bool eliminate_all(const Problem& problem);

  int num_columns_ = 0;
  int num_rows_ = 0;
  int num_primary_rows_ = 0;
  MassFactor mass_;
  BlockLdlt ldlt_;
  std::vector<Node> nodes_;  // as in the pattern
  std::vector<Side> sides_;  // node by node
  std::vector<Product> products_;
  std::vector<int> first_product_;  // of each panel, and the end
  std::vector<double> v_;
  bool is_factorized_ = false;
  VectorX compliance_;        // of the last factorization
  std::vector<double> last_;  // V of one side
  std::vector<double> right_;
};

}  // namespace perpend
