#include "dsl/field_words.hpp"

#include <algorithm>
#include <array>

namespace perpend::dsl {

namespace {

struct Row {
  std::string_view word;
  std::string_view write;
};

constexpr std::string_view slide = "write joint_slide(joint) for a free travel, angle(joint) for a free angle";
constexpr std::string_view joint_rate = "write rate(joint), of its free angle or travel";
constexpr std::string_view spin = "write spin(body), or rate(joint) of a free angle";
constexpr std::string_view turn =
    "write angle(body) in the plane, direction(body, axis: ...) in space, or angle_between(a, b)";
constexpr std::string_view reaction =
    "write reaction(joint) or reaction_torque(joint); the power of an applied force sums up in work_of(force)";
constexpr std::string_view limited = "write max(lowest, min(x, highest))";
constexpr std::string_view sign = "write if x < 0 then -1 else 1, with x in its unit: x < 0 m/s";
constexpr std::string_view stretch = "write span in the law of a spring or damper, elsewhere distance(a, b)";
constexpr std::string_view arc_tangent = "write atan2(x, 1), or atan2(y, x) of the components";
constexpr std::string_view rounded = "write floor(x + 0.5); floor(x) rounds down, -floor(-x) up";
constexpr std::string_view drift = "write max_abs(constraint_error) or max_abs(constraint_error(joint))";

constexpr std::array rows{
    Row{"travel", slide},
    Row{"slide", slide},
    Row{"displacement", slide},
    Row{"translation", slide},
    Row{"joint_position", slide},
    Row{"joint_travel", slide},
    Row{"joint_displacement", slide},
    Row{"coordinate", slide},
    Row{"joint_rate", joint_rate},
    Row{"joint_velocity", joint_rate},
    Row{"joint_speed", joint_rate},
    Row{"slide_rate", joint_rate},
    Row{"angle_rate", joint_rate},
    Row{"angular_rate", spin},
    Row{"angular_velocity", spin},
    Row{"angular_speed", spin},
    Row{"omega", spin},
    Row{"speed", "write norm(velocity(body)), or x(velocity(body)) with its sign"},
    Row{"height", "write y(position(body)), in space z(position(body))"},
    Row{"com", "write position(body): a body's point is its centre of mass unless point: names another"},
    Row{"center_of_mass", "write position(body): a body's point is its centre of mass unless point: names another"},
    Row{"centre_of_mass", "write position(body): a body's point is its centre of mass unless point: names another"},
    Row{"orientation", turn},
    Row{"rotation", turn},
    Row{"attitude", turn},
    Row{"kinetic_energy", "write energy(kinetic)"},
    Row{"potential_energy", "write energy(potential)"},
    Row{"force", reaction},
    Row{"torque", reaction},
    Row{"reaction_force", reaction},
    Row{"joint_force", reaction},
    Row{"power", reaction},
    Row{"normal_force", "write contact_impulse(contact), and divide by the step"},
    Row{"contact_force", "write contact_impulse(contact), and divide by the step"},
    Row{"length", stretch},
    Row{"elongation", stretch},
    Row{"extension", stretch},
    Row{"stretch", stretch},
    Row{"drift", drift},
    Row{"error", drift},
    Row{"sign", sign},
    Row{"sgn", sign},
    Row{"signum", sign},
    Row{"heaviside", "write if x < 0 then 0 else 1, with x in its unit: t < 1 s"},
    Row{"step", "write if t < 1 s then 0 else 1"},
    Row{"clamp", limited},
    Row{"clip", limited},
    Row{"limit", limited},
    Row{"sat", limited},
    Row{"saturate", limited},
    Row{"saturation", limited},
    Row{"pow", "write x^2, or x^0.5 of a pure number"},
    Row{"power_of", "write x^2, or x^0.5 of a pure number"},
    Row{"sqr", "write x^2"},
    Row{"square", "write x^2"},
    Row{"mod", "write x - n * floor(x / n)"},
    Row{"fmod", "write x - n * floor(x / n)"},
    Row{"ln", "write log(x), the natural logarithm"},
    Row{"log10", "write log(x) / log(10)"},
    Row{"log2", "write log(x) / log(2)"},
    Row{"atan", arc_tangent},
    Row{"arctan", arc_tangent},
    Row{"arctan2", "write atan2(y, x)"},
    Row{"arcsin", "write asin(x)"},
    Row{"arccos", "write acos(x)"},
    Row{"sinh", "write (exp(x) - exp(-x)) / 2"},
    Row{"cosh", "write (exp(x) + exp(-x)) / 2"},
    Row{"tanh", "write 1 - 2 / (exp(2 * x) + 1)"},
    Row{"hypot", "write sqrt(x^2 + y^2), or norm of a vector"},
    Row{"magnitude", "write norm of a vector, abs of a number"},
    Row{"mag", "write norm of a vector, abs of a number"},
    Row{"round", rounded},
    Row{"ceil", rounded},
    Row{"int", rounded},
    Row{"interp", "write table(\"file.csv\", x)"},
    Row{"interpolate", "write table(\"file.csv\", x)"},
    Row{"lookup", "write table(\"file.csv\", x)"},
    Row{"deg", "write 30 deg: it is a unit"},
    Row{"rad", "write 1 rad: it is a unit"},
    Row{"radians", "write 30 deg: it is a unit"},
    Row{"run.seed", "no run is random: give a sweep seeds, as in sweep starts { seed = 1..100 } over a param seed = 1"},
    Row{"cumsum", "write running_sum(list)"},
};

}  // namespace

std::string_view what_to_write(std::string_view word) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.word == word; });
  return found == rows.end() ? std::string_view() : found->write;
}

}  // namespace perpend::dsl
