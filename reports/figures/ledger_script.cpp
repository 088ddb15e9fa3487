#include "reports/figures/ledger_script.hpp"

#include <fmt/format.h>

#include <array>

#include "reports/figures/gnuplot.hpp"
#include "reports/figures/snapshot_script.hpp"

namespace perpend::reports {

namespace {

constexpr std::array patterns{3, 4, 5, 2, 1, 6, 7};  // of gnuplot: solid, then hatched ones that differ most

/// Columns: x, the sum, and the lower and upper edge of each cause.
std::string stacked_block(const LedgerPanel& panel, std::size_t number) {
  std::string text = fmt::format("$ledger{} << EOD\n", number);
  for (std::size_t row = 0; row < panel.x.size(); ++row) {
    double up = 0.0, down = 0.0;
    std::string edges;
    for (const std::vector<double>& cause : panel.values) {
      double& end = cause[row] >= 0.0 ? up : down;
      const double begin = end;
      end += cause[row];
      edges += " " + gnuplot_number(begin) + " " + gnuplot_number(end);
    }
    text += gnuplot_number(panel.x[row]) + " " + gnuplot_number(up + down) + edges + "\n";
  }
  return text + "EOD\n";
}

}  // namespace

std::string ledger_script(const LedgerPanel& panel, std::size_t number, const std::string& title, bool is_for_print) {
  std::string text = stacked_block(panel, number) + "set title " + title + "\nset grid lc rgb '#dddddd'\n" +
                     (is_for_print ? "set key outside bottom center horizontal samplen 1\n"
                                   : "set key outside top center horizontal\n");
  text += "plot ";
  for (std::size_t cause = 0; cause < panel.causes.size(); ++cause) {
    // Print may lack colour: areas differ by their pattern too.
    const std::string fill = is_for_print ? fmt::format("transparent pattern {}", patterns[cause % patterns.size()])
                                          : "transparent solid 0.75";
    text +=
        fmt::format("$ledger{} using 1:{}:{} with filledcurves lc rgb '{}' fs {} title {}, ", number, 3 + 2 * cause,
                    4 + 2 * cause, figure_color(static_cast<int>(cause)), fill, gnuplot_string(panel.causes[cause]));
  }
  return text + fmt::format("$ledger{} using 1:2 with lines lw 1.6 lc rgb '#1b2430' title 'sum'\n", number);
}

}  // namespace perpend::reports
