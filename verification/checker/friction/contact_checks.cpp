// Claims about one step of contacts.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "verification/checker/lcp/pairs.hpp"
#include "verification/checker/mechanism/independence.hpp"
#include "verification/checker/mechanism/row_errors.hpp"

namespace perpend::checker {

namespace {

bool meets_limit(const Rational& error, const Rational& size) {
  return error <= backward_error_limit() * size;
}

/// The rows of a contact problem as sums, with the scales that its certificates measure them against.
/// Pre: the sizes of the problem and of its answer match.
class ContactSums {
 public:
  ContactSums(const Data& data, bool with_left_out);

  /// Largest error of a group of rows, and the largest against its scale.
  struct Group {
    Rational error, ratio;
    int num_granted = 0;
    /// An error in the unit of the group, or a bound that is moved instead. `is_met`: the row is within the limit by
    /// its own size in another way.
    void judge(const Rational& size_of_error, const Sum& row, bool is_met = false);
    void judge_moved(const Rational& distance, const Rational& size, const Rational& granted, bool is_met = false);
  };
  enum Which { motion, joint, normal, tangential, cone, num_groups };
  [[nodiscard]] const Group& group(Which which) const { return groups_[which]; }
  /// Rows that miss the limit by their own size.
  [[nodiscard]] int num_granted() const;
  /// The largest against its scale, whatever its group.
  [[nodiscard]] Rational worst() const;

 private:
  void sum_motion_rows();
  void add_impulses(int contact, std::vector<Sum>& sums, std::vector<Rational>& coefficients) const;
  void measure(const std::vector<Sum>& sums);
  void judge_joints(bool with_left_out);
  void judge_bounded(int row, const Sum& w);
  [[nodiscard]] Sum rate(int contact, int row) const;
  void judge_normal(int contact);
  void judge_tangential(int contact);
  void judge_cone(int contact);
  void add_row(Sum& sum, const SparseRow& row) const;

