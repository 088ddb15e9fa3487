// perpend certify: what can be proved of matrices, vectors and problems from files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/certify_friction.hpp"
#include "cli/certify_method.hpp"
#include "cli/exit_code.hpp"

namespace perpend::cli {

struct CertifyArguments {
  std::string kind;                ///< spd | rank | linear | lcp | friction | class | rho | method
  std::vector<std::string> files;  ///< as the kind wants them; or folders alone
  int rank = -1;                   ///< claimed; -1: full
  std::string certificate;         ///< file for what perpend-check proves again; empty: none
  std::string format = "text";     ///< text | json | junit
  std::string highest = "exact";   ///< binary64 | ball | exact
  double seconds = 60.0;           ///< longest estimate of one attempt
  double radius = 1.0;             ///< rho: of the circle
  std::optional<double> within{};  ///< linear, lcp: the claim is that a solution is so near
  bool undecided_ok = false;       ///< undecided counts as success
  bool with_bounds = false;        ///< spd: sharp bounds of eigenvalues
  bool with_cost = false;          ///< time the plain computation too
  FrictionArguments friction;
  MethodArguments method;
  bool all_contacts = false;         ///< friction: every contact in the text
  std::vector<std::string> given{};  ///< names of the options on the command line, "--rank"
};

[[nodiscard]] ExitCode certify(const CertifyArguments& arguments);

}  // namespace perpend::cli
