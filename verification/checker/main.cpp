// perpend-check: proves certificates again, from their data alone.
#include <fmt/format.h>

#include <flint/flint.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "verification/checker/certificate_file.hpp"

namespace {

constexpr const char* footer =
    "Exit codes: 0 every claim was proved again; 1 a claim is false, or a line is not a certificate; 2 a file or the\n"
    "command line is wrong; 5 nothing is false, but some claims could not be proved again.";

std::string file_read;

/// That of a run where its folder is named.
std::string file_of(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_directory(path, none)) return path;
  for (const char* name : {"certificates.jsonl.gz", "certificates.jsonl"})
    if (const auto inside = std::filesystem::path(path) / name; std::filesystem::exists(inside, none))
      return inside.string();
  return path;
}

/// For FLINT, which ends the program where memory ends. Its attribute is part of the type that FLINT asks for.
__attribute__((noreturn)) void end_with_its_name() {
  fmt::print(stderr, "error: {}: a number or a matrix of it cannot be worked on\n", file_read);
  std::_Exit(perpend::checker::file_wrong);
}

int run(int argc, char** argv) {
  using namespace perpend::checker;
  flint_set_abort(end_with_its_name);
  CLI::App app("Proves the certificates of perpend again, in exact arithmetic.");
  app.footer(footer);
  std::vector<std::string> files;
  std::string format = "text";
  bool is_verbose = false;
  app.add_option("FILE", files,
                 "certificates.jsonl.gz of a run, its folder, or a file of perpend certify --certificate")
      ->required();
  app.add_option("--format", format, "what to print")->check(CLI::IsMember({"text", "json"}))->capture_default_str();
  app.add_flag("--verbose", is_verbose, "say of each line what was found");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : file_wrong;
  }
  Listener listener;
  if (is_verbose && format == "text")
    listener = [](long line, const std::string& words) { fmt::print("{}: {}\n", line, shown(words)); };
  std::vector<FileReport> reports;
  for (const std::string& path : files) {
    const std::string file = file_of(path);
    file_read = file;
    reports.push_back(check_file(file, listener));
    if (format == "text") fmt::print("{}", as_text(reports.back()));
  }
  if (format == "json") fmt::print("{}", as_json(reports));
  return exit_code(reports);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
  }
  return perpend::checker::file_wrong;
}
