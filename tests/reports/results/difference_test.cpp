// Two results compared: what is equal, what is rounding, what changed, and where trajectories part.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "reports/results/difference_report.hpp"
#include "reports/results/lock_file.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_difference {
namespace {

Difference between(const ExperimentRecord& a, const ExperimentRecord& b, const Tolerances& tolerances = {}) {
  Difference difference = find_difference(findings_of(a), findings_of(b), tolerances);
  add_partings(find_partings(a, b, tolerances), difference);
  return difference;
}

/// The change of this quantity of the first method; nothing where there is none.
std::optional<ChangeKind> kind_of(const Difference& difference, const std::string& what) {
  for (const Change& change : difference.changes)
    if (change.what == what) return change.kind;
  return std::nullopt;
}

BOOST_AUTO_TEST_SUITE(differences)

BOOST_AUTO_TEST_CASE(a_result_does_not_differ_from_itself) {
  const ExperimentRecord record = sample_record(40);
  const Difference difference = between(record, record);
  BOOST_TEST(!difference.is_changed());
  BOOST_TEST(difference.changes.empty());
  BOOST_TEST(difference.partings.empty());
  BOOST_TEST(difference.num_numbers > 0);
  BOOST_TEST(difference.num_equal == difference.num_numbers);
}

BOOST_AUTO_TEST_CASE(a_number_is_rounding_within_its_tolerance_and_a_change_beyond_it) {
  const ExperimentRecord record = sample_record(40);
  const auto moved_by = [&](double share, const Tolerances& tolerances) {
    ExperimentRecord other = record;
    double& largest = other.runs[0].measures[0].summary.max;
    largest *= 1 + share;
    return between(record, other, tolerances);
  };
  BOOST_TEST((kind_of(moved_by(1e-10, {}), "drift max") == ChangeKind::rounding));
  BOOST_TEST(!moved_by(1e-10, {}).is_changed());
  BOOST_TEST((kind_of(moved_by(1e-8, {}), "drift max") == ChangeKind::value));
  BOOST_TEST(moved_by(1e-8, {}).is_changed());
  BOOST_TEST(!moved_by(1e-8, {.usual = {.relative = 1e-7}}).is_changed());
  BOOST_TEST(!moved_by(1e-8, {.of_measure = {{"drift", {.relative = 1e-7}}}}).is_changed());
  BOOST_TEST(moved_by(1e-8, {.of_measure = {{"energy", {.relative = 1e-7}}}}).is_changed());
  BOOST_TEST(!moved_by(1e-3, {.of_measure = {{"drift", {.relative = 0, .amount = 1.0}}}}).is_changed());
}

BOOST_AUTO_TEST_CASE(an_error_that_is_rounding_next_to_the_others_may_be_any_such_number) {
  ExperimentRecord record = sample_record(40);
  record.runs[0].measures[0].summary.final = 1e-19;
  ExperimentRecord other = record;
  other.runs[0].measures[0].summary.final = 3e-19;
  BOOST_TEST(!between(record, other).is_changed());
}

BOOST_AUTO_TEST_CASE(no_number_is_within_a_tolerance_of_nan_or_infinity) {
  const ExperimentRecord record = sample_record(40);
  for (const double value : {not_a_number, std::numeric_limits<double>::infinity()}) {
    ExperimentRecord other = record;
    other.runs[0].measures[0].summary.max = value;
    BOOST_TEST(between(record, other, {.usual = {.relative = 1e9, .amount = 1e300}}).is_changed());
    BOOST_TEST(between(other, record).is_changed());
    BOOST_TEST(!between(other, other).is_changed());
  }
}

BOOST_AUTO_TEST_CASE(verdicts_ends_steps_and_counts_of_certificates_are_compared) {
  const ExperimentRecord record = sample_record(40);
  ExperimentRecord other = record;
  other.claims[0].status = ClaimVerdict::undecided;
  BOOST_TEST((kind_of(between(record, other), "verdict") == ChangeKind::verdict));
  other = record;
  other.runs[0].status = RunStatus::diverged;
  BOOST_TEST((kind_of(between(record, other), "status") == ChangeKind::status));
  other = record;
  other.runs[0].steps += 1;
  BOOST_TEST((kind_of(between(record, other), "steps") == ChangeKind::status));
  other = record;
  other.runs[0].certificates[0].proved -= 1;
  other.runs[0].certificates[0].undecided += 1;
  BOOST_TEST((kind_of(between(record, other), "certificates kkt_residual") == ChangeKind::verdict));
}

BOOST_AUTO_TEST_CASE(what_only_one_of_them_has_is_a_change_either_way) {
  const ExperimentRecord record = sample_record(40);
  ExperimentRecord other = record;
  other.runs.pop_back();
  BOOST_TEST((kind_of(between(record, other), "run") == ChangeKind::missing));
  BOOST_TEST((kind_of(between(other, record), "run") == ChangeKind::missing));
  other = record;
  other.claims.pop_back();
  BOOST_TEST((kind_of(between(other, record), "claim") == ChangeKind::missing));
  other = record;
  other.id = "other";
  BOOST_TEST((kind_of(between(record, other), "experiment") == ChangeKind::missing));
}

BOOST_AUTO_TEST_CASE(machine_and_inputs_are_told_and_are_no_change) {
  const ExperimentRecord record = sample_record(40);
  ExperimentRecord other = record;
  other.provenance.cpu = "another processor";
  other.provenance.libraries.emplace_back("libm", "9");
  other.inputs.set = {"g = 1 m/s^2"};
  const Difference difference = between(record, other);
  BOOST_TEST(!difference.is_changed());
  BOOST_TEST(difference.environment.size() == 2U);
  BOOST_REQUIRE_EQUAL(difference.inputs.size(), 1U);
  BOOST_TEST(difference.inputs[0].before == "none");
}

BOOST_AUTO_TEST_CASE(the_first_row_that_differs_and_the_first_beyond_the_tolerance_are_found) {
  const ExperimentRecord record = sample_record(40);
  ExperimentRecord other = record;
  std::vector<double>& drift = other.runs[1].measures[0].values;
  drift[7] = std::nextafter(drift[7], 1.0);
  drift[20] *= 1.01;
  other.runs[1].trajectory_hash = "other";
  const auto partings = find_partings(record, other, {});
  BOOST_REQUIRE_EQUAL(partings.size(), 1U);
  BOOST_TEST(partings[0].run == record.runs[1].method);
  BOOST_REQUIRE((partings[0].first && partings[0].beyond));
  BOOST_TEST(partings[0].first->step == record.runs[1].step_numbers[7]);
  BOOST_TEST(partings[0].first->measure == "drift");
  BOOST_TEST(partings[0].beyond->step == record.runs[1].step_numbers[20]);
}

BOOST_AUTO_TEST_CASE(a_row_that_moved_is_a_change_and_the_rounding_of_a_small_one_is_none) {
  const ExperimentRecord record = sample_record(40);
  ExperimentRecord other = record;
  double& value = other.runs[1].measures[0].values[20];
  value *= 1.01;
  const Difference moved = between(record, other);
  BOOST_TEST(moved.is_changed());
  const std::string row = "row of drift at step " + std::to_string(record.runs[1].step_numbers[20]);
  BOOST_TEST((kind_of(moved, row) == ChangeKind::value));
  ExperimentRecord small = record;
  double largest = 0.0;
  for (const double one : record.runs[1].measures[0].values) largest = std::max(largest, std::abs(one));
  small.runs[1].measures[0].values[20] = 0.0;
  other = small;
  other.runs[1].measures[0].values[20] = 1e-10 * largest;
  BOOST_TEST(!between(small, other).is_changed());
  other.runs[1].measures[0].values[20] = std::numeric_limits<double>::infinity();
  BOOST_TEST(between(small, other).is_changed());
}

BOOST_AUTO_TEST_CASE(rows_that_only_one_of_them_has_are_told) {
  const ExperimentRecord record = sample_record(40);
  ExperimentRecord without = record;
  for (MethodRun& run : without.runs) run.times.clear();
  for (const Difference& difference : {between(record, without), between(without, record)}) {
    BOOST_TEST(!difference.is_changed());
    BOOST_TEST(difference.partings.size() == record.runs.size());
    BOOST_TEST((!difference.partings[0].has_rows && difference.partings[0].has_same_hash));
  }
}

BOOST_AUTO_TEST_CASE(means_and_enclosures_are_compared_too) {
  ExperimentRecord record = sample_record(40);
  record.claims[0].lo = 1.0;
  record.claims[0].hi = 2.0;
  record.runs[0].measures[0].max_lower = 1.0;
  record.runs[0].measures[0].max_upper = 2.0;
  ExperimentRecord other = record;
  other.runs[0].measures[0].summary.mean *= 2.0;
  BOOST_TEST((kind_of(between(record, other), "drift mean") == ChangeKind::value));
  other = record;
  other.runs[0].measures[0].max_upper = 3.0;
  BOOST_TEST((kind_of(between(record, other), "drift max_upper") == ChangeKind::value));
  other = record;
  other.claims[0].hi = 3.0;
  BOOST_TEST((kind_of(between(record, other), "at most") == ChangeKind::value));
  other.claims[0].lo = other.claims[0].hi = not_a_number;
  BOOST_TEST((kind_of(between(record, other), "at most") == ChangeKind::missing));
}

BOOST_AUTO_TEST_CASE(a_lock_of_an_earlier_program_has_no_means) {
  const ExperimentRecord record = sample_record(40);
  Lock lock{{}, findings_of(record)};
  BOOST_TEST(find_difference(lock.findings, findings_for(lock, record), {}).num_numbers ==
             find_difference(lock.findings, findings_of(record), {}).num_numbers);
  for (RunFindings& run : lock.findings.runs)
    std::erase_if(run.quantities, [](const Quantity& quantity) { return quantity.name.ends_with(" mean"); });
  BOOST_TEST(find_difference(lock.findings, findings_of(record), {}).is_changed());
  BOOST_TEST(!find_difference(lock.findings, findings_for(lock, record), {}).is_changed());
}

BOOST_AUTO_TEST_CASE(rows_are_compared_by_their_steps) {
  const ExperimentRecord record = sample_record(40);
  ExperimentRecord other = record;  // every other row, which another scene asks for
  other.provenance.scene_sha256 = "other";
  MethodRun& run = other.runs[0];
  const auto thin = [](auto& values) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < values.size(); i += 2) values[kept++] = values[i];
    values.resize(kept);
  };
  thin(run.times);
  thin(run.step_numbers);
  for (MeasureRecord& measure : run.measures) thin(measure.values);
  BOOST_TEST(find_partings(record, other, {}).empty());
  run.step_numbers.erase(run.step_numbers.begin() + 3);  // one of those that it has a stride for
  run.times.erase(run.times.begin() + 3);
  for (MeasureRecord& measure : run.measures) measure.values.erase(measure.values.begin() + 3);
  BOOST_TEST((kind_of(between(record, other), "rows") == ChangeKind::missing));
  BOOST_TEST((kind_of(between(other, record), "rows") == ChangeKind::missing));
}

