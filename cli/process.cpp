#include "cli/process.hpp"

#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

namespace perpend::cli {

namespace {

int first_error = 0;

std::stop_source& interrupts() {
  static std::stop_source source;
  return source;
}

/// Asking for a stop is an atomic exchange where no callback is registered, and none is: Perpend polls.
extern "C" void on_signal(int signal) {
  interrupts().request_stop();
  std::signal(signal, SIG_DFL);
}

}  // namespace

void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    [[maybe_unused]] const int held = ::open("/dev/null", O_RDONLY);  // takes the lowest free number: this one
  }
}

void map_program_code() {
#if defined(MADV_POPULATE_READ)
  const auto map = [](dl_phdr_info* object, std::size_t, void*) {
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    for (int i = 0; i < object->dlpi_phnum; ++i) {
      const ElfW(Phdr)& part = object->dlpi_phdr[i];
      if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
      const std::uintptr_t begin = (object->dlpi_addr + part.p_vaddr) / page * page;
      ::madvise(reinterpret_cast<void*>(begin), object->dlpi_addr + part.p_vaddr + part.p_memsz - begin,
                MADV_POPULATE_READ);  // a refusal changes nothing
    }
    return 1;  // the program itself comes first
  };
  ::dl_iterate_phdr(map, nullptr);
#endif
}

void map_heap() {
#if defined(MADV_POPULATE_WRITE) && defined(__GLIBC__)
  constexpr int largest_of_heap = 32 << 20;  // where the C library's own thresholds end, as large blocks are freed
  constexpr std::size_t bytes = std::size_t{3} << 20;
  ::mallopt(M_MMAP_THRESHOLD, largest_of_heap);
  ::mallopt(M_TRIM_THRESHOLD, 2 * largest_of_heap);
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::unique_ptr<char[]> block(new (std::nothrow) char[bytes]);
  if (block == nullptr) return;
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(block.get()) + page - 1) / page * page;
  ::madvise(reinterpret_cast<void*>(begin), bytes - page, MADV_POPULATE_WRITE);  // a refusal changes nothing
#endif
}

namespace {
std::string commit_of_program;  // set once, before any thread starts
}  // namespace

const std::string& program_commit() {
  return commit_of_program;
}

void set_program_commit(std::string commit) {
  commit_of_program = std::move(commit);
}

bool has_colors(int descriptor) {
  const auto is = [](const char* name, std::string_view value) {
    const char* const text = std::getenv(name);
    return text != nullptr && std::string_view(text) == value;
  };
  const bool is_refused = std::getenv("NO_COLOR") != nullptr && !is("NO_COLOR", "");  // as no-color.org has it
  return ::isatty(descriptor) == 1 && !is_refused && !is("TERM", "dumb");
}

void open_page(const std::string& path) {
  const char* const chosen = std::getenv("BROWSER");
  const std::string program = chosen != nullptr && *chosen != '\0' ? chosen : "xdg-open";
  const std::string page = std::filesystem::absolute(path).string();
  std::vector<char*> words{const_cast<char*>(program.c_str()), const_cast<char*>(page.c_str()), nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  // What a browser says is not what the command prints.
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, program.c_str(), &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) say(fmt::format("warning: cannot open {}: no '{}' to do so; set BROWSER\n", page, program));
}

void say(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

void print_errors(const std::vector<reports::WriteError>& errors) {
  for (const reports::WriteError& error : errors) say("error: " + error.message() + "\n");
}

void write_out(const std::string& text) {
  if (first_error != 0) return;
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) first_error = errno != 0 ? errno : EIO;
}

void flush_out() {
  errno = 0;
  if (first_error == 0 && std::fflush(stdout) != 0) first_error = errno != 0 ? errno : EIO;
}

int output_error() {
  flush_out();
  return first_error == EPIPE ? 0 : first_error;
}

void ignore_write_signals() {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

std::stop_token install_interrupt_handler() {
  std::stop_token token = interrupts().get_token();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, on_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
  return token;
}

}  // namespace perpend::cli
