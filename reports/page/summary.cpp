#include "reports/page/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "reports/figures/figure_data.hpp"
#include "reports/figures/snapshot_script.hpp"
#include "reports/page/comparison.hpp"
#include "reports/page/page_data.hpp"
#include "reports/page/page_sections.hpp"
#include "reports/page/page_text.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

constexpr std::size_t num_pictures = 5;
constexpr double picture_width = 190.0;  // of the drawing's units
constexpr double gap = 12.0;
constexpr double least_height = 70.0;
constexpr double most_height = 230.0;
constexpr double text_height = 34.0;
constexpr double picture_margin = 6.0;

/// The reference, else the method with the smallest error, else the first that reached its end.
std::optional<std::size_t> run_to_show(const ExperimentRecord& record) {
  const std::vector<Ranking> ranked = rankings(record);
  const auto rank = [&](std::size_t i) {
    const MethodRun& run = record.runs[i];
    if (run.stabilizer == "reference") return 4;
    if (!ranked.empty() && ranked[0].best[0] == i) return 3;
    return run.status == RunStatus::completed ? 2 : 1;
  };
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < record.runs.size(); ++i)
    if (num_frames(record.runs[i].frames, record.space) > 1 && (!found || rank(i) > rank(*found))) found = i;
  return found;
}

/// What all pictures show, so that they compare [m].
struct Frame {
  double left = std::numeric_limits<double>::infinity(), right = -left, low = left, high = -left;

  void hold(const std::vector<PaperLine>& lines) {
    for (const PaperLine& line : lines)
      for (const auto& [x, y] : line) {
        if (!std::isfinite(x) || !std::isfinite(y)) continue;
        left = std::min(left, x);
        right = std::max(right, x);
        low = std::min(low, y);
        high = std::max(high, y);
      }
  }
  [[nodiscard]] bool is_empty() const { return !(left <= right && low <= high); }
};

/// From metres to the units of one picture.
struct Paper {
  double scale = 1.0, x = 0.0, y = 0.0, height = least_height;

  explicit Paper(const Frame& frame) {
    // [m]; a single point has no size and needs one.
    const double size = std::max({frame.right - frame.left, frame.high - frame.low, 1e-9});
    const double width = std::max(frame.right - frame.left, 0.05 * size);
    const double tall = std::max(frame.high - frame.low, 0.05 * size);
    const double inside = picture_width - 2.0 * picture_margin;
    height = std::clamp(inside * tall / width + 2.0 * picture_margin, least_height, most_height);
    scale = std::min(inside / width, (height - 2.0 * picture_margin) / tall);
    x = 0.5 * picture_width - scale * 0.5 * (frame.left + frame.right);
    y = 0.5 * height + scale * 0.5 * (frame.low + frame.high);
  }
};

/// Points that would lie on the one before are left out: a heap of disks has thousands.
std::string path_of(const std::vector<PaperLine>& lines, const Paper& paper) {
  constexpr double least_distance = 0.8;
  std::string text;
  for (const PaperLine& line : lines) {
    double last_x = 0.0, last_y = 0.0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const double x = paper.x + paper.scale * line[i][0];
      const double y = paper.y - paper.scale * line[i][1];
      if (!std::isfinite(x) || !std::isfinite(y)) break;
      const bool is_last = i + 1 == line.size();
      if (i > 0 && !is_last && std::hypot(x - last_x, y - last_y) < least_distance) continue;
      text += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", x, y);
      last_x = x;
      last_y = y;
    }
  }
  return text;
}

constexpr std::size_t most_methods = 3;   // that share a first place and are named
constexpr std::size_t most_findings = 4;  // claims that did not reproduce and are shown above the table

/// "2400": without a power of ten. Pre: 10 <= value < 1e6.
std::string rounded_to_two_digits(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return fmt::format("{:.0f}", std::round(value / unit) * unit);
}

/// "2400 times below baumgarte_2000 (0.03316 mm)".
std::string margin(const ExperimentRecord& record, const Ranking& ranking) {
  if (!ranking.next) return "all methods alike";
  const std::string other =
      fmt::format("{} ({})", shown_name(record.runs[*ranking.next]), engineering(ranking.next_value, ranking.unit));
  if (!(ranking.value > 0.0)) return "next: " + other;
  const double ratio = ranking.next_value / ranking.value;
  if (!(ratio < 1e6)) return "over a million times below " + other;
  return fmt::format("{} times below {}", ratio < 10.0 ? significant(ratio, 3) : rounded_to_two_digits(ratio), other);
}