BOOST_AUTO_TEST_CASE(rows_columns_and_times_that_are_lost_are_changes) {
  const ExperimentRecord record = sample_record(40);
  const auto expect = [&](const ExperimentRecord& other, const std::string& what, ChangeKind kind) {
    for (const Difference& difference : {between(record, other), between(other, record)}) {
      BOOST_TEST(difference.is_changed(), what);
      BOOST_TEST((kind_of(difference, what) == kind), what);
    }
  };
  for (const std::size_t row : {std::size_t{39}, std::size_t{1}, std::size_t{0}}) {
    ExperimentRecord other = record;
    MethodRun& run = other.runs[1];
    const auto erase = [&](auto& values) { values.erase(values.begin() + static_cast<std::ptrdiff_t>(row)); };
    erase(run.times);
    erase(run.step_numbers);
    for (MeasureRecord& measure : run.measures) erase(measure.values);
    expect(other, "rows", ChangeKind::missing);
  }
  ExperimentRecord other = record;
  other.runs[1].times.clear();
  other.runs[1].step_numbers.clear();
  expect(other, "rows", ChangeKind::missing);
  other = record;
  other.runs[1].measures[0].values.clear();
  expect(other, "rows of drift", ChangeKind::missing);
  other = record;
  other.runs[1].step_numbers[20] += 1000;
  expect(other, "rows", ChangeKind::missing);
  other = record;
  other.runs[1].times[20] += 1e-3;
  expect(other, "row of time at step " + std::to_string(record.runs[1].step_numbers[20]), ChangeKind::value);
  other = record;
  other.runs[1].times[20] = std::nextafter(other.runs[1].times[20], 0.0);
  BOOST_TEST(!between(record, other).is_changed());
}

