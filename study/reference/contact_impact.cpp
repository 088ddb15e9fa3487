#include "study/reference/contact_impact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "study/reference/impact_cones.hpp"
#include "study/reference/slide_search.hpp"

namespace perpend {

namespace {

/// Flights that end lower than this share of the mechanism are none: the impacts that follow come to rest at once.
constexpr double least_flight = 1e-13;

double largest(const VectorX& x) {
  return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
}

/// One problem of velocities: from `velocity`, with `given` normal impulses already there, to normal rates of at least
/// `target`.
struct Velocities {
  VectorX velocity;
  VectorX given;   // one a contact [N s]
  VectorX target;  // [m/s]
};

struct Outcome {
  VectorX velocity;
  VectorX normal;        // impulses beyond the given ones, one a contact [N s]
  bool is_open = false;  // others of the same velocity restitute another one
};

class Impact {
 public:
  explicit Impact(const ImpactQuestion& question) : question_(question), at_(question.at) {
    for (const Touching& touching : question.touching) {
      motions_.push_back(at_.motion_of(touching.closed));
      restitution_.push_back(touching.restitution);
    }
    modes_.assign(static_cast<std::size_t>(at_.num_rows()), PhaseMode::free);
    scale_ = largest(question.state.v);
    jointed_ = pushed(VectorX::Zero(at_.model().num_velocities));
  }

  ImpactAnswer answer();

 private:
  [[nodiscard]] std::optional<Outcome> solve(const Velocities& problem, std::string& objection) const;
  [[nodiscard]] std::vector<Outcome> try_contacts(const Velocities& problem, MotionPhase& phase,
                                                  std::vector<ContactChoice> chosen) const;
  [[nodiscard]] std::optional<ReferenceImpact> impact_of(const Velocities& problem, MotionPhase& phase,
                                                         const std::vector<ContactChoice>& chosen) const;
  [[nodiscard]] std::optional<Outcome> judge(const Velocities& problem, const MotionPhase& phase,
                                             const std::vector<ContactChoice>& chosen,
                                             const ReferenceImpact& impact) const;
  [[nodiscard]] bool is_allowed(const Velocities& problem, const std::vector<ContactChoice>& chosen,
                                const VectorX& velocity) const;
  [[nodiscard]] VectorX pushed(const VectorX& given) const;
  [[nodiscard]] double restituted(const VectorX& normal) const;
  void settle_small_flights();
  [[nodiscard]] bool is_impact(std::size_t i) const { return restitution_[i] > 0.0 && motions_[i].rate[0] < -no_rate; }
  [[nodiscard]] double energy(const VectorX& v) const;
  [[nodiscard]] ImpactAnswer limited(const VectorX& plastic, const VectorX& full) const;
  [[nodiscard]] Velocities velocities() const;
  [[nodiscard]] double room() const { return force_rounding * scale_; }

  const ImpactQuestion& question_;
  const EvaluatedState& at_;
  std::vector<TouchingMotion> motions_;
  std::vector<double> restitution_;
  std::vector<PhaseMode> modes_;
  VectorX jointed_;                   // velocities by joints and drives alone
  double scale_ = 0.0;                // of velocities
  bool restitutes_impulses_ = false;  // those that are sought
};

Velocities Impact::velocities() const {
  const auto count = static_cast<Eigen::Index>(motions_.size());
  return {question_.state.v, VectorX::Zero(count), VectorX::Zero(count)};
}

double Impact::energy(const VectorX& v) const {
  VectorX momentum;
  multiply(at_.mass(), v, momentum);
  return 0.5 * v.dot(momentum);
}

/// A ball that bounces ever lower would do so without end: e (n . s) against the acceleration that brings it back.
void Impact::settle_small_flights() {
  const MotionPhase free = make_phase(at_.model(), modes_);
  const VectorX acceleration = reference_forces(free.system(at_.model().num_joint_rows), question_.state).acceleration;
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const double back = -(motions_[i].product(0, acceleration) + motions_[i].jdot_v[0]);
    const double leaving = restitution_[i] * motions_[i].rate[0];
    if (back > 0.0 && leaving * leaving / (2.0 * back) < least_flight * at_.size()) restitution_[i] = 0.0;
  }
}

/// Whether the velocity is one that the chosen laws allow, whatever the impulses.
bool Impact::is_allowed(const Velocities& problem, const std::vector<ContactChoice>& chosen,
                        const VectorX& velocity) const {
  // What restitution asks for may contradict what sticks or a joint: then no velocity keeps all of it.
  if (largest(at_.joint_changes(velocity - jointed_)) > room()) return false;
  const VectorX rates = at_.coordinate_rates(velocity);
  for (const int row : question_.limits)
    if (rates[row] < -room()) return false;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const double normal = motions_[i].product(0, velocity) - problem.target[static_cast<Eigen::Index>(i)];
    if (normal < -room()) return false;
    const ClosedContact& closed = chosen[i].closed;
    const Vec3 slip = motions_[i].tangential(velocity);
    const bool slides = closed.mode == ClosedContact::Mode::slides;
    if (slides && slip.dot(closed.slide) < -room()) return false;
    if (chosen[i].is_apart) continue;
    if (first_row(closed) == 0 && normal > room()) return false;
    if (!slides && closed.mode != ClosedContact::Mode::pushes && slip.norm() > room()) return false;
  }
  return true;
}

