#include "kernel/model/stop.hpp"

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

void request_stop(StopReason reason) {
  StopReason none = StopReason::none;
  if (reason == StopReason::signal)
    detail::stop_reason.store(reason);
  else
    detail::stop_reason.compare_exchange_strong(none, reason);
}

void forget_time_limit() {
  StopReason over = StopReason::time_limit;
  detail::stop_reason.compare_exchange_strong(over, StopReason::none);
}

}  // namespace perpend
