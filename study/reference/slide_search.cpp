#include "study/reference/slide_search.hpp"

#include <cmath>
#include <numbers>
#include <optional>

namespace perpend {

namespace {

constexpr double pi = std::numbers::pi;
/// One contact: equations of the fourth degree in the tangent of half the angle. Four zeros at most, and a pole.
constexpr int grid = 48;
/// A sign that changes where rho is larger is a jump: by half a turn, or by a whole one.
constexpr double largest_rho = 0.25;
/// What a last step may still change [rad]: the direction of a slip of 1e-4 of the velocities is rounded to that.
constexpr double last_step = 1e-12;
constexpr double largest_step = 0.5;
constexpr int most_steps = 60;
/// Shares of friction on the way from none, where slips do not depend on directions.
constexpr int shares = 16;

class Search {
 public:
  Search(const SlipsOf& slips_of, Eigen::Index count) : slips_of_(slips_of), rho_(count) {}

  [[nodiscard]] std::vector<VectorX> around(double start) const;
  [[nodiscard]] bool secants(double share, VectorX& angles, MatrixX& inverse) const;
  [[nodiscard]] bool from_no_friction(VectorX& angles) const;

 private:
  /// rho of all contacts, in rho_.
  [[nodiscard]] bool evaluate(const VectorX& angles, double share) const;
  /// That of one contact; not a number where there is none.
  [[nodiscard]] double rho(double angle) const {
    return evaluate(VectorX::Constant(1, angle), 1.0) ? rho_[0] : std::nan("");
  }
  [[nodiscard]] std::optional<double> zero_between(double low, double high, double rho_low, double rho_high) const;

  const SlipsOf& slips_of_;
  mutable std::vector<Vec2> slips_;
  mutable VectorX rho_;
};

bool Search::evaluate(const VectorX& angles, double share) const {
  if (!slips_of_(angles, share, slips_)) return false;
  for (Eigen::Index i = 0; i < angles.size(); ++i) {
    const Vec2& slip = slips_[static_cast<std::size_t>(i)];
    const double cos = std::cos(angles[i]), sin = std::sin(angles[i]);
    rho_[i] = std::atan2(cos * slip.y() - sin * slip.x(), cos * slip.x() + sin * slip.y());
  }
  return rho_.allFinite();
}

/// Secants in the bracket, halved wherever two of them leave the same end in place.
std::optional<double> Search::zero_between(double low, double high, double rho_low, double rho_high) const {
  constexpr double rounding = 4e-16 * pi;
  constexpr int most = 200;
  int same_end = 0;
  for (int i = 0; i < most && high - low > rounding && std::min(std::abs(rho_low), std::abs(rho_high)) > 0.0; ++i) {
    double middle = low + (high - low) * rho_low / (rho_low - rho_high);
    if (std::abs(same_end) > 1 || !(middle > low && middle < high)) {
      middle = (low + high) / 2.0;
      same_end = 0;
    }
    if (!(middle > low && middle < high)) break;
    const double at = rho(middle);
    if (!std::isfinite(at)) return std::nullopt;
    const bool is_low = (at < 0.0) == (rho_low < 0.0);
    (is_low ? low : high) = middle;
    (is_low ? rho_low : rho_high) = at;
    same_end = is_low ? std::max(same_end, 0) + 1 : std::min(same_end, 0) - 1;
  }
  const bool is_at_low = std::abs(rho_low) < std::abs(rho_high);
  const bool is_zero = rho_low == 0.0 || rho_high == 0.0 || std::abs(rho_low) + std::abs(rho_high) < largest_rho;
  if (!is_zero) return std::nullopt;
  return is_at_low ? low : high;
}

std::vector<VectorX> Search::around(double start) const {
  std::vector<VectorX> found;
  const double first = rho(start);
  double low = start, rho_low = first;
  for (int i = 1; i <= grid; ++i) {
    const double high = start + 2.0 * pi * i / grid;
    const double rho_high = i < grid ? rho(high) : first;
    std::optional<double> zero;
    if (rho_low == 0.0)
      zero = low;
    else if (rho_low * rho_high < 0.0)
      zero = zero_between(low, high, rho_low, rho_high);
    if (zero) found.push_back(VectorX::Constant(1, *zero));
    low = high;
    rho_low = rho_high;
  }
  return found;
}

/// Broyden's method: `inverse` is the negative inverse of the derivative of rho, as far as steps have told it; the unit
/// matrix where the slips do not depend on the directions.
bool Search::secants(double share, VectorX& angles, MatrixX& inverse) const {
  if (!evaluate(angles, share)) return false;
  for (int i = 0; i < most_steps; ++i) {
    const VectorX rho = rho_;
    VectorX step = inverse * rho;
    const double length = step.cwiseAbs().maxCoeff();
    if (!std::isfinite(length)) return false;
    if (length > largest_step) step *= largest_step / length;
    angles += step;
    if (!evaluate(angles, share)) return false;
    if (length <= last_step) return rho_.cwiseAbs().maxCoeff() < largest_rho;
    const VectorX seen = inverse * (rho - rho_);
    const double scale = step.dot(seen);
    if (std::abs(scale) < 1e-8 * step.squaredNorm()) continue;
    inverse += (step - seen) * (step.transpose() * inverse) / scale;
  }
  return false;
}

bool Search::from_no_friction(VectorX& angles) const {
  if (!evaluate(angles, 0.0)) return false;
  angles += rho_;
  MatrixX inverse = MatrixX::Identity(angles.size(), angles.size());
  for (int i = 1; i <= shares; ++i)
    if (!secants(static_cast<double>(i) / shares, angles, inverse)) return false;
  return true;
}

}  // namespace

std::vector<VectorX> find_slides(const SlipsOf& slips_of, const VectorX& guess) {
  const Search search(slips_of, guess.size());
  if (guess.size() == 1) return search.around(guess[0]);
  VectorX angles = guess;
  if (search.from_no_friction(angles)) return {angles};
  for (int quarter = 0; quarter < 4; ++quarter) {
    angles = guess.array() + quarter * pi / 2.0;
    MatrixX inverse = MatrixX::Identity(guess.size(), guess.size());
    if (search.secants(1.0, angles, inverse)) return {angles};
  }
  return {};
}

}  // namespace perpend