/// The velocities that these impulses give the mechanism without its limits and contacts.
VectorX Impact::pushed(const VectorX& given) const {
  const MotionPhase free = make_phase(at_.model(), modes_);
  return reference_impact(free.system(at_.model().num_joint_rows), question_.state, given,
                          VectorX::Zero(free.model.num_joint_rows))
      .velocity;
}

/// How far the restitution of these normal impulses changes the velocities.
double Impact::restituted(const VectorX& normal) const {
  VectorX given = VectorX::Zero(at_.model().num_velocities);
  for (std::size_t i = 0; i < motions_.size(); ++i)
    if (is_impact(i)) motions_[i].add_transposed(0, restitution_[i] * normal[static_cast<Eigen::Index>(i)], given);
  return largest(given) == 0.0 ? 0.0 : largest(pushed(given) - jointed_);
}

/// Impulses in their cones that give this velocity: those of least norm, or where rows follow from one another others.
std::optional<Outcome> Impact::judge(const Velocities& problem, const MotionPhase& phase,
                                     const std::vector<ContactChoice>& chosen, const ReferenceImpact& impact) const {
  if (!is_allowed(problem, chosen, impact.velocity)) return std::nullopt;
  const ImpactPhase here{at_, phase, chosen, problem.given};
  const double size = std::max(largest(impact.impulse), largest(problem.given));
  const bool is_within = least_room(impulse_cones(here, impact.impulse, MatrixX::Zero(impact.impulse.size(), 0)),
                                    VectorX::Zero(0)) >= -force_rounding * size;
  Outcome outcome{impact.velocity, {}};
  VectorX impulse = impact.impulse;
  if (!is_within || (restitutes_impulses_ && size > 0.0)) {
    const MatrixX idle = idle_impulses(phase.system(at_.model().num_joint_rows), question_.state);
    if (idle.cols() == 0 && !is_within) return std::nullopt;
    for (Eigen::Index k = 0; k < idle.cols() && restitutes_impulses_ && !outcome.is_open; ++k)
      outcome.is_open = restituted(size * normal_impulses(here, idle.col(k))) > same_result * scale_;
    const std::vector<Cone> cones = scaled_cones(here, impulse, idle, size);
    outcome.is_open = outcome.is_open && point_in_cones(cones, same_result).has_value();
    if (!is_within) {
      const std::optional<VectorX> shares = point_in_cones(cones, -force_rounding);
      if (!shares) return std::nullopt;
      impulse += size * (idle * *shares);
    }
  }
  outcome.normal = normal_impulses(here, impulse).cwiseMax(0.0);
  return outcome;
}

