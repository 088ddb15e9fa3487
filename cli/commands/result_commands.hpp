// Commands about results that are there, with their options already read.
#pragma once

#include <string>
#include <vector>

#include "cli/commands/commands.hpp"

namespace perpend::cli {

/// What becomes of a comparison.
struct CompareOutput {
  std::vector<std::string> tolerances;  ///< "1e-6", "drift = 1 um"
  std::string format = "text";          ///< text | json
  std::string report;                   ///< HTML file; empty: none
  bool opens = false;                   ///< the report, in the browser
};

struct CompareArguments {
  std::string before, after;
  CompareOutput output;
};

struct ReproduceArguments {
  std::string results;
  std::string out;  ///< empty: the new results are removed
  int jobs = 0;     ///< 0: one per core
  CompareOutput output;
};

struct FiguresArguments {
  std::string results;
  std::string out;                   ///< empty: a folder next to each scene's results
  std::string style = "ieee";        ///< default | ieee | acm
  std::string format = "pdf";        ///< pdf | svg | pgf
  std::vector<std::string> figures;  ///< by name; empty: all
  bool is_forced = false;            ///< draw those that are there, too
  int jobs = 0;                      ///< at a time; 0: one per core
};

struct ArchiveArguments {
  std::string folder;
  std::string out;  ///< empty: NAME.zip of the folder's name, here
  std::string title;
  std::vector<std::string> authors;
  std::string license;
};

[[nodiscard]] ExitCode draw_figures(const FiguresArguments& arguments);
[[nodiscard]] ExitCode archive_results(const ArchiveArguments& arguments);
/// `unexpected` where something changed.
[[nodiscard]] ExitCode compare_results(const CompareArguments& arguments);
[[nodiscard]] ExitCode reproduce_results(const ReproduceArguments& arguments);

}  // namespace perpend::cli
