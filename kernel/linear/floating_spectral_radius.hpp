// The spectral radius that plain floating-point eigenvalues give: to show next to the proved one, never to decide.
#pragma once

#include "kernel/model/linear_system.hpp"

namespace perpend {

/// Builds X = F(P) for M, B at step h as a dense matrix and returns the largest modulus of its computed eigenvalues.
/// NaN when B M^-1 B^T cannot be factorized. Off by up to 1e-7 at rho = 1, where the eigenvalue is defective.
[[nodiscard]] double floating_spectral_radius(const LinearSystem& system, const LinearUpdate& update, double h);

/// The product, rounded.
[[nodiscard]] double rounded_value(const ExactProduct& product, double h);

}  // namespace perpend
