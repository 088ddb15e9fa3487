#include "verification/contacts/solvability_rows.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "verification/arithmetic/exact_program.hpp"
#include "verification/contacts/contact_pairs.hpp"
#include "verification/solves/inertia_rows.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

namespace {

class Groups {
 public:
  explicit Groups(int size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }
  int root(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int i, int j) { parent_[root(i)] = root(j); }

 private:
  std::vector<int> parent_;
};

/// Calls visit(column) for each column of a contact.
template <class Visit>
void for_each_column(const ContactRows& rows, int contact, const Visit& visit) {
  const ContactBlock& block = rows.blocks[contact];
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < block.num_columns[side]; ++j) visit(block.first_column[side] + j);
}

Groups groups_of(const ContactProblem& problem, const RowPattern& pattern) {
  Groups groups(pattern.num_columns());
  for (const InertiaBlock& block : problem.joints.mass->blocks)
    for (int i = 1; i < 3; ++i) groups.join(block.first, block.first + i);
  for (int i = 0; i < pattern.num_rows(); ++i)
    for (const auto [value, column] : pattern.row(i)) groups.join(pattern.row(i).front().index, column);
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    int first = -1;
    for_each_column(problem.rows, contact, [&](int column) {
      if (first < 0) first = column;
      groups.join(first, column);
    });
  }
  return groups;
}

/// Nothing is asked of the rate.
bool is_free(JointRow row) {
  return row == JointRow::idle || row == JointRow::friction;
}

bool is_friction_free(const ContactProblem& problem, int contact) {
  return !has_cone(problem, contact);
}

class Rows {
 public:
  Rows(const ContactProblem& problem, const ProblemPart& part)
      : problem_(problem), part_(part), pattern_(*problem.joints.rows), place_(pattern_.num_columns()) {
    for (const int column : part.columns) place_[column] = system_.add_variable(true);
  }

  bool has_opening_motion(bool with_friction);
  bool is_feasible();

 private:
  void add_joint_rate(LinearRow& row, int i);
  void add_contact_rate(LinearRow& row, int contact, int which, const Rational& factor);
  void add_direction_rate(LinearRow& row, int contact, int i, const Rational& factor);
  int add_signed() { return add_variable(false); }
  int add_variable(bool free_sign);
  void add_motion_rows();
  void add_joint(int i);
  void add_contact(int contact);
  int add_impulse(int contact, int row_a, const Rational& a, int row_b, const Rational& b, int row_c,
                  const Rational& c);

  const ContactProblem& problem_;
  const ProblemPart& part_;
  RowPattern pattern_;
  std::vector<int> place_;  ///< of each column of the part, among the variables and the motion rows
  LinearSystemOfSigns system_;
};

int Rows::add_variable(bool free_sign) {
  return system_.add_variable(free_sign);
}

void Rows::add_joint_rate(LinearRow& row, int i) {
  for (const auto [value, column] : pattern_.row(i))
    row.coefficients[place_[column]] += exact(problem_.joints.rows->values[value]);
}

/// row += factor * rate: the part without x goes to the right.
void Rows::add_contact_rate(LinearRow& row, int contact, int which, const Rational& factor) {
  for_each_entry(problem_.rows, contact, which,
                 [&](int column, double value) { row.coefficients[place_[column]] += factor * exact(value); });
  row.right -= factor * exact(problem_.rows.rate_t[contact * problem_.rows.rows_per_contact + which]);
}

void Rows::add_direction_rate(LinearRow& row, int contact, int i, const Rational& factor) {
  const auto direction = direction_coefficients(i, problem_.num_directions);
  for (int tangent = 0; tangent + 1 < problem_.rows.rows_per_contact; ++tangent)
    if (direction[tangent] != 0.0) add_contact_rate(row, contact, tangent + 1, factor * exact(direction[tangent]));
}

