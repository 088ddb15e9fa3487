// What `perpend bench` found, as bench.json, as a page and as text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "referee/bench/suites.hpp"

namespace perpend::bench {

struct BenchRecord {
  Field field;
  bool has_peers = false;  ///< they were asked for
  std::vector<SuiteResult> suites;
  int rounds = 0;
  bool is_tiny = false;  ///< its times mean nothing
  bool is_complete = true;
  std::string load_before, load_after;  ///< of the machine, as the kernel gives it
  int cores = 0;
  Provenance provenance;
};

[[nodiscard]] std::string bench_json(const BenchRecord& record);
[[nodiscard]] std::string bench_page(const BenchRecord& record);
/// The tables of the page, for a terminal.
[[nodiscard]] std::string bench_text(const BenchRecord& record);

}  // namespace perpend::bench
