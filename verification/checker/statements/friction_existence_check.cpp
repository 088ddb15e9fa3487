// Some reactions solve the contacts with Coulomb's cone. [AcaryCadouxLemarechalMalick11]
//     r^T W r > 0;   or W symmetric semidefinite, or W = H^T M^-1 H with M definite, and a motion z whose
//     u = W z + q, u = H^T z + w, opens every contact with u_N > mu |u_T|;
//     forces or, with equations, a motion as on friction_opening.hpp;
//     r = 0;   in the plane a solution found again: open, sticking, or sliding to one side, each a linear program.
// Against it: c >= 0 with c . u_N < 0 for all r of the cone, or no choice of states.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/statements/checks.hpp"
#include "verification/checker/statements/definite.hpp"
#include "verification/checker/statements/friction_opening.hpp"
#include "verification/checker/statements/friction_states.hpp"

namespace perpend::checker {

namespace {

class ExistenceCheck {
 public:
  explicit ExistenceCheck(const StatementClaim& claim)
      : judgement_(claim),
        dimension_(read_dimension(claim.data)),
        mu_(read_coefficients(claim.data)),
        is_local_(is_local(claim.data)) {
    const int m = dimension_ * num_contacts();
    energy_ = read_square(claim.data, is_local_ ? "W" : "M");
    const SparseMatrix h = is_local_ ? SparseMatrix{} : read_matrix(claim.data, "H");
    if (!is_local_ && h.num_columns != m) throw DataError("H has a size that does not fit");
    motion_ = is_local_ ? energy_ : transposed(h);
    if (motion_.num_rows != m || motion_.num_columns != energy_.num_rows) throw DataError("the sizes do not match");
    offset_ = read_vector(claim.data, is_local_ ? "q" : "w", m);
    if (!is_local_) (void)read_vector(claim.data, "q", energy_.num_rows);
  }

  Finding check() {
    judgement_.expect_sentence("some reactions solve the contacts with Coulomb's cone");
    check_class();
    if (judgement_.has_witness("opening forces")) return by_forces();
    if (has_equations(judgement_.claim().data)) return by_constrained_motion();
    if (judgement_.is_refuted()) return judgement_.has_witness("c") ? by_multipliers() : by_states();
    if (judgement_.has_witness("r")) return by_states();
    if (judgement_.has_witness("opening motion")) return by_opening();
    return has_class() ? by_regular_energy() : by_zero();
  }

 private:
  [[nodiscard]] int num_contacts() const { return static_cast<int>(mu_.size()); }

  [[nodiscard]] bool has_class() const {
    const auto& facts = judgement_.claim().facts;
    return std::any_of(facts.begin(), facts.end(), [](const auto& fact) { return fact.first == "class"; });
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
    if (is_local_) require_copositivity(judgement_, read_contacts(judgement_.claim().data));
    return judgement_.finding("r^T W r > 0 for all reactions of the cones: some reactions solve the contacts");
  }

  Finding by_constrained_motion() {
    judgement_.show(!is_local_ && judgement_.is_proved() && has_class(), "that there is a solution");
    if (!is_local_) require_constrained_opening(judgement_, motion_, offset_, mu_, dimension_);
    return judgement_.finding("a motion that obeys the equations opens every contact: some reactions solve them");
  }

  Finding by_opening() {
    judgement_.show(has_class() && is_symmetric(energy_), "the class of a symmetric energy");
    std::vector<Rational> u = product(motion_, judgement_.witness("opening motion", motion_.num_columns));
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += offset_[i];
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

}  // namespace

Finding check_friction_existence(const StatementClaim& claim) {
  return ExistenceCheck(claim).check();
}

}  // namespace perpend::checker
