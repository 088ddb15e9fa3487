// An answer to contacts with friction: nearby pairs r', u' that obey the law, made again from the witness, and what is
// left of the rows with them; refuted: one contact, or row, that nothing near fulfils.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/friction/law.hpp"
#include "verification/checker/kinds.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

/// A real number that is at least 0; nothing above: it is infinite.
struct Size {
  Rational lower;
  std::optional<Rational> upper = Rational(0);

  void raise(const Rational& low, const std::optional<Rational>& high);
  void raise(const Size& other) { raise(other.lower, other.upper); }
  void raise(const Ball& x) { raise(x.lower(), x.upper()); }
  void raise(const Rational& x) { raise(x, x); }
  /// |change| of a size.
  void raise_share(const Ball& change, const Rational& size);
};

struct FrictionAnswer {
  ContactProblem problem;
  std::vector<Rational> x, image;  ///< A x + b
  ContactSizes sizes;
  FrictionLaw law;
  int num_directions = 0;  ///< of a pyramid
  std::vector<ObeyingPair> pairs{};
  std::vector<Ball> moved{};  ///< x with the reactions of the pairs
};

/// The largest of all contacts.
struct Residuals {
  Size share, error, moved, negative_reaction, negative_velocity, product, excess, gap, equation;
  std::vector<Size> shares;  ///< of each contact
};

/// Velocities that came with the answer against those of its reactions.
struct VelocityErrors {
  Size off, share;
};

void Size::raise(const Rational& low, const std::optional<Rational>& high) {
  lower = std::max(lower, low);
  upper = upper && high ? std::optional(std::max(*upper, *high)) : std::nullopt;
}

void Size::raise_share(const Ball& change, const Rational& size) {
  const Rational low = change.lower(), high = change.upper();
  if (high.is_zero()) return;
  size.is_zero() ? raise(low, std::nullopt) : raise(low / size, high / size);
}

void put(const ContactVector<Ball>& r, int contact, FrictionAnswer& answer) {
  const int first = contact * answer.problem.dimension;
  answer.moved[first] = r.normal;
  answer.moved[first + 1] = r.first;
  if (answer.problem.dimension == 3) answer.moved[first + 2] = r.second;
}

Ball row(const FrictionAnswer& answer, int i) {
  Ball sum = answer.problem.b[i];
  for (const Entry& entry : answer.problem.a.rows[i]) sum.add_product(entry.value, answer.moved[entry.column]);
  return sum;
}

void measure_rows(const FrictionAnswer& answer, Residuals& found) {
  const ContactProblem& problem = answer.problem;
  Size equation_share;
  found.shares.resize(problem.num_contacts());
  for (int i = 0; i < problem.a.num_rows; ++i) {
    if (i >= problem.num_reactions()) {
      const Ball error = row(answer, i).abs();
      found.equation.raise(error);
      equation_share.raise_share(error, answer.sizes.row[i]);
      continue;
    }
    const int c = i / problem.dimension, k = i % problem.dimension;
    const ContactVector<Ball>& u = answer.pairs[c].u;
    const Ball error = ((k == 0 ? u.normal : k == 1 ? u.first : u.second) - row(answer, i)).abs();
    found.error.raise(error);
    found.shares[c].raise_share(error, answer.sizes.row[i]);
    const Ball change = (answer.moved[i] - Ball(answer.x[i])).abs();
    found.moved.raise(change);
    found.shares[c].raise_share(change, answer.sizes.move[i]);
  }
  found.share = equation_share;
  for (const Size& share : found.shares) found.share.raise(share);
}

void measure_contact(const FrictionAnswer& answer, int c, Residuals& found) {
  const int dimension = answer.problem.dimension;
  const ContactVector<Rational> r = part_of(answer.x, c, dimension), u = part_of(answer.image, c, dimension);
  const Ball radius = answer.problem.mu[c] * r.normal;
  found.negative_reaction.raise(-r.normal);
  found.negative_velocity.raise(-u.normal);
  found.product.raise((r.normal * u.normal).abs());
  found.excess.raise(Ball::root_of(r.first * r.first + r.second * r.second) - radius);
  found.gap.raise(
      (radius * Ball::root_of(u.first * u.first + u.second * u.second) + Ball(r.first * u.first + r.second * u.second))
          .abs());
}