std::optional<ReferenceImpact> Impact::impact_of(const Velocities& problem, MotionPhase& phase,
                                                 const std::vector<ContactChoice>& chosen) const {
  std::vector<ClosedContact> closed;
  for (const ContactChoice& choice : chosen)
    if (!choice.is_apart) closed.push_back(choice.closed);
  phase.close(closed);
  const ReferenceSystem system = phase.system(at_.model().num_joint_rows);
  VectorX given = VectorX::Zero(at_.model().num_velocities);
  VectorX target = VectorX::Zero(phase.model.num_joint_rows);
  std::size_t next = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const double already = problem.given[static_cast<Eigen::Index>(i)];
    const ClosedContact& contact = chosen[i].closed;
    motions_[i].add_transposed(0, already, given);
    for (int k = 1; contact.mode == ClosedContact::Mode::slides && k < motions_[i].count; ++k) {
      const double along = motions_[i].count == 2
                               ? contact.slide.x()
                               : contact.slide.dot(motions_[i].direction[static_cast<std::size_t>(k)]);
      motions_[i].add_transposed(k, -contact.friction * already * along, given);
    }
    if (chosen[i].is_apart) continue;
    const int row = phase.contacts[next++].row, count = num_rows(contact, at_.model().space);
    target.conservativeResize(row + count);
    target.tail(count).setZero();
    if (first_row(contact) == 0) target[row] = problem.target[static_cast<Eigen::Index>(i)];
  }
  State from = question_.state;
  from.v = problem.velocity;
  from.v_low.resize(0);
  ReferenceImpact impact = reference_impact(system, from, given, target);
  if (!impact.velocity.allFinite() || !impact.impulse.allFinite()) return std::nullopt;
  return impact;
}

/// All outcomes that keep the laws: directions of slips may be several.
std::vector<Outcome> Impact::try_contacts(const Velocities& problem, MotionPhase& phase,
                                          std::vector<ContactChoice> chosen) const {
  const std::vector<std::size_t> seeking = seeking_slides(chosen);
  const SlipsOf slips_of = [&](const VectorX& angles, double share, std::vector<Vec2>& slips) {
    std::vector<ContactChoice> turned = chosen;
    set_slides(seeking, motions_, angles, turned);
    for (const std::size_t i : seeking) turned[i].closed.friction *= share;
    const std::optional<ReferenceImpact> impact = impact_of(problem, phase, turned);
    slips.clear();
    for (const std::size_t i : seeking)
      if (impact)
        slips.emplace_back(motions_[i].product(1, impact->velocity), motions_[i].product(2, impact->velocity));
    return impact.has_value();
  };
  const VectorX guess = angles_of_slides(seeking, motions_, chosen);
  std::vector<Outcome> outcomes;
  for (const VectorX& angles : seeking.empty() ? std::vector<VectorX>{guess} : find_slides(slips_of, guess)) {
    set_slides(seeking, motions_, angles, chosen);
    const std::optional<ReferenceImpact> impact = impact_of(problem, phase, chosen);
    if (!impact) continue;
    const auto rests = [&](std::size_t i) { return !(motions_[i].tangential(impact->velocity).norm() > room()); };
    if (std::any_of(seeking.begin(), seeking.end(), rests)) continue;  // it sticks
    if (std::optional<Outcome> outcome = judge(problem, phase, chosen, *impact))
      outcomes.push_back(std::move(*outcome));
  }
  return outcomes;
}

