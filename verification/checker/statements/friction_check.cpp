// An answer to contacts with friction: nearby pairs r', u' that obey the law, made again from the witness, and what is
// left of the rows with them; refuted: one contact, or row, that nothing near fulfils.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/statements/checks.hpp"
#include "verification/checker/statements/friction_answer.hpp"

namespace perpend::checker {

namespace {

class AnswerCheck {
 public:
  explicit AnswerCheck(const StatementClaim& claim)
      : judgement_(claim), answer_(read_friction_answer(claim.data, claim.kind == "friction_pyramid")) {}

  Finding check() {
    const int k = answer_.num_directions;
    judgement_.expect_sentence(fmt::format("r and u obey Coulomb's law with {} within the printed bounds",
                                           k > 0 ? fmt::format("a pyramid of {} directions", k) : "its cone"));
    if (judgement_.is_wrong() || !make_pairs(judgement_, answer_)) return judgement_.finding("");
    found_ = measure(answer_);
    check_bounds();
    check_exactness();
    judgement_.is_proved() ? check_proof() : check_refutation();
    return judgement_.finding(fmt::format("r {} the law, {} contacts in all, backward error {}",
                                          judgement_.is_proved() ? "obeys" : "misses", problem_.num_contacts(),
                                          print(found_.share.upper.value_or(Rational(-1)))));
  }

 private:
  void at_most(const char* name, const Size& truth) {
    const auto claimed = judgement_.bound(name);
    if (!claimed)  // left out where no double is a bound; what is refuted needs none
      return judgement_.show(judgement_.is_refuted() || truth.lower >= power_of_two(1023),
                             fmt::format("a bound of '{}'", name));
    const std::string words = fmt::format("'{}' is {}, it is {}", name, print(*claimed), print(truth.lower));
    judgement_.require(truth.lower <= *claimed, words);
    judgement_.settle(truth.upper && *truth.upper <= *claimed ? std::optional(true) : std::nullopt, words);
  }

  void check_bounds() {
    at_most("backward error at most", found_.share);
    at_most("largest |e| of a contact at most", found_.error);
    at_most("reactions moved by at most", found_.moved);
    at_most("largest -r_N", found_.negative_reaction);
    at_most("largest -u_N at most", found_.negative_velocity);
    at_most("largest |r_N u_N| at most", found_.product);
    at_most("largest |r_T| - mu r_N at most", found_.excess);
    at_most("largest gap of dissipation at most", found_.gap);
    if (problem_.a.num_rows > problem_.num_reactions())
      at_most("largest |e| of the other rows at most", found_.equation);
    (void)judgement_.fact("answer");  // the name of a file
    if (judgement_.claim().data.contains("u")) check_velocities();
  }

  void check_velocities() {
    const int m = problem_.num_reactions();
    const VelocityErrors errors = measure_velocities(answer_, read_vector(judgement_.claim().data, "u", m));
    velocity_share_ = errors.share;
    has_velocities_ = judgement_.is_proved() || judgement_.bound("share of their sizes at most").has_value();
    if (!has_velocities_) return;  // refuted before they were looked at
    at_most("given velocities off by at most", errors.off);
    at_most("share of their sizes at most", velocity_share_);
  }

  void check_exactness() {
    const auto claimed = judgement_.fact("solves the problem without any error");
    if (!claimed) return;
    bool is_exact = true;
    for (int i = problem_.num_reactions(); i < problem_.a.num_rows; ++i)
      is_exact = is_exact && answer_.image[i].is_zero();
    for (int c = 0; c < problem_.num_contacts() && is_exact; ++c)
      is_exact = obeys_exactly(answer_.law, problem_.mu[c], part_of(answer_.x, c, problem_.dimension),
                               part_of(answer_.image, c, problem_.dimension));
    judgement_.require(*claimed == (is_exact ? "yes, exactly" : "no"),
                       fmt::format("the answer {} without any error", is_exact ? "is" : "is not"));
  }

