#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/result_commands.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/options.hpp"

namespace perpend::cli {

namespace {

struct ResultLines {
  CompareArguments compare;
  ReproduceArguments reproduce;
  FiguresArguments figures;
  ArchiveArguments archive;
  CLI::App *compare_command = nullptr, *reproduce_command = nullptr, *figures_command = nullptr,
           *archive_command = nullptr;

  void add_compare(CLI::App& app);
  void add_reproduce(CLI::App& app);
  void add_figures(CLI::App& app);
  void add_archive(CLI::App& app);
  [[nodiscard]] std::optional<ExitCode> carry_out();
};

void add_output(CLI::App* command, CompareOutput& output) {
  command
      ->add_option("--tolerance", output.tolerances,
                   "how far numbers may move: 1e-6 of their size (default 1e-9); \"drift = 1e-6\" or \"drift = 1 um\" "
                   "for one measure")
      ->take_all();
  command->add_option("--format", output.format, "what to print")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->add_option("--report", output.report, "HTML file with the comparison");
  command->add_flag("--open", output.opens, "open it in the browser");
}

void ResultLines::add_compare(CLI::App& app) {
  compare_command = app.add_subcommand(
      "compare", "compare two folders of results: numbers, verdicts, where trajectories part, what they ran on");
  compare_command->add_option("BEFORE", compare.before, "folder of results, of one scene or of several")->required();
  compare_command->add_option("AFTER", compare.after, "another one, of any version or machine")->required();
  add_output(compare_command, compare.output);
}

void ResultLines::add_reproduce(CLI::App& app) {
  reproduce_command = app.add_subcommand(
      "reproduce", "run the scenes again that a folder of results holds, and compare what comes of them");
  reproduce_command->add_option("RESULT", reproduce.results, "folder of results, of one scene or of several")
      ->required();
  reproduce_command->add_option("--out", reproduce.out, "folder that keeps the new results (default: none does)");
  reproduce_command->add_option("--jobs", reproduce.jobs, "runs at a time (default: one per core)")
      ->check(count_up_to(most_jobs));
  add_output(reproduce_command, reproduce.output);
}

void ResultLines::add_figures(CLI::App& app) {
  figures_command = app.add_subcommand(
      "figures", "draw the figures of results for a paper, with tables in LaTeX and the references that they cite");
  figures_command->add_option("RESULT", figures.results, "folder of results, of one scene or of several")->required();
  figures_command
      ->add_option("--style", figures.style,
                   "ieee, acm: as wide as a column, no title, the key inside, readable without colour; default: as on "
                   "the page")
      ->check(CLI::IsMember({"default", "ieee", "acm"}))
      ->capture_default_str();
  figures_command
      ->add_option("--format", figures.format,
                   "pgf: TikZ, which needs gnuplot-lua-tikz.sty (gnuplot -e \"set terminal tikz createstyle\")")
      ->check(CLI::IsMember({"pdf", "svg", "pgf"}))
      ->capture_default_str();
  figures_command->add_option("--figures", figures.figures, "only these: a,b")->delimiter(',');
  figures_command->add_option("--out", figures.out,
                              "folder of the files (default: figures-STYLE in that of each scene's results)");
  figures_command->add_flag("--force", figures.is_forced, "draw figures whose files are there, too");
  figures_command->add_option("--jobs", figures.jobs, "figures drawn at a time (default: one per core)")
      ->check(count_up_to(most_jobs));
}

void ResultLines::add_archive(CLI::App& app) {
  archive_command = app.add_subcommand(
      "archive", "put a folder of results into one ZIP file, with RO-Crate metadata and CITATION.cff");
  archive_command->add_option("DIR", archive.folder, "folder of results, of one scene or of several")->required();
  archive_command->add_option("--author", archive.authors, "who is to be cited; may be given several times")
      ->required()
      ->take_all();
  archive_command->add_option("--title", archive.title, "of the results (default: from their scenes)");
  archive_command->add_option("--license", archive.license, "identifier of SPDX: CC-BY-4.0");
  archive_command->add_option("--out", archive.out, "the file (default: the name of DIR, here, with .zip)");
}

std::optional<ExitCode> ResultLines::carry_out() {
  if (*compare_command) return compare_results(compare);
  if (*reproduce_command) return reproduce_results(reproduce);
  if (*figures_command) return draw_figures(figures);
  if (*archive_command) return archive_results(archive);
  return std::nullopt;
}

}  // namespace

CarryOut add_result_commands(CLI::App& app) {
  auto lines = std::make_shared<ResultLines>();  // CLI11 keeps addresses of the members
  lines->add_compare(app);
  lines->add_reproduce(app);
  lines->add_figures(app);
  lines->add_archive(app);
  return [lines](const std::string&) { return lines->carry_out(); };
}

}  // namespace perpend::cli
