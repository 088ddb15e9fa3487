// Drive angle: the angle of a joint follows a function of time, counted from the start pose unless the joint says
// at_start.
#include "kernel/drives/coordinate_drive.hpp"
#include "kernel/drives/drive_types.hpp"

namespace perpend {

namespace {

Made<Joint> make(const Properties& properties, const JointSite& site) {
  return make_coordinate_drive(properties, site, dimension::angle, "angle");
}

constexpr FieldSpec properties[] = {{.name = "value",
                                     .type = FieldType::time_number,
                                     .dimension = dimension::angle,
                                     .required = true,
                                     .doc = "angle as a function of t, 0 in the start pose (or at_start of the joint)"},
                                    which_coordinate_field};

constexpr TypeSpec spec{.name = "angle",
                        .summary = "an angle of a joint follows a function of time",
                        .arguments = {},
                        .properties = properties};

}  // namespace

const JointType angle_drive{.spec = spec,
                            .kind = JointKind::drive,
                            .num_rows = 1,
                            .row_dimension = {dimension::angle},
                            .needs_angles = true,
                            .num_bodies = 0,
                            .make = make,
                            .evaluate = evaluate_coordinate_drive<double>,
                            .evaluate_extended = evaluate_coordinate_drive<long double>};

const JointType spatial_angle_drive{.spec = spec,
                                    .kind = JointKind::drive,
                                    .space = Space::spatial,
                                    .num_rows = 1,
                                    .row_dimension = {dimension::angle},
                                    .needs_angles = true,
                                    .num_bodies = 0,
                                    .make = make,
                                    .evaluate_spatial = evaluate_spatial_coordinate_drive<double>,
                                    .evaluate_spatial_extended = evaluate_spatial_coordinate_drive<long double>};

}  // namespace perpend
