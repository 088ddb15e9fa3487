// A scene with sweeps, its studies and their results.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/program.hpp"

namespace perpend::test {

/// 40 points of two methods and 4 of one.
inline const std::string swept_scene = pendulum(
    "param alpha = 10/s\nparam drop = 0 m/s\nrun { step = 2 ms; duration = 100 ms }\n"
    "method held = baumgarte(alpha: alpha)\nmethod corrected = post_stabilization\n"
    "measure drift = max_abs(constraint_error)\n"
    "sweep map { alpha = lin_range(1/s, 40/s, 8); drop = lin_range(0 m/s, 1 m/s, 5) }\n"
    "sweep order { step = [4, 2, 1, 0.5] ms; methods = corrected }\n");

/// SQL.
inline const std::string all_runs =
    "select r.run, r.sweep, r.point, r.method, r.status, r.steps, r.trajectory, m.measure, m.max, m.rms from runs r "
    "join run_measures m using (run) order by r.run";

/// The hash that a finished study prints.
inline std::string content_of(const Outcome& outcome) {
  const std::size_t place = outcome.out.find("content ");
  return place == std::string::npos ? "none: " + outcome.out + outcome.err : outcome.out.substr(place + 8, 64);
}

struct Studio : Workplace {
  explicit Studio(const std::string& text = swept_scene) { write("a.scene", text); }

  Outcome study(const std::string& out, const Arguments& more) const {
    Arguments arguments{"study", "a.scene", "--out", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  [[nodiscard]] std::string ask(const std::string& study, const std::string& sql) const {
    return run({"query", study, sql, "--format", "csv"}).out;
  }
  /// The rows as objects.
  [[nodiscard]] nlohmann::json rows(const std::string& study, const std::string& sql) const {
    return nlohmann::json::parse(run({"query", study, sql, "--format", "json"}).out);
  }
};

}  // namespace perpend::test
