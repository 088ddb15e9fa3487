#include "referee/statements/stated_problem.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/files/json.hpp"
#include "reports/files/json_writer.hpp"
#include "reports/files/provenance.hpp"
#include "study/certificates/certificate_data.hpp"

namespace perpend::certify {

namespace {

using Json = nlohmann::ordered_json;
using reports::JsonWriter;

template <class Values>
void write_hexadecimal(JsonWriter& json, const Values& values) {
  json.list(values, [&](double value) { json.hexadecimal(value); });
}

void write_matrix(JsonWriter& json, const SparseRows& a) {
  const auto write_number = [&](int number) { json.value(number); };
  json.object([&] {
    json.member("num_rows", a.num_rows);
    json.member("num_columns", a.num_columns);
    json.key("first").list(a.first, write_number);
    json.key("column").list(a.column, write_number);
    write_hexadecimal(json.key("value"), a.value);
  });
}

/// Dimensions as far as the rank of B is known.
UpdateStep update_of(const Statement& statement, const StatementData& data) {
  const int rank = static_cast<int>(statement.count(FactKind::rank_of_b).value_or(0));
  return {*data.update, data.step, data.matrices.front().second.num_rows - rank, rank};
}

void write_method(JsonWriter& json, const NamedMethod& method) {
  json.key("method").object([&] {
    json.member("name", method.name);
    json.key("options").list(method.options, [&](const auto& option) {
      json.object([&] {
        json.member("name", option.first);
        json.member("value", option.second);
      });
    });
    if (!method.step.empty()) json.member("step", method.step);
    if (!method.parameter.empty()) json.member("parameter", method.parameter);
  });
}

void write_data(JsonWriter& json, const Statement& statement, const StatementData& data) {
  json.object([&] {
    for (const auto& [name, matrix] : data.matrices) write_matrix(json.key(name), matrix);
    for (const auto& [name, vector] : data.vectors) write_hexadecimal(json.key(name), vector);
    for (const auto& [name, count] : data.counts) json.member(name, count);
    if (data.rank >= 0) json.member("rank", data.rank);
    if (data.method) write_method(json, *data.method);
    if (data.update) write_update(json, update_of(statement, data));
  });
}

Json named(const Statement& statement) {
  Json row{{"bounds", Json::object()}, {"facts", Json::array()}, {"witness", Json::object()}};
  for (const StatementBound& bound : statement.bounds)
    row["bounds"][describe(bound)] =
        std::isfinite(bound.value) ? Json(fmt::format("{:a}", bound.value)) : Json(nullptr);
  for (const Fact& fact : statement.facts)
    row["facts"].push_back({{"name", name_of(fact.kind)}, {"value", describe(fact)}});
  for (const auto& [name, values] : statement.witness) row["witness"][name] = values;
  return row;
}

}  // namespace

StatementCertificates::StatementCertificates(const std::string& path) : file_(reports::place_of(path)) {
  const Provenance built = reports::collect_provenance("");
  file_.write(reports::json_text({{"format", "perpend-statement-certificates"},
                                  {"version", 1},
                                  {"program", "perpend " + built.version},
                                  {"compiler", built.compiler},
                                  {"flags", built.flags}},
                                 -1) +
              "\n");
}

void StatementCertificates::add(const Statement& statement, const StatementData& data) {
  Json row{{"statement", ++count_},
           {"kind", to_string(statement.kind)},
           {"subject", statement.subject},
           {"claim", statement.claim},
           {"verdict", to_string(statement.verdict)},
           {"theorem", statement.theorem},
           {"reason", statement.reason},
           {"arithmetic", describe(statement.decided_by())}};
  row.update(named(statement));
  std::string line;
  JsonWriter json(line);
  json.object([&] {
    for (const auto& [name, value] : row.items()) json.key(name).raw(reports::json_text(value, -1));
    write_data(json.key("data"), statement, data);
  });
  file_.write(line + "\n");
}

}  // namespace perpend::certify