std::optional<Outcome> Impact::solve(const Velocities& problem, std::string& objection) const {
  std::vector<std::vector<ContactChoice>> choices;
  std::vector<int> sizes;
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    Vec3 slip = motions_[i].tangential(problem.velocity);
    if (slip.norm() > no_rate)
      slip.normalize();
    else
      slip = motions_[i].in_tangents(1.0, 0.0);
    choices.push_back(impact_choices_of(question_.touching[i], at_.model().space, slip,
                                        problem.given[static_cast<Eigen::Index>(i)] > 0.0));
    sizes.push_back(static_cast<int>(choices.back().size()));
  }
  Combinations limits(std::vector<int>(question_.limits.size(), 2));
  const std::string subject = question_.touching.empty()
                                  ? fmt::format("limits of joint '{}'", at_.joint_of(question_.limits.front()))
                                  : "the contact of " + at_.bodies_of(question_.touching.front().closed.surfaces.body);
  if (limits.count() * Combinations(sizes).count() > most_combinations) {
    objection = fmt::format("{} contacts and limits meet in one impact", sizes.size() + question_.limits.size());
    return std::nullopt;
  }
  std::optional<Outcome> found;
  double difference = 0.0;
  std::vector<PhaseMode> modes = modes_;
  do {
    for (std::size_t i = 0; i < question_.limits.size(); ++i)
      modes[static_cast<std::size_t>(question_.limits[i])] = limits.digit(i) == 0 ? PhaseMode::held : PhaseMode::free;
    MotionPhase phase = make_phase(at_.model(), modes);
    Combinations contacts(sizes);
    do {
      std::vector<ContactChoice> chosen;
      for (std::size_t i = 0; i < choices.size(); ++i)
        chosen.push_back(choices[i][static_cast<std::size_t>(contacts.digit(i))]);
      for (Outcome& outcome : try_contacts(problem, phase, std::move(chosen))) {
        if (!found) {
          found = std::move(outcome);
          continue;
        }
        difference = std::max(difference, largest(outcome.velocity - found->velocity));
        if (restitutes_impulses_) difference = std::max(difference, restituted(outcome.normal - found->normal));
        found->is_open = found->is_open || outcome.is_open;
      }
    } while (contacts.next());
  } while (limits.next());
  const bool seeks = std::any_of(choices.begin(), choices.end(), [](const std::vector<ContactChoice>& all) {
    return std::any_of(all.begin(), all.end(), [](const ContactChoice& choice) { return choice.seeks_slide; });
  });
  if (!found && seeks)
    objection = fmt::format("the search for the velocity after the impact at {} found none", subject);
  else if (!found)
    objection = fmt::format("the laws of impact at {} allow no velocity", subject);
  if (difference > same_result * scale_ || (found && found->is_open)) {
    objection = fmt::format("the laws of impact at {} allow more than one velocity", subject);
    return std::nullopt;
  }
  return found;
}

/// Between the plastic result and the full one, as far as no energy is created.
ImpactAnswer Impact::limited(const VectorX& plastic, const VectorX& full) const {
  const double before = energy(question_.state.v);
  if (energy(full) <= before * (1.0 + force_rounding)) return {.velocity = full};
  if (std::count_if(motions_.begin(), motions_.end(), [](const TouchingMotion& m) { return m.rate[0] < -no_rate; }) > 1)
    return {.objection = "several impacts at once would create energy"};
  VectorX momentum;
  const VectorX more = full - plastic;
  multiply(at_.mass(), more, momentum);
  const double square = 0.5 * more.dot(momentum), linear = plastic.dot(momentum);
  const double missing = before - energy(plastic);
  const double root = std::sqrt(std::max(0.0, linear * linear + 4.0 * square * missing));
  return {.velocity = plastic + std::clamp((root - linear) / (2.0 * square), 0.0, 1.0) * more};
}

ImpactAnswer Impact::answer() {
  settle_small_flights();
  bool has_impact = false;
  for (std::size_t i = 0; i < motions_.size(); ++i) has_impact = has_impact || is_impact(i);
  const bool is_newton = at_.model().contacts.law == RestitutionLaw::newton;
  ImpactAnswer answer;
  restitutes_impulses_ = has_impact && !is_newton;
  const std::optional<Outcome> plastic = solve(velocities(), answer.objection);
  restitutes_impulses_ = false;
  if (!plastic) return answer;
  if (!has_impact) return {.velocity = plastic->velocity};
  Velocities problem = velocities();
  if (!is_newton) problem.velocity = plastic->velocity;
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    if (!is_impact(i)) continue;
    if (is_newton)
      problem.target[at] = -restitution_[i] * motions_[i].rate[0];
    else
      problem.given[at] = restitution_[i] * plastic->normal[at];
  }
  const std::optional<Outcome> full = solve(problem, answer.objection);
  if (!full) return answer;
  return limited(plastic->velocity, full->velocity);
}

}  // namespace

ImpactAnswer impact(const ImpactQuestion& question) {
  return Impact(question).answer();
}

}  // namespace perpend
