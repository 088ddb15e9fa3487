#include "bench/peers/peer.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <stdexcept>

namespace peers {

namespace {

std::ifstream open(const std::string& path, const std::string& kind) {
  std::ifstream file(path);
  std::string word;
  if (!(file >> word) || word != kind) throw std::runtime_error(path + ": not a problem of the kind " + kind);
  return file;
}

void read_key(std::ifstream& file, const char* key) {
  std::string word;
  if (!(file >> word) || word != key) throw std::runtime_error("the problem lacks '" + std::string(key) + "'");
}

Vec read_vec(std::ifstream& file) {
  Vec v{};
  for (double& entry : v) file >> entry;
  return v;
}

Chain read_chain(const std::string& path) {
  std::ifstream file = open(path, "chain");
  Chain chain;
  std::string joint;
  std::size_t count = 0;
  read_key(file, "joint");
  file >> joint;
  chain.is_hinged = joint == "hinge";
  read_key(file, "gravity");
  chain.gravity = read_vec(file);
  read_key(file, "step");
  file >> chain.step;
  read_key(file, "steps");
  file >> chain.num_steps;
  read_key(file, "links");
  file >> count;
  for (std::size_t i = 0; i < count && file; ++i) {
    Link link;
    file >> link.mass;
    link.inertia = read_vec(file);
    link.center = read_vec(file);
    link.from = read_vec(file);
    link.to = read_vec(file);
    chain.links.push_back(link);
  }
  if (!file) throw std::runtime_error(path + ": ends too early");
  return chain;
}

Grains read_grains(const std::string& path) {
  std::ifstream file = open(path, "grains");
  Grains grains;
  std::size_t count = 0;
  const auto number = [&](const char* key, double& value) {
    read_key(file, key);
    file >> value;
  };
  number("gravity", grains.gravity);
  number("step", grains.step);
  read_key(file, "steps");
  file >> grains.num_steps;
  number("half", grains.half);
  number("friction", grains.friction);
  number("radius", grains.radius);
  number("density", grains.density);
  read_key(file, "disks");
  file >> count;
  for (std::size_t i = 0; i < count && file; ++i) {
    Vec center{};
    file >> center[0] >> center[1];
    grains.centers.push_back(center);
  }
  if (!file) throw std::runtime_error(path + ": ends too early");
  return grains;
}

void write_poses(const std::string& path, const std::vector<Pose>& poses) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) throw std::runtime_error(path + ": cannot be written");
  std::fprintf(file, "poses %zu\n", poses.size());
  for (const Pose& pose : poses)
    std::fprintf(file, "%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", pose.position[0], pose.position[1],
                 pose.position[2], pose.rotation[0], pose.rotation[1], pose.rotation[2], pose.rotation[3]);
  if (std::fclose(file) != 0) throw std::runtime_error(path + ": cannot be written");
}

int list(const Engine& engine) {
  std::printf("engine %s\nversion %s\n", engine.name.c_str(), engine.version.c_str());
  for (const Ability& can : engine.abilities)
    std::printf("can %s %s %s %ld %d %s\n", can.suite.c_str(), can.kind.c_str(), can.variant.c_str(), can.largest,
                can.order, can.words.c_str());
  for (const Inability& cannot : engine.inabilities)
    std::printf("cannot %s %s %s\n", cannot.suite.c_str(), cannot.kind.c_str(), cannot.words.c_str());
  return 0;
}

Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace

Vec operator-(const Vec& a, const Vec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Vec operator+(const Vec& a, const Vec& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

Vec rotated(const std::array<double, 4>& rotation, const Vec& v) {
  const Vec u{rotation[1], rotation[2], rotation[3]};
  Vec t = cross(u, v);
  for (double& entry : t) entry *= 2.0;
  const Vec w = cross(u, t);
  return {v[0] + rotation[0] * t[0] + w[0], v[1] + rotation[0] * t[1] + w[1], v[2] + rotation[0] * t[2] + w[2]};
}

Vec rotated_back(const std::array<double, 4>& rotation, const Vec& v) {
  return rotated({rotation[0], -rotation[1], -rotation[2], -rotation[3]}, v);
}

Vec Chain::in_previous(std::size_t i) const {
  return i == 0 ? links[0].from : links[i].from - links[i - 1].center;
}

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

int run_peer(int argc, char** argv, const Engine& engine) {
  if (argc == 2 && std::string(argv[1]) == "list") return list(engine);
  const auto asked = [&](const Ability& can) {
    return argc == 6 && can.suite == argv[1] && can.kind == argv[2] && can.variant == argv[3];
  };
  const auto can = std::find_if(engine.abilities.begin(), engine.abilities.end(), asked);
  if (can == engine.abilities.end()) {
    std::fprintf(stderr, "usage: %s list | SUITE KIND VARIANT PROBLEM ANSWER\n", argv[0]);
    return 2;
  }
  try {
    const Answer answer = can->chain ? can->chain(read_chain(argv[4])) : can->grains(read_grains(argv[4]));
    if (answer.status == "solved") write_poses(argv[5], answer.poses);
    std::printf("status: %s\nseconds: %.9g\n", answer.status.c_str(), answer.seconds);
    if (!answer.note.empty()) std::printf("note: %s\n", answer.note.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}

}  // namespace peers
