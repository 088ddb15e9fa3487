// Pictures by gnuplot: all kinds, files and processes, what fails, and text that stays text.
#include "reports/figures/gnuplot.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "reports/figures/figure_data.hpp"
#include "reports/figures/figures.hpp"
#include "reports/text/verdicts.hpp"
#include "tests/reports/figures/with_gnuplot.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_gnuplot {
namespace {

namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(gnuplot)

BOOST_AUTO_TEST_CASE(a_figure_that_fails_is_named_and_keeps_no_other_from_being_drawn) {
  const TemporaryFolder folder;
  // Refuses the second file of one figure, alone or among others.
  const std::string program = folder.at("refusing"), script = folder.at("script");
  BOOST_REQUIRE(!write_file(program, "#!/bin/sh\ncat > \"" + script + "\"\nsed -n '/pdfcairo/,/unset output/p' \"" +
                                         script +
                                         "\" | grep -q 'refuse this' && { echo 'bad axis' >&2; exit 1; }\n"
                                         "exec gnuplot -d \"" +
                                         script + "\"\n")
                     .has_value());
  fs::permissions(program, fs::perms::owner_all);
  if (!has_gnuplot()) return;
  ExperimentRecord record = sample_record(40);
  const auto map = std::find_if(record.figures.begin(), record.figures.end(),
                                [](const FigureSpec& figure) { return figure.name == "map"; });
  BOOST_TEST_REQUIRE((map != record.figures.end()));
  map->title = "refuse this";
  const FiguresResult result = write_figures(record, folder.at("figures"), program.c_str());
  BOOST_TEST(result.names.size() == 4U);
  BOOST_REQUIRE(result.undrawn.size() == 1U);
  BOOST_TEST(result.undrawn[0].figure == "map");
  BOOST_TEST(result.undrawn[0].reason == "gnuplot ended with exit code 1: bad axis");
  BOOST_TEST(result.errors.empty());
  BOOST_TEST(!fs::exists(folder.at("figures/map.svg")));
  for (const std::string& name : result.names) BOOST_TEST(fs::exists(folder.at("figures/" + name + ".svg")));
}

BOOST_AUTO_TEST_CASE(pictures_of_one_process_are_those_of_a_process_each) {
  if (!has_gnuplot()) return;
  const ExperimentRecord record = sample_record(40);
  std::vector<std::string> scripts;
  for (const FigureSpec& spec : record.figures)
    for (const bool has_question : {false, true})
      scripts.push_back(figure_script(figure_data(spec, record), record, "svg") +
                        (has_question ? "print GPVAL_X_MIN, GPVAL_X_MAX\n" : ""));
  const std::vector<GnuplotResult> together = run_gnuplot(scripts);
  BOOST_TEST_REQUIRE(together.size() == scripts.size());
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    const GnuplotResult alone = run_gnuplot(scripts[i]);
    BOOST_TEST(together[i].failure.empty());
    BOOST_TEST((together[i].picture == alone.picture));
    // Alone it stands behind what gnuplot warns of.
    BOOST_TEST(alone.said.ends_with(together[i].said));
    BOOST_TEST(together[i].said.empty() == (i % 2 == 0));
  }
  // The one without a picture is named, and the others have theirs.
  scripts[1] = "plot nothing\n";
  const std::vector<GnuplotResult> apart = run_gnuplot(scripts);
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    BOOST_TEST(apart[i].failure.empty() == (i != 1));
    if (i != 1) BOOST_TEST((apart[i].picture == together[i].picture));
  }
}

BOOST_AUTO_TEST_CASE(pictures_share_processes_that_run_side_by_side) {
  if (!has_gnuplot()) return;
  const SideBySide on_threads = [](std::size_t count, const std::function<void(std::size_t)>& task) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([&task, i] { task(i); });
    for (std::thread& thread : threads) thread.join();
  };
  // Files of one process are often opened while those of another are.
  for (int round = 0; round < 10; ++round) {
    const TemporaryFolder folder;
    const std::string program = folder.at("counting");
    BOOST_REQUIRE(!write_file(program, "#!/bin/sh\necho x >> \"" + folder.at("calls") + "\"\nexec gnuplot \"$@\"\n"));
    fs::permissions(program, fs::perms::owner_all);
    const FiguresResult result =
        write_figures(sample_record(40), folder.at("figures"), program.c_str(), nullptr, on_threads);
    BOOST_TEST(result.names.size() == 5U);
    BOOST_TEST(fs::file_size(folder.at("calls")) == 4U * 2U);  // ten pictures
  }
}

