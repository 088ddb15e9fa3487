// Some reactions solve the contacts with Coulomb's cone. [AcaryCadouxLemarechalMalick11]
//     r^T W r > 0;   or W symmetric semidefinite, or W = H^T M^-1 H with M definite, and a motion z whose
//     u = W z + q, u = H^T z + w, opens every contact with u_N > mu |u_T|;
//     forces or, with equations, a motion that opens every contact, with room for what is known only roughly;
//     r = 0;   in the plane a solution found again: open, sticking, or sliding to one side, each a linear program.
// Against it: c >= 0 with c . u_N < 0 for all r of the cone, or no choice of states.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/arithmetic/definite.hpp"
#include "verification/checker/arithmetic/program.hpp"
#include "verification/checker/claim.hpp"
#include "verification/checker/friction/problem.hpp"
#include "verification/checker/kinds.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

constexpr const char* least_of_r = "smallest eigenvalue of R at least";
constexpr const char* least_of_gram = "smallest eigenvalue of G^T G at least";

Rational sum_of_squares(const SparseRow& row) {
  Rational sum;
  for (const Entry& entry : row) sum.add_product(entry.value, entry.value);
  return sum;
}

Rational sum_of_squares(const std::vector<Rational>& x, std::size_t from = 0) {
  Rational sum;
  for (std::size_t i = from; i < x.size(); ++i) sum.add_product(x[i], x[i]);
  return sum;
}

/// u_N - mu |u_T| > reserve.
bool opens(const ContactVector<Rational>& u, const Rational& mu, const Rational& reserve) {
  const Rational rest = u.normal - reserve, slip = u.first * u.first + u.second * u.second;
  return rest.sign() > 0 && rest * rest > mu * mu * slip;
}

/// All eigenvalues of the symmetric part of A are at least `least` > 0.
void require_least(Judgement& judgement, const SparseMatrix& a, const Rational& least, const char* words) {
  judgement.show(least.sign() > 0, fmt::format("'{}' is positive", words));
  const std::vector<Rational> shift(a.num_rows, Rational(-2) * least);
  judgement.settle(is_nonnegative(with_diagonal(twice_symmetric_part(a), 1, shift)), words);
}

/// L^2.
Rational square_of_growth(Judgement& judgement, int num_equations) {
  if (num_equations == 0) return {};
  const Rational& least = judgement.witness(least_of_r, 1).front();
  const nlohmann::json& data = judgement.data();
  require_least(judgement, read_square(data, "R"), least, least_of_r);
  if (least.sign() <= 0) return {};
  Rational squares;
  for (const SparseRow& row : read_matrix(data, "V").rows) squares += sum_of_squares(row);
  return squares / (least * least);
}

SparseMatrix gram_of(const SparseMatrix& g) {
  expect_dense_room(g.num_columns, g.num_columns);
  const SparseMatrix columns = transposed(g);
  SparseMatrix gram{columns.num_rows, columns.num_rows, std::vector<SparseRow>(columns.num_rows)};
  for (int j = 0; j < columns.num_rows; ++j) {
    std::vector<Rational> column(g.num_rows);
    for (const Entry& entry : columns.rows[j]) column[entry.column] = entry.value;
    const std::vector<Rational> products = product(columns, column);
    for (int i = 0; i < columns.num_rows; ++i) gram.rows[j].push_back({i, products[i]});
  }
  return gram;
}

/// Contacts with r^T W r > 0 for all r of the cones have reactions that solve them, for every q [KlarbringPang98]. With
/// A = [W V; V^T R] and "shift", S = (A + A^T)/2 + shift I semidefinite, (u, y) = S x of the "opening forces" x,
/// E = x . S x, and L = |V|_F over the smallest eigenvalue of R it holds where at each contact
///     u_N - mu |u_T|  >  sqrt(1 + mu^2) (L |y| + sqrt(E shift (1 + L^2))).
/// Pre: local.
void require_copositivity(Judgement& judgement, const ContactProblem& problem) {
  const int n = problem.a.num_rows, m = problem.num_reactions();
  const std::vector<Rational>& x = judgement.witness("opening forces", n);
  const Rational& shift = judgement.witness("shift", 1).front();
  judgement.show(shift.sign() >= 0, "the shift is not negative");
  const SparseMatrix twice =
      with_diagonal(twice_symmetric_part(problem.a), 1, std::vector<Rational>(n, Rational(2) * shift));
  judgement.show(is_nonnegative(twice) == true, "the shifted matrix is semidefinite");
  std::vector<Rational> u = product(twice, x);
  Rational energy;
  for (int i = 0; i < n; ++i) {
    u[i] /= Rational(2);
    energy.add_product(u[i], x[i]);
  }
  const Rational growth = square_of_growth(judgement, n - m);
  const Rational loss = root_above(growth * sum_of_squares(u, m)) + root_above(energy * shift * (Rational(1) + growth));
  for (int c = 0; c < problem.num_contacts(); ++c) {
    const Rational& mu = problem.mu[c];
    judgement.show(opens(part_of(u, c, problem.dimension), mu, loss * root_above(Rational(1) + mu * mu)),
                   fmt::format("the forces given open contact {} by enough", c + 1));
  }
}

