// cases.html: what is wrong with each customary test, the families, the shortest cases that fool it, and what proofs
// cost.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/page/embedded_assets.hpp"
#include "reports/page/page_text.hpp"
#include "reports/referee/case_table.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

struct QuestionWords {
  const char* question;
  const char* title;
  const char* argument;
};

constexpr QuestionWords question_words[] = {
    {"spd", "Is A positive definite?",
     "The customary test is to factorize: if Cholesky's method runs to its end, A is taken for definite. But each "
     "pivot "
     "is rounded, and a matrix that is singular or indefinite by less than that rounding passes as often as not. The "
     "smallest eigenvalue computed in doubles has the same fault, and with units that mix it calls definite matrices "
     "indefinite too. The proof is a factorization as well, of a matrix lowered by more than all rounding together, "
     "then "
     "balls, then integers."},
    {"rank", "Are the rows of J independent?",
     "Redundant joints make rows that depend on each other, and whether they do decides whether forces are unique. A "
     "threshold has to tell 0 from rounding, and rows that differ by less are called dependent. Forming J J^T squares "
     "what is small: rows that are independent become dependent before any test sees them."},
    {"rho", "Does a step of the method stay stable?",
     "A stabilized step of a mechanism has eigenvalues on the unit circle, in Jordan blocks of two. Rounding by u "
     "moves "
     "such an eigenvalue by the square root of u, and of a block of four by its fourth root, so that every tolerance "
     "is "
     "wrong: a tight one calls stable methods unstable, a wide one lets growth pass. The exact characteristic "
     "polynomial "
     "decides, and so does the structure of the step."},
    {"p_matrix", "Is A a P-matrix, so that every LCP with it has one solution?",
     "All principal minors must be positive. Computed in doubles, one near 0 gets a wrong sign."},
    {"solvable", "Does the LCP have a solution?",
     "Lemke's method ends at an answer or on a ray, and a ray is commonly reported as: infeasible. That is a theorem "
     "for "
     "some classes of matrices only; for others the ray says nothing, and an answer can be there. And where rows "
     "contradict each other by less than the tolerance of a solver, it finds an answer to a problem that has none."},
    {"system", "Is x near the solution of A x = b?",
     "A residual of 1e-9 is customary. It bounds the distance to the solution only together with the inverse of A: x "
     "may "
     "have no correct digit. Only an enclosure of the solution tells; where there is none the statement stays "
     "undecided, "
     "and says so. An upper bound cannot refute nearness, so nothing here is refuted."},
    {"lcp", "Is z near the solution of the LCP?",
     "The same for complementarity: the natural residual max |min(z, w)| is small, and the answer is far away."}};

std::string count_text(long count) {
  return count == 0 ? "0" : std::to_string(count);
}

std::string plain_says(const CaseExample& example) {
  return fmt::format("{}: {}", example.plain_says ? "yes" : "no", example.test);
}

/// Whether the statement agrees with the truth, or keeps silent.
const char* class_of(const CaseExample& example) {
  return example.verdict == "undecided" ? "expected" : "good";
}

Json example_view(const CaseExample& example) {
  Json data = Json::array();
  for (const auto& [name, text] : example.data) data.push_back({{"name", name}, {"text", text}});
  return {{"family", breakable(example.family)},
          {"name", single_line(example.name)},
          {"data", data},
          {"plain", plain_says(example)},
          {"value", example.plain},
          {"truth", example.truth ? "true" : "false"},
          {"reason", example.reason},
          {"verdict", example.verdict},
          {"class", class_of(example)},
          {"theorem", example.verdict == "undecided" ? "" : example.theorem},
          {"level", example.verdict == "undecided" ? "" : example.level},
          {"detail", example.detail}};
}

Json number_cell(long count, const char* style) {
  return {{"text", count_text(count)}, {"class", count > 0 ? style : ""}};
}

Json plain_cells(const FamilyTally& row) {
  Json tests = Json::array();
  for (const PlainTally& test : row.plain)
    tests.push_back({{"test", test.test},
                     {"yes", number_cell(test.false_accepts, "bad")},
                     {"no", number_cell(test.false_rejects, "bad")},
                     {"none", number_cell(test.no_answer, "expected")}});
  return tests;
}

