// Whatever a scene calls its figures, methods and axes, the script of a figure has no command but those of its
// template: outside of data blocks and of strings in single quotes, nothing of these names is left.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/figures/figures.hpp"

namespace {

using namespace perpend;
using namespace perpend::reports;

/// Lines of the input are names; bytes after them are numbers.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  std::string name() {
    const std::size_t end = std::min(rest_.find('\x1f'), rest_.size());
    std::string result(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return result;
  }
  double number() {
    double value = 0.0;
    const std::size_t size = std::min(sizeof(value), rest_.size());
    std::memcpy(&value, rest_.data(), size);
    rest_.remove_prefix(size);
    return value;
  }
  bool flag() { return !name().empty(); }

 private:
  std::string_view rest_;
};

/// The script without what stands in single quotes and in data blocks.
std::vector<std::string> bare_lines(std::string_view script) {
  std::vector<std::string> lines{""};
  bool is_quoted = false;
  bool is_data = false;
  for (std::size_t i = 0; i < script.size(); ++i) {
    const char c = script[i];
    if (c == '\n') {
      if (is_quoted) std::abort();  // no string continues in the next line
      if (lines.back().ends_with(" << EOD")) is_data = true;
      if (is_data && lines.back() == "EOD") is_data = false;
      lines.emplace_back();
    } else if (!is_data && c == '\'') {
      is_quoted = !is_quoted;
    } else if (!is_quoted) {
      lines.back() += c;
    } else if (c == '`') {
      std::abort();  // gnuplot runs what stands between backquotes
    }
  }
  return lines;
}

void expect_harmless(const std::string& script) {
  static const std::set<std::string, std::less<>> commands{"", "reset", "set", "unset", "plot"};
  bool is_data = false;
  for (const std::string& line : bare_lines(script)) {
    const std::string_view first = std::string_view(line).substr(0, line.find(' '));
    if (is_data) {
      if (line == "EOD")
        is_data = false;
      else if (line.find_first_not_of("0123456789+-.eENaN ") != std::string::npos)
        std::abort();
      continue;
    }
    if (line.ends_with(" << EOD") && line.starts_with("$")) {
      is_data = true;
      continue;
    }
    if (!commands.contains(first) || line.find_first_of("`\"!@;|\\") != std::string::npos) std::abort();
  }
  if (is_data) std::abort();
}

FigureData curves(Input& input) {
  FigureData figure;
  for (std::string* text : {&figure.name, &figure.title, &figure.x_label, &figure.y_label}) *text = input.name();
  figure.log_x = input.flag();
  figure.log_y = input.flag();
  figure.curves.resize(2);
  for (Curve& curve : figure.curves) {
    curve.label = input.name();
    for (int k = 0; k < 3; ++k) {
      curve.x.push_back(input.number());
      curve.y.push_back(input.number());
    }
  }
  return figure;
}

FigureData heat(Input& input) {
  FigureData figure;
  figure.kind = FigureKind::heatmap;
  for (std::string* text : {&figure.name, &figure.title, &figure.y_label}) *text = input.name();
  HeatPanel& panel = figure.heat.emplace_back();
  for (std::string* text : {&panel.title, &panel.row_label}) *text = input.name();
  panel.rows = {input.name(), input.name()};
  panel.columns = {input.name()};
  panel.values = {{input.number()}, {input.number()}};
  return figure;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const ExperimentRecord record;
  const FigureData figure = input.flag() ? heat(input) : curves(input);
  for (const char* terminal : {"svg", "pdf"}) expect_harmless(figure_script(figure, record, terminal));
  return 0;
}
