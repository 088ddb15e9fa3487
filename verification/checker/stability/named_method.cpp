#include "verification/checker/stability/named_method.hpp"

#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

struct Unit {
  const char *option, *words;
};

constexpr Unit units[] = {{"alpha", "/s"},     {"beta", "/s"},        {"omega0", "/s"},   {"zeta", ""},
                          {"erp", ""},         {"cfm", "/kg"},        {"integrator", ""}, {"quadrature", ""},
                          {"convex", ""},      {"iterations", ""},    {"order", ""},      {"step_limit", " m"},
                          {"tolerance", " m"}, {"max_iterations", ""}};

/// Null for an option that is not known here.
const char* unit_of(const std::string& option) {
  for (const Unit& unit : units)
    if (option == unit.option) return unit.words;
  return nullptr;
}

/// The options of a method as numbers, each asked for by its name.
class Options {
 public:
  explicit Options(const NamedMethod& method) : method_(method) {}

  [[nodiscard]] const std::string* text(const std::string& name) const {
    for (const auto& [own, value] : method_.options)
      if (own == name) return &value;
    return nullptr;
  }
  [[nodiscard]] bool has(const std::string& name) const { return text(name) != nullptr; }
  [[nodiscard]] Polynomial number(const std::string& name, const Rational& otherwise) const {
    if (method_.parameter == name && has(name)) return Polynomial::unknown();
    const std::string* written = text(name);
    return written == nullptr ? otherwise : decimal_of(*written, name.c_str());
  }
  [[nodiscard]] Polynomial step() const {
    return method_.parameter == "step" ? Polynomial::unknown() : Polynomial(decimal_of(method_.step, "step"));
  }

 private:
  const NamedMethod& method_;
};

struct Phase {
  Polynomial q, w;  ///< w = h v
};

/// `integrator: trapezoidal` moves by the mean of both velocities.
Phase moved(const Options& options, const Phase& now, const Polynomial& w) {
  const std::string* rule = options.text("integrator");
  if (rule == nullptr || *rule == "semi_implicit") return {now.q + w, w};
  return {now.q + Polynomial(Rational(1) / Rational(2)) * (now.w + w), w};
}

/// J v+ = -rate phi.
Phase at_velocity_level(const Options& options, const Phase& now, const Polynomial& rate_h) {
  return moved(options, now, Polynomial() - rate_h * now.q);
}

/// a = -2 alpha phi_dot - beta^2 phi, v+ = v + h a.
Phase at_acceleration_level(const Options& options, const Phase& now, const Polynomial& alpha, const Polynomial& beta) {
  const Polynomial h = options.step();
  const Polynomial change = Polynomial(Rational(2)) * alpha * h * now.w + beta * beta * h * h * now.q;
  return moved(options, now, now.w - change);
}

std::optional<Phase> baumgarte(const Options& options, const Phase& now) {
  const std::string* rule = options.text("integrator");
  if (rule != nullptr && *rule != "semi_implicit" && *rule != "trapezoidal") return std::nullopt;
  const Rational none(0);
  if (options.has("omega0")) {
    const Polynomial omega = options.number("omega0", none);
    return at_acceleration_level(options, now, options.number("zeta", none) * omega, omega);
  }
  const Polynomial alpha = options.number("alpha", none);
  if (options.has("beta")) return at_acceleration_level(options, now, alpha, options.number("beta", none));
  return at_velocity_level(options, now, alpha * options.step());
}

std::optional<Phase> acceleration_lcp(const Options& options, const Phase& now) {
  const Polynomial omega = options.number("omega0", Rational(0));
  return at_acceleration_level(options, now, options.number("zeta", Rational(1)) * omega, omega);
}

std::optional<Phase> erp(const Options& options, const Phase& now) {
  return at_velocity_level(options, now, options.number("erp", Rational(0)));
}

std::optional<Phase> unstabilized(const Options& options, const Phase& now) {
  return at_velocity_level(options, now, Polynomial());
}

/// The constraint is met at the new position.
std::optional<Phase> implicit(const Options& options, const Phase& now) {
  return at_velocity_level(options, now, Polynomial(Rational(1)));
}

/// Position and velocity are both met.
std::optional<Phase> projected(const Options& /*options*/, const Phase& /*now*/) {
  return Phase{};
}

struct Method {
  const char* name;
  std::optional<Phase> (*step)(const Options& options, const Phase& now);
};

constexpr Method methods[] = {{"none", unstabilized},
                              {"baumgarte", baumgarte},
                              {"erp", erp},
                              {"implicit", implicit},
                              {"stabilized_lcp", implicit},
                              {"acceleration_lcp", acceleration_lcp},
                              {"post_stabilization", projected},
                              {"projection", projected},
                              {"ggl", projected},
                              {"rattle", projected},
                              {"shake", projected},
                              {"runge_kutta", projected}};

}  // namespace

NamedMethod read_named_method(const json& data) {
  const json& from = object(data, "method");
  NamedMethod method;
  method.name = text(from, "name");
  for (const json& option : entries(from, "options"))
    method.options.emplace_back(text(option, "name"), text(option, "value"));
  if (has(from, "parameter")) method.parameter = text(from, "parameter");
  if (method.parameter != "step") method.step = text(from, "step");
  if (size(from) != 3U + (has(from, "parameter") && !method.step.empty() ? 1U : 0U))
    throw DataError("the method has parts that no method has");
  return method;
}

std::string NamedMethod::words() const {
  std::string inner;
  for (const auto& [option, value] : options) {
    const char* unit = unit_of(option);
    if (unit == nullptr) return "";
    inner += (inner.empty() ? "" : ", ") + option + ": " + value + unit;
  }
  return name + (inner.empty() ? "" : "(" + inner + ")") + (step.empty() ? "" : " at h = " + step + " s");
}

std::vector<Polynomial> StepBlock::conditions() const {
  const Polynomial one(Rational(1)), t = trace(), d = determinant();
  return {one - d, one + d - t, one + d + t};
}

std::optional<StepBlock> constrained_step(const NamedMethod& method) {
  const Options options(method);
  const Polynomial one(Rational(1));
  for (const Method& row : methods) {
    if (method.name != row.name) continue;
    const auto from_q = row.step(options, {one, Polynomial()}), from_w = row.step(options, {Polynomial(), one});
    if (!from_q || !from_w) return std::nullopt;
    return StepBlock{from_q->q, from_w->q, from_q->w, from_w->w,
                     method.name == "erp" && options.number("cfm", Rational(0)).at(Rational(1)).sign() > 0};
  }
  return std::nullopt;
}

}  // namespace perpend::checker
