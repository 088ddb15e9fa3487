#include "kernel/model/scene/properties.hpp"

namespace perpend {

void Properties::set(std::string_view name, PropertyValue value) {
  entries_.emplace_back(name, std::move(value));
}

}  // namespace perpend
