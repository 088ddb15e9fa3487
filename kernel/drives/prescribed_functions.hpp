// Functions of time that rows follow, with the derivatives that the rows need.
#pragma once

#include <optional>
#include <string>

#include "kernel/model/vocabulary.hpp"

namespace perpend {

/// A position along straight lines through points of a table has no rate at its corners. Nothing where f has none.
[[nodiscard]] std::optional<FactoryError> find_corner(const TimeFunction& f, const std::string& field);

/// Adds f, f', f'' to the drive of the joint. An error at `field` when the derivatives cannot be written.
[[nodiscard]] std::optional<FactoryError> add_prescribed(const TimeFunction& f, const std::string& field, Joint& joint);

/// One after the other.
[[nodiscard]] std::optional<FactoryError> add_prescribed(std::span<const TimeFunction> functions,
                                                         const std::string& field, Joint& joint);

}  // namespace perpend
