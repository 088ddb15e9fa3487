// A sweep as claims and fits read it.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/model/scene/record.hpp"

namespace perpend {

/// Its points one after the other, wherever they are kept: there may be more than memory holds.
class SweepView {
 public:
  /// False: no further point is wanted. A point is there during the call.
  using See = std::function<bool(const SweepPoint&)>;
  using Visit = std::function<void(const See&)>;

  /// A record in memory, which outlives it.
  SweepView(const SweepRecord& record)  // NOLINT(google-explicit-constructor): a record is one
      : spec_(&record.spec), boundaries_(&record.boundaries), visit_([&record](const See& see) {
          for (const SweepPoint& point : record.points)
            if (!see(point)) return;
        }) {}
  /// `visit` calls what it is given with the points of the grid, then with those of a refinement, each of one method.
  /// What it refers to outlives it.
  SweepView(const SweepSpec& spec, const std::vector<SweepBoundary>& boundaries, Visit visit)
      : spec_(&spec), boundaries_(&boundaries), visit_(std::move(visit)) {}

  [[nodiscard]] const SweepSpec& spec() const { return *spec_; }
  [[nodiscard]] const std::vector<SweepBoundary>& boundaries() const { return *boundaries_; }
  void visit(const See& see) const { visit_(see); }

 private:
  const SweepSpec* spec_;
  const std::vector<SweepBoundary>* boundaries_;
  Visit visit_;
};

/// Null where there is none of that name.
[[nodiscard]] inline const SweepView* find_sweep(const std::vector<SweepView>& sweeps, const std::string& name) {
  for (const SweepView& sweep : sweeps)
    if (sweep.spec().name == name) return &sweep;
  return nullptr;
}

}  // namespace perpend
