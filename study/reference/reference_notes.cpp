#include "study/reference/reference_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/text/text.hpp"

namespace perpend {

namespace {

/// The first of them, and how many there are.
std::string list_of_events(const std::vector<std::string>& events) {
  constexpr std::size_t most = 4;
  std::string text = reports::counted(static_cast<long>(events.size()), "event");
  for (std::size_t i = 0; i < std::min(most, events.size()); ++i) text += (i == 0 ? ": " : "; ") + events[i];
  return events.size() > most ? text + "; ..." : text;
}

}  // namespace

void add_reference_notes(const ReferenceTrajectory& reference, bool is_replayed, MethodRun& run) {
  if (!is_replayed) {
    if (!reference.has_motion() && run.status != RunStatus::interrupted)
      run.notes.push_back("reference_error has no value: " + reference.message);
    if (reference.has_motion() && !reference.events.empty())
      run.notes.push_back(fmt::format("the reference locates {}", list_of_events(reference.events)));
    const std::string& end = reference.status == Status::converged ? reference.event : reference.message;
    if (reference.has_motion() && !end.empty())
      run.notes.push_back(
          fmt::format("reference_error holds to t = {:g} s, step {}: then {}; the reference follows no further, its "
                      "largest value and its means are those up to there, and later it has none",
                      reference.states.back().time, reference.states.size() - 1, end));
    return;
  }
  if (reference.status == Status::converged)
    run.notes.push_back(
        fmt::format("high precision, not proved: a second run of other order and half the step differs by at most "
                    "{:.2g} (m, rad or entries of quaternions)",
                    reference.difference));
  if (reference.status == Status::converged && !reference.events.empty())
    run.notes.push_back(
        fmt::format("{}; impulses are the forces at the end of a step times the step, those of impacts "
                    "left out",
                    list_of_events(reference.events)));
}

}  // namespace perpend
