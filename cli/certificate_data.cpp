#include "cli/certificate_data.hpp"

#include <fmt/format.h>

#include <iterator>

namespace perpend::cli {

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

/// J block by block (row, column, entries by row), and the numbers beside it.
void append_solve(std::string& out, const Problem& problem, const Solution& solution) {
  out += "\"jacobian\":[";
  const char* separator = "";
  for (const RowBlock& block : problem.rows->blocks) {
    for (int side = 0; side < 2; ++side) {
      if (block.num_columns[side] == 0) continue;
      fmt::format_to(std::back_inserter(out),
                     "{}{{\"row\":{},\"column\":{},\"num_rows\":{},\"num_columns\":{},\"values\":", separator,
                     block.first_row, block.first_column[side], block.num_rows, block.num_columns[side]);
      append_hex(out, problem.rows->values.data() + block.first_value[side],
                 static_cast<std::size_t>(block.num_rows) * block.num_columns[side]);
      out += '}';
      separator = ",";
    }
  }
  out += ']';
  append_hex(out, "mass", problem.mass->diagonal);
  append_inertias(out, *problem.mass);
  append_hex(out, "compliance", problem.compliance);
  append_hex(out, "motion", problem.motion);
  append_hex(out, "target", problem.target);
  if (problem.lower.size() != 0) append_hex(out, "lower", problem.lower);
  if (problem.upper.size() != 0) append_hex(out, "upper", problem.upper);
  append_hex(out, "x", solution.x);
  append_hex(out, "multiplier", solution.multiplier);
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

void append_contacts(std::string& out, const ContactProblem& problem, const ContactSolution& solution) {
  fmt::format_to(std::back_inserter(out),
                 ",\"law\":\"{}\",\"num_directions\":{},\"rows_per_contact\":{},\"lcp_size\":{},\"contacts\":[",
                 to_string(problem.law), problem.num_directions, problem.rows.rows_per_contact, solution.lcp_size);
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
}

}  // namespace

void append_data(std::string& out, const CertifiedData& data) {
  if (data.problem == nullptr || data.solution == nullptr) return;
  out += ",\"data\":{";
  append_solve(out, *data.problem, *data.solution);
  if (data.contact_problem != nullptr) append_contacts(out, *data.contact_problem, *data.contact_solution);
  out += '}';
}

}  // namespace perpend::cli
