// One contact and Coulomb's law, with the disc mu r_N or with a polygon in its place:
//     0 <= r_N  perp  u_N >= 0,   r_T in the disc,   -r_T . u_T the largest that the disc allows.
#pragma once

#include "verification/checker/claim.hpp"
#include "verification/checker/friction/problem.hpp"

namespace perpend::checker {

struct PlaneVector {
  Rational x, y;
};

/// Corners counterclockwise; none: the disc.
struct FrictionLaw {
  std::vector<PlaneVector> corners;

  [[nodiscard]] bool is_disc() const { return corners.empty(); }
  [[nodiscard]] int size() const { return static_cast<int>(corners.size()); }
  [[nodiscard]] const PlaneVector& corner(int i) const { return corners[i % size()]; }
  /// n . d = 1 on the edge from corner i.
  [[nodiscard]] PlaneVector normal(int i) const;
};

/// (cos, sin) of 2 pi i/k to a few roundings; throws DataError where they are not.
[[nodiscard]] FrictionLaw read_polygon(const nlohmann::json& data, int num_directions);

[[nodiscard]] bool obeys_exactly(const FrictionLaw& law, const Rational& mu, const ContactVector<Rational>& r,
                                 const ContactVector<Rational>& u);

struct ObeyingPair {
  ContactVector<Ball> r, u;
};

inline constexpr int numbers_of_pair = 6;

/// From a state (0 open, 1 sticking, 2 sliding) and five numbers; nothing, and the claim is left open, when they make
/// no pair in the law.
[[nodiscard]] std::optional<ObeyingPair> make_pair(Judgement& judgement, const FrictionLaw& law, const Rational& mu,
                                                   const ContactVector<Rational>& answer, int dimension,
                                                   const Rational* made);

/// Shown: no r and u with |r' - r| <= r_reach, |u' - u| <= u_reach, entry by entry, are in the law.
[[nodiscard]] bool is_contradicted(const FrictionLaw& law, const Rational& mu, const ContactVector<Rational>& r,
                                   const ContactVector<Rational>& u, const ContactVector<Rational>& r_reach,
                                   const ContactVector<Rational>& u_reach);

}  // namespace perpend::checker
