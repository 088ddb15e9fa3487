// Contacts with Coulomb's law in a random planar pile of bricks, courses on courses, redundant as walls are:
//     A = [[W_nn, W_nt, 0], [W_tn, W_tt, E], [mu, -E^T, 0]],   W = J M^-1 J^T,   b = (J v, 0).
#include <algorithm>
#include <cmath>

#include "verification/cases/families.hpp"
#include "verification/cases/row_builder.hpp"

namespace perpend::cases {

namespace {

constexpr double friction = 0.5;

/// Lengths are whole, in halves of a smallest brick.
struct Brick {
  int left = 0;
  int right = 0;
  [[nodiscard]] double middle() const { return 0.5 * (left + right); }
};

/// A point between brick `below` (-1: the ground) and brick `above`.
struct Touch {
  int above = 0;
  int below = -1;
  int course = 0;  ///< of the brick above
  int x = 0;
};

struct Pile {
  std::vector<Brick> bricks;
  std::vector<Touch> touches;
};

constexpr int height = 2;

/// Both ends of what two bricks share.
void add_touches(Pile& pile, int above, int below, int course) {
  const Brick& brick = pile.bricks[static_cast<std::size_t>(above)];
  const Brick under = below < 0 ? brick : pile.bricks[static_cast<std::size_t>(below)];
  const int left = std::max(brick.left, under.left), right = std::min(brick.right, under.right);
  if (left >= right) return;
  pile.touches.push_back({above, below, course, left});
  pile.touches.push_back({above, below, course, right});
}

/// Courses of some sqrt(contacts / 2) bricks until there are as many contacts as asked for.
Pile build(CaseRandom& random, int num_contacts) {
  Pile pile;
  const int wide = 1 + static_cast<int>(std::sqrt(num_contacts / 4.0));
  int first_below = 0;
  for (int course = 0; static_cast<int>(pile.touches.size()) < num_contacts; ++course) {
    const int first = static_cast<int>(pile.bricks.size());
    int x = random.whole(0, 2);
    for (int k = 0; k < wide; ++k) {
      const int width = 2 * random.whole(2, 4);
      pile.bricks.push_back({x, x + width});
      x += width + random.whole(0, 1);
      const int above = static_cast<int>(pile.bricks.size()) - 1;
      if (course == 0) add_touches(pile, above, -1, course);
      for (int below = first_below; below < first && course > 0; ++below) add_touches(pile, above, below, course);
    }
    first_below = first;
  }
  pile.touches.resize(static_cast<std::size_t>(num_contacts));
  return pile;
}

/// Row of normal or tangent over (x, y, turn) of the bricks, times M^(-1/2): of inverse masses that are squares of
/// powers of two, so that W has no rounding. Area and (width^2 + height^2) / 12 of it, to the nearest such power.
double root_inverse(double mass) {
  return std::exp2(-std::round(0.5 * std::log2(mass)));
}

void add_side(const Pile& pile, const Touch& touch, int brick, double sign, bool is_normal, int row, RowBuilder& j) {
  if (brick < 0) return;
  const Brick& own = pile.bricks[static_cast<std::size_t>(brick)];
  const double width = own.right - own.left, mass = width * height / 8.0;
  const double inertia = mass * (width * width + height * height) / 12.0;
  const double arm_x = touch.x - own.middle(), arm_y = brick == touch.above ? -0.5 * height : 0.5 * height;
  j.at(row, 3 * brick + (is_normal ? 1 : 0)) = sign * root_inverse(mass);
  j.at(row, 3 * brick + 2) = sign * (is_normal ? arm_x : -arm_y) * root_inverse(inertia);
}

/// [W_nn W_nt; W_tn W_tt] of one tangent.
RowBuilder contact_matrix(const Pile& pile) {
  const int c = static_cast<int>(pile.touches.size());
  RowBuilder j(2 * c), w(2 * c);
  for (int k = 0; k < 2 * c; ++k) {
    const Touch& touch = pile.touches[static_cast<std::size_t>(k % c)];
    add_side(pile, touch, touch.above, 1.0, k < c, k, j);
    add_side(pile, touch, touch.below, -1.0, k < c, k, j);
  }
  w.add_gram(j);
  return w;
}

RowBuilder with_friction(const RowBuilder& w) {
  const int c = w.size() / 2;
  RowBuilder a(4 * c);
  for (int i = 0; i < 3 * c; ++i)
    for (const auto& [j, value] : w.row(i < c ? i : c + i % c)) {
      const double signed_value = i < 2 * c ? value : -value;
      a.at(i, j) = signed_value;
      if (j >= c) a.at(i, j + c) = -signed_value;
    }
  for (int k = 0; k < c; ++k) {
    a.at(c + k, 3 * c + k) = a.at(2 * c + k, 3 * c + k) = 1.0;
    a.at(3 * c + k, k) = friction;
    a.at(3 * c + k, c + k) = a.at(3 * c + k, 2 * c + k) = -1.0;
  }
  return a;
}

/// Each course moves as one piece: it slides on the one below, rests on it, or leaves it.
struct Slip {
  double along = 0.0;
  double apart = 0.0;
};

Slip slip_of(CaseRandom& random) {
  switch (random.whole(0, 3)) {
    case 0:
      return {1.0 * random.sign() * random.whole(1, 3), 0.0};
    case 1:
      return {1.0 * random.whole(-1, 1), 1.0 * random.whole(1, 3)};
    default:
      return {};
  }
}

}  // namespace

Case large_contacts(std::uint64_t seed, long index) {
  CaseRandom random = random_of("large_contacts", seed, index);
  const int c = size_of_large(index) / 4;
  const Pile pile = build(random, c);
  Case made{.name = "", .question = Question::solvable, .truth = true, .reason = "", .a = {}};
  made.a = with_friction(contact_matrix(pile)).rows();
  made.reason = "made around reactions and motions in whole numbers that obey Coulomb's law";
  std::vector<Slip> slips;
  for (int course = 0; course <= pile.touches.back().course; ++course) slips.push_back(slip_of(random));
  VectorX z = VectorX::Zero(4 * c), w = VectorX::Zero(4 * c);
  for (int k = 0; k < c; ++k) {
    const Slip& slip = slips[static_cast<std::size_t>(pile.touches[static_cast<std::size_t>(k)].course)];
    z[k] = slip.apart > 0.0 || random.one_in(6) ? 0.0 : 2 * random.whole(1, 4);
    const int most = static_cast<int>(friction * z[k]);
    const int force = slip.along == 0.0 ? random.whole(-most, most) : slip.along > 0.0 ? -most : most;
    z[force > 0 ? c + k : 2 * c + k] = std::abs(force);
    z[3 * c + k] = std::abs(slip.along);
    w[k] = slip.apart;
    w[c + k] = std::abs(slip.along) + slip.along;
    w[2 * c + k] = std::abs(slip.along) - slip.along;
    w[3 * c + k] = most - std::abs(force);
  }
  made.b = w - times(made.a, z);
  made.solution = z;
  return made;
}

}  // namespace perpend::cases
