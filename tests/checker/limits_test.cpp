// The ends of what is worked on: sizes that a file only names are compared with the numbers that are there before
// memory is allocated; work is counted, so that a claim that takes more than is granted is open at the same place on
// every machine; problems of 0 rows are true as they are.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <string>

#include "tests/checker/examples.hpp"
#include "tests/checker/statement_examples.hpp"
#include "tests/cli/program.hpp"
#include "verification/checker/stability/circle.hpp"

namespace perpend::test::of_limits {

using namespace perpend::test;
using namespace perpend::checker;
using nlohmann::ordered_json;

namespace {

using Pointer = ordered_json::json_pointer;

/// Memory that this process ever asked for, touched or not [kB].
long most_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmPeak:") {
      long size = 0;
      status >> size;
      return size;
    }
  return 0;
}

/// Two entries of a list stand for all.
bool is_sampled(const std::string& path) {
  const std::string last = path.substr(path.rfind('/') + 1);
  return last.find_first_not_of("0123456789") != std::string::npos || std::stol(last) < 2;
}

/// Room for the reading of a line and for reports, kB; one entry of ten million in any list is more.
constexpr long small_room = 1L << 16;

template <class Examples>
void expect_all_sizes_to_be_held_against_numbers(const Examples& examples) {
  int changed = 0;
  for (const auto& [name, example] : examples) {
    const long before = most_memory();
    const ordered_json flat = example.line["data"].flatten();
    for (const auto& [path, value] : flat.items()) {
      if (!value.is_number_integer() || !is_sampled(path)) continue;
      auto mutant = example;
      for (const long size : {-1L, (1L << 30) - 1, 1L << 40}) {
        mutant.line["data"][Pointer(path)] = size;
        const FileReport report = check(mutant.text());
        const bool has_words =
            exit_code({report}) == all_reproved || as_text(report).find("line ") != std::string::npos;
        BOOST_TEST(has_words, name << ": " << path << " = " << size << "\n" << as_text(report));
        ++changed;
      }
    }
    BOOST_TEST(most_memory() - before < small_room, name);
  }
  BOOST_TEST(changed > 200);
}

