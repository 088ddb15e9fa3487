// Arguments of the shapes that are round about x: rod, capsule, cylinder.
#pragma once

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

inline constexpr FieldSpec round_radius_field{.name = "radius",
                                              .dimension = dimension::length,
                                              .required = true,
                                              .doc = "radius about the x axis of the body",
                                              .minimum = 0.0,
                                              .exclusive_minimum = true};

inline constexpr FieldSpec round_length_field{.name = "length",
                                              .dimension = dimension::length,
                                              .required = true,
                                              .doc = "length, along the x axis of the body",
                                              .minimum = 0.0,
                                              .exclusive_minimum = true};

[[nodiscard]] inline Shape round_shape(const ShapeForm& form, const Properties& arguments) {
  Shape shape;
  shape.kind = form.kind;
  shape.form = &form;
  shape.extent = Vec3(arguments.number("length"), arguments.number("radius"), 0.0);
  return shape;
}

}  // namespace perpend