BOOST_AUTO_TEST_CASE(states_that_are_lost_are_changes_where_both_have_some) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs) {
    run.states.positions.assign(3 * run.times.size(), 1.0);
    run.states.velocities.assign(3 * run.times.size(), 2.0);
  }
  BOOST_TEST(!between(record, record).is_changed());
  ExperimentRecord other = record;
  other.runs[1].states.velocities.clear();
  BOOST_TEST((kind_of(between(record, other), "velocities") == ChangeKind::missing));
  other = record;
  other.runs[1].states.positions.assign(2 * record.runs[1].times.size(), 1.0);
  BOOST_TEST((kind_of(between(other, record), "positions") == ChangeKind::missing));
  for (MethodRun& run : other.runs) run.states = {};
  BOOST_TEST(!between(record, other).is_changed());
}

BOOST_AUTO_TEST_CASE(what_was_asked_for_and_expected_is_compared) {
  const ExperimentRecord record = sample_record(40);
  const auto expect = [&](const char* what, ChangeKind kind, const auto& change) {
    ExperimentRecord other = record;
    change(other);
    for (const Difference& difference : {between(record, other), between(other, record)}) {
      BOOST_TEST(difference.is_changed(), what);
      BOOST_TEST((kind_of(difference, what) == kind), what);
    }
  };
  expect("as expected", ChangeKind::status, [](ExperimentRecord& one) { one.runs[0].as_expected ^= true; });
  expect("stabilizer", ChangeKind::status, [](ExperimentRecord& one) { one.runs[0].stabilizer = "other"; });
  expect("planned steps", ChangeKind::status, [](ExperimentRecord& one) { ++one.runs[0].planned_steps; });
  expect("expect", ChangeKind::status, [](ExperimentRecord& one) { one.runs[0].expect = ExpectedOutcome::diverges; });
  expect("option gamma", ChangeKind::status,
         [](ExperimentRecord& one) { one.runs[0].options.emplace_back("gamma", "1/s"); });
  expect("expect", ChangeKind::verdict, [](ExperimentRecord& one) { one.claims[0].expect = ClaimVerdict::undecided; });
  expect("range_lower", ChangeKind::value, [](ExperimentRecord& one) { one.claims[0].range_lower = -77.0; });
  expect("range_upper", ChangeKind::value, [](ExperimentRecord& one) { one.claims[0].range_upper = 77.0; });
}

