#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <variant>

#include "cli/commands/result_commands.hpp"
#include "cli/process.hpp"
#include "formats/zip_file.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/digest.hpp"
#include "reports/files/result_files.hpp"
#include "reports/results/research_object.hpp"
#include "reports/results/results_reader.hpp"
#include "reports/text/text.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

/// Files of the folder that belong to its results: neither those of a run that goes on, nor what an archive adds, nor
/// the archive itself.
std::vector<fs::path> files_below(const fs::path& folder, const fs::path& archive) {
  const std::set<std::string> left_out{"ro-crate-metadata.json", "CITATION.cff"};
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with('.') || (it->is_directory() && name == "incomplete")) {
      it.disable_recursion_pending();
      continue;
    }
    if (!it->is_regular_file() || it->is_symlink() || name.ends_with(".tmp") || left_out.contains(name)) continue;
    if (!fs::equivalent(it->path(), archive, error)) files.push_back(it->path());
    error.clear();
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

ExitCode archive_results(const ArchiveArguments& arguments) {
  const auto refuse_with = [](const std::string& message) {
    say("error: " + message + "\n");
    return ExitCode::scene_error;
  };
  const auto scenes = reports::find_results(arguments.folder);
  if (const auto* error = std::get_if<reports::ReadError>(&scenes)) return refuse_with(error->message());
  const fs::path folder = fs::absolute(arguments.folder).lexically_normal();
  const std::string name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
  const std::string target = arguments.out.empty() ? name + ".zip" : arguments.out;
  reports::Crate crate{
      .title = arguments.title, .authors = arguments.authors, .license = arguments.license, .scenes = {}, .files = {}};
  for (const std::string& scene : std::get<std::vector<std::string>>(scenes)) {
    auto read = reports::read_results((fs::path(arguments.folder) / scene).string());
    if (const auto* error = std::get_if<reports::ReadError>(&read)) return refuse_with(error->message());
    auto& record = std::get<ExperimentRecord>(read);
    const std::string results = (fs::path(arguments.folder) / scene).lexically_normal().string();
    if (const auto file = reports::missing_input(results, record))
      say(fmt::format("warning: {}: {}/{} is missing, so that perpend reproduce cannot run the scene again\n", results,
                      reports::inputs_folder_name, *file));
    crate.scenes.push_back({scene, std::move(record)});
  }
  if (crate.title.empty())
    crate.title = crate.scenes.size() == 1 ? "Results of " + crate.scenes.front().record.id
                                           : fmt::format("Results of {} scenes", crate.scenes.size());
  std::vector<formats::ZipMember> members;
  for (const fs::path& file : files_below(arguments.folder, target)) {
    const std::string inside = file.lexically_relative(arguments.folder).generic_string();
    const std::string bytes = reports::read_bytes(file.string());
    crate.files.push_back({inside, reports::sha256_hex(bytes), bytes.size()});
    members.push_back({inside, file.string()});
  }
  members.insert(members.begin(), {{"ro-crate-metadata.json", "", reports::crate_metadata(crate)},
                                   {"CITATION.cff", "", reports::citation_file(crate)}});
  const std::string unfinished = target + ".tmp";
  if (const auto reason = formats::write_zip(members, unfinished)) {
    print_errors({{target, "cannot write", *reason}});
    return ExitCode::internal_error;
  }
  if (const auto error = reports::move_into_place(unfinished, target)) {
    print_errors({*error});
    return ExitCode::internal_error;
  }
  print_out("{}: {} of {}\n", target, reports::counted(static_cast<long>(crate.files.size()), "file"),
            reports::counted(static_cast<long>(crate.scenes.size()), "scene"));
  return ExitCode::as_expected;
}

}  // namespace perpend::cli
