// The file of a study of two drawn keys, as if it had run.
#pragma once

#include <fmt/format.h>

#include <string>

#include "batch/results/file.hpp"
#include "tests/batch/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test {

inline std::string drawn_sweep(int num_runs) {
  return fmt::format(
      "sweep map {{ alpha = random(1/s, 2/s, {0}, 7); length = random(1 m, 2 m, {0}, 7); methods = held }}", num_runs);
}

/// `put`: adds points, runs and numbers to the file.
template <class Put>
std::string kept_study(const TemporaryFolder& folder, int num_runs, const Put& put) {
  const Planned planned(swept_pendulum(drawn_sweep(num_runs)));
  std::string path = folder.at(fmt::format("study{}.sqlite", num_runs));
  { const batch::StudyFile file(path, planned.plan(), {}, "a test"); }
  batch::Database file(path, batch::Access::write);
  batch::Database::Transaction transaction(file);
  put(file);
  transaction.commit();
  return path;
}

}  // namespace perpend::test
