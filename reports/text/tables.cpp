#include "reports/text/tables.hpp"

#include <algorithm>
#include <cmath>

#include "reports/text/fits.hpp"
#include "reports/text/text.hpp"
#include "reports/text/text_table.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

constexpr int digits_in_text = 3;
constexpr std::size_t longest_name = 28;  // more would leave no room for numbers in 100 columns

std::string name_cell(const std::string& name) {
  return shortened(single_line(name), longest_name);
}

/// As terminals know them.
enum class Ink { plain, bold, red, green };

std::string inked(Ink ink, const std::string& text, bool has_colors) {
  constexpr const char* codes[] = {"0", "1", "31", "32"};
  return has_colors && ink != Ink::plain ? std::string("\x1b[") + codes[static_cast<int>(ink)] + "m" + text + "\x1b[0m"
                                         : text;
}

std::string heading(const std::string& title, const std::string& body, bool has_colors) {
  return body.empty() ? "" : "\n" + inked(Ink::bold, title, has_colors) + "\n" + body;
}

/// An error shows the largest magnitude, anything else where it ended.
std::string measure_cell(const MethodRun& run, const MeasureRecord* measure, bool is_best) {
  if (measure == nullptr || run.status == RunStatus::not_run) return "-";
  const bool is_error = is_error_measure(*measure);
  const double value = is_error ? largest_magnitude(measure->summary) : measure->summary.final;
  const char* const bound = is_error && ends_early(measure->summary) ? "\u2265 " : "";
  return bound + in_unit(value, measure->unit, digits_in_text) + (is_best ? "*" : " ");
}

std::string measure_header(const std::vector<MethodRun>& runs, const std::string& name) {
  for (const MethodRun& run : runs)
    if (const MeasureRecord* measure = find_measure(run, name))
      return with_unit_label(is_error_measure(*measure) ? "|" + name_cell(name) + "| max" : name_cell(name) + " end",
                             measure->unit.name) +
             " ";
  return name_cell(name);
}

std::string methods_table(const ExperimentRecord& record, std::size_t width) {
  TextTable table{{"method", "status", "steps "}, {}, 1, 2};
  for (const MethodRun& run : record.runs)
    table.rows.push_back({name_cell(run.method), describe_status(run), std::to_string(run.steps) + " "});
  bool has_best = false;
  for (const std::string& name : measure_names(record.runs)) {
    const std::vector<bool> best = best_runs(record.runs, name, digits_in_text);
    has_best = has_best || std::find(best.begin(), best.end(), true) != best.end();
    table.header.push_back(measure_header(record.runs, name));
    for (std::size_t i = 0; i < record.runs.size(); ++i)
      table.rows[i].push_back(measure_cell(record.runs[i], find_measure(record.runs[i], name), best[i]));
  }
  if (record.runs.empty()) return "";
  return table.text(width) + (has_best ? "* smallest among the methods that reached their end\n" : "");
}

std::string measured_text(const ClaimRecord& claim) {
  const std::string enclosure = enclosure_in_unit(claim.lo, claim.hi, claim.unit);
  if (std::isnan(claim.measured)) return enclosure.empty() ? "no value" : "measured in " + enclosure;
  const std::string measured = "measured " + measured_in_unit(claim.measured, claim.lo, claim.hi, claim.unit);
  return measured + (enclosure.empty() || std::isinf(claim.measured) ? "" : " in " + enclosure);
}

std::string claim_text(const ClaimRecord& claim, std::size_t width, bool has_colors) {
  const std::string expected = is_as_expected(claim) ? "as expected" : "expected: " + describe(claim.expect);
  std::string text = std::string(is_as_expected(claim) ? "  " : "! ") + single_line(claim.id) + ": " +
                     describe(claim.status) + " (" + expected + "), " + measured_text(claim) + ", wanted " +
                     single_line(claim.range_text);
  std::string result = inked(is_as_expected(claim) ? Ink::plain : Ink::red, wrapped(text, width, 4), has_colors) +
                       "\n    " + wrapped(stated(claim), width - 4, 4) + "\n";
  if (!claim.reason.empty()) result += "    " + wrapped(single_line(claim.reason), width - 4, 4) + "\n";
  return result;
}

std::string claims_text(const ExperimentRecord& record, std::size_t width, bool has_colors) {
  std::string text;
  for (const ClaimRecord& claim : record.claims) text += claim_text(claim, width, has_colors);
  return text.empty() ? "" : text + wrapped(describe(count_claims(record.claims)), width, 2) + "\n";
}

