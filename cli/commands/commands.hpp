// The commands of the program, with their options already read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/statements/kinds.hpp"

namespace perpend::cli {

/// What the program returns; `exit_codes` says what each means.
enum class ExitCode {
  as_expected = 0,
  unexpected = 1,
  scene_error = 2,
  not_completed = 3,
  internal_error = 4,
  undecided = 5,      ///< nothing is refuted, and something could not be decided
  interrupted = 130,  ///< by Ctrl-C, SIGTERM or SIGHUP
};

struct ExitCodeRow {
  ExitCode code;
  const char* meaning;
};

/// What `--help` says of them; a test compares the README with it.
inline constexpr ExitCodeRow exit_codes[] = {
    {ExitCode::as_expected, "every verdict is as the scene expects"},
    {ExitCode::unexpected, "a claim or a certificate is not as the scene expects, or compared results differ"},
    {ExitCode::scene_error, "a scene, a file or the command line is wrong"},
    {ExitCode::not_completed,
     "a run, or a point of a sweep, did not end as the scene expects, or reached its time limit"},
    {ExitCode::internal_error, "a file cannot be written, or the program itself failed"},
    {ExitCode::undecided, "a statement of `perpend certify` is undecided"},
    {ExitCode::interrupted, "interrupted; what is finished is kept in a folder of its own"}};

/// The worst of several counts: the highest code, but undecided is better than all but success.
[[nodiscard]] inline ExitCode worst(ExitCode a, ExitCode b) {
  const auto weight = [](ExitCode code) { return code == ExitCode::undecided ? 1 : 2 * static_cast<int>(code); };
  return weight(a) >= weight(b) ? a : b;
}

/// Where a command's cache of runs is.
struct CacheChoice {
  std::string folder;   ///< empty: the user's
  bool is_off = false;  ///< there is none
};

struct RunArguments {
  std::vector<std::string> files;
  std::string out;               ///< directory for the files; empty: none are written
  std::vector<std::string> set;  ///< "name = value"
  std::vector<std::string> methods;
  bool has_sweeps = true;       ///< false: the scene itself, without what rests on its sweeps
  std::string format = "text";  ///< text | json
  bool quiet = false;
  std::string certificate_data = "first";  ///< first | sample | full | SIZE: those that carry their data
  std::string lcps;                        ///< directory for the LCPs of contacts; empty: they are not kept
  long lcp_every = 1;                      ///< of the steps
  bool series = false;                     ///< of every point of every sweep
  bool states = false;                     ///< q and v of each recorded row
  bool csv = true;                         ///< series.csv next to series.npz
  bool locks = false;                      ///< write the lock of each scene
  bool is_locked = false;                  ///< compare with the lock of each scene
  bool opens = false;                      ///< the report, in the browser
  std::string ci;                          ///< github: annotations and a summary of the step; empty: none
  std::optional<double> limit;             ///< of wall time for each run [s]; nothing: none
  int jobs = 0;                            ///< runs at a time; 0: as many as there are cores
  bool skip_unchanged = false;             ///< keep results of the same scene by the same program
  CacheChoice cache;
  bool says_why = false;  ///< print why runs are made, and make none
};

[[nodiscard]] ExitCode run_scenes(const RunArguments& arguments);
struct CheckArguments {
  std::vector<std::string> files;
  std::vector<std::string> set;  ///< "name = value"
  std::string format = "text";   ///< text | json | sarif
  std::string ci;                ///< github: annotations too; empty: none
};

[[nodiscard]] ExitCode check_scenes(const CheckArguments& arguments);
/// What: methods | joints | shapes | forces | contacts | solvers | signals | units.
[[nodiscard]] ExitCode list_registry(const std::string& what);
/// The flat form of a scene, to standard output.
[[nodiscard]] ExitCode expand_scene(const std::string& file, const std::vector<std::string>& set);
/// The long story of an error code, to standard output; without a code all codes, one a line.
[[nodiscard]] ExitCode explain_code(const std::string& code);
struct IndexArguments {
  std::vector<std::string> folders;
  std::string page;    ///< empty: index.html in the one folder, or here
  bool opens = false;  ///< it, in the browser
};

/// A page over the results in folders.
[[nodiscard]] ExitCode write_index_page(const IndexArguments& arguments);
/// The manual page of the scene language, to standard output.
[[nodiscard]] ExitCode print_manual();

/// One problem or a folder of them, under one LCP solver or several.
struct SolveArguments {
  std::string matrix;  ///< file, or folder
  std::string right;   ///< file; empty with a folder
  std::vector<std::string> solvers;
  std::vector<std::string> externals;  ///< "NAME=PROGRAM WORD..."
  double external_seconds = 60.0;      ///< longest that one may take for one problem
  bool certify = false;
  std::string json;
  std::string output;           ///< z, of one problem under one solver
  std::string report;           ///< page; everything is certified then
  long largest = 0;             ///< unknowns; larger problems are left out; 0: none is
  std::optional<double> limit;  ///< of wall time for a problem and solver [s]; nothing: none
  std::string command_line;
};

[[nodiscard]] ExitCode solve_lcp(const SolveArguments& arguments);

/// What can be proved of matrices, vectors and problems from files.
struct CertifyArguments {
  std::string kind;                ///< name of a row of certify::kinds
  std::vector<std::string> files;  ///< as the kind wants them; or folders alone
  std::string certificate;         ///< file for what perpend-check proves again; empty: none
  std::string format = "text";     ///< text | json | junit
  std::string highest = "exact";   ///< binary64 | ball | exact
  double seconds = 60.0;           ///< longest estimate of one attempt
  bool undecided_ok = false;       ///< undecided counts as success
  bool with_bounds = false;        ///< spd: sharp bounds of eigenvalues
  bool with_cost = false;          ///< time the plain computation too
  certify::Question question{};
  bool all_contacts = false;  ///< friction: every contact in the text
};

[[nodiscard]] ExitCode certify(const CertifyArguments& arguments);

/// Problems with known answers under plain numerics and under statements that are proved.
struct CasesArguments {
  std::vector<std::string> families;  ///< empty: all
  long count = 0;                     ///< of each family; 0: its own
  std::uint64_t seed = 1;
  std::string report;           ///< HTML file; empty: none
  std::string format = "text";  ///< text | json
  bool with_costs = false;      ///< time proofs and plain computations
  std::optional<double> limit;  ///< of wall time for a problem and solver [s]; nothing: none
  std::string command_line;
};

[[nodiscard]] ExitCode list_cases();
[[nodiscard]] ExitCode run_cases(const CasesArguments& arguments);

}  // namespace perpend::cli
