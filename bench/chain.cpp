// Cost of a step of a chain of N links against N: a tree of joints must cost linear time.
//     bench_chain [method] [largest N]      times N = 100, 1000, ... and prints the exponents between them
//     bench_chain [method] [N] [steps]      runs exactly that, for instruction counts from outside (see README.md)
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "tests/support/mechanisms.hpp"

namespace perpend {

namespace {

class SilentObserver final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant&) override { return true; }
};

struct Cost {
  double seconds = std::numeric_limits<double>::quiet_NaN();  // one step
  long factor_entries = 0;
};

/// The links alternate about the horizontal, so that the start is neither straight nor symmetric.
Model zigzag_chain(int links) {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  const auto node = [](int i) { return Vec2(0.08 * i, i % 2 == 0 ? 0.0 : 0.06); };
  for (int i = 0; i < links; ++i) test::add_rod_between(model, "link", 1.0, node(i), node(i + 1));
  for (int i = 0; i < links; ++i) test::add_joint(model, "revolute", "pin", i - 1, i, test::at(node(i)));
  number_unknowns(model);
  return model;
}

/// Fails the program rather than time a run that did not converge.
double seconds_of(const Model& model, const std::string& name, long steps) {
  SilentObserver observer;
  const SimulationResult result = simulate(model, initial_state(model), test::step_of(test::method(name)),
                                           {.step = 1e-4, .num_steps = steps}, observer);
  if (result.status == Status::converged && result.steps == steps) return result.seconds;
  std::fprintf(stderr, "bench_chain: %s\n", result.message.c_str());
  std::exit(EXIT_FAILURE);
}

/// Best of five: what others on the machine take only adds.
Cost measure(const std::string& name, int links) {
  const Model model = zigzag_chain(links);
  Cost cost;
  cost.factor_entries = static_cast<long>(
      KktSolver(allocate_evaluation(model).rows, DependentRows::stop).factorization().num_factor_entries());
  const long steps = std::max(5L, 200000L / links);
  for (int i = 0; i < 5; ++i) {
    const double seconds = seconds_of(model, name, steps) / static_cast<double>(steps);
    if (!(cost.seconds <= seconds)) cost.seconds = seconds;
  }
  return cost;
}

void compare(const std::string& name, int largest) {
  std::printf("%s\n%10s %14s %14s %10s %14s\n", name.c_str(), "links", "ms a step", "ns a link", "exponent",
              "entries a link");
  Cost last;
  for (int links = 100; links <= largest; links *= 10) {
    const Cost cost = measure(name, links);
    std::printf("%10d %14.5f %14.1f ", links, cost.seconds * 1e3, cost.seconds * 1e9 / links);
    if (links > 100)
      std::printf("%10.3f", std::log10(cost.seconds / last.seconds));
    else
      std::printf("%10s", "-");
    std::printf(" %14.2f\n", static_cast<double>(cost.factor_entries) / links);
    last = cost;
  }
}

int run(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "none";
  const int size = argc > 2 ? std::atoi(argv[2]) : 100000;
  if (test::method(name) == nullptr || size < 1 || argc > 4) {
    std::fprintf(stderr, "usage: bench_chain [none|implicit|post_stabilization|projection] [N] [steps]\n");
    return EXIT_FAILURE;
  }
  if (argc == 4)
    seconds_of(zigzag_chain(size), name, std::atol(argv[3]));
  else
    compare(name, size);
  return EXIT_SUCCESS;
}

}  // namespace

}  // namespace perpend

int main(int argc, char** argv) {
  return perpend::run(argc, argv);
}