Json winners_view(const ExperimentRecord& record) {
  Json rows = Json::array();
  for (const Ranking& ranking : rankings(record)) {
    Json methods = Json::array();
    for (std::size_t i = 0; i < std::min(ranking.best.size(), most_methods); ++i)
      methods.push_back({{"method", breakable(shown_name(record.runs[ranking.best[i]]))},
                         {"color", std::to_string(ranking.best[i] % num_colors)}});
    const std::size_t others = ranking.best.size() - methods.size();
    rows.push_back({{"title", ranking.title},
                    {"methods", methods},
                    {"others", others > 0 ? fmt::format("and {} more", others) : ""},
                    {"value", engineering(ranking.value, ranking.unit)},
                    {"margin", margin(record, ranking)}});
  }
  return rows;
}

Json claims_by_kind(const ExperimentRecord& record) {
  Json rows = Json::array();
  for (const ClaimKind kind : {ClaimKind::quoted, ClaimKind::read_off, ClaimKind::derived, ClaimKind::ours}) {
    std::vector<ClaimRecord> claims;
    std::copy_if(record.claims.begin(), record.claims.end(), std::back_inserter(claims),
                 [&](const ClaimRecord& claim) { return claim.kind == kind; });
    const ClaimCounts counts = count_claims(claims);
    if (!claims.empty())
      rows.push_back({{"kind", describe(kind)},
                      {"counts", describe(counts)},
                      {"class", counts.unexpected > 0       ? "bad"
                                : counts.not_reproduced > 0 ? "expected"
                                                            : "good"}});
  }
  return rows;
}

Json findings_view(const std::vector<const ClaimRecord*>& claims) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < std::min(claims.size(), most_findings); ++i) rows.push_back(short_claim_view(*claims[i]));
  return rows;
}

Json missing_parameters(const ExperimentRecord& record) {
  Json rows = Json::array();
  for (const Parameter& parameter : record.parameters)
    if (!parameter.given)
      rows.push_back(
          fmt::format("{} = {}", single_line(parameter.name),
                      std::isnan(parameter.value) ? parameter.text : with_unit(parameter.value, parameter.unit, 6)));
  return rows;
}

}  // namespace

Json key_frames_view(const ExperimentRecord& record) {
  const auto shown = run_to_show(record);
  if (!shown || record.bodies.empty()) return {{"picture", ""}, {"method", ""}};
  const MethodRun& run = record.runs[*shown];
  const std::size_t size = num_frames(run.frames, record.space);
  std::vector<MechanismLines> pictures;
  std::vector<double> times;
  Frame frame;
  for (std::size_t i = 0; i < num_pictures; ++i) {
    const std::size_t at = i * (size - 1) / (num_pictures - 1);
    if (!times.empty() && run.frames.times[at] == times.back()) continue;
    times.push_back(run.frames.times[at]);
    pictures.push_back(mechanism_lines(record, run.frames, at));
    frame.hold(pictures.back().fixed);
    frame.hold(pictures.back().moving);
  }
  if (frame.is_empty()) return {{"picture", ""}, {"method", ""}};
  const Paper paper(frame);
  const double width = static_cast<double>(num_pictures) * (picture_width + gap) - gap;
  std::string svg = fmt::format(
      "<svg class=\"frames{}\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"Motion at {} times\">",
      record.space == Space::spatial ? " solid" : "", width, paper.height + text_height, pictures.size());
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    svg += fmt::format("<g transform=\"translate({:.1f} 0)\"><path class=\"ground\" d=\"{}\"/>",
                       static_cast<double>(i) * (picture_width + gap), path_of(pictures[i].fixed, paper));
    svg += fmt::format("<path class=\"line{}\" d=\"{}\"/><text x=\"{:.0f}\" y=\"{:.1f}\">{} s</text></g>",
                       *shown % num_colors, path_of(pictures[i].moving, paper), picture_margin, paper.height + 25.0,
                       significant(times[i], 3));
  }
  return {{"picture", svg + "</svg>"}, {"method", breakable(shown_name(run))}};
}

Json summary_view(const ExperimentRecord& record) {
  std::vector<const ClaimRecord*> failed;
  for (const ClaimRecord& claim : record.claims)
    if (claim.status == ClaimVerdict::not_reproduced) failed.push_back(&claim);
  Json view = {{"winners", winners_view(record)},
               {"claims", claims_by_kind(record)},
               {"findings", findings_view(failed)},
               {"more_findings", failed.size() > most_findings ? std::to_string(failed.size() - most_findings) : ""},
               {"certificates", describe(count_certificates(record))},
               {"missing", missing_parameters(record)},
               {"frames", key_frames_view(record)}};
  for (const char* list : {"winners", "claims", "findings", "missing"})
    view[std::string("has_") + list] = !view[list].empty();
  return view;
}

}  // namespace perpend::reports