Json family_view(const FamilyTally& row) {
  Json tests = plain_cells(row);
  const Json first = tests.empty() ? Json() : tests[0];
  Json others = Json::array();
  for (std::size_t i = 1; i < tests.size(); ++i) others.push_back(tests[i]);
  return {{"family", breakable(row.family)},
          {"words", row.words},
          {"span", std::to_string(std::max<std::size_t>(1, tests.size()))},
          {"count", std::to_string(row.count)},
          {"true", std::to_string(row.num_true)},
          {"largest", std::to_string(row.largest)},
          {"first", first},
          {"others", others},
          {"proved", count_text(row.proved)},
          {"refuted", count_text(row.refuted)},
          {"undecided", number_cell(row.undecided, "expected")},
          {"wrong", number_cell(row.wrong, "bad")}};
}

/// "Cholesky runs to its end: wrong in 1300 of 8029".
std::vector<std::string> totals_of(const CaseTable& table, const std::string& question) {
  std::vector<PlainTally> totals;
  for (const FamilyTally& row : table.families)
    for (const PlainTally& test : row.plain) {
      if (row.question != question) continue;
      auto found = std::find_if(totals.begin(), totals.end(), [&](const auto& one) { return one.test == test.test; });
      if (found == totals.end()) found = totals.insert(found, {test.test});
      found->asked += test.asked - test.no_answer;
      found->false_accepts += test.false_accepts;
      found->false_rejects += test.false_rejects;
    }
  std::vector<std::string> lines;
  for (const PlainTally& test : totals)
    lines.push_back(fmt::format("{}: wrong in {} of {} ({} false yes, {} false no)", test.test, test.wrong(),
                                counted(test.asked, "answer"), test.false_accepts, test.false_rejects));
  return lines;
}

std::string statement_line(const CaseTable& table, const std::string& question) {
  FamilyTally sum;
  for (const FamilyTally& row : table.families) {
    if (row.question != question) continue;
    sum.proved += row.proved;
    sum.refuted += row.refuted;
    sum.undecided += row.undecided;
    sum.wrong += row.wrong;
  }
  return fmt::format("statements: {} proved, {} refuted, {} undecided, {} wrong", sum.proved, sum.refuted,
                     sum.undecided, sum.wrong);
}

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
  return fmt::format("{} of {} {} met on this machine.", met, counted(wanted, "wanted cost"), met == 1 ? "is" : "are");
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
    return fmt::format("Incomplete: interrupted after {}, of which no proof is wrong",
                       counted(table.num_cases(), "case"));
  return table.num_wrong() == 0 ? "No proof is wrong"
                                : counted(table.num_wrong(), "proof is wrong", "proofs are wrong");
}

std::string cases_line(const CaseTable& table) {
  long broken_off = 0;
  for (const FamilyTally& row : table.families) broken_off += row.broken_off;
  return fmt::format("{}{}",
                     counted(table.num_cases(), "problem whose answer is known", "problems whose answers are known"),
                     broken_off > 0 ? fmt::format(", {} of which met the limit of time", broken_off) : "");
}

std::string plain_line(const CaseTable& table) {
  long asked = 0, wrong = 0;
  for (const FamilyTally& row : table.families)
    for (const PlainTally& test : row.plain) {
      asked += test.asked - test.no_answer;
      wrong += test.wrong();
    }
  return fmt::format("{} of {} {}", wrong, counted(asked, "plain answer"), wrong == 1 ? "is" : "are");
}

}  // namespace

Json question_views(const CaseTable& table) {
  Json views = Json::array();
  for (const QuestionWords& words : question_words) {
    Json families = Json::array(), examples = Json::array();
    for (const FamilyTally& row : table.families)
      if (row.question == words.question) families.push_back(family_view(row));
    for (const CaseExample& example : table.examples)
      if (example.question == words.question) examples.push_back(example_view(example));
    if (families.empty()) continue;
    views.push_back({{"id", words.question},
                     {"title", words.title},
                     {"argument", words.argument},
                     {"totals", totals_of(table, words.question)},
                     {"statements", statement_line(table, words.question)},
                     {"has_examples", !examples.empty()},
                     {"examples", examples},
                     {"families", families}});
  }
  return views;
}

Json size_views(const CaseTable& table) {
  Json views = Json::array();
  for (const FamilyTally& row : table.families) {
    if (!row.has_large_sizes()) continue;
    Json sizes = Json::array();
    for (const SizeTally& size : row.sizes)
      sizes.push_back({{"rows", std::to_string(size.rows)},
                       {"decided", fmt::format("{} of {}", size.count - size.undecided, size.count)},
                       {"class", size.undecided > 0 ? "expected" : ""}});
    views.push_back({{"family", breakable(row.family)}, {"claim", row.claim}, {"sizes", sizes}});
  }
  return views;
}

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
