#include "dsl/values/mesh_file.hpp"

#include <fmt/format.h>

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/values/units.hpp"
#include "kernel/model/hull_size.hpp"
#include "kernel/model/late_library.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend::dsl {

namespace {

struct Mesh {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> triangles;  ///< counter-clockwise from outside
};

/// What is used of Assimp's C interface, under its own names.
struct Assimp {
  LateLibrary library{PERPEND_ASSIMP_SONAME, PERPEND_ASSIMP_PACKAGE};
  decltype(&::aiImportFileFromMemory) aiImportFileFromMemory = library["aiImportFileFromMemory"];
  decltype(&::aiReleaseImport) aiReleaseImport = library["aiReleaseImport"];
};

/// Loaded by the first mesh. Throws LibraryMissing.
const Assimp& assimp() {
  static const Assimp library;
  return library;
}

struct ReleaseScene {
  void operator()(const aiScene* scene) const { assimp().aiReleaseImport(scene); }
};
using ImportedScene = std::unique_ptr<const aiScene, ReleaseScene>;

/// Nothing when the bytes do not read. `extension` is that of the file, without the dot. Throws LibraryMissing.
ImportedScene import_scene(const std::string& bytes, const char* extension) {
  static std::mutex one_at_a_time;  // Assimp keeps the message of a failure in a variable that has no lock
  const std::lock_guard lock(one_at_a_time);
  return ImportedScene(assimp().aiImportFileFromMemory(bytes.data(), static_cast<unsigned int>(bytes.size()),
                                                       aiProcess_Triangulate, extension));
}

/// Files write a corner anew for each of its triangles: equal bits are one corner.
class MeshReader {
 public:
  [[nodiscard]] Mesh read(const aiScene& scene) {
    for (unsigned int m = 0; m < scene.mNumMeshes; ++m) add(*scene.mMeshes[m]);
    return std::move(mesh_);
  }

 private:
  void add(const aiMesh& part) {
    for (unsigned int f = 0; f < part.mNumFaces; ++f) {
      const aiFace& face = part.mFaces[f];
      if (face.mNumIndices != 3) continue;  // a point or a line
      std::array<int, 3> triangle{};
      for (unsigned int i = 0; i < 3; ++i) triangle[i] = number_of(part.mVertices[face.mIndices[i]]);
      mesh_.triangles.push_back(triangle);
    }
  }

  int number_of(const aiVector3D& point) {
    const auto [found, is_new] = known_.try_emplace({point.x, point.y, point.z}, static_cast<int>(mesh_.points.size()));
    if (is_new) mesh_.points.emplace_back(point.x, point.y, point.z);
    return found->second;
  }

