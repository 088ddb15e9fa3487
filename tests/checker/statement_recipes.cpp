// One for each kind of statement and way of proof.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include "tests/checker/statement_examples.hpp"

namespace perpend::test {

namespace {

/// 14 rows, more than every choice is tried for: 3 on the diagonal, -1 next to it. With a last row that no z fulfils.
std::string band(bool is_solvable) {
  std::string text;
  for (int i = 0; i < 14; ++i)
    for (int j = 0; j < 14; ++j) {
      const char* entry = i == j ? "3" : i + 1 == j || j + 1 == i ? "-1" : "0";
      if (i == 13 && !is_solvable) entry = j == 0 ? "-1" : "0";
      text += entry + std::string(j == 13 ? "\n" : " ");
    }
  return text;
}

/// 30 rows, more than every minor is looked at for, that reach each other in a ring: one diagonal entry is this.
std::string band_with(const char* entry) {
  std::string text;
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 30; ++j) {
      const char* own = i == 4 ? entry : "3";
      text += (i == j ? own : (i + 1) % 30 == j ? "5" : "0") + std::string(j == 29 ? "\n" : " ");
    }
  return text;
}

/// 51 rows, more than powers are tried for: eigenvalues 0.3, 0.31, ... on the diagonal, the last one as given.
std::string ladder(double last) {
  std::string text;
  for (int i = 0; i < 51; ++i)
    for (int j = 0; j < 51; ++j) {
      const double entry = i == j ? (i == 50 ? last : 0.3 + 0.01 * i) : j == i + 1 ? 0.001 : 0.0;
      text += fmt::format("{}{}", entry, j == 50 ? "\n" : " ");
    }
  return text;
}

/// Normals of a body on its supports: three in all directions of one half, and their Gram matrix rounded. It is
/// indefinite by rounding, and still copositive.
std::string rounded_gram() {
  std::string text;
  const auto normal = [](int i) { return std::array{1.0, std::sin(0.7 * i), std::cos(0.3 * i)}; };
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 20; ++j) {
      const auto x = normal(std::min(i, j)), y = normal(std::max(i, j));
      text += fmt::format("{:.17g}{}", x[0] * y[0] + x[1] * y[1] + x[2] * y[2], j == 19 ? "\n" : " ");
    }
  return text;
}

/// Four bodies on three supports each, and one from above: singular to the last bit.
std::string supports() {
  constexpr std::array<std::array<int, 2>, 4> normals{{{1, -1}, {1, 0}, {1, 1}, {-1, 0}}};
  std::string text;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      const auto &x = normals[i % 4], &y = normals[j % 4];
      text += fmt::format("{}{}", i / 4 == j / 4 ? x[0] * y[0] + x[1] * y[1] : 0, j == 15 ? "\n" : " ");
    }
  return text;
}

std::string cycle(const std::vector<const char*>& lines, int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += lines[i % lines.size()] + std::string("\n");
  return text;
}

std::string signs(int n, int period) {
  std::string text;
  for (int i = 0; i < n; ++i) text += i % period == 0 ? "-2\n" : "1\n";
  return text;
}

/// With b = -1 the first entry of z is 1, all other pairs are both 0, and no class helps: det [1 5; 1 1] < 0.
std::string corner_of(int n) {
  std::string text;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      text += std::string(i == 0 && j == 1 ? "5" : j == 0 || i == j ? "1" : "0") + std::string(j == n - 1 ? "\n" : " ");
  return text;
}

std::string repeated(const char* first, const char* others, int n) {
  std::string text = first + std::string("\n");
  for (int i = 1; i < n; ++i) text += others + std::string("\n");
  return text;
}

/// u = W r + q of one unit of W on the diagonal, in the form of Siconos.
std::string contacts(int dimension, int num_contacts, const std::string& diagonal, const std::string& q,
                     const std::string& mu) {
  const int m = dimension * num_contacts;
  std::string text = fmt::format("{0}\n{1}\n0\n{2}\n{2}\n{2} {2}\n", dimension, num_contacts, m);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) text += (i == j ? diagonal : "0") + (j == m - 1 ? "\n" : " ");
  return text + q + "\n" + mu + "\n";
}

