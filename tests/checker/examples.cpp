#include "tests/checker/examples.hpp"

#include <functional>
#include <sstream>
#include <stdexcept>

#include "tests/cli/program.hpp"

namespace perpend::test {

namespace {

using nlohmann::ordered_json;

std::string shipped(const std::string& name) {
  return read_text(std::string(PERPEND_SCENES) + "/" + name);
}

/// A rod on a pin with dry friction, which slides, and a stop.
std::string pendulum_with_friction() {
  return R"(experiment swing {
  world planar {
    gravity = (0, -9.81) m/s^2
    body bob = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }
    joint pin = revolute(world, bob) { at = (0, 0) m; friction = 0.3 N m; limits = [-170 deg, 170 deg] }
    body arm = rod(length: 0.7 m) { mass = 2 kg; at = (3.35, 0) m }
    joint hinge = revolute(world, arm) { at = (3, 0) m; friction = 100 N m }
  }
  run { step = 10 ms; duration = 0.3 s }
  method plain = baumgarte(alpha: 20/s)
  measure drift = max_abs(constraint_error)
}
)";
}

/// A block that slides down an incline while it falls on a second face.
std::string sliding_block() {
  return R"(experiment block {
  world planar {
    gravity = (4.9, -8.5) m/s^2
    contacts { friction = 0.3 }
    fixed plane = halfplane(point: (0, 0) m, normal: (0, 1))
    body disk = disk(radius: 0.25 m) { mass = 1.7 kg; at = (0, 0.25) m; velocity = (1.3, 0) m/s }
    body bob = rod(length: 1 m) { mass = 1 kg; at = (5.5, 3) m }
    joint pin = revolute(world, bob) { at = (5, 3) m }
  }
  run { step = 10 ms; duration = 0.1 s }
  verify { solutions = every_step }
  method plain = stabilized_lcp
  measure drift = max_abs(constraint_error)
}
)";
}

/// Bricard's loop, whose redundant row contradicts the others once it is a little open.
std::string open_loop() {
  std::string text = shipped("examples/benchmarks/bricard.scene");
  text.resize(text.find("  include \"methods.scene\""));
  const std::string duration = "duration = 2 s";
  text.replace(text.find(duration), duration.size(), "duration = 40 ms");
  return text + "  method plain = none\n  measure drift = max_abs(constraint_error)\n}\n";
}

/// The same with a disk that falls on a floor: bodies of another world.
std::string open_loop_above_a_floor() {
  std::string text = open_loop();
  const std::string gravity = "gravity = (0, -9.81, 0) m/s^2";
  return text.replace(text.find(gravity), gravity.size(), gravity + R"(
    contacts { friction = 0.3 }
    fixed floor = halfspace(point: (0, -9, 0) m, normal: (0, 1, 0))
    body ball = sphere(radius: 0.25 m) { mass = 1.7 kg; at = (9, -8.75, 0) m; velocity = (1.3, 0, 0.7) m/s; spin = (2, 0.3, 1) rad/s }
)");
}

/// Painleve's rod where no acceleration is possible.
std::string rod_without_solution() {
  std::string text = shipped("examples/contact/painleve_none.scene");
  const std::string part = "include \"painleve_rod.scene\"";
  return text.replace(text.find(part), part.size(), shipped("examples/contact/painleve_rod.scene"));
}

/// A disk that lands sliding.
std::string landing_disk() {
  return R"(experiment landing {
  world planar {
    contacts { friction = 0.3; restitution = 0.5; restitution_law = poisson }
    fixed plane = halfplane(point: (0, 0) m, normal: (0, 1))
    body disk = disk(radius: 0.25 m) { mass = 1.7 kg; at = (0, 0.25) m; velocity = (3, -1) m/s }
  }
  run { step = 10 ms; duration = 10 ms }
  method plain = stabilized_lcp
  measure speed = norm(velocity(disk))
}
)";
}

using Taker = std::function<void(Example)>;

/// Each certificate that a run of the scene writes, around a group of its own.
void for_each_certificate(const std::string& scene, const std::vector<std::string>& more, const Taker& take) {
  const Workplace place;
  place.write("a.scene", scene);
  Arguments arguments{"run", "a.scene", "--quiet", "--out", "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = place.run(arguments);
  if (!place.has("out/certificates.jsonl.gz")) throw std::runtime_error(outcome.err);
  std::istringstream file(place.certificates("out"));
  std::string line;
  std::getline(file, line);
  Example example{ordered_json::parse(line), {}, {}};
  std::map<int, ordered_json> groups;
  while (std::getline(file, line)) {
    example.line = ordered_json::parse(line);
    const int number = example.line["group"];
    example.line["group"] = 1;
    if (example.line.contains("kind")) {
      groups[number] = example.line;
      continue;
    }
    example.group = groups[number];
    take(example);
  }
}

void collect(const std::string& scene, std::map<std::string, Example>& found) {
  for_each_certificate(scene, {"--certificate-data", "full"}, [&](Example example) {
    if (example.line["verdict"] != "undecided") found[example.group["kind"]] = std::move(example);
  });
}

}  // namespace

std::string Example::text() const {
  return header.dump() + '\n' + group.dump() + '\n' + line.dump() + '\n';
}

const std::map<std::string, Example>& examples() {
  static const std::map<std::string, Example> found = [] {
    std::map<std::string, Example> all;
    collect(open_loop(), all);
    collect(open_loop_above_a_floor(), all);
    collect(pendulum_with_friction(), all);
    collect(sliding_block(), all);
    collect(rod_without_solution(), all);
    collect(sliding_block(), all);
    return all;
  }();
  return found;
}

const Example& expansion() {
  static const Example found = [] {
    std::map<std::string, Example> all;
    collect(landing_disk(), all);
    return all.at("contact_solve");
  }();
  return found;
}

std::vector<Example> certificates_of(const std::string& scene, const std::string& kind,
                                     const std::vector<std::string>& more) {
  std::vector<Example> found;
  for_each_certificate(scene, more, [&](Example example) {
    if (example.group["kind"] == kind) found.push_back(std::move(example));
  });
  return found;
}

checker::FileReport check(const std::string& text) {
  std::istringstream file(text);
  return checker::check_text(file, "a", {});
}

checker::ExitCode code_of(const std::string& text) {
  return checker::exit_code({check(text)});
}

}  // namespace perpend::test
