// As for an LCP: with r' and u' in the law, e = u' - (A x' + b) is the change of b that makes r' an exact solution.
#include "verification/friction/friction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/friction/friction_pairs.hpp"
#include "verification/friction/friction_system.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

/// How near: |r'_j - r_j| <= r[j] and |u'_i - u_i| <= u[i].
struct ContactReach {
  std::array<double, 3> r{};
  std::array<double, 3> u{};
};

Interval product(const PlaneInterval& a, const PlaneInterval& b) {
  return a[0] * b[1] - a[1] * b[0];
}

Interval reach_length(const std::array<double, 3>& reach) {
  return length({Interval(reach[1]), Interval(reach[2])});
}

/// One contact: its tangential part r, u and what may be added to them.
struct Tangential {
  PlaneInterval r, u;
  Interval r_length, u_length;
  Interval r_reach, u_reach;
  Interval least_radius, largest_radius;  ///< mu (r_N -+ reach)

  Tangential(const ContactAnswer& answer, const ContactReach& reach)
      : r{Interval(answer.r[1]), Interval(answer.r[2])},
        u(tangents(answer.u)),
        r_length(length(r)),
        u_length(length(u)),
        r_reach(reach_length(reach.r)),
        u_reach(reach_length(reach.u)),
        least_radius(scale(answer.mu, Interval(answer.r[0]) - reach.r[0])),
        largest_radius(scale(answer.mu, Interval(answer.r[0]) + reach.r[0])) {}

  /// Bound of |r' . u' - r . u|, and of the same of the outer product.
  [[nodiscard]] Interval change_of_product() const {
    return r_length * u_reach + r_reach * u_length + r_reach * u_reach;
  }
};

const char* normal_contradiction(const ContactAnswer& answer, const ContactReach& reach) {
  if (answer.r[0] < -reach.r[0]) return "the normal reaction pulls";
  if (answer.u[0].hi < -reach.u[0]) return "the normal velocity points into the other body";
  if (answer.r[0] > reach.r[0] && answer.u[0].lo > reach.u[0]) return "the contact opens and presses at the same time";
  return nullptr;
}

/// How far out r_T lies at least, and at most: |r_T|, or the gauge of the polygon.
Interval gauge(const Tangential& t, const Polygon* polygon) {
  if (polygon == nullptr) return t.r_length;
  Interval largest = 0.0;
  for (const PlaneInterval& normal : polygon->normals) largest = max(largest, dot(normal, t.r));
  return largest;
}

/// For the disc: r'_T and u'_T are parallel in every state, for one of them is 0 unless the contact slides.
const char* direction_contradiction(const Tangential& t) {
  const double largest = t.change_of_product().hi;
  if (dot(t.r, t.u).lo > largest) return "friction drives the slip";
  if (abs(product(t.r, t.u)).lo > largest) return "friction is not opposite to the slip";
  return nullptr;
}

/// For the polygon: mu r'_N max_i (-d_i . u'_T) + r'_T . u'_T = 0 in every state.
const char* power_contradiction(const ContactAnswer& answer, const ContactReach& reach, const Tangential& t,
                                const Polygon& polygon) {
  Interval support = 0.0;
  for (const PlaneInterval& corner : polygon.corners) support = max(support, -dot(corner, t.u));
  const Interval gap = scale(answer.mu, Interval(answer.r[0]) * support) + dot(t.r, t.u);
  const Interval change_of_support = scale(polygon.radius, t.u_reach);
  const Interval change_of_first = scale(
      answer.mu, scale(reach.r[0], support + change_of_support) + scale(std::abs(answer.r[0]), change_of_support));
  if (abs(gap).lo > (change_of_first + t.change_of_product()).hi)
    return "friction takes less power from the slip than the pyramid allows";
  return nullptr;
}

