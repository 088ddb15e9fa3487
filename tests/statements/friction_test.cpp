// Answers to contacts with friction: planted ones are proved, and what is changed in them is seen.
#include <boost/test/unit_test.hpp>

#include "kernel/model/contacts/contact_rows.hpp"
#include "tests/statements/planted_contacts.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/statements/friction/friction_statements.hpp"

namespace perpend::test::of_friction {
namespace {

Verdict verdict_of(const FrictionSystem& system, const VectorX& x, int num_directions = 0) {
  return certify_friction(system, x, num_directions).verdict;
}

/// How far r is from r_N = max(0, r_N - u_N), r_T = the point of the disc nearest to r_T - u_T, against the largest of
/// r and u: 0 for the law alone, another way than that of the certificate.
double natural_residual(const PlantedContacts& contacts, const VectorX& r) {
  const VectorX u = contacts.w * r + contacts.q;
  double residual = 0.0;
  for (int c = 0; c < contacts.mu.size(); ++c) {
    const int first = c * contacts.dimension, tangents = contacts.dimension - 1;
    residual = std::max(residual, std::abs(r[first] - std::max(0.0, r[first] - u[first])));
    const VectorX r_t = r.segment(first + 1, tangents);
    const double radius = contacts.mu[c] * std::max(0.0, r[first]);
    VectorX nearest = r_t - u.segment(first + 1, tangents);
    if (nearest.norm() > radius) nearest *= radius / nearest.norm();
    residual = std::max(residual, (r_t - nearest).norm());
  }
  return residual / (contacts.w.cwiseAbs() * r.cwiseAbs() + contacts.q.cwiseAbs()).maxCoeff();
}

BOOST_AUTO_TEST_SUITE(friction)

BOOST_AUTO_TEST_CASE(planted_answers_solve_their_problems_without_any_error) {
  for (const int dimension : {2, 3})
    for (const int num_contacts : {1, 2, 5, 12})
      for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        const PlantedContacts contacts = planted_contacts(dimension, num_contacts, seed);
        const Statement local = state_friction(contacts.local(), {contacts.r, contacts.u}, 0);
        BOOST_TEST((local.verdict == Verdict::proved), local.reason);
        BOOST_TEST(local.bound(BoundKind::backward_error) <= 1e-15);
        BOOST_TEST(fact(local, FactKind::without_error) == "yes, exactly");
        const Statement global = state_friction(contacts.global(), {contacts.global_answer(), contacts.u}, 0);
        BOOST_TEST((global.verdict == Verdict::proved), global.reason);
        BOOST_TEST(fact(global, FactKind::without_error) == "yes, exactly");
      }
}

BOOST_AUTO_TEST_CASE(every_number_of_an_answer_is_seen_when_it_is_changed) {
  for (const int dimension : {2, 3})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const PlantedContacts contacts = planted_contacts(dimension, 4, seed);
      for (const bool is_local : {true, false}) {
        const FrictionSystem system = is_local ? contacts.local() : contacts.global();
        const VectorX x = is_local ? contacts.r : contacts.global_answer();
        for (Eigen::Index i = 0; i < x.size(); ++i)
          for (const double share : {-0.5, -1e-3, 1e-4, 1e-3, 1.0}) {
            VectorX off = x;
            off[i] += share * (1.0 + std::abs(x[i]));
            BOOST_TEST((verdict_of(system, off) == Verdict::refuted), "entry " << i << ", share " << share);
          }
      }
    }
}

