#include "verification/contacts/solvability_ray.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "verification/arithmetic/rational.hpp"
#include "verification/contacts/contact_pairs.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

namespace {

/// Coefficients by unknown.
using ExactRow = std::map<int, Rational>;

/// By hand: rows are sparse, unknowns are chosen by their guess, and it ends where it takes too many products.
class KernelElimination {
 public:
  KernelElimination(const std::vector<double>& guess, const std::vector<bool>& is_open, long most_terms)
      : guess_(guess), is_open_(is_open), terms_left_(most_terms) {}

  /// False: too expensive.
  [[nodiscard]] bool add(ExactRow row) {
    for (const Solved& solved : solved_)
      if (const auto found = row.find(solved.unknown); found != row.end() && !subtract(solved, found, row))
        return false;
    if (row.empty()) return true;
    const int unknown = choose(row);
    const Rational pivot = row.at(unknown);
    row.erase(unknown);
    for (auto& [column, value] : row) value /= pivot;
    terms_left_ -= static_cast<long>(row.size());
    solved_.push_back({unknown, std::move(row)});
    return terms_left_ >= 0;
  }

  [[nodiscard]] std::vector<Rational> point() const {
    std::vector<Rational> u;
    for (const double x : guess_) u.push_back(exact(x));
    // A row holds no unknown of the rows before it.
    for (auto solved = solved_.rbegin(); solved != solved_.rend(); ++solved) {
      u[solved->unknown] = 0;
      for (const auto& [column, value] : solved->rest)
        if (u[column] != 0) u[solved->unknown] -= value * u[column];
    }
    return u;
  }

 private:
  /// unknown + rest . u = 0
  struct Solved {
    int unknown;
    ExactRow rest;
  };

  [[nodiscard]] bool subtract(const Solved& solved, ExactRow::iterator place, ExactRow& row) {
    const Rational factor = place->second;
    row.erase(place);
    for (const auto& [column, value] : solved.rest) {
      const auto [entry, is_new] = row.try_emplace(column, 0);
      entry->second -= factor * value;
      if (entry->second == 0) row.erase(entry);
    }
    terms_left_ -= static_cast<long>(solved.rest.size());
    return terms_left_ >= 0;
  }

  [[nodiscard]] int choose(const ExactRow& row) const {
    int best = row.begin()->first;
    for (const auto& [column, value] : row) {
      if (is_open_[column]) return column;
      if (std::abs(guess_[column]) > std::abs(guess_[best])) best = column;
    }
    return best;
  }

  const std::vector<double>& guess_;
  const std::vector<bool>& is_open_;
  long terms_left_;
  std::vector<Solved> solved_;
};

/// u with row . u = 0 for every row. Each row is solved for one of its unknowns, one that `is_open` where there is one,
/// else the one with the largest guess; those that are left have their guess. Empty when that takes more than
/// `most_terms` products.
std::vector<Rational> kernel_point(std::vector<ExactRow> rows, const std::vector<double>& guess,
                                   const std::vector<bool>& is_open, long most_terms) {
  KernelElimination elimination(guess, is_open, most_terms);
  for (ExactRow& row : rows)
    if (!elimination.add(std::move(row))) return {};
  return elimination.point();
}

/// Weights below that share of the largest are rounding: what a solver took for 0, then what it should have.
constexpr double shares[] = {0x1p-40, 0x1p-20};
/// Products of fractions, a few seconds at the sizes that numbers grow to in chains of hundreds of bodies.
constexpr long most_terms = 50000;

/// sum of weight * (row . x + offset) over rows whose value is >= 0, 0 or <= 0 in every solution.
class Combination {
 public:
  explicit Combination(const ContactProblem& problem)
      : problem_(problem), pattern_(*problem.joints.rows), columns_(pattern_.num_columns()) {}

  void add_contact(int contact, const ContactRay& ray, double least);
  void add_joint(int row, double weight, double least);
  [[nodiscard]] double largest_weight(const ContactRay& ray) const;
  [[nodiscard]] bool is_contradiction() const;

 private:
  enum class Sign { at_least, at_most, zero };

  int begin(double weight, Sign sign);
  void add_rate(int contact, int row, const Rational& factor);
  void add_edge(int contact, int direction, double weight);
  void add_normal(int contact, double weight);
  [[nodiscard]] double edge_weight(const ContactRay& ray, int contact, int direction) const;
  [[nodiscard]] double normal_weight(const ContactRay& ray, int contact) const;
  /// Slips of the convex law open its contact.
  [[nodiscard]] bool has_edges(int contact) const {
    return problem_.law == FrictionLaw::convex && has_cone(problem_, contact);
  }
  [[nodiscard]] bool is_wanted(int contact) const {
    return problem_.compliance[contact] == 0.0 && problem_.rows.contacts[contact].friction >= 0.0;
  }

