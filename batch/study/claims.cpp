#include "batch/study/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "batch/results/kept_status.hpp"
#include "reports/files/fit_json.hpp"
#include "reports/text/text.hpp"
#include "study/execute.hpp"

namespace perpend::batch {

namespace {

/// A quantile keeps 16 bytes of each run, a fit eight for each datum.
constexpr std::int64_t most_runs = 10'000'000;

/// Sweeps of up to so many runs are read once, and stay in memory; others are read for each question again.
constexpr std::int64_t most_in_memory = 10'000;

void visit(const ClaimExpression& expression, const std::function<void(const ClaimQuery&)>& see) {
  if (expression.op == ClaimExpression::Op::query) see(expression.query);
  for (const ClaimExpression& operand : expression.operands) visit(operand, see);
}

/// `sweep`: that of the query, or of the fit that asks.
bool is_answered(const ClaimQuery& query, const std::string& name, const StudyPlan& plan) {
  constexpr const char* rows[] = {"at", "first_time"};
  const bool is_of_rows =
      query.after || query.until || std::find(std::begin(rows), std::end(rows), query.function) != std::end(rows);
  const auto sweep = std::find_if(plan.sweeps().begin(), plan.sweeps().end(),
                                  [&](const PlannedSweep& one) { return one.spec->name == name; });
  if (is_of_rows || sweep == plan.sweeps().end()) return false;
  const auto& left_out = sweep->detail.measures_left_out;
  return std::find(sweep->methods.begin(), sweep->methods.end(), query.method) != sweep->methods.end() &&
         std::find(left_out.begin(), left_out.end(), query.measure) == left_out.end();
}

/// The runs of a sweep with what claims ask of them. It outlives its view.
class SweepReader {
 public:
  SweepReader(Database& database, const StudyPlan& plan, std::size_t number, const std::set<std::string>& measures)
      : database_(database), plan_(plan), number_(number), measures_(measures) {}

  [[nodiscard]] SweepView view() {
    const PlannedSweep& sweep = plan_.sweeps()[number_];
    if (sweep.lines) read_boundaries();
    Query count(database_, "SELECT COUNT(*) FROM runs WHERE sweep = ?");
    count.bind(number_);
    if (!count.step() || count.whole(0) > most_in_memory)
      return {*sweep.spec, boundaries_, [this](const SweepView::See& see) { visit(see); }};
    visit([this](const SweepPoint& point) {
      points_.push_back(point);
      return true;
    });
    return {*sweep.spec, boundaries_, [this](const SweepView::See& see) {
              for (const SweepPoint& point : points_)
                if (!see(point)) return;
            }};
  }

 private:
  /// Runs of a point stand together.
  void visit(const SweepView::See& see) {
    const SweepSpec& spec = *plan_.sweeps()[number_].spec;
    Query runs(database_, "SELECT run, point, method, status, message FROM runs WHERE sweep = ? ORDER BY run");
    runs.bind(number_);
    std::int64_t last = -1;
    SweepPoint point;
    while (runs.step()) {
      if (runs.whole(1) != last) {
        if (last >= 0 && !see(point)) return;
        point = {plan_.point(number_, runs.whole(1)).values.coordinates, {}};
        last = runs.whole(1);
      }
      MethodRun& run = point.runs.emplace_back();
      run.method = runs.text(2);
      const KeptStatus status = read_status(runs.text(3));
      run.status = run_status(status);
      if (status == KeptStatus::limit) run.stopped_by = StopReason::time_limit;
      run.message = runs.text(4);
      run.expect = expected_outcome(spec, *find_method(plan_.experiment(), run.method), point.coordinates);
      add_measures(runs.whole(0), run);
    }
    if (last >= 0) see(point);
  }

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

