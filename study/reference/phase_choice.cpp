#include "study/reference/phase_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "study/reference/slide_search.hpp"

namespace perpend {

namespace {

/// Iterations for the direction of a slip that begins; each takes a constant share of the error away.
constexpr int most_turns = 200;

double largest(const VectorX& x) {
  return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
}

std::vector<PhaseMode> modes_of(const CoordinateRow& row) {
  if (row.is_friction()) return {PhaseMode::sticks, PhaseMode::forward, PhaseMode::backward};
  return {PhaseMode::held, PhaseMode::free};
}

class Choice {
 public:
  explicit Choice(const PhaseQuestion& question)
      : question_(question), at_(question.at), scale_(question.acceleration) {
    for (const Touching& touching : question.touching) {
      motions_.push_back(at_.motion_of(touching.closed));
      choices_.push_back(choices_of(touching, at_.model().space, motions_.back().slip()));
      for (int i = 0; i < motions_.back().count; ++i)
        scale_ = std::max(scale_, std::abs(motions_.back().jdot_v[static_cast<std::size_t>(i)]));
    }
    const MotionPhase free =
        make_phase(at_.model(), std::vector<PhaseMode>(at_.model().coordinate_rows.size(), PhaseMode::free));
    free_ = reference_forces(free.system(at_.model().num_joint_rows), question.state).acceleration;
    scale_ = std::max(scale_, largest(free_));
  }

  PhaseAnswer answer();

 private:
  /// What a phase does at the state, where it keeps the laws.
  struct Outcome {
    MotionPhase phase;
    VectorX acceleration;
  };
  [[nodiscard]] std::optional<Outcome> try_contacts(MotionPhase phase, std::vector<ContactChoice> chosen) const;
  [[nodiscard]] std::optional<Outcome> search_slides(MotionPhase phase, std::vector<ContactChoice> chosen) const;
  [[nodiscard]] ReferenceForces forces_of(MotionPhase& phase, const std::vector<ContactChoice>& chosen) const;
  [[nodiscard]] Vec2 slip_of(std::size_t contact, const ReferenceForces& forces) const {
    const TouchingMotion& motion = motions_[contact];
    return {motion.product(1, forces.acceleration) + motion.jdot_v[1],
            motion.product(2, forces.acceleration) + motion.jdot_v[2]};
  }
  [[nodiscard]] bool turn_slides(const ReferenceForces& forces, std::vector<ContactChoice>& chosen, bool& turned) const;
  [[nodiscard]] bool keeps_laws(MotionPhase& phase, const std::vector<ContactChoice>& chosen,
                                const ReferenceForces& forces) const;
  [[nodiscard]] bool rows_keep_laws(const MotionPhase& phase, const ReferenceForces& forces) const;
  [[nodiscard]] bool is_undecided(int row) const {
    return std::find(question_.undecided.begin(), question_.undecided.end(), row) != question_.undecided.end();
  }
  [[nodiscard]] std::string subject() const;
  [[nodiscard]] double acceleration_room() const { return force_rounding * scale_; }

  const PhaseQuestion& question_;
  const EvaluatedState& at_;
  std::vector<TouchingMotion> motions_;
  std::vector<std::vector<ContactChoice>> choices_;
  VectorX free_;        // accelerations by joints and drives alone
  double scale_ = 0.0;  // of accelerations
};

std::string Choice::subject() const {
  if (!question_.touching.empty())
    return "the contact of " + at_.bodies_of(question_.touching.front().closed.surfaces.body);
  if (!question_.undecided.empty())
    return fmt::format("limits and dry friction of joint '{}'", at_.joint_of(question_.undecided.front()));
  return "limits and dry friction";
}

/// Directions of slips that begin: along the accelerations of slip. False: they have none.
bool Choice::turn_slides(const ReferenceForces& forces, std::vector<ContactChoice>& chosen, bool& turned) const {
  turned = false;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i].seeks_slide) continue;
    const Vec2 slip = slip_of(i, forces);
    const Vec3 onward = motions_[i].in_tangents(slip.x(), slip.y());
    Vec3 slide = question_.touching[i].hint;
    if (onward.norm() > acceleration_room()) slide = onward.normalized();
    if (!(slide.norm() > 0.0)) return false;
    turned = turned || !((slide - chosen[i].closed.slide).norm() < 1e-13);
    chosen[i].closed.slide = slide;
  }
  return true;
}

