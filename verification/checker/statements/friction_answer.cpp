#include "verification/checker/statements/friction_answer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace perpend::checker {

namespace {

void put(const ContactVector<Ball>& r, int contact, FrictionAnswer& answer) {
  const int first = contact * answer.problem.dimension;
  answer.moved[first] = r.normal;
  answer.moved[first + 1] = r.first;
  if (answer.problem.dimension == 3) answer.moved[first + 2] = r.second;
}

Ball row(const FrictionAnswer& answer, int i) {
  Ball sum = answer.problem.b[i];
  for (const Entry& entry : answer.problem.a.rows[i]) sum.add_product(entry.value, answer.moved[entry.column]);
  return sum;
}

void measure_rows(const FrictionAnswer& answer, Residuals& found) {
  const ContactProblem& problem = answer.problem;
  Size equation_share;
  found.shares.resize(problem.num_contacts());
  for (int i = 0; i < problem.a.num_rows; ++i) {
    if (i >= problem.num_reactions()) {
      const Ball error = row(answer, i).abs();
      found.equation.raise(error);
      equation_share.raise_share(error, answer.sizes.row[i]);
      continue;
    }
    const int c = i / problem.dimension, k = i % problem.dimension;
    const ContactVector<Ball>& u = answer.pairs[c].u;
    const Ball error = ((k == 0 ? u.normal : k == 1 ? u.first : u.second) - row(answer, i)).abs();
    found.error.raise(error);
    found.shares[c].raise_share(error, answer.sizes.row[i]);
    const Ball change = (answer.moved[i] - Ball(answer.x[i])).abs();
    found.moved.raise(change);
    found.shares[c].raise_share(change, answer.sizes.move[i]);
  }
  found.share = equation_share;
  for (const Size& share : found.shares) found.share.raise(share);
}

void measure_contact(const FrictionAnswer& answer, int c, Residuals& found) {
  const int dimension = answer.problem.dimension;
  const ContactVector<Rational> r = part_of(answer.x, c, dimension), u = part_of(answer.image, c, dimension);
  const Ball radius = answer.problem.mu[c] * r.normal;
  found.negative_reaction.raise(-r.normal);
  found.negative_velocity.raise(-u.normal);
  found.product.raise((r.normal * u.normal).abs());
  found.excess.raise(Ball::root_of(r.first * r.first + r.second * r.second) - radius);
  found.gap.raise(
      (radius * Ball::root_of(u.first * u.first + u.second * u.second) + Ball(r.first * u.first + r.second * u.second))
          .abs());
}

}  // namespace

void Size::raise(const Rational& low, const std::optional<Rational>& high) {
  lower = std::max(lower, low);
  upper = upper && high ? std::optional(std::max(*upper, *high)) : std::nullopt;
}

void Size::raise_share(const Ball& change, const Rational& size) {
  const Rational low = change.lower(), high = change.upper();
  if (high.is_zero()) return;
  size.is_zero() ? raise(low, std::nullopt) : raise(low / size, high / size);
}

FrictionAnswer read_friction_answer(const nlohmann::json& data, bool is_pyramid) {
  FrictionAnswer answer{.problem = read_contacts(data), .x = {}, .image = {}, .sizes = {}, .law = {}};
  const ContactProblem& problem = answer.problem;
  answer.x = read_vector(data, "x", problem.a.num_rows);
  answer.image = product(problem.a, answer.x);
  for (int i = 0; i < problem.a.num_rows; ++i) answer.image[i] += problem.b[i];
  answer.sizes = sizes_of(problem, answer.x);
  if (!is_pyramid) return answer;
  answer.num_directions = 2;
  if (problem.dimension == 2) return answer;
  answer.num_directions = data.contains("corners") ? static_cast<int>(data["corners"].size() / 2) : 0;
  answer.law = read_polygon(data, answer.num_directions);
  return answer;
}

bool make_pairs(Judgement& judgement, FrictionAnswer& answer) {
  const ContactProblem& problem = answer.problem;
  answer.moved.assign(answer.x.begin(), answer.x.end());
  if (problem.num_contacts() == 0) return true;
  const std::vector<Rational>& made = judgement.witness("pairs", numbers_of_pair * problem.num_contacts());
  int count[3] = {0, 0, 0};
  for (int c = 0; c < problem.num_contacts(); ++c) {
    const ContactVector<Rational> r = part_of(answer.x, c, problem.dimension);
    const Rational* own = &made[numbers_of_pair * c];
    const auto pair = make_pair(judgement, answer.law, problem.mu[c], r, problem.dimension, own);
    if (!pair) return false;
    ++count[static_cast<int>(own->rounded())];
    answer.pairs.push_back(*pair);
    put(pair->r, c, answer);
  }
  judgement.require(judgement.needed_fact("contacts") == fmt::format("{}: {} open, {} sticking, {} sliding",
                                                                     answer.pairs.size(), count[0], count[1], count[2]),
                    "counts other contacts than those of the pairs");
  return true;
}

Residuals measure(const FrictionAnswer& answer) {
  Residuals found;
  measure_rows(answer, found);
  for (int c = 0; c < answer.problem.num_contacts(); ++c) measure_contact(answer, c, found);
  return found;
}

VelocityErrors measure_velocities(const FrictionAnswer& answer, const std::vector<Rational>& given) {
  const int m = answer.problem.num_reactions();
  std::vector<Rational> size(m);
  for (int i = 0; i < m; ++i) size[i] = size_of_row(answer.problem, answer.x, i) + given[i].abs();
  const std::vector<Rational> largest = largest_beside(answer.problem, size);
  VelocityErrors errors;
  for (int i = 0; i < m; ++i) {
    const Rational change = (given[i] - answer.image[i]).abs();
    errors.off.raise(change);
    errors.share.raise_share(change, size[i] + granted_share(answer.problem) * largest[i]);
  }
  return errors;
}

}  // namespace perpend::checker
