// One scene of `perpend run`: checked, run, and its results written and printed.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "batch/run_cache.hpp"
#include "cli/commands.hpp"
#include "cli/load_scene.hpp"
#include "kernel/model/record.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/certificate_stream.hpp"
#include "reports/files/result_folder.hpp"
#include "study/side_by_side.hpp"

namespace perpend::cli {

void print_errors(const std::vector<reports::WriteError>& errors);

/// What goes to standard output: a text for each scene when it has ended, or one JSON document, which is an array in
/// the order of the files for several scenes. Nothing when quiet. `number`: of the file. May be used by several
/// threads.
class Output {
 public:
  explicit Output(const RunArguments& arguments);

  void add(std::size_t number, const ExperimentRecord& record);
  /// Results of an earlier run that still hold.
  void add_kept(std::size_t number, const std::string& file, const std::string& folder);
  void finish();

 private:
  void print(std::size_t number, std::string text);

  bool is_quiet_;
  bool is_json_;
  bool is_array_;
  std::mutex mutex_;
  std::vector<std::string> waiting_;  // of an array, by file
};

class SceneRun {
 public:
  SceneRun(const RunArguments& arguments, std::size_t number, const std::vector<dsl::Override>& overrides,
           batch::LenientCache& cache, ThreadBudget& threads, Output& output)
      : arguments_(arguments),
        cache_(cache),
        threads_(threads),
        number_(number),
        file_(arguments.files[number]),
        overrides_(overrides),
        output_(output),
        folder_(reports::result_folder(arguments.out, file_, arguments.files.size())) {}

  ExitCode run();
  /// Prints why its runs would be made, and makes none. `cache`: nullptr: there is none. Throws DatabaseError.
  ExitCode explain(batch::RunCache* cache);

 private:
  LoadedScene load();
  void tell_too_large(const ExperimentRecord& record) const;
  ExitCode execute_and_write(LoadedScene& scene, const std::string& key);
  ExitCode write(ExperimentRecord& record, reports::CertificateStream& stream, const std::string& key, ExitCode code);
  ExitCode write_incomplete(ExperimentRecord& record, reports::CertificateStream& stream, ExitCode code);

  const RunArguments& arguments_;
  batch::LenientCache& cache_;
  ThreadBudget& threads_;
  std::size_t number_;
  const std::string& file_;
  const std::vector<dsl::Override>& overrides_;
  Output& output_;
  std::string folder_;
};

}  // namespace perpend::cli