/// Two contacts in the plane on three velocities, the first slides, the second opens:
/// M v = H r + q, u = H^T v + w with r = (4, 2, 0, 0), v = (1/2, -1/4, 1).
std::string global_contacts() {
  return siconos_text({{"dimension", 2},
                       {"mu", hexadecimal({0.5, 0.25})},
                       {"M", compressed({{2, 0, 0}, {0, 4, 0}, {0, 0, 1}})},
                       {"H", compressed({{1, 0, 1, 0}, {0, 1, 0, 1}, {0, 0, 1, 0}})},
                       {"q", hexadecimal({-3, -3, 1})},
                       {"w", hexadecimal({-0.5, -0.25, 0, 0.125})}});
}

/// One contact in space that slides, W = 2 I, with velocities `change` away from those of its reactions.
std::string contacts_with_velocities(double change) {
  return fclib_bytes({{"dimension", 3},
                      {"mu", hexadecimal({0.5})},
                      {"W", compressed({{2, 0, 0}, {0, 2, 0}, {0, 0, 2}})},
                      {"q", hexadecimal({-20, -9, -12})},
                      {"x", hexadecimal({10, 3, 4.00000002})},
                      {"u", hexadecimal({0, -3 + change, -3.99999996})}});
}

std::string suite_file(const std::string& name) {
  std::ifstream file(std::string(PERPEND_SUITE) + "/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Two contacts of one point in space, their normals coupled by these two entries.
std::string between(const char* upper, const char* lower, const std::string& q) {
  std::string text = "3\n2\n0\n6\n6\n6 6\n";
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      const char* entry = i == 0 && j == 3 ? upper : i == 3 && j == 0 ? lower : i % 3 == j % 3 ? "1" : "0";
      text += entry + std::string(j == 5 ? "\n" : " ");
    }
  return text + q + "\n0.5 0.5\n";
}

const std::string minus = "-1\n-1\n";
const std::string hilbert = "60 30 20\n30 20 15\n20 15 12\n";

Arguments with_method(const char* method, const char* step) {
  return {"--stabilizer", method, "--step", step};
}

Arguments with_step(const char* step) {
  return with_method("baumgarte(alpha: 10/s, beta: 10/s)", step);
}

}  // namespace

