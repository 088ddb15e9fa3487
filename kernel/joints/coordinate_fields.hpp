// Properties that every joint takes in addition to its own: limits, springs, dampers and friction on its free
// coordinates, compliance and reduction of its rows.
#pragma once

#include <optional>
#include <vector>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// `limits stiffness damping rest friction at_start` for a joint with one coordinate; for two each with the name of its
/// coordinate in front, as in `slide_limits`; then `cfm` and `erp`. The rows and their names last as long as the
/// program.
[[nodiscard]] const std::vector<FieldSpec>& coordinate_fields(const JointType& type);

/// Puts them into the joint. Pre: the schema check has passed.
[[nodiscard]] std::optional<FactoryError> read_elements(const Properties& properties, const JointType& type,
                                                        Joint& joint);

/// Springs and dampers of which a number is a law, as forces along the coordinates of this joint of the model, without
/// name and type.
[[nodiscard]] Made<std::vector<Force>> element_forces(const Properties& properties, const JointType& type, int joint);

/// The first coordinate that starts outside of its limits, which assembly has to move.
[[nodiscard]] std::optional<FactoryError> outside_of_limits(const Joint& joint);

/// The error of an element on an angle where one of the bodies is a particle.
[[nodiscard]] std::optional<FactoryError> angle_of_particle(const Properties& properties, const JointType& type,
                                                            const JointSite& site);

}  // namespace perpend
