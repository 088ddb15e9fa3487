#include "kernel/drives/prescribed_functions.hpp"

#include "kernel/drives/time_derivative.hpp"

namespace perpend {

std::optional<FactoryError> find_corner(const TimeFunction& f, const std::string& field) {
  if (f.inputs() == nullptr) return std::nullopt;
  for (const auto& table : f.inputs()->tables)
    if (table->bend.empty())
      return FactoryError{field,
                          "a drive along '" + table->name + "' would jump in its rate at each point of the table",
                          "take the cubic curve: table(\"" + table->name + "\", t, cubic)"};
  return std::nullopt;
}

std::optional<FactoryError> add_prescribed(const TimeFunction& f, const std::string& field, Joint& joint) {
  const std::optional<TimeFunction> rate = derivative(f);
  const std::optional<TimeFunction> acceleration = rate ? derivative(*rate) : std::nullopt;
  if (!acceleration)
    return FactoryError{field, "the first two derivatives of this function are too long to be worked out",
                        "write it with fewer nested operations"};
  joint.drive.push_back(f);
  joint.drive_rate.push_back(*rate);
  joint.drive_acceleration.push_back(*acceleration);
  return std::nullopt;
}

std::optional<FactoryError> add_prescribed(std::span<const TimeFunction> functions, const std::string& field,
                                           Joint& joint) {
  for (const TimeFunction& f : functions)
    if (auto error = add_prescribed(f, field, joint)) return error;
  return std::nullopt;
}

}  // namespace perpend
