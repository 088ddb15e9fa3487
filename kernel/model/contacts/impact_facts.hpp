// What became of impacts with restitution: counted, so that a report can say where the law was limited.
#pragma once

#include <algorithm>

namespace perpend {

/// One impact: bodies that joints and active contacts tie together and that close at a contact with restitution in one
/// step. Its contacts would do positive work with the whole restitution: then it is limited, see
/// stabilizers/restitution.hpp.
struct ImpactFacts {
  long count = 0;
  long limited = 0;
  double least_share = 1.0;  ///< of the way from the plastic result to the whole restitution, over the limited ones
  double kept_out = 0.0;     ///< energy that the whole restitution would have created in them [J], rounded

  ImpactFacts& operator+=(const ImpactFacts& other) {
    count += other.count;
    limited += other.limited;
    least_share = std::min(least_share, other.least_share);
    kept_out += other.kept_out;
    return *this;
  }
};

}  // namespace perpend
