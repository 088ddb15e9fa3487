// Contacts of a scene: which bodies touch, with which values, and what is said of those that cannot.
#include <boost/test/unit_test.hpp>

#include "tests/dsl/analysis/contact_scenes.hpp"

namespace perpend::test::of_contacts {

using namespace perpend;
using namespace perpend::dsl;

BOOST_AUTO_TEST_SUITE(contacts)

BOOST_AUTO_TEST_CASE(without_a_word_about_contacts_nothing_touches) {
  const Model model = model_of(load_good(disks("")));
  BOOST_TEST(!model.contacts.enabled);
  BOOST_TEST(model.contact_pairs.empty());
}

BOOST_AUTO_TEST_CASE(an_empty_block_lets_all_touch_with_the_defaults) {
  const ContactSettings contacts = model_of(load_good(disks("contacts { }"))).contacts;
  BOOST_TEST(contacts.enabled);
  BOOST_TEST(contacts.all_pairs);
  BOOST_TEST(contacts.friction == 0.0);
  BOOST_TEST(contacts.restitution == 0.0);
  BOOST_TEST((contacts.law == RestitutionLaw::newton));
  BOOST_TEST(std::isnan(contacts.active_gap));
  BOOST_TEST((contacts.active_set == ActiveSet::reach));
  BOOST_TEST(contacts.directions == 2);
  BOOST_TEST(contacts.compliance == 0.0);
}

BOOST_AUTO_TEST_CASE(every_setting_arrives_in_si) {
  const ContactSettings contacts =
      model_of(load_good(disks("contacts { friction = 0.5; restitution = 0.25; restitution_law = poisson; active_gap = "
                               "300 mm; active_set = gap; directions = 2; pairs = named; cfm = 1e-3/gram }\n contact c "
                               "= between(f, p)")))
          .contacts;
  BOOST_TEST(contacts.enabled);
  BOOST_TEST(!contacts.all_pairs);
  BOOST_TEST(contacts.friction == 0.5);
  BOOST_TEST(contacts.restitution == 0.25);
  BOOST_TEST((contacts.law == RestitutionLaw::poisson));
  BOOST_TEST(contacts.active_gap == 300.0 * 0.001);
  BOOST_TEST((contacts.active_set == ActiveSet::gap));
  BOOST_TEST(std::abs(contacts.compliance - 1.0) < rounding);
}

BOOST_AUTO_TEST_CASE(the_plane_has_two_directions_of_friction_and_space_a_power_of_two) {
  const auto code = [](const std::string& space, const std::string& count) {
    const std::string body = space == "planar" ? "disk" : "sphere";
    return first_code(
        world(space, "body b = " + body + "(radius: 1 m) { mass = 1 kg }\n contacts { directions = " + count + " }"));
  };
  BOOST_TEST(code("planar", "2") == "");
  for (const char* count : {"3", "4", "8", "16"}) BOOST_TEST(code("planar", count) == "S042", count);
  for (const char* count : {"4", "8", "16"}) BOOST_TEST(code("spatial", count) == "", count);
  for (const char* count : {"2", "3", "6", "12"}) BOOST_TEST(code("spatial", count) == "S042", count);
  for (const char* count : {"1", "32"}) BOOST_TEST(code("spatial", count) == "S023", count);
  const std::string sphere = "body b = sphere(radius: 1 m) { mass = 1 kg }\n";
  BOOST_TEST(model_of(load_good(world("spatial", sphere + "contacts { }"))).contacts.directions == 4);
  BOOST_TEST(model_of(load_good(world("spatial", sphere + "contacts { directions = 8 }"))).contacts.directions == 8);
}

BOOST_AUTO_TEST_CASE(a_contact_alone_lets_only_the_pair_that_it_names_touch) {
  const Model model = model_of(load_good(disks("contact c[7] = between(f, a[2]) { friction = 0.125 }")));
  BOOST_TEST(model.contacts.enabled);
  BOOST_TEST(!model.contacts.all_pairs);
  BOOST_REQUIRE_EQUAL(model.contact_pairs.size(), 1u);
  const ContactPair& pair = model.contact_pairs[0];
  BOOST_TEST(pair.name == "c[7]");
  BOOST_TEST((pair.body == std::array{2, 1}));
  BOOST_TEST(pair.friction == 0.125);
  BOOST_TEST(std::isnan(pair.restitution));
  BOOST_TEST(std::isnan(pair.compliance));
  BOOST_TEST(pair.enabled);
}

BOOST_AUTO_TEST_CASE(a_contact_states_its_own_compliance) {
  const Model model =
      model_of(load_good(disks("contacts { cfm = 1/kg }\n contact c = between(f, p) { cfm = 2e-3/gram }")));
  BOOST_TEST(model.contacts.compliance == 1.0);
  BOOST_TEST(std::abs(model.contact_pairs[0].compliance - 2.0) < 2.0 * rounding);
  BOOST_TEST(first_code(disks("contact c = between(f, p) { cfm = -1/kg }")) == "S023");
  BOOST_TEST(first_code(disks("contact c = between(f, p) { cfm = 1 kg }")) == "S031");
}

BOOST_AUTO_TEST_CASE(a_contact_that_is_off_alone_changes_nothing) {
  BOOST_TEST(!model_of(load_good(disks("contact c = between(f, p) { enabled = false }"))).contacts.enabled);
  const Model both = model_of(load_good(disks("contact c = between(f, p) { enabled = false }\n contacts { }")));
  BOOST_TEST(both.contacts.all_pairs);
  BOOST_TEST(!both.contact_pairs[0].enabled);
}

BOOST_AUTO_TEST_CASE(surfaces_have_values_of_their_own_or_none) {
  const Model model = model_of(load_good(disks("contacts { friction = 1 }")));
  BOOST_TEST(std::isnan(model.bodies[0].friction));
  BOOST_TEST(std::isnan(model.bodies[0].restitution));
  BOOST_TEST(model.bodies[1].friction == 0.25);
  BOOST_TEST(model.bodies[2].restitution == 1.0);
  BOOST_TEST(model.bodies[3].friction == 2.0);
  const Model space = model_of(
      load_good(world("spatial",
                      "body b = sphere(radius: 1 m) { mass = 1 kg; friction = 0.5; restitution = 0.75 }\n fixed g = "
                      "sphere(radius: 1 m) { at = (5, 0, 0) m; friction = 0 }")));
  BOOST_TEST(space.bodies[0].friction == 0.5);
  BOOST_TEST(space.bodies[0].restitution == 0.75);
  BOOST_TEST(space.bodies[1].friction == 0.0);
}

BOOST_AUTO_TEST_CASE(friction_is_not_negative_and_restitution_at_most_one) {
  for (const std::string where :
       {"contacts { X }", "contact c = between(f, p) { X }",
        "body b = disk(radius: 1 m) { mass = 1 kg; at = (20, 0) m; X }",
        "fixed b = disk(radius: 1 m) { at = (20, 0) m; X }", "particle b { mass = 1 kg; at = (20, 0) m; X }"}) {
    const auto with = [&](const std::string& value) {
      std::string text = where;
      text.replace(text.find('X'), 1, value);
      return first_code(disks(text));
    };
    for (const char* bad : {"friction = -0.1", "restitution = -0.1", "restitution = 1.01", "friction = inf"})
      BOOST_TEST(with(bad) == "S023", where << bad);
    for (const char* good : {"friction = 0", "friction = 10", "restitution = 0", "restitution = 1"})
      BOOST_TEST(with(good) == "", where << good);
    BOOST_TEST(with("friction = 1 m") == "S031", where);
  }
}

BOOST_AUTO_TEST_CASE(a_contact_names_two_bodies_that_can_touch) {
  const auto code = [](const std::string& pair) { return first_code(disks("contact c = " + pair)); };
  BOOST_TEST(code("between(a[1], a[2])") == "");
  BOOST_TEST(code("between(p, a[2])") == "");
  BOOST_TEST(code("between(f, f)") == "S067");
  BOOST_TEST(code("between(a[1], a[1])") == "S067");
  BOOST_TEST(code("between(a[1], world)") == "S067");
  BOOST_TEST(code("between(a[1])") == "S013");
  BOOST_TEST(code("between(a[1], a[2], p)") == "S013");
  BOOST_TEST(code("between(a[1], first: a[2])") == "S013");
  BOOST_TEST(code("betwixt(a[1], a[2])") == "S016");
  BOOST_TEST(code("between(a[1], a[3])") == "S017");
  BOOST_TEST(code("a[1]") == "S020");
  BOOST_TEST(first_code(disks("particle q { mass = 1 kg; at = (20, 0) m }\n contact c = between(p, q)")) == "S067");
  BOOST_TEST(first_code(disks("fixed g = disk(radius: 1 m) { at = (20, 0) m }\n contact c = between(f, g)")) == "S067");
  BOOST_TEST(real_code(world("planar",
                             "body a = custom(inertia: 1 kg m^2) { mass = 1 kg }\n body b = disk(radius: 1 "
                             "m) { mass = 1 kg }\n contact c = between(a, b)")) == "S067");
}

BOOST_AUTO_TEST_CASE(a_pair_of_bodies_has_one_contact_and_a_contact_one_name) {
  BOOST_TEST(first_code(disks("contact c = between(a[1], f)\n contact d = between(f, a[1])")) == "S015");
  BOOST_TEST(first_code(disks("contact c = between(a[1], f)\n contact c = between(f, a[2])")) == "S015");
  BOOST_TEST(first_code(disks("contacts { }\n contacts { }")) == "S015");
}

BOOST_AUTO_TEST_CASE(blocks_of_contacts_have_their_parts) {
  BOOST_TEST(first_code(disks("contacts all { }")) == "S020");
  BOOST_TEST(first_code(disks("contacts = all")) == "S020");
  BOOST_TEST(first_code(disks("contact c { }")) == "S020");
  BOOST_TEST(first_code(disks("contact = between(a[1], f)")) == "S020");
  BOOST_TEST(first_code(disks("contacts { mu = 1 }")) == "S012");
  BOOST_TEST(first_code(disks("contacts { contact c = between(a[1], f) }")) == "S011");
}

BOOST_AUTO_TEST_CASE(named_pairs_without_a_name_are_a_warning) {
  BOOST_TEST(codes(load_text(disks("contacts { pairs = named }"))) == "S068 ");
  BOOST_TEST(codes(load_text(disks("contacts { pairs = named }\n contact c = between(a[1], f) { enabled = false }"))) ==
             "S068 ");
  BOOST_TEST(codes(load_text(disks("contacts { pairs = named }\n contact c = between(a[1], f)"))) == "");
}

BOOST_AUTO_TEST_CASE(measures_name_contacts_as_they_name_joints) {
  const Experiment e =
      load_good(disks("contact c[1] = between(a[1], f)\n contact c[2] = between(a[2], f)", "measure g = gap(c[2])"));
  BOOST_TEST(e.measures[0].entity == 1);
  const std::string one = "contact c = between(a[1], f)";
  BOOST_TEST(first_code(disks(one, "measure g = gap")) == "S051");
  BOOST_TEST(first_code(disks(one, "measure g = gap(d)")) == "S017");
  BOOST_TEST(first_code(disks(one, "measure g = gap(f)")) == "S017");
}

BOOST_AUTO_TEST_CASE(verify_says_how_often_contact_problems_are_judged) {
  const VerifySettings v = load_good(scene_with("verify { complementarity = once; solvability = never }")).verify;
  BOOST_TEST((v.complementarity == Frequency::once));
  BOOST_TEST((v.solvability == Frequency::never));
  BOOST_TEST((load_good(scene_with("")).verify.complementarity == Frequency::every_step));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contacts
