#include "study/bound_units.hpp"

#include "kernel/model/problem.hpp"

namespace perpend {

namespace {

/// What the rows of a solve are measured in. Velocity corrections have the units of velocities.
struct SolveUnits {
  std::string_view rate = "m/s";
  std::string_view any_rate = "m/s or rad/s";
  std::string_view impulse = "N s";
  std::string_view any_impulse = "N s or N m s";
};

SolveUnits units_of(std::string_view purpose) {
  if (purpose == to_string(SolvePurpose::acceleration)) return {"m/s^2", "m/s^2 or rad/s^2", "N", "N or N m"};
  if (purpose == to_string(SolvePurpose::position_correction)) return {"m", "m or rad", "kg m", "kg m or kg m^2"};
  return {};
}

}  // namespace

std::string_view bound_unit(CertificateKind kind, std::size_t i, std::string_view purpose) {
  const SolveUnits units = units_of(purpose);
  switch (kind) {
    case CertificateKind::kkt_residual:
      return i == 1 ? units.any_impulse : i == 2 ? units.any_rate : "";
    case CertificateKind::kept_rows:
      return i == 2 ? units.any_rate : "";
    case CertificateKind::complementarity:
      return i == 2 ? units.any_impulse : "";
    case CertificateKind::contact_solve: {
      const std::string_view all[max_bounds] = {
          "", units.any_impulse, units.any_rate, units.rate, units.rate, units.impulse, ""};
      return all[i];
    }
    case CertificateKind::constraint_error:
      return i < 2 ? "m or rad" : "";
    case CertificateKind::reference:
      return i == 0 ? "m or rad" : "";
    default:
      return "";
  }
}

}  // namespace perpend
