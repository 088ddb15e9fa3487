// Several scenes side by side, in the order that ends soonest.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "dsl/load.hpp"
#include "study/side_by_side.hpp"

namespace perpend::batch {

/// Work that a scene is expected to be, in units that compare. 0 for one that is wrong, so that its errors come first,
/// and for a pipe, which can be read once.
[[nodiscard]] double expected_work(const std::string& file, const std::vector<dsl::Override>& overrides,
                                   const std::vector<std::string>& methods);

/// Calls task(number, threads) for each number below `count` on `jobs` threads; 0: as many as there are cores. Of
/// several threads each takes the quickest scene that waits, by `work`, and the first one begins with the longest, so
/// that it is not alone at last. Threads that have no scene are in `threads`, for the methods of the others' scenes.
/// Nothing begins after an interruption. The first exception is thrown again.
void run_scenes(std::size_t count, int jobs, const std::function<double(std::size_t)>& work,
                const std::function<void(std::size_t, ThreadBudget&)>& task);

}  // namespace perpend::batch
