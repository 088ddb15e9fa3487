// The exact data of one certificate of a run: rows of joints and contacts, and what was done with them.
#pragma once

#include <optional>

#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

/// -1, 0, 1 as x is below, at or above the limit.
[[nodiscard]] int compare(const Rational& x, const Limit& limit);

enum class Law { pyramid, convex, sliding };

struct ContactData {
  Rational friction, bias, compliance;
  Rational given_normal;         ///< in the motion already, for friction to use
  std::vector<Rational> rate_t;  ///< normal, tangents
  std::vector<Rational> slide;
  std::vector<SparseRow> rows;  ///< normal, tangents
};

/// What a solver ended on, by contact, by direction and by row of joints.
struct RayData {
  std::vector<Rational> normal, tangential, joints;
};

struct ContactsData {
  Law law = Law::pyramid;
  int num_directions = 2;
  int num_tangents = 1;
  int lcp_size = 0;
  std::vector<std::vector<Rational>> directions;  ///< cos and sin of each
  std::vector<ContactData> contacts;
  std::vector<Rational> normal, tangential, slip, normal_slack, tangential_slack, slip_slack;
  std::optional<RayData> ray;

  [[nodiscard]] int size() const { return static_cast<int>(contacts.size()); }
  /// Whether this contact has friction impulses and a slip among the unknowns.
  [[nodiscard]] bool has_cone(int contact) const {
    return law != Law::sliding && !contacts[contact].friction.is_zero();
  }
};

/// One coefficient of an update: a product of decimals and a power of the step.
struct UpdateData {
  Rational qq, qv, vq, vv;
  bool is_compliant = false;
  int free_dimension = 0;
  int constrained_dimension = 0;
  Rational step;
};

/// Forces that depend on the state, as a certificate of stability has them.
/// K = sum of stiffness g g^T + rest, D = sum of damping g g^T. What is true of K may differ by -diag(margin) to
/// diag(margin).
struct ForcesData {
  struct Element {
    std::vector<int> columns;
    std::vector<Rational> gradient;
    Rational stiffness, damping;
  };
  struct Entry {
    int row, column;
    Rational value;
  };
  std::string rule;
  bool from_applied = false;
  bool from_constraints = false;
  bool is_balanced = false;
  std::vector<Element> elements;
  std::vector<Entry> rest;
  std::vector<Rational> margin;                ///< by column, or empty
  std::vector<std::vector<Rational>> weights;  ///< of each condition, by row of J, or empty
  int condition = -1;                          ///< that the witness breaks
  std::vector<Rational> witness;
};

struct Data {
  int num_columns = 0;
  int num_rows = 0;
  std::vector<SparseRow> rows;       ///< J
  std::vector<SparseRow> mass_rows;  ///< M, the diagonal first in each row
  std::vector<int> inertias;         ///< first column of each 3 x 3 block of M
  std::vector<Rational> compliance, motion, target, x, multiplier;
  std::vector<Limit> lower, upper;  ///< lower <= upper, neither +inf nor -inf; both empty: no multiplier has a bound
  std::vector<char> is_left_out;    ///< of each row
  std::optional<ContactsData> contacts;
  std::optional<UpdateData> update;
  std::optional<ForcesData> forces;

  [[nodiscard]] bool is_solve() const { return static_cast<int>(x.size()) == num_columns && num_columns > 0; }
  [[nodiscard]] bool is_bounded(int row) const {
    return !lower.empty() && !(lower[row].infinite < 0 && upper[row].infinite > 0);
  }
  [[nodiscard]] int num_left_out() const;
};

/// Throws DataError.
[[nodiscard]] Data read_data(const nlohmann::json& json);

/// {qq, qv, vq, vv, compliant, step, free_dimension, constrained_dimension}; throws DataError.
[[nodiscard]] UpdateData read_update(const nlohmann::json& json);

/// Whether M is positive definite, by the leading minors of its blocks.
[[nodiscard]] bool has_positive_definite_mass(const Data& data);

}  // namespace perpend::checker
