// Laws over every field of the language and of the shipped registries.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>
#include <sstream>

#include "dsl/schema/schema.hpp"
#include "dsl/suggest.hpp"
#include "tests/dsl/real_vocabulary.hpp"
#include "tests/dsl/schema/schema_places.hpp"
#include "verification/certificates.hpp"

namespace perpend::test::of_schema_law {

using namespace perpend;
using namespace perpend::dsl;

namespace {

/// What a factory or a closing check may say about values that the schema allows one by one.
const std::set<std::string, std::less<>> beyond_the_schema{"S041", "S042", "S043", "S045", "S047", "S049",
                                                           "S050", "S052", "S063", "S064", "S065", "S066",
                                                           "S068", "S071", "S074", "S076"};

bool is_numeric(FieldType type) {
  return type != FieldType::flag && type != FieldType::text && type != FieldType::choice && type != FieldType::body;
}

bool is_of_time(FieldType type) {
  return type == FieldType::time_number || type == FieldType::time_vector || type == FieldType::time_vector3 ||
         type == FieldType::time_list;
}

/// The diagnostics of a scene whose place holds its required fields but `without`, and `extra`.
std::vector<Diagnostic> diagnose(const Place& place, std::string_view without, const std::string& extra) {
  return load_real(place.scene(fields_text(place, without, extra))).diagnostics;
}

const Diagnostic* find_code(const std::vector<Diagnostic>& diagnostics, std::string_view code) {
  const auto found =
      std::find_if(diagnostics.begin(), diagnostics.end(), [&](const auto& d) { return d.code == code; });
  return found == diagnostics.end() ? nullptr : &*found;
}

/// The text that the caret and its tail stand under.
std::string underlined(const Diagnostic& d) {
  return d.source_line.substr(static_cast<std::size_t>(d.source_column - 1), static_cast<std::size_t>(d.length));
}

void check_refused(const Place& place, const FieldSpec& field, const std::string& value, std::string_view code) {
  const auto diagnostics = diagnose(place, field.name, field_text(place, field.name, value));
  const Diagnostic* found = find_code(diagnostics, code);
  BOOST_TEST_REQUIRE((found != nullptr), place.owner << ": " << field.name << " = " << value << " lacks " << code
                                                     << "\n"
                                                     << render(diagnostics, false));
  // A rotation is a value of its own, as a let may name it: what is wrong in its call names the call.
  const bool is_of_call = field.type == FieldType::rotation && value.find('(') != std::string::npos;
  const std::string named = is_of_call ? value.substr(0, value.find('(')) : "'" + std::string(field.name) + "'";
  BOOST_TEST(found->message.find(named) != std::string::npos, found->message);
  BOOST_TEST(value.find(underlined(*found)) != std::string::npos, underlined(*found) << " of " << value);
}

template <class Check>
void for_each_field(Check check) {
  int count = 0;
  for (const Place& place : schema_places())
    for (const FieldSpec& field : place.fields) {
      check(place, field);
      ++count;
    }
  BOOST_TEST(count > 300);  // a third of the language, the rest of the registries; fewer: places got lost
}

}  // namespace

BOOST_AUTO_TEST_SUITE(schema_laws)

BOOST_AUTO_TEST_CASE(every_field_is_accepted_with_a_value_of_its_type_and_dimension) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    const auto diagnostics = diagnose(place, field.name, field_text(place, field.name, good_value(field)));
    for (const Diagnostic& d : diagnostics)
      BOOST_TEST((beyond_the_schema.count(d.code) == 1), place.owner << ": " << field.name << "\n"
                                                                     << render(diagnostics, false));
  });
}

BOOST_AUTO_TEST_CASE(every_choice_is_accepted) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    if (field.type != FieldType::choice) return;
    std::string choices(field.choices);
    std::replace(choices.begin(), choices.end(), '|', ' ');
    std::istringstream words(choices);
    for (std::string word; words >> word;)
      for (const Diagnostic& d : diagnose(place, field.name, field_text(place, field.name, word)))
        BOOST_TEST((beyond_the_schema.count(d.code) == 1), place.owner << ": " << word << " " << d.message);
  });
}

BOOST_AUTO_TEST_CASE(another_dimension_is_refused) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    const Dimension wrong = field.dimension * Dimension{1, 1, 0, 0};
    if (is_numeric(field.type)) check_refused(place, field, value_text(field, 1.0, wrong), "S031");
  });
}

BOOST_AUTO_TEST_CASE(another_type_is_refused) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    if (field.type == FieldType::choice) return check_refused(place, field, "no_choice_of_this_name", "S022");
    if (is_of_time(field.type)) return;  // below: what they say names no field
    check_refused(place, field, field.type == FieldType::text ? "true" : "\"text\"", "S021");
  });
}

BOOST_AUTO_TEST_CASE(functions_of_time_refuse_what_is_no_number) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    if (!is_of_time(field.type)) return;
    const bool is_list = field.type == FieldType::time_list;
    for (const char* value : {"\"text\"", "true", "t < 1 s", is_list ? "[true]" : "[t]"})
      BOOST_TEST((find_code(diagnose(place, field.name, field_text(place, field.name, value)), "S021") != nullptr),
                 place.owner << ": " << value);
  });
}

