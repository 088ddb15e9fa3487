// Slurm through its commands, as a user's shell sees it: what waits and runs, what is submitted, how jobs ended.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "reports/files/child_process.hpp"

namespace perpend::batch {

/// "sbatch: error: Batch job submission failed: ...".
struct SlurmError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A task of a job array.
struct SlurmTask {
  std::string job;  ///< of the array: "4711"
  std::int64_t number = 0;
  bool is_running = false;  ///< false: it waits
  std::string job_name;
};

/// How a task ended.
struct SlurmEnd {
  std::string state;  ///< "COMPLETED", "NODE_FAIL", "CANCELLED"; empty: Slurm does not know any more
  int exit_code = 0;
  std::string node;
};

/// Throws SlurmError.
class SlurmQueue {
 public:
  SlurmQueue();

  /// Numbers of an array are below it; nothing where Slurm does not say.
  [[nodiscard]] std::optional<std::int64_t> max_array_size();
  /// Those of this user that wait or run.
  [[nodiscard]] std::vector<SlurmTask> tasks();
  /// The job of these tasks of the script. Slurm does not start one again by itself. `log`: "%a" is the number.
  [[nodiscard]] std::string submit(const std::string& script, const std::string& name,
                                   const std::vector<std::int64_t>& numbers, const std::string& log);
  /// All jobs of this name.
  void cancel(const std::string& name);
  /// From the accounting where there is one, or from what the controller still knows.
  [[nodiscard]] SlurmEnd end_of(const std::string& job, std::int64_t number);

 private:
  struct Answer {
    int code = 0;
    std::string out;
    std::string err;
  };
  [[nodiscard]] Answer ask(const std::vector<std::string>& words);
  /// Its output; an error where the exit code is not 0.
  [[nodiscard]] std::string must_ask(const std::vector<std::string>& words);

  reports::ScratchFolder answers_;
  bool has_accounting_ = true;
};

/// "1-3,7" of 1, 2, 3, 7. Pre: sorted.
[[nodiscard]] std::string number_ranges(const std::vector<std::int64_t>& numbers);

}  // namespace perpend::batch