std::optional<Choice::Outcome> Choice::try_contacts(MotionPhase phase, std::vector<ContactChoice> chosen) const {
  const bool seeks = std::any_of(chosen.begin(), chosen.end(), [](const ContactChoice& c) { return c.seeks_slide; });
  for (int turn = 0; turn < most_turns; ++turn) {
    std::vector<ClosedContact> closed;
    for (const ContactChoice& choice : chosen) {
      if (choice.is_apart) continue;
      closed.push_back(choice.closed);
      const bool is_first_guess = choice.seeks_slide && turn == 0;
      if (is_first_guess) closed.back().mode = ClosedContact::Mode::pushes;
    }
    phase.close(closed);
    const ReferenceForces forces = reference_forces(phase.system(at_.model().num_joint_rows), question_.state);
    if (!forces.acceleration.allFinite() || !forces.multiplier.allFinite()) return std::nullopt;
    bool turned = false;
    if (seeks && !turn_slides(forces, chosen, turned)) return std::nullopt;
    if (turned) continue;
    if (!keeps_laws(phase, chosen, forces)) return std::nullopt;
    return Outcome{std::move(phase), forces.acceleration};
  }
  return seeks ? search_slides(std::move(phase), std::move(chosen)) : std::nullopt;
}

ReferenceForces Choice::forces_of(MotionPhase& phase, const std::vector<ContactChoice>& chosen) const {
  std::vector<ClosedContact> closed;
  for (const ContactChoice& choice : chosen)
    if (!choice.is_apart) closed.push_back(choice.closed);
  phase.close(closed);
  return reference_forces(phase.system(at_.model().num_joint_rows), question_.state);
}

/// Where friction against the slip and slip from the friction do not come to rest.
std::optional<Choice::Outcome> Choice::search_slides(MotionPhase phase, std::vector<ContactChoice> chosen) const {
  const std::vector<std::size_t> seeking = seeking_slides(chosen);
  const auto are_finite = [](const ReferenceForces& forces) {
    return forces.acceleration.allFinite() && forces.multiplier.allFinite();
  };
  const SlipsOf slips_of = [&](const VectorX& angles, double share, std::vector<Vec2>& slips) {
    std::vector<ContactChoice> turned = chosen;
    set_slides(seeking, motions_, angles, turned);
    for (const std::size_t i : seeking) turned[i].closed.friction *= share;
    const ReferenceForces forces = forces_of(phase, turned);
    slips.clear();
    for (const std::size_t i : seeking) slips.push_back(slip_of(i, forces));
    return are_finite(forces);
  };
  for (const VectorX& angles : find_slides(slips_of, angles_of_slides(seeking, motions_, chosen))) {
    set_slides(seeking, motions_, angles, chosen);
    const ReferenceForces forces = forces_of(phase, chosen);
    const auto rests = [&](std::size_t i) { return !(slip_of(i, forces).norm() > acceleration_room()); };
    if (!are_finite(forces) || std::any_of(seeking.begin(), seeking.end(), rests)) continue;
    if (keeps_laws(phase, chosen, forces)) return Outcome{std::move(phase), forces.acceleration};
  }
  return std::nullopt;
}