  void read_boundaries() {
    Query all(database_,
              "SELECT method, point_below, low, high, below, above FROM boundaries WHERE sweep = ? ORDER BY method, "
              "line, low");
    all.bind(number_);
    while (all.step())
      boundaries_.push_back({.method = all.text(0),
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
  std::vector<SweepPoint> points_;  // where they are few
  std::vector<SweepBoundary> boundaries_;
  Query values_{database_,
                "SELECT max, min, final, rms, mean, at_max, max_lower, max_upper FROM run_measures WHERE run = ? AND "
                "measure = ?"};
};

void keep_claims(Database& database, const std::vector<ClaimRecord>& claims) {
  database.run("DELETE FROM claims");
  Query put(database, "INSERT INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const ClaimRecord& c : claims)
    put.bind(c.id, c.words, c.text, c.range_text, to_string(c.status), to_string(c.expect), c.measured, c.lo, c.hi,
             c.unit.name, c.unit.factor, c.reason)
        .run();
}

void keep_fits(Database& database, const std::vector<FitRecord>& fits) {
  for (const char* table : {"fits", "fit_regions", "fit_data"}) database.run(fmt::format("DELETE FROM {}", table));
  Query put(database, "INSERT INTO fits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  Query put_part(database, "INSERT INTO fit_regions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  Query put_datum(database, "INSERT INTO fit_data VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const FitRecord& fit : fits) {
    put.bind(fit.name, fit.words, fit.sweep, fit.confidence, fit.best_point, fit.least, fit.limit, fit.degrees,
             fit.goodness, fit.reason, reports::json_text(reports::fit_json(fit), -1))
        .run();
    for (std::size_t i = 0; i < fit.region.size(); ++i)
      for (std::size_t k = 0; k < fit.axes.size(); ++k) {
        const RegionExtent& extent = fit.region[i].extents[k];
        put_part
            .bind(fit.name, i, k, fit.axes[k].key, fit.best[k], extent.low, extent.high, to_string(extent.low_end),
                  to_string(extent.high_end))
            .run();
      }
    for (const DatumRecord& datum : fit.data)
      put_datum
          .bind(fit.name, datum.name, datum.text, datum.printed, datum.deviation, datum.best, datum.pull(),
                datum.unit.name, datum.unit.factor)
          .run();
  }
}

void keep(Database& database, const SweepFindings& found) {
  Database::Transaction transaction(database);
  keep_claims(database, found.claims);
  keep_fits(database, found.fits);
  transaction.commit();
}

/// What can be answered, and what it asks for.
struct Asked {
  std::vector<const ClaimSpec*> claims;
  std::vector<const FitSpec*> fits;
  std::vector<const FitSpec*> left_fits;  ///< over a planned sweep, but of rows, or of what was left out
  std::set<std::string> sweeps, measures;

  explicit Asked(const StudyPlan& plan) {
    for (const FitSpec& fit : plan.experiment().fits) add(fit, plan);
    for (const ClaimSpec& claim : plan.experiment().claims) add(claim, plan);
  }

 private:
  void add(const FitSpec& fit, const StudyPlan& plan) {
    bool is_known = true;
    for (const FitDatum& datum : fit.data)
      visit(datum.value, [&](const ClaimQuery& query) { is_known = is_known && is_answered(query, fit.sweep, plan); });
    const auto is_its = [&](const PlannedSweep& sweep) { return sweep.spec->name == fit.sweep; };
    const bool is_planned = std::any_of(plan.sweeps().begin(), plan.sweeps().end(), is_its);
    if (!is_known && is_planned) left_fits.push_back(&fit);
    if (!is_known) return;
    fits.push_back(&fit);
    sweeps.insert(fit.sweep);
    for (const FitDatum& datum : fit.data)
      visit(datum.value, [&](const ClaimQuery& query) { measures.insert(query.measure); });
  }

  void add(const ClaimSpec& claim, const StudyPlan& plan) {
    const auto is_fitted = [&](const std::string& name) {
      return std::any_of(fits.begin(), fits.end(), [&](const FitSpec* fit) { return fit->name == name; });
    };
    bool is_known = true, has_query = false;
    visit(claim.value, [&](const ClaimQuery& query) {
      has_query = true;
      is_known = is_known && (query.fit.empty() ? is_answered(query, query.sweep, plan) : is_fitted(query.fit));
    });
    if (!is_known || !has_query) return;
    claims.push_back(&claim);
    visit(claim.value, [&](const ClaimQuery& query) {
      sweeps.insert(query.sweep);
      measures.insert(query.measure);
    });
  }
};

/// More runs than are read.
void leave(const Asked& asked, const StudyPlan& plan, SweepFindings& found) {
  const std::string reason = fmt::format(
      "the study has {} runs, and claims and fits are made of up to {}: choose fewer by --sweeps or --methods",
      plan.num_runs(), most_runs);
  const std::vector<SweepView> none;
  for (const auto* fits : {&asked.fits, &asked.left_fits})
    for (const FitSpec* fit : *fits) {
      found.fits.push_back(fit_sweep(*fit, none));
      found.fits.back().reason = reason;
    }
  for (const ClaimSpec* claim : asked.claims) {
    found.claims.push_back(judge_by_sweeps(*claim, none, found.fits));
    found.claims.back().status = ClaimVerdict::not_run;
    found.claims.back().reason = reason;
  }
}

}  // namespace

SweepFindings judge_sweeps(Database& database, const StudyPlan& plan) {
  const Asked asked(plan);
  SweepFindings found;
  const bool has_any = !asked.claims.empty() || !asked.fits.empty() || !asked.left_fits.empty();
  if (!has_any) return found;
  if (plan.num_runs() > most_runs) {
    leave(asked, plan, found);
    keep(database, found);
    return found;
  }
  std::deque<SweepReader> readers;
  std::vector<SweepView> sweeps;
  for (std::size_t i = 0; i < plan.sweeps().size(); ++i)
    if (asked.sweeps.contains(plan.sweeps()[i].spec->name))
      sweeps.push_back(readers.emplace_back(database, plan, i, asked.measures).view());
  for (const FitSpec* fit : asked.fits) found.fits.push_back(fit_sweep(*fit, sweeps));
  for (const FitSpec* fit : asked.left_fits) {
    found.fits.push_back(fit_sweep(*fit, std::vector<SweepView>{}));
    found.fits.back().reason = "it asks for rows of runs, or for methods that were left out: perpend run makes it";
  }
  for (const ClaimSpec* claim : asked.claims) found.claims.push_back(judge_by_sweeps(*claim, sweeps, found.fits));
  keep(database, found);
  return found;
}

std::string range_text(double low, double high) {
  constexpr int digits_that_differ = 12;
  if (reports::significant(low, digits_that_differ) == reports::significant(high, digits_that_differ))
    return reports::significant(low);
  const std::vector<std::string> ends = reports::distinct_texts({low, high});
  return ends[0] + " to " + ends[1];
}

std::vector<FitRecord> kept_fits(Database& database) {
  std::vector<FitRecord> fits;
  // Files of earlier versions have none.
  Query has_fits(database, "SELECT 1 FROM sqlite_master WHERE name = 'fits'");
  if (!has_fits.step()) return fits;
  Query all(database, "SELECT record FROM fits ORDER BY fit");
  while (all.step()) fits.push_back(reports::read_fit(reports::Json::parse(all.text(0))));
  return fits;
}

}  // namespace perpend::batch
