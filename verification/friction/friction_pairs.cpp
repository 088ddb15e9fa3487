#include "verification/friction/friction_pairs.hpp"

#include <algorithm>

#include "kernel/model/contacts/contact_rows.hpp"

namespace perpend {

namespace {

/// Cramer's rule for n . a = n . b = 1.
PlaneInterval normal_of(const PlaneInterval& a, const PlaneInterval& b) {
  const Interval area = a[0] * b[1] - a[1] * b[0];
  return {(b[1] - a[1]) / area, (a[0] - b[0]) / area};
}

/// Every other corner lies inside each edge.
bool is_convex(const Polygon& polygon) {
  const std::size_t k = polygon.corners.size();
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j)
      if (j != i && j != (i + 1) % k && !(dot(polygon.normals[i], polygon.corners[j]).hi < 1.0)) return false;
  return true;
}

/// |change| against a size; 0 for no change, whatever the size.
double against(Interval change, double size) {
  const double largest = abs(change).hi;
  return largest == 0.0 ? 0.0 : divide_up(largest, size);
}

/// A guide to the choice alone: nothing that is proved depends on it. NaN when something is not known.
double distance(const ContactAnswer& answer, const ObeyingPair& pair) {
  double largest = 0.0;
  const auto include = [&](double share) {
    if (!(share <= largest)) largest = share;
  };
  for (int i = 0; i < answer.dimension; ++i) {
    if (!pair.r[i].is_known() || !pair.u[i].is_known()) return std::numeric_limits<double>::quiet_NaN();
    include(against(pair.r[i] - answer.r[i], answer.r_size[i]));
    include(against(pair.u[i] - middle(answer.u[i]), answer.u_size[i]));
  }
  return largest;
}

class Choice {
 public:
  Choice(const ContactAnswer& answer, const Polygon* polygon)
      : answer_(answer),
        polygon_(polygon),
        normal_(std::max(answer.r[0], 0.0)),
        radius_(scale(answer.mu, Interval(normal_))),
        r_{Interval(answer.r[1]), Interval(answer.r[2])},
        u_{middle(answer.u[1]), middle(answer.u[2])} {}

  ObeyingPair best() {
    try_open();
    if (normal_ > 0.0 && answer_.mu == 0.0) {
      consider({ContactState::sliding, {normal_, 0.0, 0.0}, {0.0, u_[0], u_[1]}, {normal_, -u_[0], -u_[1], 1.0}});
    } else if (normal_ > 0.0) {
      try_sticking();
      polygon_ == nullptr ? try_sliding_on_the_disc() : try_sliding_on_the_polygon();
    }
    return best_;
  }

 private:
  void consider(const ObeyingPair& pair) {
    const double found = distance(answer_, pair);
    if (!(found < least_)) return;
    least_ = found;
    best_ = pair;
  }

  void try_open() {
    const double opening = std::max(middle(answer_.u[0]), 0.0);
    best_ = {ContactState::open, {0.0, 0.0, 0.0}, {opening, u_[0], u_[1]}, {opening, u_[0], u_[1]}};
    const double found = distance(answer_, best_);
    if (found < least_) least_ = found;
  }

  /// How far out r_T lies: |r_T|, or the gauge of the polygon.
  [[nodiscard]] Interval gauge() const {
    if (polygon_ == nullptr) return length(r_);
    Interval largest = 0.0;
    for (const PlaneInterval& normal : polygon_->normals) largest = max(largest, dot(normal, r_));
    return largest;
  }

  void try_sticking() {
    const Interval out = gauge();
    const double s = out.hi <= radius_.lo ? 1.0 : std::min(1.0, divide_down(radius_.lo, out.hi));
    consider({ContactState::sticking, {normal_, scale(s, r_[0]), scale(s, r_[1])}, {0.0, 0.0, 0.0}, {normal_, s}});
  }

  /// r'_T = mu r_N v/|v|, u'_T = -t v.
  void slide_along(const std::array<double, 2>& v, double t) {
    const PlaneInterval direction{Interval(v[0]), Interval(v[1])};
    const Interval factor = radius_ / length(direction);
    consider({ContactState::sliding,
              {normal_, factor * direction[0], factor * direction[1]},
              {0.0, scale(-t, direction[0]), scale(-t, direction[1])},
              {normal_, v[0], v[1], t}});
  }

