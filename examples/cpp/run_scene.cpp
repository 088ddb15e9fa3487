// Runs a scene and reads what came of it.
//   run_scene FILE.scene REPORT_FOLDER ["name = value"]...
#include <cstdio>

#include "perpend/certify.hpp"
#include "perpend/report.hpp"

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: run_scene FILE.scene REPORT_FOLDER [\"name = value\"]...\n"), 2;

  const auto scene = perpend::Scene::from_file(argv[1], {.overrides = {argv + 3, argv + argc}});
  if (!scene) return std::fprintf(stderr, "%s\n", describe(scene.error()).c_str()), 2;

  const auto study = perpend::run(*scene, {.certificates = argv[2], .certificate_data = "full"});
  if (!study) return std::fprintf(stderr, "%s\n", study.error().message.c_str()), 4;

  for (const perpend::MethodRun& run : study->runs())
    for (const perpend::MeasureRecord& measure : run.measures)
      std::printf("%-16s %-12s at most %.3g %s\n", run.method.c_str(), measure.name.c_str(),
                  measure.summary.max / measure.unit.factor, measure.unit.name.c_str());
  for (const perpend::ClaimRecord& claim : study->claims())
    std::printf("claim %-16s %s\n", claim.id.c_str(), to_string(claim.status));
  const perpend::CertificateCounts counts = study->certificates();
  std::printf("certificates: %ld proved, %ld refuted, %ld undecided\n", counts.proved, counts.refuted,
              counts.undecided);

  const auto written = write_report(*study, argv[2]);
  if (!written) return std::fprintf(stderr, "%s\n", written.error().message.c_str()), 4;
  for (const std::string& sentence : study->unexpected()) std::printf("%s\n", sentence.c_str());
  return study->as_expected() ? 0 : 1;
}
