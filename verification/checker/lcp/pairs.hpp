// A contact problem as pairs: with u = (x, multipliers of joints that are equations)
//     K u = right + sum over pairs of column z + boxed friction of joints,   slack = row u + offset + structure z,
//     0 <= z perp slack >= 0.
#pragma once

#include "verification/checker/arithmetic/program.hpp"
#include "verification/checker/lcp/choices.hpp"
#include "verification/checker/mechanism/data.hpp"

namespace perpend::checker {

struct Pair {
  SparseRow column, row;  ///< over u
  Rational offset;
};

struct Coupling {
  int row, column;
  Rational value;
};

/// Dry friction of a joint: a multiplier with both bounds, above its lower one.
struct Box {
  SparseRow column;
  Rational range;
};

class Pairs {
 public:
  /// Pre: the data has contacts.
  explicit Pairs(const Data& data);

  [[nodiscard]] const std::vector<Pair>& pairs() const { return pairs_; }
  [[nodiscard]] const std::vector<Coupling>& structure() const { return structure_; }
  [[nodiscard]] const std::vector<SparseRow>& kernel() const { return kernel_; }
  [[nodiscard]] const std::vector<Rational>& right() const { return right_; }
  [[nodiscard]] const std::vector<Box>& boxes() const { return boxes_; }
  [[nodiscard]] int size() const { return static_cast<int>(pairs_.size()); }
  /// Linear functions of z: what impulses of limits and contacts are, friction by its two tangents.
  [[nodiscard]] const std::vector<SparseRow>& impulses() const { return impulses_; }

  /// All rows but complementarity.
  [[nodiscard]] Program relaxed() const;

 private:
  void add_joint(const Data& data, int i);
  void add_equation(const Data& data, int i);
  void add_limit(const Data& data, int i, int sign);
  void add_box(const Data& data, int i);
  void move_to_bound(const Data& data, int i, const Rational& bound);
  void add_contact(const ContactsData& all, int contact);
  int add_impulse(const ContactData& one, const std::vector<Rational>& factors, const Rational& rate);

  std::vector<SparseRow> kernel_;
  std::vector<Rational> right_;
  std::vector<Pair> pairs_;
  std::vector<Coupling> structure_;
  std::vector<Box> boxes_;
  std::vector<SparseRow> impulses_;
};

/// u for column 0 without impulses, and in column j + 1 what pair j adds; nothing where the rows of joints depend on
/// each other.
[[nodiscard]] std::optional<Matrix> motion_of(const Pairs& pairs);
/// The problem in z alone.
[[nodiscard]] Lcp lcp_of(const Pairs& pairs, const Matrix& motion);
[[nodiscard]] Functions impulses_of(const Pairs& pairs);
[[nodiscard]] Functions motions_of(const Data& data, const Pairs& pairs, const Matrix& motion);

/// Why the multipliers and slacks of a contact are not complementary; null: they are. Pre: their sizes fit.
[[nodiscard]] const char* why_not_complementary(const ContactsData& all, int contact);
/// Why the matrix of the problem is not copositive by its structure; null: it is.
[[nodiscard]] const char* why_not_copositive(const Data& data);

}  // namespace perpend::checker
