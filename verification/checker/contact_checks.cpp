#include "verification/checker/contact_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/contact_sums.hpp"

namespace perpend::checker {

namespace {

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

const char* judge_pair(const Rational& multiplier, const Rational& slack) {
  if (multiplier.sign() < 0 || slack.sign() < 0) return "a multiplier or a slack of a contact is negative";
  return multiplier.is_zero() || slack.is_zero() ? nullptr
                                                 : "a multiplier of a contact and its slack are both positive";
}

const char* why_not_complementary(const ContactsData& all, int contact) {
  if (const char* why = judge_pair(all.normal[contact], all.normal_slack[contact])) return why;
  const int k = all.num_directions;
  for (int i = contact * k; i < (contact + 1) * k; ++i) {
    if (!all.has_cone(contact)) {
      if (!all.tangential.empty() && !(all.tangential[i].is_zero() && all.slip[contact].is_zero()))
        return "a contact without a friction cone has a friction impulse or a slip";
    } else if (const char* why = judge_pair(all.tangential[i], all.tangential_slack[i])) {
      return why;
    }
  }
  return all.has_cone(contact) ? judge_pair(all.slip[contact], all.slip_slack[contact]) : nullptr;
}

constexpr const char* group_names[] = {"the change of a motion row", "the change of a joint row",
                                       "the change of a normal row", "the change of a tangential row",
                                       "the change of a cone row"};

}  // namespace

Finding check_contact_solve(const Claim& claim, const Data& data) {
  Checks checks(claim);
  const char* unfit = why_unfit(data);
  checks.require(unfit == nullptr, unfit == nullptr ? "" : unfit);
  if (checks.is_wrong()) return checks.finding("");
  const char* broken = nullptr;
  for (int i = 0; i < data.contacts->size() && broken == nullptr; ++i)
    broken = why_not_complementary(*data.contacts, i);
  const bool is_refuted = claim.verdict == Verdict::refuted;
  if (is_refuted && broken != nullptr) return checks.finding(broken);
  checks.require(broken == nullptr, broken == nullptr ? "" : broken);
  if (checks.is_wrong()) return checks.finding("");
  const ContactSums sums(data);
  Rational worst;
  for (int i = 0; i < ContactSums::num_groups; ++i)
    worst = std::max(worst, sums.group(static_cast<ContactSums::Which>(i)).ratio);
  if (is_refuted) {
    checks.require(worst > backward_error_limit(), "claims that the solve is refuted, it is within its limit");
    return checks.finding("a row is not fulfilled");
  }
  checks.at_most(0, worst, "the backward error");
  if (checks.bound(0))
    checks.require(*checks.bound(0) <= backward_error_limit(), "the bound proved is above the limit");
  for (int i = 0; i < ContactSums::num_groups; ++i)
    checks.at_most(i + 1, sums.group(static_cast<ContactSums::Which>(i)).error, group_names[i]);
  check_granted(checks, sums.num_granted(), ContactSums::num_groups + 1);
  return checks.finding(fmt::format("{} contacts, backward error {}{}", data.contacts->size(), print(worst),
                                    granted_text(sums.num_granted())));
}

const char* why_not_copositive(const Data& data) {
  if (data.contacts->law == Law::sliding) return "friction along known directions gives the matrix no structure";
  for (const ContactData& contact : data.contacts->contacts) {
    if (contact.friction.sign() < 0) return "a friction coefficient is negative";
    if (contact.compliance.sign() < 0) return "a compliance is negative";
  }
  for (const Rational& compliance : data.compliance)
    if (compliance.sign() < 0) return "a compliance is negative";
  return has_positive_definite_mass(data) ? nullptr : "the mass matrix is not positive definite";
}

Finding check_contact_class(const Claim& claim, const Data& data) {
  Checks checks(claim);
  checks.require(data.contacts.has_value(), "the data is that of no contact problem");
  checks.require(claim.verdict == Verdict::proved, "a class is proved or undecided");
  if (checks.is_wrong()) return checks.finding("");
  const char* why = why_not_copositive(data);
  checks.require(why == nullptr, why == nullptr ? "" : why);
  Rational smallest, largest;
  for (const ContactData& contact : data.contacts->contacts) {
    const bool is_first = &contact == &data.contacts->contacts.front();
    smallest = is_first ? contact.friction : std::min(smallest, contact.friction);
    largest = std::max(largest, contact.friction);
  }
  checks.equals(0, smallest, "the smallest friction coefficient");
  checks.equals(1, largest, "the largest friction coefficient");
  return checks.finding(fmt::format("copositive, {} contacts", data.contacts->size()));
}

}  // namespace perpend::checker