  Mesh mesh_;
  std::map<std::array<float, 3>, int> known_;
};

std::string at(const Mesh& mesh, int corner) {
  const Vec3& p = mesh.points[static_cast<std::size_t>(corner)];
  return fmt::format("({:g}, {:g}, {:g})", p.x(), p.y(), p.z());
}

/// Why the triangles do not close a surface with its inside on one side; empty: they do.
std::string find_hole(const Mesh& mesh) {
  std::map<std::array<int, 2>, int> edges;  // how often each is walked in this direction
  for (const auto& triangle : mesh.triangles)
    for (std::size_t i = 0; i < 3; ++i) ++edges[{triangle[i], triangle[(i + 1) % 3]}];
  for (const auto& [edge, count] : edges) {
    const auto [from, to] = edge;
    if (from == to) return fmt::format("a triangle has two corners at {}", at(mesh, from));
    if (count > 1)
      return fmt::format("two triangles on either side of the edge {} - {} face opposite ways", at(mesh, from),
                         at(mesh, to));
    if (!edges.contains({to, from}))
      return fmt::format("it has a hole: the edge {} - {} has a triangle on one side alone", at(mesh, from),
                         at(mesh, to));
  }
  return "";
}

/// Corners outside a triangle by more than this share of the size are notches; numbers of files have 24 bits.
constexpr double flat_share = 1e-5;

double size_of(const Mesh& mesh) {
  double size = 0.0;
  for (const Vec3& point : mesh.points) size = std::max(size, (point - mesh.points.front()).norm());
  return size;
}

/// Pre: closed. Negative: inside out.
double volume_of(const Mesh& mesh) {
  const Vec3 origin = mesh.points.front();
  double volume = 0.0;
  for (const auto& [a, b, c] : mesh.triangles)
    volume +=
        (mesh.points[a] - origin).dot(perpend::cross<double>(mesh.points[b] - origin, mesh.points[c] - origin)) / 6.0;
  return volume;
}

/// Pre: closed, and not inside out.
std::string find_notch(const Mesh& mesh) {
  const double size = size_of(mesh);
  std::map<std::array<int, 2>, int> third;  // the other corner of the triangle that walks an edge
  for (const auto& [a, b, c] : mesh.triangles) {
    third[{a, b}] = c;
    third[{b, c}] = a;
    third[{c, a}] = b;
  }
  for (const auto& triangle : mesh.triangles) {
    const auto& [a, b, c] = triangle;
    const Vec3 across = perpend::cross<double>(mesh.points[b] - mesh.points[a], mesh.points[c] - mesh.points[a]);
    const double area = across.norm();
    if (!(area > flat_share * flat_share * size * size)) continue;  // a sliver has no direction
    for (std::size_t i = 0; i < 3; ++i) {
      const int from = triangle[i], to = triangle[(i + 1) % 3];
      const Vec3& beyond = mesh.points[static_cast<std::size_t>(third.at({to, from}))];
      if (across.dot(beyond - mesh.points[a]) > flat_share * size * area)
        return fmt::format("it is not convex: its surface bends inwards along the edge {} - {}", at(mesh, from),
                           at(mesh, to));
    }
    // Slivers may lie along the edge.
    for (const Vec3& point : mesh.points)
      if (across.dot(point - mesh.points[a]) > flat_share * size * area)
        return fmt::format("it is not convex: the corner ({:g}, {:g}, {:g}) lies outside one of its triangles",
                           point.x(), point.y(), point.z());
  }
  return "";
}

/// Without those in the middle of a face or of an edge, around which there are one or two planes. Pre: no hole or
/// notch.
std::vector<Vec3> corners_of(const Mesh& mesh) {
  constexpr double same = 1.0 - 1e-9;  // cosine
  std::vector<std::vector<Vec3>> planes(mesh.points.size());
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 across = perpend::cross<double>(mesh.points[b] - mesh.points[a], mesh.points[c] - mesh.points[a]);
    if (!(across.norm() > 0.0)) continue;
    const Vec3 normal = across.normalized();
    for (const int corner : {a, b, c}) {
      std::vector<Vec3>& known = planes[static_cast<std::size_t>(corner)];
      if (std::none_of(known.begin(), known.end(), [&](const Vec3& other) { return other.dot(normal) > same; }))
        known.push_back(normal);
    }
  }
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    if (planes[i].size() > 2) corners.push_back(mesh.points[i]);
  return corners;
}

/// "line 6: a face names corner 9 of 4", of OBJ; empty: there is none. Corners count from 1, or from the last one back.
std::string find_bad_corner(std::string_view text) {
  long corners = 0;
  std::vector<std::pair<long, std::string_view>> faces;  // what comes behind the corners that they name is OBJ too
  long number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.starts_with("v ")) ++corners;
    if (line.starts_with("f ")) faces.emplace_back(number, line.substr(2));
  }
  for (const auto& [at, face] : faces)
    for (std::size_t i = 0; i < face.size();) {
      const std::size_t end = std::min(face.find_first_of(" \t\r", i), face.size());
      const std::string word(face.substr(i, std::min(face.find('/', i), end) - i));
      i = end + 1;
      if (word.empty()) continue;
      char* rest = nullptr;
      const long corner = std::strtol(word.c_str(), &rest, 10);
      if (*rest != '\0') return fmt::format("line {}: '{}' is no corner of a face", at, word);
      if (corner == 0 || std::abs(corner) > corners)
        return fmt::format("line {}: a face names corner {} of {}", at, corner, corners);
    }
  return "";
}

