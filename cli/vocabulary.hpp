// All registries of the program, put together for the scene language.
#pragma once

#include "kernel/vocabulary.hpp"

namespace perpend::cli {

[[nodiscard]] const Vocabulary& vocabulary();

}  // namespace perpend::cli
