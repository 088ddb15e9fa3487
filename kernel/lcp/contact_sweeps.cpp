#include "kernel/lcp/contact_sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Cholesky>
#include <tuple>
#include <type_traits>

namespace perpend {

namespace {

auto identity(const auto& contact) {
  return std::tuple(contact.body[0], contact.body[1], contact.feature);
}

template <class Contact, class Row>
inline double product(const Contact& contact, const Row& row, const double* v) {
  const double* first = v + contact.column[0];
  const double* second = v + contact.column[1];
  double one = 0.0, other = 0.0;
  for (int i = 0; i < Row::num_columns; ++i) {
    one += row.value[0][i] * first[i];
    other += row.value[1][i] * second[i];
  }
  return one + other;
}

template <class Contact, class Row>
inline void push(const Contact& contact, const Row& row, double impulse, double* v) {
  double* first = v + contact.column[0];
  double* second = v + contact.column[1];
  for (int i = 0; i < Row::num_columns; ++i) first[i] += impulse * row.moved[0][i];
  for (int i = 0; i < Row::num_columns; ++i) second[i] += impulse * row.moved[1][i];
}

/// The normal impulse that the contact asks for at v.
template <class Contact>
double wanted_normal(const Contact& contact, const SweepRule& rule, const double* v) {
  const auto& row = contact.row[0];
  double bias = contact.distance * rule.inverse_step, share = 1.0, relief = 0.0;
  if (contact.distance <= 0.0) {
    bias = contact.distance * rule.push_rate;
    share = rule.mass_share;
    relief = rule.relief;
  }
  const double rate = row.rate_t + product(contact, row, v) + bias + rule.yield * contact.compliance * row.impulse;
  return std::max(0.0, row.impulse - share * rate * row.inverse - relief * row.impulse);
}

/// The friction impulses that it asks for at v under a normal impulse.
template <class Contact>
std::array<double, 2> wanted_friction(const Contact& contact, double normal, const double* v) {
  constexpr int num_tangents = Contact::num_rows - 1;
  const double largest = contact.friction * normal;
  std::array<double, 2> wanted{};
  for (int t = 0; t < num_tangents; ++t) {
    const auto& row = contact.row[t + 1];
    wanted[t] = row.impulse - (row.rate_t + product(contact, row, v)) * row.inverse;
  }
  if constexpr (num_tangents == 1) {
    wanted[0] = std::clamp(wanted[0], -largest, largest);
  } else {
    const double size = std::sqrt(wanted[0] * wanted[0] + wanted[1] * wanted[1]);
    if (size > largest)
      for (double& impulse : wanted) impulse *= largest / size;
  }
  return wanted;
}

template <class Contact>
void visit(Contact& contact, const SweepRule& rule, double* v) {
  auto& normal = contact.row[0];
  const double wanted = wanted_normal(contact, rule, v);
  if (wanted == 0.0 && normal.impulse == 0.0) return;  // nor has it friction
  push(contact, normal, wanted - normal.impulse, v);
  normal.impulse = wanted;
  if (contact.friction == 0.0) return;
  const std::array<double, 2> friction = wanted_friction(contact, wanted, v);
  for (std::size_t t = 1; t < std::size(contact.row); ++t) {
    push(contact, contact.row[t], friction[t - 1] - contact.row[t].impulse, v);
    contact.row[t].impulse = friction[t - 1];
  }
}

}  // namespace

SweepRule SweepRule::pushing(double h, double frequency, double damping_ratio) {
  const double turn = h * frequency, damping = 2.0 * damping_ratio + turn;
  const double relief = 1.0 / (1.0 + turn * damping);
  return {.inverse_step = 1.0 / h,
          .push_rate = frequency / damping,
          .mass_share = 1.0 - relief,
          .relief = relief,
          .yield = 1.0};
}

SweepRule SweepRule::relaxing(double h) {
  return {.inverse_step = 1.0 / h};
}

void ContactSweeps::invert(const MassMatrix& mass) {
  const std::size_t size = mass.diagonal.size();
  inverse_diagonal_.assign(size + padding, 0.0);
  inverse_aside_.assign(size + padding, 0.0);
  for (std::size_t i = 0; i < size; ++i) inverse_diagonal_[i] = 1.0 / mass.diagonal[static_cast<Eigen::Index>(i)];
  for (const InertiaBlock& block : mass.blocks) {
    const int i = block.first;
    Eigen::Matrix3d inertia;
    inertia << mass.diagonal[i], block.xy, block.xz, block.xy, mass.diagonal[i + 1], block.yz, block.xz, block.yz,
        mass.diagonal[i + 2];
    const Eigen::Matrix3d inverse = inertia.llt().solve(Eigen::Matrix3d::Identity());
    for (int k = 0; k < 3; ++k) inverse_diagonal_[i + k] = inverse(k, k);
    inverse_aside_[i] = inverse(0, 1);
    inverse_aside_[i + 1] = inverse(0, 2);
    inverse_aside_[i + 2] = inverse(1, 2);
  }
}

template <class SweptContact>
void ContactSweeps::take_one(const ContactRows& rows, int c, double share, SweptContact& contact) const {
  const Contact& found = rows.contacts[c];
  const ContactBlock& block = rows.blocks[c];
  contact.gap = contact.distance = found.gap;
  contact.friction = found.friction;
  contact.compliance = found.compliance / share;
  for (int side = 0; side < 2; ++side)
    contact.column[side] = block.num_columns[side] == 0 ? rows.num_columns : block.first_column[side];
  for (std::size_t r = 0; r < std::size(contact.row); ++r) {
    auto& row = contact.row[r];
    constexpr auto num_columns = static_cast<std::size_t>(std::remove_reference_t<decltype(row)>::num_columns);
    double own = r == 0 ? contact.compliance : 0.0;
    for (int side = 0; side < 2; ++side) {
      const auto given = static_cast<std::size_t>(block.num_columns[side]);
      const double* from = rows.values.data() + block.first_value[side] + r * given;
      double* value = row.value[side];
      double* moved = row.moved[side];
      for (std::size_t i = 0; i < num_columns; ++i) value[i] = i < given ? from[i] : 0.0;
      const double* diagonal = inverse_diagonal_.data() + contact.column[side];
      for (std::size_t i = 0; i < num_columns; ++i) moved[i] = value[i] == 0.0 ? 0.0 : diagonal[i] * value[i];
      if (num_columns == 6 && given == 6) {
        const double* aside = inverse_aside_.data() + contact.column[side] + 3;
        moved[3] = diagonal[3] * value[3] + aside[0] * value[4] + aside[1] * value[5];
        moved[4] = aside[0] * value[3] + diagonal[4] * value[4] + aside[2] * value[5];
        moved[5] = aside[1] * value[3] + aside[2] * value[4] + diagonal[5] * value[5];
      }
      for (std::size_t i = 0; i < num_columns; ++i) own += value[i] * moved[i];
    }
    row.inverse = own > 0.0 ? 1.0 / own : 0.0;
    row.rate_t = rows.rate_t[c * std::size(contact.row) + r];
    row.impulse = row.sum = 0.0;
  }
}

void ContactSweeps::take(const ContactRows& rows, const MassMatrix& mass, const std::vector<ContactImpulse>& old,
                         double share) {
  invert(mass);
  if (rows.rows_per_contact == 2 && !std::holds_alternative<Planar>(contacts_)) contacts_.emplace<Planar>();
  if (rows.rows_per_contact == 3 && !std::holds_alternative<Spatial>(contacts_)) contacts_.emplace<Spatial>();
  std::visit(
      [&](auto& contacts) {
        contacts.resize(rows.contacts.size());
        auto from = old.begin();
        for (int c = 0; c < rows.size(); ++c) {
          take_one(rows, c, share, contacts[c]);
          while (from != old.end() && identity(*from) < identity(rows.contacts[c])) ++from;
          if (from == old.end() || identity(*from) != identity(rows.contacts[c])) continue;
          contacts[c].row[0].impulse = share * from->normal;
          for (std::size_t t = 1; t < std::size(contacts[c].row); ++t)
            contacts[c].row[t].impulse = share * from->tangential[t - 1];
        }
      },
      contacts_);
}

void ContactSweeps::apply(VectorX& v) const {
  std::visit(
      [&](const auto& contacts) {
        for (const auto& contact : contacts)
          for (const auto& row : contact.row)
            if (row.impulse != 0.0) push(contact, row, row.impulse, v.data());
      },
      contacts_);
}

void ContactSweeps::sweep(const SweepRule& rule, bool is_forward, VectorX& v) {
  std::visit(
      [&](auto& contacts) {
        if (is_forward)
          for (auto& contact : contacts) visit(contact, rule, v.data());
        else
          for (auto contact = contacts.rbegin(); contact != contacts.rend(); ++contact) visit(*contact, rule, v.data());
      },
      contacts_);
}

void ContactSweeps::move(const VectorX& displacement, double time) {
  std::visit(
      [&](auto& contacts) {
        for (auto& contact : contacts)
          contact.distance =
              contact.gap + product(contact, contact.row[0], displacement.data()) + time * contact.row[0].rate_t;
      },
      contacts_);
}

void ContactSweeps::sum_up() {
  std::visit(
      [](auto& contacts) {
        for (auto& contact : contacts)
          for (auto& row : contact.row) row.sum += row.impulse;
      },
      contacts_);
}

double ContactSweeps::residual(const SweepRule& rule, const VectorX& v) const {
  double largest = 0.0, change = 0.0;
  std::visit(
      [&](const auto& contacts) {
        for (const auto& contact : contacts) {
          const double normal = contact.row[0].impulse;
          largest = std::max(largest, normal);
          change = std::max(change, std::abs(wanted_normal(contact, rule, v.data()) - normal));
          if (contact.friction == 0.0 || normal == 0.0) continue;
          const std::array<double, 2> friction = wanted_friction(contact, normal, v.data());
          for (std::size_t t = 1; t < std::size(contact.row); ++t)
            change = std::max(change, std::abs(friction[t - 1] - contact.row[t].impulse));
        }
      },
      contacts_);
  return change == 0.0 ? 0.0 : change / std::max(largest, change);
}

std::pair<double, double> ContactSweeps::work(const VectorX& v) const {
  double normal = 0.0, friction = 0.0;
  std::visit(
      [&](const auto& contacts) {
        for (const auto& contact : contacts)
          for (std::size_t r = 0; r < std::size(contact.row); ++r)
            if (contact.row[r].sum != 0.0)
              (r == 0 ? normal : friction) += contact.row[r].sum * product(contact, contact.row[r], v.data());
      },
      contacts_);
  return {normal, friction};
}

void ContactSweeps::keep(const ContactRows& rows, const VectorX& v, std::vector<ContactImpulse>& kept) const {
  kept.clear();
  std::visit(
      [&](const auto& contacts) {
        for (std::size_t c = 0; c < contacts.size(); ++c) {
          const auto& contact = contacts[c];
          if (contact.row[0].sum == 0.0) continue;
          ContactImpulse& impulse = kept.emplace_back(ContactImpulse{
              .body = rows.contacts[c].body, .feature = rows.contacts[c].feature, .normal = contact.row[0].sum});
          double squared = 0.0;
          for (std::size_t t = 1; t < std::size(contact.row); ++t) {
            impulse.tangential[t - 1] = contact.row[t].sum;
            const double rate = contact.row[t].rate_t + product(contact, contact.row[t], v.data());
            squared += rate * rate;
          }
          impulse.slip = std::sqrt(squared);
        }
      },
      contacts_);
}

}  // namespace perpend