BOOST_AUTO_TEST_CASE(equations_beside_the_contacts_are_part_of_the_problem) {
  for (const int dimension : {2, 3})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const PlantedContacts contacts = planted_contacts(dimension, 3, seed);
      const Eigen::Index m = contacts.r.size(), n = contacts.v.size();
      Random random(seed);
      const auto whole = [&](Eigen::Index rows, Eigen::Index columns) {
        MatrixX a(rows, columns);
        for (Eigen::Index i = 0; i < a.size(); ++i) a.data()[i] = random.below(9) - 4;
        return a;
      };
      const MatrixX v = whole(m, 2), r = whole(2, 2), g = whole(n, 2);
      const VectorX l = VectorX::LinSpaced(2, 3.0, 5.0);
      VectorX local_answer(m + 2), global_answer(m + n + 2);
      local_answer << contacts.r, l;
      global_answer << contacts.r, contacts.v, l;
      const FrictionSystem local = local_friction(dimension, contacts.mu, rows_of(contacts.w), contacts.q - v * l,
                                                  rows_of(v), rows_of(r), VectorX(-v.transpose() * contacts.r - r * l));
      const FrictionSystem global =
          global_friction(dimension, contacts.mu, rows_of(MatrixX::Identity(n, n)), rows_of(contacts.h),
                          contacts.f - g * l, contacts.offset, rows_of(g), VectorX(-g.transpose() * contacts.v));
      for (const auto& [system, x] : {std::pair{local, local_answer}, std::pair{global, global_answer}}) {
        BOOST_TEST(fact(state_friction(system, {x, contacts.u}, 0), FactKind::without_error) == "yes, exactly");
        for (Eigen::Index i = 0; i < x.size(); ++i) {
          VectorX off = x;
          off[i] += 1e-3 * (1.0 + std::abs(x[i]));
          BOOST_TEST((verdict_of(system, off) == Verdict::refuted), "entry " << i);
        }
      }
    }
}

BOOST_AUTO_TEST_CASE(the_last_bit_of_an_answer_may_differ) {
  const PlantedContacts contacts = planted_contacts(3, 6, 3);
  for (Eigen::Index i = 0; i < contacts.r.size(); ++i) {
    VectorX near = contacts.r;
    near[i] = std::nextafter(near[i], 1e9);
    const Statement statement = state_friction(contacts.local(), {near, {}}, 0);
    BOOST_TEST((statement.verdict == Verdict::proved), statement.reason);
    BOOST_TEST(fact(statement, FactKind::without_error) == "no");
  }
}

/// Contacts that nothing couples are judged as if each were alone, whatever the sizes of the others are.
BOOST_AUTO_TEST_CASE(an_answer_is_wrong_where_it_is_wrong_beside_contacts_of_any_size) {
  for (const int dimension : {2, 3})
    for (int k = 0; k <= 60; k += 4) {
      BOOST_TEST_INFO_SCOPE("dimension " << dimension << ", scale 2^" << k);
      const PlantedContacts small = planted_contacts(dimension, 2, 7), large = planted_contacts(dimension, 2, 8);
      const Eigen::Index n = small.r.size(), m = large.r.size();
      PlantedContacts both = small;
      both.w = MatrixX::Zero(n + m, n + m);
      both.w.topLeftCorner(n, n) = small.w;
      both.w.bottomRightCorner(m, m) = large.w;
      both.q.resize(n + m);
      both.q << small.q, large.q * std::exp2(k);
      both.mu.resize(4);
      both.mu << small.mu, large.mu;
      VectorX r(n + m);
      r << small.r, large.r * std::exp2(k);
      BOOST_TEST((verdict_of(both.local(), r) == Verdict::proved));
      for (Eigen::Index i = 0; i < n; ++i) {
        VectorX off = r;
        off[i] += 1.0;
        VectorX alone = small.r;
        alone[i] += 1.0;
        BOOST_TEST((verdict_of(both.local(), off) == verdict_of(small.local(), alone)), "entry " << i);
      }
    }
}

BOOST_AUTO_TEST_CASE(velocities_that_came_along_are_those_of_the_reactions) {
  const PlantedContacts contacts = planted_contacts(3, 4, 5);
  for (Eigen::Index i = 0; i < contacts.u.size(); ++i) {
    VectorX off = contacts.u;
    off[i] += 1.0;
    BOOST_TEST((state_friction(contacts.local(), {contacts.r, off}, 0).verdict == Verdict::refuted));
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_proved_of_an_answer_that_another_measure_finds_wrong) {
  int num_proved = 0, num_wrong = 0;
  Random random(11);
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const int dimension = 2 + static_cast<int>(seed % 2);
    const PlantedContacts contacts = planted_contacts(dimension, 1 + static_cast<int>(seed % 3), seed);
    VectorX r = contacts.r;
    const double size = std::exp2(-random.below(60)), share = random.uniform(-1.0, 1.0);
    r[random.below(static_cast<int>(r.size()))] += size * share;
    const double residual = natural_residual(contacts, r);
    const Verdict found = verdict_of(contacts.local(), r);
    num_proved += found == Verdict::proved ? 1 : 0;
    // The sum of three limits and of the rows that carry a change over.
    if (residual > 10.0 * lcp_error_limit) {
      ++num_wrong;
      BOOST_TEST((found != Verdict::proved), "seed " << seed << ", residual " << residual);
    }
    if (residual < 1e-14) BOOST_TEST((found != Verdict::refuted), "seed " << seed << ", residual " << residual);
  }
  BOOST_TEST(num_proved > 500);
  BOOST_TEST(num_wrong > 500);
}