std::string extension_of(const std::string& name) {
  std::string extension = std::filesystem::path(name).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

/// The corners of the solid in the file that `path`, a string of a call of mesh, names, in the file's own unit, each
/// once. The triangles are to be the surface of one convex solid, seen from outside. Nothing after an error.
std::optional<std::vector<Vec3>> read_mesh(const Document& document, const Expression& path, Report& report) {
  const auto found = document.data_files.find(&path);
  if (found == document.data_files.end()) return std::nullopt;  // its error was reported when the scene was read
  const SourceFile& source = document.sources[found->second];
  const auto fail = [&](const std::string& why, const char* hint) {
    report.error(path.span, "S075", fmt::format("'{}': {}", source.name, why), hint);
    return std::nullopt;
  };
  const std::string extension = extension_of(source.name);
  if (extension != ".obj" && extension != ".stl")
    return fail("a mesh is a file .obj or .stl", "programs that draw solids export both");
  if (source.text.empty()) return fail("the file is empty", "export the solid again, as OBJ or STL");
  if (extension == ".obj")
    if (const std::string bad = find_bad_corner(source.text); !bad.empty())
      return fail(bad, "corners count from 1, or from the last one back: -1");
  ImportedScene scene;
  try {
    scene = import_scene(source.text, extension.c_str() + 1);
  } catch (const LibraryMissing& missing) {
    return fail(missing.what(), "a mesh is read by Assimp");
  }
  if (!scene)
    return fail(fmt::format("it does not read as {}", extension == ".obj" ? "OBJ" : "STL, as text or binary"),
                "look at the file in a program that draws solids");
  const Mesh mesh = MeshReader().read(*scene);
  if (mesh.triangles.empty()) return fail("it has no triangles", "look at the file in a program that draws solids");
  if (!std::all_of(mesh.points.begin(), mesh.points.end(), [](const Vec3& point) { return point.allFinite(); }))
    return fail("a corner is not finite: nan or inf stands in it", "look at the file in a program that draws solids");
  if (const std::string hole = find_hole(mesh); !hole.empty())
    return fail(hole, "a solid needs a closed surface; programs that draw solids repair one");
  const double volume = volume_of(mesh), size = size_of(mesh);
  if (!(std::abs(volume) > flat_share * size * size * size))
    return fail("it has no inside", "a solid has a volume; halfspace is a plane");
  if (volume < 0.0)
    return fail("it is inside out: its triangles are to be counter-clockwise as seen from outside",
                "turn its normals in the program that drew it");
  if (const std::string notch = find_notch(mesh); !notch.empty())
    return fail(notch, "cut the solid into convex ones, or weld several bodies");
  std::vector<Vec3> corners = corners_of(mesh);
  if (corners.size() > max_hull_points)
    return fail(fmt::format("it has {} corners, and a hull takes at most {}", corners.size(), max_hull_points),
                "draw it coarser, with fewer triangles; sphere, ellipsoid and cylinder are round");
  return corners;
}

}  // namespace

std::optional<Value> call_mesh(const Evaluator& evaluator, const Expression& e) {
  const auto fail = [&](Span span, std::string message) {
    evaluator.report().error(span, "S018", std::move(message),
                             "as in mesh(\"solid.obj\", 1 mm): 1 in the file is a millimetre");
    return std::nullopt;
  };
  if (e.operands.size() != 2 || e.operands[0]->kind != ExpressionKind::string)
    return fail(e.span, "mesh takes the name of a file and the length of its unit");
  const auto unit = evaluator.evaluate(*e.operands[1]);
  if (!unit) return std::nullopt;
  const auto* q = std::get_if<Quantity>(&unit->data);
  if (q == nullptr || !same_dimension(q->dimension, dimension::length) || !(q->value > 0.0))
    return fail(e.operands[1]->span, fmt::format("the unit of a mesh is a length above 0, found {}",
                                                 q != nullptr ? quantity_text(*q) : describe(*unit)));
  const auto points = read_mesh(evaluator.document(), *e.operands[0], evaluator.report());
  if (!points) return std::nullopt;
  auto result = std::make_shared<std::vector<Value>>();
  for (const Vec3& point : *points)
    result->push_back(Value{VectorValue{
        {q->value * point.x(), q->value * point.y(), q->value * point.z()}, 3, dimension::length, nullptr}});
  return Value{ListValue(std::move(result))};
}

}  // namespace perpend::dsl
