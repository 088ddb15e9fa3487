#include "reports/certificate_stream.hpp"

#include <nlohmann/json.hpp>

namespace perpend::reports {

void CertificateStream::header(const nlohmann::ordered_json& header) {
  line(header.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void CertificateStream::line(std::string_view json) {
  file_.write(json);
  file_.write("\n");
}

}  // namespace perpend::reports
