#include "verification/checker/friction/law.hpp"

#include <algorithm>

#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

Rational dot(const PlaneVector& a, const PlaneVector& b) {
  return a.x * b.x + a.y * b.y;
}

Rational outer(const PlaneVector& a, const PlaneVector& b) {
  return a.x * b.y - a.y * b.x;
}

PlaneVector tangent(const ContactVector<Rational>& v) {
  return {v.first, v.second};
}

/// Left of every edge.
bool is_inside(const FrictionLaw& law, const Rational& radius, const PlaneVector& r) {
  for (int i = 0; i < law.size(); ++i) {
    const PlaneVector &from = law.corner(i), &to = law.corner(i + 1);
    if (outer({to.x - from.x, to.y - from.y}, {r.x - radius * from.x, r.y - radius * from.y}).sign() < 0) return false;
  }
  return true;
}

bool is_within(const FrictionLaw& law, const Rational& radius, const PlaneVector& r) {
  return law.is_disc() ? dot(r, r) <= radius * radius : is_inside(law, radius, r);
}

/// Largest -d . u over the corners d.
Rational support(const FrictionLaw& law, const PlaneVector& u) {
  Rational most = -dot(law.corner(0), u);
  for (const PlaneVector& corner : law.corners) most = std::max(most, -dot(corner, u));
  return most;
}

ObeyingPair slide_on_disc(const Rational& radius, const Rational* made) {
  const PlaneVector v{made[2], made[3]};
  ObeyingPair pair{{made[1], {}, {}}, {{}, Rational(0) - made[4] * v.x, Rational(0) - made[4] * v.y}};
  if (radius.is_zero()) return pair;
  const Ball length = Ball::root_of(dot(v, v));
  pair.r.first = Ball(radius * v.x) / length;
  pair.r.second = Ball(radius * v.y) / length;
  return pair;
}

ObeyingPair slide_on_polygon(const FrictionLaw& law, const Rational& radius, const Rational* made) {
  const int i = static_cast<int>(made[2].rounded());
  const PlaneVector &from = law.corner(i), &to = law.corner(i + 1);
  const PlaneVector one = law.normal(i), other = law.normal(i + 1);
  const Rational &share = made[3], rest = Rational(1) - share, &f = made[4], &g = made[5];
  return {{made[1], radius * (share * from.x + rest * to.x), radius * (share * from.y + rest * to.y)},
          {{}, -(f * one.x + g * other.x), -(f * one.y + g * other.y)}};
}

/// On the edge from corner i, or, pushed by two normals, on the corner between them.
bool is_on_polygon(const FrictionLaw& law, const Rational* made) {
  const bool is_whole = made[2].is_whole();
  return is_whole && made[2].sign() >= 0 && made[2] < Rational(law.size()) && made[3].sign() >= 0 &&
         made[3] <= Rational(1) && made[4].sign() >= 0 && made[5].sign() >= 0 &&
         (made[5].is_zero() || made[3].is_zero());
}

Ball length(const PlaneVector& v) {
  return Ball::root_of(dot(v, v));
}

/// |r_T|, or the factor by which the polygon has to grow to hold it.
Ball gauge(const FrictionLaw& law, const PlaneVector& r) {
  if (law.is_disc()) return length(r);
  Rational most;
  for (int i = 0; i < law.size(); ++i) most = std::max(most, dot(law.normal(i), r));
  return most;
}

Rational longest(const FrictionLaw& law, bool of_normals) {
  Rational most;
  for (int i = 0; i < law.size(); ++i)
    most = std::max(most, length(of_normals ? law.normal(i) : law.corner(i)).upper());
  return most;
}

bool is_above(const Ball& a, const Ball& b) {
  return a.lower() > b.upper();
}

}  // namespace

PlaneVector FrictionLaw::normal(int i) const {
  const PlaneVector &a = corner(i), &b = corner(i + 1);
  const Rational area = outer(a, b);
  return {(b.y - a.y) / area, (a.x - b.x) / area};
}

FrictionLaw read_polygon(const nlohmann::json& data, int num_directions) {
  constexpr int fewest = 4, most = 64;  // with neighbours further apart than rounding
  const std::vector<Rational> entries = read_vector(data, "corners", 2 * num_directions);
  if (num_directions < fewest || num_directions > most) throw DataError("that is not a possible number of directions");
  FrictionLaw law;
  for (int i = 0; i < num_directions; ++i) {
    law.corners.push_back({entries[2 * i], entries[2 * i + 1]});
    if (!is_direction({entries[2 * i], entries[2 * i + 1]}, i, num_directions))
      throw DataError("a corner is not the direction that it is counted as");
  }
  return law;
}

