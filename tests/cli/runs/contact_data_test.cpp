// certificates.jsonl holds what a certificate of contacts is about: read back, it certifies the same again.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <sstream>

#include "tests/cli/program.hpp"
#include "verification/contacts/contact_solve.hpp"

namespace perpend::test::of_contact_data {
namespace {

using nlohmann::json;

/// A box that lands sliding on a floor with a rod hinged to it, under all that a contact certificate can hold.
const std::string sliding_box = R"(experiment slide {
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    contacts { friction = 0.3; restitution = 0.5; restitution_law = poisson }
    fixed floor = halfplane(point: (0, 0) m, normal: (0, 1))
    body base = box(size: (0.4, 0.2) m) { mass = 3 kg; at = (0, 0.1) m; velocity = (1, -0.5) m/s }
    body bob = rod(length: 0.5 m) { mass = 0.7 kg; at = (0.25, 0.2) m; velocity = (1, -0.5) m/s }
    joint pin = revolute(base, bob) { at = (0, 0.2) m }
    contact lies = between(floor, base)
  }
  run { step = 10 ms; duration = 0.1 s }
  method pyramid = none
  method convex = stabilized_lcp(convex: true)
  measure drift = max_abs(constraint_error)
})";

std::vector<double> numbers(const json& list) {
  std::vector<double> values;
  for (const json& text : list) values.push_back(std::strtod(text.get<std::string>().c_str(), nullptr));
  return values;
}

VectorX vector(const json& list) {
  const std::vector<double> values = numbers(list);
  return Eigen::Map<const VectorX>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// Sides of one block have the same row and follow each other.
ConstraintRows joint_rows(const json& blocks, int num_rows, int num_columns) {
  ConstraintRows rows;
  rows.num_rows = num_rows;
  rows.num_columns = num_columns;
  for (const json& part : blocks) {
    const bool is_second = !rows.blocks.empty() && rows.blocks.back().first_row == part["row"];
    if (!is_second) rows.blocks.emplace_back();
    RowBlock& block = rows.blocks.back();
    block.first_row = part["row"];
    block.num_rows = part["num_rows"];
    const std::size_t side = is_second ? 1 : 0;
    block.first_column[side] = part["column"];
    block.num_columns[side] = part["num_columns"];
    block.first_value[side] = static_cast<int>(rows.values.size());
    for (const double value : numbers(part["values"])) rows.values.push_back(value);
  }
  return rows;
}

void append_read(const json& part, ContactProblem& problem) {
  Contact contact;
  contact.body = part["body"];
  contact.feature = part["feature"];
  const std::vector<double> four = numbers(part["friction_gap_bias_compliance"]);
  contact.friction = four[0];
  contact.gap = four[1];
  const int c = problem.rows.size();
  problem.bias[c] = four[2];
  problem.compliance[c] = four[3];
  ContactBlock block;
  for (std::size_t side = 0; side < part["rows"].size(); ++side) {
    const json& row = part["rows"][side];
    block.first_column[side] = row["column"];
    block.num_columns[side] = row["num_columns"];
    block.first_value[side] = static_cast<int>(problem.rows.values.size());
    for (const double value : numbers(row["values"])) problem.rows.values.push_back(value);
  }
  if (part.contains("given_normal")) {
    problem.given_normal.resize(problem.bias.size());
    problem.given_normal[c] = numbers(part["given_normal"]).front();
  }
  for (const double rate : numbers(part["rate_t"])) problem.rows.rate_t.push_back(rate);
  problem.rows.contacts.push_back(contact);
  problem.rows.blocks.push_back(block);
}

struct ReadBack {
  MassMatrix mass;
  ConstraintRows joints;
  ContactProblem problem;
  ContactSolution solution;

  explicit ReadBack(const json& data) {
    mass.diagonal = vector(data["mass"]);
    const VectorX target = vector(data["target"]);
    const int columns = static_cast<int>(mass.size());
    joints = joint_rows(data["jacobian"], static_cast<int>(target.size()), columns);
    problem.joints = {SolvePurpose::velocity, &mass, &joints, vector(data["compliance"]),
                      vector(data["motion"]), target};
    problem.law = data["law"] == "convex" ? FrictionLaw::convex : FrictionLaw::pyramid;
    problem.num_directions = data["num_directions"];
    problem.rows.rows_per_contact = data["rows_per_contact"];
    problem.rows.num_columns = columns;
    const auto count = static_cast<Eigen::Index>(data["contacts"].size());
    problem.bias.resize(count);
    problem.compliance.resize(count);
    for (const json& part : data["contacts"]) append_read(part, problem);
    solution.status = solution.joints.status = Status::converged;
    solution.lcp_size = data["lcp_size"];
    solution.joints.x = vector(data["x"]);
    solution.joints.multiplier = vector(data["multiplier"]);
    solution.normal = vector(data["normal"]);
    solution.tangential = vector(data["tangential"]);
    solution.slip = vector(data["slip"]);
    solution.normal_slack = vector(data["normal_slack"]);
    solution.tangential_slack = vector(data["tangential_slack"]);
    solution.slip_slack = vector(data["slip_slack"]);
  }
  ReadBack(const ReadBack&) = delete;
  ReadBack& operator=(const ReadBack&) = delete;
};

/// Lines of contact_solve that hold their data.
std::vector<json> lines_with_data(const std::string& text) {
  std::vector<json> found;
  int group = -1;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    json entry = json::parse(line);
    if (entry.value("kind", "") == "contact_solve") group = entry["group"];
    if (entry.contains("data") && entry["group"] == group && entry["data"].contains("contacts"))
      found.push_back(std::move(entry));
  }
  return found;
}

