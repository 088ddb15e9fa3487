// A record as a double pendulum under four methods would leave it, built by formulas: the tests of the reports read it.
#pragma once

#include "kernel/model/scene/record.hpp"

namespace perpend {

inline constexpr const char* hostile_name = "<script>alert(1)</script>]]>\"'`touch pwned`\n\xFF\x1B[31m";

/// Methods: none, baumgarte, wild (diverges as expected), reference. Measures: drift [mm], energy [J]. A sweep over g,
/// figures of every kind, four claims (one not reproduced as expected, one undecided as expected).
[[nodiscard]] ExperimentRecord sample_record(long steps = 400);

/// A chain of every shape in space, hanging from a hinge, under two methods and a reference, with snapshots. The poses
/// are formulas too.
[[nodiscard]] ExperimentRecord spatial_record(long steps = 200);

/// The same with every name and text replaced by `hostile_name`, and values that are not finite.
[[nodiscard]] ExperimentRecord hostile_record();

}  // namespace perpend
