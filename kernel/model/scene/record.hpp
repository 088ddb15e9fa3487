// What happened, complete enough that every report is made from it alone. Values in SI; units say how to show them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/model/scene/dimension.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/fit_record.hpp"
#include "kernel/model/scene/method_run.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

struct SweepPoint {
  std::vector<double> coordinates;  ///< one for each axis, SI
  std::vector<MethodRun> runs;      ///< without frames, and with series only until the claims are judged
};

/// Where outcomes change on a line of a refined sweep: between two points that ran.
struct SweepBoundary {
  std::string method;
  std::vector<double> coordinates;  ///< of the line, one for each axis, SI; on the refined one that of the lower end
  double low = not_a_number;        ///< the ends of the interval, on the refined axis [SI]
  double high = not_a_number;
  std::string below, above;  ///< the outcomes there
};

struct SweepRecord {
  SweepSpec spec;
  std::vector<SweepPoint> points;  ///< those of the grid, then those of a refinement, each of one method
  std::vector<SweepBoundary> boundaries{};
};

/// Spectral radius of a method of two gains on one constraint, over both gains times the step.
struct StabilityMap {
  struct Point {
    std::string method;
    double x = not_a_number, y = not_a_number;  ///< its gains times its step
  };
  std::string figure;
  std::vector<double> x, y;                     ///< alpha h and beta h
  std::vector<std::vector<double>> radius;      ///< [row of y][column of x], rounded up
  std::vector<std::array<double, 2>> boundary;  ///< x, and the least y that is proved unstable just above a stable
  std::vector<Point> points;                    ///< methods of the scene
};

/// What is shown of a limit of stability: a value of a parameter at which a method is stable, and unstable just above.
enum class LimitScope {
  some,   ///< smaller values may be unstable and larger ones stable
  first,  ///< every smaller value is stable
  only,   ///< and every larger one unstable
};

[[nodiscard]] constexpr const char* to_string(LimitScope scope) {
  return scope == LimitScope::only ? "only" : scope == LimitScope::first ? "first" : "some";
}

struct ClaimRecord {
  std::string id;
  std::string words;
  ClaimKind kind = ClaimKind::ours;
  std::string source;
  std::string text;        ///< "max(drift, post)"
  std::string range_text;  ///< "in [15, 25] mm"
  ClaimVerdict status = ClaimVerdict::not_run;
  ClaimVerdict expect = ClaimVerdict::reproduced;
  double measured = not_a_number;  ///< SI
  double lo = not_a_number;        ///< proved or computed enclosure of the measured value
  double hi = not_a_number;
  double range_lower = not_a_number;
  double range_upper = not_a_number;
  Unit unit;
  std::string reason;  ///< why undecided, or which proof stands behind it
  std::string note;
  SourcePlace place{};
  std::string figure{};                     ///< that shows what it is about; empty: none is named
  std::optional<LimitScope> limit_scope{};  ///< of the stability limit that it asks for: the least that is shown of any
  [[nodiscard]] bool as_expected() const { return status == expect; }
};

/// A body for drawing.
struct BodyDrawing {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  Shape shape;
  std::string color;
};

/// A joint for drawing: where it holds each body (body frame; the world's for world_body). In space `spatial_anchor`
/// stands for `anchor`.
struct JointDrawing {
  std::string name;
  std::string type;
  std::array<int, 2> body{-1, -1};
  std::array<std::array<double, 2>, 2> anchor{};
  std::array<std::array<double, 3>, 2> spatial_anchor{};
  std::array<std::array<double, 3>, 2> axis{};  ///< space: unit, in the same frames; 0: the joint has none
};

/// How the numbers came to be. `date` and host facts are outside what is hashed.
struct Provenance {
  std::string version;
  std::string commit;  ///< of the program's source, "-dirty" behind it where files differ from it; empty: not known
  std::string scene_sha256;
  std::string compiler;
  std::string flags;
  std::string cpu;
  std::string system;
  std::vector<std::pair<std::string, std::string>> libraries;
  std::string command;
  std::string date;
  double seconds = 0.0;  ///< whole experiment, wall time
};

/// What of the command line changes results: with the files of the scene enough to run it again.
struct RunInputs {
  std::vector<std::string> set;  ///< "name = value"
  std::vector<std::string> methods;
  std::string certificates = "first";  ///< first | sample | full | SIZE
  bool has_sweep_series = false;       ///< of every point of every sweep
  bool has_states = false;
  bool has_sweeps = true;  ///< of the scene; false: they were left out, with what rests on them
};

/// A body that `start = assemble` or `assemble_velocities` moved.
struct MovedBody {
  std::string name;
  StartMove move;
};

/// A joint that was open where the scene puts its bodies.
struct ClosedJoint {
  std::string name;
  StartGap gap;
};

/// A figure of the scene without files.
struct UndrawnFigure {
  std::string figure;
  std::string reason;
};

struct ExperimentRecord {
  std::string id;
  std::string title;
  std::string source;
  std::string note;
  std::string scene_file;  ///< as given on the command line
  std::string scene_text;
  std::vector<SceneFile> scene_files{};
  RunInputs inputs{};
  bool has_world = false;  ///< false: a linear system alone
  Space space = Space::planar;
  std::vector<Parameter> parameters;
  std::vector<std::string> warnings;
  StartMode start = StartMode::given;
  std::vector<MovedBody> moved{};  ///< from where the scene puts them, in its order
  std::vector<ClosedJoint> closed_joints{};
  std::vector<BodyDrawing> bodies;
  std::vector<JointDrawing> joints;
  std::vector<MethodRun> runs;
  long certified_every = 1;  ///< of the steps, those whose solves were certified; 0: nothing was
  std::vector<SweepRecord> sweeps;
  std::vector<FigureSpec> figures;
  std::vector<ClaimRecord> claims;
  std::vector<FitRecord> fits{};
  std::vector<StabilityMap> stability_maps{};  ///< one a figure that asks for it
  std::vector<UndrawnFigure> undrawn{};        ///< known once figures are drawn
  Provenance provenance;
  StopReason stopped_by = StopReason::none;  ///< anything else: incomplete, some runs were broken off or not begun
};

}  // namespace perpend
