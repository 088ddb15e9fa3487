// Each entry that a certificate rests on is corrupted in turn, and the checker has to notice. An entry that a claim
// does not rest on may change: a claim that stays true is no error.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "tests/checker/examples.hpp"
#include "verification/certificates.hpp"
#include "verification/checker/kinds.hpp"

namespace perpend::test::of_mutation {

using namespace perpend::test;
using nlohmann::ordered_json;

namespace {

using Pointer = ordered_json::json_pointer;

bool is_noticed(const Example& example) {
  return code_of(example.text()) != perpend::checker::all_reproved;
}

/// Beginnings of the entries that each kind rests on.
const std::map<std::string, std::vector<std::string>> grounds{
    {"kkt_residual", {"/mass", "/motion", "/x", "/multiplier", "/target/0", "/target/1", "/jacobian/0/values"}},
    {"kept_rows", {"/mass", "/motion", "/x", "/multiplier", "/target", "/left_out", "/jacobian"}},
    {"complementarity",
     {"/mass", "/x/2", "/x/5", "/multiplier/4", "/multiplier/5", "/multiplier/6", "/upper/6", "/upper/7"}},
    {"contact_solve",
     {"/jacobian", "/mass", "/motion", "/target", "/x", "/multiplier", "/law", "/num_directions", "/rows_per_contact",
      "/directions", "/contacts/0/friction_gap_bias_compliance", "/contacts/0/rate_t", "/contacts/0/rows", "/normal",
      "/tangential", "/slip", "/normal_slack", "/tangential_slack", "/slip_slack"}},
    {"contact_kept_rows",
     {"/jacobian", "/mass/0", "/motion", "/target", "/x", "/multiplier", "/left_out", "/contacts/0/rate_t",
      "/contacts/0/rows", "/normal", "/normal_slack"}},
    {"contact_class", {"/mass", "/contacts/0/friction_gap_bias_compliance/0", "/law", "/num_directions"}},
    {"solvability", {"/mass/1", "/motion/1", "/contacts/0/friction_gap_bias_compliance/0", "/contacts/0/slide/0"}},
    {"num_solutions", {"/mass/1", "/num_directions", "/rows_per_contact", "/directions"}},
    {"spd_delassus", {"/mass"}},
    {"rank", {"/mass", "/left_out"}},
    {"spectral_radius",
     {"/update/qq", "/update/qv", "/update/vv", "/update/vq/factors", "/update/step", "/update/free_dimension",
      "/update/constrained_dimension"}}};

/// Changed so that what rests on it becomes false: the other sign of numbers, another whole number, another word.
/// Nothing for 0 and for what is rounding compared with 1.
ordered_json corrupted(const ordered_json& leaf) {
  if (leaf.is_number_integer()) return leaf.get<long>() + 1;
  const auto text = leaf.get<std::string>();
  if (text.find("0x") == std::string::npos) return "?";
  if (std::abs(std::strtod(text.c_str(), nullptr)) < 0x1p-50) return {};
  return text.front() == '-' ? text.substr(1) : "-" + text;
}

Example with_bound(Example example, std::size_t i, const ordered_json& value) {
  example.line["bounds"][i] = value;
  return example;
}

/// What a bound says more of: "at least" grows, "at most" shrinks, a count is another one. Below 2^-80 a bound is what
/// doubled precision cannot tell from 0. A distance from a rank is rounding: the rows of this loop depend exactly. What
/// contacts are missed by is enclosed in double precision: a sum of some thirty terms may be wider than what it holds.
std::vector<double> sharper(const std::string& kind, const std::string& name, double bound) {
  if (name == "worst row") return {bound + 1000.0};
  if (name.find("at least") != std::string::npos) return {bound * 1.5 + 0.5};
  if (name.find("at most") == std::string::npos) return {bound + 1.0};
  if (bound < 0x1p-80 || name.starts_with("distance")) return {};
  return {bound / (kind == "contact_kept_rows" ? 64.0 : 4.0)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mutations)

/// Written twice on purpose: a number that is called by another name in the file is not that of its kind.
BOOST_AUTO_TEST_CASE(the_checker_knows_every_kind_of_certificate_and_the_names_of_its_numbers) {
  constexpr int num_kinds = static_cast<int>(CertificateKind::reference) + 1;
  BOOST_TEST(std::size(perpend::checker::run_kinds::all) == static_cast<std::size_t>(num_kinds));
  for (int i = 0; i < num_kinds; ++i) {
    const CertificateType& type = certificate_type(static_cast<CertificateKind>(i));
    const perpend::checker::Kind* kind = perpend::checker::find_kind(perpend::checker::run_kinds::all, type.id);
    BOOST_REQUIRE_MESSAGE(kind != nullptr, type.id);
    std::vector<std::string> written, known;
    for (const BoundType& bound : type.bounds)
      if (bound.name != nullptr) written.push_back(describe(bound));
    for (const perpend::checker::BoundRule& rule : kind->bounds) known.emplace_back(rule.name);
    BOOST_TEST(written == known, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(certificates_of_real_runs_are_proved_again) {
  for (const auto& [kind, example] : examples()) {
    BOOST_TEST(code_of(example.text()) == perpend::checker::all_reproved,
               perpend::checker::as_text(check(example.text())));
  }
  for (const auto& [kind, entries] : grounds) BOOST_TEST(examples().contains(kind), kind);
}

BOOST_AUTO_TEST_CASE(a_normal_impulse_that_is_given_is_guarded) {
  BOOST_TEST(code_of(expansion().text()) == perpend::checker::all_reproved,
             perpend::checker::as_text(check(expansion().text())));
  const Pointer place("/data/contacts/0/given_normal");
  BOOST_REQUIRE(expansion().line.contains(place));
  Example changed = expansion();
  for (const char* number : {"-0x1p+0", "0x1p-3", "0x0p+0", "0x1p+3"}) {
    changed.line[place][0] = number;
    BOOST_TEST(is_noticed(changed), number);
  }
  changed.line["data"]["contacts"][0].erase("given_normal");
  BOOST_TEST(is_noticed(changed));
}

BOOST_AUTO_TEST_CASE(each_entry_that_a_claim_rests_on_is_guarded) {
  for (const auto& [kind, entries] : grounds) {
    const Example& example = examples().at(kind);
    int changed = 0;
    const ordered_json flat = example.line["data"].flatten();
    for (const auto& [path, value] : flat.items()) {
      const bool is_ground = std::any_of(entries.begin(), entries.end(),
                                         [&path = path](const std::string& entry) { return path.starts_with(entry); });
      const ordered_json other = is_ground ? corrupted(value) : ordered_json();
      // The gap is where the contact was, not what was solved.
      if (other.is_null() || path.ends_with("friction_gap_bias_compliance/1")) continue;
      Example mutant = example;
      mutant.line["data"][Pointer(path)] = other;
      BOOST_TEST(is_noticed(mutant), kind << ": " << path << " = " << other.dump() << " in place of " << value.dump());
      ++changed;
    }
    BOOST_TEST(changed > 0, kind);
  }
}

BOOST_AUTO_TEST_CASE(a_sharper_bound_than_was_proved_is_noticed) {
  for (const auto& [kind, example] : examples()) {
    // A refutation states no bounds.
    if (example.line["verdict"] != "proved") continue;
    for (std::size_t i = 0; i < example.line["bounds"].size(); ++i) {
      const std::string name = example.group["bounds"][i];
      for (const double bound : sharper(kind, name, example.line["bounds"][i]))
        BOOST_TEST(is_noticed(with_bound(example, i, bound)), kind << ": '" << name << "' = " << bound);
      BOOST_TEST(is_noticed(with_bound(example, i, nullptr)), kind << ": '" << name << "' = null");
      BOOST_TEST(is_noticed(with_bound(example, i, "0")), kind << ": '" << name << "' = \"0\"");
    }
  }
}

BOOST_AUTO_TEST_CASE(a_dependent_row_that_is_none_is_noticed) {
  const Example& example = examples().at("rank");
  const int left_out = example.line["data"]["left_out"][0];
  // Where the one motion that the loop has left moves nothing, a row may change.
  int noticed = 0;
  for (std::size_t i = 0; i < example.line["data"]["jacobian"].size(); ++i) {
    const ordered_json& block = example.line["data"]["jacobian"][i];
    const int row = left_out - block["row"].get<int>();
    if (row < 0 || row >= block["num_rows"].get<int>()) continue;
    // One unit of the tenth digit, far beyond the distance claimed.
    for (int j = 0; j < block["num_columns"].get<int>(); ++j) {
      Example mutant = example;
      mutant.line["data"]["jacobian"][i]["values"][row * block["num_columns"].get<int>() + j] = "0x1.01p-33";
      noticed += is_noticed(mutant) ? 1 : 0;
    }
  }
  BOOST_TEST(noticed >= 6);
}

BOOST_AUTO_TEST_CASE(a_mass_matrix_that_is_not_positive_definite_shows_nothing) {
  // What rests on the energy: a projector, a Gram matrix. Scaled by a power of two a mass still is one.
  for (const char* kind : {"spectral_radius", "spd_delassus", "rank", "contact_class", "kkt_residual", "kept_rows",
                           "complementarity", "contact_solve", "contact_kept_rows"}) {
    const Example& example = examples().at(kind);
    const auto with = [&](std::size_t i, const char* value) {
      Example mutant = example;
      mutant.line["data"]["mass"][i] = value;
      return mutant;
    };
    for (std::size_t i = 0; i < example.line["data"]["mass"].size(); ++i)
      for (const char* value : {"0x0p+0", "-0x0p+0", "-0x1p-1074", "-0x1p+1023"})
        BOOST_TEST(is_noticed(with(i, value)), kind << ": mass " << i << " = " << value);
  }
  for (const char* kind : {"spectral_radius", "spd_delassus", "rank", "contact_class"}) {
    Example skew = examples().at(kind);
    skew.line["data"]["inertia"] = {{{"first", 0}, {"values", {"0x1p+40", "0x0p+0", "0x0p+0"}}}};
    BOOST_TEST(is_noticed(skew), kind << ": an inertia with a large entry off its diagonal");
  }
}

BOOST_AUTO_TEST_CASE(a_compliance_that_no_theorem_covers_shows_nothing) {
  for (const char* kind : {"spectral_radius", "spd_delassus", "rank", "contact_class"}) {
    Example mutant = examples().at(kind);
    auto& compliance = mutant.line["data"]["compliance"];
    for (std::size_t i = 0; i < compliance.size(); ++i) {
      const auto before = compliance[i];
      compliance[i] = "-0x1p-1074";
      BOOST_TEST(is_noticed(mutant), kind << ": compliance " << i << " is negative");
      compliance[i] = "0x1p+0";
      if (std::string(kind) == "spectral_radius") BOOST_TEST(is_noticed(mutant), "rows with compliance of their own");
      compliance[i] = before;
    }
  }
}

/// A problem that no multiplier can obey has every property: no kind may show anything of it.
BOOST_AUTO_TEST_CASE(bounds_that_leave_no_room_are_wrong_whatever_is_claimed) {
  for (const char* kind : {"kkt_residual", "kept_rows", "complementarity", "contact_solve", "contact_kept_rows",
                           "contact_class", "solvability", "num_solutions", "spd_delassus", "rank"}) {
    Example example = examples().at(kind);
    if (example.line["data"]["compliance"].empty())  // a row that gives way and moves nothing
      for (const auto& [name, number] :
           {std::pair{"compliance", "0x1p+0"}, {"target", "0x0p+0"}, {"multiplier", "0x0p+0"}})
        example.line["data"][name] = {number};
    BOOST_TEST(code_of(example.text()) == perpend::checker::all_reproved, kind);
    const std::size_t num_rows = example.line["data"]["compliance"].size();
    for (const auto& [lower, upper] :
         {std::pair{"0x1p+0", "-0x1p+0"}, std::pair{"0x1.0000000000001p+0", "0x1p+0"}, std::pair{"inf", "inf"},
          std::pair{"-inf", "-inf"}, std::pair{"inf", "-inf"}, std::pair{"0x0p+0", "-inf"}, std::pair{"inf", "0x0p+0"}})
      for (std::size_t i = 0; i < num_rows; ++i) {
        Example mutant = example;
        ordered_json& data = mutant.line["data"];
        if (!data.contains("lower")) {
          data["lower"] = std::vector<std::string>(num_rows, "-inf");
          data["upper"] = std::vector<std::string>(num_rows, "inf");
        }
        data["lower"][i] = lower;
        data["upper"][i] = upper;
        BOOST_TEST(code_of(mutant.text()) == perpend::checker::something_wrong,
                   kind << ": multiplier " << i << " in [" << lower << ", " << upper << "]");
      }
  }
}

BOOST_AUTO_TEST_CASE(bounds_without_a_solve_are_wrong) {
  for (const char* kind : {"spd_delassus", "rank"}) {
    Example mutant = examples().at(kind);
    ordered_json& data = mutant.line["data"];
    data.erase("x");
    data["upper"] = std::vector<std::string>(data["compliance"].size(), "inf");
    BOOST_TEST(code_of(mutant.text()) == perpend::checker::something_wrong, kind);
  }
}

BOOST_AUTO_TEST_CASE(a_last_bit_that_matters_is_noticed) {
  // Both answers are exact to the bit in their pairs: the least change of one that is 0 breaks it.
  Example contact = examples().at("contact_solve");
  contact.line["data"]["slip_slack"][0] = "0x0.0000000000001p-1022";
  BOOST_TEST(is_noticed(contact));
  Example friction = examples().at("complementarity");
  friction.line["data"]["multiplier"][6] = "0x1.89374bc6a7ef9p-9";  // one unit off its bound, and its row is not met
  BOOST_TEST(is_noticed(friction));
}

BOOST_AUTO_TEST_CASE(another_verdict_is_noticed) {
  for (const auto& [kind, example] : examples()) {
    for (const char* verdict : {"proved", "refuted", "undecided", "certain"}) {
      Example other = example;
      // Undecided, with a reason: claims less, which is nothing.
      const bool is_weaker = other.line.contains("reason") && std::string(verdict) == "undecided";
      if (other.line["verdict"] == verdict || is_weaker) continue;
      other.line["verdict"] = verdict;
      BOOST_TEST(is_noticed(other), kind << ": " << verdict);
      if (std::string(verdict) != "refuted") continue;
      other.line["reason"] = "so it was found";
      BOOST_TEST(is_noticed(other), kind << ": refuted, with a reason");
    }
  }
}

BOOST_AUTO_TEST_CASE(data_of_another_size_is_noticed) {
  for (const auto& [kind, entries] : grounds) {
    const Example& example = examples().at(kind);
    for (const char* name : {"mass", "compliance", "motion", "target", "x", "multiplier", "lower", "upper", "normal",
                             "directions", "normal_slack", "contacts"}) {
      const bool is_used = kind == "contact_solve" || std::string(name).find("normal") == std::string::npos;
      if (!is_used || !example.line["data"].contains(name) || example.line["data"][name].empty()) continue;
      Example shorter = example;
      shorter.line["data"][name].erase(shorter.line["data"][name].size() - 1);
      BOOST_TEST(is_noticed(shorter), kind << ": " << name);
    }
    for (const char* name : {"jacobian", "mass", "compliance"}) {
      Example without = example;
      without.line["data"].erase(name);
      BOOST_TEST(is_noticed(without), kind << ": no " << name);
    }
    Example bare = example;
    bare.line.erase("data");
    BOOST_TEST(code_of(bare.text()) == perpend::checker::some_open, kind << ": no data");
  }
}

BOOST_AUTO_TEST_CASE(a_group_of_another_kind_is_noticed) {
  for (const auto& [kind, example] : examples())
    for (const auto& [other_kind, other] : examples()) {
      if (kind == other_kind) continue;
      Example mixed = example;
      mixed.group["kind"] = other_kind;
      BOOST_TEST(is_noticed(mixed), kind << " as " << other_kind);
      mixed.group["bounds"] = other.group["bounds"];
      BOOST_TEST(is_noticed(mixed), kind << " as " << other_kind << ", with its bounds");
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_mutation
