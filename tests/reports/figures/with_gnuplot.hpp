// Whether pictures can be drawn here.
#pragma once

#include <boost/test/unit_test.hpp>
#include <string>

#include "reports/figures/gnuplot.hpp"

namespace perpend::reports {

/// False, and a word in the output of the test, where gnuplot is not installed.
inline bool has_gnuplot() {
  const bool is_installed = run_gnuplot("print 1\n").failure.find("not installed") == std::string::npos;
  if (!is_installed) BOOST_TEST_MESSAGE("skipped: gnuplot is not installed");
  return is_installed;
}

}  // namespace perpend::reports