/// A motion within |G^T v + b| / sqrt(smallest eigenvalue of G^T G) of the "opening motion" v obeys the equations; it
/// opens every contact whichever it is. Pre: global, with equations.
void require_constrained_opening(Judgement& judgement, const SparseMatrix& motion, const std::vector<Rational>& offset,
                                 const std::vector<Rational>& mu, int dimension) {
  const nlohmann::json& data = judgement.data();
  const std::vector<Rational>& v = judgement.witness("opening motion", motion.num_columns);
  const SparseMatrix g = read_matrix(data, "G");
  if (g.num_rows != motion.num_columns) throw DataError("G has a size that does not fit");
  const std::vector<Rational> right = read_vector(data, "b", g.num_columns);
  const Rational& least = judgement.witness(least_of_gram, 1).front();
  require_least(judgement, gram_of(g), least, least_of_gram);
  if (least.sign() <= 0) return;
  const std::vector<Rational> miss = image(transposed(g), v, right), u = image(motion, v, offset);
  const Rational distance = root_above(sum_of_squares(miss) / least);
  for (int c = 0; c < static_cast<int>(mu.size()); ++c) {
    Rational reach;
    for (int i = 0; i < dimension; ++i) {
      const Rational share = root_above(sum_of_squares(motion.rows[c * dimension + i]));
      reach += i == 0 ? share : mu[c] * share;
    }
    judgement.show(opens(part_of(u, c, dimension), mu[c], reach * distance),
                   fmt::format("the motion given opens contact {} by enough", c + 1));
  }
}

constexpr int most_planar_contacts = 4;  // 4^n linear programs

/// Contacts in the plane, state by state: open, sticking, or sliding to one side. u = W r + q.
struct PlanarContacts {
  const SparseMatrix& w;
  const std::vector<Rational>&q, &mu;

  [[nodiscard]] int size() const { return static_cast<int>(mu.size()); }
};

/// 0 open, 1 sticking, 2 and 3 sliding with r_T = -+ mu r_N.
void add_state(Program& program, const PlanarContacts& contacts, int c, int state) {
  const int m = 2 * contacts.size(), normal = 2 * c, tangential = 2 * c + 1;
  const auto is_zero = [&](int variable) { program.add_row(Rational(0)).coefficients[variable] = Rational(1); };
  const auto add_sum = [&](const Rational& factor, int variable, int sign) {
    ProgramRow& row = program.add_row(Rational(0));
    row.coefficients[normal] = factor;
    row.coefficients[variable] = Rational(sign);
  };
  const auto at_least_zero = [&](const Rational& factor, int variable, int sign) {
    add_sum(factor, variable, sign);
    program.add_slack(program.rows.size() - 1);
  };
  if (state == 0) {
    is_zero(normal);
    is_zero(tangential);
    return;
  }
  is_zero(m + normal);
  if (state == 1) {
    is_zero(m + tangential);
    for (const int sign : {1, -1}) at_least_zero(contacts.mu[c], tangential, sign);
    return;
  }
  const int side = state == 2 ? 1 : -1;
  add_sum(contacts.mu[c], tangential, side);         // r_T = -side mu r_N
  at_least_zero(Rational(0), m + tangential, side);  // side u_T >= 0
}

/// r_T is the difference of two numbers up to mu r_N, each of them rounded, below the normal range to 2^-1074.
void add_nearness(Program& program, const PlanarContacts& contacts, int i, const std::vector<Rational>& near) {
  Rational size = near[i].abs();
  if (i % 2 != 0) size.add_product(contacts.mu[i / 2], near[i - 1].abs());
  for (const int sign : {1, -1}) {
    const Rational reach = size * power_of_two(-50) + power_of_two(-1073);
    program.add_row(near[i] - Rational(sign) * reach).coefficients[i] = Rational(1);
    program.add_slack(program.rows.size() - 1, -sign);
  }
}

