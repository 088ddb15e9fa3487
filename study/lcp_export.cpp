#include "study/lcp_export.hpp"

#include <fmt/format.h>

#include "formats/matrix_market.hpp"

namespace perpend {

LcpExport::LcpExport(std::string folder, std::string scene, long every)
    : folder_(std::move(folder)), scene_(std::move(scene)), every_(every), error_(reports::create_directory(folder_)) {}

void LcpExport::add(const std::string& method, long step, const Lcp& lcp) {
  if (error_ || step % every_ != 0) return;
  const std::string place = fmt::format("{}-{:06}", method, step);
  in_step_ = place == last_place_ ? in_step_ + 1 : 1;
  last_place_ = place;
  const std::string base = in_step_ == 1 ? fmt::format("{}/{}-{}", folder_, scene_, place)
                                         : fmt::format("{}/{}-{}-{}", folder_, scene_, place, in_step_);
  error_ = reports::write_file(base + ".mtx", write_matrix_market(lcp.matrix->sparse()));
  if (!error_) error_ = reports::write_file(base + "_q.mtx", write_matrix_market(lcp.b));
  if (!error_) ++num_written_;
}

}  // namespace perpend
