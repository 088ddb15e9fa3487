// The header of an .npy file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perpend::formats {

struct NpyHeader {
  std::string type;  ///< such as <f8
  bool by_columns = false;
  std::vector<long> shape;
  std::size_t num_bytes = 0;  ///< of all that comes before the data
};

[[nodiscard]] NpyHeader parse_npy_header(std::string_view bytes, const std::string& file);

}  // namespace perpend::formats
