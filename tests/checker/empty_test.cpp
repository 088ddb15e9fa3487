// Problems of 0 rows: true as they are, and proved again.
#include <boost/test/unit_test.hpp>

#include "tests/checker/examples.hpp"
#include "tests/cli/program.hpp"

namespace perpend::test::of_empty {

using namespace perpend::test;
using namespace perpend::checker;

BOOST_AUTO_TEST_SUITE(empty)

BOOST_AUTO_TEST_CASE(a_problem_of_no_rows_is_proved_and_proved_again_whatever_is_asked) {
  const Workplace place;
  const std::string matrix = "%%MatrixMarket matrix array real general\n";
  place.write("a.mtx", matrix + "0 0\n");
  place.write("x.mtx", matrix + "0 1\n");
  place.write("wide.mtx", matrix + "0 3\n");
  place.write("unit.mtx", matrix + "3 3\n1\n0\n0\n0\n1\n0\n0\n0\n1\n");
  const std::vector<Arguments> all{{"spd", "a.mtx"},
                                   {"spd", "a.mtx", "--bounds"},
                                   {"rank", "a.mtx"},
                                   {"rank", "a.mtx", "--rank", "0"},
                                   {"rank", "wide.mtx"},
                                   {"class", "a.mtx"},
                                   {"rho", "a.mtx"},
                                   {"rho", "a.mtx", "--radius", "2"},
                                   {"linear", "a.mtx", "x.mtx", "x.mtx"},
                                   {"linear", "a.mtx", "x.mtx", "x.mtx", "--within", "0"},
                                   {"lcp", "a.mtx", "x.mtx"},
                                   {"lcp", "a.mtx", "x.mtx", "x.mtx"},
                                   {"lcp", "a.mtx", "x.mtx", "x.mtx", "--bounds"},
                                   {"lcp", "a.mtx", "x.mtx", "x.mtx", "--within", "0"},
                                   {"method", "a.mtx", "a.mtx", "--stabilizer", "ggl", "--step", "1 s"},
                                   {"method", "a.mtx", "a.mtx", "--stabilizer", "ggl", "--limit", "step"},
                                   {"method", "unit.mtx", "wide.mtx", "--stabilizer", "ggl", "--step", "1 s"}};
  for (const Arguments& one : all) {
    Arguments arguments{"certify"};
    arguments.insert(arguments.end(), one.begin(), one.end());
    arguments.insert(arguments.end(), {"--certificate", "out.jsonl"});
    const Outcome outcome = place.run(arguments);
    BOOST_TEST(outcome.code == 0, one[0] << ": " << outcome.out << outcome.err);
    const FileReport report = check_file(place.path("out.jsonl"), {});
    BOOST_TEST(exit_code({report}) == all_reproved, one[0] << ": " << as_text(report));
  }
}

BOOST_AUTO_TEST_CASE(bounds_of_no_eigenvalue_are_not_stated) {
  const Workplace place;
  place.write("a.mtx", "%%MatrixMarket matrix array real general\n0 0\n");
  BOOST_TEST(!place.run({"certify", "class", "a.mtx"}).says("smallest eigenvalue"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_empty