std::string fits_text(const ExperimentRecord& record, std::size_t width) {
  std::string text;
  for (const FitRecord& fit : record.fits) {
    text += "  " +
            wrapped(single_line(fit.name) + (fit.words.empty() ? "" : ": " + single_line(fit.words)), width - 2, 4) +
            "\n";
    for (const std::string& sentence : describe_fit(fit)) text += "    " + wrapped(sentence, width - 4, 4) + "\n";
    TextTable table{{"    datum", "printed", "at the best point", "pull"}, {}, 2, 1};
    for (const DatumText& datum : describe_data(fit))
      table.rows.push_back({"    " + name_cell(datum.name), datum.printed, datum.value, datum.pull});
    text += table.text(width);
  }
  return text;
}

std::string certificates_table(const ExperimentRecord& record, std::size_t width) {
  TextTable table{
      {"method", "certificate", "proved", "granting", "re-checkable", "refuted", "undecided", ""}, {}, 2, 2};
  for (const MethodRun& run : record.runs)
    for (const CertificateGroup& group : run.certificates)
      table.rows.push_back({name_cell(run.method), name_cell(group.kind), std::to_string(group.proved),
                            std::to_string(group.granting), std::to_string(group.recheckable),
                            std::to_string(group.refuted), std::to_string(group.undecided),
                            is_as_expected(group) ? "" : "! not as expected"});
  const CertificateCounts counts = count_certificates(record);
  if (counts.every == 0 && !(record.runs.empty() && record.sweeps.empty()))
    return (table.rows.empty() ? "" : table.text(width)) + wrapped(describe(counts), width, 2) + "\n";
  if (table.rows.empty()) return "";
  const std::string granting =
      counts.granting == 0 ? ""
                           : "granting: of those proved, with rows that are accepted as rounding of the rest, not by "
                             "their own size; ";
  return table.text(width) +
         wrapped(describe(counts) + "; " + granting + "re-checkable: written with the data that perpend-check needs",
                 width, 2) +
         "\n";
}

/// One row a method: the largest residual of each law, in brackets its share of the scale.
std::string contacts_table(const ExperimentRecord& record, std::size_t width) {
  TextTable table{{"method"}, {}, 1, 1};
  for (const MethodRun& run : record.runs) {
    if (run.contact_residuals.empty() || run.steps == 0) continue;
    const bool is_first = table.rows.empty();
    table.rows.push_back({name_cell(run.method)});
    for (const ContactResidual& residual : run.contact_residuals) {
      if (is_first) table.header.push_back(with_unit_label(residual.law, residual.unit.name));
      const std::string share = residual.scale > 0.0 ? " (" + significant(residual.ratio(), 2) + ")" : "";
      table.rows.back().push_back(std::isnan(residual.largest) ? "-" : significant(residual.largest, 3) + share);
    }
  }
  if (table.rows.empty()) return "";
  return table.text(width) +
         wrapped(
             "largest over the run, in brackets as a share of its scale; the report names the "
             "scales",
             width, 0) +
         "\n";
}

std::string notes_text(const ExperimentRecord& record, std::size_t width) {
  std::string text;
  const auto add = [&](const std::string& line) { text += "  " + wrapped(single_line(line), width - 2, 4) + "\n"; };
  for (const std::string& warning : record.warnings) add("warning: " + warning);
  for (const std::string& figures : describe(record.undrawn)) add("warning: " + figures);
  for (const MethodRun& run : record.runs) {
    if (!run.message.empty()) add(run.method + ": " + run.message);
    for (const std::string& note : run.notes) add(run.method + ": " + note);
    for (const CertificateGroup& group : run.certificates)
      if (!group.reason.empty()) add(run.method + ": " + group.kind + ": " + group.reason);
  }
  return text;
}

}  // namespace

std::string text_report(const ExperimentRecord& record, std::size_t width, bool has_colors) {
  const std::vector<std::string> unexpected = unexpected_results(record);
  const std::string title = single_line(record.title.empty() ? record.id : record.title);
  const std::string source = record.source.empty() ? "" : " (" + single_line(record.source) + ")";
  std::string text = inked(Ink::bold, wrapped(title + source, width, 2), has_colors) + "\n";
  text += heading("Methods", methods_table(record, width), has_colors);
  text += heading("Claims", claims_text(record, width, has_colors), has_colors);
  text += heading("Fits", fits_text(record, width), has_colors);
  text += heading("Contacts", contacts_table(record, width), has_colors);
  text += heading("Certificates", certificates_table(record, width), has_colors);
  text += heading("Notes", notes_text(record, width), has_colors);
  if (const std::string found = describe_cache(record); !found.empty())
    text += "\n" + wrapped("From the cache: " + found, width, 2) + "\n";
  if (unexpected.empty())
    text += "\n" +
            (record.undrawn.empty() ? inked(Ink::green, "All as expected.", has_colors)
                                    : "Results as expected; not every figure was drawn.") +
            "\n";
  else
    text += "\n" + inked(Ink::red, "NOT as expected:", has_colors) + "\n";
  for (const std::string& line : unexpected) text += "  " + wrapped(line, width - 2, 4) + "\n";
  return text;
}

}  // namespace perpend::reports
