#include "referee/bench/lcp_problems.hpp"

#include <array>
#include <cmath>
#include <map>
#include <random>
#include <vector>

namespace perpend::bench {

namespace {

/// The same numbers from every standard library.
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : engine_(seed) {}
  /// In [-1, 1).
  double operator()() { return 2.0 * (static_cast<double>(engine_() >> 11) * 0x1p-53) - 1.0; }

 private:
  std::mt19937_64 engine_;
};

/// A row of N or D: what it does to the velocities (x, y, r omega) of two disks; -1: the ground.
struct ContactRow {
  std::array<int, 2> disk{-1, -1};
  std::array<Vec3, 2> direction{Vec3::Zero(), Vec3::Zero()};
};

struct HeapContact {
  ContactRow normal, tangent;
};

/// Disks of mass 1 and radius 1: r omega has the mass 1/2.
constexpr double inverse_spin_mass = 2.0;

HeapContact contact_of(int below, int above, const Vec2& normal) {
  const Vec2 tangent(normal.y(), -normal.x());
  HeapContact contact;
  contact.normal.disk = contact.tangent.disk = {below, above};
  contact.normal.direction = {Vec3(-normal.x(), -normal.y(), 0.0), Vec3(normal.x(), normal.y(), 0.0)};
  // Both turn the same way against each other at the point of contact.
  contact.tangent.direction = {Vec3(-tangent.x(), -tangent.y(), 1.0), Vec3(tangent.x(), tangent.y(), 1.0)};
  return contact;
}

/// Row r of the heap has rows - r disks.
std::vector<HeapContact> heap(int rows) {
  std::vector<HeapContact> contacts;
  int first = 0;
  for (int row = 0; row < rows; ++row) {
    const int count = rows - row;
    for (int i = 0; i < count; ++i) {
      const int disk = first + i;
      if (row == 0) contacts.push_back(contact_of(-1, disk, Vec2(0.0, 1.0)));
      if (i + 1 < count) contacts.push_back(contact_of(disk, disk + 1, Vec2(1.0, 0.0)));
      if (row + 1 < rows && i + 1 < count) {
        const int above = first + count + i;
        const double high = std::sqrt(0.75);
        contacts.push_back(contact_of(disk, above, Vec2(0.5, high)));
        contacts.push_back(contact_of(disk + 1, above, Vec2(-0.5, high)));
      }
    }
    first += count;
  }
  return contacts;
}

double product(const ContactRow& a, const ContactRow& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      if (a.disk[i] >= 0 && a.disk[i] == b.disk[j]) {
        const Vec3 &u = a.direction[i], &v = b.direction[j];
        sum += u.x() * v.x() + u.y() * v.y() + inverse_spin_mass * u.z() * v.z();
      }
  return sum;
}

using RowMap = std::map<int, double>;

SparseRows to_rows(const std::vector<RowMap>& rows) {
  SparseRows result;
  result.num_rows = result.num_columns = static_cast<int>(rows.size());
  result.first.push_back(0);
  for (const RowMap& row : rows) {
    for (const auto& [column, value] : row) {
      result.column.push_back(column);
      result.value.push_back(value);
    }
    result.first.push_back(static_cast<int>(result.column.size()));
  }
  return result;
}

/// The rows of each disk.
std::vector<std::vector<int>> rows_by_disk(const std::vector<ContactRow>& rows, int disks) {
  std::vector<std::vector<int>> touching(static_cast<std::size_t>(disks));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const int disk : rows[i].disk)
      if (disk >= 0) touching[static_cast<std::size_t>(disk)].push_back(static_cast<int>(i));
  return touching;
}

/// J M^-1 J^T of rows, row i and column j at place[i], place[j].
void add_products(const std::vector<ContactRow>& rows, const std::vector<int>& place, int disks,
                  std::vector<RowMap>& a) {
  const auto touching = rows_by_disk(rows, disks);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const int disk : rows[i].disk) {
      if (disk < 0) continue;
      for (const int j : touching[static_cast<std::size_t>(disk)]) {
        const double value = product(rows[i], rows[static_cast<std::size_t>(j)]);
        if (value != 0.0) a[static_cast<std::size_t>(place[i])][place[static_cast<std::size_t>(j)]] = value;
      }
    }
}