/// With sigma the largest slip, the normal row minus mu sigma is one row for each direction: N x + mu d_i x + bias >=
/// 0.
bool Rows::has_opening_motion(bool with_friction) {
  for (const int i : part_.joints) {
    const JointRow kind = kind_of(problem_.joints, i);
    if (is_free(kind) || problem_.joints.compliance[i] > 0.0) continue;
    LinearRow& row = system_.add_row(exact(problem_.joints.target[i]));
    add_joint_rate(row, i);
    if (kind != JointRow::equation) {
      const int slack = add_signed();
      system_.rows.back().coefficients[slack] = kind == JointRow::at_least ? -1 : 1;
    }
  }
  for (const int contact : part_.contacts) {
    if (problem_.compliance[contact] > 0.0) continue;
    const bool smooth = !with_friction || is_friction_free(problem_, contact);
    for (int i = 0; i < (smooth ? 1 : problem_.num_directions); ++i) {
      LinearRow& row = system_.add_row(-exact(problem_.bias[contact]));
      add_contact_rate(row, contact, 0, 1);
      if (!smooth) add_direction_rate(row, contact, i, exact(problem_.rows.contacts[contact].friction));
      const int slack = add_signed();
      system_.rows.back().coefficients[slack] = -1;
    }
  }
  return decide_feasibility(system_).is_feasible;
}

void Rows::add_motion_rows() {
  const Problem& joints = problem_.joints;
  InertiaRows inertia(*joints.mass);
  for (const int i : part_.columns) {
    LinearRow& row = system_.add_row(exact(joints.motion[i]));
    row.coefficients[place_[i]] = exact(joints.mass->diagonal[i]);
    for (const auto& [column, value] : inertia.off_diagonal(i))
      if (value != 0.0) row.coefficients[place_[column]] += exact(value);
  }
}

/// The multiplier enters the motion rows with -J^T.
void Rows::add_joint(int i) {
  const Problem& joints = problem_.joints;
  const JointRow kind = kind_of(joints, i);
  const int multiplier = add_variable(kind == JointRow::equation);
  const int sign = kind == JointRow::at_most ? -1 : 1;  // multiplier = lower + variable, or upper - variable
  Rational offset = 0;
  if (kind == JointRow::at_least || is_free(kind)) offset = exact(joints.lower[i]);
  if (kind == JointRow::at_most) offset = exact(joints.upper[i]);
  for (const auto [value, column] : pattern_.row(i)) {
    const Rational number = exact(joints.rows->values[value]);
    system_.rows[place_[column]].coefficients[multiplier] -= sign * number;
    system_.rows[place_[column]].right += number * offset;
  }
  if (is_free(kind)) {
    const int rest = add_signed();
    LinearRow& range = system_.add_row(exact(joints.upper[i]) - exact(joints.lower[i]));
    range.coefficients[multiplier] = 1;
    range.coefficients[rest] = 1;
    return;
  }
  const Rational compliance = exact(joints.compliance[i]);
  LinearRow& row = system_.add_row(exact(joints.target[i]) - compliance * offset);
  add_joint_rate(row, i);
  row.coefficients[multiplier] += sign * compliance;
  if (kind == JointRow::equation) return;
  const int slack = add_signed();
  system_.rows.back().coefficients[slack] = kind == JointRow::at_least ? -1 : 1;
}

/// An impulse >= 0 along a combination of the three rows of a contact.
int Rows::add_impulse(int contact, int row_a, const Rational& a, int row_b, const Rational& b, int row_c,
                      const Rational& c) {
  const int impulse = add_signed();
  const auto act = [&](int row, const Rational& factor) {
    if (factor == 0 || row >= problem_.rows.rows_per_contact) return;
    for_each_entry(problem_.rows, contact, row, [&](int column, double value) {
      system_.rows[place_[column]].coefficients[impulse] -= factor * exact(value);
    });
  };
  act(row_a, a);
  act(row_b, b);
  act(row_c, c);
  return impulse;
}

