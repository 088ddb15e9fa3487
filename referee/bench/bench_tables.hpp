// Tables and curves of a suite: time never without accuracy.
#pragma once

#include <string>
#include <vector>

#include "referee/bench/suites.hpp"
#include "reports/page/static_page.hpp"

namespace perpend::bench {

[[nodiscard]] reports::StaticSection section_of(const SuiteResult& suite);

}  // namespace perpend::bench
