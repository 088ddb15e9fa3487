// Contacts with Coulomb's law on a pyramid of directions d_k, and rows that are alone, in systems  (A + T) x = r,  T a
// diagonal. With T^-1 = diag(a_n, a_k, 1 / t), h = sum_k a_k d_k, impulses p = (c, f) along the normal and two
// tangents, f = sum_k d_k beta_k, and the rates u = W p that they make,
//     c      = a_n (r_n - u_n)
//     sigma  = s (r_sigma - mu c + sum_k a_k (r_k - d_k u_t)),        s = 1 / (t + sum_k a_k)
//     beta_k = a_k (r_k - d_k u_t - sigma)
// so that  p = p0 - S u,  p0: p where u = 0, and
//     S = ( a_n         0 )
//         ( mu a_n s h  E ),  E = s t sum_k a_k d_k d_k^T + s sum_{k < l} a_k a_l (d_k - d_l)(d_k - d_l)^T
// in which nothing is the difference of larger numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "kernel/model/numbers/growing.hpp"

namespace perpend {

struct Pyramid {
  LcpContact of{};                     ///< unknowns; no slip: a row that is alone, its `normal`
  std::array<int, 2> tangent{-1, -1};  ///< unknowns whose directions are the two tangents; the same: in the plane
  int first_direction = 0;

  [[nodiscard]] bool is_alone() const { return of.slip < 0; }
};

class Pyramids {
 public:
  using Three = std::array<double, 3>;  ///< along the normal and the tangents
  using Block = std::array<Three, 3>;

  /// Starts over with `num_unknowns` unknowns.
  void clear(int num_unknowns);
  /// Takes the first direction of a contact, and the one that is furthest from it, as tangents, and finds all by these.
  /// `product(i, j)`: of the directions of two unknowns. False when there are none, and when an unknown was taken
  /// before.
  template <class Product>
  [[nodiscard]] bool add(const LcpContact& of, Product product);
  /// Every unknown that was not taken, as a row that is alone.
  void add_the_others();

  [[nodiscard]] int size() const { return static_cast<int>(pyramids_.size()); }
  [[nodiscard]] const Pyramid& operator[](int c) const { return pyramids_[c]; }
  /// Coefficients of direction k of a contact.
  [[nodiscard]] const std::array<double, 2>& direction(const Pyramid& pyramid, int k) const {
    return direction_[static_cast<std::size_t>(pyramid.first_direction + k)];
  }

  /// T^-1. An entry of 0 leaves its unknown out: it is 0.
  void set_inverse(const GrowingVector& inverse) { inverse_ = inverse; }
  /// S.
  [[nodiscard]] Block stiffness(const Pyramid& pyramid) const;
  /// p0.
  [[nodiscard]] Three free_impulses(const Pyramid& pyramid, const GrowingVector& right) const;
  /// x of the contact, from the rates u.
  void resolve(const Pyramid& pyramid, const Three& rates, const GrowingVector& right, GrowingVector& x) const;

 private:
  [[nodiscard]] double slip_share(const Pyramid& pyramid) const;
  [[nodiscard]] bool take(const LcpContact& of);

  std::vector<Pyramid> pyramids_;
  std::vector<std::array<double, 2>> direction_;
  std::vector<char> is_taken_;  // unknowns
  GrowingVector inverse_;
};

/// What rounding leaves of a direction that is a combination of two others, against its size.
inline constexpr double rounding_of_direction = 0x1p-40;

template <class Product>
bool Pyramids::add(const LcpContact& of, Product product) {
  const int first = of.first_tangent;
  if (!take(of) || !(product(first, first) > 0.0)) return false;
  Pyramid pyramid{.of = of, .tangent = {first, first}, .first_direction = static_cast<int>(direction_.size())};
  const double aa = product(first, first);
  double largest = 0.0;
  for (int k = first + 1; k < first + of.num_tangents; ++k) {
    const double along = product(first, k);
    const double across = product(k, k) - along * along / aa;
    if (!(across > std::max(largest, rounding_of_direction * aa))) continue;
    largest = across;
    pyramid.tangent[1] = k;
  }
  const int second = pyramid.tangent[1];
  const bool is_plane = second == first;
  const double ab = product(first, second);
  const double bb = product(second, second);
  for (int k = first; k < first + of.num_tangents; ++k) {
    const double ak = product(first, k), bk = product(second, k);
    const double determinant = is_plane ? aa : aa * bb - ab * ab;
    std::array<double, 2> at{ak / aa, 0.0};
    if (!is_plane) at = {(bb * ak - ab * bk) / determinant, (aa * bk - ab * ak) / determinant};
    direction_.push_back(at);
  }
  pyramids_.push_back(pyramid);
  return true;
}

}  // namespace perpend
