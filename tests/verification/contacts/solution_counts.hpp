// How many solutions a contact problem has, as its certificate says.
#pragma once

#include <boost/test/unit_test.hpp>

#include <ostream>

#include "tests/verification/contacts/contact_case.hpp"
#include "verification/certificates.hpp"

namespace perpend::test::counting {

struct Counts {
  double impulses, continua, motions, motion_continua;
};

inline std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << c.impulses << ' ' << c.continua << ' ' << c.motions << ' ' << c.motion_continua;
}

inline bool operator==(const Counts& a, const Counts& b) {
  return a.impulses == b.impulses && a.continua == b.continua && a.motions == b.motions &&
         a.motion_continua == b.motion_continua;
}

inline Counts count(const ContactProblem& problem) {
  const Certificate c = count_contact_solutions(problem);
  BOOST_REQUIRE_MESSAGE(c.verdict == Verdict::proved, c.reason);
  BOOST_TEST(c[NumSolutionsBound::most_impulses] == c[NumSolutionsBound::fewest_impulses]);
  BOOST_TEST(c[NumSolutionsBound::num_pairs] == num_pairs(problem));
  return {c[NumSolutionsBound::most_impulses], c[NumSolutionsBound::impulse_continua], c[NumSolutionsBound::motions],
          c[NumSolutionsBound::motion_continua]};
}

inline constexpr Counts none{0, 0, 0, 0};
inline constexpr Counts one{1, 0, 1, 0};

/// A beam of mass 1 and inertia 1/3 on supports at these places.
struct Beam : ContactCase {
  Beam(std::initializer_list<double> supports, double friction) : ContactCase(Vec3(1.0, 1.0, 1.0 / 3.0)) {
    problem.joints.motion = Vec3(0.0, -0.1, 0.0);
    for (const double x : supports) add_contact(ground_rows(x), friction);
    finish();
  }
};

}  // namespace perpend::test::counting
