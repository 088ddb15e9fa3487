#include "study/side_by_side.hpp"

#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

class Tasks {
 public:
  Tasks(std::size_t count, ThreadBudget* threads, const std::function<void(std::size_t)>& task)
      : count_(count), threads_(threads), task_(task), stop_(current_stop_scope()) {}

  void run() {
    work();
    // A helper may start another one while it is waited for.
    while (auto helper = next_helper()) helper->join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  [[nodiscard]] std::optional<std::size_t> take() {
    const std::lock_guard lock(mutex_);
    if (failure_ || next_ == count_) return std::nullopt;
    const std::size_t number = next_++;
    if (next_ < count_ && threads_ != nullptr && threads_->take()) start_helper();
    return number;
  }

  void start_helper() {
    try {
      helpers_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {  // the system has no thread left: fewer do the work
      threads_->give_back();
    }
  }

  void work() {
    try {
      while (const auto number = take()) task_(*number);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  void help() {
    const InheritedStop stop(stop_);
    work();
    threads_->give_back();
  }

  [[nodiscard]] std::optional<std::thread> next_helper() {
    const std::lock_guard lock(mutex_);
    if (helpers_.empty()) return std::nullopt;
    std::thread helper = std::move(helpers_.back());
    helpers_.pop_back();
    return helper;
  }

  std::size_t count_;
  ThreadBudget* threads_;
  const std::function<void(std::size_t)>& task_;
  const StopScope* stop_;
  std::mutex mutex_;  // of what follows
  std::size_t next_ = 0;
  std::vector<std::thread> helpers_;
  std::exception_ptr failure_;
};

}  // namespace

void run_side_by_side(std::size_t count, ThreadBudget* threads, const std::function<void(std::size_t)>& task) {
  Tasks(count, threads, task).run();
}

}  // namespace perpend
