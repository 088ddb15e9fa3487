// Runs in processes of their own: a run that crashes, or takes more memory than it may, ends its process and no other,
// and that is its result.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "batch/study/keeper.hpp"
#include "batch/study/nursery.hpp"

namespace perpend::batch {

struct WorkResult {
  RunEnd end = RunEnd::returned;
  MethodRun run;  ///< with a message where it did not return
};

/// No process is left that makes runs, and none can be started.
class WorkersGone : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Workers {
 public:
  /// Pre: the process has one thread. `work` is called in the workers, one run at a time; what it keeps from one run to
  /// the next is lost when a worker ends. Throws std::system_error.
  Workers(int count, Work work, WorkerLimits limits);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] std::size_t count() const { return slots_.size(); }

  class Lease;

  /// For any thread; waits for a worker that is free. Nothing where the thread has to stop. Throws WorkersGone.
  [[nodiscard]] std::optional<WorkResult> run(const WorkOrder& order);

 private:
  struct Slot {
    Keeper keeper;
    std::int64_t sequence = 0;  ///< of the last order
    bool is_free = true;
    bool is_replaced = false;  ///< its keeper is one of the nursery
  };
  /// Replaces what was killed.
  [[nodiscard]] Slot& take();
  /// Why it cannot be done; empty: it is.
  [[nodiscard]] std::string replace(Slot& slot);
  /// `is_lost`: its keeper is not used again.
  void give_back(Slot& slot, bool is_lost);
  void end(Slot& slot);
  /// Answers as they came, each with its record.
  struct Packet {
    std::vector<char> bytes;
    std::size_t size = 0, next = 0;  ///< of what came, and of what nobody has taken yet
    bool is_end = false;             ///< no other will come

    /// Whether there is something to take, if only the end; does not wait.
    bool receive(int socket);
  };
  /// The next answer of the packet, or of those that come.
  [[nodiscard]] std::optional<WorkResult> answer_of(const Slot& slot, std::int64_t sequence, Packet& packet,
                                                    std::int64_t& record_size);

  Work work_;
  WorkerLimits limits_;
  Nursery nursery_;
  std::mutex mutex_;  // of what follows
  std::condition_variable is_free_;
  std::vector<Slot> slots_;
  std::atomic<int> num_replaced_ = 0;  ///< since the last answer
};

/// A worker that one thread keeps: orders may wait in front of it, and answers behind it, so that neither waits for the
/// other at each run.
class Workers::Lease {
 public:
  /// Orders whose answers have not been received, at most.
  static constexpr std::size_t most_open = most_open_orders;

  explicit Lease(Workers& workers) : workers_(workers) {}
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  /// Waits for a worker that is free where it has none. The order leaves with those that follow it, before any answer
  /// is asked for. Pre: num_open() < most_open. Throws WorkersGone.
  void send(const WorkOrder& order);
  [[nodiscard]] std::size_t num_open() const { return open_.size(); }
  /// Whether `receive` has not to wait.
  [[nodiscard]] bool has_answer();
  /// How many orders should be open at most while one run takes so many seconds.
  [[nodiscard]] std::size_t fitting_open(double seconds) const;
  /// The answer to the oldest order; nothing where the thread has to stop. An order whose worker is killed with its
  /// keeper has another chance, and is a crash where that is lost, too. Pre: num_open() > 0. Throws WorkersGone.
  [[nodiscard]] std::optional<WorkResult> receive();

 private:
  struct Open {
    WorkOrder order;
    std::int64_t sequence = 0;
    bool was_lost = false;
  };
  void add(Open& open);
  void hand_over();

  Workers& workers_;
  Slot* slot_ = nullptr;
  std::deque<Open> open_;
  std::vector<std::int64_t> orders_;  ///< that have not left yet
  Packet packet_;
  bool has_long_packets_ = false;  ///< of orders or of answers
};

}  // namespace perpend::batch
