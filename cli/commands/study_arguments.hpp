// The commands of studies, with their options already read.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands/commands.hpp"

namespace perpend::cli {

/// Each has a file of its own.
inline constexpr std::int64_t most_shards = 1000000;

/// What runs the points of a study.
enum class Engine {
  local,  ///< this process
  slurm,  ///< jobs of a cluster, which this process submits and follows
  print,  ///< nothing: a script is written, for any scheduler
};

struct StudyArguments {
  std::string file;
  std::string out;
  std::vector<std::string> set;  ///< "name = value"
  std::vector<std::string> methods;
  std::vector<std::string> sweeps;
  int jobs = 0;       ///< points at a time; 0: as many as there are cores
  std::string shard;  ///< "k/K"; empty: all
  CacheChoice cache;
  std::optional<double> limit;   ///< of each run [s]
  bool keeps_series = false;     ///< what runs record over time, too
  bool is_isolated = true;       ///< runs are made in processes of their own
  std::optional<double> memory;  ///< of each run [bytes]
  bool stops_at_failure = false;
  bool is_dry = false;
  Engine engine = Engine::local;
  long shards = 0;   ///< of a study on a cluster; 0: as many as fit
  int resubmit = 3;  ///< how often a shard that was lost is submitted again
  bool says_why = false;
  bool is_quiet = false;
  std::string command_line;
};

[[nodiscard]] ExitCode run_study(const StudyArguments& arguments);
[[nodiscard]] ExitCode merge_study(const std::string& folder, bool is_quiet);
/// Writes study.html of what the folder has.
[[nodiscard]] ExitCode report_study(const std::string& folder);
[[nodiscard]] ExitCode show_study(const std::string& folder);

/// How far what a source does not give may move before the verdict on a claim changes.
struct MarginsArguments {
  std::vector<std::string> files;
  std::vector<std::string> left_out;  ///< of these: named on the page, but not run
  std::string out;                    ///< folder of margins.html and margins.json; empty: none
  std::vector<std::string> set;       ///< "name = value"
  std::vector<std::string> parameters, claims;
  double span = 10.0;
  double resolution = 0.02;
  std::optional<double> limit;  ///< of each run [s]
  int jobs = 0;                 ///< values at a time; 0: as many as there are cores
  std::string command_line;
};

[[nodiscard]] ExitCode find_scene_margins(const MarginsArguments& arguments);

struct QueryArguments {
  std::string study;             ///< file, or its folder
  std::string sql;               ///< empty: tables and views are listed
  std::string format = "table";  ///< table | csv | json | npz
  std::string out;               ///< file of the answer; empty: the standard output
};

[[nodiscard]] ExitCode query_study(const QueryArguments& arguments);

struct CacheArguments {
  std::string folder;  ///< empty: the user's
  double days = 90.0;
  double most_megabytes = std::numeric_limits<double>::infinity();
  std::string target;
};

[[nodiscard]] ExitCode list_cache(const CacheArguments& arguments);
[[nodiscard]] ExitCode collect_cache(const CacheArguments& arguments);
[[nodiscard]] ExitCode verify_cache(const CacheArguments& arguments);
[[nodiscard]] ExitCode export_cache(const CacheArguments& arguments);

}  // namespace perpend::cli
