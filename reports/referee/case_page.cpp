#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/files/provenance_rows.hpp"
#include "reports/page/embedded_assets.hpp"
#include "reports/page/page_text.hpp"
#include "reports/referee/case_questions.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

Json pivot_views(const CaseTable& table) {
  Json rows = Json::array();
  for (const PivotRow& row : table.pivots)
    rows.push_back({{"problem", row.problem},
                    {"n", std::to_string(row.n)},
                    {"law", row.law},
                    {"predicted", std::to_string(row.predicted)},
                    {"exact", std::to_string(row.exact)},
                    {"class", row.exact == row.predicted ? "good" : "bad"},
                    {"solvers", row.solvers}});
  return rows;
}

std::string milliseconds(double seconds) {
  return significant(1e3 * seconds, 3);
}

Json cost_views(const CaseTable& table) {
  Json rows = Json::array();
  for (const CostRow& row : table.costs) {
    const bool is_met = row.ratio() <= row.wanted;
    rows.push_back({{"what", row.what},
                    {"size", row.size},
                    {"verdict", row.verdict},
                    {"proof", milliseconds(row.proof_seconds)},
                    {"plain_name", row.plain},
                    {"plain", milliseconds(row.plain_seconds)},
                    {"ratio", significant(row.ratio(), 3)},
                    {"call", significant(row.call_ratio(), 3)},
                    {"wanted", row.wanted > 0.0 ? fmt::format("below {}", significant(row.wanted, 3)) : ""},
                    {"met", row.wanted <= 0.0 ? ""
                            : is_met          ? "met"
                                              : "missed"},
                    {"class", is_met ? "good" : "bad"}});
  }
  return rows;
}

std::string costs_line(const CaseTable& table) {
  long wanted = 0, met = 0;
  for (const CostRow& row : table.costs) {
    wanted += row.wanted > 0.0 ? 1 : 0;
    met += row.wanted > 0.0 && row.ratio() <= row.wanted ? 1 : 0;
  }
  return fmt::format("{} of {} wanted costs are met on this machine.", met, wanted);
}

Json contradiction_views(const CaseTable& table) {
  Json rows = Json::array();
  for (const Contradiction& row : table.contradictions)
    rows.push_back(fmt::format("{} number {}: {}", row.family, row.index, row.words));
  return rows;
}

std::string headline(const CaseTable& table) {
  if (table.num_cases() == 0) return "No case was judged";
  if (table.stopped_by != StopReason::none && table.num_wrong() == 0)
    return fmt::format("Incomplete: interrupted after {} cases, of which no proof is wrong", table.num_cases());
  return table.num_wrong() == 0 ? "No proof is wrong" : fmt::format("{} proofs are wrong", table.num_wrong());
}

std::string cases_line(const CaseTable& table) {
  long broken_off = 0;
  for (const FamilyTally& row : table.families) broken_off += row.broken_off;
  return fmt::format("{} problems whose answers are known{}", table.num_cases(),
                     broken_off > 0 ? fmt::format(", {} of which met the limit of time", broken_off) : "");
}

std::string plain_line(const CaseTable& table) {
  long asked = 0, wrong = 0;
  for (const FamilyTally& row : table.families)
    for (const PlainTally& test : row.plain) {
      asked += test.asked - test.no_answer;
      wrong += test.wrong();
    }
  return fmt::format("{} of {} plain answers are", wrong, asked);
}

}  // namespace

std::string case_page(const CaseTable& table) {
  Json view{{"title", "What plain numerics says, and what is true"},
            {"is_right", table.num_wrong() == 0 && table.num_cases() > 0 && table.stopped_by == StopReason::none},
            {"headline", headline(table)},
            {"plain_line", plain_line(table)},
            {"cases_line", cases_line(table)},
            {"has_contradictions", !table.contradictions.empty()},
            {"contradictions", contradiction_views(table)},
            {"questions", question_views(table)},
            {"sizes", size_views(table)},
            {"has_sizes", !size_views(table).empty()},
            {"has_pivots", !table.pivots.empty()},
            {"solvers", table.solvers},
            {"pivots", pivot_views(table)},
            {"has_costs", !table.costs.empty()},
            {"costs_line", costs_line(table)},
            {"costs", cost_views(table)},
            {"hashed", named_values({{"Program", "perpend " + table.provenance.version},
                                     {"Seed", std::to_string(table.seed)},
                                     {"Families SHA-256", table.provenance.scene_sha256}})},
            {"outside_hash", provenance_rows(table.provenance)}};
  view["policy"] = content_security_policy(assets::style(), "");
  view["style"] = assets::style();
  return render_template(assets::cases_template(), view);
}

}  // namespace perpend::reports