BOOST_AUTO_TEST_CASE(verdicts_and_shares_do_not_depend_on_units_or_on_the_order_of_contacts) {
  for (const int dimension : {2, 3}) {
    const PlantedContacts contacts = planted_contacts(dimension, 4, 17);
    VectorX off = contacts.r;
    off[0] += 0x1p-20;
    const FrictionCertificate plain = certify_friction(contacts.local(), off);
    PlantedContacts scaled = contacts;  // other units of force and of velocity
    scaled.w *= 0x1p+30;
    scaled.q *= 0x1p-12;
    const FrictionCertificate other = certify_friction(scaled.local(), off * 0x1p-42);
    BOOST_TEST(other.share == plain.share);
    BOOST_TEST((other.verdict == plain.verdict));
    PlantedContacts turned = contacts;
    Eigen::PermutationMatrix<Eigen::Dynamic> order(contacts.r.size());
    order.setIdentity();
    std::rotate(order.indices().data(), order.indices().data() + dimension, order.indices().data() + contacts.r.size());
    turned.w = order * contacts.w * order.transpose();
    turned.q = order * contacts.q;
    for (int c = 0; c < 4; ++c) turned.mu[order.indices()[c * dimension] / dimension] = contacts.mu[c];
    const FrictionCertificate again = certify_friction(turned.local(), order * off);
    BOOST_TEST((again.verdict == plain.verdict));
    BOOST_TEST(again.share == plain.share, boost::test_tools::tolerance(1e-6));
  }
}

BOOST_AUTO_TEST_CASE(each_condition_is_named_when_it_fails) {
  const MatrixX w = 2.0 * MatrixX::Identity(3, 3);
  const VectorX mu = VectorX::Constant(1, 0.5);
  const auto reason = [&](const Eigen::Vector3d& r, const Eigen::Vector3d& u) {
    return certify_friction(local_friction(3, mu, rows_of(w), VectorX(u - w * r)), VectorX(r)).reason;
  };
  BOOST_TEST(reason({-1, 0, 0}, {0, 0, 0}) == "contact 1: the normal reaction pulls");
  BOOST_TEST(reason({0, 0, 0}, {-1, 0, 0}) == "contact 1: the normal velocity points into the other body");
  BOOST_TEST(reason({1, 0, 0}, {1, 0, 0}) == "contact 1: the contact opens and presses at the same time");
  BOOST_TEST(reason({1, 0.6, 0}, {0, 0, 0}) == "contact 1: friction exceeds mu times the normal reaction");
  BOOST_TEST(reason({1, 0.3, 0}, {0, -1, 0}) == "contact 1: the contact slides and friction is less than it must be");
  BOOST_TEST(reason({1, 0.5, 0}, {0, 1, 0}) == "contact 1: friction drives the slip");
  BOOST_TEST(reason({1, 0.3, 0.4}, {0, -4, -3}) == "contact 1: friction is not opposite to the slip");
  BOOST_TEST(reason({1, 0.3, 0.4}, {0, -3, -4}) == "");
}

