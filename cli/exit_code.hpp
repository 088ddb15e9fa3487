// What the program returns; the README and `--help` list the same.
#pragma once

#include <algorithm>

namespace perpend::cli {

enum class ExitCode {
  as_expected = 0,     ///< all verdicts as expected
  unexpected = 1,      ///< a claim or a certificate is not as expected
  scene_error = 2,     ///< a scene or the command line is wrong
  not_converged = 3,   ///< a method stopped without converging, or diverged unexpectedly
  internal_error = 4,  ///< a file cannot be written, or the program itself failed
  interrupted = 130,   ///< Ctrl-C
};

/// Of several scenes the worst counts: the highest code.
[[nodiscard]] inline ExitCode worst(ExitCode a, ExitCode b) {
  return std::max(a, b);
}

}  // namespace perpend::cli
