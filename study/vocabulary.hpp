// All registries of the program, put together for the scene language.
#pragma once

#include "kernel/model/vocabulary.hpp"

namespace perpend {

/// As the registries are now: rows that are added later are in what a later call gives. Valid to the end of the
/// program.
[[nodiscard]] const Vocabulary& vocabulary();

}  // namespace perpend
