#include "referee/case_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernel/model/clocks.hpp"
#include "kernel/model/stop.hpp"
#include "referee/lcp_guess.hpp"
#include "verification/arithmetic/plain_numerics.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

/// Dense eigenvalues of more rows take too long for a table.
constexpr int largest_eigenproblem = 200;
/// 2^n minors.
constexpr int most_minor_rows = 16;
/// What is commonly taken for solved: relative to the largest entry of b.
constexpr double customary_residual = 1e-9;
constexpr const char* near_test = "residual <= 1e-9 of b";

const Effort effort{.seconds = case_seconds};

PlainAnswer above_zero(const char* test, double value) {
  return {test, std::isnan(value) ? std::optional<bool>() : value > 0.0, fmt::format("{:.3g}", value)};
}

PlainAnswer yes_or_no(const char* test, bool says) {
  return {test, says, ""};
}

void judge_spd(const Case& one, CaseJudgement& result) {
  const bool is_small = one.a.num_rows <= largest_eigenproblem;
  const MatrixX a = is_small ? dense(one.a) : MatrixX();
  result.plain = {yes_or_no("Cholesky runs to its end", is_small ? cholesky_ends(a) : cholesky_ends(one.a))};
  if (is_small) result.plain.push_back(above_zero("smallest eigenvalue > 0", plain_smallest_eigenvalue(a)));
  result.statement = state_spd(one.a, effort);
}

void judge_rank(const Case& one, CaseJudgement& result) {
  const MatrixX j = dense(one.a);
  const int rank = plain_rank(j);
  result.plain = {{"rank by pivoted QR", rank == j.rows(), std::to_string(rank)},
                  yes_or_no("Cholesky of J J^T runs to its end", cholesky_ends(j * j.transpose()))};
  result.statement = state_rank(one.a, -1, effort);
}

void judge_rho(const Case& one, CaseJudgement& result) {
  const double rho = plain_spectral_radius(dense(one.a));
  const std::string value = fmt::format("{:.17g}", rho);
  result.plain = {{"largest |eigenvalue| <= 1 + 1e-12", rho <= 1.0 + 1e-12, value},
                  {"largest |eigenvalue| <= 1 + 1e-9", rho <= 1.0 + 1e-9, value},
                  {"largest |eigenvalue| <= 1 + 1e-6", rho <= 1.0 + 1e-6, value}};
  result.statement = state_rho(one.a, effort);
}

void judge_p(const Case& one, CaseJudgement& result) {
  constexpr const char* test = "principal minors > 0 in doubles";
  if (one.a.num_rows <= most_minor_rows)
    result.plain = {yes_or_no(test, are_principal_minors_positive(dense(one.a)))};
  else
    result.plain = {{test, {}, "too many minors"}};
  result.statement = state_class(one.a, effort);
  const Verdict verdict = result.statement.property(FactKind::p_matrix);
  result.statement.claim = describe(Question::p_matrix);
  result.statement.verdict = verdict == Verdict::not_run ? Verdict::undecided : verdict;
}

void judge_solvable(const Case& one, CaseJudgement& result) {
  const LcpSolution found = solve_plainly(one.a, one.b, "lemke");
  PlainAnswer plain{"Lemke's answer, its ray taken for none", {}, "no answer"};
  if (found.status == Status::converged)
    plain = {plain.test, true, "an answer"};
  else if (found.failure == LcpFailure::ray)
    plain = {plain.test, false, "a ray"};
  result.plain = {plain};
  if (found.status == Status::converged) result.answer = found.z;
  result.statement = state_solvability(one.a, one.b, guess_solvability(one.a, one.b, found), effort);
  const std::optional<SolutionCount> count = result.statement.num_solutions();
  if (one.num_solutions == unknown_number || !count || result.statement.verdict != Verdict::proved) return;
  const SolutionCount known = one.num_solutions == infinitely_many ? SolutionCount{} : SolutionCount{one.num_solutions};
  const auto words = [](SolutionCount number) { return describe(Fact{FactKind::solutions, number}); };
  if (*count != known)
    result.contradiction = fmt::format("{} solutions, and there are {}", words(*count), words(known));
}

double largest(const VectorX& x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

/// The largest distance d with d <= share (|answer| - d), so that it is a share of the solution.
double asked_distance(const VectorX& answer) {
  return near_share / (1.0 + near_share) * largest(answer) * (1.0 - 0x1p-50);
}

void judge_distance(const Case& one, double residual, CaseJudgement& result) {
  if (result.answer.size() == 0 || !result.answer.allFinite()) {
    result.truth = false;
    result.plain = {{near_test, {}, "no answer"}};
    result.statement.verdict = Verdict::undecided;
    return;
  }
  const double distance = largest(result.answer - one.solution);
  result.truth = distance <= near_share * largest(one.solution);
  result.plain = {{near_test, residual <= customary_residual * largest(one.b),
                   fmt::format("{:.2g} of b", residual / largest(one.b))}};
  const double bound = result.statement.largest_distance();
  const double least = result.statement.least_distance();
  const double size = largest(result.answer);
  result.statement.verdict = Verdict::undecided;
  if (bound <= near_share * (size - bound))
    result.statement.verdict = Verdict::proved;
  else if (least * (1.0 - near_share) * (1.0 - 0x1p-50) > near_share * size)  // a solution has at most size + distance
    result.statement.verdict = Verdict::refuted;
  else if (std::isnan(bound))
    result.statement.reason = "no solution could be enclosed";
  else
    result.statement.reason = fmt::format("the solution is enclosed within {:.2g}, which is not enough", bound);
  // The difference of two doubles near each other is exact or off by half of its last bit.
  if (bound < distance * (1.0 - 0x1p-52))
    result.contradiction = fmt::format("within {:.3g} of a solution, and it is {:.3g} off", bound, distance);
  if (least > distance * (1.0 + 0x1p-52))
    result.contradiction = fmt::format("at least {:.3g} from any solution, and it is {:.3g} off", least, distance);
}

void judge_system(const Case& one, CaseJudgement& result) {
  const MatrixX a = dense(one.a);
  result.answer = plain_solution(a, one.b);
  result.statement = state_linear(one.a, result.answer, one.b, effort, asked_distance(result.answer));
  judge_distance(one, largest(a * result.answer - one.b), result);
}

void judge_lcp(const Case& one, CaseJudgement& result) {
  const LcpSolution found = solve_plainly(one.a, one.b, "lemke");
  if (found.status == Status::converged) result.answer = found.z;
  result.statement = state_lcp(one.a, one.b, found.z, effort, asked_distance(found.z));
  judge_distance(one, largest(found.z.cwiseMin(found.w)), result);
}

}  // namespace

CaseJudgement judge_case(const Case& one) {
  CaseJudgement result;
  result.truth = one.truth;
  using Judge = void (*)(const Case&, CaseJudgement&);
  constexpr Judge judges[] = {judge_spd, judge_rank, judge_rho, judge_p, judge_solvable, judge_system, judge_lcp};
  judges[static_cast<int>(one.question)](one, result);
  const Verdict verdict = result.statement.verdict;
  if ((verdict == Verdict::proved && !result.truth) || (verdict == Verdict::refuted && result.truth))
    result.contradiction = fmt::format("{}: {}", perpend::to_string(verdict), one.reason);
  return result;
}

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
