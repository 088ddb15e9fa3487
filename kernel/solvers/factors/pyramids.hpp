// Contacts with Coulomb's law on a pyramid of directions d_k, and rows that are alone, in systems  (A + T) x = r,  T a
// diagonal. With T^-1 = diag(a_n, a_k, 1 / t), h = sum_k a_k d_k, impulses p = (c, f) along the normal and two
// tangents, f = sum_k d_k beta_k, and the rates u = W p that they make,
//     c      = a_n (r_n - u_n)
//     sigma  = s (r_sigma - mu c + sum_k a_k (r_k - d_k u_t)),        s = 1 / (t + sum_k a_k)
//     beta_k = a_k (r_k - d_k u_t - sigma)
// so that  p = p0 - S u,  p0: p where u = 0, and
//     S = ( a_n         0 )
//         ( mu a_n s h  E ),  E = s t sum_k a_k d_k d_k^T + s sum_{k < l} a_k a_l (d_k - d_l)(d_k - d_l)^T
// in which nothing is the difference of larger numbers. A boxed contact has a bound for each tangent, with a sigma and
// two directions of its own: each adds its part to p and to the two lower rows of S.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "kernel/model/numbers/growing.hpp"

namespace perpend {

/// A sigma and the directions whose friction it bounds.
struct FrictionBound {
  LcpContact of{};
  int first_direction = 0;
};

struct Pyramid {
  int normal = -1;  ///< unknown
  int first_bound = 0;
  int num_bounds = 0;  ///< 0: a row that is alone
  int first_direction = 0;
  int num_directions = 0;              ///< of all bounds
  std::array<int, 2> tangent{-1, -1};  ///< directions that are the two tangents; the same: in the plane

  [[nodiscard]] bool is_alone() const { return num_bounds == 0; }
  [[nodiscard]] bool is_in_plane() const { return tangent[0] == tangent[1]; }
};

class Pyramids {
 public:
  using Three = std::array<double, 3>;  ///< along the normal and the tangents
  using Block = std::array<Three, 3>;

  /// Starts over with `num_unknowns` unknowns.
  void clear(int num_unknowns);
  /// Contacts of one normal, a bound each. Takes the first direction, and the one that is furthest from it, as
  /// tangents, and finds all by these. `product(i, j)`: of the directions of two unknowns. False when there are none,
  /// and when an unknown was taken before.
  template <class Product>
  [[nodiscard]] bool add(std::span<const LcpContact> bounds, Product product);
  /// Every unknown that was not taken, as a row that is alone.
  void add_the_others();

  [[nodiscard]] int size() const { return static_cast<int>(pyramids_.size()); }
  [[nodiscard]] const Pyramid& operator[](int c) const { return pyramids_[c]; }
  [[nodiscard]] std::span<const FrictionBound> bounds(const Pyramid& pyramid) const {
    return std::span(bounds_).subspan(static_cast<std::size_t>(pyramid.first_bound),
                                      static_cast<std::size_t>(pyramid.num_bounds));
  }
  /// Coefficients of direction k of a contact.
  [[nodiscard]] const std::array<double, 2>& direction(const Pyramid& pyramid, int k) const {
    return direction_[static_cast<std::size_t>(pyramid.first_direction + k)];
  }
  /// The unknown of direction k.
  [[nodiscard]] int unknown(const Pyramid& pyramid, int k) const {
    return unknown_[static_cast<std::size_t>(pyramid.first_direction + k)];
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
  [[nodiscard]] double slip_share(const LcpContact& of) const;
  [[nodiscard]] bool take(std::span<const LcpContact> bounds);

  std::vector<Pyramid> pyramids_;
  std::vector<FrictionBound> bounds_;
  std::vector<std::array<double, 2>> direction_;
  std::vector<int> unknown_;    // of each direction
  std::vector<char> is_taken_;  // unknowns
  GrowingVector inverse_;
};

/// What rounding leaves of a direction that is a combination of two others, against its size.
inline constexpr double rounding_of_direction = 0x1p-40;

template <class Product>
bool Pyramids::add(std::span<const LcpContact> bounds, Product product) {
  if (!take(bounds)) return false;
  Pyramid pyramid{.normal = bounds.front().normal,
                  .first_bound = static_cast<int>(bounds_.size()),
                  .num_bounds = static_cast<int>(bounds.size()),
                  .first_direction = static_cast<int>(unknown_.size()),
                  .tangent = {0, 0}};
  for (const LcpContact& of : bounds) {
    bounds_.push_back({of, static_cast<int>(unknown_.size())});
    for (int k = 0; k < of.num_tangents; ++k) unknown_.push_back(of.first_tangent + k);
  }
  pyramid.num_directions = static_cast<int>(unknown_.size()) - pyramid.first_direction;
  const int first = unknown(pyramid, 0);
  const double aa = product(first, first);
  if (!(aa > 0.0)) return false;
  double largest = 0.0;
  for (int k = 1; k < pyramid.num_directions; ++k) {
    const double along = product(first, unknown(pyramid, k));
    const double across = product(unknown(pyramid, k), unknown(pyramid, k)) - along * along / aa;
    if (!(across > std::max(largest, rounding_of_direction * aa))) continue;
    largest = across;
    pyramid.tangent[1] = k;
  }
  const int second = unknown(pyramid, pyramid.tangent[1]);
  const double ab = product(first, second);
  const double bb = product(second, second);
  for (int k = 0; k < pyramid.num_directions; ++k) {
    const double ak = product(first, unknown(pyramid, k)), bk = product(second, unknown(pyramid, k));
    const double determinant = pyramid.is_in_plane() ? aa : aa * bb - ab * ab;
    std::array<double, 2> at{ak / aa, 0.0};
    if (!pyramid.is_in_plane()) at = {(bb * ak - ab * bk) / determinant, (aa * bk - ab * ak) / determinant};
    direction_.push_back(at);
  }
  pyramids_.push_back(pyramid);
  return true;
}

/// Contacts that share a normal and follow each other, a piece after the other. `take`: whether to go on.
template <class Take>
bool for_each_normal(std::span<const LcpContact> contacts, Take take) {
  while (!contacts.empty()) {
    std::size_t count = 1;
    while (count < contacts.size() && contacts[count].normal == contacts.front().normal) ++count;
    if (!take(contacts.first(count))) return false;
    contacts = contacts.subspan(count);
  }
  return true;
}

}  // namespace perpend
