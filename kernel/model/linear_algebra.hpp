// Which linear algebra answers the systems of a run, and what compliance it adds. [CfmBlog05]
#pragma once

namespace perpend {

/// The primary rows are factorized with M by the sparse LDL^T; the rest, the auxiliary rows, meet in a dense system on
/// W_aux = J_aux K, K from the same factorization.
enum class Route {
  kkt,     ///< primary: every bilateral row
  baraff,  ///< primary: the joints of a spanning tree; loop closures and bounded rows are auxiliary [Baraff96]
  smith,   ///< primary: none; all rows on W = J M^-1 J^T, the convention of ODE
};

/// Which rows a run's cfm enters.
enum class CfmRows {
  route,     ///< kkt and smith: every row; baraff: the auxiliary rows
  all,       ///< every row, whatever the route: the same problem for each
  closures,  ///< the rows that are auxiliary for baraff, whatever the route: the same problem for each
};

struct LinearAlgebra {
  Route route = Route::kkt;
  double cfm = 0.0;  ///< [1/kg or 1/(kg m^2)], added to that of the joints
  CfmRows cfm_rows = CfmRows::route;

  friend bool operator==(const LinearAlgebra&, const LinearAlgebra&) = default;
};

}  // namespace perpend
