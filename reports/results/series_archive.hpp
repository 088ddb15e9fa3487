// series.npz and states.npz: what runs recorded over time, as arrays that NumPy reads by their names.
#pragma once

#include <optional>
#include <string>

#include "kernel/model/scene/record.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/results/results_reader.hpp"

namespace perpend::reports {

inline constexpr const char* series_file_name = "series.npz";
inline constexpr const char* states_file_name = "states.npz";

/// Each method's METHOD/time [s], METHOD/step, METHOD/measure/NAME [SI], METHOD/frame_time [s] and METHOD/pose, a row
/// for each frame with all bodies one after the other: x, y, theta in the plane; x, y, z and the quaternion w, x, y, z
/// in space. Points of a sweep that kept their series follow one another: sweep/NAME/METHOD/coordinates, a row for each
/// point, and sweep/NAME/METHOD/first_row, where each begins in sweep/NAME/METHOD/time and the other arrays. Equal
/// records give equal bytes.
[[nodiscard]] std::optional<WriteError> write_series_archive(const ExperimentRecord& record, const std::string& path);

/// METHOD/time [s], METHOD/step, and a row of METHOD/q and METHOD/v for each; nothing is written where no run kept
/// states.
[[nodiscard]] std::optional<WriteError> write_states_archive(const ExperimentRecord& record, const std::string& path);

/// Fills times, steps, values, frames and states of the record's runs from the archives in `folder`. A run that an
/// archive does not have stays without.
[[nodiscard]] std::optional<ReadError> read_series(const std::string& folder, ExperimentRecord& record);

}  // namespace perpend::reports