/// Unknowns: r_N, r_T of each contact, then u_N, u_T of each.
Program program_of(const PlanarContacts& contacts, const std::vector<int>& states, const std::vector<Rational>* near) {
  Program program;
  const int m = 2 * contacts.size();
  for (int i = 0; i < 2 * m; ++i) program.add_variable(i % 2 != 0);
  for (int i = 0; i < m; ++i) {
    ProgramRow& row = program.add_row(contacts.q[i]);
    row.coefficients[m + i] = Rational(1);
    for (const Entry& entry : contacts.w.rows[i]) row.coefficients[entry.column] -= entry.value;
  }
  for (int c = 0; c < contacts.size(); ++c) add_state(program, contacts, c, states[c]);
  for (int i = 0; i < m && near != nullptr; ++i) add_nearness(program, contacts, i, *near);
  return program;
}

/// Whether in some choice of states a linear program has a solution, which `near` is rounded from; null: any.
bool has_solution(const PlanarContacts& contacts, const std::vector<Rational>* near) {
  std::vector<int> states(contacts.size());
  for (int choice = 0; choice < 1 << (2 * contacts.size()); ++choice) {
    for (int c = 0; c < contacts.size(); ++c) states[c] = choice >> (2 * c) & 3;
    if (decide(program_of(contacts, states, near)).is_feasible) return true;
  }
  return false;
}

class ExistenceCheck {
 public:
  explicit ExistenceCheck(const Claim& claim)
      : judgement_(claim),
        dimension_(read_dimension(judgement_.data())),
        mu_(read_coefficients(judgement_.data())),
        is_local_(is_local(judgement_.data())) {
    const nlohmann::json& data = judgement_.data();
    const int m = dimension_ * num_contacts();
    energy_ = read_square(data, is_local_ ? "W" : "M");
    const SparseMatrix h = is_local_ ? SparseMatrix{} : read_matrix(data, "H");
    if (!is_local_ && h.num_columns != m) throw DataError("H has a size that does not fit");
    motion_ = is_local_ ? energy_ : transposed(h);
    if (motion_.num_rows != m || motion_.num_columns != energy_.num_rows) throw DataError("the sizes do not match");
    offset_ = read_vector(data, is_local_ ? "q" : "w", m);
    if (!is_local_) (void)read_vector(data, "q", energy_.num_rows);
  }

  Finding check() {
    judgement_.expect_sentence("some reactions solve the contacts with Coulomb's cone");
    check_class();
    if (judgement_.has_witness("opening forces")) return by_forces();
    if (has_equations(judgement_.data())) return by_constrained_motion();
    if (judgement_.is_refuted()) return judgement_.has_witness("c") ? by_multipliers() : by_states();
    if (judgement_.has_witness("r")) return by_states();
    if (judgement_.has_witness("opening motion")) return by_opening();
    return has_class() ? by_regular_energy() : by_zero();
  }

 private:
  [[nodiscard]] int num_contacts() const { return static_cast<int>(mu_.size()); }

  [[nodiscard]] bool has_class() const {
    const auto& facts = judgement_.claim().facts;
    return std::any_of(facts.begin(), facts.end(), [](const auto& fact) { return fact.name == "class"; });
  }

  /// What is said of the energy, be it of use or not.
  void check_class() {
    if (!has_class()) return;
    const std::string name = judgement_.fact("class").value_or("");
    judgement_.require(judgement_.needed_fact("consequence") == "copositive, for every mu >= 0",
                       "that is not what follows for the energy");
    std::optional<bool> holds;
    if (is_local_ && name == "W positive definite") holds = is_positive(twice_symmetric_part(energy_));
    if (is_local_ && name == "W symmetric positive semidefinite") holds = for_symmetric(is_nonnegative);
    if (!is_local_ && name == "M symmetric positive definite") holds = for_symmetric(is_positive);
    judgement_.settle(holds, name.empty() ? "the energy has a class" : name);
  }

  template <class Decide>
  [[nodiscard]] std::optional<bool> for_symmetric(const Decide& decide_sign) const {
    return is_symmetric(energy_) ? decide_sign(energy_) : std::optional(false);
  }

  Finding by_zero() {
    judgement_.show(is_local_, "r = 0 for a global problem");
    for (int c = 0; c < num_contacts(); ++c)
      judgement_.show(offset_[c * dimension_].sign() >= 0, fmt::format("contact {} is open for r = 0", c + 1));
    return judgement_.finding("r = 0 solves the contacts");
  }

