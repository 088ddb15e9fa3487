#include "kernel/model/stop.hpp"

#include <algorithm>
#include <utility>

namespace perpend {

const char* to_string(StopReason reason) {
  switch (reason) {
    case StopReason::none:
      return "none";
    case StopReason::signal:
      return "signal";
    case StopReason::time_limit:
      return "time_limit";
  }
  return "unknown";
}

StopScope::StopScope(std::optional<double> seconds, std::stop_token token)
    : token_(std::move(token)), outer_(detail::innermost_scope) {
  if (seconds) {
    constexpr double longest = 1e9;  // [s]; beyond any run, and within what the clock counts
    const std::chrono::duration<double> length(std::min(*seconds, longest));
    deadline_ =
        std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(length);
  }
  detail::innermost_scope = this;
}

StopScope::~StopScope() {
  detail::innermost_scope = outer_;
}

InheritedStop::InheritedStop(const StopScope* outer) : before_(detail::innermost_scope) {
  detail::innermost_scope = outer;
}

InheritedStop::~InheritedStop() {
  detail::innermost_scope = before_;
}

}  // namespace perpend