/// Velocities before the contacts act: a step under gravity, and blows.
std::vector<Vec3> free_velocities(int disks, std::uint64_t seed) {
  Uniform uniform(seed);
  std::vector<Vec3> v;
  for (int i = 0; i < disks; ++i) {
    const double x = 0.1 * uniform(), y = 0.1 * uniform(), spin = 0.1 * uniform();
    v.emplace_back(x, y - 0.1, spin);
  }
  return v;
}

double rate_of(const ContactRow& row, const std::vector<Vec3>& v) {
  double rate = 0.0;
  for (std::size_t i = 0; i < 2; ++i)
    if (row.disk[i] >= 0) rate += row.direction[i].dot(v[static_cast<std::size_t>(row.disk[i])]);
  return rate;
}

ContactRow reversed(ContactRow row) {
  for (Vec3& direction : row.direction) direction = -direction;
  return row;
}

}  // namespace

SeededLcp dense_lcp(int size, std::uint64_t seed) {
  Uniform uniform(seed);
  const auto n = static_cast<std::size_t>(size);
  std::vector<double> factor(n * n);
  for (double& entry : factor) entry = uniform();
  std::vector<RowMap> rows(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < n; ++k) sum += factor[i * n + k] * factor[j * n + k];
      const double value = sum / size + (i == j ? 0.05 : 0.0);
      rows[i][static_cast<int>(j)] = value;
      rows[j][static_cast<int>(i)] = value;
    }
  SeededLcp lcp{to_rows(rows), VectorX(size)};
  for (int i = 0; i < size; ++i) lcp.b[i] = uniform();
  return lcp;
}

SeededLcp pile_lcp(int num_rows, std::uint64_t seed) {
  const int disks = num_rows * (num_rows + 1) / 2;
  std::vector<ContactRow> rows;
  std::vector<int> place;
  for (const HeapContact& contact : heap(num_rows)) {
    place.push_back(static_cast<int>(rows.size()));
    rows.push_back(contact.normal);
  }
  std::vector<RowMap> a(rows.size());
  add_products(rows, place, disks, a);
  const std::vector<Vec3> v = free_velocities(disks, seed);
  SeededLcp lcp{to_rows(a), VectorX(static_cast<long>(rows.size()))};
  for (std::size_t i = 0; i < rows.size(); ++i) lcp.b[static_cast<long>(i)] = rate_of(rows[i], v);
  return lcp;
}

SeededLcp friction_lcp(int num_rows, std::uint64_t seed) {
  constexpr double friction = 0.5;
  const int disks = num_rows * (num_rows + 1) / 2;
  const std::vector<HeapContact> contacts = heap(num_rows);
  std::vector<ContactRow> rows;
  std::vector<int> place;
  const int size = 4 * static_cast<int>(contacts.size());
  std::vector<RowMap> a(static_cast<std::size_t>(size));
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const int first = 4 * static_cast<int>(c);
    for (const ContactRow& row : {contacts[c].normal, contacts[c].tangent, reversed(contacts[c].tangent)}) {
      place.push_back(first + static_cast<int>(rows.size() % 3));
      rows.push_back(row);
    }
    const auto slip = static_cast<std::size_t>(first) + 3;
    a[slip][first] = friction;
    for (const int tangent : {first + 1, first + 2}) {
      a[slip][tangent] = -1.0;
      a[static_cast<std::size_t>(tangent)][first + 3] = 1.0;
    }
  }
  add_products(rows, place, disks, a);
  const std::vector<Vec3> v = free_velocities(disks, seed);
  SeededLcp lcp{to_rows(a), VectorX::Zero(size)};
  for (std::size_t i = 0; i < rows.size(); ++i) lcp.b[place[i]] = rate_of(rows[i], v);
  return lcp;
}

}  // namespace perpend::bench
