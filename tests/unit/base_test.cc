// json_writer, path_order, result, ref_counted, allocation.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/base/allocation.h"
#include "core/base/json_writer.h"
#include "core/base/path_order.h"
#include "core/base/ref_counted.h"
#include "core/base/result.h"
#include "core/base/utf8.h"
#include "nlohmann/json.hpp"
#include "random.h"

namespace sonde {
namespace {

TEST_CASE("JsonWriter: strings come back from another parser", "[json]") {
  std::string controls;
  for (char c = 0; c < 0x20; ++c) controls.push_back(c);
  for (const std::string& text : {std::string(), std::string("plain"), std::string("\"\\/"), controls,
                                  std::string("\x7F\xC3\xA9\xF0\x9F\x98\x80"), std::string("\xE2\x80\xA8")}) {
    std::string json;
    AppendJsonString(&json, text);
    CHECK(nlohmann::json::parse(json).get<std::string>() == text);
    // Every runtime's JSON.stringify escapes exactly these.
    CHECK(json == nlohmann::json(text).dump());
    CHECK(JsonStringBytes(text) == json.size());
  }
  // Escapes at every place of a block and behind the last one.
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string text = random.Text(random.OneIn(2) ? "abcdefgh\"\\\n\x01" : "ab\t", 70);
    std::string json;
    AppendJsonString(&json, text);
    REQUIRE(json == nlohmann::json(text).dump());
    REQUIRE(JsonStringBytes(text) == json.size());
  }
}

TEST_CASE("JsonWriter: commas, numbers, raw values", "[json]") {
  JsonWriter json;
  json.BeginObject().Key("a").Int(-5).Key("b").BeginArray().EndArray().Key("c").BeginArray();
  json.Bool(true).Bool(false).Raw("null").BeginObject().EndObject().String("x").EndArray();
  json.Key("d").Tenths(-15).Key("e").Tenths(20).Key("f").Tenths(7).Key("g").Tenths(-3).Key("h").Tenths(0).EndObject();
  CHECK(json.text() == R"({"a":-5,"b":[],"c":[true,false,null,{},"x"],"d":-1.5,"e":2,"f":0.7,"g":-0.3,"h":0})");
  CHECK(json.size() == json.text().size());
}

TEST_CASE("JsonWriter: rewinds to an earlier place", "[json]") {
  JsonWriter json;
  json.BeginArray();
  for (int i = 0; i < 2; ++i) {
    size_t size = json.size();
    bool comma = json.needs_comma();
    json.Int(99);
    json.Rewind(size, comma);
    json.Int(i);
  }
  CHECK(std::move(json.EndArray()).Take() == "[0,1]");
}

// Splits and compares component by component: the order's definition.
int NaiveCompare(const std::string& a, const std::string& b) {
  auto split = [](const std::string& path) {
    std::vector<std::string> parts;
    size_t begin = 0;
    for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', begin)) {
      parts.push_back(path.substr(begin, slash - begin));
      begin = slash + 1;
    }
    parts.push_back(path.substr(begin));
    return parts;
  };
  auto bytes_less = [](const std::string& x, const std::string& y) {
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(), [](char p, char q) {
      return static_cast<unsigned char>(p) < static_cast<unsigned char>(q);
    });
  };
  std::vector<std::string> x = split(a);
  std::vector<std::string> y = split(b);
  if (std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(), bytes_less)) return -1;
  return x == y ? 0 : 1;
}

TEST_CASE("UniquePaths", "[path_order]") {
  using Paths = std::vector<std::string>;
  CHECK(UniquePaths({}).empty());
  CHECK(UniquePaths({"a.c", "a/x", "a.c", "a-b/x", "a/x", "a/x"}) == Paths{"a/x", "a-b/x", "a.c"});
}

TEST_CASE("ComparePaths equals the definition", "[path_order]") {
  CHECK(ComparePaths("a/x", "a-b/x") < 0);
  CHECK(ComparePaths("a-b/x", "a.c") < 0);
  CHECK(ComparePaths("a", "a/b") < 0);
  CHECK(ComparePaths("B", "a") < 0);
  CHECK(ComparePaths("z", "\xC3\xA9") < 0);
  Random random(2);
  for (int round = 0; round < 20000; ++round) {
    auto path = [&random] {
      std::string text;
      for (size_t i = 1 + random.Below(3); i > 0; --i) {
        if (!text.empty()) text.push_back('/');
        text.push_back(random.Of("ab-.\x01\x7F\xC3"));
        text += random.Text("ab-.\x01\xC3", 2);
      }
      return text;
    };
    std::string a = path();
    std::string b = path();
    int got = ComparePaths(a, b);
    INFO(a << " against " << b);
    REQUIRE((got < 0 ? -1 : got > 0 ? 1 : 0) == NaiveCompare(a, b));
  }
}

TEST_CASE("Parents, base names, what lies below", "[path_order]") {
  CHECK(IsBelow("a/b", "a"));
  CHECK(IsBelow("a", ""));
  CHECK_FALSE(IsBelow("a", "a"));
  CHECK_FALSE(IsBelow("ab/c", "a"));
  CHECK(BaseName("a/b.c") == "b.c");
  CHECK(BaseName("b") == "b");
  CHECK(ParentPath("a/b/c") == "a/b");
  CHECK(ParentPath("a") == "");
}

TEST_CASE("MakeError fills the contract's text", "[result]") {
  Error error = MakeError(ErrorCode::kPathConflict, {{"path", "a"}, {"other", "{b}"}, {"kind", "file"}});
  CHECK(error.message == "a can't be written: {b} is already a file; remove it first or choose another name");
  // A value that is missing shows its place rather than nothing.
  CHECK(MakeError(ErrorCode::kPathConflict, {{"path", "a"}}).message ==
        "a can't be written: {other} is already a {kind}; remove it first or choose another name");
  CHECK(ErrorName(ErrorCode::kPathConflict) == "PATH_CONFLICT");
}

TEST_CASE("Every error text says what to do, in a form that can be filled", "[result]") {
  for (const auto& entry : kErrorEntries) {
    INFO(entry.name);
    CHECK_FALSE(entry.text.empty());
    CHECK(std::count(entry.text.begin(), entry.text.end(), '{') ==
          std::count(entry.text.begin(), entry.text.end(), '}'));
  }
}

struct Counted {
  static int destroyed;
  static void Destroy(const Counted* object) {
    ++destroyed;
    delete object;
  }
  mutable uint32_t reference_count = 0;
};
int Counted::destroyed = 0;

TEST_CASE("Ref destroys once, with the last", "[ref]") {
  Counted::destroyed = 0;
  {
    Ref<Counted> first(new Counted);
    Ref<const Counted> second = first;
    Ref<Counted> moved = std::move(first);
    CHECK_FALSE(static_cast<bool>(first));  // NOLINT: a moved-from Ref is null
    moved = moved;
    Ref<Counted> copy = moved;
    CHECK(copy == moved);
    CHECK(second->reference_count == 3);
    moved = Ref<Counted>();
    CHECK(Counted::destroyed == 0);
  }
  CHECK(Counted::destroyed == 1);
}

TEST_CASE("AllocatedBytes is never negative", "[allocation]") { CHECK(AllocatedBytes() >= 0); }

}  // namespace
}  // namespace sonde
