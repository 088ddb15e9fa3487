// The units of what certificates bound.
#pragma once

#include <cstddef>
#include <string_view>

#include "verification/certificate.hpp"

namespace perpend {

/// Unit of bound `i` of a certificate about a solve of that purpose, as printed after the number; empty: a pure number,
/// a count or a step. Rows of joints and motions are lengths or angles.
[[nodiscard]] std::string_view bound_unit(CertificateKind kind, std::size_t i, std::string_view purpose);

}  // namespace perpend
