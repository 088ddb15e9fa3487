#include "verification/checker/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace perpend::checker {

namespace {

/// Failures told one by one; a file that is all wrong needs no more.
constexpr std::size_t most_failures = 20;

std::string group_text(const GroupReport& group) {
  std::string words = group.run.empty() ? fmt::format("  {}: ", shown(group.kind))
                                        : fmt::format("  run {}, {}: ", shown(group.run), shown(group.kind));
  words += fmt::format("{} of {} re-proved exactly", group.reproved, group.lines + group.without_line);
  if (group.granting > 0)
    words += fmt::format(" ({} {} {} {} as rounding)", group.granting, group.granting == 1 ? "grants" : "grant",
                         group.granted_rows, group.granted_rows == 1 ? "row" : "rows");
  if (group.without_data > 0)
    words += fmt::format(", {} {} bounds only", group.without_data, group.without_data == 1 ? "carries" : "carry");
  if (group.without_line > 0)
    words += fmt::format(", {} {} no line", group.without_line, group.without_line == 1 ? "has" : "have");
  if (group.open > 0) words += fmt::format(", {} open ({})", group.open, shown(group.why_open));
  if (group.undecided > 0)
    words += fmt::format(", {} undecided{}", group.undecided, group.kind == "class" ? "" : ", which claim nothing");
  if (group.wrong > 0) words += fmt::format(", {} WRONG", group.wrong);
  return words + '\n';
}

nlohmann::ordered_json group_json(const GroupReport& group) {
  return {{"group", group.number},
          {"run", group.run},
          {"kind", group.kind},
          {"lines", group.lines},
          {"without_line", group.without_line},
          {"reproved", group.reproved},
          {"granting", group.granting},
          {"granted_rows", group.granted_rows},
          {"bounds_only", group.without_data},
          {"open", group.open},
          {"why_open", group.why_open},
          {"undecided", group.undecided},
          {"wrong", group.wrong},
          {"seconds", group.seconds}};
}

}  // namespace

std::string shown(std::string_view text) {
  std::string words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
    unsigned code = 0;  // of a mark that is not printed as it is
    std::size_t more = 0;
    if (byte(i) < 0x20 || byte(i) == 0x7f) {
      code = byte(i);
    } else if (byte(i) == 0xc2 && byte(i + 1) < 0xa0) {  // controls of ISO 6429
      code = byte(i + 1);
      more = 1;
    } else if (byte(i) == 0xe2 && ((byte(i + 1) == 0x80 && (byte(i + 2) >= 0xa8 && byte(i + 2) <= 0xae)) ||
                                   (byte(i + 1) == 0x81 && (byte(i + 2) >= 0xa6 && byte(i + 2) <= 0xa9)))) {
      code = 0x2000 + ((byte(i + 1) & 0x3fU) << 6U) + (byte(i + 2) & 0x3fU);  // ends of lines, directions
      more = 2;
    } else {
      words += text[i];
      continue;
    }
    words += fmt::format("\\u{:04x}", code);
    i += more;
  }
  return words;
}

bool FileReport::claims_nothing() const {
  return std::all_of(groups.begin(), groups.end(), [](const GroupReport& group) {
    return group.reproved + group.excluding + group.without_line + group.without_data + group.open == 0;
  });
}

bool FileReport::is_open() const {
  return claims_nothing() || std::any_of(groups.begin(), groups.end(), [](const GroupReport& group) {
           return group.without_line + group.without_data + group.open > 0;
         });
}

ExitCode exit_code(const std::vector<FileReport>& reports) {
  const auto any = [&](auto is) { return std::any_of(reports.begin(), reports.end(), is); };
  if (any([](const FileReport& report) { return report.is_wrong(); })) return something_wrong;
  if (any([](const FileReport& report) { return !report.error.empty(); })) return file_wrong;
  return any([](const FileReport& report) { return report.is_open(); }) ? some_open : all_reproved;
}

std::string as_text(const FileReport& report) {
  if (!report.error.empty()) return fmt::format("{}: {}\n", report.path, report.error);
  std::string words = report.statements.empty()
                          ? fmt::format("{} (experiment {})\n", report.path, shown(report.experiment))
                          : report.path + " (statements)\n";
  for (const std::string& statement : report.statements) words += "  " + shown(statement) + '\n';
  for (const GroupReport& group : report.groups) words += group_text(group);
  for (std::size_t i = 0; i < std::min(most_failures, report.failures.size()); ++i) {
    const Failure& failure = report.failures[i];
    words += fmt::format("  line {}{}{}: {}\n", failure.line, failure.where.empty() ? "" : ", ", shown(failure.where),
                         shown(failure.words));
  }
  if (report.failures.size() > most_failures)
    words += fmt::format("  and {} more that are wrong\n", report.failures.size() - most_failures);
  words += report.is_wrong()         ? "  WRONG: some of it is false or no certificate\n"
           : report.groups.empty()   ? "  holds no certificate: nothing is claimed, and nothing was proved\n"
           : report.claims_nothing() ? "  claims nothing: all of it is undecided\n"
           : report.is_open()        ? "  nothing is false; not all could be re-proved\n"
                                     : "  all claims were re-proved\n";
  return words;
}

std::string as_json(const std::vector<FileReport>& reports) {
  auto all = nlohmann::ordered_json::array();
  for (const FileReport& report : reports) {
    nlohmann::ordered_json one{{"file", report.path}, {"experiment", report.experiment}, {"error", report.error}};
    one["groups"] = nlohmann::ordered_json::array();
    for (const GroupReport& group : report.groups) one["groups"].push_back(group_json(group));
    one["failures"] = nlohmann::ordered_json::array();
    for (const Failure& failure : report.failures)
      one["failures"].push_back({{"line", failure.line}, {"where", failure.where}, {"words", failure.words}});
    all.push_back(std::move(one));
  }
  return all.dump(2) + '\n';
}

}  // namespace perpend::checker
