#include "study/certificate_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace perpend {

namespace {

void append(DataText& out, const double* values, std::size_t count) {
  fmt::format_to(std::back_inserter(out.form), "\"#{}\"", count);
  out.numbers.insert(out.numbers.end(), values, values + count);
}

void append(DataText& out, const char* name, const VectorX& values) {
  fmt::format_to(std::back_inserter(out.form), ",\"{}\":", name);
  append(out, values.data(), static_cast<std::size_t>(values.size()));
}

/// Off-diagonal entries xy, xz, yz of each inertia, with the velocity it begins at.
void append_inertias(DataText& out, const MassMatrix& mass) {
  if (mass.blocks.empty()) return;
  out.form += ",\"inertia\":[";
  const char* separator = "";
  for (const InertiaBlock& block : mass.blocks) {
    const std::array<double, 3> values{block.xy, block.xz, block.yz};
    fmt::format_to(std::back_inserter(out.form), "{}{{\"first\":{},\"values\":", separator, block.first);
    append(out, values.data(), values.size());
    out.form += '}';
    separator = ",";
  }
  out.form += ']';
}

/// J block by block (row, column, entries by row).
void append_jacobian(DataText& out, const ConstraintRows& rows) {
  out.form += ",\"jacobian\":[";
  const char* separator = "";
  for (const RowBlock& block : rows.blocks) {
    for (int side = 0; side < num_sides; ++side) {
      if (block.num_columns[side] == 0) continue;
      fmt::format_to(std::back_inserter(out.form),
                     "{}{{\"row\":{},\"column\":{},\"num_rows\":{},\"num_columns\":{},\"values\":", separator,
                     block.first_row, block.first_column[side], block.num_rows, block.num_columns[side]);
      append(out, rows.values.data() + block.first_value[side],
             static_cast<std::size_t>(block.num_rows) * block.num_columns[side]);
      out.form += '}';
      separator = ",";
    }
  }
  out.form += ']';
}

void append_mass(DataText& out, const MassMatrix& mass) {
  out.form += "\"mass\":";
  append(out, mass.diagonal.data(), static_cast<std::size_t>(mass.diagonal.size()));
  append_inertias(out, mass);
}

/// Nothing where all rows were kept.
void append_left_out(DataText& out, std::span<const int> rows) {
  if (!rows.empty()) fmt::format_to(std::back_inserter(out.form), ",\"left_out\":[{}]", fmt::join(rows, ","));
}

void append_solve(DataText& out, const Problem& problem, const Solution& solution) {
  append_mass(out, *problem.mass);
  append(out, "compliance", problem.compliance);
  append_jacobian(out, *problem.rows);
  append(out, "motion", problem.motion);
  append(out, "target", problem.target);
  if (problem.lower.size() != 0) append(out, "lower", problem.lower);
  if (problem.upper.size() != 0) append(out, "upper", problem.upper);
  append(out, "x", solution.x);
  append(out, "multiplier", solution.multiplier);
  // Rows that a solve stopped at are not left out of it.
  if (solution.status == Status::converged) append_left_out(out, solution.dependent_rows);
}

/// The rows without their compliance: that is part of the update.
void append_linearized(DataText& out, const LinearizedRows& linearized) {
  append_mass(out, linearized.mass);
  append(out, "compliance", VectorX::Zero(linearized.rows.num_rows));
  append_jacobian(out, linearized.rows);
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

void append_elements(DataText& out, const LinearForces& forces) {
  out.form += ",\"elements\":[";
  const char* separator = "";
  for (const LinearForces::Element& element : forces.elements) {
    fmt::format_to(std::back_inserter(out.form), "{}{{\"columns\":[{}],\"gradient\":", separator,
                   fmt::join(element.columns, ","));
    append(out, element.gradient.data(), element.gradient.size());
    const std::array<double, 2> numbers{element.stiffness, element.damping};
    out.form += ",\"stiffness_damping\":";
    append(out, numbers.data(), numbers.size());
    out.form += '}';
    separator = ",";
  }
  out.form += ']';
}

void append_rest(DataText& out, const LinearForces& forces) {
  out.form += ",\"rest\":[";
  const char* separator = "";
  for (const LinearForces::Entry& entry : forces.rest) {
    fmt::format_to(std::back_inserter(out.form), "{}{{\"row\":{},\"column\":{},\"values\":", separator, entry.row,
                   entry.column);
    append(out, &entry.value, 1);
    out.form += '}';
    separator = ",";
  }
  out.form += ']';
  append(out, "margin", forces.margin);
}

/// K and D by their parts, and what decides: weights of the rows for each condition, or a motion.
void append_forces(DataText& out, const ForcedStep& forced) {
  const LinearForces& forces = forced.forces;
  fmt::format_to(std::back_inserter(out.form),
                 ",\"forces\":{{\"rule\":\"{}\",\"from_applied\":{},\"from_constraints\":{},\"is_balanced\":{}",
                 to_string(forced.rule), forces.from_applied, forces.from_constraints, forces.is_balanced);
  append_elements(out, forces);
  append_rest(out, forces);
  out.form += ",\"weights\":[";
  const char* separator = "";
  for (const VectorX& weights : forced.proof.weights) {
    out.form += separator;
    append(out, weights.data(), static_cast<std::size_t>(weights.size()));
    separator = ",";
  }
  out.form += ']';
  if (forced.proof.condition >= 0)
    fmt::format_to(std::back_inserter(out.form), ",\"condition\":{}", forced.proof.condition);
  if (forced.proof.witness.size() > 0) append(out, "witness", forced.proof.witness);
  out.form += '}';
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
void append_contact(DataText& out, const ContactProblem& problem, int index) {
  const ContactRows& rows = problem.rows;
  const Contact& contact = rows.contacts[index];
  const ContactBlock& block = rows.blocks[index];
  fmt::format_to(std::back_inserter(out.form), "{{\"body\":[{},{}],\"feature\":{}", contact.body[0], contact.body[1],
                 contact.feature);
  const std::array<double, 4> numbers{contact.friction, contact.gap, problem.bias[index], problem.compliance[index]};
  out.form += ",\"friction_gap_bias_compliance\":";
  append(out, numbers.data(), numbers.size());
  if (problem.given_normal.size() != 0) {
    out.form += ",\"given_normal\":";
    append(out, &problem.given_normal[index], 1);
  }
  out.form += ",\"rate_t\":";
  append(out, rows.rate_t.data() + static_cast<std::ptrdiff_t>(index) * rows.rows_per_contact,
         static_cast<std::size_t>(rows.rows_per_contact));
  if (problem.law == FrictionLaw::sliding) {
    out.form += ",\"slide\":";
    append(out, problem.slide[index].data(), 2);
  }
  out.form += ",\"rows\":[";
  const char* separator = "";
  for (int side = 0; side < 2; ++side) {
    if (block.num_columns[side] == 0) continue;
    fmt::format_to(std::back_inserter(out.form), "{}{{\"column\":{},\"num_columns\":{},\"values\":", separator,
                   block.first_column[side], block.num_columns[side]);
    append(out, rows.values.data() + block.first_value[side],
           static_cast<std::size_t>(block.num_columns[side]) * rows.rows_per_contact);
    out.form += '}';
    separator = ",";
  }
  out.form += "]}";
}

void append_directions(DataText& out, int count) {
  out.form += ",\"directions\":[";
  for (int i = 0; i < count; ++i) {
    out.form += i == 0 ? "" : ",";
    append(out, direction_coefficients(i, count).data(), 2);
  }
  out.form += ']';
}

void append_contacts(DataText& out, const ContactProblem& problem, const ContactSolution& solution) {
  fmt::format_to(std::back_inserter(out.form),
                 ",\"law\":\"{}\",\"num_directions\":{},\"rows_per_contact\":{},\"lcp_size\":{}",
                 to_string(problem.law), problem.num_directions, problem.rows.rows_per_contact, solution.lcp_size);
  append_directions(out, problem.num_directions);
  out.form += ",\"contacts\":[";
  for (int i = 0; i < problem.rows.size(); ++i) {
    out.form += i == 0 ? "" : ",";
    append_contact(out, problem, i);
  }
  out.form += ']';
  append(out, "normal", solution.normal);
  append(out, "tangential", solution.tangential);
  append(out, "slip", solution.slip);
  append(out, "normal_slack", solution.normal_slack);
  append(out, "tangential_slack", solution.tangential_slack);
  append(out, "slip_slack", solution.slip_slack);
  if (solution.ray.is_empty()) return;
  out.form += ",\"ray\":{\"normal\":";
  append(out, solution.ray.normal.data(), static_cast<std::size_t>(solution.ray.normal.size()));
  append(out, "tangential", solution.ray.tangential);
  append(out, "joints", solution.ray.joints);
  out.form += '}';
}

}  // namespace

std::optional<DataChoice> read_data_choice(const std::string& text) {
  if (text == "first") return DataChoice{};
  if (text == "sample") return DataChoice{.amount = DataAmount::sample};
  if (text == "full") return DataChoice{.amount = DataAmount::full};
  constexpr std::pair<const char*, double> units[] = {{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}};
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  constexpr double most = 1e9;  // of a unit: below what a size can be
  if (error != std::errc() || !(value > 0.0 && value <= most)) return std::nullopt;
  const char* const unit = std::find_if(rest, end, [](char c) { return c != ' '; });
  for (const auto& [name, bytes] : units)
    if (std::string(unit, end) == name)
      return DataChoice{.amount = DataAmount::full, .most_bytes = static_cast<std::uintmax_t>(value * bytes)};
  return std::nullopt;
}

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

void write_data(DataText& out, const CertifiedData& data) {
  out.form.clear();
  out.numbers.clear();
  out.form += '{';
  if (data.linearized != nullptr) {
    append_linearized(out, *data.linearized);
    if (data.update != nullptr) append_update(out.form, *data.update);
    if (data.forced != nullptr) append_forces(out, *data.forced);
  } else if (data.problem != nullptr && data.solution != nullptr) {
    append_solve(out, *data.problem, *data.solution);
    if (data.contact_problem != nullptr) append_contacts(out, *data.contact_problem, *data.contact_solution);
  }
  out.form += '}';
}

}  // namespace perpend
