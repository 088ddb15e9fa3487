#include "kernel/model/contacts/contact_problem.hpp"

namespace perpend {

const char* to_string(LcpFailure failure) {
  switch (failure) {
    case LcpFailure::none:
      return "none";
    case LcpFailure::ray:
      return "ray";
    case LcpFailure::cycle:
      return "cycle";
    case LcpFailure::limit:
      return "limit";
    case LcpFailure::singular_basis:
      return "singular basis";
    case LcpFailure::stagnation:
      return "stagnation";
    case LcpFailure::inaccurate:
      return "inaccurate";
    case LcpFailure::exhausted:
      return "exhausted";
    case LcpFailure::unsuited:
      return "unsuited";
  }
  return "unknown";
}

const char* to_string(SolverReason reason) {
  switch (reason) {
    case SolverReason::named:
      return "";
    case SolverReason::few_unknowns:
      return "few unknowns";
    case SolverReason::planar_contacts:
      return "planar contacts";
    case SolverReason::contacts:
      return "contacts in space";
    case SolverReason::convex_law:
      return "convex law";
    case SolverReason::no_friction:
      return "no friction";
    case SolverReason::full:
      return "full symmetric matrix";
    case SolverReason::semidefinite:
      return "semidefinite";
    case SolverReason::bare:
      return "no known structure";
  }
  return "unknown";
}

}  // namespace perpend
