#include "kernel/solvers/factors/contact_factor.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/linear/known_sizes.hpp"
#include "kernel/solvers/factors/body_places.hpp"

namespace perpend {

namespace {

/// What rounding leaves of a direction that is a combination of two others, against its size.
constexpr double rounding_of_row = 0x1p-40;

}  // namespace

const double* ContactFactor::row(int unknown) const {
  return bodies_->row.data() + static_cast<std::size_t>(unknown) * 2 * bodies_->width;
}

/// The first direction, the one that is furthest from it, and all others by these two.
template <int width>
bool ContactFactor::find_tangents(Contact& contact) {
  const int first = contact.of.first_tangent;
  const int count = contact.of.num_tangents;
  const auto product = [&](int i, int j) { return dot<2 * width>(row(i), row(j)); };
  contact.tangent = {first, first};
  contact.first_direction = static_cast<int>(direction_.size());
  const double aa = product(first, first);
  if (!(aa > 0.0)) return false;
  double largest = 0.0;
  for (int k = first + 1; k < first + count; ++k) {
    const double along = product(first, k);
    const double across = product(k, k) - along * along / aa;
    if (!(across > std::max(largest, rounding_of_row * aa))) continue;
    largest = across;
    contact.tangent[1] = k;
  }
  const bool is_plane = contact.tangent[1] == first;
  const double ab = product(first, contact.tangent[1]);
  const double bb = product(contact.tangent[1], contact.tangent[1]);
  for (int k = first; k < first + count; ++k) {
    const double ak = product(first, k), bk = product(contact.tangent[1], k);
    const double determinant = is_plane ? aa : aa * bb - ab * ab;
    std::array<double, 2> at{ak / aa, 0.0};
    if (!is_plane) at = {(bb * ak - ab * bk) / determinant, (aa * bk - ab * ak) / determinant};
    double left = 0.0;
    for (int j = 0; j < 2 * width; ++j)
      left = std::max(left, std::abs(row(k)[j] - at[0] * row(first)[j] - at[1] * row(contact.tangent[1])[j]));
    if (!(left <= rounding_of_row * std::sqrt(aa)) || bodies_->body[k] != bodies_->body[contact.of.normal])
      return false;
    direction_.push_back(at);
  }
  return true;
}

bool ContactFactor::take_contacts(const Lcp& lcp) {
  contacts_.clear();
  direction_.clear();
  is_taken_.assign(bodies_->body.size(), 0);
  for (const LcpContact& of : lcp.contacts) {
    if (of.slip < 0) continue;
    if (of.normal < 0 || is_taken_[of.normal] != 0) return false;
    Contact contact{.of = of};
    bool is_pyramid = false;
    for_width(width_, [&]<int width>() { is_pyramid = find_tangents<width>(contact); });
    if (!is_pyramid) return false;
    contacts_.push_back(contact);
    is_taken_[of.normal] = is_taken_[of.slip] = 1;
    std::fill_n(is_taken_.begin() + of.first_tangent, of.num_tangents, 1);
  }
  for (int i = 0; i < static_cast<int>(is_taken_.size()); ++i)
    if (is_taken_[i] == 0) contacts_.push_back({.of = {.normal = i}});
  return true;
}

bool ContactFactor::find_pattern() {
  const bool is_same = width_ == bodies_->width && num_bodies_ == bodies_->num_bodies && body_ == bodies_->body;
  if (is_same) return has_pattern_;
  width_ = bodies_->width;
  num_bodies_ = bodies_->num_bodies;
  body_ = bodies_->body;
  std::optional<FrontPattern> pattern = front_pattern(width_, neighbours_of_bodies(*bodies_), most_work_over_bodies);
  has_pattern_ = pattern.has_value();
  if (has_pattern_) factor_ = FrontLu(std::move(*pattern));
  return has_pattern_;
}

void ContactFactor::find_places(Contact& contact) const {
  const FrontPattern& pattern = factor_.pattern();
  const std::array<int, 2>& bodies = body_[contact.of.normal];
  Places& places = contact.places;
  for (int side = 0; side < 2; ++side) {
    if (bodies[side] < 0) continue;
    places.diagonal[side] = pattern.place(bodies[side], bodies[side]);
    places.right[side] = pattern.first_column[bodies[side]];
  }
  if (bodies[0] < 0 || bodies[1] < 0) return;
  places.later = places.right[0] < places.right[1] ? 1 : 0;
  places.pair = pattern.place(bodies[places.later], bodies[1 - places.later]);
}

bool ContactFactor::set(const Lcp& lcp) {
  bodies_ = lcp.structure == LcpClass::copositive ? lcp.matrix->bodies() : nullptr;
  if (bodies_ == nullptr || !find_pattern() || !take_contacts(lcp)) return false;
  for (Contact& contact : contacts_) find_places(contact);
  return true;
}

/// s; 0 where sigma is left out.
double ContactFactor::slip_share(const Contact& contact) const {
  const double inverse = inverse_[contact.of.slip];
  if (inverse == 0.0) return 0.0;
  return 1.0 / (1.0 / inverse + inverse_.segment(contact.of.first_tangent, contact.of.num_tangents).sum());
}

/// Impulses along normal and tangents, as far as rates along them make them.
ContactFactor::Block ContactFactor::stiffness(const Contact& contact) const {
  const auto& [normal, first, count, slip, friction] = contact.of;
  const double* a = inverse_.data() + first;
  const std::array<double, 2>* d = direction_.data() + contact.first_direction;
  const double s = slip_share(contact);
  const double alone = s == 0.0 ? 1.0 : s / inverse_[slip];
  Block k{};
  k[0][0] = inverse_[normal];
  const auto add = [&](double amount, double x, double y) {
    k[1][1] += amount * x * x;
    k[1][2] += amount * x * y;
    k[2][2] += amount * y * y;
  };
  for (int i = 0; i < count; ++i) {
    if (a[i] == 0.0) continue;
    const double held = friction * k[0][0] * s * a[i];
    k[1][0] += held * d[i][0];
    k[2][0] += held * d[i][1];
    add(alone * a[i], d[i][0], d[i][1]);
    for (int j = 0; s != 0.0 && j < i; ++j) add(s * a[i] * a[j], d[i][0] - d[j][0], d[i][1] - d[j][1]);
  }
  k[2][1] = k[1][2];
  return k;
}

/// R^T K R, R the rows of a contact, to the blocks of its bodies.
template <int width>
void ContactFactor::add(const Contact& contact) {
  const bool is_alone = contact.of.slip < 0;
  const int num_rows = is_alone ? 1 : 3;
  const std::array<const double*, 3> r{row(contact.of.normal), is_alone ? nullptr : row(contact.tangent[0]),
                                       is_alone ? nullptr : row(contact.tangent[1])};
  Block k{};
  if (is_alone)
    k[0][0] = inverse_[contact.of.normal];
  else
    k = stiffness(contact);
  double product[3][2 * width] = {};
  for (int i = 0; i < num_rows; ++i)
    for (int j = 0; j < num_rows; ++j) {
      const double amount = k[i][j];
      if (amount != 0.0) repeat<2 * width>([&]<int c>() { product[i][c] += amount * r[j][c]; });
    }
  const Places& places = contact.places;
  // Columns of the block are those of b, rows those of a.
  const auto add_block = [&](double* values, int stride, const auto& a, const auto& b) {
    for (int i = 0; i < num_rows; ++i)
      for (int c = 0; c < width; ++c) {
        const double amount = b(i)[c];
        double* column = values + static_cast<std::ptrdiff_t>(c) * stride;
        repeat<width>([&]<int q>() { column[q] += amount * a(i)[q]; });
      }
  };
  const auto rows_of = [&](int side) { return [&r, side](int i) { return r[i] + side * width; }; };
  const auto products_of = [&](int side) { return [&product, side](int i) { return product[i] + side * width; }; };
  for (int side = 0; side < 2; ++side)
    if (const auto [first, stride] = places.diagonal[side]; first >= 0)
      add_block(factor_.lower() + first, stride, rows_of(side), products_of(side));
  if (places.pair.first < 0) return;
  const int later = places.later, earlier = 1 - later;
  add_block(factor_.lower() + places.pair.first, places.pair.stride, rows_of(later), products_of(earlier));
  add_block(factor_.upper() + places.pair.first, places.pair.stride, products_of(later), rows_of(earlier));
}

template <int width>
void ContactFactor::assemble() {
  factor_.clear();
  for (int body = 0; body < num_bodies_; ++body) {
    const double* mass = bodies_->mass.data() + static_cast<std::size_t>(body) * width * width;
    const auto [first, stride] = factor_.pattern().place(body, body);
    for (int c = 0; c < width; ++c)
      std::copy_n(mass + c * width, width, factor_.lower() + first + static_cast<std::ptrdiff_t>(c) * stride);
  }
  for (const Contact& contact : contacts_) add<width>(contact);
}

bool ContactFactor::factorize(const GrowingVector& inverse) {
  inverse_ = inverse;
  for_width(width_, [&]<int width>() { assemble<width>(); });
  return factor_.factorize();
}

/// x for y = 0, and what it makes of the bodies.
template <int width>
void ContactFactor::gather(const GrowingVector& right, GrowingVector& x) {
  y_.setZero(factor_.pattern().num_unknowns);
  x.resize(right.size());
  for (const Contact& contact : contacts_) {
    const auto& [normal, first, count, slip, friction] = contact.of;
    const auto add = [&](int unknown, double impulse) {
      const double* g = row(unknown);
      for (int side = 0; side < 2; ++side) {
        if (contact.places.right[side] < 0) continue;
        double* y = y_.data() + contact.places.right[side];
        repeat<width>([&]<int j>() { y[j] += impulse * g[side * width + j]; });
      }
    };
    x[normal] = inverse_[normal] * right[normal];
    add(normal, x[normal]);
    if (slip < 0) continue;
    double sum = right[slip] - friction * x[normal];
    for (int k = first; k < first + count; ++k) sum += inverse_[k] * right[k];
    const double sigma = slip_share(contact) * sum;
    std::array<double, 2> tangential{};
    for (int k = 0; k < count; ++k) {
      const double beta = inverse_[first + k] * (right[first + k] - sigma);
      const std::array<double, 2>& d = direction_[static_cast<std::size_t>(contact.first_direction + k)];
      for (int i = 0; i < 2; ++i) tangential[i] += beta * d[i];
    }
    for (int i = 0; i < 2; ++i)
      if (tangential[i] != 0.0) add(contact.tangent[i], tangential[i]);
  }
}

template <int width>
void ContactFactor::scatter(const GrowingVector& right, GrowingVector& x) const {
  for (const Contact& contact : contacts_) {
    const auto& [normal, first, count, slip, friction] = contact.of;
    const auto rate = [&](int unknown) {
      const double* g = row(unknown);
      double sum = 0.0;
      for (int side = 0; side < 2; ++side)
        if (contact.places.right[side] >= 0)
          sum += dot<width>(g + side * width, y_.data() + contact.places.right[side]);
      return sum;
    };
    x[normal] = inverse_[normal] * (right[normal] - rate(normal));
    if (slip < 0) continue;
    const std::array<double, 2> rates{rate(contact.tangent[0]), rate(contact.tangent[1])};
    double sum = right[slip] - friction * x[normal];
    for (int k = 0; k < count; ++k) {
      const std::array<double, 2>& d = direction_[static_cast<std::size_t>(contact.first_direction + k)];
      x[first + k] = right[first + k] - d[0] * rates[0] - d[1] * rates[1];
      sum += inverse_[first + k] * x[first + k];
    }
    x[slip] = slip_share(contact) * sum;
    for (int k = first; k < first + count; ++k) x[k] = inverse_[k] * (x[k] - x[slip]);
  }
}

bool ContactFactor::solve(const GrowingVector& right, GrowingVector& x) {
  for_width(width_, [&]<int width>() { gather<width>(right, x); });
  factor_.solve(y_.data());
  for_width(width_, [&]<int width>() { scatter<width>(right, x); });
  return x.allFinite();
}

}  // namespace perpend
