// What `perpend bench` measures is what it says: the meter and the reference by laws, contestants by programs of which
// is known what they do.
#define BOOST_TEST_MODULE bench
#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <Eigen/Geometry>
#include <fstream>

#include "referee/bench/chain_problem.hpp"
#include "referee/bench/chain_reference.hpp"
#include "referee/bench/grains_problem.hpp"
#include "referee/bench/lcp_problems.hpp"
#include "referee/bench/own_contender.hpp"
#include "referee/bench/suites.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::bench {
namespace {

std::vector<Pose> start_of(const ChainProblem& problem) {
  std::vector<Pose> poses;
  for (const ChainLink& link : problem.links) poses.push_back({link.center, Vec4::UnitX()});
  return poses;
}

/// All links turned together about the first joint.
std::vector<Pose> turned(const std::vector<Pose>& poses, const Vec3& about, double angle, const Vec3& axis) {
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle, axis));
  std::vector<Pose> result = poses;
  for (Pose& pose : result) {
    pose.position = about + turn * (pose.position - about);
    pose.rotation = Vec4(turn.w(), turn.x(), turn.y(), turn.z());
  }
  return result;
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

/// Distance to the true motion at 0.1 s in so many steps.
double error_of(const std::string& kind, const std::string& variant, long num_steps) {
  const TemporaryFolder folder;
  const ChainProblem problem = make_chain(kind == "hinge", 4, 0.1 / static_cast<double>(num_steps), num_steps);
  write_text(folder.at("problem"), chain_text(problem));
  const Reply reply = contend("wp", kind, variant, folder.at("problem"), folder.at("answer"));
  BOOST_TEST(reply.is_solved, reply.note);
  const auto poses = read_poses(folder.at("answer"), problem.size());
  return largest_distance(std::get<std::vector<Pose>>(poses), integrate_chain(problem).poses);
}

BOOST_AUTO_TEST_SUITE(meter)

BOOST_AUTO_TEST_CASE(joints_of_the_start_and_of_any_turn_of_it_are_closed) {
  for (const bool is_hinged : {true, false}) {
    const ChainProblem problem = make_chain(is_hinged, 7, 1e-3, 1);
    const std::vector<Pose> start = start_of(problem);
    BOOST_TEST(joint_separation(problem, start) < 1e-15);
    const std::vector<Pose> other = turned(start, problem.links[0].from, 0.7, Vec3(1.0, 2.0, -0.5).normalized());
    BOOST_TEST(joint_separation(problem, other) < 1e-15);
  }
}

BOOST_AUTO_TEST_CASE(a_link_that_is_moved_opens_its_joints_by_as_much) {
  const ChainProblem problem = make_chain(false, 7, 1e-3, 1);
  for (std::size_t i = 0; i < 7; ++i) {
    std::vector<Pose> poses = start_of(problem);
    poses[i].position += Vec3(0.0, 3e-6, 4e-6);
    BOOST_TEST(std::fabs(joint_separation(problem, poses) - 5e-6) < 1e-15);
    BOOST_TEST(std::fabs(largest_distance(poses, start_of(problem)) - 5e-6) < 1e-15);
  }
}

BOOST_AUTO_TEST_CASE(hinges_that_lean_are_seen_and_those_that_turn_are_not) {
  const ChainProblem problem = make_chain(true, 3, 1e-3, 1);
  const Vec3 about = problem.links[0].from;
  BOOST_TEST(axis_tilt(turned(start_of(problem), about, 1.0, Vec3::UnitZ())) < 1e-15);
  BOOST_TEST(std::fabs(axis_tilt(turned(start_of(problem), about, 1e-7, Vec3::UnitX())) - 1e-7) < 1e-15);
}

BOOST_AUTO_TEST_CASE(a_problem_reads_back_as_it_was_written) {
  const TemporaryFolder folder;
  const ChainProblem problem = make_chain(false, 5, 1.0 / 3000.0, 17);
  write_text(folder.at("chain"), chain_text(problem));
  const auto read = read_chain(folder.at("chain"));
  BOOST_TEST_REQUIRE(std::holds_alternative<ChainProblem>(read));
  BOOST_TEST(chain_text(std::get<ChainProblem>(read)) == chain_text(problem));
}

