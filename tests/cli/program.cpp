#include "tests/cli/program.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "tests/support/inflated.hpp"

namespace perpend::test {

namespace {

namespace fs = std::filesystem;

void redirect(int stream, const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (descriptor < 0 || ::dup2(descriptor, stream) < 0) ::_exit(125);
}

/// A pipe that nobody reads.
void close_output() {
  int ends[2];
  if (::pipe(ends) != 0) ::_exit(125);
  ::close(ends[0]);
  if (::dup2(ends[1], STDOUT_FILENO) < 0) ::_exit(125);
}

[[noreturn]] void become(const std::string& folder, std::vector<char*> arguments, const std::string& out,
                         const std::string& err, const Surroundings& surroundings) {
  redirect(STDOUT_FILENO, out);
  redirect(STDERR_FILENO, err);
  if (surroundings.is_closed) close_output();
  if (::chdir(folder.c_str()) != 0) ::_exit(125);
  ::unsetenv("XDG_CACHE_HOME");
  ::setenv("HOME", "", 1);
  if (!surroundings.cache_home.empty()) ::setenv("XDG_CACHE_HOME", surroundings.cache_home.c_str(), 1);
  if (surroundings.max_file_bytes >= 0) {
    const auto bytes = static_cast<rlim_t>(surroundings.max_file_bytes);
    const rlimit limit{bytes, bytes};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(125);
  }
  ::execv(PERPEND_PROGRAM, arguments.data());
  ::_exit(125);
}

/// The run has begun when its file is there; a little later it is in the middle of its steps.
void wait_until_begun(const std::string& sign) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!fs::exists(sign) && std::chrono::steady_clock::now() < give_up)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

using nlohmann::ordered_json;

/// Numbers in the places that a form has for them.
ordered_json filled(const ordered_json& form, const std::vector<std::string>& numbers, std::size_t& place) {
  if (form.is_string() && form.get<std::string>().starts_with('#')) {
    ordered_json list = ordered_json::array();
    for (int count = std::stoi(form.get<std::string>().substr(1)); count > 0; --count)
      list.push_back(numbers.at(place++));
    return list;
  }
  ordered_json result = form;
  for (ordered_json& member : result)
    if (form.is_structured()) member = filled(member, numbers, place);
  return result;
}

/// The numbers of a line that states data; repeated ones are those of `before`, the line before, or its own earlier
/// ones.
std::vector<std::string> stated_numbers(const std::string& line, const std::vector<std::string>& before) {
  std::vector<std::string> numbers;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const std::size_t at = word.find('@');
    if (word[0] == '=') {
      for (int count = std::stoi(word.substr(1)); count > 0; --count) numbers.push_back(before.at(numbers.size()));
    } else if (at != std::string::npos) {
      const std::string number = numbers.at(numbers.size() - std::stoul(word.substr(at + 1)));
      numbers.push_back(at == 0 ? number : number[0] == '-' ? number.substr(1) : "-" + number);
    } else {
      numbers.push_back(word);
    }
  }
  return numbers;
}

std::string with_their_data(const std::string& text) {
  std::string result;
  std::vector<std::string> numbers;
  ordered_json form, data;
  std::istringstream file(text);
  for (std::string line; std::getline(file, line);) {
    ordered_json entry = ordered_json::parse(line);
    if (entry.contains("numbers")) {
      if (entry.contains("form")) form = entry["form"];
      numbers = stated_numbers(entry["numbers"], numbers);
      std::size_t place = 0;
      data = filled(form, numbers, place);
      continue;
    }
    if (entry.contains("data") && entry["data"].is_number()) entry["data"] = data;
    result += entry.dump() + '\n';
  }
  return result;
}

}  // namespace

void Workplace::write(const std::string& name, const std::string& text) const {
  fs::create_directories(fs::path(path(name)).parent_path());
  std::ofstream(path(name), std::ios::binary) << text;
}

std::string Workplace::read(const std::string& name) const {
  return read_text(path(name));
}

std::string Workplace::certificates(const std::string& folder) const {
  return with_their_data(inflated(path(folder + "/certificates.jsonl.gz")));
}

bool Workplace::has(const std::string& name) const {
  return fs::exists(path(name));
}

std::vector<std::string> Workplace::files(const std::string& name, const std::string& ending) const {
  std::vector<std::string> found;
  if (!has(name)) return found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path(name)))
    if (entry.is_regular_file() && entry.path().string().ends_with(ending)) found.push_back(entry.path().string());
  std::sort(found.begin(), found.end());
  return found;
}

Running::~Running() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

void Running::send(int signal) const {
  ::kill(process_, signal);
}

int Running::wait(double seconds) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(process_, &status, WNOHANG)) == 0) {
    if (std::chrono::steady_clock::now() > give_up) throw std::runtime_error("the program does not end");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (ended != process_) throw std::runtime_error("cannot wait for the program");
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

Running Workplace::start(const Arguments& arguments, const Surroundings& surroundings) const {
  std::vector<std::string> words{PERPEND_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const std::string out = surroundings.standard_output.empty() ? path(".stdout") : surroundings.standard_output;
  const std::string err = path(".stderr");
  const pid_t process = ::fork();
  if (process < 0) throw std::runtime_error("cannot start the program");
  if (process == 0) become(folder_.path(), std::move(pointers), out, err, surroundings);
  return Running(process);
}

Outcome Workplace::run(const Arguments& arguments, const Surroundings& surroundings) const {
  Running running = start(arguments, surroundings);
  if (!surroundings.interrupt_in.empty()) {
    wait_until_begun(path(surroundings.interrupt_in + "/certificates.jsonl.gz.tmp"));
    running.send(surroundings.signal);
  }
  Outcome outcome;
  outcome.code = running.wait(600.0);
  if (surroundings.standard_output.empty()) outcome.out = read_text(path(".stdout"));
  outcome.err = read_text(path(".stderr"));
  return outcome;
}

std::string pendulum(const std::string& rest, const std::string& world) {
  return R"(experiment swing {
  param g = 9.81 m/s^2
  param length = 1 m
  world planar {
    gravity = (0 m/s^2, -g)
    body bob = rod(length: length) { mass = 1 kg; at = (length / 2, 0 m) }
    joint pin = revolute(world, bob) { at = (0, 0) m }
)" + world +
         "\n}\n" + rest + "\n}\n";
}

Outcome run_text(const std::string& scene, const Arguments& more) {
  const Workplace place;
  place.write("scene.scene", scene);
  Arguments arguments{"run", "scene.scene"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return place.run(arguments);
}

}  // namespace perpend::test
