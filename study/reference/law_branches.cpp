#include "study/reference/law_branches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "kernel/drives/time_derivative.hpp"
#include "study/reference/room_at.hpp"

namespace perpend {

namespace {

/// Laws at a border at once that are tried on either side; the others stay where they are.
constexpr std::size_t most_open = 6;

/// Where the derivatives of a law are stored. They change branch with it.
struct Derivatives {
  TimeFunction* rate = nullptr;  // null: nothing needs one
  TimeFunction* acceleration = nullptr;
};

/// Calls with each law of the model, its element, the signals that it reads and its derivatives: those of forces, of
/// drives, and of walls that are moved.
template <class Call>
void for_each_law(Model& model, const Call& call) {
  for (Force& force : model.forces)
    for (TimeFunction* law : laws_of(force)) call(*law, force.name, force.signals, Derivatives{});
  for (Joint& joint : model.joints)
    for (std::size_t k = 0; k < joint.drive.size(); ++k)
      call(joint.drive[k], joint.name, joint.drive[k].signals(),
           Derivatives{&joint.drive_rate[k], &joint.drive_acceleration[k]});
  for (Body& body : model.bodies)
    for (std::size_t i = 0; i < body.shift.size(); ++i)
      if (!body.shift[i].empty())
        call(body.shift[i], body.name, body.shift[i].signals(), Derivatives{.rate = &body.shift_rate[i]});
}

using Op = TimeFunction::Op;
using Program = std::vector<TimeFunction::Instruction>;

/// Whether a step of a program reads a distance or its rate, other than that of the element whose law it is.
bool is_distance(const TimeFunction::Instruction& step, const std::vector<StateSignal>& signals) {
  if (step.op != Op::signal) return false;
  const StateSignal& read = signals[static_cast<std::size_t>(step.number)];
  return (read.kind == StateSignal::Kind::distance || read.kind == StateSignal::Kind::distance_rate) &&
         !read.is_of_element;
}

/// Distances and their rates as lengths of vectors, which have a direction where they pass through 0: d = p1 - p0,
/// |d|, d . d_dot / |d|. The signals of those are appended.
TimeFunction with_vectors(const TimeFunction& law, std::vector<StateSignal>& signals, int num_linear) {
  using enum StateSignal::Kind;
  const std::size_t num_read = signals.size();
  const auto is_expanded = [&](const TimeFunction::Instruction& step) { return is_distance(step, signals); };
  if (std::none_of(law.program().begin(), law.program().end(), is_expanded)) return law;

  const auto component = [&](const StateSignal& read, StateSignal::Kind kind, int i) {
    Program difference;
    for (const std::size_t end : {std::size_t{1}, std::size_t{0}}) {
      StateSignal of_end{.kind = kind, .component = i};
      of_end.body[0] = read.body[end];
      of_end.point[0] = read.point[end];
      std::size_t at = num_read;
      while (at < signals.size() && !(signals[at] == of_end)) ++at;
      if (at == signals.size()) signals.push_back(of_end);
      difference.push_back({Op::signal, static_cast<double>(at)});
    }
    difference.push_back({Op::subtract});
    return difference;
  };
  const auto product = [&](const StateSignal& read, StateSignal::Kind second) {
    Program sum;
    for (int i = 0; i < num_linear; ++i) {
      for (const StateSignal::Kind kind : {position, second}) {
        const Program factor = component(read, kind, i);
        sum.insert(sum.end(), factor.begin(), factor.end());
      }
      sum.push_back({Op::multiply});
      if (i > 0) sum.push_back({Op::add});
    }
    return sum;
  };
  Program program;
  for (const TimeFunction::Instruction& step : law.program()) {
    if (!is_expanded(step)) {
      program.push_back(step);
      continue;
    }
    const StateSignal read = signals[static_cast<std::size_t>(step.number)];
    Program length = product(read, position);
    length.push_back({Op::sqrt});
    if (read.kind == distance_rate) {
      const Program inner = product(read, velocity);
      program.insert(program.end(), inner.begin(), inner.end());
      length.push_back({Op::divide});
    }
    program.insert(program.end(), length.begin(), length.end());
  }
  const bool fits = signals.size() <= TimeFunction::max_signals && TimeFunction::is_well_formed(program);
  if (!fits) signals.resize(num_read);
  if (!fits) return law;
  auto inputs = law.inputs() == nullptr ? LawInputs{} : *law.inputs();
  inputs.signals = signals;
  return TimeFunction(std::move(program), std::make_shared<const LawInputs>(std::move(inputs)));
}

constexpr const char* of_meeting_points = "has no direction: its points meet";
constexpr const char* of_half_turn = "jumps: its bodies have turned by half a turn against each other";
constexpr const char* of_driven_corner = "comes to a corner, where the rate of a drive or of a wall jumps";
constexpr const char* of_driven_distance = "reads a distance that comes to 0, where its rate jumps";

bool is_between_points(const Force& force) {
  return force.type->spec.name == "spring" || force.type->spec.name == "damper";
}

StateSignal distance_of_points(const Model& model, const Force& force) {
  StateSignal distance{.kind = StateSignal::Kind::distance, .body = force.body, .point = force.spatial_anchor};
  for (std::size_t side = 0; side < 2 && model.space == Space::planar; ++side)
    distance.point[side].head<2>() = force.anchor[side];
  return distance;
}

/// The angle of a rotation in space is 0 to half a turn.
bool has_corner(const Model& model, const StateSignal& signal) {
  return signal.kind == StateSignal::Kind::turn && model.space == Space::spatial;
}

}  // namespace

struct LawBranches::Law {
  FunctionBranches branches;
  TimeFunction* place = nullptr;  // in the model
  std::vector<StateSignal> signals;
  Derivatives derivatives;
  std::string element;

