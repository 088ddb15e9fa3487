// Segments from vertex to vertex, solid on their right: ground, a bowl, a container. A closed chain ends where it
// starts; counter-clockwise it is a hole with solid all around it, clockwise a solid outline. Behind a segment the
// solid has no end: what passed through a wall or came around the end of one is in it, as deep as it is behind the
// nearest segment.
#include <fmt/format.h>

#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace chain {
namespace {

constexpr std::size_t most_vertices = 10000;

Made<Shape> make(const Properties& arguments) {
  std::vector<Vec2> vertices = arguments.get<std::vector<Vec2>>("vertices");
  const bool is_closed = arguments.get_or("closed", false);
  if (vertices.size() > most_vertices)
    return FactoryError{"vertices", fmt::format("a chain takes at most {} vertices", most_vertices),
                        "use fewer vertices"};
  if (is_closed && !vertices.empty() && vertices.front() != vertices.back()) vertices.push_back(vertices.front());
  const std::size_t fewest = is_closed ? 4 : 2;
  if (vertices.size() < fewest)
    return FactoryError{
        "vertices", fmt::format("a {}chain needs at least {} vertices", is_closed ? "closed " : "", is_closed ? 3 : 2),
        "write vertices: [(0, 1), (0, 0), (1, 0)] m"};
  for (std::size_t i = 1; i < vertices.size(); ++i)
    if (vertices[i] == vertices[i - 1])
      return FactoryError{"vertices", fmt::format("vertices {} and {} are one point", i, i + 1), "leave one out"};
  Shape shape;
  shape.kind = ShapeKind::chain;
  shape.vertices = std::move(vertices);
  return shape;
}

ShapeType::Geometry geometry(const Shape&) {
  return {};
}

constexpr FieldSpec arguments[] = {{.name = "vertices",
                                    .type = FieldType::point_list,
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "in the frame of the body, in order; everything to the right of the way "
                                           "from one to the next is solid, without end"},
                                   {.name = "closed",
                                    .type = FieldType::flag,
                                    .doc = "whether a segment leads from the last vertex to the first",
                                    .default_text = "false"}};

}  // namespace
}  // namespace chain

const ShapeType chain_shape{.spec = {.name = "chain",
                                     .summary = "segments, solid on their right; only a fixed body has this shape",
                                     .arguments = chain::arguments,
                                     .properties = {}},
                            .make = chain::make,
                            .geometry = chain::geometry};

}  // namespace perpend
