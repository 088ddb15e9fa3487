// Contact problems with Coulomb's friction from files: FCLIB (.hdf5, .h5) and Siconos (.dat).
#pragma once

#include <string>

#include "formats/reading.hpp"
#include "kernel/model/contacts/friction_problem.hpp"

namespace perpend {

[[nodiscard]] Reading<FrictionProblem> read_friction(const std::string& path);

}  // namespace perpend