BOOST_AUTO_TEST_CASE(values_beyond_the_bounds_are_refused) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    if (!is_numeric(field.type)) return;
    const double below = field.exclusive_minimum ? field.minimum : field.minimum - 1.0;
    if (std::isfinite(field.minimum)) check_refused(place, field, value_text(field, below, field.dimension), "S023");
    if (std::isfinite(field.maximum))
      check_refused(place, field, value_text(field, 2.0 * field.maximum + 1.0, field.dimension), "S023");
    if (field.type == FieldType::integer) check_refused(place, field, "1.5", "S024");
  });
}

BOOST_AUTO_TEST_CASE(bounds_that_belong_to_the_range_are_accepted) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    if (!is_numeric(field.type)) return;
    for (const double bound : {field.exclusive_minimum ? INFINITY : field.minimum, field.maximum}) {
      if (!std::isfinite(bound)) continue;
      const auto text = field_text(place, field.name, value_text(field, bound, field.dimension));
      BOOST_TEST((find_code(diagnose(place, field.name, text), "S023") == nullptr), place.owner << ": " << text);
    }
  });
}

BOOST_AUTO_TEST_CASE(infinity_is_refused) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    if (!is_numeric(field.type) || is_of_time(field.type) || field.type == FieldType::point_list) return;
    if (field.type == FieldType::point3_list) return;
    if (field.may_be_infinite) return;
    const std::string unit =
        si_name(field.dimension).empty() ? "1" : value_text({.name = "u", .doc = ""}, 1.0, field.dimension);
    std::string value = "inf * " + unit;
    if (field.type == FieldType::vector) value = "(" + value + ", " + unit + ")";
    if (field.type == FieldType::vector3) value = "(" + unit + ", " + unit + ", " + value + ")";
    if (field.type == FieldType::number_list) value = "[" + value + "]";
    if (field.type == FieldType::matrix) value = "[[" + value + "]]";
    if (field.type == FieldType::rotation) value = "quaternion(1, 0, 0, inf)";
    check_refused(place, field, value, "S023");
  });
}

BOOST_AUTO_TEST_CASE(a_misspelt_field_is_refused_with_its_name_as_a_suggestion) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    const std::string misspelt = std::string(field.name) + "_";
    const auto diagnostics = diagnose(place, field.name, field_text(place, misspelt, good_value(field)));
    const Diagnostic* found = find_code(diagnostics, "S012");
    BOOST_TEST_REQUIRE((found != nullptr), place.owner << ": " << misspelt << render(diagnostics, false));
    BOOST_TEST(found->hint == "did you mean '" + std::string(field.name) + "'?", place.owner << ": " << found->hint);
    BOOST_TEST(underlined(*found) == misspelt);
  });
}

BOOST_AUTO_TEST_CASE(a_missing_required_field_is_named_with_its_meaning) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    if (!field.required) return;
    const auto diagnostics = diagnose(place, field.name, "");
    const Diagnostic* found = find_code(diagnostics, "S013");
    BOOST_TEST_REQUIRE((found != nullptr), place.owner << " without " << field.name << render(diagnostics, false));
    BOOST_TEST(found->message.find("'" + std::string(field.name) + "'") != std::string::npos, found->message);
    BOOST_TEST(found->hint == std::string(field.doc));
  });
}

BOOST_AUTO_TEST_CASE(a_field_is_given_once) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    const std::string once = field_text(place, field.name, good_value(field));
    const auto diagnostics = diagnose(place, field.name, once + (place.is_argument ? ", " : "; ") + once);
    BOOST_TEST((find_code(diagnostics, "S014") != nullptr), place.owner << ": " << once << render(diagnostics, false));
  });
}

BOOST_AUTO_TEST_CASE(every_row_of_the_registries_explains_itself) {
  for_each_field([](const Place& place, const FieldSpec& field) {
    BOOST_TEST(!field.doc.empty(), place.owner << ": " << field.name);
    if (field.type == FieldType::choice) BOOST_TEST(!field.choices.empty(), place.owner << ": " << field.name);
  });
}

BOOST_AUTO_TEST_CASE(a_sweep_is_refined_by_every_kind_of_certificate_that_runs_carry) {
  const auto refined_by = [](const std::string& kind) {
    return load_real(
        real_scene("particle bob { mass = 1 kg }",
                   "param k = 1\nsweep line { k = [1, 2]; refine = certificate(" + kind + ", along: k, to: 0.1) }"));
  };
  for (const CertificateType* type : certificate_types::all) {
    const Loaded loaded = refined_by(type->id);
    BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), type->id << ": " << render(loaded.diagnostics, false));
    BOOST_TEST(loaded.experiment->sweeps[0].refinement->certificate == type->id);
  }
  BOOST_TEST(render(refined_by("spd_delasus").diagnostics, false).find("spd_delassus") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_schema_law