BOOST_AUTO_TEST_CASE(overlap_is_that_of_the_deepest_pair_or_wall) {
  GrainsProblem problem = make_grains(9, 1);
  const auto poses_at = [&](const std::vector<Vec2>& centers) {
    std::vector<Pose> poses;
    for (const Vec2& center : centers) poses.push_back({Vec3(center.x(), center.y(), 0.0), Vec4::UnitX()});
    return poses;
  };
  BOOST_TEST(largest_overlap(problem, poses_at(problem.centers)) < 1e-15);
  const double r = problem.radius;
  // Two that are in each other by a tenth of a radius, in whatever direction.
  for (const double angle : {0.0, 0.8, 1.5707963267948966}) {
    const Vec2 apart = 1.9 * r * Vec2(std::cos(angle), std::sin(angle));
    BOOST_TEST(std::fabs(largest_overlap(problem, poses_at({Vec2(0.0, 5.0 * r), Vec2(0.0, 5.0 * r) + apart})) - 0.1) <
               1e-12);
  }
  for (const Vec2& center : {Vec2(0.0, 0.75 * r), Vec2(problem.half - 0.75 * r, r), Vec2(0.75 * r - problem.half, r)})
    BOOST_TEST(std::fabs(largest_overlap(problem, poses_at({center})) - 0.25) < 1e-12);
}

BOOST_AUTO_TEST_CASE(grains_read_back_and_their_scene_is_theirs) {
  const TemporaryFolder folder;
  const GrainsProblem problem = make_grains(7, 3);
  write_text(folder.at("grains"), grains_text(problem));
  const auto read = read_grains(folder.at("grains"));
  BOOST_TEST_REQUIRE(std::holds_alternative<GrainsProblem>(read));
  BOOST_TEST(grains_text(std::get<GrainsProblem>(read)) == grains_text(problem));
  const Reply reply = contend("grains", "disks", "convex", folder.at("grains"), folder.at("answer"));
  BOOST_TEST(reply.is_solved, reply.note);
  // The lowest row rests on the floor; the rest has fallen by h^2 g (1 + 2 + 3).
  const auto poses = std::get<std::vector<Pose>>(read_poses(folder.at("answer"), 7));
  const double fall = 6.0 * problem.step * problem.step * problem.gravity;
  BOOST_TEST(std::fabs(poses[6].position.y() - (problem.centers[6].y() - fall)) < 1e-12);
  BOOST_TEST(std::fabs(poses[0].position.y() - problem.radius) < 1e-6);
}

BOOST_AUTO_TEST_CASE(problems_of_a_seed_are_always_the_same_and_symmetric_but_for_friction) {
  for (const SeededLcp& lcp : {dense_lcp(12, 5), pile_lcp(4, 5)}) {
    const auto entry = [&](int i, int j) {
      for (int k = lcp.a.first[i]; k < lcp.a.first[i + 1]; ++k)
        if (lcp.a.column[k] == j) return lcp.a.value[k];
      return 0.0;
    };
    for (int i = 0; i < lcp.a.num_rows; ++i)
      for (int j = 0; j < i; ++j) BOOST_TEST(entry(i, j) == entry(j, i));
  }
  BOOST_TEST(dense_lcp(12, 5).a.value == dense_lcp(12, 5).a.value);
  BOOST_TEST(dense_lcp(12, 5).a.value != dense_lcp(12, 6).a.value);
  // Three disks: two on the ground, one on both, which touch each other too.
  BOOST_TEST(pile_lcp(2, 1).b.size() == 5);
  BOOST_TEST(friction_lcp(2, 1).b.size() == 20);
}

