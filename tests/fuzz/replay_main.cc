// Runs a fuzzer's entry on files: each argument is a file or a folder. Every
// file is tried as it is and in a fixed number of seeded mutations.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/no_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

constexpr int kMutations = 100;

std::string current;  // what is being tried, for the report of a failure

void Report(int signal) {
  std::fprintf(stderr, "failing input, %zu bytes in hex:\n", current.size());
  for (char c : current) std::fprintf(stderr, "%02x", static_cast<unsigned char>(c));
  std::fprintf(stderr, "\n");
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// False when the fuzzer has no use for the input.
bool Try(const std::string& input) {
  current = input;
  return LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size()) != kNoInput;
}

std::string Mutated(std::string input, std::mt19937* random) {
  for (int changes = 1 + static_cast<int>((*random)() % 3); changes > 0; --changes) {
    size_t at = (*random)() % (input.size() + 1);
    auto byte = static_cast<char>((*random)());
    switch ((*random)() % 3) {
      case 0:
        input.insert(input.begin() + static_cast<std::ptrdiff_t>(at), byte);
        break;
      case 1:
        if (at < input.size()) input[at] = byte;
        break;
      default:
        if (at < input.size()) input.erase(at, 1);
    }
  }
  return input;
}

}  // namespace

int main(int count, char** arguments) {
  std::signal(SIGABRT, Report);
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < count; ++i) {
    std::filesystem::path path(arguments[i]);
    if (!std::filesystem::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(path)) files.push_back(entry.path());
  }
  std::mt19937 random(1);
  for (const std::filesystem::path& path : files) {
    std::ifstream file(path, std::ios::binary);
    std::string input((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!Try(input)) {
      std::fprintf(stderr, "%s is not laid out as this fuzzer's inputs are\n", path.c_str());
      return 1;
    }
    for (int i = 0; i < kMutations; ++i) Try(Mutated(input, &random));
  }
  std::printf("%zu inputs, %d mutations each\n", files.size(), kMutations);
  return files.empty() ? 1 : 0;
}
