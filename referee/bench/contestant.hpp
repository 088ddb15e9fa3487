// Who takes part in `perpend bench`: variants of ours, and of other engines by the programs of bench/peers.
#pragma once

#include <string>
#include <vector>

namespace perpend::bench {

/// One method of one engine for one kind of problem of one suite.
struct Contestant {
  std::string engine;                ///< "Perpend", "Bullet"
  std::string suite;                 ///< "chain"
  std::string kind;                  ///< "hinge": of its problems
  std::string variant;               ///< "multibody"
  long largest = 0;                  ///< size of a problem that is still feasible
  int order = 1;                     ///< of the integrator; 0: does not apply
  std::string words;                 ///< what the variant is
  std::vector<std::string> program;  ///< the words before those that name the task
  bool is_solver = false;            ///< of LCPs alone: VARIANT A.mtx b.mtx z.mtx are the words that follow

  /// The whole command. `problem`: a file, or the folder of A.mtx and b.mtx.
  [[nodiscard]] std::vector<std::string> command(const std::string& problem, const std::string& answer) const;

  [[nodiscard]] std::string name() const { return engine + " " + variant; }
  [[nodiscard]] bool is_ours() const { return engine == "Perpend"; }
};

/// What an engine cannot do, in its program's words.
struct Inability {
  std::string engine, suite, kind, reason;
};

struct EngineVersion {
  std::string engine, version;
};

struct Field {
  std::vector<EngineVersion> engines;
  std::vector<Contestant> contestants;
  std::vector<Inability> inabilities;
  std::vector<std::string> troubles;  ///< programs that did not say what they can do, and why
};

/// Adds what PROGRAM says when it is called with the word "list". `folder`: for its output.
void add_program(const std::vector<std::string>& program, const std::string& folder, Field& field);

/// Adds the methods of a solver program of scenes/verification/solvers, which prints their names when it is called
/// without arguments.
void add_solver_program(const std::string& program, const std::string& folder, Field& field);

/// All programs in a folder, by name.
[[nodiscard]] std::vector<std::string> programs_in(const std::string& folder);

}  // namespace perpend::bench
