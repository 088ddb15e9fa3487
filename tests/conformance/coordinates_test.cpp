// What acts on the free coordinates of joints: springs, dampers, limits and friction, in the plane and in space, and
// the properties that they are read from.
#include "kernel/joints/coordinate_fields.hpp"
#include "tests/support/dense_stepping.hpp"
#include "tests/support/row_laws.hpp"

namespace perpend::test::of_coordinates {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

const JointType& type_of(std::string_view name, Space space) {
  return space == Space::planar ? joint_type(name) : spatial_joint_type(name);
}

Joint make_joint(const JointType& type, const JointSite& site, const Properties& properties) {
  auto made = type.make(properties, site);
  if (const auto* error = std::get_if<FactoryError>(&made)) BOOST_FAIL(error->message);
  Joint joint = std::get<Joint>(made);
  joint.name = "joint";
  joint.type = &type;
  return joint;
}

/// A body on a hinge about its centre (z in space) or on a slider along x of the world: inertia 0.5 or mass 2.
Model one_joint(Space space, bool is_hinge, const CoordinateElement& element) {
  Model model;
  model.space = space;
  Body& body = model.bodies.emplace_back();
  body.mass = 2.0;
  body.inertia = 0.5;
  body.spatial.inertia = Vec3(0.4, 0.3, 0.5).asDiagonal();
  Properties properties;
  const bool planar = space == Space::planar;
  const auto point = [&]() { return planar ? PropertyValue(Vec2(0.0, 0.0)) : PropertyValue(Vec3(0.0, 0.0, 0.0)); };
  if (is_hinge) {
    properties.set("at", point());
    if (!planar) properties.set("axis", Vec3(0.0, 0.0, 1.0));
  } else {
    properties.set("at", point());
    properties.set("axis", planar ? PropertyValue(Vec2(1.0, 0.0)) : PropertyValue(Vec3(1.0, 0.0, 0.0)));
  }
  const JointType& type = type_of(is_hinge ? "revolute" : "prismatic", space);
  Joint& joint = model.joints.emplace_back(make_joint(type, {{nullptr, &model.bodies[0]}}, properties));
  joint.body = {world_body, 0};
  joint.element[0] = element;
  number_unknowns(model);
  return model;
}

/// Entry of v that is the rate of the coordinate of one_joint.
int rate_index(Space space, bool is_hinge) {
  if (!is_hinge) return 0;
  return space == Space::planar ? 2 : 5;
}

void for_each_one_joint(const std::function<void(Space, bool)>& check) {
  for (Space space : {Space::planar, Space::spatial})
    for (bool is_hinge : {true, false}) {
      BOOST_TEST_INFO_SCOPE((space == Space::planar ? "planar " : "spatial ") << (is_hinge ? "hinge" : "slider"));
      check(space, is_hinge);
    }
}

/// Two bodies, a joint of each type that has coordinates between them, elements on all of its coordinates.
void for_each_model(const std::function<void(const Model&, State)>& check) {
  for (const auto types : {joint_types(), spatial_joint_types()})
    for (const JointType& type : types)
      for (std::uint64_t seed = 1; seed <= 5 && type.num_coordinates > 0; ++seed) {
        BOOST_TEST_INFO_SCOPE(type.spec.name << (type.space == Space::planar ? " planar" : " spatial") << " seed "
                                             << seed);
        Random random(seed);
        Model model;
        model.space = type.space;
        for (int i = 0; i < 2; ++i) model.bodies.push_back(random_rigid(random, type.space, BodyKind::rigid));
        auto made = type.make(random_values(type.spec.properties, random), {{&model.bodies[0], &model.bodies[1]}});
        if (std::holds_alternative<FactoryError>(made)) continue;
        Joint& joint = model.joints.emplace_back(std::get<Joint>(made));
        joint.type = &type;
        joint.body = {0, 1};
        for (int k = 0; k < type.num_coordinates; ++k)
          joint.element[k] = {.at_start = random.uniform(-1.0, 1.0),
                              .stiffness = random.uniform(1.0, 3.0),
                              .rest = random.uniform(-1.0, 1.0),
                              .friction = 0.5,
                              .lower = random.uniform(-2.0, -1.0),
                              .upper = random.uniform(1.0, 2.0)};
        joint.cfm = 1e-3;
        number_unknowns(model);
        State state = initial_state(model);
        state.q = random_positions(random, model).cast<double>();
        state.v = random.vector(model.num_velocities, 2.0);
        check(model, state);
      }
}

State moved(const Model& model, const State& state, const VectorX& v, double h) {
  State result = state;
  advance_position(model, RotationUpdate::exponential, h, v, result.q);
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(coordinates)

BOOST_AUTO_TEST_CASE(a_coordinate_starts_at_the_value_that_the_joint_says) {
  for_each_model([](const Model& model, const State&) {
    Evaluation e = allocate_evaluation(model);
    evaluate(model, initial_state(model), e);
    const Joint& joint = model.joints[0];
    for (int k = 0; k < joint.type->num_coordinates; ++k)
      BOOST_TEST(std::abs(e.coordinates[k] - joint.element[k].at_start) < 40.0 * 0x1p-52);
  });
}

BOOST_AUTO_TEST_CASE(the_force_of_a_spring_is_the_slope_of_its_energy) {
  for_each_model([](const Model& model, const State& state) {
    Evaluation e = allocate_evaluation(model);
    Evaluation there = allocate_evaluation(model);
    evaluate(model, state, e);
    Evaluation still = allocate_evaluation(model);
    State at_rest = state;
    at_rest.v.setZero();
    evaluate(model, at_rest, still);  // without gyroscopic terms
    State tracked = at_rest;
    tracked.coordinates = e.coordinates;  // the same branches on both sides
    for (Eigen::Index k = 0; k < state.v.size(); ++k) {
      const auto energy = [&](double h) {
        evaluate(model, moved(model, tracked, VectorX::Unit(state.v.size(), k), h), there);
        return there.energies.potential;
      };
      // Truncation h^2 times third derivatives (below 10^4 unless axes are almost opposite), rounding of energies of
      // 100.
      const double h = 1e-5;
      const double slope = (energy(h) - energy(-h)) / (2.0 * h);
      const double coarse = (energy(2.0 * h) - energy(-2.0 * h)) / (4.0 * h);
      const double bound = 4.0 * std::abs(slope - coarse) + 1e3 * 0x1p-52 / h;
      BOOST_TEST(std::abs(still.force[k] + slope) < bound);
      BOOST_TEST(still.other_force[k] == 0.0);
    }
  });
}

BOOST_AUTO_TEST_CASE(limits_and_friction_have_the_coordinate_for_their_rows) {
  for_each_model([](const Model& model, const State& state) {
    Evaluation e = allocate_evaluation(model);
    evaluate(model, state, e);
    const Joint& joint = model.joints[0];
    const MatrixX j = dense_jacobian(e.rows);
    BOOST_REQUIRE(model.num_rows == model.num_joint_rows + 3 * joint.type->num_coordinates);
    for (int k = 0; k < joint.type->num_coordinates; ++k) {
      const int lower = model.num_joint_rows + 3 * k, upper = lower + 1, friction = lower + 2;
      BOOST_TEST((e.rows.kinds[lower] == RowKind::lower_limit && e.rows.kinds[upper] == RowKind::upper_limit &&
                  e.rows.kinds[friction] == RowKind::friction));
      BOOST_TEST(e.rows.phi[lower] == e.coordinates[k] - joint.element[k].lower);
      BOOST_TEST(e.rows.phi[upper] == joint.element[k].upper - e.coordinates[k]);
      BOOST_TEST(e.rows.phi[friction] == 0.0);
      BOOST_TEST(j.row(lower) == j.row(friction));
      BOOST_TEST(j.row(upper) == -j.row(friction));
      BOOST_TEST(e.rows.jdot_v[upper] == -e.rows.jdot_v[lower]);
      for (int row : {lower, upper, friction}) {
        BOOST_TEST(e.rows.phi_t[row] == 0.0);
        BOOST_TEST(e.rows.cfm[row] == joint.cfm);
      }
      // J is the slope of the distance, jdot_v that of its rate.
      State tracked = state;
      tracked.coordinates = e.coordinates;
      Evaluation there = allocate_evaluation(model);
      const auto at = [&](double h) -> const ConstraintRows& {
        evaluate(model, moved(model, tracked, state.v, h), there);
        return there.rows;
      };
      const auto slope = [&](double h, bool of_rate) {
        const auto value = [&](const ConstraintRows& rows) {
          return of_rate ? dense_jacobian(rows).row(lower).dot(state.v) : rows.phi[lower];
        };
        const double ahead = value(at(h));
        return (ahead - value(at(-h))) / (2.0 * h);
      };
      for (bool of_rate : {false, true}) {
        const double h = 1e-5;
        const double claimed = of_rate ? e.rows.jdot_v[lower] : j.row(lower).dot(state.v);
        const double bound = 4.0 * std::abs(slope(h, of_rate) - slope(2.0 * h, of_rate)) + 1e3 * 0x1p-52 / h;
        BOOST_TEST(std::abs(claimed - slope(h, of_rate)) < bound);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(a_spring_gives_the_known_torque_and_energy) {
  for_each_one_joint([](Space space, bool is_hinge) {
    const Model model = one_joint(space, is_hinge, {.at_start = 0.75, .stiffness = 8.0, .damping = 2.0, .rest = 0.25});
    State state = initial_state(model);
    state.v[rate_index(space, is_hinge)] = 1.5;
    Evaluation e = allocate_evaluation(model);
    evaluate(model, state, e);
    BOOST_TEST(e.force[rate_index(space, is_hinge)] == -8.0 * 0.5 - 2.0 * 1.5);
    BOOST_TEST(e.other_force[rate_index(space, is_hinge)] == -2.0 * 1.5);
    BOOST_TEST(e.energies.potential == 0.5 * 8.0 * 0.25);
  });
}

// Semi-implicit Euler on c'' = -w^2 c keeps E + (h/2) k c c' exactly: the energy stays within w h / 2 of itself,
// whatever the time.
BOOST_AUTO_TEST_CASE(a_spring_keeps_its_energy_up_to_the_step) {
  for_each_one_joint([](Space space, bool is_hinge) {
    const double w = 4.0, inertia = is_hinge ? 0.5 : 2.0;
    const auto largest_change = [&](double h) {
      const Model model = one_joint(space, is_hinge, {.at_start = 1.0, .stiffness = w * w * inertia});
      State state = initial_state(model);
      Evaluation e = allocate_evaluation(model);
      evaluate(model, state, e);
      const double energy = e.energies.total();
      double largest = 0.0;
      for (double t = 0.0; t < 3.0; t += h) {
        dense_step(model, h, state);
        evaluate(model, state, e);
        largest = std::max(largest, std::abs(e.energies.total() / energy - 1.0));
      }
      return largest;
    };
    const double h = 0.005;
    // The second part of E + (h/2) k c c' is at most w h / 2 of the first: twice that between two states, 1 % more for
    // the next order.
    BOOST_TEST(largest_change(h) < 1.01 * w * h);
    BOOST_TEST(std::abs(largest_change(h) / largest_change(h / 2.0) - 2.0) < 0.1);
  });
}

BOOST_AUTO_TEST_CASE(a_damper_takes_the_known_share_in_each_step) {
  for_each_one_joint([](Space space, bool is_hinge) {
    const double h = 0.01, damping = 3.0, inertia = is_hinge ? 0.5 : 2.0;
    const Model model = one_joint(space, is_hinge, {.damping = damping});
    State state = initial_state(model);
    const int rate = rate_index(space, is_hinge);
    state.v[rate] = 2.0;
    double expected = 2.0;
    for (int k = 0; k < 100; ++k) {
      dense_step(model, h, state);
      expected *= 1.0 - damping * h / inertia;
    }
    BOOST_TEST(std::abs(state.v[rate] - expected) < 100.0 * 20.0 * 0x1p-52 * expected);
  });
}

BOOST_AUTO_TEST_CASE(a_hinge_in_space_counts_its_turns_with_the_state) {
  const Model model = one_joint(Space::spatial, true, {.lower = -infinity, .upper = 20.0});
  State state = initial_state(model);
  state.v[5] = 10.0;
  for (int k = 0; k < 150; ++k) dense_step(model, 0.01, state);  // 15 rad in steps of 0.1
  Evaluation e = allocate_evaluation(model);
  evaluate(model, state, e);
  BOOST_TEST(std::abs(e.coordinates[0] - 15.0) < 150.0 * 16.0 * 0x1p-52);
  BOOST_TEST(e.rows.phi[model.num_joint_rows] == 20.0 - e.coordinates[0]);
}

BOOST_AUTO_TEST_CASE(fields_have_the_dimensions_of_their_coordinate) {
  const auto names = [](const JointType& type) {
    std::vector<std::string> result;
    for (const FieldSpec& field : coordinate_fields(type)) result.emplace_back(field.name);
    return result;
  };
  const auto dimension_of = [](const JointType& type, std::string_view name) {
    for (const FieldSpec& field : coordinate_fields(type))
      if (field.name == name) return field.dimension;
    BOOST_FAIL("no field " + std::string(name));
    return Dimension{};
  };
  const std::vector<std::string> single{"limits",   "active_set", "stiffness", "damping", "rest",
                                        "friction", "at_start",   "cfm",       "erp"};
  BOOST_TEST(names(revolute_joint) == single, boost::test_tools::per_element());
  BOOST_TEST(names(prismatic_joint) == single, boost::test_tools::per_element());
  const std::vector<std::string> none{"cfm", "erp"};
  BOOST_TEST(names(weld_joint) == none, boost::test_tools::per_element());
  BOOST_TEST((dimension_of(revolute_joint, "limits") == dimension::angle));
  BOOST_TEST((dimension_of(prismatic_joint, "limits") == dimension::length));
  BOOST_TEST((dimension_of(revolute_joint, "friction") == dimension::torque));
  BOOST_TEST((dimension_of(prismatic_joint, "friction") == dimension::force));
  BOOST_TEST((dimension_of(prismatic_joint, "stiffness") == dimension::stiffness));
  BOOST_TEST((dimension_of(prismatic_joint, "damping") == dimension::damping));
  BOOST_TEST((dimension_of(revolute_joint, "stiffness") == dimension::torque / dimension::angle));
  BOOST_TEST((dimension_of(prismatic_joint, "cfm") == pow(dimension::mass, -1)));
  BOOST_TEST((dimension_of(gear_joint, "cfm") == pow(dimension::inertia, -1)));
  // Two coordinates: each field twice, with the name of its coordinate.
  const auto cylindrical = names(spatial_joint_type("cylindrical"));
  for (const char* name : {"slide_limits", "slide_at_start", "angle_limits", "angle_stiffness", "cfm"})
    BOOST_TEST((std::find(cylindrical.begin(), cylindrical.end(), name) != cylindrical.end()), name);
  BOOST_TEST((&coordinate_fields(revolute_joint) == &coordinate_fields(joint_type("revolute"))));
}

BOOST_AUTO_TEST_CASE(no_joint_has_a_property_of_the_same_name) {
  for (const auto types : {joint_types(), spatial_joint_types(), drive_types(), spatial_drive_types(),
                           constraint_types(), spatial_constraint_types()})
    for (const JointType& type : types)
      for (const FieldSpec& field : coordinate_fields(type))
        for (const auto own : {type.spec.arguments, type.spec.properties})
          for (const FieldSpec& other : own) BOOST_TEST(field.name != other.name);
}

BOOST_AUTO_TEST_CASE(elements_are_read_by_the_names_of_their_fields) {
  Joint joint;
  const Properties hinge = properties_of({{"limits", std::vector<double>{-0.5, infinity}},
                                          {"stiffness", 2.0},
                                          {"damping", 3.0},
                                          {"rest", 0.25},
                                          {"friction", 4.0},
                                          {"at_start", 0.125},
                                          {"cfm", 1e-4},
                                          {"erp", 0.3}});
  BOOST_TEST(!read_elements(hinge, revolute_joint, joint).has_value());
  const CoordinateElement& element = joint.element[0];
  BOOST_TEST((element.lower == -0.5 && element.upper == infinity && element.stiffness == 2.0));
  BOOST_TEST((element.damping == 3.0 && element.rest == 0.25 && element.friction == 4.0 && element.at_start == 0.125));
  BOOST_TEST((joint.cfm == 1e-4 && joint.erp == 0.3));
  Joint other;
  BOOST_TEST(!read_elements({}, revolute_joint, other).has_value());
  BOOST_TEST((other.cfm == 0.0 && std::isnan(other.erp) && other.element[0].lower == -infinity));
  const Properties sleeve = properties_of({{"slide_stiffness", 5.0}, {"angle_stiffness", 7.0}});
  const JointType& cylindrical = spatial_joint_type("cylindrical");
  BOOST_TEST(!read_elements(sleeve, cylindrical, other).has_value());
  for (int k = 0; k < 2; ++k)
    BOOST_TEST(other.element[k].stiffness == (cylindrical.coordinate_spec[k].name == "slide" ? 5.0 : 7.0));
}

BOOST_AUTO_TEST_CASE(limits_that_make_no_sense_are_refused_with_their_numbers) {
  const auto message = [](const Properties& properties, const JointType& type) {
    Joint joint;
    const auto error = read_elements(properties, type, joint);
    return error ? error->field + "|" + error->message : std::string("none");
  };
  const auto limits = [](std::vector<double> values) { return properties_of({{"limits", std::move(values)}}); };
  BOOST_TEST(message(limits({0.5, -0.5}), revolute_joint) ==
             "limits|the lower limit 0.5 rad is not below the upper limit -0.5 rad");
  BOOST_TEST(message(limits({0.5, 0.5}), prismatic_joint) ==
             "limits|the lower limit 0.5 m is not below the upper limit 0.5 m");
  BOOST_TEST(message(limits({0.0, 1.5}), prismatic_joint) == "none");
  BOOST_TEST(message(limits({1.0}), revolute_joint) == "limits|limits takes two values, found 1");
  Properties started = limits({0.5, 1.5});
  started.set("at_start", 1.0);
  BOOST_TEST(message(started, revolute_joint) == "none");
  BOOST_TEST(
      message(properties_of({{"angle_limits", std::vector<double>{2.0, 1.0}}}), spatial_joint_type("cylindrical"))
          .starts_with("angle_limits|"));
}

BOOST_AUTO_TEST_CASE(a_start_outside_of_limits_is_found_with_its_coordinate) {
  const JointType& sleeve = spatial_joint_type("cylindrical");
  Joint joint;
  joint.type = &sleeve;
  const auto found_in = [&](const char* limits, const char* start, double at_start) {
    const Properties properties = properties_of({{limits, std::vector<double>{0.5, 1.5}}, {start, at_start}});
    joint.element = {};
    BOOST_REQUIRE(!read_elements(properties, sleeve, joint).has_value());
    const auto error = outside_of_limits(joint);
    return error ? error->field + "|" + error->message : std::string("none");
  };
  BOOST_TEST(found_in("slide_limits", "slide_at_start", 0.0) ==
             "slide_limits|the slide is 0 m at the start, outside of its limits 0.5 m to 1.5 m");
  BOOST_TEST(found_in("angle_limits", "angle_at_start", 2.0) ==
             "angle_limits|the angle is 2 rad at the start, outside of its limits 0.5 rad to 1.5 rad");
  BOOST_TEST(found_in("angle_limits", "angle_at_start", 0.5) == "none");
}

BOOST_AUTO_TEST_CASE(the_angle_of_a_particle_can_have_no_spring) {
  Body bead;
  bead.kind = BodyKind::particle;
  bead.name = "bead";
  Properties properties = at(Vec2(0.0, 0.0));
  BOOST_TEST(std::holds_alternative<Joint>(revolute_joint.make(properties, {{nullptr, &bead}})));
  properties.set("stiffness", 2.0);
  const auto made = revolute_joint.make(properties, {{nullptr, &bead}});
  const auto* error = std::get_if<FactoryError>(&made);
  BOOST_REQUIRE(error != nullptr);
  BOOST_TEST(error->field == "stiffness");
  BOOST_TEST(error->message.find("'bead'") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_coordinates
