// The commands of the program, with their options already read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"

namespace perpend::cli {

struct RunArguments {
  std::vector<std::string> files;
  std::string out;               ///< directory for the files; empty: none are written
  std::vector<std::string> set;  ///< "name = value"
  std::vector<std::string> methods;
  std::string format = "text";  ///< text | json
  bool quiet = false;
  std::string certificates = "first";  ///< first | sample | full | SIZE: those that carry their data
  std::string lcps;                    ///< directory for the LCPs of contacts; empty: they are not kept
  long lcp_every = 1;                  ///< of the steps
  std::optional<double> limit;         ///< of wall time for each run [s]; nothing: none
  int jobs = 0;                        ///< scenes at a time; 0: as many as there are cores
  bool skip_unchanged = false;         ///< keep results of the same scene by the same program
  std::string command_line;            ///< for the record
};

[[nodiscard]] ExitCode run_scenes(const RunArguments& arguments);
[[nodiscard]] ExitCode check_scenes(const std::vector<std::string>& files, const std::vector<std::string>& set);
/// What: methods | joints | shapes | forces | contacts | solvers | signals | units.
[[nodiscard]] ExitCode list_registry(const std::string& what);
/// index.html of a folder that holds the results of several scenes.
[[nodiscard]] ExitCode write_index_page(const std::string& folder);
/// The manual page of the scene language, to standard output.
[[nodiscard]] ExitCode print_manual();

}  // namespace perpend::cli
