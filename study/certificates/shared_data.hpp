// Data in the certificate file, stated once for all certificates about it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/certificates/certificate_data.hpp"

namespace perpend {

/// Where a number, whatever its sign, was last among those written so far.
class LastPlaces {
 public:
  /// Forgets all, and makes room.
  void clear(std::size_t num_numbers);
  /// Place of the last number of this size; -1: none. From now on it is `place`.
  [[nodiscard]] int exchange(std::uint64_t bits, int place);

 private:
  struct Slot {
    std::uint64_t bits = 0;
    std::uint64_t round = 0;  ///< in which it was filled; an older one is empty
    int place = 0;
  };
  std::vector<Slot> slots_;
  std::uint64_t round_ = 0;
};

/// The data stated last in a run, which the next one is compared with: certificates of one solve share it, and masses,
/// indices and normals of contacts come again from solve to solve.
class SharedData {
 public:
  /// The line that states the data: {"data":NUMBER,"form":{...},"numbers":"..."}, the form where it is a new one.
  /// Empty where this is the data stated last.
  [[nodiscard]] const std::string& state(const CertifiedData& data);
  /// By which certificates refer to the data stated last; 0: none was.
  [[nodiscard]] long number() const { return number_; }

 private:
  void write_numbers();

  DataText data_, last_;
  CertifiedData stated_;  ///< what `last_` is the text of
  LastPlaces places_;
  std::string line_;
  long number_ = 0;
};

}  // namespace perpend
