// Pieces that curves and heat maps share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "reports/figures/figure_data.hpp"

namespace perpend::reports {

/// Values of a figure that share a unit, and so an axis.
struct AxisGroup {
  Unit unit;
  std::vector<std::size_t> values;  ///< indices into FigureSpec::y
};

/// In the order in which the figure names them; a measure that no run has is a pure number.
[[nodiscard]] std::vector<AxisGroup> axis_groups(const FigureSpec& spec, const ExperimentRecord& record);
/// The index of the group of a value of the figure.
[[nodiscard]] std::size_t axis_of(const std::vector<AxisGroup>& groups, std::size_t value);
/// "drift", "max of drift", "median of mean of drift".
[[nodiscard]] std::string value_text(const FigureSpec& spec, const ExperimentRecord& record, std::size_t value);
/// Null where the figure draws the measure itself.
[[nodiscard]] const ClaimQuery* statistic_of(const FigureSpec& spec, std::size_t value);

/// A measure of a run, reduced over time: "max", "min", "final", "rms", "mean". NaN when the run did not get to its
/// end, for then it says nothing about the measure.
[[nodiscard]] double reduced(const MethodRun& run, const std::string& measure, const std::string& reduce);

[[nodiscard]] bool is_selected(const std::vector<std::string>& methods, const std::string& method);
[[nodiscard]] int color_of(const ExperimentRecord& record, const std::string& method);
[[nodiscard]] const MethodRun* find_run(const std::vector<MethodRun>& runs, const std::string& method);
/// The unit in which a measure is shown, from the first run (also of a sweep) that has it.
[[nodiscard]] std::optional<Unit> find_unit(const ExperimentRecord& record, const std::string& measure);
/// What figures call a measure: its name, or the text of an expression that the figure itself wrote, where it is short.
[[nodiscard]] std::string shown_measure(const ExperimentRecord& record, const std::string& measure);
[[nodiscard]] const SweepRecord* find_sweep(const ExperimentRecord& record, const std::string& name);
/// Names of the methods that ran in the sweep and that the figure wants.
[[nodiscard]] std::vector<std::string> swept_methods(const SweepRecord& sweep, const FigureSpec& spec);
/// Runs of the sweep at one choice of values, by their index on each axis; nullptr when it did not run.
[[nodiscard]] const SweepPoint* find_point(const SweepRecord& sweep, const std::vector<std::size_t>& indices);
/// Largest by smallest is above ten and all are positive: better seen on a logarithmic axis.
[[nodiscard]] bool spans_decades(const std::vector<double>& values);

void add_time_curves(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure);
/// Statistics over the points of a sweep that share x, with the quartiles next to a median.
void add_statistic_curves(const FigureSpec& spec, std::size_t value, std::size_t axis, const ExperimentRecord& record,
                          FigureData& figure);
void add_sweep_curves(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure);
/// Errors over a swept key, both logarithmic, each with its fitted exponent.
void add_orders(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure);
/// Slope of log y over log x by least squares, over points where both are positive; nothing of fewer than two.
[[nodiscard]] std::optional<double> fitted_order(const std::vector<double>& x, const std::vector<double>& y);
/// Shares of the runs of a sweep below each value.
void add_distributions(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure);
/// Shares of the points of a sweep within each factor of the best method. [DolanMore02]
void add_profiles(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure);
void add_ledgers(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure);
void add_stability(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure);
/// Fills FigureData::differences where curves coincide with the first.
void add_differences(const FigureSpec& spec, const ExperimentRecord& record, const std::vector<AxisGroup>& groups,
                     FigureData& figure);
/// Whether the figure shows the points of a sweep, each by one number.
[[nodiscard]] bool needs_sweep(const FigureSpec& spec);
/// "drift, error [mm]", "max of drift [mm]", "change by cause [J]".
[[nodiscard]] std::string axis_label(const FigureSpec& spec, const ExperimentRecord& record, const AxisGroup& group);
/// Measures that no run has leave no axis behind.
void drop_empty_axes(std::vector<AxisGroup>& groups, FigureData& figure);
void set_y_labels(const FigureSpec& spec, const ExperimentRecord& record, const std::vector<AxisGroup>& groups,
                  FigureData& figure);
/// Linear axes of values over time: numbers that would all be small decimals or long ones get a unit with a prefix, in
/// `groups` too. Axes whose ends the scene gives keep its units.
void choose_units(const FigureSpec& spec, const ExperimentRecord& record, std::vector<AxisGroup>& groups,
                  FigureData& figure);
[[nodiscard]] double largest_size(const std::vector<double>& values);
/// What reports call a method of the record.
[[nodiscard]] std::string shown_method(const ExperimentRecord& record, const std::string& method);
/// Values in the unit shown.
[[nodiscard]] std::vector<double> in_shown_unit(const std::vector<double>& si_values, const Unit& unit);
void add_work_precision(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure);
/// Each value of an axis as its map labels it.
[[nodiscard]] std::vector<std::string> axis_texts(const SweepAxis& axis);
/// Whether a heat map of the sweep has an area: else its figure is a line, or a point.
[[nodiscard]] bool is_map(const SweepRecord& sweep, const FigureSpec& spec);
/// A panel of nothing but holes: gnuplot finds no range of colours in it. A note says which went.
void drop_empty_panels(FigureData& figure);
void add_heat_maps(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure);

}  // namespace perpend::reports
