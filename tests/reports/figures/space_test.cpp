// Bodies of space as lines, their poses in the page, and a page that carries three.js only where it is needed.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/figures/figures.hpp"
#include "reports/figures/snapshot_script.hpp"
#include "reports/page/embedded_assets.hpp"
#include "reports/page/html.hpp"
#include "reports/page/outline.hpp"
#include "reports/page/page_data.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend::reports::of_space {
namespace {

constexpr double rounding = 1e-7;  // poses are single precision

Shape shape(ShapeKind kind, double a, double b, double c) {
  Shape result = test::with_spatial_form(kind);
  result.extent = {a, b, c};
  return result;
}

Point3 largest(const std::vector<Line3>& lines) {
  Point3 most{};
  for (const Line3& line : lines)
    for (const Point3& point : line)
      for (std::size_t k = 0; k < 3; ++k) most[k] = std::max(most[k], std::abs(point[k]));
  return most;
}

double distance(const Point3& a, const Point3& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

BOOST_AUTO_TEST_SUITE(space)

BOOST_AUTO_TEST_CASE(lines_reach_as_far_as_their_shape) {
  const std::vector<std::pair<Shape, Point3>> reaches{{shape(ShapeKind::rod, 2, 0, 0), {1, 0, 0}},
                                                      {shape(ShapeKind::rod, 2, 0.1, 0), {1, 0.1, 0.1}},
                                                      {shape(ShapeKind::cylinder, 2, 0.5, 0), {1, 0.5, 0.5}},
                                                      {shape(ShapeKind::capsule, 2, 0.5, 0), {1.5, 0.5, 0.5}},
                                                      {shape(ShapeKind::box, 2, 4, 6), {1, 2, 3}},
                                                      {shape(ShapeKind::sphere, 2, 0, 0), {2, 2, 2}},
                                                      {shape(ShapeKind::ellipsoid, 1, 2, 3), {1, 2, 3}}};
  for (const auto& [drawn, reach] : reaches) BOOST_TEST(distance(largest(wireframe(drawn)), reach) < 1e-12);
  BOOST_TEST(wireframe(shape(ShapeKind::none, 1, 1, 1)).empty());
}

BOOST_AUTO_TEST_CASE(lines_lie_on_the_surface_of_an_ellipsoid) {
  for (const Line3& line : wireframe(shape(ShapeKind::ellipsoid, 1, 2, 3)))
    for (const Point3& p : line) BOOST_TEST(std::abs(p[0] * p[0] + p[1] * p[1] / 4 + p[2] * p[2] / 9 - 1) < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_hull_is_drawn_face_by_face_and_what_has_no_end_by_the_page) {
  Shape corner = shape(ShapeKind::hull, 0, 0, 0);
  corner.points = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
  corner.faces = {3, 0, 2, 1, 3, 0, 1, 3, 3, 0, 3, 2, 3, 1, 2, 3};
  const std::vector<Line3> lines = wireframe(corner);
  BOOST_TEST(lines.size() == 4);
  for (const Line3& line : lines) {
    BOOST_TEST(line.size() == 4);
    BOOST_TEST((line.front() == line.back()));
  }
  BOOST_TEST(distance(largest(lines), {1, 1, 1}) == 0.0);
  BOOST_TEST(solid_name(corner) == std::string("hull"));
  BOOST_TEST(wireframe(shape(ShapeKind::halfspace, 0, 0, 0)).empty());
  BOOST_TEST(solid_name(shape(ShapeKind::halfspace, 0, 0, 0)) == std::string("halfspace"));
}

BOOST_AUTO_TEST_CASE(a_pose_turns_and_then_moves) {
  const float half = std::sqrt(0.5F);
  const std::array<float, 7> quarter{1, 2, 3, half, 0, 0, half};  // about z
  BOOST_TEST(distance(placed(Point3{1, 0, 0}, quarter), {1, 3, 3}) < rounding);
  const std::array<float, 7> longer{1, 2, 3, 5, 0, 0, 5};  // a quaternion off its length turns all the same
  BOOST_TEST(distance(placed(Point3{1, 0, 0}, longer), {1, 3, 3}) < rounding);
}

BOOST_AUTO_TEST_CASE(the_view_on_paper_keeps_lengths_across_it_and_z_up) {
  const auto up = projected({0, 0, 1});
  BOOST_TEST(up[0] == 0.0);
  BOOST_TEST(up[1] > 0.9);
  double squares = 0;  // of an orthographic view the three unit vectors add up to 2
  for (const Point3& unit : {Point3{1, 0, 0}, Point3{0, 1, 0}, Point3{0, 0, 1}})
    for (const double value : projected(unit)) squares += value * value;
  BOOST_TEST(std::abs(squares - 2) < 1e-12);
}

BOOST_AUTO_TEST_CASE(the_page_has_seven_numbers_a_body_and_each_shape_once) {
  ExperimentRecord record = spatial_record();
  const std::size_t num_bodies = record.bodies.size();
  record.bodies.push_back(record.bodies[1]);
  const Json motion = motion_data(record);
  BOOST_TEST(motion["bodies"].size() == num_bodies + 1);
  BOOST_TEST(motion["bodies"][num_bodies]["shape"] == motion["bodies"][1]["shape"]);
  BOOST_TEST(motion["shapes"].size() == num_bodies - 1);  // two of them have no outline
  BOOST_TEST(motion["runs"][0]["poses"][0].size() == 7 * num_bodies);
  BOOST_TEST(motion["runs"][0]["poses"].size() == motion["runs"][0]["times"].size());
}

/// What the scripts of the page read, to the letter.
BOOST_AUTO_TEST_CASE(the_data_of_a_hinged_rod_are_as_ever) {
  ExperimentRecord record;
  record.space = Space::spatial;
  record.bodies = {{"bar", BodyKind::rigid, shape(ShapeKind::rod, 0.5, 0, 0), "red"}};
  JointDrawing joint{"pin", "hinge", {world_body, 0}};
  joint.spatial_anchor = {{{0, 0, 1}, {-0.25, 0, 0}}};
  joint.axis = {{{0, 1, 0}, {0, 1, 0}}};
  record.joints = {joint};
  record.runs.resize(1);
  record.runs[0].method = "plain";
  record.runs[0].status = RunStatus::completed;
  record.runs[0].as_expected = true;
  record.runs[0].planned_steps = 1;
  record.runs[0].frames.times = {0.0, 0.5};
  record.runs[0].frames.spatial_poses = {{{0.25F, 0, 1, 1, 0, 0, 0}}, {{0.25F, 0, 1, 0.8F, 0, 0.6F, 0}}};
  const std::string expected =
      R"({"bodies":[{"name":"bar","kind":"rigid","color":"red","shape":0}],)"
      R"("joints":[{"name":"pin","type":"hinge","body":[-1,0],"anchor":[[0.0,0.0,1.0],[-0.25,0.0,0.0]],)"
      R"("axis":[[0.0,1.0,0.0],[0.0,1.0,0.0]]}],)"
      R"("runs":[{"method":"plain","color":0,"is_reference":false,"is_complete":true,"status":"completed",)"
      R"("times":[0.0,0.5],"poses":[[0.25,0.0,1.0,1.0,0.0,0.0,0.0],[0.25,0.0,1.0,0.8,0.0,0.6,0.0]]}],)"
      R"("shapes":[{"kind":"rod","extent":[0.5,0.0,0.0],"lines":[[[-0.25,0.0,0.0],[0.25,0.0,0.0]]]}]})";
  BOOST_TEST(motion_data(record).dump() == expected);
}

BOOST_AUTO_TEST_CASE(a_pose_that_is_no_number_is_a_hole_in_page_and_figure) {
  ExperimentRecord record = spatial_record();
  for (float& number : record.runs[0].frames.spatial_poses[0][2]) number = std::nanf("");
  record.runs[0].frames.spatial_poses[0][3] = {0, 0, 0, 0, 0, 0, 0};  // no rotation at all
  const Json poses = motion_data(record)["runs"][0]["poses"][0];
  BOOST_TEST(poses[14].is_null());
  BOOST_TEST(poses[20].is_null());
  const std::string text = figure_script(figure_data(record.figures[4], record), record, "svg");
  BOOST_TEST(contains(text, "NaN NaN\n"));
  BOOST_TEST(!contains(text, "set xrange [nan"));
}

BOOST_AUTO_TEST_CASE(a_thousand_bodies_keep_the_page_small) {
  ExperimentRecord record = spatial_record();
  record.bodies.resize(1000, record.bodies[4]);
  for (MethodRun& run : record.runs)
    for (auto& poses : run.frames.spatial_poses) poses.resize(1000, poses[0]);
  BOOST_TEST(motion_data(record)["shapes"].size() < 10U);
  BOOST_TEST(page_data(record).dump().size() < 12'000'000U);
}

BOOST_AUTO_TEST_CASE(one_frame_is_no_motion_and_brings_no_stage) {
  ExperimentRecord record = spatial_record();
  for (MethodRun& run : record.runs) {
    run.frames.times.resize(1);
    run.frames.spatial_poses.resize(1);
  }
  BOOST_TEST(!has_animation(record));
  const std::string page = html_report(record);
  BOOST_TEST(!contains(page, "id=\"stage\""));
  BOOST_TEST(contains(page, "SpaceAnimation extends"));  // the snapshots need it
  for (MethodRun& run : record.runs) run.frames = {};
  BOOST_TEST(!contains(html_report(record), "SpaceAnimation extends"));
}

BOOST_AUTO_TEST_CASE(only_a_page_of_space_carries_its_scripts) {
  const std::string name = "SpaceAnimation extends";
  BOOST_REQUIRE(contains(std::string(assets::space_script()), name));
  const std::string planar = html_report(sample_record());
  const std::string spatial = html_report(spatial_record());
  BOOST_TEST(!contains(planar, name));
  BOOST_TEST(contains(spatial, name));
  BOOST_TEST(planar.size() + assets::space_script().size() / 2 < spatial.size());
  for (const char* part : {" src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest"})
    BOOST_TEST(!contains(spatial, part), part);
}

BOOST_AUTO_TEST_CASE(snapshots_of_space_say_from_where_they_are_seen) {
  const ExperimentRecord record = spatial_record();
  const FigureData figure = figure_data(record.figures[4], record);
  BOOST_TEST(contains(figure.x_label, "azimuth -60"));
  for (const SnapshotPanel& panel : figure.snapshots) BOOST_TEST(panel.frames.size() == 1U);  // many bodies
  const auto lines = mechanism_lines(record, record.runs[0].frames, 0);
  std::size_t count = 0;
  for (const BodyDrawing& body : record.bodies) count += std::max<std::size_t>(wireframe(body.shape).size(), 1);
  BOOST_TEST(lines.fixed.size() + lines.moving.size() == count);
}

BOOST_AUTO_TEST_CASE(a_half_space_is_a_net_under_all_bodies) {
  ExperimentRecord record = spatial_record();
  record.bodies[0].shape = test::with_spatial_form(ShapeKind::halfspace);
  record.bodies[0].kind = BodyKind::fixed;
  double least = 0.0, largest = 0.0;
  for (const Line3& line : wall_net(record, 0))
    for (const auto& point : line) {
      BOOST_TEST(point[2] == 0.0);  // in the plane
      least = std::min(least, point[0]);
      largest = std::max(largest, point[0]);
    }
  BOOST_TEST(largest > least);
  const auto lines = mechanism_lines(record, record.runs[0].frames, 0);
  BOOST_TEST(lines.fixed.size() >= wall_net(record, 0).size());
  record.runs.clear();
  BOOST_TEST(!wall_net(record, 0).empty());
}

BOOST_AUTO_TEST_CASE(gnuplot_draws_snapshots_of_space) {
  const TemporaryFolder folder;
  ExperimentRecord record = spatial_record();
  record.figures = {record.figures[4]};
  record.sweeps.clear();
  for (float& number : record.runs[0].frames.spatial_poses[0][2]) number = std::nanf("");
  const FiguresResult result = write_figures(record, folder.at("figures"));
  for (const WriteError& error : result.errors) BOOST_ERROR(error.message());
  BOOST_TEST(std::count(result.names.begin(), result.names.end(), "poses") == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_space