/// What is contradicted, in words; null when nothing is shown to be.
const char* contradiction(const ContactAnswer& answer, const ContactReach& reach, const Polygon* polygon) {
  if (const char* found = normal_contradiction(answer, reach)) return found;
  const Tangential t(answer, reach);
  const Interval out = gauge(t, polygon);
  const Interval change = polygon == nullptr ? t.r_reach : scale(polygon->longest_normal, t.r_reach);
  if ((out - change).lo > std::max(t.largest_radius.hi, 0.0)) return "friction exceeds mu times the normal reaction";
  const bool is_inside = (out + change).hi < t.least_radius.lo;
  if (is_inside && t.u_length.lo > t.u_reach.hi) return "the contact slides and friction is less than it must be";
  return polygon == nullptr ? direction_contradiction(t) : power_contradiction(answer, reach, t, *polygon);
}

class FrictionJudge {
 public:
  FrictionJudge(const FrictionSystem& system, const VectorX& x, const Polygon* polygon, FrictionSizes sizes)
      : system_(system), x_(x), polygon_(polygon), sizes_(std::move(sizes)), moved_(x.begin(), x.end()) {}

  FrictionCertificate judge() {
    result_.contacts.resize(system_.mu.size());
    for (int c = 0; c < system_.num_contacts(); ++c) answers_.push_back(answer_at(c));
    for (int c = 0; c < system_.num_contacts(); ++c) choose(c);
    for (int c = 0; c < system_.num_contacts(); ++c) enclose_errors(c);
    for (int i = system_.num_reactions(); i < system_.a.num_rows; ++i) enclose_equation(i);
    decide();
    return std::move(result_);
  }

 private:
  [[nodiscard]] int row_of(int contact) const { return contact * system_.dimension; }

  [[nodiscard]] ContactAnswer answer_at(int contact) {
    ContactAnswer answer{.mu = system_.mu[contact], .dimension = system_.dimension};
    const int first = row_of(contact);
    for (int i = 0; i < system_.dimension; ++i) {
      answer.r[i] = x_[first + i];
      answer.u[i] = enclose_row(system_.a, system_.b, x_, first + i);
      answer.r_size[i] = sizes_.move[first + i];
      answer.u_size[i] = sizes_.row[first + i];
    }
    return answer;
  }

  void choose(int contact) {
    const ContactAnswer& answer = answers_[contact];
    FrictionContact& out = result_.contacts[contact];
    const ObeyingPair pair = nearby_pair(answer, polygon_);
    pairs_.push_back(pair);
    out.state = pair.state;
    out.made = pair.made;
    raise(out.share, move_share(answer, pair.r) * sizes_.rounding);
    for (int i = 0; i < system_.dimension; ++i) {
      moved_[row_of(contact) + i] = pair.r[i];
      raise(out.moved, abs(pair.r[i] - answer.r[i]).hi);
      raise(out.reaction_size, answer.r_size[i]);
      raise(out.velocity_size, answer.u_size[i]);
    }
    measure_residuals(answer, out);
  }

  /// What is not known counts as infinite.
  static void raise(double& value, double other) {
    if (!(other <= value)) value = std::isnan(other) ? infinity : other;
  }

  static void measure_residuals(const ContactAnswer& answer, FrictionContact& out) {
    const PlaneInterval r{Interval(answer.r[1]), Interval(answer.r[2])};
    const PlaneInterval u = tangents(answer.u);
    const Interval radius = scale(answer.mu, Interval(answer.r[0]));
    out.negative_reaction = std::max(0.0, -answer.r[0]);
    raise(out.negative_velocity, -answer.u[0].lo);
    raise(out.normal_product, abs(scale(answer.r[0], answer.u[0])).hi);
    raise(out.cone_excess, (length(r) - radius).hi);
    raise(out.dissipation_gap, abs(radius * length(u) + dot(r, u)).hi);
  }

  /// b + A x' of a row.
  [[nodiscard]] Interval sum_of_row(int i) const {
    Interval sum = system_.b[i];
    for (int k = system_.a.first[i]; k < system_.a.first[i + 1]; ++k)
      sum = sum + scale(system_.a.value[k], moved_[system_.a.column[k]]);
    return sum;
  }

