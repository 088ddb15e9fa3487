#include "batch/study/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "batch/results/kept_status.hpp"
#include "study/execute.hpp"

namespace perpend::batch {

namespace {

/// Runs are read into memory.
constexpr std::int64_t most_runs = 1000000;

void visit(const ClaimExpression& expression, const std::function<void(const ClaimQuery&)>& see) {
  if (expression.op == ClaimExpression::Op::query) see(expression.query);
  for (const ClaimExpression& operand : expression.operands) visit(operand, see);
}

bool is_answered(const ClaimQuery& query, const StudyPlan& plan) {
  constexpr const char* rows[] = {"at", "first_time"};
  const bool is_of_rows = query.after || std::find(std::begin(rows), std::end(rows), query.function) != std::end(rows);
  const auto sweep = std::find_if(plan.sweeps().begin(), plan.sweeps().end(),
                                  [&](const PlannedSweep& one) { return one.spec->name == query.sweep; });
  if (is_of_rows || sweep == plan.sweeps().end()) return false;
  const auto& left_out = sweep->detail.measures_left_out;
  return std::find(sweep->methods.begin(), sweep->methods.end(), query.method) != sweep->methods.end() &&
         std::find(left_out.begin(), left_out.end(), query.measure) == left_out.end();
}

/// The runs of a sweep with what claims ask of them.
class SweepReader {
 public:
  SweepReader(Database& database, const StudyPlan& plan, std::size_t number, const std::set<std::string>& measures)
      : database_(database), plan_(plan), number_(number), measures_(measures) {}

  SweepRecord read() {
    const PlannedSweep& sweep = plan_.sweeps()[number_];
    SweepRecord record{.spec = *sweep.spec, .points = {}};
    Query runs(database_, "SELECT run, point, method, status, message FROM runs WHERE sweep = ? ORDER BY run");
    runs.bind(number_);
    std::int64_t last = -1;
    while (runs.step()) {
      if (runs.whole(1) != last) record.points.push_back({plan_.point(number_, runs.whole(1)).values.coordinates, {}});
      last = runs.whole(1);
      MethodRun& run = record.points.back().runs.emplace_back();
      run.method = runs.text(2);
      const KeptStatus status = read_status(runs.text(3));
      run.status = run_status(status);
      if (status == KeptStatus::limit) run.stopped_by = StopReason::time_limit;
      run.message = runs.text(4);
      run.expect =
          expected_outcome(*sweep.spec, *find_method(plan_.experiment(), run.method), record.points.back().coordinates);
      add_measures(runs.whole(0), run);
    }
    if (sweep.lines) add_boundaries(record);
    return record;
  }

 private:
  void add_measures(std::int64_t number, MethodRun& run) {
    for (const MeasureSpec& spec : plan_.experiment().measures) {
      if (!measures_.contains(spec.name) || !values_.bind(number, spec.name).step()) continue;
      MeasureRecord& measure = run.measures.emplace_back();
      measure.name = spec.name;
      measure.unit = spec.unit;
      measure.summary = {values_.number(0), values_.number(1), values_.number(2),
                         values_.number(3), values_.number(4), values_.number(5)};
      measure.max_lower = values_.number(6);
      measure.max_upper = values_.number(7);
    }
  }

  void add_boundaries(SweepRecord& record) {
    Query all(database_,
              "SELECT method, point_below, low, high, below, above FROM boundaries WHERE sweep = ? ORDER BY method, "
              "line, low");
    all.bind(number_);
    while (all.step())
      record.boundaries.push_back({.method = all.text(0),
                                   .coordinates = plan_.point(number_, all.whole(1)).values.coordinates,
                                   .low = all.number(2),
                                   .high = all.number(3),
                                   .below = all.text(4),
                                   .above = all.text(5)});
  }

  Database& database_;
  const StudyPlan& plan_;
  std::size_t number_;
  const std::set<std::string>& measures_;
  Query values_{database_,
                "SELECT max, min, final, rms, mean, at_max, max_lower, max_upper FROM run_measures WHERE run = ? AND "
                "measure = ?"};
};

void keep(Database& database, const std::vector<ClaimRecord>& claims) {
  Database::Transaction transaction(database);
  database.run("DELETE FROM claims");
  Query put(database, "INSERT INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const ClaimRecord& c : claims)
    put.bind(c.id, c.words, c.text, c.range_text, to_string(c.status), to_string(c.expect), c.measured, c.lo, c.hi,
             c.unit.name, c.unit.factor, c.reason)
        .run();
  transaction.commit();
}

}  // namespace

std::vector<ClaimRecord> judge_claims(Database& database, const StudyPlan& plan) {
  std::vector<const ClaimSpec*> claims;
  std::set<std::string> sweeps, measures;
  for (const ClaimSpec& claim : plan.experiment().claims) {
    bool is_known = true, has_query = false;
    visit(claim.value, [&](const ClaimQuery& query) {
      has_query = true;
      is_known = is_known && is_answered(query, plan);
    });
    if (!is_known || !has_query) continue;
    claims.push_back(&claim);
    visit(claim.value, [&](const ClaimQuery& query) {
      sweeps.insert(query.sweep);
      measures.insert(query.measure);
    });
  }
  std::vector<SweepRecord> records;
  std::vector<ClaimRecord> judged;
  if (claims.empty() || plan.num_runs() > most_runs) return judged;
  for (std::size_t i = 0; i < plan.sweeps().size(); ++i)
    if (sweeps.contains(plan.sweeps()[i].spec->name))
      records.push_back(SweepReader(database, plan, i, measures).read());
  for (const ClaimSpec* claim : claims) judged.push_back(judge_by_sweeps(*claim, records));
  keep(database, judged);
  return judged;
}

}  // namespace perpend::batch
