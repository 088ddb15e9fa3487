#include "perpend/report.hpp"

#include "api/guard.hpp"
#include "reports/files/write_all.hpp"

namespace perpend {

Result<std::vector<UndrawnFigure>> write_report(const Study& study, const std::string& folder,
                                                const ReportOptions& options) {
  return guarded(ErrorKind::internal, [&]() -> Result<std::vector<UndrawnFigure>> {
    if (folder.empty()) return Error{ErrorKind::argument, "a report needs a folder"};
    std::vector<UndrawnFigure> undrawn;
    const auto errors = reports::write_all(study.record(), folder, {.figures = options.figures, .undrawn = &undrawn});
    if (!errors.empty()) return Error{ErrorKind::file, errors.front().message()};
    return undrawn;
  });
}

}  // namespace perpend
