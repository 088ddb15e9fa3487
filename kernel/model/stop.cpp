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

}  // namespace perpend
