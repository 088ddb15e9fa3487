#include "reports/referee/case_table.hpp"

#include <nlohmann/json.hpp>

namespace perpend::reports {

namespace {

Json plain_json(const PlainTally& row) {
  return {{"test", row.test},
          {"asked", row.asked},
          {"false_accepts", row.false_accepts},
          {"false_rejects", row.false_rejects},
          {"no_answer", row.no_answer}};
}

Json family_json(const FamilyTally& row) {
  Json plain = Json::array();
  for (const PlainTally& test : row.plain) plain.push_back(plain_json(test));
  Json sizes = Json::array();
  for (const SizeTally& size : row.sizes)
    sizes.push_back({{"rows", size.rows}, {"count", size.count}, {"undecided", size.undecided}});
  return {{"family", row.family},
          {"question", row.question},
          {"claim", row.claim},
          {"count", row.count},
          {"true", row.num_true},
          {"largest", row.largest},
          {"plain", plain},
          {"statements",
           {{"proved", row.proved}, {"refuted", row.refuted}, {"undecided", row.undecided}, {"wrong", row.wrong}}},
          {"sizes", sizes},
          {"broken_off", row.broken_off},
          {"seconds", row.seconds}};
}

Json example_json(const CaseExample& row) {
  Json data = Json::object();
  for (const auto& [name, text] : row.data) data[name] = text;
  return {
      {"question", row.question}, {"family", row.family},   {"name", row.name},       {"data", data},
      {"test", row.test},         {"plain", row.plain},     {"truth", row.truth},     {"plain_says", row.plain_says},
      {"reason", row.reason},     {"verdict", row.verdict}, {"theorem", row.theorem}, {"level", row.level}};
}

Json pivot_json(const CaseTable& table, const PivotRow& row) {
  Json solvers = Json::object();
  for (std::size_t s = 0; s < row.solvers.size(); ++s) solvers[table.solvers[s]] = row.solvers[s];
  return {{"problem", row.problem},     {"n", row.n},         {"law", row.law},
          {"predicted", row.predicted}, {"exact", row.exact}, {"solvers", solvers}};
}

Json cost_json(const CostRow& row) {
  return {{"what", row.what},
          {"size", row.size},
          {"proof_seconds", row.proof_seconds},
          {"plain_seconds", row.plain_seconds},
          {"call_seconds", row.call_seconds},
          {"ratio", row.ratio()},
          {"call_ratio", row.call_ratio()},
          {"wanted", row.wanted > 0.0 ? Json(row.wanted) : Json(nullptr)},
          {"plain", row.plain},
          {"verdict", row.verdict}};
}

}  // namespace

long CaseTable::num_cases() const {
  long sum = 0;
  for (const FamilyTally& row : families) sum += row.count;
  return sum;
}

long CaseTable::num_wrong() const {
  long sum = 0;
  for (const FamilyTally& row : families) sum += row.wrong;
  return sum;
}

Json case_table_json(const CaseTable& table) {
  Json root{{"format", "perpend-cases"}, {"version", 1}, {"seed", table.seed}};
  for (const char* name : {"families", "examples", "contradictions", "pivots", "costs"}) root[name] = Json::array();
  for (const FamilyTally& row : table.families) root["families"].push_back(family_json(row));
  for (const CaseExample& row : table.examples) root["examples"].push_back(example_json(row));
  for (const Contradiction& row : table.contradictions)
    root["contradictions"].push_back({{"family", row.family}, {"index", row.index}, {"words", row.words}});
  for (const PivotRow& row : table.pivots) root["pivots"].push_back(pivot_json(table, row));
  for (const CostRow& row : table.costs) root["costs"].push_back(cost_json(row));
  root["summary"] = {{"cases", table.num_cases()},
                     {"wrong_statements", table.num_wrong()},
                     {"stopped_by", to_string(table.stopped_by)}};
  return root;
}

std::string case_table_text(const CaseTable& table) {
  return case_table_json(table).dump(2) + "\n";
}

}  // namespace perpend::reports
