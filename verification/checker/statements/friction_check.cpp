// An answer to contacts with friction: pairs r', u' in the law beside it, made again from the witness, and what is left
// of the rows with them; refuted: one contact, or row, that nothing near fulfils.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/statements/checks.hpp"
#include "verification/checker/statements/friction_law.hpp"

namespace perpend::checker {

namespace {

/// Of a real number that is at least 0; nothing above: it is infinite.
struct Range {
  Rational lower;
  std::optional<Rational> upper = Rational(0);

  void raise(const Rational& low, const std::optional<Rational>& high) {
    lower = std::max(lower, low);
    upper = upper && high ? std::optional(std::max(*upper, *high)) : std::nullopt;
  }
  void raise(const Range& other) { raise(other.lower, other.upper); }
  void raise(const Ball& x) { raise(x.lower(), x.upper()); }
  void raise(const Rational& x) { raise(x, x); }
  /// |change| of a size.
  void raise_share(const Ball& change, const Rational& size) {
    const Rational low = change.lower(), high = change.upper();
    if (high.is_zero()) return;
    size.is_zero() ? raise(low, std::nullopt) : raise(low / size, high / size);
  }
};

struct Residuals {
  Range share, error, moved, negative_reaction, negative_velocity, product, excess, gap, equation;
  std::vector<Range> shares;  ///< of each contact
  Range equation_share;
};

class AnswerCheck {
 public:
  explicit AnswerCheck(const StatementClaim& claim)
      : judgement_(claim),
        problem_(read_contacts(claim.data)),
        x_(read_vector(claim.data, "x", problem_.a.num_rows)),
        image_(product(problem_.a, x_)),
        sizes_(sizes_of(problem_, x_)) {
    for (int i = 0; i < problem_.a.num_rows; ++i) image_[i] += problem_.b[i];
  }

  Finding check() {
    read_law();
    if (!judgement_.is_wrong()) make_pairs();
    if (judgement_.is_wrong()) return judgement_.finding("");
    measure_rows();
    for (int c = 0; c < problem_.num_contacts(); ++c) measure_contact(c);
    check_bounds();
    check_exactness();
    judgement_.is_proved() ? check_proof() : check_refutation();
    return judgement_.finding(fmt::format("r {} the law at {} contacts, backward error {}",
                                          judgement_.is_proved() ? "obeys" : "misses", problem_.num_contacts(),
                                          print(found_.share.upper.value_or(Rational(-1)))));
  }

 private:
  void read_law() {
    const bool is_pyramid = judgement_.claim().kind == "friction_pyramid";
    int num_directions = 2;
    if (is_pyramid && problem_.dimension == 3) {
      num_directions = static_cast<int>(numbers_of_corners() / 2);
      law_ = read_polygon(judgement_.claim().data, num_directions);
    }
    judgement_.expect_sentence(
        fmt::format("r and u obey Coulomb's law with {} within the printed bounds",
                    is_pyramid ? fmt::format("a pyramid of {} directions", num_directions) : "its cone"));
  }

  [[nodiscard]] std::size_t numbers_of_corners() const {
    const auto& data = judgement_.claim().data;
    return data.contains("corners") ? data["corners"].size() : 0;
  }

  void make_pairs() {
    moved_.assign(x_.begin(), x_.end());
    if (problem_.num_contacts() == 0) return;
    const std::vector<Rational>& made = judgement_.witness("pairs", numbers_of_pair * problem_.num_contacts());
    int count[3] = {0, 0, 0};
    for (int c = 0; c < problem_.num_contacts(); ++c) {
      const ContactVector<Rational> r = part_of(x_, c, problem_.dimension);
      const Rational* own = &made[numbers_of_pair * c];
      const auto pair = make_pair(judgement_, law_, problem_.mu[c], r, problem_.dimension, own);
      if (!pair) return;
      ++count[static_cast<int>(own->rounded())];
      pairs_.push_back(*pair);
      put(pair->r, c);
    }
    judgement_.require(judgement_.fact("contacts") == fmt::format("{}: {} open, {} sticking, {} sliding", pairs_.size(),
                                                                  count[0], count[1], count[2]),
                       "counts other contacts than those of the pairs");
  }

  void put(const ContactVector<Ball>& r, int contact) {
    const int first = contact * problem_.dimension;
    moved_[first] = r.normal;
    moved_[first + 1] = r.first;
    if (problem_.dimension == 3) moved_[first + 2] = r.second;
  }

  [[nodiscard]] Ball row(int i) const {
    Ball sum = problem_.b[i];
    for (const Entry& entry : problem_.a.rows[i]) sum.add_product(entry.value, moved_[entry.column]);
    return sum;
  }

  void measure_rows() {
    found_.shares.resize(problem_.num_contacts());
    for (int i = 0; i < problem_.a.num_rows; ++i) {
      if (i >= problem_.num_reactions()) {
        const Ball error = row(i).abs();
        found_.equation.raise(error);
        found_.equation_share.raise_share(error, sizes_.row[i]);
        continue;
      }
      const int c = i / problem_.dimension, k = i % problem_.dimension;
      const ContactVector<Ball>& u = pairs_[c].u;
      const Ball error = ((k == 0 ? u.normal : k == 1 ? u.first : u.second) - row(i)).abs();
      found_.error.raise(error);
      found_.shares[c].raise_share(error, sizes_.row[i]);
      const Ball change = (moved_[i] - Ball(x_[i])).abs();
      found_.moved.raise(change);
      found_.shares[c].raise_share(change, sizes_.move[i]);
    }
    found_.share = found_.equation_share;
    for (const Range& share : found_.shares) found_.share.raise(share);
  }

