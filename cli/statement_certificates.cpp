#include "cli/statement_certificates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/result_folder.hpp"
#include "reports/files/provenance.hpp"
#include "study/certificate_data.hpp"

namespace perpend::cli {

namespace {

using Json = nlohmann::ordered_json;

template <class Values>
void append_hex(std::string& out, const Values& values) {
  out += '[';
  const char* separator = "";
  for (const double value : values) {
    fmt::format_to(std::back_inserter(out), "{}\"{:a}\"", separator, value);
    separator = ",";
  }
  out += ']';
}

void append_matrix(std::string& out, const SparseRows& a) {
  fmt::format_to(std::back_inserter(out),
                 "{{\"num_rows\":{},\"num_columns\":{},\"first\":[{}],\"column\":[{}],\"value\":", a.num_rows,
                 a.num_columns, fmt::join(a.first, ","), fmt::join(a.column, ","));
  append_hex(out, a.value);
  out += '}';
}

/// Dimensions as far as the rank of B is known.
UpdateStep update_of(const Statement& statement, const StatementData& data) {
  const int rank = static_cast<int>(statement.count(FactKind::rank_of_b).value_or(0));
  return {*data.update, data.step, data.matrices.front().second.num_rows - rank, rank};
}

void append_method(std::string& out, const NamedMethod& method) {
  Json options = Json::array();
  for (const auto& [name, value] : method.options) options.push_back({{"name", name}, {"value", value}});
  Json row{{"name", method.name}, {"options", options}};
  if (!method.step.empty()) row["step"] = method.step;
  if (!method.parameter.empty()) row["parameter"] = method.parameter;
  out += ",\"method\":" + row.dump();
}

std::string data_text(const Statement& statement, const StatementData& data) {
  std::string out = "{";
  const auto begin = [&](const std::string& name) {
    fmt::format_to(std::back_inserter(out), "{}\"{}\":", out.size() == 1 ? "" : ",", name);
  };
  for (const auto& [name, matrix] : data.matrices) {
    begin(name);
    append_matrix(out, matrix);
  }
  for (const auto& [name, vector] : data.vectors) {
    begin(name);
    append_hex(out, vector);
  }
  for (const auto& [name, count] : data.counts) {
    begin(name);
    out += std::to_string(count);
  }
  if (data.rank >= 0) {
    begin("rank");
    out += std::to_string(data.rank);
  }
  if (data.method) append_method(out, *data.method);
  if (data.update) append_update(out, update_of(statement, data));
  return out + "}";
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

std::string dumped(const Json& row) {
  return row.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

StatementCertificates::StatementCertificates(const std::string& path) : file_(place_of(path)) {
  const Provenance built = reports::collect_provenance("");
  file_.write(dumped({{"format", "perpend-statement-certificates"},
                      {"version", 1},
                      {"program", "perpend " + built.version},
                      {"compiler", built.compiler},
                      {"flags", built.flags}}) +
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
  std::string line = dumped(row);
  line.pop_back();
  file_.write(line + ",\"data\":" + data_text(statement, data) + "}\n");
}

}  // namespace perpend::cli