BOOST_AUTO_TEST_CASE(half_the_step_comes_nearer_to_the_reference_by_the_order_of_the_method) {
  const auto gain = [](const char* kind, const char* variant) {
    return std::log2(error_of(kind, variant, 50) / error_of(kind, variant, 100));
  };
  for (const char* kind : {"hinge", "ball"}) {
    BOOST_TEST(std::fabs(gain(kind, "none") - 1.0) < 0.1);
    BOOST_TEST(std::fabs(gain(kind, "rattle") - 2.0) < 0.1);
    BOOST_TEST(std::fabs(gain(kind, "baumgarte_rk4") - 4.0) < 0.3);
  }
  BOOST_TEST(std::fabs(gain("hinge", "planar_rattle") - 2.0) < 0.1);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(rounds)

/// A program of another engine, as a script.
class Script {
 public:
  Script(const TemporaryFolder& folder, const std::string& name, const std::string& work) : path_(folder.at(name)) {
    write_text(path_, "#!/bin/sh\nif [ \"$1\" = list ]; then\n  echo engine " + name +
                          "\n  echo version 1.0\n  echo can chain hinge quick 100 1 does as it is told\n"
                          "  echo cannot chain ball hinges alone\n  exit 0\nfi\n" +
                          work);
    ::chmod(path_.c_str(), 0700);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Trial trial_of(const std::string& work, long size = 2) {
  const TemporaryFolder folder;
  const Script script(folder, "engine", work);
  Field field;
  add_program({script.path()}, folder.at(""), field);
  BOOST_TEST_REQUIRE(field.contestants.size() == 1U);
  BOOST_TEST(field.inabilities.at(0).reason == "hinges alone");
  BenchSettings settings;
  settings.rounds = 3;
  settings.most_seconds = 0.5;
  settings.folder = folder.at("");
  const ChainProblem problem = make_chain(true, size, 1e-3, 1);
  Trial head;
  head.size = size;
  return run_rounds(field.contestants, head, write_problem(settings, chain_text(problem)), settings,
                    [&](const std::string& answer) -> Reading<std::vector<Accuracy>> {
                      const auto poses = read_poses(answer, size);
                      if (const auto* wrong = std::get_if<FileError>(&poses)) return *wrong;
                      return std::vector<Accuracy>{
                          {"separation", joint_separation(problem, std::get<std::vector<Pose>>(poses)), "m"}};
                    })
      .at(0);
}

const std::string says_solved = "echo status: solved\necho seconds: 1e-9\n";
const std::string two_poses = "printf 'poses 2\\n0.04 0.03 0 1 0 0 0\\n0.12 0.03 0 1 0 0 0\\n' > \"$5\"\n";

BOOST_AUTO_TEST_CASE(an_answer_is_measured_once_a_round_and_judged_by_its_positions) {
  const Trial trial = trial_of(two_poses + says_solved);
  BOOST_TEST(to_string(trial.end) == "measured");
  BOOST_TEST(trial.seconds.size() == 3U);
  BOOST_TEST(trial.least() <= 1e-9);  // no part lasts longer than the whole process
  BOOST_TEST(trial.find("separation") < 1e-15);
}

BOOST_AUTO_TEST_CASE(what_is_no_answer_is_a_failure_with_its_reason) {
  const auto note_of = [](const std::string& work) {
    const Trial trial = trial_of(work);
    BOOST_TEST(trial.seconds.empty());
    BOOST_TEST(std::isnan(trial.least()));
    return std::string(to_string(trial.end)) + ": " + trial.note;
  };
  BOOST_TEST(note_of("echo out of luck >&2\nexit 3\n") == "failed: exit code 3: out of luck");
  BOOST_TEST(note_of("kill -9 $$\n") == "failed: signal 9: ");
  BOOST_TEST(note_of("echo status: failed\necho note: a bad state\n") == "failed: a bad state");
  BOOST_TEST(note_of(says_solved) == "failed: wrote no poses");
  BOOST_TEST(note_of("echo poses 1 > \"$5\"\n" + says_solved) == "failed: wrote 1 poses, not 2");
  BOOST_TEST(note_of("printf 'poses 2\\nnan 0 0 1 0 0 0\\n0 0 0 1 0 0 0\\n' > \"$5\"\n" + says_solved) ==
             "failed: a pose is missing or not finite: the motion blew up");
  BOOST_TEST(note_of("sleep 5\n") == "timed out: more than 0.5 s");
}

BOOST_AUTO_TEST_CASE(a_problem_too_large_for_a_contestant_is_named) {
  const Trial trial = trial_of("exit 1\n", 101);
  BOOST_TEST(to_string(trial.end) == "not tried");
  BOOST_TEST(trial.note == "feasible up to 100");
}

BOOST_AUTO_TEST_CASE(what_overlaps_too_much_is_no_base_of_ratios) {
  const auto trial = [](double seconds, std::vector<Accuracy> accuracy) {
    Trial one;
    one.is_ours = true;
    one.seconds = {seconds, seconds};
    one.accuracy = std::move(accuracy);
    return one;
  };
  const auto overlap = [](double value) { return std::vector<Accuracy>{{"overlap", value, "radius"}}; };
  const Trial deep = trial(1.0, overlap(0.3)), shallow = trial(2.0, overlap(0.01)), exact = trial(3.0, overlap(0.0));
  Trial peer = trial(0.5, overlap(0.0));
  peer.is_ours = false;
  BOOST_TEST(best_of_ours({&deep, &exact, &shallow, &peer}) == &shallow);
  BOOST_TEST(best_of_ours({&deep, &peer}) == nullptr);
  // Where overlap is not measured, time alone decides.
  const Trial fast = trial(1.0, {{"separation", 0.3, "m"}}), slow = trial(2.0, {{"separation", 0.0, "m"}});
  BOOST_TEST(best_of_ours({&slow, &fast}) == &fast);
}

BOOST_AUTO_TEST_CASE(ratios_are_taken_round_by_round) {
  Trial one, other;
  one.seconds = {2.0, 6.0, 4.0};
  other.seconds = {1.0, 2.0, 4.0};
  const auto ratio = ratio_of(one, other);
  BOOST_TEST_REQUIRE(ratio.has_value());
  BOOST_TEST(ratio->median == 2.0);
  BOOST_TEST(ratio->least == 1.0);
  BOOST_TEST(ratio->largest == 3.0);
  BOOST_TEST(!ratio_of(one, Trial{}).has_value());
  BOOST_TEST(median_of({4.0, 1.0, 3.0, 2.0}) == 2.5);
}

BOOST_AUTO_TEST_CASE(the_exponent_of_a_power_is_found) {
  std::vector<Trial> trials;
  for (const long size : {10L, 100L, 1000L}) {
    Trial trial;
    trial.kind = "hinge";
    trial.engine = "engine";
    trial.variant = "quick";
    trial.size = size;
    trial.work = 7.0;
    trial.seconds = {3e-6 * std::pow(static_cast<double>(size), 1.5)};
    trials.push_back(trial);
  }
  const std::vector<Scaling> found = scalings_of(trials);
  BOOST_TEST_REQUIRE(found.size() == 1U);
  BOOST_TEST(std::fabs(found[0].exponent - 1.5) < 1e-12);
  BOOST_TEST(found[0].smallest == 10);
  BOOST_TEST(found[0].largest == 1000);
  trials.pop_back();
  BOOST_TEST(scalings_of(trials).empty());
  trials.push_back(trials.back());
  BOOST_TEST(scalings_of(trials).empty());
}

BOOST_AUTO_TEST_CASE(the_progress_counts_runs_within_a_suite) {
  const TemporaryFolder folder;
  BenchSettings settings;
  settings.rounds = 2;
  settings.folder = folder.at("");
  std::vector<double> shares;
  settings.progress = [&](const std::string&, double share) { shares.push_back(share); };
  Field field;
  const Script script(folder, "engine", says_solved);
  add_program({script.path()}, folder.at(""), field);
  BOOST_TEST_REQUIRE(field.contestants.size() == 1U);
  const std::vector<Contestant> twice{field.contestants[0], field.contestants[0]};
  const Meter meter = [](const std::string&) -> Reading<std::vector<Accuracy>> { return std::vector<Accuracy>{}; };
  static_cast<void>(run_rounds(twice, Trial{}, folder.at("problem"), settings, meter, {3, 4}));
  BOOST_TEST(shares == (std::vector{0.75, 0.8125, 0.875, 0.9375}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::bench
