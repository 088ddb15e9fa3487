// Each rule can fail: small trees that break one rule each, next to trees that keep it.
#include <boost/test/unit_test.hpp>

#include "tests/architecture/arrow_rules.hpp"
#include "tests/architecture/definition_rules.hpp"
#include "tests/architecture/text_rules.hpp"

using namespace perpend::architecture;

namespace {

std::string include(const std::string& target) {
  return "#include \"" + target + "\"\n";
}

/// Headers that exist in every tree below.
SourceTree with(const std::string& file, const std::string& text) {
  SourceTree tree{{"kernel/model/types.hpp", ""},
                  {"kernel/model/model.hpp", include("kernel/model/types.hpp")},
                  {"kernel/model/problem.hpp", ""},
                  {"kernel/model/scene/record.hpp", include("kernel/model/model.hpp")},
                  {"kernel/linear/kkt_solver.hpp", ""},
                  {"stabilizers/stabilizer.hpp", include("kernel/linear/kkt_solver.hpp")},
                  {"verification/certificate.hpp", ""},
                  {"verification/checker/matrix.hpp", ""},
                  {"dsl/load.hpp", include("kernel/model/model.hpp")},
                  {"reports/files/json.hpp", include("kernel/model/scene/record.hpp")},
                  {"study/a.hpp", ""},
                  {"referee/a.hpp", ""},
                  {"formats/a.hpp", ""},
                  {"batch/a.hpp", ""},
                  {"cli/a.hpp", ""},
                  {"api/a.hpp", ""},
                  {"include/perpend/a.hpp", ""},
                  {"bench/a.hpp", ""},
                  {"tests/support/mechanisms.hpp", ""},
                  {"docs/references.md", "# References\n- **Known06** A. Known, 2006.\n- **DrakeStab** Drake.\n"}};
  tree[file] = text;
  return tree;
}

bool may_include(const std::string& file, const std::string& target) {
  return include_violations(with(file, include(target))).empty();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rules)

BOOST_AUTO_TEST_CASE(a_tree_that_keeps_the_rules_passes) {
  const SourceTree tree = with("cli/main.cpp", include("dsl/load.hpp") + include("reports/files/json.hpp"));
  BOOST_TEST(include_violations(tree).empty());
  BOOST_TEST(library_violations(tree).empty());
  BOOST_TEST(citation_violations(tree).empty());
}

BOOST_AUTO_TEST_CASE(an_include_against_an_arrow_is_found) {
  BOOST_TEST(may_include("dsl/a.cpp", "kernel/model/model.hpp"));
  BOOST_TEST(!may_include("dsl/a.cpp", "kernel/linear/kkt_solver.hpp"));
  BOOST_TEST(!may_include("dsl/a.cpp", "stabilizers/stabilizer.hpp"));
  BOOST_TEST(may_include("verification/a.cpp", "kernel/model/problem.hpp"));
  BOOST_TEST(!may_include("verification/a.cpp", "kernel/linear/kkt_solver.hpp"));
  BOOST_TEST(!may_include("verification/a.cpp", "dsl/load.hpp"));
  BOOST_TEST(!may_include("verification/checker/a.cpp", "verification/certificate.hpp"));
  BOOST_TEST(!may_include("verification/checker/a.cpp", "kernel/model/types.hpp"));
  BOOST_TEST(may_include("verification/checker/a.cpp", "verification/checker/matrix.hpp"));
  BOOST_TEST(!may_include("verification/a.cpp", "verification/checker/matrix.hpp"));
  BOOST_TEST(!may_include("cli/a.cpp", "verification/checker/matrix.hpp"));
  BOOST_TEST(may_include("reports/a.cpp", "kernel/model/types.hpp"));
  BOOST_TEST(!may_include("reports/a.cpp", "kernel/model/problem.hpp"));  // not part of a record
  BOOST_TEST(!may_include("reports/a.cpp", "verification/certificate.hpp"));
  BOOST_TEST(may_include("stabilizers/a.cpp", "kernel/linear/kkt_solver.hpp"));
  BOOST_TEST(!may_include("stabilizers/a.cpp", "verification/certificate.hpp"));
  BOOST_TEST(may_include("formats/a.cpp", "kernel/model/problem.hpp"));
  BOOST_TEST(!may_include("formats/a.cpp", "kernel/linear/kkt_solver.hpp"));
  BOOST_TEST(!may_include("formats/a.cpp", "verification/certificate.hpp"));
  BOOST_TEST(may_include("kernel/a.cpp", "kernel/linear/kkt_solver.hpp"));
  BOOST_TEST(!may_include("kernel/a.cpp", "stabilizers/stabilizer.hpp"));
  BOOST_TEST(!may_include("kernel/model/state.hpp",
                          "kernel/linear/kkt_solver.hpp"));  // data, so that no algorithm comes with it
  BOOST_TEST(may_include("study/a.cpp", "stabilizers/stabilizer.hpp"));
  BOOST_TEST(!may_include("study/a.cpp", "cli/a.hpp"));
  BOOST_TEST(!may_include("study/a.cpp", "referee/a.hpp"));
  BOOST_TEST(may_include("referee/a.cpp", "study/a.hpp"));
  BOOST_TEST(may_include("batch/a.cpp", "study/a.hpp"));
  BOOST_TEST(may_include("batch/a.cpp", "formats/a.hpp"));
  BOOST_TEST(may_include("cli/a.cpp", "batch/a.hpp"));
  BOOST_TEST(!may_include("batch/a.cpp", "kernel/linear/kkt_solver.hpp"));
  BOOST_TEST(!may_include("study/a.cpp", "batch/a.hpp"));
  BOOST_TEST(!may_include("api/a.cpp", "batch/a.hpp"));
  BOOST_TEST(!may_include("referee/a.cpp", "cli/a.hpp"));
  BOOST_TEST(!may_include("reports/a.cpp", "study/a.hpp"));
  BOOST_TEST(may_include("api/a.cpp", "referee/a.hpp"));
  BOOST_TEST(may_include("api/a.cpp", "perpend/a.hpp"));
  BOOST_TEST(!may_include("api/a.cpp", "cli/a.hpp"));
  BOOST_TEST(may_include("include/perpend/b.hpp", "perpend/a.hpp"));
  BOOST_TEST(may_include("include/perpend/b.hpp", "kernel/model/scene/record.hpp"));
  BOOST_TEST(!may_include("include/perpend/b.hpp", "study/a.hpp"));
  BOOST_TEST(!may_include("include/perpend/b.hpp", "api/a.hpp"));
  BOOST_TEST(!may_include("study/a.cpp", "perpend/a.hpp"));
  BOOST_TEST(!may_include("referee/a.cpp", "api/a.hpp"));
  BOOST_TEST(may_include("cli/a.cpp", "perpend/a.hpp"));
  BOOST_TEST(!may_include("cli/a.cpp", "tests/support/mechanisms.hpp"));
  BOOST_TEST(may_include("bench/a.cpp", "kernel/linear/kkt_solver.hpp"));
  BOOST_TEST(!may_include("bench/a.cpp", "tests/support/mechanisms.hpp"));
  BOOST_TEST(!may_include("cli/a.cpp", "bench/a.hpp"));
}

BOOST_AUTO_TEST_CASE(an_include_is_written_from_the_root) {
  BOOST_TEST(!may_include("verification/a.cpp", "../kernel/kkt_solver.hpp"));
  BOOST_TEST(!may_include("verification/a.cpp", "certificate.hpp"));
}

BOOST_AUTO_TEST_CASE(a_violation_names_file_and_line) {
  const Violations found = include_violations(with("dsl/a.cpp", "\n  # include \"kernel/linear/kkt_solver.hpp\"\n"));
  BOOST_REQUIRE_EQUAL(found.size(), 1u);
  BOOST_TEST(found[0].file == "dsl/a.cpp");
  BOOST_TEST(found[0].line == 2);
}

BOOST_AUTO_TEST_CASE(a_library_outside_its_folder_is_found) {
  BOOST_TEST(library_violations(with("dsl/grammar/a.hpp", "#include <boost/spirit/home/x3.hpp>\n")).empty());
  BOOST_TEST(!library_violations(with("dsl/syntax/parse.cpp", "#include <boost/spirit/home/x3.hpp>\n")).empty());
  BOOST_TEST(!library_violations(with("dsl/values/units.cpp", "#include \"dsl/grammar/tokens.hpp\"\n")).empty());
  BOOST_TEST(library_violations(with("kernel/a.cpp", "#include <Eigen/QR>\n")).empty());
  BOOST_TEST(!library_violations(with("verification/a.cpp", "#include <Eigen/LU>\n")).empty());
  BOOST_TEST(!library_violations(with("verification/checker/a.cpp", "#include <Eigen/Core>\n")).empty());
  BOOST_TEST(!library_violations(with("kernel/a.cpp", "#include <Eigen/Dense>\n")).empty());
}

BOOST_AUTO_TEST_CASE(a_link_against_an_arrow_is_found) {
  const auto links = [](const std::string& command) { return link_violations(with("x/CMakeLists.txt", command)); };
  BOOST_TEST(links("target_link_libraries(perpend_dsl PUBLIC perpend_data PRIVATE fmt::fmt)").empty());
  BOOST_TEST(!links("target_link_libraries(perpend_dsl\n  PUBLIC perpend_data\n  PRIVATE perpend_kernel)").empty());
  BOOST_TEST(!links("target_link_libraries(perpend_verification PUBLIC perpend_stabilizers)").empty());
  BOOST_TEST(!links("target_link_libraries(perpend_data PUBLIC perpend_kernel)").empty());
  BOOST_TEST(!links("target_link_libraries(perpend_checker PUBLIC perpend_data)").empty());
}

BOOST_AUTO_TEST_CASE(a_type_that_is_defined_twice_is_found) {
  const std::string known = "namespace perpend::checker {\nclass Ball {\n  int a;\n};\n}\n";
  const auto beside = [&](const std::string& file, const std::string& text) {
    SourceTree tree = with(file, text);
    tree["kernel/ball.hpp"] = known;
    return definition_violations(tree);
  };
  const Violations found = beside("verification/ball.hpp", "\n" + known);
  BOOST_REQUIRE_EQUAL(found.size(), 1u);
  BOOST_TEST(found[0].file == "verification/ball.hpp");
  BOOST_TEST(found[0].line == 3);
  for (const char* same :
       {"namespace perpend {\nnamespace checker {\nstruct Ball final : Body {};\n}\n}\n",
        "#define A {\n// {\nnamespace perpend::checker {\nconst char* b = \"{\\\"\"; int n = 1'000; char c = '{';\n"
        "template <class T>\nclass Ball {};\n}\n",
        "namespace perpend { inline namespace checker {\nenum class Ball : int { a };\n} }\n",
        "namespace perpend::checker {\nconst char* r = R\"x({\n)\" {)x\";\nunion Ball { int a; };\n}\n"})
    BOOST_TEST(beside("cli/a.cpp", same).size() == 1u, same);
  for (const char* other :
       {"namespace perpend::checker {\nnamespace {\nclass Ball {};\n}\n}\n", "namespace perpend {\nclass Ball {};\n}\n",
        "namespace perpend::checker {\nclass Ball;\nBall throw_it(class Ball b) { return b; }\n}\n",
        "namespace perpend::checker {\nclass Game {\n  class Ball {};\n};\n}\n",
        "namespace perpend::checker {\ntemplate <>\nclass Ball<int> {};\n/* class Ball {}; */\n}\n"})
    BOOST_TEST(beside("cli/a.cpp", other).empty(), other);
}

BOOST_AUTO_TEST_CASE(folders_of_tests_are_programs_of_their_own) {
  const std::string place = "struct Place {};\n";
  SourceTree tree{{"tests/cli/a.cpp", place}, {"tests/dsl/a.cpp", place}};
  BOOST_TEST(definition_violations(tree).empty());
  tree["tests/dsl/b.hpp"] = place;
  BOOST_TEST(definition_violations(tree).size() == 1u);
  BOOST_TEST(definition_violations({{"tests/cli/a.cpp", place}, {"cli/a.hpp", place}}).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_citation_without_a_reference_is_found) {
  const auto cites = [](const std::string& text) { return citation_violations(with("kernel/a.cpp", text)).size(); };
  BOOST_TEST(cites("// [Known06] (11), [DrakeStab]\n") == 0u);
  BOOST_TEST(cites("// [Unknown07] (11)\n") == 1u);
  BOOST_TEST(cites("// as in [DrakeDtab]\n") == 1u);
  BOOST_TEST(cites("const char* theorem = \"[Unknown07]\";\n") == 1u);
  BOOST_TEST(cites("spec = {.citation = \"Known06, Unknown07\"};\n") == 1u);
  BOOST_TEST(cites("x = table[Index07];\n") == 0u);
  BOOST_TEST(citation_violations(with("docs/methods.md", "as in [Unknown07]\n")).size() == 1u);
  BOOST_TEST(citation_violations(with("docs/methods.md", "see [Unknown07](notes.md)\n")).empty());
}

BOOST_AUTO_TEST_CASE(a_folder_of_one_machine_is_found) {
  const auto names = [](const std::string& text) { return !machine_violations(with("kernel/a.cpp", text)).empty(); };
  BOOST_TEST(names("open(\"/home/someone/x\");\n"));
  BOOST_TEST(names("// see /tmp/notes\n"));
  BOOST_TEST(names("/root/project\n"));
  BOOST_TEST(!names("// scenes/home/x, https://example.org/home/page\n"));
  BOOST_TEST(!machine_violations(with("reports/assets/package-lock.json", "\"resolved\": \"https://x\"\n")).empty());
}

BOOST_AUTO_TEST_CASE(a_scene_in_the_wrong_place_is_found) {
  const std::string text = "experiment a {\n  source = \"Known06, fig. 1\"\n  claim b {\n    source = \"fig. 2\"\n";
  const auto place = [&](const std::string& file) { return scene_violations(with(file, text)); };
  BOOST_TEST(place("scenes/papers/Known06/a.scene").empty());
  BOOST_TEST(place("scenes/examples/a.scene").empty());
  BOOST_TEST(!place("scenes/papers/Unknown07/a.scene").empty());
  BOOST_TEST(!place("scenes/papers/a.scene").empty());
  BOOST_TEST(!place("scenes/a.scene").empty());
}

BOOST_AUTO_TEST_CASE(a_scene_of_a_paper_that_names_another_source_is_found) {
  const auto scene = [](const std::string& text) {
    return scene_violations(with("scenes/papers/Known06/a.scene", text));
  };
  BOOST_TEST(!scene("experiment a {\n  source = \"Other01, fig. 1\"\n").empty());
  BOOST_TEST(!scene("experiment a {\n").empty());
  BOOST_TEST(scene("claim c {\n  source = \"fig. 1\"\n").empty());  // a part that others include
}

BOOST_AUTO_TEST_CASE(lists_of_packages_that_differ_are_found) {
  SourceTree tree = with("scripts/packages.txt", "# comment\ng++   build -\ncmake build -\n");
  tree["docs/dependencies.md"] =
      "## Debian packages\n| `g++` | x |\n| `cmake` | x |\n## npm packages\n| `uplot` | x |\n";
  tree["reports/assets/package.json"] = "{\n  \"dependencies\": {\n    \"uplot\": \"1.6.0\"\n  }\n}\n";
  BOOST_TEST(package_violations(tree).empty());
  tree["scripts/packages.txt"] += "git build git\n";
  BOOST_TEST(package_violations(tree).size() == 1u);
  tree["docs/dependencies.md"] = "## Debian packages\n| `g++` | x |\n| `ninja-build` | x |\n";
  BOOST_TEST(package_violations(tree).size() ==
             4u);  // cmake, git and uplot are not explained, ninja-build is not listed
}

BOOST_AUTO_TEST_CASE(a_program_of_the_manual_that_is_not_built_is_found) {
  SourceTree tree = with("docs/a.md", "    build/perpend run a.scene && build/perpend-check b.jsonl\n");
  tree["reproduce"] = "    build build \"$jobs\" perpend\n";
  BOOST_TEST(program_violations(tree).size() == 1u);
  tree["reproduce"] = "    build build \"$jobs\" perpend perpend-check\n";
  BOOST_TEST(program_violations(tree).empty());
}

BOOST_AUTO_TEST_CASE(a_certificate_whose_limits_the_manual_hides_is_found) {
  const auto found = [](const std::string& manual) {
    SourceTree tree = with("docs/certificates.md", manual);
    tree["verification/plain.cpp"] = "x certificate_types::plain{\n \"x\"};\n\n {Quantity::granted_rows}\n";
    tree["verification/rough.cpp"] = "x certificate_types::rough{\n {Quantity::granted_rows}};\n";
    return certificate_violations(tree).size();
  };
  const std::string plain = "\n## plain: a\n*Does not say:* b\n", rough = "\n## rough: c\n";
  BOOST_TEST(found(plain + rough + "*Does not say:* of rows granted as rounding\n") == 0u);
  BOOST_TEST(found(plain + rough + "*Does not say:* d\n") == 1u);
  BOOST_TEST(found(plain + rough + "rows granted as rounding\n") == 1u);
  BOOST_TEST(found(plain) == 2u);
  BOOST_TEST(found("") == 3u);
  BOOST_TEST(certificate_violations(with("docs/certificates.md", plain)).size() == 1u);  // no kinds at all
}

BOOST_AUTO_TEST_CASE(a_link_to_nowhere_is_found) {
  const auto link = [](const std::string& to) {
    return document_link_violations(with("docs/a.md", "[x](" + to + ")\n"));
  };
  BOOST_TEST(link("references.md").empty());
  BOOST_TEST(link("../kernel/model/types.hpp#top").empty());
  BOOST_TEST(link("../kernel/").empty());
  BOOST_TEST(link("https://example.org").empty());
  BOOST_TEST(!link("missing.md").empty());
}

BOOST_AUTO_TEST_CASE(a_source_that_is_not_there_is_found) {
  const auto found = [](const std::string& text) { return document_link_violations(with("docs/a.md", text)).size(); };
  BOOST_TEST(found("`kernel/model/types.hpp`, `types.hpp`, `a / b.hpp` and `kernel/joints/<name>.cpp`\n") == 0u);
  BOOST_TEST(found("`a` and `kernel/model/gone.hpp`\n") == 1u);
}

BOOST_AUTO_TEST_CASE(a_long_cell_of_a_table_is_found) {
  const auto found = [](const std::string& text) { return table_violations(with("docs/a.md", text)).size(); };
  const std::string fits(200, 'x');
  BOOST_TEST(found("| a | " + fits + " |\n|---|---|\n|  | |\n") == 0u);
  BOOST_TEST(found("| a | " + fits + "x |\n") == 1u);
  BOOST_TEST(found("| " + fits + "x | b |\n") == 1u);
  BOOST_TEST(found("| a | " + fits + "\\|x |\n") == 1u);                        // an escaped bar is a part of the cell
  BOOST_TEST(found("    | " + fits + fits + "\n" + fits + fits + "\n") == 0u);  // no table
}

BOOST_AUTO_TEST_CASE(a_sentence_that_begins_with_of_is_found) {
  const auto found = [](const std::string& file, const std::string& text) {
    return sentence_violations(with(file, text)).size();
  };
  BOOST_TEST(found("kernel/a.cpp", "/// Of the last evaluation.\n") == 1u);
  BOOST_TEST(found("kernel/a.cpp", "int a;  ///< Of the run.\n") == 1u);
  BOOST_TEST(found("kernel/a.cpp", "// A number. Of several, the last counts.\n") == 1u);
  BOOST_TEST(found("kernel/CMakeLists.txt", "# Of three files one.\n") == 1u);
  BOOST_TEST(found("scenes/examples/a.scene", "experiment a {  # Of a book\n") == 1u);
  BOOST_TEST(found("docs/a.md", "- Of these, none.\n") == 1u);
  BOOST_TEST(found("kernel/a.cpp", "int a;  ///< of the run\nsay(\"Of these\");\n// Offsets. It is part. Often.\n") ==
             0u);
  BOOST_TEST(found("docs/a.md", "`measure`: of the run\n") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
