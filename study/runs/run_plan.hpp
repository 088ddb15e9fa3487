// What of an experiment will run: the methods asked for, the points of sweeps, and how many steps that is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dsl/load.hpp"
#include "kernel/model/scene/experiment.hpp"

namespace perpend {

/// Whether a list of names, as `--methods`, selects this one. An empty list selects all.
[[nodiscard]] bool is_selected(const std::vector<std::string>& selection, const std::string& name);

/// Takes claims, figures and sweeps away that only the other methods could fill, and says so in `warnings`.
/// Empty `methods`: all. Returns the error in words when the scene lacks one of them.
[[nodiscard]] std::optional<std::string> select_methods(Experiment& experiment, const std::vector<std::string>& methods,
                                                        std::vector<std::string>& warnings);

/// Takes all sweeps away, and claims and figures that ask for one; says so of these in `warnings`.
void leave_out_sweeps(Experiment& experiment, std::vector<std::string>& warnings);

/// One combination of the swept values.
struct GridPoint {
  std::vector<double> coordinates;
  std::vector<dsl::Override> overrides;
};

/// Number of points of a sweep.
[[nodiscard]] std::size_t grid_size(const SweepSpec& sweep);
/// In a grid the last axis varies fastest. Pre: index < grid_size.
[[nodiscard]] GridPoint grid_point(const SweepSpec& sweep, std::size_t index);
[[nodiscard]] std::vector<GridPoint> grid(const SweepSpec& sweep);

/// The command line's overrides, but where the sweep sets the same name.
[[nodiscard]] std::vector<dsl::Override> merge(const std::vector<dsl::Override>& given,
                                               const std::vector<dsl::Override>& swept);

/// "step = 5 ms, g = 1 m/s^2".
[[nodiscard]] std::string values_text(const std::vector<dsl::Override>& overrides);

/// "line 3: ..." of the first error; empty: there is none.
[[nodiscard]] std::string first_error(const std::vector<dsl::Diagnostic>& diagnostics);

/// A sweep with more points than a run takes, in words.
[[nodiscard]] std::optional<std::string> find_size_error(const Experiment& experiment);

/// The first point of a sweep that gives no valid scene, in words: known before anything runs. `methods`: those that
/// will run; empty: all.
[[nodiscard]] std::optional<std::string> find_sweep_error(const dsl::Document& document, const Experiment& experiment,
                                                          const std::vector<dsl::Override>& given,
                                                          const std::vector<std::string>& methods = {});

/// Whether the method runs at the points of the sweep.
[[nodiscard]] bool is_swept(const SweepSpec& sweep, const std::string& method, const std::vector<std::string>& methods);

/// Steps that a method makes in the experiment's duration.
[[nodiscard]] long planned_steps(const Experiment& experiment, const MethodSpec& method);

/// Steps of all runs, those of sweeps too.
[[nodiscard]] long all_planned_steps(const Experiment& experiment, const std::vector<std::string>& methods);

/// Steps of all runs times unknowns, of contacts their square: what to run first, no more.
[[nodiscard]] double expected_work(const Experiment& experiment, const std::vector<std::string>& methods);

}  // namespace perpend