BOOST_AUTO_TEST_CASE(a_pyramid_holds_its_corners_and_edges_and_not_the_circle_around_them) {
  const MatrixX w = 2.0 * MatrixX::Identity(3, 3);
  const VectorX mu = VectorX::Constant(1, 0.5);
  const auto verdict = [&](const Eigen::Vector3d& r, const Eigen::Vector3d& u, int directions) {
    return verdict_of(local_friction(3, mu, rows_of(w), VectorX(u - w * r)), r, directions);
  };
  for (const int k : {4, 8, 16})
    for (int i = 0; i < k; ++i) {
      const auto [x, y] = direction_coefficients(i, k);
      const auto [x2, y2] = direction_coefficients((i + 1) % k, k);
      const Eigen::Vector3d corner(2, x, y), edge(2, 0.75 * x + 0.25 * x2, 0.75 * y + 0.25 * y2);
      const Eigen::Vector3d along_corner(0, -3 * x, -3 * y), along_normal(0, -(x + x2), -(y + y2));
      BOOST_TEST((verdict(corner, along_corner, k) == Verdict::proved));
      BOOST_TEST((verdict(edge, along_normal, k) == Verdict::proved));
      BOOST_TEST((verdict(0.5 * corner + Eigen::Vector3d(1, 0, 0), {0, 0, 0}, k) == Verdict::proved));
      BOOST_TEST((verdict(corner, along_normal, k) == Verdict::proved));  // both corners of the edge are as good
      BOOST_TEST((verdict(edge, along_corner, k) == Verdict::refuted));
      BOOST_TEST((verdict(corner, -along_corner, k) == Verdict::refuted));
      BOOST_TEST((verdict(1.01 * corner - Eigen::Vector3d(0.02, 0, 0), along_corner, k) == Verdict::refuted));
      BOOST_TEST((verdict(edge, along_normal, 0) == Verdict::refuted));
      // A point of the circle between two corners: outside the polygon.
      const Eigen::Vector2d middle = Eigen::Vector2d(x + x2, y + y2).normalized();
      const Eigen::Vector3d round(2, middle.x(), middle.y());
      BOOST_TEST((verdict(round, {0, -middle.x(), -middle.y()}, 0) == Verdict::proved));
      BOOST_TEST((verdict(round, {0, -middle.x(), -middle.y()}, k) == Verdict::refuted));
    }
}

BOOST_AUTO_TEST_CASE(in_the_plane_pyramid_and_cone_are_one) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const PlantedContacts contacts = planted_contacts(2, 4, seed);
    const FrictionCertificate cone = certify_friction(contacts.local(), contacts.r, 0);
    const FrictionCertificate pyramid = certify_friction(contacts.local(), contacts.r, 2);
    BOOST_TEST((pyramid.verdict == Verdict::proved));
    BOOST_TEST(pyramid.share == cone.share);
  }
}

BOOST_AUTO_TEST_CASE(numbers_whose_squares_overflow_are_decided_by_rationals) {
  PlantedContacts contacts = planted_contacts(3, 3, 2);
  contacts.q *= 0x1p+900;
  contacts.r *= 0x1p+900;
  const Statement huge = state_friction(contacts.local(), {contacts.r, {}}, 0);
  BOOST_TEST((huge.verdict == Verdict::proved), huge.reason);
}

BOOST_AUTO_TEST_CASE(data_of_which_nothing_can_be_said_get_no_verdict) {
  PlantedContacts contacts = planted_contacts(3, 2, 1);
  const auto is_unfit = [](const FrictionSystem& system, const VectorX& x, const VectorX& u = {}) {
    return state_friction(system, {x, u}, 0).verdict == Verdict::not_run;
  };
  BOOST_TEST(is_unfit(contacts.local(), contacts.r.head(3)));
  BOOST_TEST(is_unfit(contacts.local(), contacts.r, contacts.u.head(3)));
  VectorX broken = contacts.r;
  broken[1] = std::nan("");
  BOOST_TEST(is_unfit(contacts.local(), broken));
  contacts.mu[0] = -0.5;
  BOOST_TEST(is_unfit(contacts.local(), contacts.r));
  contacts.mu[0] = std::nan("");
  BOOST_TEST(is_unfit(contacts.local(), contacts.r));
}

BOOST_AUTO_TEST_CASE(no_contacts_are_solved_by_no_reactions) {
  const FrictionSystem none = local_friction(3, VectorX(), rows_of(MatrixX(0, 0)), VectorX());
  BOOST_TEST((state_friction(none, {VectorX(), {}}, 0).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_friction
