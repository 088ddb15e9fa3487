#include "study/certificate_data.hpp"

#include "study/formulas/joint_formulas.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

namespace perpend {

namespace {

void append_hex(std::string& out, const double* values, std::size_t count) {
  out += '[';
  for (std::size_t i = 0; i < count; ++i)
    fmt::format_to(std::back_inserter(out), "{}\"{:a}\"", i == 0 ? "" : ",", values[i]);
  out += ']';
}

void append_hex(std::string& out, const char* name, const VectorX& values) {
  fmt::format_to(std::back_inserter(out), ",\"{}\":", name);
  append_hex(out, values.data(), static_cast<std::size_t>(values.size()));
}

/// Off-diagonal entries xy, xz, yz of each inertia, with the velocity it begins at.
void append_inertias(std::string& out, const MassMatrix& mass) {
  if (mass.blocks.empty()) return;
  out += ",\"inertia\":[";
  const char* separator = "";
  for (const InertiaBlock& block : mass.blocks) {
    const std::array<double, 3> values{block.xy, block.xz, block.yz};
    fmt::format_to(std::back_inserter(out), "{}{{\"first\":{},\"values\":", separator, block.first);
    append_hex(out, values.data(), values.size());
    out += '}';
    separator = ",";
  }
  out += ']';
}

/// J block by block (row, column, entries by row).
void append_jacobian(std::string& out, const ConstraintRows& rows) {
  out += "\"jacobian\":[";
  const char* separator = "";
  for (const RowBlock& block : rows.blocks) {
    for (int side = 0; side < num_sides; ++side) {
      if (block.num_columns[side] == 0) continue;
      fmt::format_to(std::back_inserter(out),
                     "{}{{\"row\":{},\"column\":{},\"num_rows\":{},\"num_columns\":{},\"values\":", separator,
                     block.first_row, block.first_column[side], block.num_rows, block.num_columns[side]);
      append_hex(out, rows.values.data() + block.first_value[side],
                 static_cast<std::size_t>(block.num_rows) * block.num_columns[side]);
      out += '}';
      separator = ",";
    }
  }
  out += ']';
}

void append_mass(std::string& out, const MassMatrix& mass) {
  append_hex(out, "mass", mass.diagonal);
  append_inertias(out, mass);
}

/// Nothing where all rows were kept.
void append_left_out(std::string& out, std::span<const int> rows) {
  if (!rows.empty()) fmt::format_to(std::back_inserter(out), ",\"left_out\":[{}]", fmt::join(rows, ","));
}

void append_solve(std::string& out, const Problem& problem, const Solution& solution) {
  append_jacobian(out, *problem.rows);
  append_mass(out, *problem.mass);
  append_hex(out, "compliance", problem.compliance);
  append_hex(out, "motion", problem.motion);
  append_hex(out, "target", problem.target);
  if (problem.lower.size() != 0) append_hex(out, "lower", problem.lower);
  if (problem.upper.size() != 0) append_hex(out, "upper", problem.upper);
  append_hex(out, "x", solution.x);
  append_hex(out, "multiplier", solution.multiplier);
  // Rows that a solve stopped at are not left out of it.
  if (solution.status == Status::converged) append_left_out(out, solution.dependent_rows);
}

/// The rows without their compliance: that is part of the update.
void append_linearized(std::string& out, const LinearizedRows& linearized) {
  append_jacobian(out, linearized.rows);
  append_mass(out, linearized.mass);
  append_hex(out, "compliance", VectorX::Zero(linearized.rows.num_rows));
  append_left_out(out, linearized.left_out);
}

void append_product(std::string& out, const char* name, const ExactProduct& product) {
  fmt::format_to(std::back_inserter(out), "\"{}\":{{\"factors\":[\"{}\"],\"step_power\":{}}},", name,
                 fmt::join(product.factors, "\",\""), product.step_power);
}

const char* to_string(ForceRule rule) {
  switch (rule) {
    case ForceRule::new_velocity:
      return "new_velocity";
    case ForceRule::mean_velocity:
      return "mean_velocity";
    case ForceRule::leapfrog:
      return "leapfrog";
    case ForceRule::midpoint:
      return "midpoint";
    case ForceRule::unknown:
      return "unknown";
  }
  return "unknown";
}

void append_elements(std::string& out, const LinearForces& forces) {
  out += ",\"elements\":[";
  const char* separator = "";
  for (const LinearForces::Element& element : forces.elements) {
    fmt::format_to(std::back_inserter(out), "{}{{\"columns\":[{}],\"gradient\":", separator,
                   fmt::join(element.columns, ","));
    append_hex(out, element.gradient.data(), element.gradient.size());
    const std::array<double, 2> numbers{element.stiffness, element.damping};
    out += ",\"stiffness_damping\":";
    append_hex(out, numbers.data(), numbers.size());
    out += '}';
    separator = ",";
  }
  out += ']';
}

void append_rest(std::string& out, const LinearForces& forces) {
  out += ",\"rest\":[";
  const char* separator = "";
  for (const LinearForces::Entry& entry : forces.rest) {
    fmt::format_to(std::back_inserter(out), "{}{{\"row\":{},\"column\":{},\"values\":", separator, entry.row,
                   entry.column);
    append_hex(out, &entry.value, 1);
    out += '}';
    separator = ",";
  }
  out += ']';
  append_hex(out, "margin", forces.margin);
}

/// K and D by their parts, and what decides: weights of the rows for each condition, or a motion.
void append_forces(std::string& out, const ForcedStep& forced) {
  const LinearForces& forces = forced.forces;
  fmt::format_to(std::back_inserter(out),
                 ",\"forces\":{{\"rule\":\"{}\",\"from_applied\":{},\"from_constraints\":{},\"is_balanced\":{}",
                 to_string(forced.rule), forces.from_applied, forces.from_constraints, forces.is_balanced);
  append_elements(out, forces);
  append_rest(out, forces);
  out += ",\"weights\":[";
  const char* separator = "";
  for (const VectorX& weights : forced.proof.weights) {
    out += separator;
    append_hex(out, weights.data(), static_cast<std::size_t>(weights.size()));
    separator = ",";
  }
  out += ']';
  if (forced.proof.condition >= 0) fmt::format_to(std::back_inserter(out), ",\"condition\":{}", forced.proof.condition);
  if (forced.proof.witness.size() > 0) append_hex(out, "witness", forced.proof.witness);
  out += '}';
}

const char* to_string(FrictionLaw law) {
  switch (law) {
    case FrictionLaw::pyramid:
      return "pyramid";
    case FrictionLaw::convex:
      return "convex";
    case FrictionLaw::sliding:
      return "sliding";
  }
  return "unknown";
}

/// One contact: its bodies, mu, and its rows (normal, tangents) over the columns of each body that moves.
void append_contact(std::string& out, const ContactProblem& problem, int index) {
  const ContactRows& rows = problem.rows;
  const Contact& contact = rows.contacts[index];
  const ContactBlock& block = rows.blocks[index];
  fmt::format_to(std::back_inserter(out), "{{\"body\":[{},{}],\"feature\":{}", contact.body[0], contact.body[1],
                 contact.feature);
  const std::array<double, 4> numbers{contact.friction, contact.gap, problem.bias[index], problem.compliance[index]};
  out += ",\"friction_gap_bias_compliance\":";
  append_hex(out, numbers.data(), numbers.size());
  if (problem.given_normal.size() != 0) {
    out += ",\"given_normal\":";
    append_hex(out, &problem.given_normal[index], 1);
  }
  out += ",\"rate_t\":";
  append_hex(out, rows.rate_t.data() + static_cast<std::ptrdiff_t>(index) * rows.rows_per_contact,
             static_cast<std::size_t>(rows.rows_per_contact));
  if (problem.law == FrictionLaw::sliding) {
    out += ",\"slide\":";
    append_hex(out, problem.slide[index].data(), 2);
  }
  out += ",\"rows\":[";
  const char* separator = "";
  for (int side = 0; side < 2; ++side) {
    if (block.num_columns[side] == 0) continue;
    fmt::format_to(std::back_inserter(out), "{}{{\"column\":{},\"num_columns\":{},\"values\":", separator,
                   block.first_column[side], block.num_columns[side]);
    append_hex(out, rows.values.data() + block.first_value[side],
               static_cast<std::size_t>(block.num_columns[side]) * rows.rows_per_contact);
    out += '}';
    separator = ",";
  }
  out += "]}";
}

void append_directions(std::string& out, int count) {
  out += ",\"directions\":[";
  for (int i = 0; i < count; ++i) {
    out += i == 0 ? "" : ",";
    append_hex(out, direction_coefficients(i, count).data(), 2);
  }
  out += ']';
}

void append_contacts(std::string& out, const ContactProblem& problem, const ContactSolution& solution) {
  fmt::format_to(std::back_inserter(out),
                 ",\"law\":\"{}\",\"num_directions\":{},\"rows_per_contact\":{},\"lcp_size\":{}",
                 to_string(problem.law), problem.num_directions, problem.rows.rows_per_contact, solution.lcp_size);
  append_directions(out, problem.num_directions);
  out += ",\"contacts\":[";
  for (int i = 0; i < problem.rows.size(); ++i) {
    out += i == 0 ? "" : ",";
    append_contact(out, problem, i);
  }
  out += ']';
  append_hex(out, "normal", solution.normal);
  append_hex(out, "tangential", solution.tangential);
  append_hex(out, "slip", solution.slip);
  append_hex(out, "normal_slack", solution.normal_slack);
  append_hex(out, "tangential_slack", solution.tangential_slack);
  append_hex(out, "slip_slack", solution.slip_slack);
  if (solution.ray.is_empty()) return;
  out += ",\"ray\":{\"normal\":";
  append_hex(out, solution.ray.normal.data(), static_cast<std::size_t>(solution.ray.normal.size()));
  append_hex(out, "tangential", solution.ray.tangential);
  append_hex(out, "joints", solution.ray.joints);
  out += '}';
}

}  // namespace

void append_update(std::string& out, const UpdateStep& made) {
  out += ",\"update\":{";
  append_product(out, "qq", made.update.qq);
  append_product(out, "qv", made.update.qv);
  append_product(out, "vq", made.update.vq);
  append_product(out, "vv", made.update.vv);
  fmt::format_to(std::back_inserter(out),
                 "\"compliant\":{},\"step\":\"{}\",\"free_dimension\":{},\"constrained_dimension\":{}}}",
                 made.update.compliant, made.step, made.free_dimension, made.constrained_dimension);
}

void append_data(std::string& out, const CertifiedData& data) {
  if (data.state != nullptr) formulas::append_equations(out, *data.state);
  if (data.linearized != nullptr) {
    out += ",\"data\":{";
    append_linearized(out, *data.linearized);
    if (data.update != nullptr) append_update(out, *data.update);
    if (data.forced != nullptr) append_forces(out, *data.forced);
    out += '}';
  }
  if (data.problem == nullptr || data.solution == nullptr) return;
  out += ",\"data\":{";
  append_solve(out, *data.problem, *data.solution);
  if (data.contact_problem != nullptr) append_contacts(out, *data.contact_problem, *data.contact_solution);
  out += '}';
}

}  // namespace perpend