std::string hex(double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%a", value);
  return text.data();
}

struct SlidingBox {
  SlidingBox() {
    place.write("slide.scene", sliding_box);
    BOOST_REQUIRE_EQUAL(place.run({"run", "slide.scene", "--out", "out", "--quiet", "--certificate-data", "full"}).code,
                        0);
    lines = lines_with_data(place.certificates("out"));
    // For each method the first phase of an impact, and the second, which gives back.
    BOOST_REQUIRE(lines.size() >= 4U);
    BOOST_REQUIRE(std::any_of(lines.begin(), lines.end(), [](const json& line) {
      const json& contacts = line["data"]["contacts"];
      return !contacts.empty() && contacts[0].contains("given_normal");
    }));
  }
  Workplace place;
  std::vector<json> lines;
};

BOOST_FIXTURE_TEST_SUITE(contact_data, SlidingBox)

BOOST_AUTO_TEST_CASE(a_certificate_computed_again_from_its_line_has_the_same_verdict_and_the_same_bounds) {
  for (const json& line : lines) {
    ReadBack read(line["data"]);
    BOOST_TEST(read.problem.rows.size() <= 2);
    BOOST_TEST(read.joints.num_rows == 2);
    const Certificate again = ContactCertifier(read.joints).certify(read.problem, read.solution);
    BOOST_TEST(to_string(again.verdict) == line["verdict"].get<std::string>());
    for (std::size_t i = 0; i < line["bounds"].size(); ++i) BOOST_TEST(again.bounds[i] == line["bounds"][i]);
  }
}

BOOST_AUTO_TEST_CASE(an_impulse_changed_in_its_last_digits_is_noticed) {
  for (const json& line : lines) {
    ReadBack read(line["data"]);
    if (read.solution.normal.isZero(0.0)) continue;
    read.solution.normal *= 1.0 + 1e-6;  // far above the limit sqrt(u) = 1.1e-8
    const Certificate again = ContactCertifier(read.joints).certify(read.problem, read.solution);
    BOOST_TEST((again.verdict != Verdict::proved));
  }
}

BOOST_AUTO_TEST_CASE(numbers_read_back_are_written_the_same) {
  for (const json& line : lines)
    for (const char* name : {"mass", "motion", "target", "x", "multiplier", "normal", "tangential", "slip_slack"})
      for (const json& text : line["data"][name])
        BOOST_TEST(hex(std::strtod(text.get<std::string>().c_str(), nullptr)) == text);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_contact_data
