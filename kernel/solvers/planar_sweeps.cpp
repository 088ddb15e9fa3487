#include "kernel/solvers/planar_sweeps.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/numbers/double_pair.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// A change below this, against the largest impulse, is none.
constexpr double least_change = 0x1p-50;

}  // namespace

std::array<double, 2> planar_impulse(const std::array<double, 4>& w, std::array<double, 2> q, double friction) {
  const double nn = w[0], nt = w[1], tn = w[2], tt = w[3];
  if (q[0] >= 0.0) return {0.0, 0.0};
  const double determinant = nn * tt - nt * tn;
  const double normal = (nt * q[1] - tt * q[0]) / determinant;
  const double tangent = (tn * q[0] - nn * q[1]) / determinant;
  if (determinant > 0.0 && normal >= 0.0 && std::abs(tangent) <= friction * normal) return {normal, tangent};
  // t = share c, against u_t
  const auto slide = [&](double share) { return -q[0] / (nn + share * nt); };
  const double first = q[1] >= 0.0 ? -friction : friction;
  for (const double share : {first, -first}) {
    const double c = slide(share);
    if (c >= 0.0 && std::isfinite(c) && ((tn + share * tt) * c + q[1]) * share <= 0.0) return {c, share * c};
  }
  const double c = slide(first);
  return c >= 0.0 && std::isfinite(c) ? std::array{c, first * c} : std::array{0.0, 0.0};
}

/// Entries of a row of W, gathered by contact.
void PlanarSweeps::add_row(const SparseRows& w, int row, std::array<double, 2> Other::*to) {
  const int c = contact_[row];
  Own& own = own_[c];
  for (int k = w.first[row]; k < w.first[row + 1]; ++k) {
    const int j = contact_[w.column[k]];
    const int slot = w.column[k] == problem_->contacts()[j].normal ? 0 : 1;
    if (j == c) {
      double& entry = to == &Other::to_normal ? (slot == 0 ? own.nn : own.nt) : (slot == 0 ? own.tn : own.tt);
      entry = w.value[k];
      continue;
    }
    int& place = place_[j];
    if (place < own.first) {
      place = static_cast<int>(other_.size());
      other_.push_back({});
      neighbour_.push_back(j);
    }
    (other_[place].*to)[slot] = w.value[k];
  }
}

void PlanarSweeps::prepare(const PlanarContacts& problem) {
  problem_ = &problem;
  const std::vector<PlanarContact>& contacts = problem.contacts();
  const int num_contacts = static_cast<int>(contacts.size());
  contact_.resize(problem.matrix().num_rows);
  for (int c = 0; c < num_contacts; ++c) {
    contact_[contacts[c].normal] = c;
    if (contacts[c].tangent >= 0) contact_[contacts[c].tangent] = c;
  }
  place_.assign(contacts.size(), -1);
  own_.assign(contacts.size() + 1, {});
  other_.clear();
  neighbour_.clear();
  for (int c = 0; c < num_contacts; ++c) {
    const PlanarContact& contact = contacts[c];
    Own& own = own_[c];
    own.first = static_cast<int>(other_.size());
    own.friction = contact.friction;
    own.b_n = problem.b()[contact.normal];
    add_row(problem.matrix(), contact.normal, &Other::to_normal);
    own.has_tangent = contact.tangent >= 0;
    if (!own.has_tangent) continue;
    own.b_t = problem.b()[contact.tangent];
    add_row(problem.matrix(), contact.tangent, &Other::to_tangent);
  }
  own_.back().first = static_cast<int>(other_.size());
}

/// Returns the largest change.
double PlanarSweeps::visit(int c, double relaxation) {
  const Own& own = own_[c];
  const int last = own_[c + 1].first;
  double* x = impulse_.data() + 2 * c;
  DoublePair sum{};
  for (int k = own.first; k < last; ++k)
    sum += pair_at(other_[k].to_normal.data()) * pair_at(impulse_.data() + 2 * neighbour_[k]);
  const double q_n = sum[0] + sum[1] + own.b_n;
  if (q_n >= 0.0 && x[0] == 0.0 && x[1] == 0.0) return 0.0;
  std::array<double, 2> solved{};
  if (q_n < 0.0 && own.has_tangent) {
    sum = DoublePair{};
    for (int k = own.first; k < last; ++k)
      sum += pair_at(other_[k].to_tangent.data()) * pair_at(impulse_.data() + 2 * neighbour_[k]);
    solved = planar_impulse({own.nn, own.nt, own.tn, own.tt}, {q_n, sum[0] + sum[1] + own.b_t}, own.friction);
  } else if (q_n < 0.0 && own.nn > 0.0) {
    solved[0] = -q_n / own.nn;
  }
  const double normal = std::max(0.0, x[0] + relaxation * (solved[0] - x[0]));
  const double bound = own.friction * normal;
  const double tangent = std::clamp(x[1] + relaxation * (solved[1] - x[1]), -bound, bound);
  const double change = std::max(std::abs(x[0] - normal), std::abs(x[1] - tangent));
  x[0] = normal;
  x[1] = tangent;
  return change;
}

double PlanarSweeps::run(long sweeps, double relaxation, GrowingVector& x) {
  const std::vector<PlanarContact>& contacts = problem_->contacts();
  const int num_contacts = static_cast<int>(contacts.size());
  impulse_.resize(2 * contacts.size());
  for (int c = 0; c < num_contacts; ++c) {
    impulse_[2 * c] = x[contacts[c].normal];
    impulse_[2 * c + 1] = contacts[c].tangent < 0 ? 0.0 : x[contacts[c].tangent];
  }
  double change = 0.0;
  for (long sweep = 0; sweep < sweeps && !must_stop(); ++sweep) {
    change = 0.0;
    for (int c = 0; c < num_contacts; ++c) change = std::max(change, visit(c, relaxation));
    const double largest = *std::max_element(impulse_.begin(), impulse_.end());
    change = change > least_change * largest ? change / largest : 0.0;
    if (change == 0.0) break;
  }
  for (int c = 0; c < num_contacts; ++c) {
    x[contacts[c].normal] = impulse_[2 * c];
    if (contacts[c].tangent >= 0) x[contacts[c].tangent] = impulse_[2 * c + 1];
  }
  return change;
}

}  // namespace perpend
