#include "reports/files/fit_json.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace perpend::reports {
namespace {

Json numbers_json(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(json_number(value));
  return list;
}

Json part_json(const RegionPart& part) {
  Json extents = Json::array();
  for (const RegionExtent& extent : part.extents)
    extents.push_back({{"low", json_number(extent.low)},
                       {"high", json_number(extent.high)},
                       {"low_end", to_string(extent.low_end)},
                       {"high_end", to_string(extent.high_end)}});
  return {{"points", part.points}, {"extents", extents}};
}

Json datum_json(const DatumRecord& datum) {
  Json object = {{"name", datum.name},
                 {"words", datum.words},
                 {"source", datum.source},
                 {"text", datum.text},
                 {"printed", json_number(datum.printed)},
                 {"deviation", json_number(datum.deviation)},
                 {"best", json_number(datum.best)},
                 {"pull", json_number(datum.pull())}};
  add_unit(object, datum.unit);
  object["note"] = datum.note;
  object["values"] = numbers_json(datum.values);
  return object;
}

RegionEnd read_end(const Json& json) {
  for (const RegionEnd end : {RegionEnd::crossing, RegionEnd::grid, RegionEnd::failed})
    if (json == to_string(end)) return end;
  throw std::invalid_argument("an end of a region that is unknown: " + json.dump());
}

RegionPart read_part(const Json& json) {
  RegionPart part{.points = json.at("points").get<std::vector<std::size_t>>(), .extents = {}};
  for (const Json& extent : json.at("extents"))
    part.extents.push_back({number_of(extent.at("low")), number_of(extent.at("high")), read_end(extent.at("low_end")),
                            read_end(extent.at("high_end"))});
  return part;
}

DatumRecord read_datum(const Json& json) {
  return {.name = json.at("name"),
          .words = json.at("words"),
          .source = json.at("source"),
          .text = json.at("text"),
          .printed = number_of(json.at("printed")),
          .deviation = number_of(json.at("deviation")),
          .unit = read_unit(json),
          .note = json.at("note"),
          .values = read_numbers(json.at("values")),
          .best = number_of(json.at("best"))};
}

}  // namespace

Json fit_json(const FitRecord& fit) {
  Json data = Json::array(), region = Json::array();
  for (const DatumRecord& datum : fit.data) data.push_back(datum_json(datum));
  for (const RegionPart& part : fit.region) region.push_back(part_json(part));
  return {{"name", fit.name},
          {"line", fit.place.line},
          {"words", fit.words},
          {"sweep", fit.sweep},
          {"note", fit.note},
          {"confidence", json_number(fit.confidence)},
          {"axes", axes_json(fit.axes)},
          {"reason", fit.reason},
          {"best", numbers_json(fit.best)},
          {"best_point", fit.best_point},
          {"least", json_number(fit.least)},
          {"limit", json_number(fit.limit)},
          {"region", region},
          {"degrees", fit.degrees},
          {"goodness", json_number(fit.goodness)},
          {"data", data},
          {"misfits", numbers_json(fit.misfits)},
          {"num_failed", fit.num_failed},
          {"failure", fit.failure}};
}

FitRecord read_fit(const Json& json) {
  FitRecord fit{.name = json.at("name"),
                .words = json.at("words"),
                .sweep = json.at("sweep"),
                .note = json.at("note"),
                .confidence = number_of(json.at("confidence")),
                .axes = read_axes(json.at("axes")),
                .data = {},
                .misfits = read_numbers(json.at("misfits")),
                .reason = json.at("reason"),
                .best_point = json.at("best_point"),
                .best = read_numbers(json.at("best")),
                .least = number_of(json.at("least")),
                .limit = number_of(json.at("limit")),
                .region = {},
                .degrees = json.at("degrees"),
                .goodness = number_of(json.at("goodness")),
                .num_failed = json.at("num_failed"),
                .failure = json.at("failure")};
  fit.place.line = json.at("line");
  for (const Json& datum : json.at("data")) fit.data.push_back(read_datum(datum));
  for (const Json& part : json.at("region")) fit.region.push_back(read_part(part));
  return fit;
}

}  // namespace perpend::reports