template <class Examples>
void expect_all_numbers_to_be_of_some_length(const Examples& examples) {
  const std::string digits(20'000, '7');
  for (const auto& [name, example] : examples) {
    const long before = most_memory();
    const ordered_json flat = example.line["data"].flatten();
    for (const auto& [path, value] : flat.items()) {
      if (!value.is_string() || !is_sampled(path)) continue;
      auto mutant = example;
      for (const std::string& number :
           {std::string("0x1p+999999999"), std::string("1e999999999"), std::string("1e-1000000000000"),
            "0x" + digits + "p+0", digits, "1/" + digits}) {
        mutant.line["data"][Pointer(path)] = number;
        BOOST_TEST(check(mutant.text()).error == "", name << ": " << path << " = " << number.substr(0, 20));
      }
    }
    BOOST_TEST(most_memory() - before < small_room, name);
  }
}

std::vector<std::string> ones(std::size_t count) {
  return std::vector<std::string>(count, "0x1p+0");
}

class GrantedWork {
 public:
  explicit GrantedWork(double work) { work_granted = work; }
  ~GrantedWork() {
    work_granted = most_work;
    begin_work();
  }
  GrantedWork(const GrantedWork&) = delete;
  GrantedWork& operator=(const GrantedWork&) = delete;
};

/// (z - 2^-e) (z - 2^e) ..., n factors of each.
WholePolynomial far_apart(int n, int exponent) {
  WholePolynomial p, factor;
  fmpz_poly_one(p.raw());
  for (int k = 0; k < n; ++k)
    for (const bool is_large : {false, true}) {
      fmpz_t power;
      fmpz_init(power);
      fmpz_one(power);
      fmpz_mul_2exp(power, power, static_cast<ulong>(exponent + k));
      fmpz_poly_zero(factor.raw());
      fmpz_poly_set_coeff_fmpz(factor.raw(), is_large ? 0 : 1, power);
      fmpz_poly_set_coeff_si(factor.raw(), is_large ? 1 : 0, -1);
      fmpz_poly_mul(p.raw(), p.raw(), factor.raw());
      fmpz_clear(power);
    }
  return p;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sizes)

BOOST_AUTO_TEST_CASE(a_size_of_a_statement_is_held_against_its_numbers) {
  expect_all_sizes_to_be_held_against_numbers(statement_examples());
}

BOOST_AUTO_TEST_CASE(a_size_of_a_run_is_held_against_its_numbers) {
  expect_all_sizes_to_be_held_against_numbers(examples());
}

BOOST_AUTO_TEST_CASE(a_number_is_no_longer_than_a_double_can_be) {
  expect_all_numbers_to_be_of_some_length(statement_examples());
  expect_all_numbers_to_be_of_some_length(examples());
}

BOOST_AUTO_TEST_CASE(empty_columns_change_no_rank) {
  for (const char* name : {"rank refuted", "rank dependent", "rank nearly lost", "rank above"}) {
    StatementExample wide = statement_examples().at(name);
    wide.line["data"]["A"]["num_columns"] = 1'000'000'000;
    BOOST_TEST(code_of(wide.text()) == all_reproved, name << "\n" << as_text(check(wide.text())));
  }
}

BOOST_AUTO_TEST_CASE(what_is_too_large_is_open_and_says_so) {
  Example large = examples().at("spd_delassus");
  ordered_json& data = large.line["data"];
  data["jacobian"] = ordered_json::array();
  for (const char* name : {"lower", "upper", "inertia", "left_out"}) data.erase(name);
  for (const char* name : {"mass", "motion", "x"}) data[name] = ones(20'000);
  for (const char* name : {"compliance", "target", "multiplier"}) data[name] = ones(2'000);
  const FileReport report = check(large.text());
  BOOST_TEST(exit_code({report}) == some_open);
  BOOST_TEST(as_text(report).find("2000 x 22000 is too large") != std::string::npos, as_text(report));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(work)

BOOST_AUTO_TEST_CASE(a_true_claim_is_never_wrong_however_little_work_is_granted) {
  int num_open = 0;
  const auto expect = [&](const std::string& name, const std::string& text) {
    for (const double granted : {1e3, 1e5}) {
      const GrantedWork less(granted);
      const ExitCode code = code_of(text);
      BOOST_TEST((code == all_reproved || code == some_open || code == file_wrong), name << " " << granted);
      num_open += code == some_open ? 1 : 0;
    }
    BOOST_TEST(code_of(text) == all_reproved, name);
  };
  for (const auto& [name, example] : examples()) expect(name, example.text());
  for (const auto& [name, example] : statement_examples()) expect(name, example.text());
  BOOST_TEST(num_open > 20);
}

BOOST_AUTO_TEST_CASE(what_a_line_took_is_not_missed_by_the_next_one) {
  const StatementExample& large = statement_examples().at("rho inside");
  StatementExample small = statement_examples().at("spd refuted");
  small.line["statement"] = 2;
  double needed = 0.0;
  for (double granted = 1e2; granted < most_work; granted *= 2.0) {
    const GrantedWork some(granted);
    if (code_of(large.text()) != all_reproved) continue;
    needed = granted;
    break;
  }
  BOOST_REQUIRE(needed > 1e3);
  const GrantedWork enough(needed);
  BOOST_TEST(code_of(large.text() + small.line.dump() + '\n') == all_reproved);
}

BOOST_AUTO_TEST_CASE(a_matrix_of_tiny_entries_has_its_eigenvalues_inside_and_the_check_ends) {
  const Workplace place;
  for (const char* entry : {"0x1p-1000", "0x1.8p-500", "0x1p-1070"}) {
    std::string text;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) text += std::string(i * j % 3 == 1 ? "-" : "") + entry + (j == 3 ? "\n" : " ");
    place.write("x.txt", text);
    const Outcome made = place.run({"certify", "rho", "x.txt", "--certificate", "x.jsonl"});
    BOOST_TEST(made.says("proved"), made.out);
    BOOST_TEST(exit_code({check_file(place.path("x.jsonl"), {})}) == all_reproved, entry);
  }
}

BOOST_AUTO_TEST_CASE(eigenvalues_on_the_circle_beside_tiny_ones_are_decided_or_left_open) {
  const Workplace place;
  const std::string tiny = " 0x1p-1000 ";
  for (const std::string& text :
       {"0 1 0" + tiny + "\n-1 0 0 0\n0 0" + tiny + tiny + "\n" + tiny + "0" + tiny + "0x1p-999\n",
        "1" + tiny + "0 0\n" + tiny + "1 0 0\n0 0" + tiny + "1\n0 0 0" + tiny + "\n",
        "1 0 0 0\n0 0.5 0 0\n0 0" + tiny + "1\n0 0 -0x1p-1000 0x1p-1000\n"}) {
    place.write("x.txt", text);
    BOOST_TEST(place.run({"certify", "rho", "x.txt", "--certificate", "x.jsonl"}).code < 2);
    const FileReport report = check_file(place.path("x.jsonl"), {});
    BOOST_TEST(exit_code({report}) != something_wrong, as_text(report));
  }
}

BOOST_AUTO_TEST_CASE(roots_that_are_far_apart_are_found_or_left_open) {
  for (const int n : {1, 2, 4})
    for (const int exponent : {1, 10, 100, 1000}) {
      const auto count = count_on_circle(far_apart(n, exponent));
      BOOST_TEST((!count || count->has_outside), n << " " << exponent);
      if (exponent == 1) BOOST_TEST(count.has_value());
    }
}

BOOST_AUTO_TEST_SUITE_END()

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

/// <A> v > 0 with v = (1e310, 1) is beyond the doubles.
BOOST_AUTO_TEST_CASE(a_witness_that_no_double_holds_is_left_out) {
  const Workplace place;
  place.write("a.txt", "1e-310 -1\n0 1\n");
  place.write("b.txt", "5\n-1\n");
  place.write("z.txt", "0\n1\n");
  const std::vector<Arguments> all{{"lcp", "a.txt", "b.txt", "z.txt"},
                                   {"lcp", "a.txt", "b.txt", "z.txt", "--bounds"},
                                   {"lcp", "a.txt", "b.txt", "z.txt", "--within", "1e-9"},
                                   {"lcp", "a.txt", "b.txt"},
                                   {"class", "a.txt"}};
  for (const Arguments& one : all) {
    Arguments arguments{"certify"};
    arguments.insert(arguments.end(), one.begin(), one.end());
    arguments.insert(arguments.end(), {"--certificate", "out.jsonl"});
    const Outcome outcome = place.run(arguments);
    BOOST_TEST(outcome.code == 0, outcome.out << outcome.err);
    BOOST_TEST(!outcome.says("inf"), outcome.out);
    const FileReport report = check_file(place.path("out.jsonl"), {});
    BOOST_TEST(exit_code({report}) == all_reproved, one[0] << ": " << as_text(report));
  }
}

BOOST_AUTO_TEST_CASE(one_solution_whose_distance_no_double_bounds_is_no_contradiction) {
  const Workplace place;
  place.write("a.txt", "0x1p-1000\n");
  place.write("b.txt", "0x1p100\n");
  place.write("x.txt", "1\n");
  const Outcome made = place.run({"certify", "linear", "a.txt", "x.txt", "b.txt", "--certificate", "out.jsonl"});
  BOOST_TEST(made.says("refuted"), made.out);
  BOOST_TEST(!made.says("not shown to be regular"), made.out);
  const FileReport report = check_file(place.path("out.jsonl"), {});
  BOOST_TEST(exit_code({report}) == all_reproved, as_text(report));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_limits
