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

/// As the table that `perpend run` prints: an error by its largest magnitude, anything else by its end; nothing where
/// the measure has no value there.
double value_in_table(const MeasureRecord& measure) {
  if (ends_early(measure.summary)) return not_a_number;
  const double value = is_error_measure(measure) ? largest_magnitude(measure.summary) : measure.summary.final;
  return value / measure.unit.factor;
}

/// As many as stand in a line of a page of two columns, in letters of 8 pt, with the gaps between columns counted as
/// two.
constexpr std::size_t characters_of_a_page = 120;

struct Column {
  std::string heading;
  std::vector<std::string> cells;  ///< one a run
  std::size_t width = 0;           ///< characters, about
};

/// Characters that LaTeX sets, about: without commands, braces and dollars.
std::size_t set_width(std::string_view tex) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < tex.size(); ++i) {
    if (tex[i] == '\\') {
      while (i + 1 < tex.size() && std::isalpha(static_cast<unsigned char>(tex[i + 1])) != 0) ++i;
      ++width;
    } else if (std::string_view("{}$^").find(tex[i]) == std::string_view::npos) {
      ++width;
    }
  }
  return width;
}

std::size_t widest(const std::vector<std::string>& cells) {
  std::size_t width = 0;
  for (const std::string& cell : cells) width = std::max(width, set_width(cell));
  return width;
}

/// The name of a measure stands above its reduction and unit.
Column column_of(const ExperimentRecord& record, const std::string& name) {
  Column column;
  const std::vector<bool> best = best_runs(record.runs, name, digits_in_a_table);
  std::string below;
  for (std::size_t i = 0; i < record.runs.size(); ++i) {
    const MeasureRecord* const measure = find_measure(record.runs[i], name);
    const std::string number = measure == nullptr ? "--" : latex_number(value_in_table(*measure), digits_in_a_table);
    column.cells.push_back(best[i] ? "\\boldmath" + number : number);
    if (measure != nullptr && below.empty())
      below =
          (is_error_measure(*measure) ? "max $|\\cdot|$" : "end") + latex_text(with_unit_label("", measure->unit.name));
  }
  column.heading = "\\shortstack[r]{" + latex_text(name) + "\\\\" + below + "}";
  column.width = std::max({set_width(latex_text(name)), set_width(below), widest(column.cells)}) + 2;
  return column;
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
  std::vector<Column> columns;
  for (const std::string& name : measure_names(record.runs)) columns.push_back(column_of(record, name));
  std::vector<std::string> methods;
  for (const MethodRun& run : record.runs)
    methods.push_back(latex_text(run.method) +
                      (run.status == RunStatus::completed ? "" : " (" + latex_text(describe_status(run)) + ")"));
  const std::size_t left = widest(methods);
  std::string tables;
  for (std::size_t begin = 0; begin < columns.size() || begin == 0;) {
    std::size_t end = begin, width = left;
    while (end < columns.size() && (end == begin || width + columns[end].width <= characters_of_a_page))
      width += columns[end++].width;
    std::vector<std::string> heading{"Method"};
    for (std::size_t c = begin; c < end; ++c) heading.push_back(columns[c].heading);
    std::string rows;
    for (std::size_t i = 0; i < methods.size(); ++i) {
      std::vector<std::string> cells{methods[i]};
      for (std::size_t c = begin; c < end; ++c) cells.push_back(columns[c].cells[i]);
      rows += latex_row(cells);
    }
    tables +=
        (tables.empty() ? "" : "\\par\\medskip\n") + latex_table("l" + std::string(end - begin, 'r'), heading, rows);
    if (end == columns.size()) break;
    begin = end;
  }
  return tables;
}

std::string claims_latex(const ExperimentRecord& record) {
  std::string rows;
  for (const ClaimRecord& claim : record.claims) {
    const std::string unit = claim.unit.name.empty() ? "" : "~" + latex_text(claim.unit.name);
    rows += latex_row({latex_text(claim.words.empty() ? claim.id : claim.words), latex_text(claim.source),
                       latex_text(claim.range_text), latex_number(claim.measured / claim.unit.factor, 4) + unit,
                       latex_text(describe(claim.status))});
  }
  // Shares of the line that leave room for the gaps between five columns; words break, and the right edge is ragged.
  std::string columns;
  for (const char* share : {"0.36", "0.14", "0.15", "0.11", "0.11"})
    columns += std::string(">{\\raggedright\\arraybackslash}p{") + share + "\\linewidth}";
  return latex_table("@{}" + columns + "@{}", {"Claim", "Source", "Wanted", "Measured", "Verdict"}, rows);
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
