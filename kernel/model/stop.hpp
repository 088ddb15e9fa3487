// Whether long computations have to end now. Two things ask for it, and both belong to the thread that computes: a
// std::stop_token, and a limit of wall time. Each long loop asks.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <stop_token>
#include <utility>

namespace perpend {

enum class StopReason {
  none,
  signal,      ///< a stop token, which the program asks for Ctrl-C and its like
  time_limit,  ///< of one run or one problem
};

[[nodiscard]] const char* to_string(StopReason reason);

/// From here to the end of its life, on this thread, what computes is to stop when `token` says so or after `seconds`
/// of wall time; nothing: no limit. Scopes nest: what an outer one asks for holds, too.
class StopScope {
 public:
  explicit StopScope(std::optional<double> seconds, std::stop_token token = {});
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  friend StopReason stop_reason();
  [[nodiscard]] bool is_over() const { return deadline_ && std::chrono::steady_clock::now() >= *deadline_; }

  std::stop_token token_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  const StopScope* outer_;
};

namespace detail {
inline thread_local const StopScope* innermost_scope = nullptr;
}  // namespace detail

inline StopScope::StopScope(std::optional<double> seconds, std::stop_token token)
    : token_(std::move(token)), outer_(detail::innermost_scope) {
  if (seconds) {
    constexpr double longest = 1e9;  // [s]; beyond any run, and within what the clock counts
    const std::chrono::duration<double> length(std::min(*seconds, longest));
    deadline_ =
        std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(length);
  }
  // Loops of short steps ask often: what cannot ask them to stop is not in their way.
  if (deadline_ || token_.stop_possible()) detail::innermost_scope = this;
}

inline StopScope::~StopScope() {
  detail::innermost_scope = outer_;
}

/// The innermost scope of this thread; nullptr: none.
[[nodiscard]] inline const StopScope* current_stop_scope() {
  return detail::innermost_scope;
}

/// From here to the end of its life, this thread stops when the one that it works for has to. `outer`, that thread's
/// current_stop_scope(), must live as long.
class InheritedStop {
 public:
  explicit InheritedStop(const StopScope* outer) : before_(detail::innermost_scope) { detail::innermost_scope = outer; }
  ~InheritedStop() { detail::innermost_scope = before_; }
  InheritedStop(const InheritedStop&) = delete;
  InheritedStop& operator=(const InheritedStop&) = delete;

 private:
  const StopScope* before_;
};

/// Why this thread has to stop. A request takes precedence over a limit.
[[nodiscard]] inline StopReason stop_reason() {
  StopReason reason = StopReason::none;
  for (const StopScope* scope = detail::innermost_scope; scope != nullptr; scope = scope->outer_) {
    if (scope->token_.stop_requested()) return StopReason::signal;
    if (reason == StopReason::none && scope->is_over()) reason = StopReason::time_limit;
  }
  return reason;
}
[[nodiscard]] inline bool must_stop() {
  return detail::innermost_scope != nullptr && stop_reason() != StopReason::none;
}
/// By a token: whatever comes next is not to begin.
[[nodiscard]] inline bool is_interrupted() {
  return stop_reason() == StopReason::signal;
}

}  // namespace perpend
