// What rolling constraints are made from.
#pragma once

#include "kernel/model/scene/properties.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// Plane, centre and radius from the properties `at`, `normal`, `center`, `radius`; `of_shape` is the radius that the
/// shape of the second body has, 0 for none.
[[nodiscard]] Made<Joint> make_rolling(const Properties& properties, const JointSite& site, double of_shape);
[[nodiscard]] Made<Joint> make_spatial_rolling(const Properties& properties, const JointSite& site, double of_shape);

inline constexpr FieldSpec rolling_radius_field{.name = "radius",
                                                .type = FieldType::number,
                                                .dimension = dimension::length,
                                                .doc = "of what rolls",
                                                .default_text = "that of the shape",
                                                .minimum = 0.0,
                                                .exclusive_minimum = true};

/// at, normal, center, radius.
template <FieldType Vector>
inline constexpr std::array<FieldSpec, 4> rolling_fields{
    FieldSpec{.name = "at",
              .type = Vector,
              .dimension = dimension::length,
              .doc = "point of what it rolls on, world coordinates at the start",
              .default_text = "the origin"},
    FieldSpec{.name = "normal",
              .type = Vector,
              .dimension = dimension::none,
              .doc = "direction away from what it rolls on, world axes at the start; fixed in the first body",
              .default_text = Vector == FieldType::vector ? "(0, 1)" : "(0, 0, 1)"},
    FieldSpec{.name = "center",
              .type = Vector,
              .dimension = dimension::length,
              .doc = "centre of what rolls, world coordinates at the start",
              .default_text = "the centre of mass"},
    rolling_radius_field};

}  // namespace perpend
