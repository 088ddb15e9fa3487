#include "reports/figures/gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <deque>
#include <optional>
#include <system_error>

#include "reports/text/text.hpp"
#include "reports/text/text_table.hpp"

extern char** environ;

namespace perpend::reports {
namespace {

/// A file in memory without a name, gone when closed.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

  [[nodiscard]] bool fill(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return ::lseek(descriptor_, 0, SEEK_SET) == 0;
  }

  [[nodiscard]] std::string head() const {
    std::array<char, 2000> bytes{};  // the first complaint tells it all
    const ssize_t size = ::pread(descriptor_, bytes.data(), bytes.size(), 0);
    return size > 0 ? std::string(bytes.data(), static_cast<std::size_t>(size)) : "";
  }

 private:
  int descriptor_;
};

GnuplotResult failed(int number) {
  if (number == ENOENT) return {"", "the program gnuplot is not installed (package gnuplot-nox)"};
  return {"", "gnuplot cannot be run: " + std::system_category().message(number)};
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 1 << 16> bytes{};
  for (;;) {
    const ssize_t size = ::read(descriptor, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return text;
    text.append(bytes.data(), static_cast<std::size_t>(size));
  }
}

/// How the process ended, where that is a failure.
std::string wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return "nobody knows how gnuplot ended: " + std::system_category().message(errno);
  if (WIFSIGNALED(status)) return fmt::format("signal {} ended gnuplot", WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : fmt::format("gnuplot ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace

std::string gnuplot_string(std::string_view text) {
  std::string result = "'";
  for (const char c : single_line(text)) {
    // gnuplot 5.4 misreads several doubled quotes in a row, so quotes become typographic ones.
    if (c == '\'' || c == '`') {
      result += "\xE2\x80\x99";
      continue;
    }
    // In an SVG file it puts text into CDATA, which "]]>" would end.
    if (c == '>' && result.ends_with("]]")) result += ' ';
    result += c;
  }
  return result + "'";
}

std::string gnuplot_tic(std::string_view text) {
  std::string result;
  for (const char c : gnuplot_string(text)) result += c == '%' ? "%%" : std::string(1, c);
  return result;
}

std::string gnuplot_lines(std::string_view text, std::size_t width) {
  std::string broken;
  std::size_t count = 0;
  for (const char c : single_line(text)) {
    const bool begins_character = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (c != ' ' && begins_character && count == width) {
      broken += ' ';
      count = 0;
    }
    count = c == ' ' ? 0 : count + (begins_character ? 1 : 0);
    broken += c;
  }
  const std::string lines = wrapped(broken, width, 0);
  std::string result;
  for (std::size_t begin = 0; begin <= lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    result += std::string(begin == 0 ? "" : gnuplot_line_break) + gnuplot_string(lines.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

std::string gnuplot_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.9g}", value) : "NaN";
}

namespace {

/// A file of this process that gnuplot sees under another number.
struct Lent {
  int own = -1, number = -1;
};

/// What it wrote to its standard output, and why it failed; with the script as its standard input.
GnuplotResult run(std::string_view script, const char* program, std::span<const Lent> lent) {
  MemoryFile input("figure");
  MemoryFile errors("messages");
  std::array<int, 2> pipe{};
  if (input.descriptor() < 0 || errors.descriptor() < 0 || !input.fill(script)) return failed(errno);
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return failed(errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.descriptor(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  // Last: their numbers may be those of the three above, which are done with.
  for (const Lent& file : lent) posix_spawn_file_actions_adddup2(&actions, file.own, file.number);
  std::string name = program;
  std::string no_settings = "-d";             // neither of the user nor of the folder
  std::string standard_input = "/dev/stdin";  // as a file: "-" is read a byte at a time
  std::array<char*, 4> arguments{name.data(), no_settings.data(), standard_input.data(), nullptr};
  pid_t process = 0;
  const int number = posix_spawnp(&process, program, &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  GnuplotResult result = number != 0 ? failed(number) : GnuplotResult{read_all(pipe[0]), wait_for(process), {}};
  ::close(pipe[0]);
  if (number != 0) return result;
  std::string said = errors.head();
  while (!said.empty() && (said.back() == '\n' || said.back() == ' ')) said.pop_back();
  if (!result.failure.empty() && !said.empty()) result.failure += ": " + said;
  result.said = std::move(said);
  return result;
}

/// By one process; nothing where one of them fails.
std::optional<std::vector<GnuplotResult>> run_together(std::span<const std::string> scripts, const char* program) {
  std::deque<MemoryFile> pictures, messages;
  std::vector<Lent> lent;
  int largest = STDERR_FILENO;
  for (std::size_t i = 0; i < scripts.size(); ++i)
    for (auto* files : {&pictures, &messages}) {
      const MemoryFile& file = files->emplace_back("figure");
      if (file.descriptor() < 0) return std::nullopt;
      lent.push_back({.own = file.descriptor()});
      largest = std::max(largest, file.descriptor());
    }
  // Above all of these, so that none takes the place of one that is still to be lent.
  for (Lent& file : lent) file.number = ++largest;
  std::string all;
  for (std::size_t i = 0; i < scripts.size(); ++i)
    all += fmt::format("reset session\nset output '/proc/self/fd/{}'\nset print '/proc/self/fd/{}'\n{}set print\n",
                       lent[2 * i].number, lent[2 * i + 1].number, scripts[i]);
  if (!run(all, program, lent).failure.empty()) return std::nullopt;
  std::vector<GnuplotResult> results;
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    GnuplotResult& result = results.emplace_back(GnuplotResult{read_all(pictures[i].descriptor()), {}});
    if (result.picture.empty()) return std::nullopt;
    result.said = read_all(messages[i].descriptor());
    while (result.said.ends_with('\n')) result.said.pop_back();
  }
  return results;
}

}  // namespace

GnuplotResult run_gnuplot(std::string_view script, const char* program) {
  GnuplotResult result = run(script, program, {});
  if (result.failure.empty() && result.picture.empty())
    result.failure = "gnuplot drew nothing" + (result.said.empty() ? "" : ": " + result.said);
  return result;
}

std::vector<GnuplotResult> run_gnuplot(std::span<const std::string> scripts, const char* program) {
  if (scripts.size() > 1)
    if (auto together = run_together(scripts, program)) return std::move(*together);
  std::vector<GnuplotResult> results;
  for (const std::string& script : scripts) results.push_back(run_gnuplot(script, program));
  return results;
}

std::string gnuplot_version(const char* program) {
  return run_gnuplot(
             "set print '-'\n"
             "print sprintf('%.1f patchlevel ', GPVAL_VERSION) . GPVAL_PATCHLEVEL . ' ' . GPVAL_COMPILE_OPTIONS\n",
             program)
      .picture;
}

}  // namespace perpend::reports
