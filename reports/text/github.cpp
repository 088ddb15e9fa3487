#include "reports/text/github.hpp"

#include <fmt/format.h>

#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

/// As the runner decodes it: a property has two characters more than a message.
std::string escaped_command(std::string_view text, bool is_property) {
  std::string escaped;
  for (const char c : plain_text(text)) {
    if (c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ',')))
      escaped += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      escaped += c;
  }
  return escaped;
}

/// A cell of a table in Markdown, in which no character begins markup.
std::string markdown_cell(std::string_view text) {
  constexpr std::string_view marks = "\\`*_{}[]<>|#&~$";
  std::string cell;
  for (const char c : single_line(text)) {
    if (marks.find(c) != std::string_view::npos) cell += '\\';
    cell += c;
  }
  return cell;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + cell + " |";
  return row + "\n";
}

std::string methods_markdown(const ExperimentRecord& record) {
  std::vector<std::string> heading{"method", "status"};
  const std::vector<std::string> measures = measure_names(record.runs);
  for (const std::string& name : measures) heading.push_back(markdown_cell(name));
  std::string text = markdown_row(heading) + markdown_row(std::vector<std::string>(heading.size(), "---"));
  for (const MethodRun& run : record.runs) {
    std::vector<std::string> row{markdown_cell(run.method), markdown_cell(describe_status(run))};
    for (const std::string& name : measures) {
      const MeasureRecord* const measure = find_measure(run, name);
      if (measure == nullptr) {
        row.emplace_back("");
        continue;
      }
      const bool is_error = is_error_measure(*measure);
      const double value = is_error ? largest_magnitude(measure->summary) : measure->summary.final;
      row.push_back(markdown_cell((!is_error                      ? "end "
                                   : ends_early(measure->summary) ? "largest magnitude at least "
                                                                  : "largest magnitude ") +
                                  with_unit(value, measure->unit, 3)));
    }
    text += markdown_row(row);
  }
  return text;
}

std::string claims_markdown(const ExperimentRecord& record) {
  std::string text =
      markdown_row({"claim", "verdict", "measured", "wanted"}) + markdown_row({"---", "---", "---", "---"});
  for (const ClaimRecord& claim : record.claims)
    text += markdown_row({markdown_cell(claim.id),
                          markdown_cell(describe(claim.status)) + (is_as_expected(claim) ? "" : " **not as expected**"),
                          markdown_cell(measured_in_unit(claim.measured, claim.lo, claim.hi, claim.unit)),
                          markdown_cell(claim.range_text)});
  return text;
}

}  // namespace

std::string github_annotation(std::string_view level, const SourcePlace& place, std::string_view title,
                              std::string_view message) {
  std::string properties;
  if (!place.file.empty()) properties += "file=" + escaped_command(place.file, true) + ",";
  if (place.line > 0) properties += fmt::format("line={},", place.line);
  return fmt::format("::{} {}title={}::{}\n", level, properties, escaped_command(title, true),
                     escaped_command(message, false));
}

std::string github_annotations(const ExperimentRecord& record) {
  std::string text;
  const SourcePlace whole{record.scene_file, 0};
  if (const std::string stop = describe_stop(record); !stop.empty())
    text += github_annotation("error", whole, record.id, stop);
  for (const MethodRun& run : record.runs) {
    if (!run.as_expected)
      text += github_annotation("error", run.place, "method " + run.method,
                                describe_status(run) + (run.message.empty() ? "" : ": " + run.message));
    for (const CertificateGroup& group : run.certificates)
      if (!is_as_expected(group))
        text += github_annotation("error", run.place, "method " + run.method + ": certificate " + group.kind,
                                  describe(count_certificates(group)));
  }
  for (const ClaimRecord& claim : record.claims)
    if (!is_as_expected(claim))
      text += github_annotation(
          "error", claim.place, "claim " + claim.id,
          fmt::format("{} (expected: {}): {} = {}, wanted {}", describe(claim.status), describe(claim.expect),
                      claim.text, measured_in_unit(claim.measured, claim.lo, claim.hi, claim.unit), claim.range_text));
  const RunCounts swept = count_runs(record.sweeps);
  if (swept.unexpected > 0)
    text +=
        github_annotation("error", whole, record.id,
                          counted(swept.unexpected, "run of a sweep is", "runs of sweeps are") + " not as expected");
  return text;
}

std::string github_summary(const ExperimentRecord& record) {
  const bool is_good = unexpected_results(record).empty();
  std::string text = fmt::format("### {}: {}\n\n", markdown_cell(record.title.empty() ? record.id : record.title),
                                 is_good ? "all as expected" : "not as expected");
  if (!record.runs.empty()) text += methods_markdown(record) + "\n";
  if (!record.claims.empty()) text += claims_markdown(record) + "\n";
  return text + markdown_cell(describe(count_certificates(record))) + "\n\n";
}

}  // namespace perpend::reports
