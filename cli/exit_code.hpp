// What the program returns; the README and `--help` list the same.
#pragma once

namespace perpend::cli {

enum class ExitCode {
  as_expected = 0,     ///< all verdicts as expected
  unexpected = 1,      ///< a claim or a certificate is not as expected
  scene_error = 2,     ///< a scene or the command line is wrong
  not_completed = 3,   ///< a run or a point of a sweep did not end as the scene expects, or met its limit of time
  internal_error = 4,  ///< a file cannot be written, or the program itself failed
  undecided = 5,       ///< nothing is refuted, and something could not be decided
  interrupted = 130,   ///< by Ctrl-C, SIGTERM or SIGHUP
};

/// The worst of several counts: the highest code, but undecided is better than all but success.
[[nodiscard]] inline ExitCode worst(ExitCode a, ExitCode b) {
  const auto weight = [](ExitCode code) { return code == ExitCode::undecided ? 1 : 2 * static_cast<int>(code); };
  return weight(a) >= weight(b) ? a : b;
}

}  // namespace perpend::cli
