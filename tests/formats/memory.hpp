// What was asked of operator new: every std::vector and std::string asks there.
#pragma once

#include <cstddef>

namespace perpend::test {

void forget_requests();
/// In bytes, since the last call of forget_requests.
[[nodiscard]] std::size_t largest_request();

}  // namespace perpend::test
