// Corners of solids from files of triangles.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "tests/dsl/real_vocabulary.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test::of_mesh {

using namespace perpend;
using namespace perpend::dsl;

namespace {

/// A scene of one body on a file of this name and content.
struct MeshScene {
  MeshScene(const std::string& name, const std::string& bytes) {
    put_text(folder.at(name), bytes);
    put_text(folder.at("a.scene"), "experiment a { world spatial { body solid = hull(points: mesh(\"" + name +
                                       "\", 2 mm)) { density = 1000 kg/m^3 } }\n"
                                       "run { step = 1 ms; duration = 1 s }\nmethod m = none\n}");
    document = parse_file(folder.at("a.scene"), "").document;
  }
  TemporaryFolder folder;
  std::shared_ptr<const Document> document;
};

/// The unit cube with `parts` squares along each edge of a face, as two triangles each.
std::string cube(int parts) {
  std::string text = "solid cube\n";
  const auto corner = [](const Vec3& p) {
    return "vertex " + std::to_string(p.x()) + " " + std::to_string(p.y()) + " " + std::to_string(p.z()) + "\n";
  };
  const auto triangle = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    text += "facet normal 0 0 0\nouter loop\n" + corner(a) + corner(b) + corner(c) + "endloop\nendfacet\n";
  };
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {0.0, 1.0}) {
      const auto place = [&](double u, double v) {
        Vec3 p;
        p[axis] = side;
        p[(axis + 1) % 3] = side > 0.0 ? u : v;
        p[(axis + 2) % 3] = side > 0.0 ? v : u;
        return p;
      };
      const double h = 1.0 / parts;
      for (int i = 0; i < parts; ++i)
        for (int j = 0; j < parts; ++j) {
          triangle(place(i * h, j * h), place((i + 1) * h, j * h), place((i + 1) * h, (j + 1) * h));
          triangle(place(i * h, j * h), place((i + 1) * h, (j + 1) * h), place(i * h, (j + 1) * h));
        }
    }
  return text + "endsolid cube\n";
}

/// The triangles of an STL in text as a binary one: a header of 80 bytes, their number, 50 bytes for each.
std::string binary_of(const std::string& text) {
  std::vector<float> numbers;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (word == "normal" || word == "vertex")
      for (int i = 0; i < 3; ++i) {
        words >> word;
        numbers.push_back(std::stof(word));
      }
  std::string bytes(80, '\0');
  const auto put = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(static_cast<std::uint32_t>(numbers.size() / 12));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    put(numbers[i]);
    if (i % 12 == 11) put(std::uint16_t{0});
  }
  return bytes;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(meshes)

BOOST_AUTO_TEST_CASE(a_binary_file_is_the_same_solid_as_one_in_text) {
  const MeshScene text("cube.stl", cube(2)), binary("cube.stl", binary_of(cube(2)));
  BOOST_TEST_REQUIRE((binary.document != nullptr));
  const Loaded a = elaborate(*text.document, real_vocabulary()), b = elaborate(*binary.document, real_vocabulary());
  BOOST_TEST_REQUIRE((a.experiment && b.experiment));
  const auto solid = [](const Loaded& loaded) { return std::get<World>(loaded.experiment->system).model.bodies[0]; };
  BOOST_TEST((solid(a).shape.points == solid(b).shape.points));
  BOOST_TEST(solid(a).mass == solid(b).mass);
}

BOOST_AUTO_TEST_CASE(a_cube_has_eight_corners_however_many_triangles_its_faces_have) {
  for (const int parts : {1, 2, 4}) {
    const MeshScene scene("cube.STL", cube(parts));
    BOOST_TEST_REQUIRE((scene.document != nullptr));
    const Loaded loaded = elaborate(*scene.document, real_vocabulary());
    BOOST_TEST_REQUIRE(loaded.experiment.has_value());
    const Body& solid = std::get<World>(loaded.experiment->system).model.bodies[0];
    BOOST_TEST(solid.shape.points.size() == 8U);
    BOOST_TEST(std::abs(solid.mass - 8e-6) < 1e-12);  // 1 in the file is 2 mm
    for (int i = 0; i < 3; ++i) BOOST_TEST(std::abs(solid.spatial.inertia(i, i) - 8e-6 * 4e-6 / 6.0) < 1e-17);
  }
}

