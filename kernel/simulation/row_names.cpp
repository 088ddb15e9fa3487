#include "kernel/simulation/row_names.hpp"

#include <algorithm>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

namespace {

std::string coordinate_row_name(const Model& model, const CoordinateRow& row) {
  const Joint& joint = model.joints[row.joint];
  std::string name = joint.name;
  if (joint.type->num_coordinates > 1) name += " " + std::string(joint.type->coordinate_spec[row.coordinate].name);
  switch (row.kind) {
    case CoordinateRow::Kind::lower_limit:
      return name + " limit (lower)";
    case CoordinateRow::Kind::upper_limit:
      return name + " limit (upper)";
    case CoordinateRow::Kind::turning_friction:
      return name + " friction about " + "xyz"[row.coordinate];
    case CoordinateRow::Kind::friction:
      break;
  }
  return name + " friction";
}

std::string count_of(long count, const std::string& thing, const std::string& things) {
  return std::to_string(count) + " " + (count == 1 ? thing : things);
}

}  // namespace

std::string row_name(const Model& model, int row) {
  for (const Joint& joint : model.joints) {
    const int i = row - joint.first_row;
    if (i < 0 || i >= joint.num_rows) continue;
    const bool is_velocity = i >= joint.num_rows - joint.type->num_nonholonomic;
    const std::string name = joint.num_rows == 1 ? joint.name : joint.name + " row " + std::to_string(i + 1);
    return is_velocity ? name + " (velocity)" : name;
  }
  const int i = row - model.num_joint_rows;
  if (i >= 0 && i < static_cast<int>(model.coordinate_rows.size()))
    return coordinate_row_name(model, model.coordinate_rows[i]);
  return "row " + std::to_string(row);
}

std::string row_names(const Model& model, const std::vector<int>& rows) {
  std::string names;
  for (const int row : rows) names += (names.empty() ? "" : ", ") + row_name(model, row);
  return names;
}

std::string describe_dependent_rows(const Model& model, const std::vector<int>& rows) {
  const int num_dependent =
      static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](int row) { return row < model.num_joint_rows; }));
  const int rank = model.num_joint_rows - num_dependent;
  return (rows.empty() ? "a row" : row_names(model, rows)) + (rows.size() > 1 ? " follow" : " follows") +
         " from the others (" + count_of(model.num_joint_rows, "joint row", "joint rows") + " of rank " +
         std::to_string(rank) + ", " +
         count_of(model.num_velocities - rank, "degree of freedom", "degrees of freedom") + ")";
}

}  // namespace perpend
