// What more contacts than motions prove without exact arithmetic, next to what exact arithmetic says.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <random>

#include "tests/verification/contacts/solution_counts.hpp"
#include "verification/contacts/contact_elimination.hpp"
#include "verification/contacts/surplus_contacts.hpp"

namespace perpend::test::of_surplus_contacts {

using namespace perpend;
using namespace perpend::test;
using namespace perpend::test::counting;

namespace {

/// A disk in a groove of two walls with these slopes to both sides.
struct Groove : ContactCase {
  explicit Groove(double friction, double bias = 0.0, double push = 0.0) : ContactCase(Vec3(1.0, 1.0, 0.5)) {
    problem.joints.motion = Vec3(push, -0.1, 0.0);
    add_contact((MatrixX(2, 3) << 0.75, 1.0, 0.0, -1.0, 0.75, -1.25).finished(), friction, bias);
    add_contact((MatrixX(2, 3) << -0.75, 1.0, 0.0, -1.0, -0.75, -1.25).finished(), friction, bias);
    finish();
  }
};

/// What enclosures make of a problem, next to its exact numbers.
struct Enclosed {
  const ContactProblem& problem;
  EnclosedLcp around;
  ExactLcp lcp;
  std::vector<LcpChoice> choices;

  explicit Enclosed(const ContactProblem& problem) : problem(problem), choices(contact_choices(problem)) {
    BOOST_REQUIRE(JointElimination<Interval>(problem).form(around));
    BOOST_REQUIRE(JointElimination<Rational>(problem).form(lcp));
  }
  [[nodiscard]] bool holds() const { return SurplusContacts(problem, around).hold_at_rest(); }
  [[nodiscard]] bool holds_by_choices() const {
    return SurplusContacts(problem, around).hold_at_rest(judge_choices(around, choices).possible);
  }
};

/// Whether no contact of the plane moves, in any solution.
bool all_rest(const Enclosed& enclosed) {
  const std::vector<ExactPiece> pieces = list_pieces(enclosed.lcp, enclosed.choices);
  return !pieces.empty() && std::all_of(pieces.begin(), pieces.end(), [&](const ExactPiece& piece) {
    for (int normal = 0; normal < enclosed.lcp.size(); normal += 4)
      for (int i = 0; i < 3; ++i) {
        const Rational slip = i == 0 ? Rational(0) : piece.inner[normal + 3];
        if (slack_of(enclosed.lcp, piece.inner, normal + i) != slip) return false;
      }
    return true;
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(surplus_contacts)

/// A plate on points in space: how its weight is shared among more than three is open, by the rank of their rows alone.
/// What breaks the rule is counted as before.
BOOST_AUTO_TEST_CASE(surplus_contacts_are_told_without_exact_arithmetic_where_the_body_rests) {
  const auto decides = [](const ContactProblem& problem) { return Enclosed(problem).holds(); };
  const auto stands = [&](std::initializer_list<std::array<double, 2>> feet, const auto& change) {
    ContactCase plate((VectorX(6) << 1.3, 1.3, 1.3, 0.2, 0.3, 0.7).finished(), 3, 4);
    plate.problem.joints.motion = (VectorX(6) << 0.0, 0.0, -0.1, 0.0, 0.0, 0.0).finished();
    for (const auto& [x, y] : feet) {
      MatrixX rows = MatrixX::Zero(3, 6);
      rows.row(0) << 0.0, 0.0, 1.0, y, -x, 0.0;
      plate.add_contact(rows, 0.0);
    }
    plate.finish();
    change(plate.problem);
    return std::pair(decides(plate.problem), count(plate.problem));
  };
  const auto nothing = [](ContactProblem&) {};
  const Counts shared{0, 1, 1, 0};
  const auto four = {std::array{0.5, 0.3}, {-0.5, 0.3}, {-0.5, -0.3}, {0.4, -0.3}};
  BOOST_TEST((stands(four, nothing) == std::pair(true, shared)));
  BOOST_TEST((stands({{0.5, 0.3}, {-0.5, 0.3}, {0.0, -0.3}}, nothing) == std::pair(false, one)));
  // The weight beyond the feet: it tips about two of them.
  BOOST_TEST((stands({{0.5, 0.3}, {0.4, 0.3}, {0.4, -0.3}, {0.5, -0.3}}, nothing) == std::pair(false, one)));
  // Four feet in one line leave a motion open, and are not told apart from three that are needed.
  BOOST_TEST((stands({{0.5, 0.0}, {0.2, 0.0}, {-0.2, 0.0}, {-0.5, 0.0}}, nothing) == std::pair(true, shared)));
  // One foot above the others, pressed in, or soft.
  BOOST_TEST((stands(four, [](ContactProblem& p) { p.bias[3] = 0.25; }) == std::pair(false, one)));
  BOOST_TEST((stands(four, [](ContactProblem& p) { p.bias[3] = -0.25; }).first == false));
  BOOST_TEST((stands(four, [](ContactProblem& p) { p.rows.rate_t[9] = 0.25; }) == std::pair(false, one)));
  BOOST_TEST((stands(four, [](ContactProblem& p) { p.compliance[3] = 0.25; }) == std::pair(false, one)));
  // It lifts off.
  BOOST_TEST((stands(four, [](ContactProblem& p) { p.joints.motion[2] = 0.1; }) == std::pair(false, one)));
}

/// Both walls carry the disk without friction, and with enough of it also squeeze it, however much at once.
BOOST_AUTO_TEST_CASE(a_disk_in_a_groove_is_told_without_exact_arithmetic) {
  for (const double friction : {0.25, 0.7, 2.0}) {
    const Groove groove(friction);
    BOOST_TEST(Enclosed(groove.problem).holds());
    BOOST_TEST(all_rest(Enclosed(groove.problem)));
    BOOST_TEST(count(groove.problem) == (Counts{0, 1, 1, 0}));
  }
  // Two normals in two directions leave nothing open.
  const Groove smooth(0.0);
  BOOST_TEST(!Enclosed(smooth.problem).holds());
  BOOST_TEST(count(smooth.problem) == one);
  // Pushed out along one wall.
  const Groove pushed(0.25, 0.0, 0.5);
  BOOST_TEST(!Enclosed(pushed.problem).holds());
  BOOST_TEST(!Enclosed(pushed.problem).holds_by_choices());
  // A motion that no normal has a part in.
  Groove turning(0.25);
  turning.problem.joints.motion[2] = 0.001;
  BOOST_TEST(!Enclosed(turning.problem).holds());
  BOOST_TEST(Enclosed(turning.problem).holds_by_choices());
  BOOST_TEST(count(turning.problem) == (Counts{0, 1, 1, 0}));
  turning.problem.law = FrictionLaw::convex;
  BOOST_TEST(Enclosed(turning.problem).holds());
  BOOST_TEST(count(turning.problem) == (Counts{0, 1, 1, 0}));
  turning.problem.given_normal = VectorX::Constant(2, 0.5);
  BOOST_TEST(!Enclosed(turning.problem).holds());
}

/// Each wall wants the disk out at the same rate, and sticking to both turns it two ways.
BOOST_AUTO_TEST_CASE(contacts_that_cannot_all_stick_are_told_without_exact_arithmetic) {
  const Groove deep(2.0, -0.1);
  const Enclosed enclosed(deep.problem);
  const SurplusContacts surplus(deep.problem, enclosed.around);
  int num_refuted = 0;
  for (const LcpChoice& choice : enclosed.choices) {
    if (!surplus.contradict(choice)) continue;
    ++num_refuted;
    BOOST_TEST(list_pieces(enclosed.lcp, {choice}).empty());
  }
  BOOST_TEST(num_refuted == 1);
  BOOST_TEST(count(deep.problem) == none);
  // Soft contacts give way, and all may stick where nothing pushes them out.
  Groove soft(2.0, -0.1);
  soft.problem.compliance.setConstant(0.5);
  Groove flat(2.0);
  for (const ContactProblem* problem : {&soft.problem, &flat.problem}) {
    const Enclosed other(*problem);
    for (const LcpChoice& choice : other.choices)
      BOOST_TEST(!SurplusContacts(*problem, other.around).contradict(choice));
  }
}

/// Small whole numbers, so that bodies often rest and contacts contradict each other.
BOOST_AUTO_TEST_CASE(what_surplus_contacts_prove_holds_of_every_solution) {
  std::mt19937_64 random(13);
  const auto whole = [&](int most) { return static_cast<double>(random() % (2 * most + 1)) - most; };
  std::array<int, 3> num_proved{};
  for (int trial = 0; trial < 200; ++trial) {
    ContactCase problem(Vec3(1.0, 1.0, 1.0));
    problem.problem.law = trial % 4 == 0 ? FrictionLaw::convex : FrictionLaw::pyramid;
    problem.problem.joints.motion = Vec3(whole(1) / 4, -1.0, trial % 2 == 0 ? 0.0 : whole(1) / 4);
    for (int contact = 0; contact < 2; ++contact)
      problem.add_contact((MatrixX(2, 3) << whole(1), 1.0, whole(2), 1.0, whole(1), whole(1)).finished(), 1.5,
                          trial % 3 == 0 ? whole(1) : 0.0);
    problem.finish();
    const Enclosed enclosed(problem.problem);
    const SurplusContacts surplus(problem.problem, enclosed.around);
    const bool holds = enclosed.holds(), holds_by_choices = enclosed.holds_by_choices();
    num_proved[0] += holds ? 1 : 0;
    num_proved[1] += holds_by_choices ? 1 : 0;
    if (holds || holds_by_choices) BOOST_TEST(all_rest(enclosed));
    for (const LcpChoice& choice : enclosed.choices) {
      if (!surplus.contradict(choice)) continue;
      ++num_proved[2];
      BOOST_TEST(list_pieces(enclosed.lcp, {choice}).empty());
    }
  }
  for (const int proved : num_proved) BOOST_TEST(proved > 5);
}

/// Both contacts of a box that slides fast cannot stick: a singular block, whose rows contradict each other. Slow
/// enough they do, in a continuum.
BOOST_AUTO_TEST_CASE(a_box_that_slides_is_counted_without_exact_arithmetic) {
  for (const double speed : {6.0, -0.7, 0.01}) {
    Beam box({-2.0, 2.0}, 0.4);
    box.problem.joints.motion = Vec3(speed, -0.0981, 0.0);
    EnclosedLcp around;
    BOOST_REQUIRE(JointElimination<Interval>(box.problem).form(around));
    const JudgedChoices judged = judge_choices(around, contact_choices(box.problem));
    BOOST_TEST(judged.are_decided() == (std::abs(speed) > 0.1));
    BOOST_TEST(SurplusContacts(box.problem, around).hold_at_rest(judged.possible) == (std::abs(speed) < 0.1));
    BOOST_TEST(count(box.problem) == (judged.are_decided() ? one : Counts{0, 1, 1, 0}));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_surplus_contacts