BOOST_AUTO_TEST_CASE(text_json_and_page_tell_the_same_and_take_any_names) {
  const ExperimentRecord record = hostile_record();
  ExperimentRecord other = record;
  other.runs[0].measures[0].summary.max = 1e9;
  const FolderComparison comparison{.before = "a", .after = "<b>", .scenes = {between(record, other)}};
  BOOST_TEST(comparison.is_changed());
  const auto json = nlohmann::json::parse(comparison_json(comparison));
  BOOST_TEST(json["changed"] == true);
  BOOST_TEST(comparison_page(comparison).find("<b>") == std::string::npos);
  const std::string text = comparison_text(comparison);
  BOOST_TEST(text.find("1000000000") != std::string::npos);
  BOOST_TEST(text.find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_lock_comes_back_as_it_was_and_finds_what_moved) {
  const TemporaryFolder folder;
  const ExperimentRecord record = sample_record(40);
  Lock lock{.tolerances = {}, .findings = findings_of(record)};
  lock.tolerances.of_measure["drift"] = {.relative = 1e-3, .amount = 0.5};
  put_text(folder.at("a.lock"), lock_text(lock));
  const auto read = read_lock(folder.at("a.lock"));
  if (const auto* error = std::get_if<ReadError>(&read)) BOOST_FAIL(error->message());
  const Lock& again = std::get<Lock>(read);
  BOOST_TEST(lock_text(again) == lock_text(lock));
  BOOST_TEST(find_difference(again.findings, findings_of(record), again.tolerances).changes.empty());
  ExperimentRecord other = record;
  other.runs[2].measures[1].summary.rms += 1.0;
  const Difference difference = find_difference(again.findings, findings_of(other), again.tolerances);
  BOOST_REQUIRE_EQUAL(difference.changes.size(), 1U);
  BOOST_TEST(difference.changes[0].where == record.runs[2].method);
  BOOST_TEST(difference.changes[0].what == "energy rms");
}

BOOST_AUTO_TEST_CASE(a_fit_that_moved_or_failed_is_a_change) {
  ExperimentRecord record = sample_record(40);
  FitRecord& fit = record.fits.emplace_back();
  fit.name = "gravity";
  fit.axes = {{"scale", {}, {1.0, 2.0, 3.0}, {"1", "2", "3"}}};
  fit.best = {2.0};
  fit.least = 0.7;
  fit.limit = 3.84;
  fit.region = {{{1}, {{1.5, 2.5}}}};
  BOOST_TEST(between(record, record).changes.empty());
  ExperimentRecord moved = record;
  moved.fits[0].region[0].extents[0].high = 2.6;
  BOOST_TEST((kind_of(between(record, moved), "region 1 to scale") == ChangeKind::value));
  moved.fits[0].region[0].extents[0].high = 2.5 * (1.0 + 1e-12);
  BOOST_TEST((kind_of(between(record, moved), "region 1 to scale") == ChangeKind::rounding));
  moved.fits[0].reason = "no point has a misfit";
  BOOST_TEST((kind_of(between(record, moved), "outcome") == ChangeKind::verdict));
  const TemporaryFolder folder;
  put_text(folder.at("a.lock"), lock_text({.tolerances = {}, .findings = findings_of(record)}));
  const auto read = read_lock(folder.at("a.lock"));
  BOOST_REQUIRE(std::holds_alternative<Lock>(read));
  BOOST_TEST(std::get<Lock>(read).findings.fits.at(0).quantities.size() == 4U);
  BOOST_TEST(find_difference(std::get<Lock>(read).findings, findings_of(moved), {}).is_changed());
}

BOOST_AUTO_TEST_CASE(what_is_no_lock_is_refused_with_a_way_out) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& text) {
    put_text(folder.at("a.lock"), text);
    return std::get<ReadError>(read_lock(folder.at("a.lock"))).message();
  };
  BOOST_TEST(std::get<ReadError>(read_lock(folder.at("none.lock"))).message().find("--lock") != std::string::npos);
  for (const char* text : {"", "{", "[]", "{}", R"({"format": "perpend-lock", "version": 7})",
                           R"({"format": "perpend-lock", "version": 1})"})
    BOOST_TEST(refusal(text).find("--lock") != std::string::npos, text);
  std::string negative = lock_text({.tolerances = {.usual = {.relative = 1}}, .findings = {}});
  negative.replace(negative.find("1.0"), 3, "-1.");
  BOOST_TEST(!refusal(negative).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_difference
