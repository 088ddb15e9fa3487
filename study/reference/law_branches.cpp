#include "study/reference/law_branches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernel/drives/time_derivative.hpp"

namespace perpend {

namespace {

/// Laws at a border at once that are tried on either side; the others stay where they are.
constexpr std::size_t most_open = 6;

/// Calls with each law of the model, its element and the signals that it reads; with the joint and the number of its
/// row where it is one of a drive.
template <class Call>
void for_each_law(Model& model, const Call& call) {
  for (Force& force : model.forces)
    for (TimeFunction* law : laws_of(force)) call(*law, force.name, &force.signals, nullptr, std::size_t{0});
  for (Joint& joint : model.joints)
    for (std::size_t k = 0; k < joint.drive.size(); ++k)
      call(joint.drive[k], joint.name, &joint.drive[k].signals(), &joint, k);
}

template <class Predicate>
std::string first_law(const Model& model, const Predicate& is_such) {
  for (const Force& force : model.forces)
    for (const TimeFunction* law : laws_of(force))
      if (is_such(*law)) return force.name;
  for (const Joint& joint : model.joints)
    if (std::any_of(joint.drive.begin(), joint.drive.end(), is_such)) return joint.name;
  return {};
}

}  // namespace

struct LawBranches::Law {
  FunctionBranches branches;
  TimeFunction* place = nullptr;  // in the model
  std::vector<StateSignal> signals;
  Joint* joint = nullptr;  // whose drive it is
  std::size_t row = 0;
  std::string element;
};

LawBranches::LawBranches(const Model& model)
    : model_(std::make_unique<Model>(model)), signals_(TimeFunction::max_signals) {
  for_each_law(*model_, [&](TimeFunction& law, const std::string& element, const std::vector<StateSignal>* signals,
                            Joint* joint, std::size_t row) {
    if (FunctionBranches::has_branches(law))
      laws_.push_back({FunctionBranches(law), &law, *signals, joint, row, element});
  });
}

LawBranches::~LawBranches() = default;

FunctionPoint LawBranches::point_of(const Law& law, const EvaluatedState& at) {
  at.read(law.signals, signals_.data());
  return {at.time(), signals_.data()};
}

/// A drive needs its derivatives too, and a smooth law has no more instructions than the law.
void LawBranches::take(std::size_t law) {
  const Law& taken = laws_[law];
  *taken.place = taken.branches.smooth();
  if (taken.joint == nullptr) return;
  auto rate = derivative(*taken.place);
  auto acceleration = rate ? derivative(*rate) : std::nullopt;
  if (!acceleration) return;
  taken.joint->drive_rate[taken.row] = std::move(*rate);
  taken.joint->drive_acceleration[taken.row] = std::move(*acceleration);
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

bool LawBranches::pass(const LawCorner& corner, const EvaluatedState& at) {
  settle(at);
  Law& law = laws_[corner.law];
  if (!law.branches.pass(corner.corner.instruction, point_of(law, at))) return false;
  take(corner.law);
  find_borders();
  return true;
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
  std::vector<LawCorner> corners;
  for (std::size_t i = 0; i < laws_.size(); ++i)
    for (const FunctionBranches::Corner& corner : laws_[i].branches.corners())
      corners.push_back({i, corner, &laws_[i].signals});
  return corners;
}

std::string LawBranches::words(const LawCorner& corner) const {
  return fmt::format("the law of '{}'", laws_[corner.law].element);
}

bool has_branches(const Model& model) {
  return !first_law(model, FunctionBranches::has_branches).empty();
}

std::string law_that_may_jump(const Model& model) {
  return first_law(model, FunctionBranches::may_jump_unseen);
}

}  // namespace perpend