  Finding by_regular_energy() {
    judgement_.show(judgement_.fact("class") == "W positive definite", "that there is a solution");
    return judgement_.finding("r^T W r > 0: some reactions solve the contacts");
  }

  Finding by_forces() {
    judgement_.show(is_local_ && judgement_.is_proved(), "the verdict, by forces that open contacts");
    if (is_local_) require_copositivity(judgement_, read_contact_problem(judgement_.data()));
    return judgement_.finding("r^T W r > 0 for all reactions of the cones: some reactions solve the contacts");
  }

  Finding by_constrained_motion() {
    judgement_.show(!is_local_ && judgement_.is_proved() && has_class(), "that there is a solution");
    if (!is_local_) require_constrained_opening(judgement_, motion_, offset_, mu_, dimension_);
    return judgement_.finding("a motion that obeys the equations opens every contact: some reactions solve them");
  }

  Finding by_opening() {
    judgement_.show(has_class() && is_symmetric(energy_), "the class of a symmetric energy");
    const std::vector<Rational> u = image(motion_, judgement_.witness("opening motion", motion_.num_columns), offset_);
    for (int c = 0; c < num_contacts(); ++c) {
      const auto own = part_of(u, c, dimension_);
      const Rational slip = own.first * own.first + own.second * own.second;
      judgement_.show(own.normal.sign() > 0 && own.normal * own.normal > mu_[c] * mu_[c] * slip,
                      fmt::format("the motion given opens contact {}", c + 1));
    }
    return judgement_.finding("a motion opens every contact with u_N > mu |u_T|: some reactions solve the contacts");
  }

  /// c . u_N = g . r + c . offset_N, with g . r <= 0 for all r of the cone, or, with v free, g = 0.
  Finding by_multipliers() {
    const std::vector<Rational>& c = judgement_.witness("c", num_contacts());
    std::vector<Rational> normal(offset_.size());
    Rational fall;
    for (int i = 0; i < num_contacts(); ++i) {
      judgement_.show(c[i].sign() >= 0, "the multipliers are not negative");
      normal[i * dimension_] = c[i];
      fall.add_product(c[i], offset_[i * dimension_]);
    }
    judgement_.show(fall.sign() < 0, "the multipliers contradict the rows");
    const std::vector<Rational> g = product(transposed(motion_), normal);
    for (int i = 0; i < static_cast<int>(g.size()) && !is_local_; ++i)
      judgement_.show(g[i].is_zero(), "no motion raises what the multipliers bound");
    for (int i = 0; i < num_contacts() && is_local_; ++i) {
      const auto own = part_of(g, i, dimension_);
      const Rational tangential = own.first * own.first + own.second * own.second;
      judgement_.show(own.normal.sign() <= 0 && own.normal * own.normal >= mu_[i] * mu_[i] * tangential,
                      fmt::format("no reaction of contact {} raises what the multipliers bound", i + 1));
    }
    return judgement_.finding("no reactions of the cone keep every u_N >= 0, by the c given");
  }

  Finding by_states() {
    if (!is_local_ || dimension_ != 2 || num_contacts() > most_planar_contacts)
      return {Result::open, "too many states of the contacts"};
    const std::vector<Rational>* near = judgement_.is_proved() ? &judgement_.witness("r", 2 * num_contacts()) : nullptr;
    const PlanarContacts contacts{energy_, offset_, mu_};
    const bool is_solved = has_solution(contacts, near);
    judgement_.require(!is_solved || judgement_.is_proved(), "claims that there is no solution, there is one");
    if (judgement_.is_proved() && !is_solved) {
      judgement_.require(has_solution(contacts, nullptr), "claims that there is a solution, there is none");
      judgement_.show(false, "a solution is near r");
    }
    return judgement_.finding(is_solved
                                  ? "a solution is near the r given"
                                  : fmt::format("none of 4^{} states of the contacts is a solution", num_contacts()));
  }

  Judgement judgement_;
  int dimension_;
  std::vector<Rational> mu_;
  bool is_local_;
  SparseMatrix energy_, motion_;
  std::vector<Rational> offset_;
};

Finding check_friction_existence(const Claim& claim) {
  return ExistenceCheck(claim).check();
}

}  // namespace

constinit const Kind statement_kinds::friction_existence{.name = "friction_existence",
                                                         .check = check_friction_existence};

}  // namespace perpend::checker
