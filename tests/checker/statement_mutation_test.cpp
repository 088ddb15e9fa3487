// Every entry of every statement is corrupted in turn. The checker has to notice; where it does not, the claim has to
// be true of the corrupted numbers, which the program that makes statements confirms.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tests/checker/examples.hpp"
#include "tests/checker/statement_examples.hpp"
#include "tests/cli/program.hpp"

namespace perpend::test::of_statement_mutation {

using namespace perpend::test;
using nlohmann::ordered_json;

namespace {

using Pointer = ordered_json::json_pointer;

/// What explains a statement and is no part of it.
const std::vector<std::string> explanations{"/theorem", "/subject", "/arithmetic"};

bool is_noticed(const StatementExample& example) {
  return code_of(example.text()) != perpend::checker::all_reproved;
}

bool begins_with_any(const std::string& path, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& beginning) { return path.starts_with(beginning); });
}

/// The name of an answer is no part of what is claimed of it.
bool is_name_of_file(const StatementExample& example, const std::string& path) {
  const ordered_json& facts = example.line["facts"];
  for (std::size_t k = 0; k < facts.size(); ++k)
    if (facts[k]["name"] == "answer" && path == "/facts/" + std::to_string(k) + "/value") return true;
  return false;
}

/// A few entries of a long list stand for all of them.
bool is_sampled(const StatementExample& example, const std::string& path) {
  constexpr std::size_t long_list = 24;
  const std::size_t last = path.rfind('/');
  const ordered_json& list = example.line[Pointer(path.substr(0, last))];
  return !list.is_array() || list.size() <= long_list || std::stoi(path.substr(last + 1)) % 11 == 0;
}

StatementExample with(StatementExample example, const std::string& path, const ordered_json& value) {
  example.line[Pointer(path)] = value;
  return example;
}

/// The other sign; 1 in place of 0; the next whole number; another word.
ordered_json corrupted(const ordered_json& leaf) {
  if (leaf.is_number_integer()) return leaf.get<long>() + 1;
  if (!leaf.is_string()) return "?";
  const auto text = leaf.get<std::string>();
  const bool is_number = text.find_first_not_of("-+0123456789abcdefpx./") == std::string::npos && !text.empty() &&
                         text.find_first_of("0123456789") != std::string::npos;
  if (!is_number) return text + "?";
  if (std::strtod(text.c_str(), nullptr) == 0.0) return "0x1p+0";
  return text.front() == '-' ? text.substr(1) : "-" + text;
}

std::string hexadecimal(double x) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%a", x);
  return text.data();
}

