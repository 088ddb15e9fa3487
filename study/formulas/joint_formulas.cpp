#include "study/formulas/joint_formulas.hpp"

#include <fmt/format.h>

#include <iterator>

namespace perpend::formulas {

namespace {

void append_numbers(std::string& out, const char* name, const VectorX& values) {
  fmt::format_to(std::back_inserter(out), ",\"{}\":[", name);
  for (int i = 0; i < values.size(); ++i)
    fmt::format_to(std::back_inserter(out), "{}\"{:a}\"", i == 0 ? "" : ",", values[i]);
  out += ']';
}

void append_rows(std::string& out, const Joint& joint, const std::vector<Formula>& rows) {
  fmt::format_to(std::back_inserter(out), "{{\"joint\":\"{}\",\"rows\":[", joint.name);
  for (std::size_t i = 0; i < rows.size(); ++i) out += (i == 0 ? "" : ",") + rows[i].text();
  out += "]}";
}

void append_state(std::string& out, const TrajectoryState& state) {
  fmt::format_to(std::back_inserter(out), "{{\"step\":{},\"time\":\"{:a}\"", state.step, state.time);
  append_numbers(out, "positions", state.positions);
  append_numbers(out, "coordinates", state.coordinates);
  out += '}';
}

}  // namespace

void append_equations(std::string& out, const JointState& state) {
  if (state.worst_step < 0 || state.states.empty()) return;
  Definitions definitions;
  const FormulaContext context{state.model, state.states.front().coordinates.size() > 0, definitions};
  const auto rows = state.model.space == Space::planar ? planar_rows(context) : spatial_rows(context);
  if (!rows) return;
  fmt::format_to(std::back_inserter(out), ",\"data\":{{\"step\":{},\"values\":[{}],\"equations\":[", state.worst_step,
                 definitions.text());
  for (std::size_t j = 0; j < rows->size(); ++j) {
    out += j == 0 ? "" : ",";
    append_rows(out, state.model.joints[j], (*rows)[j]);
  }
  out += "],\"states\":[";
  for (std::size_t k = 0; k < state.states.size(); ++k) {
    out += k == 0 ? "" : ",";
    append_state(out, state.states[k]);
  }
  out += "]}";
}

}  // namespace perpend::formulas