/// Without its pairs; throws DataError.
FrictionAnswer read_friction_answer(const nlohmann::json& data, bool is_pyramid) {
  FrictionAnswer answer{.problem = read_contact_problem(data), .x = {}, .image = {}, .sizes = {}, .law = {}};
  const ContactProblem& problem = answer.problem;
  answer.x = read_vector(data, "x", problem.a.num_rows);
  answer.image = image(problem.a, answer.x, problem.b);
  answer.sizes = sizes_of(problem, answer.x);
  if (!is_pyramid) return answer;
  answer.num_directions = 2;
  if (problem.dimension == 2) return answer;
  answer.num_directions = has(data, "corners") ? static_cast<int>(size(member(data, "corners")) / 2) : 0;
  answer.law = read_polygon(data, answer.num_directions);
  return answer;
}

/// From the witness `pairs`; false, and the claim is left open, when they obey no law.
bool make_pairs(Judgement& judgement, FrictionAnswer& answer) {
  const ContactProblem& problem = answer.problem;
  answer.moved.assign(answer.x.begin(), answer.x.end());
  if (problem.num_contacts() == 0) return true;
  const std::vector<Rational>& made = judgement.witness("pairs", numbers_of_pair * problem.num_contacts());
  int count[3] = {0, 0, 0};
  for (int c = 0; c < problem.num_contacts(); ++c) {
    const ContactVector<Rational> r = part_of(answer.x, c, problem.dimension);
    const Rational* own = &made[numbers_of_pair * c];
    const auto pair = make_pair(judgement, answer.law, problem.mu[c], r, problem.dimension, own);
    if (!pair) return false;
    ++count[static_cast<int>(own->rounded())];
    answer.pairs.push_back(*pair);
    put(pair->r, c, answer);
  }
  judgement.require(judgement.needed_fact("contacts") == fmt::format("{}: {} open, {} sticking, {} sliding",
                                                                     answer.pairs.size(), count[0], count[1], count[2]),
                    "counts other contacts than those of the pairs");
  return true;
}

Residuals measure(const FrictionAnswer& answer) {
  Residuals found;
  measure_rows(answer, found);
  for (int c = 0; c < answer.problem.num_contacts(); ++c) measure_contact(answer, c, found);
  return found;
}

VelocityErrors measure_velocities(const FrictionAnswer& answer, const std::vector<Rational>& given) {
  const int m = answer.problem.num_reactions();
  std::vector<Rational> size(m);
  for (int i = 0; i < m; ++i) size[i] = size_of_row(answer.problem, answer.x, i) + given[i].abs();
  const std::vector<Rational> largest = largest_joined(answer.problem, size);
  VelocityErrors errors;
  for (int i = 0; i < m; ++i) {
    const Rational change = (given[i] - answer.image[i]).abs();
    errors.off.raise(change);
    errors.share.raise_share(change, size[i] + granted_share(answer.problem.a.num_rows) * largest[i]);
  }
  return errors;
}

class AnswerCheck {
 public:
  explicit AnswerCheck(const Claim& claim)
      : judgement_(claim), answer_(read_friction_answer(judgement_.data(), claim.kind == "friction_pyramid")) {}

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
    if (has(judgement_.data(), "u")) check_velocities();
  }

  void check_velocities() {
    const int m = problem_.num_reactions();
    const VelocityErrors errors = measure_velocities(answer_, read_vector(judgement_.data(), "u", m));
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
    const auto place = place_named(*number, problem_.num_contacts());
    judgement_.require(place.has_value(), "the worst contact does not exist");
    return place ? std::optional(*place + 1) : std::nullopt;
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

Finding check_friction(const Claim& claim) {
  for (const auto& [name, value] : claim.bounds)
    if (!value) return {Result::open, fmt::format("'{}' is not known", name)};
  return AnswerCheck(claim).check();
}

}  // namespace

constinit const Kind statement_kinds::friction_cone{.name = "friction_cone", .check = check_friction};
constinit const Kind statement_kinds::friction_pyramid{.name = "friction_pyramid", .check = check_friction};

}  // namespace perpend::checker