  void try_sliding_on_the_disc() {
    const double squared = answer_.r[1] * answer_.r[1] + answer_.r[2] * answer_.r[2];
    const double along = -(u_[0] * answer_.r[1] + u_[1] * answer_.r[2]) / squared;
    if (along >= 0.0 && along < infinity) slide_along({answer_.r[1], answer_.r[2]}, along);
    slide_along({-u_[0], -u_[1]}, 1.0);
  }

  /// r'_T = mu r_N (share d_i + (1 - share) d_j), u'_T = -(first n_i + second n_j), j after i.
  void consider_on_polygon(std::size_t i, double share, double first, double second) {
    const std::size_t j = (i + 1) % polygon_->corners.size();
    const Interval rest = Interval(1.0) - share;
    ObeyingPair pair{ContactState::sliding, {normal_, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int k = 0; k < 2; ++k) {
      pair.r[k + 1] = radius_ * (scale(share, polygon_->corners[i][k]) + rest * polygon_->corners[j][k]);
      pair.u[k + 1] = -(scale(first, polygon_->normals[i][k]) + scale(second, polygon_->normals[j][k]));
    }
    pair.made = {normal_, static_cast<double>(i), share, first, second};
    consider(pair);
  }

  void try_sliding_on_the_polygon() {
    const std::size_t k = polygon_->corners.size();
    for (std::size_t i = 0; i < k; ++i) {
      const std::size_t next = (i + 1) % k;
      const PlaneInterval& one = polygon_->normals[i];
      const PlaneInterval& other = polygon_->normals[next];
      const std::array<double, 2> n{middle(one[0]), middle(one[1])}, o{middle(other[0]), middle(other[1])};
      const double along = std::max(0.0, -(u_[0] * n[0] + u_[1] * n[1]) / (n[0] * n[0] + n[1] * n[1]));
      consider_on_polygon(i, share_of_edge(i, next), along, 0.0);
      const double area = n[0] * o[1] - n[1] * o[0];
      const double first = std::max(0.0, -(u_[0] * o[1] - u_[1] * o[0]) / area);
      const double second = std::max(0.0, -(n[0] * u_[1] - n[1] * u_[0]) / area);
      consider_on_polygon(i, 0.0, first, second);
    }
  }

  /// Where r_T/(mu r_N) lies between the two corners, seen along the edge.
  [[nodiscard]] double share_of_edge(std::size_t i, std::size_t next) const {
    const PlaneInterval &a = polygon_->corners[i], &b = polygon_->corners[next];
    const double x = a[0].lo - b[0].lo, y = a[1].lo - b[1].lo;
    const double r = middle(radius_);
    const double share = ((answer_.r[1] / r - b[0].lo) * x + (answer_.r[2] / r - b[1].lo) * y) / (x * x + y * y);
    return share >= 0.0 ? std::min(share, 1.0) : 0.0;
  }

  const ContactAnswer& answer_;
  const Polygon* polygon_;
  double normal_;
  Interval radius_;  ///< mu r'_N
  PlaneInterval r_;
  std::array<double, 2> u_;
  ObeyingPair best_;
  double least_ = infinity;
};

}  // namespace

Polygon friction_polygon(int num_directions) {
  Polygon polygon;
  for (int i = 0; i < num_directions; ++i) {
    const auto [x, y] = direction_coefficients(i, num_directions);
    polygon.corners.push_back({Interval(x), Interval(y)});
    polygon.radius = std::max(polygon.radius, length(polygon.corners.back()).hi);
  }
  for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
    polygon.normals.push_back(normal_of(polygon.corners[i], polygon.corners[(i + 1) % polygon.corners.size()]));
    polygon.longest_normal = std::max(polygon.longest_normal, length(polygon.normals.back()).hi);
  }
  return is_convex(polygon) ? polygon : Polygon{};
}

ObeyingPair nearby_pair(const ContactAnswer& answer, const Polygon* polygon) {
  return Choice(answer, polygon).best();
}

double move_share(const ContactAnswer& answer, const ContactVector& r) {
  double largest = 0.0;
  for (int i = 0; i < answer.dimension; ++i) {
    const double share = against(r[i] - answer.r[i], answer.r_size[i]);
    if (!(share <= largest)) largest = std::isnan(share) ? infinity : share;
  }
  return largest;
}

}  // namespace perpend
