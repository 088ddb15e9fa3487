#include "stabilizers/overlap_words.hpp"

#include <fmt/format.h>

#include <limits>

namespace perpend {

namespace {

std::string keeps(double depth) {
  return fmt::format("keeps the depth of {:.3g} m: contacts stop what goes deeper and move nothing apart", depth);
}

std::string separates(double speed) {
  return fmt::format("separates them within the first step, at {:.3g} m/s, a velocity that they keep", speed);
}

/// Delta = rate gap of docs/methods.md: contacts open at `rate` [1/s] times the depth.
std::string opens(double depth, double rate, double h) {
  if (!(rate > 0.0)) return keeps(depth);
  const double speed = rate * depth;
  if (rate * h >= 1.0) return separates(speed);
  return fmt::format("separates them at {:.3g} m/s at first, {:.3g} % of the depth a step, a velocity that they keep",
                     speed, 100.0 * rate * h);
}

std::string corrects(const Properties& options, double depth) {
  const double iterations = options.number_or("iterations", 1.0);
  const double limit = options.number_or("step_limit", std::numeric_limits<double>::infinity());
  const std::string a_step = iterations == 1.0 ? "one correction" : fmt::format("{:.0f} corrections", iterations);
  if (depth <= limit)
    return fmt::format("moves them apart by {:.3g} m in the first step, with {}; their velocities stay", depth, a_step);
  return fmt::format("moves a body by at most {:.3g} m a correction, with {} a step; their velocities stay", limit,
                     a_step);
}

}  // namespace

std::string on_overlap(std::string_view method, const Properties& options, double depth, double h) {
  if (method == "stabilized_lcp" || method == "implicit") return separates(depth / h);
  if (method == "baumgarte") return opens(depth, options.number("alpha"), h);
  if (method == "erp") return opens(depth, options.number("erp") / h, h);
  if (method == "post_stabilization") return corrects(options, depth);
  if (method == "acceleration_lcp") {
    const double omega = options.number("omega0");
    return fmt::format("pushes them apart with {:.3g} m/s^2 at first, omega0^2 times the depth", omega * omega * depth);
  }
  return keeps(depth);
}

}  // namespace perpend