/// A ball of triangles between so many circles of latitude with so many points each.
std::string ball(int circles, int points) {
  const double pi = std::acos(-1.0);
  std::string text = "v 0 0 1\nv 0 0 -1\n";
  for (int i = 1; i <= circles; ++i)
    for (int j = 0; j < points; ++j) {
      const double polar = pi * i / (circles + 1), around = 2.0 * pi * j / points;
      text += fmt::format("v {:.6f} {:.6f} {:.6f}\n", std::sin(polar) * std::cos(around),
                          std::sin(polar) * std::sin(around), std::cos(polar));
    }
  const auto corner = [&](int i, int j) { return 3 + (i - 1) * points + j % points; };
  for (int j = 0; j < points; ++j) {
    text += fmt::format("f 1 {} {}\n", corner(1, j), corner(1, j + 1));
    text += fmt::format("f 2 {} {}\n", corner(circles, j + 1), corner(circles, j));
    for (int i = 1; i < circles; ++i) {
      text += fmt::format("f {} {} {}\n", corner(i, j), corner(i + 1, j), corner(i + 1, j + 1));
      text += fmt::format("f {} {} {}\n", corner(i, j), corner(i + 1, j + 1), corner(i, j + 1));
    }
  }
  return text;
}

BOOST_AUTO_TEST_CASE(a_file_of_more_corners_than_contact_can_take_is_named) {
  const MeshScene large("ball.obj", ball(3, 86));
  const Loaded refused = elaborate(*large.document, real_vocabulary());
  const Diagnostic* error = diagnostic_of(refused.diagnostics, "S075");
  BOOST_TEST_REQUIRE((error != nullptr));
  BOOST_TEST(error->message == "'ball.obj': it has 260 corners, and a hull takes at most 256");
  BOOST_TEST(error->hint.find("coarser") != std::string::npos);
  const MeshScene small("ball.obj", ball(9, 20));
  const Loaded taken = elaborate(*small.document, real_vocabulary());
  BOOST_TEST_REQUIRE(taken.experiment.has_value());
  BOOST_TEST(std::get<World>(taken.experiment->system).model.bodies[0].shape.points.size() == 182U);
}

BOOST_AUTO_TEST_CASE(a_face_of_a_corner_that_is_not_there_is_named_by_its_line) {
  const auto message_of = [](const std::string& face) {
    const MeshScene scene("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf -4 -3 -1\n" + face + "\n");
    const Loaded loaded = elaborate(*scene.document, real_vocabulary());
    const Diagnostic* error = diagnostic_of(loaded.diagnostics, "S075");
    return error == nullptr ? std::string() : error->message;
  };
  BOOST_TEST(message_of("f 1 4/7/2 9//1") == "'bad.obj': line 7: a face names corner 9 of 4");
  BOOST_TEST(message_of("f 1 4 0") == "'bad.obj': line 7: a face names corner 0 of 4");
  BOOST_TEST(message_of("f 1 4 -5") == "'bad.obj': line 7: a face names corner -5 of 4");
  BOOST_TEST(message_of("f 1 4 x") == "'bad.obj': line 7: 'x' is no corner of a face");
  BOOST_TEST(message_of("f 1 4 3\nf 2 3 4").empty());
}

BOOST_AUTO_TEST_CASE(the_file_belongs_to_the_hash_of_the_scene) {
  const MeshScene coarse("cube.stl", cube(1)), fine("cube.stl", cube(2));
  BOOST_TEST(all_text(*coarse.document) != all_text(*fine.document));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_mesh
