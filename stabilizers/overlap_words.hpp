// What methods do with bodies that start in each other, in words for the user.
#pragma once

#include <string>

#include "kernel/model/vocabulary.hpp"

namespace perpend {

/// Of the method with this name and these options in steps of h [s], for an overlap of `depth` [m]: a sentence without
/// its subject.
[[nodiscard]] std::string on_overlap(std::string_view method, const Properties& options, double depth, double h);

}  // namespace perpend