  const ContactProblem& problem_;
  RowPattern pattern_;
  std::vector<ExactRow> columns_;  ///< what is left of each motion, by weight
  std::vector<double> weight_;
  std::vector<Rational> offset_;
  std::vector<Sign> sign_;
  std::vector<bool> is_open_;
};

int Combination::begin(double weight, Sign sign) {
  weight_.push_back(weight);
  offset_.emplace_back(0);
  sign_.push_back(sign);
  is_open_.push_back(sign == Sign::zero);
  return static_cast<int>(weight_.size()) - 1;
}

void Combination::add_rate(int contact, int row, const Rational& factor) {
  const int last = static_cast<int>(weight_.size()) - 1;
  for_each_entry(problem_.rows, contact, row, [&](int column, double value) {
    if (value == 0.0) return;
    const auto [entry, is_new] = columns_[column].try_emplace(last, 0);
    entry->second += factor * exact(value);
    if (entry->second == 0) columns_[column].erase(entry);
  });
  offset_.back() += factor * exact(problem_.rows.rate_t[contact * problem_.rows.rows_per_contact + row]);
}

void Combination::add_normal(int contact, double weight) {
  begin(weight, Sign::at_least);
  add_rate(contact, 0, 1);
  offset_.back() += exact(problem_.bias[contact]);
}

void Combination::add_edge(int contact, int direction, double weight) {
  add_normal(contact, weight);
  const auto along = direction_coefficients(direction, problem_.num_directions);
  const Rational friction = exact(problem_.rows.contacts[contact].friction);
  for (int tangent = 0; tangent + 1 < problem_.rows.rows_per_contact; ++tangent)
    if (along[tangent] != 0.0) add_rate(contact, tangent + 1, friction * exact(along[tangent]));
}

double Combination::edge_weight(const ContactRay& ray, int contact, int direction) const {
  return ray.tangential[contact * problem_.num_directions + direction] / problem_.rows.contacts[contact].friction;
}

/// What the edges do not take of it.
double Combination::normal_weight(const ContactRay& ray, int contact) const {
  double weight = ray.normal[contact];
  for (int i = 0; has_edges(contact) && i < problem_.num_directions; ++i) weight -= edge_weight(ray, contact, i);
  return weight;
}

double Combination::largest_weight(const ContactRay& ray) const {
  double largest = ray.joints.size() == 0 ? 0.0 : ray.joints.cwiseAbs().maxCoeff();
  for (int contact = 0; contact < problem_.rows.size(); ++contact) {
    largest = std::max(largest, normal_weight(ray, contact));
    for (int i = 0; has_edges(contact) && i < problem_.num_directions; ++i)
      largest = std::max(largest, edge_weight(ray, contact, i));
  }
  return largest;
}

void Combination::add_contact(int contact, const ContactRay& ray, double least) {
  if (!is_wanted(contact)) return;
  if (normal_weight(ray, contact) > least) add_normal(contact, normal_weight(ray, contact));
  for (int i = 0; has_edges(contact) && i < problem_.num_directions; ++i)
    if (edge_weight(ray, contact, i) > least) add_edge(contact, i, edge_weight(ray, contact, i));
}

void Combination::add_joint(int row, double weight, double least) {
  const Problem& joints = problem_.joints;
  const JointRow kind = kind_of(joints, row);
  if (kind == JointRow::idle || kind == JointRow::friction || joints.compliance[row] != 0.0) return;
  const bool is_equation = kind == JointRow::equation;
  if (!is_equation && !(std::abs(weight) > least)) return;
  const int last = begin(is_equation ? 0.0 : weight, is_equation                 ? Sign::zero
                                                     : kind == JointRow::at_most ? Sign::at_most
                                                                                 : Sign::at_least);
  offset_.back() = -exact(joints.target[row]);
  for (const auto [value, column] : pattern_.row(row)) {
    if (joints.rows->values[value] == 0.0) continue;
    const auto [entry, is_new] = columns_[column].try_emplace(last, 0);
    entry->second += exact(joints.rows->values[value]);
    if (entry->second == 0) columns_[column].erase(entry);
  }
}

bool Combination::is_contradiction() const {
  const std::vector<Rational> weights = kernel_point(columns_, weight_, is_open_, most_terms);
  if (weights.empty()) return false;
  Rational sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (sign_[i] == Sign::at_least && weights[i] < 0) return false;
    if (sign_[i] == Sign::at_most && weights[i] > 0) return false;
    sum += weights[i] * offset_[i];
  }
  return sum < 0;
}

bool fits(const ContactProblem& problem, const ContactRay& ray) {
  const Eigen::Index contacts = problem.rows.size();
  return ray.normal.size() == contacts && ray.tangential.size() == contacts * problem.num_directions &&
         ray.joints.size() == problem.joints.rows->num_rows && ray.normal.allFinite() && ray.tangential.allFinite() &&
         ray.joints.allFinite();
}

}  // namespace

bool contradicts(const ContactProblem& problem, const ContactRay& ray) {
  if (ray.is_empty() || !fits(problem, ray)) return false;
  return std::any_of(std::begin(shares), std::end(shares), [&](double share) {
    Combination combination(problem);
    const double least = share * combination.largest_weight(ray);
    for (int contact = 0; contact < problem.rows.size(); ++contact) combination.add_contact(contact, ray, least);
    for (int row = 0; row < problem.joints.rows->num_rows; ++row) combination.add_joint(row, ray.joints[row], least);
    return combination.is_contradiction();
  });
}

}  // namespace perpend
