// Why a method cannot run a model: the reasons that several methods share.
#pragma once

#include <optional>
#include <string>

#include "kernel/model/model.hpp"

namespace perpend {

[[nodiscard]] bool has_nonholonomic_rows(const Model& model);

/// For methods without complementarity: a model with limits or dry friction.
[[nodiscard]] std::optional<std::string> object_to_bounded_rows(const Model& model);

[[nodiscard]] std::optional<std::string> object_to_compliance(const Model& model);

/// For methods that meet every row exactly: a model with bounded rows or compliant joints.
[[nodiscard]] std::optional<std::string> object_to_soft_rows(const Model& model);

/// For methods without impacts: a model where two surfaces that may touch have restitution.
[[nodiscard]] std::optional<std::string> object_to_restitution(const Model& model);

}  // namespace perpend
