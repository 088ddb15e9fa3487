// Work is counted: a claim that takes more than is granted is open, at the same place on every machine.
#include <boost/test/unit_test.hpp>

#include "tests/checker/examples.hpp"
#include "tests/checker/statement_examples.hpp"
#include "tests/cli/program.hpp"
#include "verification/checker/stability/circle.hpp"

namespace perpend::test::of_work {

using namespace perpend::test;
using namespace perpend::checker;
using nlohmann::ordered_json;

namespace {

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

}  // namespace perpend::test::of_work