bool Choice::rows_keep_laws(const MotionPhase& phase, const ReferenceForces& forces) const {
  // What sticks or is held may contradict a drive: then no acceleration keeps both.
  if (largest(at_.joint_changes(forces.acceleration - free_)) > acceleration_room()) return false;
  const VectorX onward = at_.coordinate_accelerations(forces.acceleration);
  const double force_room = force_rounding * largest(forces.multiplier);
  for (int row = 0; row < at_.num_rows(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    const bool is_upper = at_.row(row).kind == CoordinateRow::Kind::upper_limit;
    const double force = phase.rows[at] < 0 ? 0.0 : forces.multiplier[phase.rows[at]];
    switch (phase.modes[at]) {
      case PhaseMode::held:
        if ((is_upper ? -force : force) < -force_room || std::abs(onward[row]) > acceleration_room()) return false;
        break;
      case PhaseMode::sticks:
        if (std::abs(force) > bound_of(at_.model(), at_.row(row)) + force_room ||
            std::abs(onward[row]) > acceleration_room())
          return false;
        break;
      case PhaseMode::backward:
        if (is_undecided(row) && -onward[row] < -acceleration_room()) return false;
        break;
      case PhaseMode::free:
      case PhaseMode::forward:
        if (is_undecided(row) && onward[row] < -acceleration_room()) return false;
        break;
    }
  }
  return true;
}

bool Choice::keeps_laws(MotionPhase& phase, const std::vector<ContactChoice>& chosen,
                        const ReferenceForces& forces) const {
  const double force_room = force_rounding * largest(forces.multiplier);
  const double room = acceleration_room();
  std::size_t next = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const TouchingMotion& motion = motions_[i];
    const double normal = motion.product(0, forces.acceleration) + motion.jdot_v[0];
    if (chosen[i].is_apart) {
      if (normal < -room) return false;
      continue;
    }
    PhaseContact& contact = phase.contacts[next++];
    const ClosedContact& closed = contact.closed;
    const double push = forces.multiplier[contact.row];
    if (std::abs(normal) > room || push < -force_room) return false;
    const bool is_frictional = closed.friction > 0.0;
    // Where rows follow from one another the forces are not the only ones: friction that sticks has then room that
    // another share of the forces fills, friction that slides depends on the share.
    if (forces.has_dependent_rows && is_frictional && closed.mode == ClosedContact::Mode::slides) return false;
    if (!is_frictional) continue;
    const Vec3 onward =
        motion.in_tangents(motion.product(1, forces.acceleration) + motion.jdot_v[1],
                           motion.count == 2 ? 0.0 : motion.product(2, forces.acceleration) + motion.jdot_v[2]);
    const bool is_at_rest = motion.slip().norm() <= no_rate;
    switch (closed.mode) {
      case ClosedContact::Mode::sticks: {
        const double pull = motion.count == 2
                                ? std::abs(forces.multiplier[contact.row + 1])
                                : std::hypot(forces.multiplier[contact.row + 1], forces.multiplier[contact.row + 2]);
        if (pull > closed.friction * std::max(push, 0.0) + force_room || onward.norm() > room) return false;
        break;
      }
      case ClosedContact::Mode::slides:
        if (is_at_rest && onward.dot(closed.slide) < -room) return false;
        contact.is_still = is_at_rest && onward.norm() <= room;
        break;
      case ClosedContact::Mode::grips:
        return false;
      case ClosedContact::Mode::pushes:
        if (onward.norm() > room) return false;
        contact.is_still = true;
        break;
    }
  }
  return rows_keep_laws(phase, forces);
}

PhaseAnswer Choice::answer() {
  std::vector<int> row_sizes, contact_sizes;
  for (const int row : question_.undecided) row_sizes.push_back(static_cast<int>(modes_of(at_.row(row)).size()));
  for (const auto& choices : choices_) contact_sizes.push_back(static_cast<int>(choices.size()));
  Combinations rows(row_sizes);
  if (rows.count() * Combinations(contact_sizes).count() > most_combinations)
    return {.phases = {},
            .objection = fmt::format("{} contacts, limits and frictions are to be decided at once",
                                     row_sizes.size() + contact_sizes.size())};
  PhaseAnswer answer{.acceleration = scale_};
  std::vector<PhaseMode> modes = question_.modes;
  VectorX acceleration;
  double difference = 0.0;
  do {
    for (std::size_t i = 0; i < question_.undecided.size(); ++i)
      modes[static_cast<std::size_t>(question_.undecided[i])] =
          modes_of(at_.row(question_.undecided[i]))[rows.digit(i)];
    const MotionPhase phase = make_phase(at_.model(), modes);
    Combinations contacts(contact_sizes);
    do {
      std::vector<ContactChoice> chosen;
      for (std::size_t i = 0; i < choices_.size(); ++i)
        chosen.push_back(choices_[i][static_cast<std::size_t>(contacts.digit(i))]);
      std::optional<Outcome> outcome = try_contacts(phase, std::move(chosen));
      if (!outcome) continue;
      if (answer.phases.empty())
        acceleration = outcome->acceleration;
      else
        difference = std::max(difference, largest(outcome->acceleration - acceleration));
      answer.phases.push_back(std::move(outcome->phase));
    } while (contacts.next());
  } while (rows.next());
  if (answer.phases.empty()) answer.objection = fmt::format("the laws of {} allow no acceleration", subject());
  if (difference > same_result * std::max(scale_, largest(acceleration)))
    answer.objection = fmt::format("the laws of {} allow more than one acceleration", subject());
  return answer;
}

}  // namespace

PhaseAnswer possible_phases(const PhaseQuestion& question) {
  return Choice(question).answer();
}

}  // namespace perpend
