// What methods do with bodies that start in each other, in words for the user.
#pragma once

#include <string>

#include "kernel/model/vocabulary.hpp"

namespace perpend {

/// What the method with this name and these options does with an overlap of `depth` [m] in steps of h [s]: a sentence
/// without its subject.
[[nodiscard]] std::string on_overlap(std::string_view method, const Properties& options, double depth, double h);

}  // namespace perpend
