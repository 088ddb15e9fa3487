#include "verification/checker/lcp/pairs.hpp"

namespace perpend::checker {

namespace {

const char* judge_pair(const Rational& multiplier, const Rational& slack) {
  if (multiplier.sign() < 0 || slack.sign() < 0) return "a multiplier or a slack of a contact is negative";
  return multiplier.is_zero() || slack.is_zero() ? nullptr
                                                 : "a multiplier of a contact and its slack are both positive";
}

}  // namespace

Pairs::Pairs(const Data& data) : kernel_(data.mass_rows), right_(data.motion) {
  for (int i = 0; i < data.num_rows; ++i) add_joint(data, i);
  for (int contact = 0; contact < data.contacts->size(); ++contact) add_contact(*data.contacts, contact);
}

void Pairs::add_joint(const Data& data, int i) {
  const bool has_lower = !data.lower.empty() && data.lower[i].is_finite();
  const bool has_upper = !data.upper.empty() && data.upper[i].is_finite();
  if (!has_lower && !has_upper) return add_equation(data, i);
  if (has_lower && has_upper) return add_box(data, i);
  add_limit(data, i, has_lower ? 1 : -1);
}

/// The multiplier acts as + J^T multiplier on the right.
void Pairs::add_equation(const Data& data, int i) {
  const int place = static_cast<int>(kernel_.size());
  for (const Entry& entry : data.rows[i]) kernel_[entry.column].push_back({place, -entry.value});
  kernel_.push_back(data.rows[i]);
  kernel_.back().push_back({place, data.compliance[i]});
  right_.push_back(data.target[i]);
}

void Pairs::move_to_bound(const Data& data, int i, const Rational& bound) {
  for (const Entry& entry : data.rows[i]) right_[entry.column].add_product(entry.value, bound);
}

/// sign 1: multiplier = lower + z and J x + E multiplier - target >= 0; sign -1: upper - z, and at most 0.
void Pairs::add_limit(const Data& data, int i, int sign) {
  const Rational& bound = sign > 0 ? data.lower[i].value : data.upper[i].value;
  Pair pair;
  for (const Entry& entry : data.rows[i]) pair.column.push_back({entry.column, Rational(sign) * entry.value});
  pair.row = pair.column;
  pair.offset = Rational(sign) * (data.compliance[i] * bound - data.target[i]);
  move_to_bound(data, i, bound);
  structure_.push_back({size(), size(), data.compliance[i]});
  impulses_.push_back({{size(), Rational(1)}});
  pairs_.push_back(std::move(pair));
}

void Pairs::add_box(const Data& data, int i) {
  move_to_bound(data, i, data.lower[i].value);
  boxes_.push_back({data.rows[i], data.upper[i].value - data.lower[i].value});
}

/// An impulse along a combination of the rows of a contact, and its rate along the same.
int Pairs::add_impulse(const ContactData& one, const std::vector<Rational>& factors, const Rational& rate) {
  Pair pair;
  pair.offset = rate;
  for (std::size_t r = 0; r < one.rows.size(); ++r) {
    if (factors[r].is_zero()) continue;
    pair.offset.add_product(factors[r], one.rate_t[r]);
    for (const Entry& entry : one.rows[r]) pair.column.push_back({entry.column, factors[r] * entry.value});
  }
  pair.row = pair.column;
  pairs_.push_back(std::move(pair));
  return size() - 1;
}

void Pairs::add_contact(const ContactsData& all, int contact) {
  const ContactData& one = all.contacts[contact];
  const auto num_rows = one.rows.size();
  std::vector<Rational> along(num_rows);
  along[0] = Rational(1);
  const int normal = add_impulse(one, along, one.bias);
  structure_.push_back({normal, normal, one.compliance});
  impulses_.push_back({{normal, Rational(1)}});
  if (all.law == Law::sliding)  // friction follows the normal impulse against the slide; its rate is the normal one
    for (std::size_t r = 1; r < num_rows; ++r)
      for (const Entry& entry : one.rows[r])
        pairs_[normal].column.push_back({entry.column, -one.friction * one.slide[r - 1] * entry.value});
  if (!all.has_cone(contact)) return;
  const int slip = normal + all.num_directions + 1;
  std::vector<SparseRow> friction(num_rows - 1);
  for (int i = 0; i < all.num_directions; ++i) {
    along.assign(num_rows, Rational(0));
    for (std::size_t r = 1; r < num_rows; ++r) along[r] = all.directions[i][r - 1];
    const int beta = add_impulse(one, along, Rational(0));
    structure_.push_back({beta, slip, Rational(1)});
    structure_.push_back({slip, beta, Rational(-1)});
    for (std::size_t r = 1; r < num_rows; ++r) friction[r - 1].push_back({beta, along[r]});
  }
  pairs_.emplace_back();
  pairs_.back().offset = one.friction * one.given_normal;
  structure_.push_back({slip, normal, one.friction});
  if (all.law == Law::convex) structure_.push_back({normal, slip, -one.friction});
  impulses_.insert(impulses_.end(), friction.begin(), friction.end());
}

Program Pairs::relaxed() const {
  Program program;
  const int n = static_cast<int>(kernel_.size());
  for (int i = 0; i < n; ++i) program.add_variable(true);
  for (int j = 0; j < size(); ++j) program.add_variable(false);
  for (int i = 0; i < n; ++i) {
    ProgramRow& row = program.add_row(right_[i]);
    for (const Entry& entry : kernel_[i]) row.coefficients[entry.column] += entry.value;
  }
  for (int j = 0; j < size(); ++j)
    for (const Entry& entry : pairs_[j].column) program.rows[entry.column].coefficients[n + j] -= entry.value;
  for (int j = 0; j < size(); ++j) {
    ProgramRow& row = program.add_row(-pairs_[j].offset);
    for (const Entry& entry : pairs_[j].row) row.coefficients[entry.column] += entry.value;
    for (const Coupling& coupling : structure_)
      if (coupling.row == j) row.coefficients[n + coupling.column] += coupling.value;
  }
  for (int j = 0; j < size(); ++j) program.add_slack(static_cast<std::size_t>(n + j));
  for (const Box& box : boxes_) {
    const int above = program.add_variable(false);
    for (const Entry& entry : box.column) program.rows[entry.column].coefficients[above] -= entry.value;
    program.add_row(box.range).coefficients[above] = Rational(1);
    program.add_slack(program.rows.size() - 1, 1);
  }
  return program;
}

std::optional<Matrix> motion_of(const Pairs& pairs) {
  const long n = static_cast<long>(pairs.kernel().size());
  Matrix kernel(n, n), right(n, pairs.size() + 1);
  for (long i = 0; i < n; ++i) {
    for (const Entry& entry : pairs.kernel()[i]) kernel.add(i, entry.column, entry.value);
    right.set(i, 0, pairs.right()[i]);
  }
  for (int j = 0; j < pairs.size(); ++j)
    for (const Entry& entry : pairs.pairs()[j].column) right.add(entry.column, j + 1, entry.value);
  return solve(kernel, right);
}

Lcp lcp_of(const Pairs& pairs, const Matrix& motion) {
  const int n = pairs.size();
  Matrix a(n, n);
  std::vector<Rational> b(n);
  for (int i = 0; i < n; ++i) {
    b[i] = pairs.pairs()[i].offset;
    for (const Entry& entry : pairs.pairs()[i].row) {
      b[i].add_product(entry.value, motion.at(entry.column, 0));
      for (int j = 0; j < n; ++j) a.add_product(i, j, entry.value, motion.at(entry.column, j + 1));
    }
  }
  for (const Coupling& coupling : pairs.structure()) a.add(coupling.row, coupling.column, coupling.value);
  return {sparse(a), b};
}

Functions impulses_of(const Pairs& pairs) {
  Functions functions;
  for (const SparseRow& impulse : pairs.impulses()) {
    functions.emplace_back(pairs.size());
    for (const Entry& entry : impulse) functions.back()[entry.column] += entry.value;
  }
  return functions;
}

Functions motions_of(const Data& data, const Pairs& pairs, const Matrix& motion) {
  Functions functions;
  for (int i = 0; i < data.num_columns; ++i) {
    functions.emplace_back(pairs.size());
    for (int j = 0; j < pairs.size(); ++j) functions.back()[j] = motion.at(i, j + 1);
  }
  return functions;
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

}  // namespace perpend::checker