bool obeys_exactly(const FrictionLaw& law, const Rational& mu, const ContactVector<Rational>& r,
                   const ContactVector<Rational>& u) {
  if (r.normal.sign() < 0 || u.normal.sign() < 0 || !(r.normal * u.normal).is_zero()) return false;
  const Rational radius = mu * r.normal;
  const PlaneVector friction = tangent(r), slip = tangent(u);
  if (!is_within(law, radius, friction)) return false;
  const Rational power = -dot(friction, slip);
  if (!law.is_disc()) return power == radius * support(law, slip);
  return power.sign() >= 0 && power * power == radius * radius * dot(slip, slip);
}

std::optional<ObeyingPair> make_pair(Judgement& judgement, const FrictionLaw& law, const Rational& mu,
                                     const ContactVector<Rational>& answer, int dimension, const Rational* made) {
  const bool is_open = made[0].is_zero(), is_sticking = made[0] == Rational(1), is_sliding = made[0] == Rational(2);
  const auto refuse = [&](const char* words) {
    judgement.leave_open(words);
    return std::nullopt;
  };
  if (!is_open && !is_sticking && !is_sliding) return refuse("a contact is in no state");
  if (made[1].sign() < 0) return refuse("of a pair in the law the normal part is negative");
  const Rational radius = mu * made[1];
  const bool is_flat = dimension == 3 || made[3].is_zero();
  if (is_open) {
    if (!is_flat || !made[4].is_zero() || !made[5].is_zero()) return refuse("an open contact has more numbers");
    return ObeyingPair{{}, {made[1], made[2], made[3]}};
  }
  if (is_sticking) {
    const PlaneVector r{made[2] * answer.first, made[2] * answer.second};
    const bool is_lone = made[3].is_zero() && made[4].is_zero() && made[5].is_zero();
    if (!is_lone || made[2].sign() < 0 || made[2] > Rational(1)) return refuse("a sticking contact has other numbers");
    if (!is_within(law, radius, r)) return refuse("friction of a sticking contact is not within its bounds");
    return ObeyingPair{{made[1], r.x, r.y}, {}};
  }
  if (law.is_disc() || mu.is_zero()) {
    const bool points = radius.is_zero() || !made[2].is_zero() || !made[3].is_zero();
    if (!is_flat || !points || made[4].sign() < 0 || !made[5].is_zero()) return refuse("a contact slides nowhere");
    return slide_on_disc(radius, made);
  }
  if (!is_on_polygon(law, made)) return refuse("a contact slides off its polygon");
  return slide_on_polygon(law, radius, made);
}

bool is_contradicted(const FrictionLaw& law, const Rational& mu, const ContactVector<Rational>& r,
                     const ContactVector<Rational>& u, const ContactVector<Rational>& r_reach,
                     const ContactVector<Rational>& u_reach) {
  if (r.normal < -r_reach.normal || u.normal < -u_reach.normal) return true;
  if (r.normal > r_reach.normal && u.normal > u_reach.normal) return true;
  const PlaneVector friction = tangent(r), slip = tangent(u);
  const Ball r_moved = length(tangent(r_reach)), u_moved = length(tangent(u_reach));
  const Ball out = gauge(law, friction);
  const Ball change = law.is_disc() ? r_moved : r_moved * longest(law, true);
  const Rational least = mu * (r.normal - r_reach.normal);
  const Rational most = std::max(Rational(0), mu * (r.normal + r_reach.normal));
  if (is_above(out - change, most)) return true;
  if (is_above(least, out + change) && is_above(length(slip), u_moved)) return true;
  // Bounds |r' . u' - r . u|, and the same for the outer product.
  const Ball product_moved = length(friction) * u_moved + r_moved * length(slip) + r_moved * u_moved;
  if (law.is_disc())
    return is_above(dot(friction, slip), product_moved) || is_above(outer(friction, slip).abs(), product_moved);
  const Rational power = support(law, slip);
  const Ball power_moved = u_moved * longest(law, false);
  const Ball gap = (mu * r.normal * power + dot(friction, slip)).abs();
  return is_above(
      gap, Ball(mu) * (Ball(r_reach.normal) * (Ball(power.abs()) + power_moved) + Ball(r.normal.abs()) * power_moved) +
               product_moved);
}

}  // namespace perpend::checker