std::vector<Recipe> statement_recipes() {
  const std::string unit = "2 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n", rows = "2 0 0 0\n-2 0 2 0\n";
  const std::string two = contacts(3, 2, "2", "-20 -9 -12 1 5 -3", "0.5 0.25");
  const std::string corner = contacts(3, 1, "2", "-20 -11 1", "0.5");
  // Two walls that face each other, one slower than the other leaves; two floors, their matrix rounded.
  const std::string opened = between("-1", "-1", "-1 0 0 2 0 0"),
                    redundant = between("1", "1.0000000000000002", "-1 0 0 -1 0 0");
  return {{"spd", "spd", {hilbert}, {"--bounds"}},
          {"spd ball", "spd", {"1 0x1.ffffffffffffep-1\n0x1.ffffffffffffep-1 1\n"}, {}},
          {"spd refuted", "spd", {"1 1\n1 1\n"}, {}},
          {"rank", "rank", {"1 2 3\n4 5 6\n"}, {}},
          {"rank dependent", "rank", {"1 2 3\n4 5 6\n5 7 9\n"}, {"--rank", "2"}},
          {"rank refuted", "rank", {"1 2 3\n4 5 6\n5 7 9\n"}, {}},
          {"rank nearly lost", "rank", {"1 0 0\n0 1 0\n0.6 0.8 1e-17\n"}, {}},
          {"rank above", "rank", {"1 0 0\n0 1 0\n0.6 0.8 1e-17\n"}, {"--rank", "2"}},
          {"linear", "linear", {hilbert, "1\n-2\n3.0000000000000004\n", "60\n35\n26\n"}, {}},
          {"linear refuted", "linear", {hilbert, "1\n-2\n3.01\n", "60\n35\n26\n"}, {}},
          {"linear within", "linear", {hilbert, "1\n-2\n3.01\n", "60\n35\n26\n"}, {"--within", "0.0100001"}},
          {"linear not within", "linear", {hilbert, "1\n-2\n3.01\n", "60\n35\n26\n"}, {"--within", "0.009"}},
          {"linear not within, singular", "linear", {"1 1\n1 1\n", "3\n3\n", "2\n2\n"}, {"--within", "1.5"}},
          {"linear without solution", "linear", {"1 1\n0 0\n", "3\n3\n", "2\n2\n"}, {"--within", "5"}},
          {"linear solved", "linear", {"1 1\n1 1\n", "1\n1\n", "2\n2\n"}, {"--within", "0"}},
          {"lcp within", "lcp", {hilbert, "-110\n-65\n-47\n", "1.001\n1\n1\n"}, {"--within", "0.0010001"}},
          {"lcp not within", "lcp", {hilbert, "-110\n-65\n-47\n", "1\n1.01\n0\n"}, {"--within", "0.99"}},
          {"lcp not within, any", "lcp", {"1 2\n2 1\n", minus, "1\n0.5\n"}, {"--within", "0.125"}},
          {"lcp", "lcp", {"3 -1 0\n1 3 1\n0 1 3\n", "-0.3\n-0.7\n1\n", "0.16000000000000003\n0.18\n0\n"}, {}},
          {"lcp beside", "lcp", {"2 1\n1 2\n", "-1\n1e13\n", "0\n0\n"}, {}},
          {"lcp refuted", "lcp", {"1 2\n2 1\n", minus, "1\n0.5\n"}, {}},
          {"linear that overflows", "linear", {"1.7e308\n", "0.1\n", "1.7e308\n"}, {}},
          {"lcp that overflows", "lcp", {"4 -3\n-3 4\n", minus, "4e307\n4e307\n"}, {}},
          {"solutions as fractions", "lcp", {"-1.5e271\n", "1e-301\n"}, {}},
          {"three solutions", "lcp", {"1 2\n2 1\n", minus}, {}},
          {"continuum", "lcp", {"1 1\n1 1\n", minus}, {}},
          {"no choice", "lcp", {"0 1\n-1 0\n", minus}, {}},
          {"contradiction", "lcp", {band(false), signs(14, 13)}, {}},
          {"enclosed", "lcp", {band(true), signs(14, 3)}, {}},
          {"class", "class", {"1 2 0\n0 1 2\n2 0 1\n"}, {}},
          {"class refuted", "class", {band_with("-1")}, {}},
          {"class not P", "class", {"1 2 0\n0 1 2\n-2 0 1\n"}, {}},
          {"class not copositive", "class", {"1 -0.75 -0.75\n-0.75 1 -0.75\n-0.75 -0.75 1\n"}, {}},
          {"class definite", "class", {"2 1\n1 2\n"}, {}},
          {"rho power", "rho", {"0.5 0.75\n-0.25 0.5\n"}, {}},
          {"rho inside", "rho", {ladder(0.8)}, {}},
          {"rho outside", "rho", {ladder(1.5)}, {}},
          {"rho trace", "rho", {"1.01 3\n0 0.25\n"}, {}},
          {"rho bounded", "rho", {"0 1\n-1 0\n"}, {}},
          {"rho defective", "rho", {"1 1 0\n0 1 0\n0 0 0.5\n"}, {}},
          {"rho within a radius", "rho", {"0 1.25\n-1 0\n"}, {"--radius", "1.25"}},
          {"rho on a radius", "rho", {"0 1.5625\n-1 0\n"}, {"--radius", "1.25"}},
          {"rho beyond a radius", "rho", {"0 1.5626\n-1 0\n"}, {"--radius", "1.25"}},
          {"method", "method", {unit, rows}, with_step("10 ms")},
          {"method refuted", "method", {unit, rows}, with_step("0.0829 s")},
          {"method trapezoidal",
           "method",
           {unit, rows},
           with_method("baumgarte(alpha: 3/s, integrator: trapezoidal)", "0.1 s")},
          {"method compliant", "method", {unit, rows}, with_method("erp(erp: 0.5, cfm: 0.25/kg)", "0.1 s")},
          {"limit of a step",
           "method",
           {unit, rows},
           {"--stabilizer", "baumgarte(alpha: 10/s, beta: 10/s)", "--limit", "step"}},
          {"limit of a gain",
           "method",
           {unit, rows},
           {"--stabilizer", "acceleration_lcp(omega0: 4/s, zeta: 0.75)", "--step", "10 ms", "--limit", "omega0"}},
          {"limit of none", "method", {unit, rows}, {"--stabilizer", "erp(erp: 2.5)", "--limit", "step"}},
          {"limit none", "method", {unit, rows}, {"--stabilizer", "ggl(max_iterations: 5)", "--limit", "step"}},
          {"active rows", "lcp", {corner_of(13), repeated("-0.1", "-0.1", 13)}, {}},
          {"point", "lcp", {corner_of(13), repeated("-1", "-1", 13)}, {}},
          {"class by structure", "class", {suite_file("class/structure.txt")}, {}},
          {"class by a diagonal", "class", {suite_file("class/lyapunov.txt")}, {}},
          {"class above", "class", {rounded_gram()}, {}},
          {"wedge above", "lcp", {rounded_gram(), cycle({"0", "0", "1"}, 20)}, {}},
          {"wedge semidefinite", "lcp", {supports(), cycle({"-1", "-1", "-1", "1"}, 16)}, {}},
          {"lcp degenerate", "lcp", {"1 -8\n1 1\n", minus, "1\n1e-10\n"}, {}},
          {"wedge", "lcp", {corner_of(13), repeated("0", "1", 13)}, {}},
          {"friction", "friction", {two, "10.00000001\n3\n4.00000002\n0\n0\n0\n"}, {}},
          {"friction exact", "friction", {two, "10\n3\n4\n0\n0\n0\n"}, {}},
          {"friction refuted", "friction", {two, "10\n3\n4.1\n0\n0\n0\n"}, {}},
          {"friction sticks", "friction", {contacts(2, 1, "2", "-20 -4", "0.5"), "10.00000001\n2\n"}, {}},
          {"friction pyramid", "friction", {corner, "10.00000001\n5\n0\n"}, {"--law", "pyramid"}},
          {"friction pyramid refuted", "friction", {corner, "10\n4\n1\n"}, {"--law", "pyramid"}},
          {"friction global", "friction", {global_contacts(), "4.00000001\n2\n0\n0\n"}, {}},
          {"friction global refuted", "friction", {global_contacts(), "4\n2.5\n0\n0\n"}, {}},
          {"friction with velocities", "friction", {contacts_with_velocities(1e-9)}, {}},
          {"friction with other velocities", "friction", {contacts_with_velocities(1e-3)}, {}},
          {"contacts global", "friction", {global_contacts()}, {}},
          {"contacts regular", "friction", {corner}, {}},
          {"contacts opened", "friction", {opened}, {}},
          {"contacts by forces", "friction", {redundant}, {}},
          {"contacts apart", "friction", {contacts(3, 1, "0", "1 -3 2", "0.5")}, {}},
          {"contacts in the plane", "friction", {contacts(2, 1, "2", "-20 -4", "0.5")}, {}},
          {"contacts without states", "friction", {contacts(2, 1, "0", "-1 1", "0.5")}, {}},
          {"contacts contradicted", "friction", {contacts(3, 1, "0", "-1 1 0", "0.5")}, {}}};
}

}  // namespace perpend::test
