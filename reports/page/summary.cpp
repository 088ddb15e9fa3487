#include "reports/page/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/figures/figure_data.hpp"
#include "reports/page/comparison.hpp"
#include "reports/page/key_frames.hpp"
#include "reports/page/page_sections.hpp"
#include "reports/page/page_text.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

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
