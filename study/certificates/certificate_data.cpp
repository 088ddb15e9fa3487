#include "study/certificates/certificate_data.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "reports/files/json_writer.hpp"

namespace perpend {

namespace {

using reports::JsonWriter;

/// The form, and its numbers in their order.
class DataWriter {
 public:
  explicit DataWriter(DataText& out) : json(out.form), form_(out.form), numbers_(out.numbers) {}

  JsonWriter json;

  /// The next value.
  void numbers(const double* values, std::size_t count) {
    json.quoted([&] {
      form_ += '#';
      reports::append_decimal(form_, static_cast<long long>(count));
    });
    numbers_.insert(numbers_.end(), values, values + count);
  }
  void member(const char* name, const double* values, std::size_t count) {
    json.key(name);
    numbers(values, count);
  }
  void member(const char* name, const VectorX& values) {
    member(name, values.data(), static_cast<std::size_t>(values.size()));
  }

 private:
  std::string& form_;
  std::vector<double>& numbers_;
};

/// Off-diagonal entries xy, xz, yz of each inertia, with the velocity it begins at.
void write_inertias(DataWriter& out, const MassMatrix& mass) {
  if (mass.blocks.empty()) return;
  out.json.key("inertia").list(mass.blocks, [&](const InertiaBlock& block) {
    out.json.object([&] {
      out.json.member("first", block.first);
      const std::array<double, 3> values{block.xy, block.xz, block.yz};
      out.member("values", values.data(), values.size());
    });
  });
}

/// J block by block (row, column, entries by row).
void write_jacobian(DataWriter& out, const ConstraintRows& rows) {
  out.json.key("jacobian").array([&] {
    for (const RowBlock& block : rows.blocks) {
      for (int side = 0; side < num_sides; ++side) {
        if (block.num_columns[side] == 0) continue;
        out.json.object([&] {
          out.json.member("row", block.first_row);
          out.json.member("column", block.first_column[side]);
          out.json.member("num_rows", block.num_rows);
          out.json.member("num_columns", block.num_columns[side]);
          out.member("values", rows.values.data() + block.first_value[side],
                     static_cast<std::size_t>(block.num_rows) * block.num_columns[side]);
        });
      }
    }
  });
}

void write_mass(DataWriter& out, const MassMatrix& mass) {
  out.member("mass", mass.diagonal);
  write_inertias(out, mass);
}

/// Nothing where all rows were kept.
void write_left_out(DataWriter& out, std::span<const int> rows) {
  if (!rows.empty()) out.json.key("left_out").list(rows, [&](int row) { out.json.value(row); });
}

void write_solve(DataWriter& out, const Problem& problem, const Solution& solution) {
  write_mass(out, *problem.mass);
  out.member("compliance", problem.compliance);
  write_jacobian(out, *problem.rows);
  out.member("motion", problem.motion);
  out.member("target", problem.target);
  if (problem.lower.size() != 0) out.member("lower", problem.lower);
  if (problem.upper.size() != 0) out.member("upper", problem.upper);
  out.member("x", solution.x);
  out.member("multiplier", solution.multiplier);
  // Rows that a solve stopped at are not left out of it.
  if (solution.status == Status::converged) write_left_out(out, solution.dependent_rows);
}

/// The rows without their compliance: that is part of the update.
void write_linearized(DataWriter& out, const LinearizedRows& linearized) {
  write_mass(out, linearized.mass);
  out.member("compliance", VectorX::Zero(linearized.rows.num_rows));
  write_jacobian(out, linearized.rows);
  write_left_out(out, linearized.left_out);
}

/// As text: a reader may take it for the decimal that it is.
void write_decimal(JsonWriter& json, double value) {
  std::string digits;  // short: in no memory of its own
  reports::append_shortest(digits, value);
  json.plain(digits);
}

void write_product(JsonWriter& json, const char* name, const ExactProduct& product) {
  json.key(name).object([&] {
    json.key("factors").list(product.factors, [&](double factor) { write_decimal(json, factor); });
    json.member("step_power", product.step_power);
  });
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

void write_elements(DataWriter& out, const LinearForces& forces) {
  out.json.key("elements").list(forces.elements, [&](const LinearForces::Element& element) {
    out.json.object([&] {
      out.json.key("columns").list(element.columns, [&](int column) { out.json.value(column); });
      out.member("gradient", element.gradient.data(), element.gradient.size());
      const std::array<double, 2> numbers{element.stiffness, element.damping};
      out.member("stiffness_damping", numbers.data(), numbers.size());
    });
  });
}

void write_rest(DataWriter& out, const LinearForces& forces) {
  out.json.key("rest").list(forces.rest, [&](const LinearForces::Entry& entry) {
    out.json.object([&] {
      out.json.member("row", entry.row);
      out.json.member("column", entry.column);
      out.member("values", &entry.value, 1);
    });
  });
  out.member("margin", forces.margin);
}

/// K and D by their parts, and what decides: weights of the rows for each condition, or a motion.
void write_forces(DataWriter& out, const ForcedStep& forced) {
  const LinearForces& forces = forced.forces;
  out.json.key("forces").object([&] {
    out.json.member("rule", to_string(forced.rule));
    out.json.member("from_applied", forces.from_applied);
    out.json.member("from_constraints", forces.from_constraints);
    out.json.member("is_balanced", forces.is_balanced);
    write_elements(out, forces);
    write_rest(out, forces);
    out.json.key("weights").list(forced.proof.weights, [&](const VectorX& weights) {
      out.numbers(weights.data(), static_cast<std::size_t>(weights.size()));
    });
    if (forced.proof.condition >= 0) out.json.member("condition", forced.proof.condition);
    if (forced.proof.witness.size() > 0) out.member("witness", forced.proof.witness);
  });
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

/// The rows (normal, tangents) of one contact over the columns of each body that moves.
void write_contact_rows(DataWriter& out, const ContactRows& rows, const ContactBlock& block) {
  out.json.key("rows").array([&] {
    for (int side = 0; side < 2; ++side) {
      if (block.num_columns[side] == 0) continue;
      out.json.object([&] {
        out.json.member("column", block.first_column[side]);
        out.json.member("num_columns", block.num_columns[side]);
        out.member("values", rows.values.data() + block.first_value[side],
                   static_cast<std::size_t>(block.num_columns[side]) * rows.rows_per_contact);
      });
    }
  });
}

/// One contact: its bodies, mu, and its rows.
void write_contact(DataWriter& out, const ContactProblem& problem, int index) {
  const ContactRows& rows = problem.rows;
  const Contact& contact = rows.contacts[index];
  out.json.object([&] {
    out.json.key("body").list(contact.body, [&](int body) { out.json.value(body); });
    out.json.member("feature", contact.feature);
    const std::array<double, 4> numbers{contact.friction, contact.gap, problem.bias[index], problem.compliance[index]};
    out.member("friction_gap_bias_compliance", numbers.data(), numbers.size());
    if (problem.given_normal.size() != 0) out.member("given_normal", &problem.given_normal[index], 1);
    out.member("rate_t", rows.rate_t.data() + static_cast<std::ptrdiff_t>(index) * rows.rows_per_contact,
               static_cast<std::size_t>(rows.rows_per_contact));
    if (problem.law == FrictionLaw::sliding) out.member("slide", problem.slide[index].data(), 2);
    write_contact_rows(out, rows, rows.blocks[index]);
  });
}

void write_ray(DataWriter& out, const ContactRay& ray) {
  out.json.key("ray").object([&] {
    out.member("normal", ray.normal);
    out.member("tangential", ray.tangential);
    out.member("joints", ray.joints);
  });
}

void write_contacts(DataWriter& out, const ContactProblem& problem, const ContactSolution& solution) {
  out.json.member("law", to_string(problem.law));
  out.json.member("num_directions", problem.num_directions);
  out.json.member("rows_per_contact", problem.rows.rows_per_contact);
  out.json.member("lcp_size", solution.lcp_size);
  out.json.key("directions").array([&] {
    for (int i = 0; i < problem.num_directions; ++i)
      out.numbers(direction_coefficients(i, problem.num_directions).data(), 2);
  });
  out.json.key("contacts").array([&] {
    for (int i = 0; i < problem.rows.size(); ++i) write_contact(out, problem, i);
  });
  out.member("normal", solution.normal);
  out.member("tangential", solution.tangential);
  out.member("slip", solution.slip);
  out.member("normal_slack", solution.normal_slack);
  out.member("tangential_slack", solution.tangential_slack);
  out.member("slip_slack", solution.slip_slack);
  if (!solution.ray.is_empty()) write_ray(out, solution.ray);
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

void write_update(reports::JsonWriter& json, const UpdateStep& made) {
  json.key("update").object([&] {
    write_product(json, "qq", made.update.qq);
    write_product(json, "qv", made.update.qv);
    write_product(json, "vq", made.update.vq);
    write_product(json, "vv", made.update.vv);
    json.member("compliant", made.update.compliant);
    json.key("step");
    write_decimal(json, made.step);
    json.member("free_dimension", made.free_dimension);
    json.member("constrained_dimension", made.constrained_dimension);
  });
}

void write_data(DataText& text, const CertifiedData& data) {
  text.form.clear();
  text.numbers.clear();
  text.form.reserve(1000);
  text.numbers.reserve(100);
  DataWriter out(text);
  out.json.object([&] {
    if (data.linearized != nullptr) {
      write_linearized(out, *data.linearized);
      if (data.update != nullptr) write_update(out.json, *data.update);
      if (data.forced != nullptr) write_forces(out, *data.forced);
    } else if (data.problem != nullptr && data.solution != nullptr) {
      write_solve(out, *data.problem, *data.solution);
      if (data.contact_problem != nullptr) write_contacts(out, *data.contact_problem, *data.contact_solution);
    }
  });
}

}  // namespace perpend
