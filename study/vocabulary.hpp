// All registries of the program, put together for the scene language.
#pragma once

#include "kernel/model/vocabulary.hpp"

namespace perpend {

[[nodiscard]] const Vocabulary& vocabulary();

}  // namespace perpend
