// Runs in processes of their own: a run that crashes, or takes more memory than it may, ends its process and no other,
// and that is its result.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"

namespace perpend::batch {

/// How a run came to its end.
enum class RunEnd {
  returned,       ///< with a record, whatever that says
  crashed,        ///< its process ended, by a signal or an exit
  out_of_memory,  ///< it asked for more than it may have
  out_of_time,    ///< it did not stop at its limit
};

/// One run of a point. Methods: places in PlannedSweep::methods.
struct WorkOrder {
  std::size_t sweep = 0;
  std::int64_t point = 0;            ///< in the sweep
  std::vector<std::size_t> methods;  ///< those for which the scene is made
  std::size_t method = 0;            ///< that runs
};

struct WorkResult {
  RunEnd end = RunEnd::returned;
  MethodRun run;  ///< with a message where it did not return
};

struct WorkerLimits {
  std::optional<std::int64_t> bytes{};  ///< of memory that a run may take
  std::optional<double> seconds{};      ///< of wall time; a run that does not see to it itself is killed a little later
};

class Workers {
 public:
  /// Pre: the process has one thread. `work` is called in the workers, one run at a time; what it keeps from one run to
  /// the next is lost when a worker ends. Throws std::system_error.
  Workers(int count, std::function<MethodRun(const WorkOrder&)> work, WorkerLimits limits);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] std::size_t count() const { return slots_.size(); }

  class Lease;

  /// For any thread; waits for a worker that is free. Nothing where the thread has to stop.
  [[nodiscard]] std::optional<WorkResult> run(const WorkOrder& order);

 private:
  struct Slot {
    pid_t keeper = -1;  ///< leads the group of the worker; -1: gone
    int socket = -1;
    int memory = -1;            ///< file of records that are too large for the socket
    std::int64_t sequence = 0;  ///< of the last order
    bool is_free = true;
  };
  void start(Slot& slot);
  [[nodiscard]] Slot& take();
  /// `is_lost`: it is not used again.
  void give_back(Slot& slot, bool is_lost);
  static void end(Slot& slot);
  /// `packet` is scratch, and has the answer.
  [[nodiscard]] std::optional<WorkResult> answer_of(const Slot& slot, std::int64_t sequence,
                                                    std::vector<char>& packet) const;

  std::function<MethodRun(const WorkOrder&)> work_;
  WorkerLimits limits_;
  std::mutex mutex_;  // of what follows
  std::condition_variable is_free_;
  std::vector<Slot> slots_;
};

/// A worker that one thread keeps: orders may wait in front of it, and answers behind it, so that neither waits for the
/// other at each run.
class Workers::Lease {
 public:
  /// Orders whose answers have not been received, at most.
  static constexpr std::size_t most_open = 32;

  explicit Lease(Workers& workers) : workers_(workers) {}
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  /// Waits for a worker that is free where it has none. Pre: num_open() < most_open.
  void send(const WorkOrder& order);
  [[nodiscard]] std::size_t num_open() const { return open_.size(); }
  /// Whether `receive` has not to wait.
  [[nodiscard]] bool has_answer() const;
  /// How many orders should be open at most while one run takes so many seconds.
  [[nodiscard]] std::size_t fitting_open(double seconds) const;
  /// The answer to the oldest order; nothing where the thread has to stop. Pre: num_open() > 0.
  [[nodiscard]] std::optional<WorkResult> receive();

 private:
  struct Open {
    WorkOrder order;
    std::int64_t sequence = 0;
  };
  void hand_over(Open& open);

  Workers& workers_;
  Slot* slot_ = nullptr;
  std::deque<Open> open_;
  std::vector<char> packet_;
  bool has_long_packets_ = false;  ///< of orders or of answers
};

}  // namespace perpend::batch