  [[nodiscard]] bool is_drive() const { return derivatives.acceleration != nullptr; }
};

LawBranches::LawBranches(const Model& model)
    : model_(std::make_unique<Model>(model)), signals_(TimeFunction::max_signals) {
  const int num_linear = model.space == Space::planar ? 2 : 3;
  for (Force& force : model_->forces)
    for (TimeFunction* law : laws_of(force)) *law = with_vectors(*law, force.signals, num_linear);
  for_each_law(*model_, [&](TimeFunction& law, const std::string& element, const std::vector<StateSignal>& signals,
                            const Derivatives& derivatives) {
    if (FunctionBranches::has_branches(law))
      laws_.push_back({FunctionBranches(law), &law, signals, derivatives, element});
  });
  for (const Force& force : model_->forces) watch_signals(force);
  for (const Joint& joint : model_->joints) watch_signals(joint);
}

LawBranches::~LawBranches() = default;

void LawBranches::watch(const StateSignal& signal, const std::string& element, const char* end) {
  Program room{{Op::signal, 0.0}};
  if (signal.kind == StateSignal::Kind::turn)
    room = {{Op::signal, 0.0}, {Op::number, std::numbers::pi}, {Op::signal, 0.0}, {Op::subtract}, {Op::min}};
  watch(TimeFunction(std::move(room)), {signal}, element, end);
}

void LawBranches::watch(TimeFunction room, std::vector<StateSignal> signals, const std::string& element,
                        const char* end) {
  watched_signals_.push_back(std::move(signals));
  watched_.push_back({.law = laws_.size(),
                      .corner = {.kind = FunctionBranches::Kind::touches,
                                 .room = std::move(room),
                                 .noise = std::numeric_limits<double>::infinity()},
                      .signals = &watched_signals_.back(),
                      .element = element,
                      .end = end});
}

/// 2 |cos(theta/2)| = sqrt(1 + tr(A0^T A1)) with the frames A0 and A1 of a bushing in space, which turns back at 0.
void LawBranches::watch_half_turn(const Force& bushing) {
  std::vector<StateSignal> signals;
  Program room{{Op::number, 1.0}};
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) {
      for (std::size_t side = 0; side < 2; ++side) {
        const Vec3 axis = bushing.bushing.frame[side].col(k);
        if (bushing.body[side] == world_body) {
          room.push_back({Op::number, axis[i]});
          continue;
        }
        StateSignal component{.kind = StateSignal::Kind::direction, .component = i};
        component.body[0] = bushing.body[side];
        component.point[0] = axis;
        room.push_back({Op::signal, static_cast<double>(signals.size())});
        signals.push_back(component);
      }
      room.push_back({Op::multiply});
      room.push_back({Op::add});
    }
  for (const TimeFunction::Instruction step : {TimeFunction::Instruction{Op::number, 0.0}, {Op::max}, {Op::sqrt}})
    room.push_back(step);
  watch(TimeFunction(std::move(room)), std::move(signals), bushing.name, of_half_turn);
}

void LawBranches::watch_signals(const Force& force) {
  for (const StateSignal& signal : force.signals)
    if (has_corner(*model_, signal)) watch(signal, force.name, nullptr);
  if (is_between_points(force)) watch(distance_of_points(*model_, force), force.name, of_meeting_points);
  if (model_->space == Space::spatial && force.type->spec.name == "bushing") watch_half_turn(force);
}

void LawBranches::watch_signals(const Joint& joint) {
  for (const TimeFunction& law : joint.drive)
    for (const StateSignal& signal : law.signals()) {
      if (has_corner(*model_, signal)) watch(signal, joint.name, of_driven_corner);
      using enum StateSignal::Kind;
      if (signal.kind != distance && signal.kind != distance_rate) continue;
      StateSignal of_points = signal;
      of_points.kind = distance;
      watch(of_points, joint.name, of_driven_distance);
    }
}

