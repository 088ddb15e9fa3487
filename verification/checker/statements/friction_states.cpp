#include "verification/checker/statements/friction_states.hpp"

#include "verification/checker/program.hpp"

namespace perpend::checker {

namespace {

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

}  // namespace

bool has_solution(const PlanarContacts& contacts, const std::vector<Rational>* near) {
  std::vector<int> states(contacts.size());
  for (int choice = 0; choice < 1 << (2 * contacts.size()); ++choice) {
    for (int c = 0; c < contacts.size(); ++c) states[c] = choice >> (2 * c) & 3;
    if (decide(program_of(contacts, states, near)).is_feasible) return true;
  }
  return false;
}

}  // namespace perpend::checker