  void check_proof() {
    const Rational limit = backward_error_limit();
    judgement_.require(judgement_.needed_bound("backward error at most") <= limit,
                       "the backward error proved is above the limit");
    if (has_velocities_)
      judgement_.require(judgement_.needed_bound("share of their sizes at most") <= limit,
                         "the given velocities proved are off by more than the limit");
    check_worst();
  }

  /// Nothing when the claim names none; contacts count from 1.
  [[nodiscard]] std::optional<int> contact_named() {
    const auto number = judgement_.bound("contact of the worst");
    if (!number) return std::nullopt;
    const bool exists = fmpz_is_one(fmpq_denref(number->raw())) != 0 && number->sign() > 0 &&
                        *number <= Rational(problem_.num_contacts());
    judgement_.require(exists, "the worst contact does not exist");
    return exists ? std::optional(static_cast<int>(number->rounded())) : std::nullopt;
  }

  void check_worst() {
    const auto named = contact_named();
    if (!named || found_.share.lower.is_zero()) return;
    const Size& own = found_.shares[*named - 1];
    // Contacts that differ by the rounding of doubles alone are as bad as each other.
    std::size_t longest = 0;
    for (const SparseRow& row : problem_.a.rows) longest = std::max(longest, row.size());
    const Rational rounding = Rational(8 * (static_cast<long>(longest) + 8)) * power_of_two(-53);
    judgement_.require(!own.upper || *own.upper + rounding >= found_.share.lower * (Rational(1) - power_of_two(-20)),
                       fmt::format("contact {} is not the worst", *named));
  }

  void check_refutation() {
    if (judgement_.has_witness("u at least") || judgement_.has_witness("u at most")) return check_contact();
    const Rational limit = backward_error_limit();
    bool is_shown = has_velocities_ && velocity_share_.lower > limit;
    for (int i = problem_.num_reactions(); i < problem_.a.num_rows && !is_shown; ++i)
      is_shown = answer_.image[i].abs() > limit * answer_.sizes.reach[i];
    judgement_.show(is_shown, "that the answer is refuted, without a contact that shows it");
    check_worst();
  }

  void check_contact() {
    const int contact = contact_named().value_or(0) - 1, d = problem_.dimension;
    judgement_.show(contact >= 0, "a contact that is not named");
    if (contact < 0) return;
    const auto& r = judgement_.witness(fmt::format("r of contact {}", contact + 1), d);
    const auto &least = judgement_.witness("u at least", d), &most = judgement_.witness("u at most", d);
    std::vector<Rational> r_reach = answer_.sizes.move, u_reach = answer_.sizes.reach;
    for (int k = 0; k < d; ++k) {
      const int i = contact * d + k;
      judgement_.show(r[k] == answer_.x[i] && least[k] <= answer_.image[i] && answer_.image[i] <= most[k] &&
                          most[k] - least[k] <= size_of_row(problem_, answer_.x, i) * power_of_two(-40),
                      fmt::format("contact {} has these numbers", contact + 1));
      r_reach[i] *= backward_error_limit();
      u_reach[i] *= backward_error_limit();
    }
    judgement_.settle(
        is_contradicted(answer_.law, problem_.mu[contact], part_of(answer_.x, contact, d),
                        part_of(answer_.image, contact, d), part_of(r_reach, contact, d), part_of(u_reach, contact, d))
            ? std::optional(true)
            : std::nullopt,
        fmt::format("nothing near contact {} obeys the law", contact + 1));
  }

  Judgement judgement_;
  FrictionAnswer answer_;
  const ContactProblem& problem_ = answer_.problem;
  Residuals found_;
  Size velocity_share_;
  bool has_velocities_ = false;
};

}  // namespace

Finding check_friction(const StatementClaim& claim) {
  for (const auto& [name, value] : claim.bounds)
    if (!value) return {Result::open, fmt::format("'{}' is not known", name)};
  return AnswerCheck(claim).check();
}

}  // namespace perpend::checker
