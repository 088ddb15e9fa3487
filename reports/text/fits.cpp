#include "reports/text/fits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

/// A least misfit that has a smaller chance than this makes the region of little worth.
constexpr double least_goodness = 0.05;

std::string percent(double confidence) {
  return significant(100.0 * confidence) + " %";
}

std::string end_text(RegionEnd end) {
  return end == RegionEnd::grid ? "the end of the grid" : "a run without a misfit";
}

/// "scale from 2.1 to 2.6", with what is not known of its ends.
std::string extent_text(const SweepAxis& axis, const RegionExtent& extent) {
  const std::vector<std::string> ends = distinct_texts({extent.low / axis.unit.factor, extent.high / axis.unit.factor});
  const std::string unit = axis.unit.name.empty() ? "" : " " + single_line(axis.unit.name);
  std::string text = fmt::format("{} from {} to {}{}", single_line(axis.key), ends[0], ends[1], unit);
  const bool is_low_open = extent.low_end != RegionEnd::crossing;
  const bool is_high_open = extent.high_end != RegionEnd::crossing;
  if (is_low_open && is_high_open && extent.low_end == extent.high_end)
    return text + fmt::format(" (both ends are {}: it may go on)",
                              extent.low_end == RegionEnd::grid ? "ends of the grid" : "next to runs without a misfit");
  if (is_low_open) text += fmt::format(" (the lower end is {}: it may go on)", end_text(extent.low_end));
  if (is_high_open) text += fmt::format(" (the upper end is {}: it may go on)", end_text(extent.high_end));
  return text;
}

std::string part_text(const FitRecord& fit, const RegionPart& part) {
  std::vector<std::string> texts;
  for (std::size_t key = 0; key < fit.axes.size(); ++key)
    texts.push_back(extent_text(fit.axes[key], part.extents[key]));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string region_text(const FitRecord& fit) {
  constexpr std::size_t most_parts = 5;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < fit.region.size() && i < most_parts; ++i) parts.push_back(part_text(fit, fit.region[i]));
  std::string text = fmt::format("Confidence region of {}: {}", percent(fit.confidence), fmt::join(parts, "; and "));
  if (fit.axes.size() > 1) text += " (at once)";
  if (fit.region.size() > most_parts) text += fmt::format("; and {} more", fit.region.size() - most_parts);
  if (fit.region.size() > 1) text += fmt::format(". Its {} parts are not connected", fit.region.size());
  std::size_t inside = 0;
  for (const RegionPart& part : fit.region) inside += part.points.size();
  if (inside == fit.misfits.size()) return text + ". It is the whole grid: these data do not determine the values.";
  return text + ".";
}

std::string goodness_text(const FitRecord& fit) {
  if (fit.degrees == 0) return "There are as many data as keys: nothing is left to test the fit by.";
  const std::string text = fmt::format(
      "chi^2 = {} with {} of freedom; if the model and the deviations are right, a misfit at least this large has "
      "probability {}.",
      significant(fit.least), counted(fit.degrees, "degree"), significant(fit.goodness, 2));
  return fit.goodness < least_goodness
             ? text + " The data contradict each other or the model, so that the region means little."
             : text;
}

}  // namespace

std::vector<std::string> describe_fit(const FitRecord& fit) {
  if (!fit.reason.empty()) return {"Not fitted: " + single_line(fit.reason) + "."};
  std::vector<std::string> values;
  for (std::size_t key = 0; key < fit.axes.size(); ++key)
    values.push_back(single_line(fit.axes[key].key) + " = " + with_unit(fit.best[key], fit.axes[key].unit));
  std::vector<std::string> sentences{fmt::format("Best of {} points of sweep {}: {}.", fit.misfits.size(),
                                                 single_line(fit.sweep), fmt::join(values, ", ")),
                                     region_text(fit), goodness_text(fit)};
  if (fit.num_failed > 0)
    sentences.push_back(fmt::format("{} of {} points have no misfit; at the first, {}.", fit.num_failed,
                                    fit.misfits.size(), single_line(fit.failure)));
  return sentences;
}

std::vector<DatumText> describe_data(const FitRecord& fit) {
  std::vector<DatumText> rows;
  const bool has_best = fit.reason.empty();
  for (const DatumRecord& datum : fit.data)
    rows.push_back(
        {.name = single_line(datum.name) + (datum.words.empty() ? "" : ": " + single_line(datum.words)),
         .source = single_line(datum.source),
         .asked = single_line(datum.text),
         .printed = with_unit(datum.printed, datum.unit) + " within " + with_unit(datum.deviation, datum.unit),
         .value = has_best ? with_unit(datum.best, datum.unit) : "",
         .pull = has_best ? fmt::format("{:+.2f}", datum.pull()) : "",
         .note = single_line(datum.note)});
  return rows;
}

}  // namespace perpend::reports
