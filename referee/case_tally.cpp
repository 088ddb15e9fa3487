#include "referee/case_tally.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/model/clocks.hpp"
#include "kernel/model/stop.hpp"
#include "referee/case_judge.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

/// Printed whole on a page, an example has at most so many rows.
constexpr int largest_example = 8;

std::string row_text(const auto& row) {
  std::string text;
  for (const double x : row) text += fmt::format("{}{}", text.empty() ? "" : "  ", x);
  return text;
}

/// Shortest decimals that read back as the doubles, in columns.
std::string matrix_text(const MatrixX& a) {
  std::vector<std::size_t> widths(static_cast<std::size_t>(a.cols()), 0);
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      widths[static_cast<std::size_t>(j)] =
          std::max(widths[static_cast<std::size_t>(j)], fmt::format("{}", a(i, j)).size());
  std::string text;
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      text +=
          fmt::format("{}{:>{}}", j == 0 ? "" : "  ", fmt::format("{}", a(i, j)), widths[static_cast<std::size_t>(j)]);
    text += "\n";
  }
  return text;
}

std::string detail_of(const Case& one, const CaseJudgement& judged) {
  std::string text = judged.statement.reason;
  for (const Fact& fact : judged.statement.facts)
    if (fact.kind == FactKind::solutions || fact.kind == FactKind::rank || fact.kind == FactKind::powers_grow)
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", name_of(fact.kind), describe(fact));
  if (judged.answer.size() == one.solution.size() && one.solution.size() > 0 && one.question != Question::solvable)
    text += fmt::format("{}the answer is {:.2g} off", text.empty() ? "" : "; ",
                        (judged.answer - one.solution).cwiseAbs().maxCoeff());
  return text;
}

reports::CaseExample example_of(const CaseFamily& family, const Case& one, const std::string& name,
                                const PlainAnswer& plain, const CaseJudgement& judged) {
  reports::CaseExample example{.question = to_string(family.question), .family = family.name, .name = name};
  example.data = {{family.question == Question::rank  ? "J"
                   : family.question == Question::rho ? "X"
                                                      : "A",
                   matrix_text(dense(one.a))}};
  if (one.b.size() > 0) example.data.emplace_back("b", row_text(one.b));
  const bool is_distance = family.question == Question::system || family.question == Question::lcp;
  if (is_distance) {
    example.data.emplace_back("answer", row_text(judged.answer));
    example.data.emplace_back("solution", row_text(one.solution));
  }
  example.test = plain.test;
  example.plain = plain.value;
  example.plain_says = *plain.says;
  example.truth = judged.truth;
  example.reason = one.reason;
  example.verdict = perpend::to_string(judged.statement.verdict);
  example.theorem = judged.statement.theorem;
  example.level = describe(judged.statement.decided_by());
  example.detail = detail_of(one, judged);
  return example;
}

long rows_of(const reports::CaseExample& example) {
  return std::count(example.data[0].second.begin(), example.data[0].second.end(), '\n');
}

/// Keeps one false yes and one false no for each question: the one with the fewest rows, from the first test that errs
/// in this way.
void keep_if_shortest(reports::CaseExample example, reports::CaseTable& table) {
  const auto order = [](const reports::CaseExample& one) { return std::pair(one.test_index, rows_of(one)); };
  for (reports::CaseExample& kept : table.examples)
    if (kept.question == example.question && kept.plain_says == example.plain_says) {
      if (order(example) < order(kept)) kept = std::move(example);
      return;
    }
  table.examples.push_back(std::move(example));
}

void count_plain(const PlainAnswer& plain, bool truth, reports::FamilyTally& tally) {
  auto found = std::find_if(tally.plain.begin(), tally.plain.end(),
                            [&](const reports::PlainTally& row) { return row.test == plain.test; });
  if (found == tally.plain.end()) found = tally.plain.insert(found, {plain.test});
  ++found->asked;
  if (!plain.says)
    ++found->no_answer;
  else if (*plain.says != truth)
    ++(truth ? found->false_rejects : found->false_accepts);
}

void count_statement(Verdict verdict, reports::FamilyTally& tally) {
  ++(verdict == Verdict::proved ? tally.proved : verdict == Verdict::refuted ? tally.refuted : tally.undecided);
}

void count_size(long rows, Verdict verdict, reports::FamilyTally& tally) {
  auto found =
      std::find_if(tally.sizes.begin(), tally.sizes.end(), [rows](const auto& row) { return row.rows >= rows; });
  if (found == tally.sizes.end() || found->rows != rows) found = tally.sizes.insert(found, {.rows = rows});
  ++found->count;
  found->undecided += verdict == Verdict::undecided ? 1 : 0;
}

}  // namespace

void tally_family(const CaseFamily& family, const TallyScope& scope, reports::CaseTable& table) {
  const CpuClock::time_point start = CpuClock::now();
  reports::FamilyTally tally{.family = family.name,
                             .question = to_string(family.question),
                             .claim = describe(family.question),
                             .words = family.words};
  const long number = family.is_fixed || scope.count <= 0 ? family.default_count : scope.count;
  for (long index = 0; index < number && !is_interrupted(); ++index) {
    const Case one = family.make(scope.seed, index);
    const StopScope stop(scope.limit);
    const CaseJudgement judged = judge_case(one);
    if (is_interrupted()) break;  // what it says may be of half a computation
    tally.broken_off += must_stop() ? 1 : 0;
    const std::string name = one.name.empty() ? fmt::format("number {} of seed {}", index, scope.seed) : one.name;
    ++tally.count;
    tally.num_true += judged.truth ? 1 : 0;
    tally.largest = std::max<long>(tally.largest, one.a.num_rows);
    for (const PlainAnswer& plain : judged.plain) {
      count_plain(plain, judged.truth, tally);
      const bool is_fooled = plain.says && *plain.says != judged.truth && judged.contradiction.empty();
      if (!is_fooled || one.a.num_rows > largest_example) continue;
      reports::CaseExample example = example_of(family, one, name, plain, judged);
      example.test_index = &plain - judged.plain.data();
      keep_if_shortest(std::move(example), table);
    }
    count_statement(judged.statement.verdict, tally);
    count_size(one.a.num_rows, judged.statement.verdict, tally);
    if (judged.contradiction.empty()) continue;
    ++tally.wrong;
    table.contradictions.push_back({family.name, index, judged.contradiction});
  }
  tally.seconds = cpu_seconds_since(start);
  table.families.push_back(std::move(tally));
}

}  // namespace perpend
