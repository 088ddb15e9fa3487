// Whether long computations have to end now: a signal has come, or a limit of time is over. One answer for the whole
// process, as both are; each long loop asks.
#pragma once

#include <atomic>

namespace perpend {

enum class StopReason {
  none,
  signal,      ///< Ctrl-C and its like
  time_limit,  ///< of one run or one problem
};

[[nodiscard]] const char* to_string(StopReason reason);

namespace detail {
inline std::atomic<StopReason> stop_reason{StopReason::none};
static_assert(std::atomic<StopReason>::is_always_lock_free, "set by signal handlers");
}  // namespace detail

[[nodiscard]] inline StopReason stop_reason() {
  return detail::stop_reason.load(std::memory_order_relaxed);
}
[[nodiscard]] inline bool must_stop() {
  return stop_reason() != StopReason::none;
}

/// May be called by a signal handler. A signal stands above a limit.
void request_stop(StopReason reason);
/// The run or problem of a limit is over. A signal stays.
void forget_time_limit();

}  // namespace perpend
