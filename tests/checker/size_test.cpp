// Sizes that a file only names: they are compared with the numbers that are there before memory is allocated.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <string>

#include "tests/checker/examples.hpp"
#include "tests/checker/statement_examples.hpp"

namespace perpend::test::of_size {

using namespace perpend::test;
using namespace perpend::checker;
using nlohmann::ordered_json;

namespace {

using Pointer = ordered_json::json_pointer;

/// Of this process, in kB: what it ever asked for, touched or not.
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

}  // namespace perpend::test::of_size
