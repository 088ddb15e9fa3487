#include "perpend/method.hpp"

#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

std::optional<Error> register_method(const MethodType& type) {
  if (auto error = add_stabilizer_type(type)) return Error{ErrorKind::argument, std::move(*error)};
  return std::nullopt;
}

}  // namespace perpend