/// Twice as much said: "at least" grows, "at most" shrinks. Empty where that is true as well.
std::string sharper(const std::string& name, const std::string& bound) {
  const double value = std::strtod(bound.c_str(), nullptr);
  if (name == "row of it") return hexadecimal(value + 1000.0);
  // A bound by a residual may be several times smaller than the distance, which the checker finds itself.
  if (name.find("at least") != std::string::npos) return hexadecimal(value < 0.1 ? 0.9 : value * 16.0);
  return value == 0.0 ? "" : hexadecimal(value / 1e6);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(statement_mutations)

BOOST_AUTO_TEST_CASE(every_statement_is_proved_again) {
  for (const auto& [name, example] : statement_examples())
    BOOST_TEST(code_of(example.text()) == perpend::checker::all_reproved,
               name << "\n"
                    << perpend::checker::as_text(check(example.text())));
}

BOOST_AUTO_TEST_CASE(examples_are_of_every_kind_and_way) {
  std::map<std::string, int> kinds;
  for (const auto& [name, example] : statement_examples()) ++kinds[example.line["kind"].get<std::string>()];
  for (const char* kind : {"spd", "rank", "linear", "lcp", "solvability", "class", "rho", "method", "limit",
                           "friction_cone", "friction_pyramid", "friction_existence"})
    BOOST_TEST(kinds[kind] >= 2, kind);
  const auto& all = statement_examples();
  for (const char* name : {"friction refuted", "friction global refuted", "friction with other velocities"})
    BOOST_TEST(all.at(name).line["verdict"] == "refuted", name);
  for (const char* name : {"linear not within", "linear not within, singular", "linear without solution",
                           "lcp not within", "lcp not within, any"})
    BOOST_TEST(all.at(name).line["verdict"] == "refuted", name);
  for (const char* name : {"linear within", "linear solved", "lcp within"})
    BOOST_TEST(all.at(name).line["verdict"] == "proved", name);
  BOOST_TEST(all.at("lcp not within").line["witness"].contains("active rows"));
  BOOST_TEST(all.at("friction with velocities").line["data"].contains("u"));
  for (const char* name : {"friction global", "contacts global"})
    BOOST_TEST(all.at(name).line["data"].contains("H"), name);
  BOOST_TEST(all.at("class by a diagonal").line["witness"].contains("D"));
  BOOST_TEST(all.at("contradiction").line["witness"].contains("y"));
  BOOST_TEST(all.at("enclosed").line["witness"].contains("slack"));
  BOOST_TEST(all.at("active rows").line["witness"].contains("active rows"));
  BOOST_TEST(all.at("point").line["witness"].contains("point"));
  BOOST_TEST(all.at("contacts opened").line["witness"].contains("opening motion"));
  BOOST_TEST(all.at("rank nearly lost").line["witness"].contains("kept rows"));
  BOOST_TEST(all.at("contacts by forces").line["witness"].contains("opening forces"));
  BOOST_TEST(all.at("contacts contradicted").line["witness"].contains("c"));
  for (const char* name : {"rho inside", "rho outside"}) BOOST_TEST(all.at(name).line["witness"].contains("H"));
  for (const char* name : {"class above", "wedge above"})
    BOOST_TEST(all.at(name).line["witness"].contains("direction"), name);
  BOOST_TEST(all.at("wedge semidefinite").line["witness"].contains("s"));
  BOOST_TEST(all.at("lcp degenerate").line["witness"]["active"] == nlohmann::ordered_json({"0x1p+0", "0x1p-1"}));
  BOOST_TEST(all.at("three solutions").line["witness"].contains("z3"));
}

BOOST_AUTO_TEST_CASE(a_claim_of_other_words_facts_or_witnesses_is_noticed) {
  for (const auto& [name, example] : statement_examples()) {
    const ordered_json flat = example.line.flatten();
    for (const auto& [path, value] : flat.items()) {
      // A row more in a contradiction may leave it one.
      if (name == "contradiction" && path.starts_with("/witness") && value == "0") continue;
      // A single row shows as much with either sign.
      if (path == "/witness/not P: x/0" && example.line["witness"]["not P: x"].size() == 1) continue;
      // Other matrices of Stein, and directions, show the same.
      if (name == "rho outside" && path.starts_with("/witness")) continue;
      if (path.starts_with("/witness/H")) continue;
      // Other motions open the contacts as well.
      if (path.starts_with("/witness/opening")) continue;
      if (path.starts_with("/data") || path.starts_with("/bounds") || !value.is_primitive() || value.is_null())
        continue;
      const bool is_harmless =
          begins_with_any(path, explanations) || (path == "/reason" && value != "") || is_name_of_file(example, path);
      BOOST_TEST(is_noticed(with(example, path, corrupted(value))) != is_harmless, name << ": " << path);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_sharper_bound_is_noticed) {
  for (const auto& [name, example] : statement_examples())
    for (const auto& [bound, value] : example.line["bounds"].items()) {
      StatementExample other = example;
      for (const ordered_json& wrong : {ordered_json(), ordered_json("?"), ordered_json(0.0)}) {
        other.line["bounds"][bound] = wrong;
        BOOST_TEST(is_noticed(other), name << ": '" << bound << "' = " << wrong.dump());
      }
      const std::string more = sharper(bound, value);
      if (more.empty()) continue;
      other.line["bounds"][bound] = more;
      BOOST_TEST(is_noticed(other), name << ": '" << bound << "' = " << more << " for " << value.get<std::string>());
    }
}

BOOST_AUTO_TEST_CASE(another_number_of_rows_told_apart_is_noticed) {
  const char* const count = "rows granted as rounding of rows they join";
  for (const auto& [name, example] : statement_examples()) {
    if (!example.line["bounds"].contains(count)) continue;
    StatementExample other = example;
    for (const double wrong : {-1.0, 0.5, 2.0, 1000.0}) {
      other.line["bounds"][count] = hexadecimal(wrong);
      BOOST_TEST(is_noticed(other), name << ": " << wrong);
    }
    other.line["bounds"][count] = hexadecimal(name == "lcp beside" ? 0.0 : 1.0);
    BOOST_TEST(is_noticed(other), name << ": one more or less");
  }
  BOOST_TEST(statement_examples().at("lcp beside").line["verdict"] == "proved");
}

BOOST_AUTO_TEST_CASE(an_error_without_its_row_is_noticed) {
  int errors = 0;
  for (const auto& [name, example] : statement_examples()) {
    if (!example.line["bounds"].contains("row of it")) continue;
    StatementExample other = example;
    other.line["bounds"].erase("row of it");
    BOOST_TEST(is_noticed(other), name);
    ++errors;
  }
  BOOST_TEST(errors >= 5);
}

BOOST_AUTO_TEST_CASE(other_data_is_noticed_or_leaves_the_claim_true) {
  int noticed = 0, harmless = 0;
  for (const auto& [name, example] : statement_examples()) {
    const ordered_json flat = example.line["data"].flatten();
    for (const auto& [path, value] : flat.items()) {
      if (!is_sampled(example, "/data" + path)) continue;
      const StatementExample other = with(example, "/data" + path, corrupted(value));
      if (is_noticed(other)) {
        ++noticed;
        continue;
      }
      ++harmless;
      BOOST_TEST(verdict_anew(other.line) == example.line["verdict"], name << ": " << path);
    }
  }
  BOOST_TEST_MESSAGE(noticed << " noticed, " << harmless << " leave the claim true");
  BOOST_TEST(noticed > 3 * harmless);
}

BOOST_AUTO_TEST_CASE(another_verdict_is_noticed) {
  for (const auto& [name, example] : statement_examples())
    for (const char* verdict : {"proved", "refuted", "certain"}) {
      if (example.line["verdict"] == verdict) continue;
      StatementExample other = with(example, "/verdict", verdict);
      BOOST_TEST(is_noticed(other), name << ": " << verdict);
      other.line["reason"] = std::string(verdict) == "refuted" ? "so it was found" : "";
      BOOST_TEST(is_noticed(other), name << ": " << verdict << ", with the reason that belongs to it");
    }
}

BOOST_AUTO_TEST_CASE(a_last_bit_that_matters_is_noticed) {
  // Singular to the bit: one unit more on the diagonal, and x^T A x > 0.
  BOOST_TEST(is_noticed(with(statement_examples().at("spd refuted"), "/data/A/value/0", "0x1.0000000000001p+0")));
  // On the circle to the bit.
  BOOST_TEST(is_noticed(with(statement_examples().at("rho bounded"), "/data/A/value/0", "0x1.0000000000001p+0")));
  BOOST_TEST(is_noticed(with(statement_examples().at("rank dependent"), "/data/A/value/8", "0x1.2000000000001p+3")));
}

BOOST_AUTO_TEST_CASE(a_matrix_of_stein_that_shows_nothing_is_noticed) {
  const StatementExample& inside = statement_examples().at("rho inside");
  for (const int i : {0, 1, 25, 50}) {
    const std::string path = "/witness/H/" + std::to_string(i * (i + 1) / 2 + i);
    const std::string entry = inside.line[Pointer(path)];
    BOOST_TEST(is_noticed(with(inside, path, "-" + entry)), path << " has the other sign");
  }
  const StatementExample& outside = statement_examples().at("rho outside");
  StatementExample other = with(inside, "/witness/H", outside.line["witness"]["H"]);
  BOOST_TEST(is_noticed(other));
  other = with(outside, "/witness/x", nlohmann::ordered_json::array());
  for (int i = 0; i < 51; ++i) other.line["witness"]["x"].push_back("0x0p+0");
  BOOST_TEST(is_noticed(other));
}

BOOST_AUTO_TEST_CASE(a_class_refuted_by_a_vector_that_shows_nothing_is_noticed) {
  for (const char* name : {"class refuted", "class not P", "class not copositive"}) {
    const StatementExample& example = statement_examples().at(name);
    // [1 2 0; 0 1 2; -2 0 1] is copositive.
    BOOST_TEST(example.line["verdict"] == (name == std::string("class not P") ? "proved" : "undecided"), name);
    for (const auto& [witness, values] : example.line["witness"].items()) {
      if (!witness.ends_with(": x")) continue;
      StatementExample other = example;
      for (ordered_json& value : other.line["witness"][witness]) value = "0";
      BOOST_TEST(is_noticed(other), name << ": " << witness << " = 0");
      if (witness.starts_with("not P") || values.size() < 2) continue;
      other.line["witness"][witness] = values;
      other.line["witness"][witness][0] = "1000000";
      BOOST_TEST(is_noticed(other), name << ": " << witness << " far from it");
    }
  }
  const StatementExample& ring = statement_examples().at("class refuted");
  BOOST_TEST(ring.line["witness"]["not P: rows"] == ordered_json({"5"}));
  BOOST_TEST(is_noticed(with(ring, "/witness/not P: rows/0", "6")));
  BOOST_TEST(is_noticed(with(ring, "/witness/not copositive: rows/0", "6")));
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_noticed) {
  for (const auto& [name, example] : statement_examples())
    for (const char* part : {"statement", "kind", "claim", "verdict", "reason", "bounds", "facts", "witness", "data"}) {
      StatementExample other = example;
      other.line.erase(part);
      BOOST_TEST(is_noticed(other), name << ": no " << part);
      for (const auto& [inner, value] : example.line[part].items()) {
        if (!example.line[part].is_object()) continue;
        other = example;
        other.line[part].erase(inner);
        const bool is_empty = value.is_array() && value.empty();  // a list of no numbers says nothing
        const bool is_extra =
            part == std::string("bounds") || (part == std::string("witness") && (inner == "v" || is_empty));
        BOOST_TEST((is_extra || is_noticed(other)), name << ": no " << part << " " << inner);
      }
    }
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_open_and_not_false) {
  for (const auto& [name, example] : statement_examples()) {
    const auto expect_open = [&, &name = name](const StatementExample& other, const std::string& what) {
      BOOST_TEST(code_of(other.text()) != perpend::checker::something_wrong,
                 name << ": without " << what << "\n"
                      << perpend::checker::as_text(check(other.text())));
    };
    for (const char* part : {"bounds", "witness"})
      for (const auto& [inner, value] : example.line[part].items()) {
        StatementExample other = example;
        other.line[part].erase(inner);
        expect_open(other, inner);
      }
    for (std::size_t k = 0; k < example.line["facts"].size(); ++k) {
      StatementExample other = example;
      other.line["facts"].erase(k);
      expect_open(other, example.line["facts"][k].dump());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_witness_that_shows_nothing_is_no_proof_of_the_opposite) {
  // Each of these claims stays true, whatever is given for it.
  const auto with_zeros = [](const char* name, const char* witness) {
    StatementExample other = statement_examples().at(name);
    for (ordered_json& value : other.line["witness"][witness]) value = "0";
    return code_of(other.text());
  };
  for (const auto& [name, witness] : {std::pair("spd refuted", "x"),
                                      {"rho inside", "H"},
                                      {"class by a diagonal", "D"},
                                      {"contacts opened", "opening motion"}})
    BOOST_TEST(with_zeros(name, witness) == perpend::checker::some_open, name);
}

BOOST_AUTO_TEST_CASE(a_distance_that_balls_cannot_separate_is_open) {
  // z* = (1, 1); the distance of z is 2^-52, to the last bit.
  const Workplace place;
  place.write("a.txt", "3 1\n1 3\n");
  place.write("b.txt", "-4\n-4\n");
  place.write("z.txt", "0x1.0000000000001p0\n1\n");
  BOOST_TEST(place.run({"certify", "lcp", "a.txt", "b.txt", "z.txt", "--bounds", "--certificate", "out.jsonl"}).code ==
             0);
  const std::string text = place.read("out.jsonl");
  const std::size_t end = text.find('\n');
  StatementExample example{ordered_json::parse(text.substr(0, end)), ordered_json::parse(text.substr(end + 1))};
  BOOST_TEST(code_of(example.text()) == perpend::checker::all_reproved);
  const std::string name = "distance of z to any solution at least";
  BOOST_REQUIRE(example.line["bounds"].contains(name));
  example.line["bounds"][name] = "0x1p-52";
  BOOST_TEST(code_of(example.text()) != perpend::checker::something_wrong,
             perpend::checker::as_text(check(example.text())));
  example.line["bounds"][name] = "0x1.0000000000001p-52";
  BOOST_TEST(code_of(example.text()) == perpend::checker::something_wrong);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_statement_mutation