void Rows::add_contact(int contact) {
  const bool smooth = is_friction_free(problem_, contact);
  const Rational friction = exact(problem_.rows.contacts[contact].friction);
  std::array<Rational, 2> drag{0, 0};
  if (problem_.law == FrictionLaw::sliding)
    drag = {-friction * exact(problem_.slide[contact][0]), -friction * exact(problem_.slide[contact][1])};
  const int normal = add_impulse(contact, 0, 1, 1, drag[0], 2, drag[1]);
  const int slip = smooth ? -1 : add_signed();
  const int slack = add_signed();
  LinearRow& opening = system_.add_row(-exact(problem_.bias[contact]));
  add_contact_rate(opening, contact, 0, 1);
  opening.coefficients[normal] += exact(problem_.compliance[contact]);
  opening.coefficients[slack] = -1;
  if (smooth) return;
  if (problem_.law == FrictionLaw::convex) opening.coefficients[slip] = -friction;
  std::vector<int> beta;
  for (int i = 0; i < problem_.num_directions; ++i) {
    const auto direction = direction_coefficients(i, problem_.num_directions);
    beta.push_back(add_impulse(contact, 0, 0, 1, exact(direction[0]), 2, exact(direction[1])));
    const int open = add_signed();
    LinearRow& sliding = system_.add_row(0);
    add_direction_rate(sliding, contact, i, 1);
    sliding.coefficients[slip] = 1;
    sliding.coefficients[open] = -1;
  }
  const int rest = add_signed();
  LinearRow& cone = system_.add_row(-friction * exact(given_normal(problem_, contact)));
  cone.coefficients[normal] = friction;
  for (const int i : beta) cone.coefficients[i] = -1;
  cone.coefficients[rest] = -1;
}

bool Rows::is_feasible() {
  add_motion_rows();
  for (const int i : part_.joints) add_joint(i);
  for (const int contact : part_.contacts) add_contact(contact);
  return decide_feasibility(system_).is_feasible;
}

}  // namespace

std::vector<ProblemPart> parts_of(const ContactProblem& problem) {
  const RowPattern pattern(*problem.joints.rows);
  Groups groups = groups_of(problem, pattern);
  // -1: rows that no motion enters.
  std::map<int, ProblemPart> parts;
  for (int i = 0; i < pattern.num_rows(); ++i)
    parts[pattern.row(i).empty() ? -1 : groups.root(pattern.row(i).front().index)].joints.push_back(i);
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    int root = -1;
    for_each_column(problem.rows, contact, [&](int column) { root = groups.root(column); });
    parts[root].contacts.push_back(contact);
  }
  for (int i = 0; i < pattern.num_columns(); ++i)
    if (const auto part = parts.find(groups.root(i)); part != parts.end()) part->second.columns.push_back(i);
  std::vector<ProblemPart> result;
  for (auto& [root, part] : parts) result.push_back(std::move(part));
  return result;
}

std::vector<ProblemPart> walls_of_each_body(const ContactProblem& problem) {
  std::map<int, ProblemPart> parts;  // by first column
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    const ContactBlock& block = problem.rows.blocks[contact];
    if ((block.num_columns[0] == 0) == (block.num_columns[1] == 0)) continue;
    const int side = block.num_columns[0] == 0 ? 1 : 0;
    ProblemPart& part = parts[block.first_column[side]];
    part.contacts.push_back(contact);
    part.columns.resize(std::max<std::size_t>(part.columns.size(), block.num_columns[side]));
    std::iota(part.columns.begin(), part.columns.end(), block.first_column[side]);
  }
  std::vector<ProblemPart> result;
  for (auto& [column, part] : parts)
    if (part.contacts.size() > 1) result.push_back(std::move(part));
  return result;
}

int num_opening_rows(const ContactProblem& problem, const ProblemPart& part) {
  return static_cast<int>(part.joints.size() + part.contacts.size() * problem.num_directions);
}

int num_separating_rows(const ProblemPart& part) {
  return static_cast<int>(part.joints.size() + part.contacts.size());
}

int num_exact_rows(const ContactProblem& problem, const ProblemPart& part) {
  const int rows_of_contact = problem.law == FrictionLaw::sliding ? 1 : problem.num_directions + 2;
  return static_cast<int>(part.columns.size() + part.joints.size() + part.contacts.size() * rows_of_contact);
}

bool has_opening_motion(const ContactProblem& problem, const ProblemPart& part) {
  return Rows(problem, part).has_opening_motion(true);
}

bool has_separating_motion(const ContactProblem& problem, const ProblemPart& part) {
  return Rows(problem, part).has_opening_motion(false);
}

bool is_feasible(const ContactProblem& problem, const ProblemPart& part) {
  return Rows(problem, part).is_feasible();
}

}  // namespace perpend
