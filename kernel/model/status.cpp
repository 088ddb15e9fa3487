#include "kernel/model/status.hpp"

namespace perpend {

const char* to_string(Status status) {
  switch (status) {
    case Status::not_run:
      return "not_run";
    case Status::converged:
      return "converged";
    case Status::singular:
      return "singular";
    case Status::contradictory:
      return "contradictory";
    case Status::iteration_limit:
      return "iteration_limit";
    case Status::unsolved:
      return "unsolved";
    case Status::not_finite:
      return "not_finite";
    case Status::diverged:
      return "diverged";
    case Status::interrupted:
      return "interrupted";
  }
  return "unknown";
}

}  // namespace perpend