BOOST_AUTO_TEST_CASE(text_stays_text_in_gnuplot) {
  const std::string literal = gnuplot_string("it's `date` \"x\"\nsystem('x')");
  BOOST_TEST(std::count(literal.begin(), literal.end(), '\'') == 2);
  BOOST_TEST(literal.find('`') == std::string::npos);
  BOOST_TEST(literal.find('\n') == std::string::npos);
  BOOST_TEST(gnuplot_number(not_a_number) == "NaN");
  BOOST_TEST(gnuplot_string("a ]]> b").find("]]>") == std::string::npos);  // it would end CDATA in an SVG file
  BOOST_TEST(gnuplot_tic("100 %s") == "'100 %%s'");
}

/// A name of a folder may begin with what gnuplot takes for a pipe, and hold quotes and line breaks.
BOOST_AUTO_TEST_CASE(no_name_of_a_folder_reaches_gnuplot) {
  if (!has_gnuplot()) return;
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  for (const char* name : {"|touch pwned #", "'; system('touch pwned'); '", "two\nlines", "`touch pwned`", "-d"}) {
    const FiguresResult result = write_figures(sample_record(), name);
    for (const WriteError& error : result.errors) BOOST_ERROR(error.message());
    BOOST_TEST(fs::exists(fs::path(name) / (result.names.at(0) + ".svg")));
  }
  fs::current_path(before);
  for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
    BOOST_TEST(entry.path().filename() != "pwned");
}

BOOST_AUTO_TEST_CASE(gnuplot_draws_all_kinds_as_svg_and_pdf) {
  if (!has_gnuplot()) return;
  const TemporaryFolder folder;
  const FiguresResult result = write_figures(sample_record(), folder.at("figures"));
  BOOST_TEST(result.errors.empty());
  BOOST_TEST(result.names.size() == 5U);
  for (const std::string& name : result.names) {
    BOOST_TEST(read_text(folder.at("figures/" + name + ".svg")).find("</svg>") != std::string::npos);
    BOOST_TEST(read_text(folder.at("figures/" + name + ".pdf")).starts_with("%PDF"));
  }
  BOOST_TEST(read_text(folder.at("figures/fig3.svg")).find("drift [mm]") != std::string::npos);
  for (const auto& entry : fs::directory_iterator(folder.at("figures"))) BOOST_TEST(entry.path().extension() != ".tmp");
}

BOOST_AUTO_TEST_CASE(hostile_names_run_no_command) {
  if (!has_gnuplot()) return;
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  const FiguresResult result = write_figures(hostile_record(), folder.at("figures"));
  fs::current_path(before);
  for (const WriteError& error : result.errors) BOOST_ERROR(error.message());
  BOOST_TEST(!fs::exists(folder.at("pwned")));
  BOOST_TEST(!result.names.empty());
}

BOOST_AUTO_TEST_CASE(a_missing_gnuplot_is_a_named_warning) {
  const TemporaryFolder folder;
  const FiguresResult result = write_figures(sample_record(), folder.at("figures"), "no-such-gnuplot");
  BOOST_TEST(result.errors.empty());
  BOOST_TEST(result.names.empty());
  BOOST_TEST(result.warnings.size() == 1U);  // a run without a point
  BOOST_REQUIRE(result.undrawn.size() == 5U);
  for (const UndrawnFigure& one : result.undrawn)
    BOOST_TEST(one.reason == "the program gnuplot is not installed (package gnuplot-nox)");
  const std::vector<std::string> sentences = describe(result.undrawn);
  BOOST_REQUIRE_EQUAL(sentences.size(), 1U);
  for (const UndrawnFigure& one : result.undrawn)
    BOOST_TEST(sentences[0].find(one.figure) != std::string::npos, sentences[0]);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_gnuplot
