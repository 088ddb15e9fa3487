#include "reports/text/latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/page/embedded_assets.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

constexpr int digits_in_a_table = 3;

std::string latex_row(const std::vector<std::string>& cells) {
  std::string row = "  ";
  for (std::size_t i = 0; i < cells.size(); ++i) row += (i == 0 ? "" : " & ") + cells[i];
  return row + " \\\\\n";
}

std::string latex_table(const std::string& columns, const std::vector<std::string>& heading, const std::string& rows) {
  return "\\begin{tabular}{" + columns + "}\n  \\toprule\n" + latex_row(heading) + "  \\midrule\n" + rows +
         "  \\bottomrule\n\\end{tabular}\n";
}

/// As the table that `perpend run` prints: an error by its largest magnitude, anything else by its end.
double value_in_table(const MeasureRecord& measure) {
  const double value = is_error_measure(measure) ? largest_magnitude(measure.summary) : measure.summary.final;
  return value / measure.unit.factor;
}

/// Letters and then two digits, or two capitals in one word: what stands in brackets may be something else.
bool is_citation_key(std::string_view word) {
  const auto is = [&](int (*kind)(int)) {
    return std::count_if(word.begin(), word.end(), [&](char c) { return kind(static_cast<unsigned char>(c)) != 0; });
  };
  return !word.empty() && std::isupper(static_cast<unsigned char>(word[0])) != 0 &&
         is(std::isalnum) == static_cast<std::ptrdiff_t>(word.size()) &&
         (is(std::isdigit) >= 2 || is(std::isupper) >= 2);
}

void add_source_key(const std::string& source, std::set<std::string>& keys) {
  const std::string key = source.substr(0, source.find_first_of(" ,;:"));
  if (is_citation_key(key)) keys.insert(key);
}

/// "[OettliPrager64]" of a theorem.
void add_keys_in_brackets(std::string_view text, std::set<std::string>& keys) {
  for (std::size_t open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
    const std::string_view word = text.substr(open + 1, text.find(']', open) - open - 1);
    if (is_citation_key(word)) keys.emplace(word);
  }
}

}  // namespace

std::string latex_text(std::string_view text) {
  constexpr std::string_view commands = "#$%&_{}";
  const std::string line = single_line(text);
  std::string tex;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '^') {
      const std::size_t end = std::min(line.find_first_not_of("-0123456789", i + 1), line.size());
      tex += "$^{" + line.substr(i + 1, end - i - 1) + "}$";
      i = end - 1;
    } else if (c == '\\') {
      tex += "\\textbackslash{}";
    } else if (c == '~') {
      tex += "\\textasciitilde{}";
    } else {
      if (commands.find(c) != std::string_view::npos) tex += '\\';
      tex += c;
    }
  }
  return tex;
}

std::string latex_number(double value, int digits) {
  if (std::isnan(value)) return "--";
  if (std::isinf(value)) return value > 0 ? "$\\infty$" : "$-\\infty$";
  const std::string text = significant(value, digits);
  const std::size_t exponent = text.find('e');
  if (exponent == std::string::npos) return "$" + text + "$";
  return "$" + text.substr(0, exponent) + "\\times10^{" + std::to_string(std::stoi(text.substr(exponent + 1))) + "}$";
}

std::string measures_latex(const ExperimentRecord& record) {
  const std::vector<std::string> names = measure_names(record.runs);
  std::vector<std::string> heading{"Method"};
  std::vector<std::vector<bool>> best;
  for (const std::string& name : names) {
    for (const MethodRun& run : record.runs)
      if (const MeasureRecord* const measure = find_measure(run, name)) {
        heading.push_back(
            latex_text(with_unit_label(name + (is_error_measure(*measure) ? " (max)" : " (end)"), measure->unit.name)));
        break;
      }
    best.push_back(best_runs(record.runs, name, digits_in_a_table));
  }
  std::string rows;
  for (std::size_t i = 0; i < record.runs.size(); ++i) {
    const MethodRun& run = record.runs[i];
    std::vector<std::string> cells{latex_text(run.method)};
    for (std::size_t m = 0; m < names.size(); ++m) {
      const MeasureRecord* const measure = find_measure(run, names[m]);
      const std::string number = measure == nullptr ? "--" : latex_number(value_in_table(*measure));
      cells.push_back(best[m][i] ? "\\boldmath" + number : number);
    }
    if (run.status != RunStatus::completed) cells[0] += " (" + latex_text(describe_status(run)) + ")";
    rows += latex_row(cells);
  }
  return latex_table("l" + std::string(names.size(), 'r'), heading, rows);
}

std::string claims_latex(const ExperimentRecord& record) {
  std::string rows;
  for (const ClaimRecord& claim : record.claims) {
    const std::string unit = claim.unit.name.empty() ? "" : "~" + latex_text(claim.unit.name);
    rows += latex_row({latex_text(claim.words.empty() ? claim.id : claim.words), latex_text(claim.source),
                       latex_text(claim.range_text), latex_number(claim.measured / claim.unit.factor, 4) + unit,
                       latex_text(describe(claim.status))});
  }
  return latex_table("p{0.4\\linewidth}llrl", {"Claim", "Source", "Wanted", "Measured", "Verdict"}, rows);
}

std::set<std::string> cited_keys(const ExperimentRecord& record) {
  std::set<std::string> keys;
  add_source_key(record.source, keys);
  for (const ClaimRecord& claim : record.claims) add_source_key(claim.source, keys);
  for (const MethodRun& run : record.runs)
    for (const CertificateGroup& group : run.certificates) add_keys_in_brackets(group.theorem, keys);
  return keys;
}

std::string bibliography(const std::set<std::string>& keys) {
  const std::string_view all = assets::references();
  std::string entries;
  for (std::size_t begin = all.find('@'); begin != std::string_view::npos; begin = all.find("\n@", begin)) {
    if (all[begin] == '\n') ++begin;
    const std::size_t brace = all.find('{', begin), comma = all.find(',', begin);
    const std::size_t end = std::min(all.find("\n}\n", begin), all.size() - 3) + 3;
    if (keys.contains(std::string(all.substr(brace + 1, comma - brace - 1))))
      entries += (entries.empty() ? "" : "\n") + std::string(all.substr(begin, end - begin));
    begin = end - 1;
  }
  return entries;
}

}  // namespace perpend::reports