FunctionPoint LawBranches::point_of(const Law& law, const EvaluatedState& at) {
  at.read(law.signals, signals_.data());
  return {at.time(), signals_.data()};
}

/// A smooth law has no more instructions than the law, and neither do its derivatives.
void LawBranches::take(std::size_t law) {
  const Law& taken = laws_[law];
  *taken.place = taken.branches.smooth();
  if (taken.derivatives.rate == nullptr) return;
  auto rate = derivative(*taken.place);
  if (!rate) return;
  if (taken.is_drive()) {
    auto acceleration = derivative(*rate);
    if (!acceleration) return;
    *taken.derivatives.acceleration = std::move(*acceleration);
  }
  *taken.derivatives.rate = std::move(*rate);
}

void LawBranches::find_borders() {
  borders_.clear();
  for (std::size_t i = 0; i < laws_.size(); ++i)
    for (const FunctionBranches::Border& border : laws_[i].branches.borders())
      if (borders_.size() < most_open) borders_.push_back({i, border});
}

void LawBranches::settle(const EvaluatedState& at) {
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    laws_[i].branches.settle(point_of(laws_[i], at));
    take(i);
  }
  find_borders();
}

std::optional<FunctionBranches::Kind> LawBranches::pass(const LawCorner& corner, const EvaluatedState& at) {
  for (std::size_t i = 0; i < laws_.size(); ++i)
    if (i != corner.law) laws_[i].branches.settle(point_of(laws_[i], at));
  std::optional<FunctionBranches::Kind> passage = corner.corner.kind;
  if (corner.law < laws_.size())
    passage = laws_[corner.law].branches.pass(corner.corner.instruction, point_of(laws_[corner.law], at));
  for (std::size_t i = 0; i < laws_.size(); ++i) take(i);
  find_borders();
  return passage;
}

int LawBranches::num_undirected() const {
  int sum = 0;
  for (const Law& law : laws_) sum += law.branches.num_undirected();
  return sum;
}

long LawBranches::num_choices() const {
  return 1L << borders_.size();
}

void LawBranches::choose(long which, const EvaluatedState& at) {
  for (std::size_t i = 0; i < borders_.size(); ++i) {
    const auto& [law, border] = borders_[i];
    laws_[law].branches.choose(border.instruction, border.branches[static_cast<std::size_t>((which >> i) & 1)],
                               point_of(laws_[law], at));
    take(law);
  }
}

std::vector<LawCorner> LawBranches::corners() const {
  std::vector<LawCorner> corners = watched_;
  for (std::size_t i = 0; i < laws_.size(); ++i)
    for (const FunctionBranches::Corner& corner : laws_[i].branches.corners()) {
      const bool is_end = corner.kind == FunctionBranches::Kind::touches && laws_[i].derivatives.rate != nullptr;
      corners.push_back({i, corner, &laws_[i].signals, laws_[i].element, is_end ? of_driven_corner : nullptr});
    }
  return corners;
}

std::string LawBranches::words(const LawCorner& corner) {
  return fmt::format("the law of '{}'", corner.element);
}

bool has_branches(const Model& model) {
  const auto has_any = [&](const TimeFunction& law, const std::vector<StateSignal>& signals) {
    return FunctionBranches::has_branches(law) ||
           std::any_of(law.program().begin(), law.program().end(), [&](const TimeFunction::Instruction& step) {
             return is_distance(step, signals) ||
                    (step.op == Op::signal && has_corner(model, signals[static_cast<std::size_t>(step.number)]));
           });
  };
  for (const Force& force : model.forces)
    for (const TimeFunction* law : laws_of(force))
      if (has_any(*law, force.signals)) return true;
  for (const Joint& joint : model.joints)
    for (const TimeFunction& law : joint.drive)
      if (has_any(law, law.signals())) return true;
  for (const Body& body : model.bodies)
    for (const TimeFunction& shift : body.shift)
      if (!shift.empty() && FunctionBranches::has_branches(shift)) return true;
  return false;
}

bool may_points_meet(const Model& model, const std::vector<State>& states) {
  std::vector<StateSignal> distances;
  for (const Force& force : model.forces)
    if (is_between_points(force)) distances.push_back(distance_of_points(model, force));
  if (distances.empty()) return false;
  std::vector<std::optional<RoomAt>> before(distances.size());
  EvaluatedState at(model);
  for (State state : states) {
    at.move_to(state);
    std::vector<double> lengths(distances.size()), rates(distances.size());
    at.read(distances, lengths.data());
    at.read_rates(distances, VectorX(), rates.data());
    for (std::size_t i = 0; i < distances.size(); ++i) {
      const RoomAt now{state.time, lengths[i], rates[i]};
      if (before[i] && may_touch(*before[i], now)) return true;
      before[i] = now;
    }
  }
  return false;
}

}  // namespace perpend
