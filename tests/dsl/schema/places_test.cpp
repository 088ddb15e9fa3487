// Where blocks belong, and what the manual and the messages name.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "dsl/field_words.hpp"
#include "dsl/schema/schema.hpp"
#include "dsl/values/functions.hpp"
#include "tests/dsl/real_vocabulary.hpp"

namespace perpend::test::of_places {

using namespace perpend;
using namespace perpend::dsl;

namespace {

/// A declaration of the kind, as its form in the manual.
std::string declaration(const BlockSpec& block) {
  if (block.kind == "world") return "world planar { }";
  std::string text(block.kind);
  if (block.form.find(" name") != std::string_view::npos) text += " it";
  if (block.form.find(" = ") != std::string_view::npos) text += " = 1";
  return text + " { }";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(places)

BOOST_AUTO_TEST_CASE(a_block_in_the_wrong_place_is_told_where_it_belongs) {
  int count = 0;
  for (const BlockSpec* block : block_specs()) {
    if (block->kind == "param") continue;  // has a message of its own: a param belongs to the experiment itself
    for (const std::string_view place : {"experiment", "world", "body"}) {
      if (block->inside == place || block->inside.empty()) continue;
      const std::string inner = declaration(*block);
      const std::string body = "body c = disk(radius: 1 m) { mass = 1 kg; " + (place == "body" ? inner : "") + " }\n";
      const auto diagnostics =
          load_real(real_scene(body + (place == "world" ? inner : ""), place == "experiment" ? inner : "")).diagnostics;
      const Diagnostic* found = diagnostic_of(diagnostics, "S011");
      BOOST_TEST_REQUIRE((found != nullptr), inner << " in " << place << render(diagnostics, false));
      BOOST_TEST(found->hint == fmt::format("'{}' belongs inside {}", block->kind, block->inside), found->hint);
      ++count;
    }
  }
  BOOST_TEST(count > 30);
}

BOOST_AUTO_TEST_CASE(the_manual_names_every_reduction_every_block_with_its_place_and_the_choice_of_values) {
  const std::string page = language_reference(real_vocabulary());
  for (const ReductionName& row : reductions()) BOOST_TEST(page.find(fmt::format("| `{}` |", row.name)) != page.npos);
  BOOST_TEST(page.find("`if c then a else b`") != page.npos);
  const std::string tree = page.substr(page.find("## Which block belongs inside which"));
  const auto holder = [](const BlockSpec& block) -> const BlockSpec* {
    for (const BlockSpec* other : block_specs())
      if (!block.inside.empty() && other->kind == block.inside) return other;
    return nullptr;
  };
  for (const BlockSpec* block : block_specs()) {
    int level = 0;
    for (const BlockSpec* outer = holder(*block); outer != nullptr; outer = holder(*outer)) ++level;
    BOOST_TEST(tree.find(fmt::format("\n{:{}}{}", "", 2 * level, block->form)) != tree.npos, block->kind);
  }
}

// What other languages call a function or signal has an answer, and never hides one that is there.
BOOST_AUTO_TEST_CASE(words_of_the_field_are_no_names_of_the_language) {
  BOOST_TEST(what_to_write("travel").find("joint_slide") != std::string_view::npos);
  BOOST_TEST(what_to_write("no_such_word").empty());
  for (const Function& function : functions()) BOOST_TEST(what_to_write(function.name).empty(), function.name);
  for (const SignalType& signal : real_vocabulary().signals)
    BOOST_TEST(what_to_write(signal.spec.name).empty(), signal.spec.name);
}

BOOST_AUTO_TEST_CASE(an_unknown_signal_gets_the_name_that_is_most_alike) {
  for (const auto& [wrong, right] : {std::pair{"max_abs(constrain_err)", "constraint_error"},
                                     {"rotational_energy_of_all", "total_energy"},
                                     {"norm(body_position(a))", "position"},
                                     {"friction_work", "work"},
                                     {"joint_violation", "limit_violation"},
                                     {"maxabs(constraint_error)", "max_abs"}}) {
    const auto diagnostics =
        load_real(real_scene("body a = disk(radius: 1 m) { mass = 1 kg }", fmt::format("measure seen = {}", wrong)))
            .diagnostics;
    const Diagnostic* found = diagnostic_of(diagnostics, "S016");
    BOOST_TEST_REQUIRE((found != nullptr), wrong << render(diagnostics, false));
    BOOST_TEST(found->hint.find(fmt::format("did you mean '{}'", right)) == 0u, wrong << ": " << found->hint);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_places