  void enclose_errors(int contact) {
    FrictionContact& out = result_.contacts[contact];
    for (int i = 0; i < system_.dimension; ++i) {
      const int row = row_of(contact) + i;
      const double error = abs(pairs_[contact].u[i] - sum_of_row(row)).hi;
      raise(out.error, error);
      if (error != 0.0) raise(out.share, divide_up(error, sizes_.row[row]) * sizes_.rounding);
    }
    if (out.share <= result_.share) return;
    result_.share = out.share;
    result_.worst_contact = contact;
  }

  void enclose_equation(int i) {
    const double error = abs(sum_of_row(i)).hi;
    raise(result_.equation_error, error);
    if (error != 0.0) raise(result_.equation_share, divide_up(error, sizes_.row[i]) * sizes_.rounding);
    if (result_.equation_share <= result_.share) return;
    result_.share = result_.equation_share;
    result_.worst_contact = -1;
  }

  /// Upper bound of what the claim lets change.
  [[nodiscard]] double reach(double size) const { return lcp_error_limit * size * sizes_.rounding * sizes_.rounding; }

  /// The contact that is refuted, worst first; -1: an equation is; nothing when neither is.
  void decide() {
    const bool is_proved = result_.share <= lcp_error_limit;
    result_.verdict = is_proved ? Verdict::proved : Verdict::undecided;
    if (is_proved) return;
    result_.reason = result_.share < infinity ? "the answer is near the limit, on neither side for certain"
                                              : "a bound overflows or is not known";
    for (const int c : worst_first()) {
      ContactReach near;
      for (int i = 0; i < system_.dimension; ++i) {
        near.r[i] = reach(sizes_.move[row_of(c) + i]);
        near.u[i] = reach(sizes_.reach[row_of(c) + i]);
      }
      if (const char* found = contradiction(answers_[c], near, polygon_))
        return refute(fmt::format("contact {}: {}", c + 1, found), c);
    }
    for (int i = system_.num_reactions(); i < system_.a.num_rows; ++i)
      if (abs(enclose_row(system_.a, system_.b, x_, i)).lo > reach(sizes_.reach[i]))
        return refute(
            fmt::format("row {} after those of the contacts is not fulfilled", i - system_.num_reactions() + 1), -1);
  }

  void refute(std::string reason, int contact) {
    result_.verdict = Verdict::refuted;
    result_.reason = std::move(reason);
    result_.worst_contact = contact;
  }

  [[nodiscard]] std::vector<int> worst_first() const {
    std::vector<int> order(result_.contacts.size());
    for (std::size_t c = 0; c < order.size(); ++c) order[c] = static_cast<int>(c);
    std::stable_sort(order.begin(), order.end(),
                     [&](int s, int t) { return result_.contacts[s].share > result_.contacts[t].share; });
    return order;
  }

  const FrictionSystem& system_;
  const VectorX& x_;
  const Polygon* polygon_;
  const FrictionSizes sizes_;
  std::vector<Interval> moved_;  ///< x'
  std::vector<ContactAnswer> answers_;
  std::vector<ObeyingPair> pairs_;
  FrictionCertificate result_;
};

}  // namespace

FrictionCertificate certify_friction(const FrictionSystem& system, const VectorX& x, int num_directions) {
  FrictionCertificate unknown;
  if (const char* reason = why_unfit(system, &x)) {
    unknown.reason = reason;
    return unknown;
  }
  const bool is_polygon = num_directions > 0 && system.dimension == 3;
  const Polygon polygon = is_polygon ? friction_polygon(num_directions) : Polygon{};
  if (is_polygon && polygon.corners.size() < 4) {
    unknown.reason = "the directions of friction are no corners of a polygon around 0";
    return unknown;
  }
  FrictionSizes sizes = friction_sizes(system, x);
  if (!sizes.is_known) {
    unknown.reason = "what a row sums, or what moves it, overflows or underflows in doubles";
    return unknown;
  }
  return FrictionJudge(system, x, is_polygon ? &polygon : nullptr, std::move(sizes)).judge();
}

}  // namespace perpend
