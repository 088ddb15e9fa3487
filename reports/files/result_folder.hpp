// Where the results of a scene go, and whether what is there is still good.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

/// The folder of one scene of a run of `num_scenes`: `out` itself for one, out/<folder of the scene>/<scene> for
/// several; empty when nothing is written.
[[nodiscard]] std::string result_folder(const std::string& out, const std::string& scene, std::size_t num_scenes);

/// Two scenes that would write over each other's results, in words.
[[nodiscard]] std::optional<std::string> find_shared_folder(const std::string& out,
                                                            const std::vector<std::string>& scenes);

/// What results depend on: this program, the text of the scene with all files that it includes, and the options.
[[nodiscard]] std::string stamp_key(const std::string& scene, const std::vector<std::string>& options);

/// The verdict, as it was written with the stamp, of the earlier run that made the results in `folder`; nothing if its
/// key was another one or a file of it is missing or has other bytes.
[[nodiscard]] std::optional<int> find_unchanged(const std::string& folder, const std::string& key);

/// Takes earlier results away just before new ones come: after a failure nobody finds the two mixed.
void remove_results(const std::string& folder);

/// Where results of a run that was broken off go: those of one that came to its end are not replaced by them.
[[nodiscard]] std::string incomplete_folder(const std::string& folder);

/// The same for one file: table.incomplete.html of table.html.
[[nodiscard]] std::string incomplete_name(const std::string& path);

/// Takes them away before others come; of inputs/ and figures/ in it what their stamp names, and nothing else.
void remove_incomplete(const std::string& folder);

/// The key of results that are not whole: that of none.
inline constexpr const char* no_key = "incomplete";

/// Written last: says that the results are all there, figures included. It has the sizes and hashes of the results and
/// of `more`, further files below `folder`.
[[nodiscard]] std::optional<WriteError> write_stamp(const std::string& folder, const std::string& key, int verdict,
                                                    const std::vector<std::string>& more);

}  // namespace perpend::reports
