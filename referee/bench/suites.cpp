#include "referee/bench/suites.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "reports/files/atomic_file.hpp"

namespace perpend::bench {

const std::vector<Suite>& all_suites() {
  static const std::vector<Suite> suites{
      {"chain", "chains of N links: time a link and step, and how far joints come apart", run_chain_suite},
      {"wp", "work and precision: time against the distance to the true motion", run_work_precision_suite},
      {"lcp", "complementarity problems: time of a solver whose answer is proved", run_lcp_suite},
      {"friction", "the same with Coulomb friction", run_friction_suite},
      {"grains", "disks in a box: time a disk and step, and how far they overlap", run_grains_suite},
      {"runs", "whole commands of ours", run_runs_suite},
  };
  return suites;
}

std::vector<Contestant> contestants_for(const Field& field, const std::string& suite, const std::string& kind) {
  std::vector<Contestant> chosen;
  for (const Contestant& one : field.contestants)
    if (one.suite == suite && one.kind == kind) chosen.push_back(one);
  return chosen;
}

std::string write_problem(const BenchSettings& settings, const std::string& text) {
  const std::string path = settings.folder + "/problem.txt";
  if (const auto error = reports::write_file(path, text)) throw std::runtime_error(error->message());
  return path;
}

std::vector<Scaling> scalings_of(const std::vector<Trial>& trials) {
  std::vector<Scaling> scalings;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Trial& first : trials) {
    if (!seen.insert({first.kind, first.name()}).second) continue;
    std::vector<std::pair<double, double>> points;
    std::set<long> sizes;
    for (const Trial& trial : trials)
      if (trial.kind == first.kind && trial.name() == first.name() && trial.least() > 0.0) {
        sizes.insert(trial.size);
        points.emplace_back(std::log(static_cast<double>(trial.size)), std::log(trial.least() / trial.work));
      }
    if (sizes.size() < 3) continue;
    double x_mean = 0.0, y_mean = 0.0, xx = 0.0, xy = 0.0;
    for (const auto& [x, y] : points) {
      x_mean += x / static_cast<double>(points.size());
      y_mean += y / static_cast<double>(points.size());
    }
    for (const auto& [x, y] : points) {
      xx += (x - x_mean) * (x - x_mean);
      xy += (x - x_mean) * (y - y_mean);
    }
    if (!(xx > 0.0)) continue;
    const auto [least, largest] = std::minmax_element(points.begin(), points.end());
    scalings.push_back({first.kind, first.name(), xy / xx, std::lround(std::exp(least->first)),
                        std::lround(std::exp(largest->first))});
  }
  return scalings;
}

}  // namespace perpend::bench
