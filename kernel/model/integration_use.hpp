// Which of a run's choices about orientations a method follows.
#pragma once

namespace perpend {

struct IntegrationUse {
  bool rotation = true;
  bool gyroscopic = true;
};

}  // namespace perpend