  const Data& data_;
  const ContactsData& contacts_;
  std::vector<Rational> summed_;  ///< size of what each velocity was summed from
  Rational largest_summed_, largest_impulse_, share_;
  Group groups_[num_groups];
};

void ContactSums::Group::judge(const Rational& size_of_error, const Sum& row, bool is_met) {
  if (size_of_error.is_zero()) return;
  error = std::max(error, size_of_error);
  if ((row.size + row.granted).is_zero()) throw DataError("a row without a scale has an error");
  judge_moved(size_of_error, row.size, row.granted, is_met);
}

void ContactSums::Group::judge_moved(const Rational& distance, const Rational& size, const Rational& granted,
                                     bool is_met) {
  if (distance.is_zero()) return;
  ratio = std::max(ratio, distance / (size + granted));
  if (!is_met && !meets_limit(distance, size)) ++num_granted;
}

int ContactSums::num_granted() const {
  int sum = 0;
  for (const Group& group : groups_) sum += group.num_granted;
  return sum;
}

Rational ContactSums::worst() const {
  Rational worst;
  for (const Group& group : groups_) worst = std::max(worst, group.ratio);
  return worst;
}

ContactSums::ContactSums(const Data& data, bool with_left_out) : data_(data), contacts_(*data.contacts) {
  largest_impulse_ =
      std::max({largest_of(data.multiplier), largest_of(contacts_.normal), largest_of(contacts_.tangential)});
  for (const ContactData& contact : contacts_.contacts)
    largest_impulse_ = std::max(largest_impulse_, contact.given_normal);
  share_ = granted_share(data.num_columns + data.num_rows + contacts_.lcp_size);
  sum_motion_rows();
  judge_joints(with_left_out);
  for (int contact = 0; contact < contacts_.size(); ++contact) {
    judge_normal(contact);
    if (!contacts_.has_cone(contact)) continue;
    judge_tangential(contact);
    judge_cone(contact);
  }
}

void ContactSums::add_impulses(int contact, std::vector<Sum>& sums, std::vector<Rational>& coefficients) const {
  const ContactData& one = contacts_.contacts[contact];
  for (std::size_t row = 0; row < one.rows.size(); ++row) {
    Sum impulse;
    if (row == 0) {
      impulse.add(contacts_.normal[contact]);
    } else if (contacts_.law == Law::sliding) {
      impulse.add(-one.slide[row - 1] * one.friction, contacts_.normal[contact]);
    } else {
      for (int i = 0; i < contacts_.num_directions; ++i)
        impulse.add(contacts_.directions[i][row - 1], contacts_.tangential[contact * contacts_.num_directions + i]);
    }
    for (const Entry& entry : one.rows[row]) {
      sums[entry.column].add(-entry.value, impulse);
      coefficients[entry.column] += entry.value.abs();
    }
  }
}

void ContactSums::sum_motion_rows() {
  const std::vector<SparseRow> columns = transposed(data_.rows, data_.num_columns);
  std::vector<Sum> sums(data_.num_columns);
  std::vector<Rational> coefficients(data_.num_columns);
  for (int i = 0; i < data_.num_columns; ++i) {
    sums[i].add(-data_.motion[i]);
    sums[i].add(data_.mass_rows[i], data_.x);
    sums[i].add(columns[i], data_.multiplier, -1);
    coefficients[i] = size_of(columns[i]);
  }
  for (int contact = 0; contact < contacts_.size(); ++contact) add_impulses(contact, sums, coefficients);
  measure(sums);
  for (int i = 0; i < data_.num_columns; ++i) {
    sums[i].granted = share_ * coefficients[i] * largest_impulse_;
    groups_[motion].judge(sums[i].value.abs(), sums[i]);
  }
}

/// Where nothing pushes, what is left of an impulse is rounding of the momenta.
void ContactSums::measure(const std::vector<Sum>& sums) {
  for (int i = 0; i < data_.num_columns; ++i) {
    largest_impulse_ = std::max(largest_impulse_, sums[i].size);
    summed_.push_back(sums[i].size / data_.mass_rows[i].front().value);
    largest_summed_ = std::max(largest_summed_, summed_.back());
  }
}

/// A row times x; its size counts what each x_j was summed from, not what is left of it.
void ContactSums::add_row(Sum& sum, const SparseRow& row) const {
  for (const Entry& entry : row) {
    sum.value.add_product(entry.value, data_.x[entry.column]);
    sum.size.add_product(entry.value.abs(), summed_[entry.column]);
    sum.granted.add_product(entry.value.abs(), share_ * largest_summed_);
  }
}

/// The bound that the sign of w asks for may be moved instead of w, relative to it, to the multiplier and to what
/// rounding of the largest impulse or momentum leaves of either.
void ContactSums::judge_bounded(int row, const Sum& sum) {
  const Rational& w = sum.value;
  const Rational granted = share_ * largest_impulse_;
  const Limit &lower = data_.lower[row], &upper = data_.upper[row];
  const Rational& multiplier = data_.multiplier[row];
  const auto amount = [&](const Limit& limit) { return (multiplier - limit.value).abs(); };
  const auto size = [&](const Limit& limit) { return std::max(multiplier.abs(), limit.value.abs()); };
  const bool is_low = compare(multiplier, lower) <= 0, is_high = compare(multiplier, upper) >= 0;
  const bool is_outside = compare(multiplier, lower) < 0 || compare(multiplier, upper) > 0;
  Group& group = groups_[joint];
  if (is_outside) {
    const Limit& left = compare(multiplier, lower) < 0 ? lower : upper;
    group.judge_moved(amount(left), size(left), granted);
  }
  Rational wrong = w.abs();
  if ((is_low && is_high) || (is_low && w.sign() > 0) || (is_high && w.sign() < 0)) wrong = Rational(0);
  const Limit& nearer = w.sign() > 0 ? lower : upper;
  const bool may_move = !w.is_zero() && !is_outside && nearer.is_finite();
  const bool is_met = meets_limit(wrong, sum.size) || (may_move && meets_limit(amount(nearer), size(nearer)));
  if (may_move && amount(nearer) * (sum.size + sum.granted) < wrong * (size(nearer) + granted))
    group.judge_moved(amount(nearer), size(nearer), granted, is_met);
  else
    group.judge(wrong, sum, is_met);
}

void ContactSums::judge_joints(bool with_left_out) {
  for (int i = 0; i < data_.num_rows; ++i) {
    if (!with_left_out && data_.is_left_out[i] != 0) continue;
    Sum w;
    w.add(-data_.target[i]);
    w.add(data_.compliance[i], data_.multiplier[i]);
    w.granted = share_ * data_.compliance[i] * largest_impulse_;
    add_row(w, data_.rows[i]);
    if (data_.lower.empty())
      groups_[joint].judge(w.value.abs(), w);
    else
      judge_bounded(i, w);
  }
}

Sum ContactSums::rate(int contact, int row) const {
  const ContactData& one = contacts_.contacts[contact];
  Sum sum;
  sum.add(one.rate_t[row]);
  add_row(sum, one.rows[row]);
  return sum;
}

void ContactSums::judge_normal(int contact) {
  const ContactData& one = contacts_.contacts[contact];
  Sum row = rate(contact, 0);
  row.add(one.bias);
  row.add(one.compliance, contacts_.normal[contact]);
  if (contacts_.law == Law::convex && contacts_.has_cone(contact)) row.add(-one.friction, contacts_.slip[contact]);
  row.add(-contacts_.normal_slack[contact]);
  groups_[normal].judge(row.value.abs(), row);
}

void ContactSums::judge_tangential(int contact) {
  std::vector<Sum> rates;
  for (int t = 1; t <= contacts_.num_tangents; ++t) rates.push_back(rate(contact, t));
  for (int i = 0; i < contacts_.num_directions; ++i) {
    Sum row;
    for (int t = 0; t < contacts_.num_tangents; ++t) row.add(contacts_.directions[i][t], rates[t]);
    row.add(contacts_.slip[contact]);
    row.add(-contacts_.tangential_slack[contact * contacts_.num_directions + i]);
    groups_[tangential].judge(row.value.abs(), row);
  }
}

void ContactSums::judge_cone(int contact) {
  const int k = contacts_.num_directions;
  const Rational& friction = contacts_.contacts[contact].friction;
  Sum row;
  row.add(friction, contacts_.normal[contact]);
  row.add(friction, contacts_.contacts[contact].given_normal);
  for (int i = 0; i < k; ++i) row.add(-contacts_.tangential[contact * k + i]);
  row.add(-contacts_.slip_slack[contact]);
  row.granted = share_ * (friction + Rational(k)) * largest_impulse_;
  groups_[cone].judge(row.value.abs(), row);
}

/// Why the vectors of the answer do not fit the contacts, or null.
const char* why_unfit(const Data& data) {
  if (!data.contacts || !data.is_solve()) return "the data is that of no contact problem";
  for (const SparseRow& row : data.mass_rows)
    if (row.front().value.sign() <= 0) return "a mass is not positive";
  const ContactsData& contacts = *data.contacts;
  const auto size = contacts.contacts.size();
  const auto tangents = size * contacts.num_directions;
  if (contacts.normal.size() != size || contacts.normal_slack.size() != size) return "the impulses have another size";
  const bool is_sliding = contacts.law == Law::sliding;
  if (is_sliding && contacts.tangential.empty() && contacts.slip.empty()) return nullptr;
  if (contacts.tangential.size() != tangents || contacts.slip.size() != size) return "the impulses have another size";
  if (!is_sliding && (contacts.tangential_slack.size() != tangents || contacts.slip_slack.size() != size))
    return "the slacks have another size";
  // A pair for each row of joints and contacts at most, and boxes twice.
  const auto most = size * (contacts.num_directions + 2) + 2 * static_cast<std::size_t>(data.num_rows);
  return static_cast<std::size_t>(contacts.lcp_size) > most ? "the size of the LCP is above what its rows give"
                                                            : nullptr;
}

constexpr const char* group_words[] = {"the change of a motion row", "the change of a joint row",
                                       "the change of a normal row", "the change of a tangential row",
                                       "the change of a cone row"};

constexpr BoundRule contact_solve_bounds[] = {
    {"backward error at most", Shape::size, Most::backward_error},
    {"motion rows (impulses) changed by at most", Shape::size, Most::nothing},
    {"joint rows (rates) changed by at most", Shape::size, Most::nothing},
    {"normal rows (rates) changed by at most", Shape::size, Most::nothing},
    {"tangential rows (rates) changed by at most", Shape::size, Most::nothing},
    {"cone rows (impulses) changed by at most", Shape::size, Most::nothing},
    {granted_rows_name, Shape::whole, Most::nothing}};
constexpr BoundRule contact_kept_rows_bounds[] = {
    {"backward error of the rows kept at most", Shape::size, Most::backward_error},
    contact_solve_bounds[1],
    {"joint rows kept (rates) changed by at most", Shape::size, Most::nothing},
    contact_solve_bounds[3],
    contact_solve_bounds[4],
    contact_solve_bounds[5],
    {"share of a row left out beyond the rows kept at most", Shape::size, Most::share},
    {"row left out missed by at most", Shape::size, Most::nothing},
    {"rows left out", Shape::whole, Most::nothing},
    {granted_rows_name, Shape::whole, Most::nothing}};

constexpr BoundRule contact_class_bounds[] = {{"friction coefficient at least", Shape::size, Most::nothing},
                                              {"friction coefficient at most", Shape::size, Most::nothing}};

/// A finding where the data, the signs or the pairs decide; nothing where the sums of the rows have to.
std::optional<Finding> judge_pairs(Judgement& judgement, const Claim& claim) {
  const Data& data = claim.data->mechanism();
  judgement.require_none(why_unfit(data));
  if (judgement.is_wrong()) return judgement.finding("");
  const char* broken = nullptr;
  for (int i = 0; i < data.contacts->size() && broken == nullptr; ++i)
    broken = why_not_complementary(*data.contacts, i);
  if (broken == nullptr) return std::nullopt;
  if (claim.verdict != Verdict::refuted) judgement.require_none(broken);
  return judgement.finding(broken);
}

/// The bounds that both kinds have, the first of them the backward error; `rules`: of the kind.
Finding judge_sums(Judgement& judgement, const Claim& claim, const ContactSums& sums,
                   std::span<const BoundRule> rules) {
  const Rational worst = sums.worst();
  if (claim.verdict == Verdict::refuted) {
    judgement.require(worst > backward_error_limit(), "claims that the solve is refuted, it is within its limit");
    return judgement.finding("a row is not fulfilled");
  }
  judgement.at_most(rules[0].name, worst, "the backward error");
  if (const auto claimed = judgement.number(rules[0].name))
    judgement.require(*claimed <= backward_error_limit(), "the bound proved is above the limit");
  for (int i = 0; i < ContactSums::num_groups; ++i)
    judgement.at_most(rules[i + 1].name, sums.group(static_cast<ContactSums::Which>(i)).error, group_words[i]);
  check_granted(judgement, sums.num_granted());
  return judgement.finding(fmt::format("{} contacts, backward error {}{}", claim.data->mechanism().contacts->size(),
                                       print(worst), granted_text(sums.num_granted())));
}

Finding check_contact_solve(const Claim& claim) {
  Judgement judgement(claim);
  if (const auto finding = judge_pairs(judgement, claim)) return *finding;
  return judge_sums(judgement, claim, ContactSums(claim.data->mechanism(), true), contact_solve_bounds);
}

Finding check_contact_kept_rows(const Claim& claim) {
  Judgement judgement(claim);
  if (const auto finding = judge_pairs(judgement, claim)) return *finding;
  const Data& data = claim.data->mechanism();
  const Finding kept = judge_sums(judgement, claim, ContactSums(data, false), contact_kept_rows_bounds);
  if (claim.verdict == Verdict::refuted || judgement.is_wrong()) return kept;
  Rational momentum = largest_of(data.motion);
  for (int i = 0; i < data.num_columns; ++i)
    momentum = std::max(momentum, (data.mass_rows[i].front().value * data.x[i]).abs());
  const Rational largest_push = backward_error_limit() * momentum;
  return check_left_out(judgement, data, &largest_push);
}

Finding check_contact_class(const Claim& claim) {
  Judgement judgement(claim);
  const Data& data = claim.data->mechanism();
  judgement.require(data.contacts.has_value(), "the data is that of no contact problem");
  judgement.require(claim.verdict == Verdict::proved, "a class is proved or undecided");
  if (judgement.is_wrong()) return judgement.finding("");
  const char* why = why_not_copositive(data);
  judgement.require_none(why);
  Rational smallest, largest;
  for (const ContactData& contact : data.contacts->contacts) {
    const bool is_first = &contact == &data.contacts->contacts.front();
    smallest = is_first ? contact.friction : std::min(smallest, contact.friction);
    largest = std::max(largest, contact.friction);
  }
  judgement.equals("friction coefficient at least", smallest, "the smallest friction coefficient");
  judgement.equals("friction coefficient at most", largest, "the largest friction coefficient");
  return judgement.finding(fmt::format("copositive, {} contacts", data.contacts->size()));
}

}  // namespace

constinit const Kind run_kinds::contact_solve{
    .name = "contact_solve", .check = check_contact_solve, .bounds = contact_solve_bounds};
constinit const Kind run_kinds::contact_kept_rows{
    .name = "contact_kept_rows", .check = check_contact_kept_rows, .bounds = contact_kept_rows_bounds};
constinit const Kind run_kinds::contact_class{.name = "contact_class",
                                              .check = check_contact_class,
                                              .bounds = contact_class_bounds,
                                              .lower_end = contact_class_bounds[0].name,
                                              .upper_end = contact_class_bounds[1].name};

}  // namespace perpend::checker
