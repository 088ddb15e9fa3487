// Files: includes, roots, cycles, limits, texts that are no text.
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_files {

using namespace perpend;
using namespace perpend::dsl;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("perpend_dsl_test_" + std::to_string(::getpid()))) {
    fs::create_directories(path_ / "sub");
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

std::string code_of(const Parsed& parsed) {
  return parsed.diagnostics.empty() ? "" : parsed.diagnostics[0].code;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(an_include_inserts_the_body_of_another_file) {
  const Folder folder;
  folder.write("sub/world.scene", "world planar { particle p { mass = mass_of_bob } }\ninclude \"rest.scene\"\n");
  folder.write("sub/rest.scene", "run { step = 1 ms; duration = 1 s }\nmethod a = none\n");
  folder.write("main.scene", "experiment x {\n  param mass_of_bob = 2 kg\n  include \"sub/world.scene\"\n}\n");
  const Parsed parsed = parse_file(folder / "main.scene", "");
  BOOST_REQUIRE_MESSAGE(parsed.document != nullptr, render(parsed.diagnostics, false));
  const Loaded loaded = elaborate(*parsed.document, small_vocabulary());
  BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), render(loaded.diagnostics, false));
  BOOST_TEST(std::get<World>(loaded.experiment->system).model.bodies[0].mass == 2.0);
}

BOOST_AUTO_TEST_CASE(includes_stay_inside_their_root) {
  const Folder folder;
  folder.write("outside.scene", "let a = 1\n");
  folder.write("sub/main.scene", "include \"../outside.scene\"\n");
  BOOST_TEST(code_of(parse_file(folder / "sub/main.scene", "")) == "S004");
  BOOST_TEST(code_of(parse_file(folder / "sub/main.scene", folder / ".")) == "");
  fs::create_symlink(folder / "outside.scene", folder / "sub/link.scene");
  folder.write("sub/by_link.scene", "include \"link.scene\"\n");
  BOOST_TEST(code_of(parse_file(folder / "sub/by_link.scene", "")) == "S004");
  BOOST_TEST(code_of(parse_text("text", "include \"a.scene\"\n")) == "S004");
}

BOOST_AUTO_TEST_CASE(circles_and_chains_of_includes_end) {
  const Folder folder;
  folder.write("a.scene", "include \"b.scene\"\n");
  folder.write("b.scene", "include \"a.scene\"\n");
  folder.write("self.scene", "include \"self.scene\"\n");
  BOOST_TEST(code_of(parse_file(folder / "a.scene", "")) == "S004");
  BOOST_TEST(code_of(parse_file(folder / "self.scene", "")) == "S004");
  for (int i = 0; i < 20; ++i)
    folder.write("c" + std::to_string(i) + ".scene", "include \"c" + std::to_string(i + 1) + ".scene\"\n");
  BOOST_TEST(code_of(parse_file(folder / "c0.scene", "")) == "S004");
}

BOOST_AUTO_TEST_CASE(files_that_cannot_be_scenes) {
  const Folder folder;
  folder.write("zero.scene", std::string("experiment\0x", 12));
  folder.write("latin.scene", "title = \"\xE9t\xE9\"\n");
  folder.write("surrogate.scene", "# \xED\xA0\x80\n");
  BOOST_TEST(code_of(parse_file(folder / "zero.scene", "")) == "S002");
  BOOST_TEST(code_of(parse_file(folder / "latin.scene", "")) == "S002");
  BOOST_TEST(code_of(parse_file(folder / "surrogate.scene", "")) == "S002");
  BOOST_TEST(code_of(parse_file(folder / "missing.scene", "")) == "S001");
  BOOST_TEST(code_of(parse_file(folder / "sub", "")) == "S001");
  BOOST_TEST(code_of(parse_file("/dev/zero", "")) == "S003");
  Limits limits;
  limits.file_bytes = 10;
  folder.write("long.scene", "# 10 bytes and more\n");
  BOOST_TEST(code_of(parse_file(folder / "long.scene", "", limits)) == "S003");
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_and_foreign_line_ends_are_accepted) {
  BOOST_TEST(first_code("\xEF\xBB\xBF" + scene_with("")) == "");
  std::string crlf;
  for (const char c : scene_with("title = \"a\"")) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  BOOST_TEST(load_good(crlf).title == "a");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_files
