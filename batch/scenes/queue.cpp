#include "batch/scenes/queue.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include "kernel/model/stop.hpp"
#include "study/runs/run_plan.hpp"
#include "study/vocabulary.hpp"

namespace perpend::batch {

namespace {

class SceneQueue {
 public:
  SceneQueue(std::size_t count, int jobs, const std::function<double(std::size_t)>& work,
             const std::function<void(std::size_t, ThreadBudget&)>& task)
      : task_(task), order_(count) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    const std::size_t wanted = jobs > 0 ? static_cast<std::size_t>(jobs) : std::thread::hardware_concurrency();
    num_threads_ = std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(count, 1));
    for (std::size_t i = num_threads_; i < wanted; ++i) threads_.give_back();
    if (num_threads_ > 1) sort_by(work);
  }

  void run() {
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < num_threads_; ++i)
        others.emplace_back([this, stop = current_stop_scope()] {
          const InheritedStop inherited(stop);
          take_all(false);
        });
      take_all(num_threads_ > 1);
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void sort_by(const std::function<double(std::size_t)>& work_of) {
    std::vector<double> work(order_.size());
    for (std::size_t i = 0; i < work.size(); ++i) work[i] = work_of(i);
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return work[a] < work[b]; });
  }

  [[nodiscard]] std::optional<std::size_t> take(bool longest) {
    const std::lock_guard lock(mutex_);
    if (order_.empty() || is_interrupted()) return std::nullopt;
    const auto place = longest ? order_.end() - 1 : order_.begin();
    const std::size_t number = *place;
    order_.erase(place);
    return number;
  }

  void take_all(bool longest_first) {
    try {
      for (auto number = take(longest_first); number; number = take(false)) task_(*number, threads_);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      order_.clear();
    }
    threads_.give_back();
  }

  const std::function<void(std::size_t, ThreadBudget&)>& task_;
  std::size_t num_threads_ = 1;
  ThreadBudget threads_{0};
  std::mutex mutex_;                // of what follows
  std::vector<std::size_t> order_;  // numbers of the scenes that wait
  std::exception_ptr failure_;
};

}  // namespace

double expected_work(const std::string& file, const std::vector<dsl::Override>& overrides,
                     const std::vector<std::string>& methods) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return 0.0;
  const dsl::Parsed parsed = dsl::parse_file(file, "");
  if (parsed.document == nullptr) return 0.0;
  const dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary(), overrides, methods);
  return loaded.experiment ? perpend::expected_work(*loaded.experiment, methods) : 0.0;
}

void run_scenes(std::size_t count, int jobs, const std::function<double(std::size_t)>& work,
                const std::function<void(std::size_t, ThreadBudget&)>& task) {
  SceneQueue(count, jobs, work, task).run();
}

}  // namespace perpend::batch