  void measure_contact(int c) {
    const ContactVector<Rational> r = part_of(x_, c, problem_.dimension), u = part_of(image_, c, problem_.dimension);
    const Ball radius = problem_.mu[c] * r.normal;
    found_.negative_reaction.raise(-r.normal);
    found_.negative_velocity.raise(-u.normal);
    found_.product.raise((r.normal * u.normal).abs());
    found_.excess.raise(Ball::root_of(r.first * r.first + r.second * r.second) - radius);
    found_.gap.raise((radius * Ball::root_of(u.first * u.first + u.second * u.second) +
                      Ball(r.first * u.first + r.second * u.second))
                         .abs());
  }

  void at_most(const char* name, const Range& truth) {
    const Rational claimed = judgement_.needed_bound(name);
    const std::string words = fmt::format("'{}' is {}, it is {}", name, print(claimed), print(truth.lower));
    judgement_.require(truth.lower <= claimed, words);
    judgement_.settle(truth.upper && *truth.upper <= claimed ? std::optional(true) : std::nullopt, words);
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
    if (judgement_.claim().data.contains("u")) measure_velocities();
  }

  /// Velocities that came with the answer against those of its reactions.
  void measure_velocities() {
    const int m = problem_.num_reactions();
    const std::vector<Rational> given = read_vector(judgement_.claim().data, "u", m);
    std::vector<Rational> size(m);
    Rational most;
    for (int i = 0; i < m; ++i) {
      size[i] = size_of_row(problem_, x_, i) + given[i].abs();
      most = std::max(most, size[i]);
    }
    Range off;
    for (int i = 0; i < m; ++i) {
      const Rational change = (given[i] - image_[i]).abs();
      off.raise(change);
      velocity_share_.raise_share(change, size[i] + granted_share(problem_) * most);
    }
    has_velocities_ = judgement_.is_proved() || judgement_.bound("share of their sizes at most").has_value();
    if (!has_velocities_) return;  // refuted before they were looked at
    at_most("given velocities off by at most", off);
    at_most("share of their sizes at most", velocity_share_);
  }

  void check_exactness() {
    const auto claimed = judgement_.fact("solves the problem without any error");
    if (!claimed) return;
    bool is_exact = true;
    for (int i = problem_.num_reactions(); i < problem_.a.num_rows; ++i) is_exact = is_exact && image_[i].is_zero();
    for (int c = 0; c < problem_.num_contacts() && is_exact; ++c)
      is_exact = obeys_exactly(law_, problem_.mu[c], part_of(x_, c, problem_.dimension),
                               part_of(image_, c, problem_.dimension));
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
    const Range& own = found_.shares[*named - 1];
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
      is_shown = image_[i].abs() > limit * sizes_.reach[i];
    judgement_.require(is_shown, "claims that the answer is refuted, without a contact that shows it");
    check_worst();
  }

  void check_contact() {
    const int contact = contact_named().value_or(0) - 1, d = problem_.dimension;
    judgement_.require(contact >= 0, "no contact is named");
    if (contact < 0) return;
    const auto& r = judgement_.witness(fmt::format("r of contact {}", contact + 1), d);
    const auto &least = judgement_.witness("u at least", d), &most = judgement_.witness("u at most", d);
    std::vector<Rational> r_reach = sizes_.move, u_reach = sizes_.reach;
    for (int k = 0; k < d; ++k) {
      const int i = contact * d + k;
      judgement_.require(r[k] == x_[i] && least[k] <= image_[i] && image_[i] <= most[k] &&
                             most[k] - least[k] <= size_of_row(problem_, x_, i) * power_of_two(-40),
                         fmt::format("contact {} has other numbers", contact + 1));
      r_reach[i] *= backward_error_limit();
      u_reach[i] *= backward_error_limit();
    }
    judgement_.settle(is_contradicted(law_, problem_.mu[contact], part_of(x_, contact, d), part_of(image_, contact, d),
                                      part_of(r_reach, contact, d), part_of(u_reach, contact, d))
                          ? std::optional(true)
                          : std::nullopt,
                      fmt::format("nothing near contact {} obeys the law", contact + 1));
  }

  Judgement judgement_;
  ContactProblem problem_;
  std::vector<Rational> x_, image_;  ///< A x + b
  ContactSizes sizes_;
  FrictionLaw law_;
  std::vector<ObeyingPair> pairs_;
  std::vector<Ball> moved_;  ///< x'
  Residuals found_;
  Range velocity_share_;
  bool has_velocities_ = false;
};

}  // namespace

Finding check_friction(const StatementClaim& claim) {
  for (const auto& [name, value] : claim.bounds)
    if (!value) return {Result::open, fmt::format("'{}' is not known", name)};
  return AnswerCheck(claim).check();
}

}  // namespace perpend::checker
