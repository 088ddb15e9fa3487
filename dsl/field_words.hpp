// Words of the field and of other languages that a scene says otherwise.
#pragma once

#include <string_view>

namespace perpend::dsl {

/// What to write for a signal or function that people look for by another word, as in "joint_slide(joint)"; empty: the
/// word is not known.
[[nodiscard]] std::string_view what_to_write(std::string_view word);

}  // namespace perpend::dsl
