# Turns the files of the page into a C++ source: cmake -DASSETS=.. -DNPM=.. -DOUTPUT=.. -P embed.cmake
# As byte arrays: a string literal has a length limit and would need its content checked for the closing mark.
file(GLOB scripts ${ASSETS}/js/*.js)
list(SORT scripts)
file(GLOB space_scripts ${ASSETS}/js/space/*.js)
list(SORT space_scripts)
set(uplot ${NPM}/node_modules/uplot)

function(embed name)
  set(hex "")
  foreach(path ${ARGN})
    file(READ ${path} part HEX)
    string(APPEND hex "${part}0a")
  endforeach()
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  set(body "${body}const unsigned char ${name}_bytes[] = {\n${bytes}};\n" PARENT_SCOPE)
endfunction()

set(body "")
embed(report_template ${ASSETS}/report.mustache)
embed(index_template ${ASSETS}/index.mustache)
embed(solvers_template ${ASSETS}/solvers.mustache)
embed(cases_template ${ASSETS}/cases.mustache)
embed(static_template ${ASSETS}/static.mustache)
embed(margins_template ${ASSETS}/margins.mustache)
embed(style ${uplot}/dist/uPlot.min.css ${ASSETS}/report.css)
embed(script ${uplot}/dist/uPlot.iife.min.js ${scripts})
embed(space_script ${NPM}/three.js ${space_scripts})
embed(points_script ${ASSETS}/points.js)
embed(references ${ASSETS}/../../docs/references.bib)

file(READ ${uplot}/package.json package)
string(JSON uplot_version GET "${package}" version)
file(READ ${NPM}/node_modules/three/package.json package)
string(JSON three_version GET "${package}" version)

set(getters "")
foreach(name report_template index_template solvers_template cases_template static_template margins_template style script space_script points_script references)
  string(APPEND getters "std::string_view ${name}() { return {reinterpret_cast<const char*>(${name}_bytes), sizeof(${name}_bytes)}; }\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"reports/page/embedded_assets.hpp\"
namespace {
${body}}
namespace perpend::reports::assets {
${getters}std::string_view uplot_version() { return \"${uplot_version}\"; }
std::string_view three_version() { return \"${three_version}\"; }
}
")
