// The equations of joints in one state, as formulas of numbers that whoever reads them can evaluate.
#pragma once

#include <string>

#include "cli/certificate_data.hpp"

namespace perpend::cli {

/// Appends `,"data":{"step":...,"equations":[{"joint","rows":[formula, ...]}]}`. A formula is a hexadecimal float or
/// ["add"|"sub"|"mul"|"div", formula, formula] or ["sin"|"cos"|"sqrt", formula]. Nothing in space, and where a joint is
/// prescribed in time.
void append_equations(std::string& out, const JointState& state);

}  // namespace perpend::cli
