// Independent tasks on the threads that are free.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace perpend {

/// Threads that may still be started, shared by all that start some.
class ThreadBudget {
 public:
  explicit ThreadBudget(int free) : free_(free) {}

  [[nodiscard]] bool take() {
    for (int free = free_.load(); free > 0;)
      if (free_.compare_exchange_weak(free, free - 1)) return true;
    return false;
  }
  void give_back() { ++free_; }

 private:
  std::atomic<int> free_;
};

/// Calls task(0), ..., task(count - 1), begun in this order, on this thread and on those that `threads` has free, which
/// is asked before each task; nullptr: on this thread alone. Each thread stops when this one has to. Returns when all
/// tasks have ended. After an exception no further task begins; the first one is thrown again.
void run_side_by_side(std::size_t count, ThreadBudget* threads, const std::function<void(std::size_t)>& task);

}  // namespace perpend
