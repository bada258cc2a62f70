// A pattern as RE2 runs it, compiled when it is first asked for.
//
// Compiling takes longer than a search where the pattern names Unicode classes
// (2 ms for \w in WebAssembly), and plans that look at bytes seldom ask for it.
#ifndef SONDE_MATCH_PROGRAM_H_
#define SONDE_MATCH_PROGRAM_H_

#include <memory>
#include <string>
#include <utility>

#include "core/match/translate.h"
#include "re2/re2.h"
#include "re2/regexp.h"

namespace sonde {

// The options of every program. Its text is a line, or lines without hits
// across line feeds.
RE2::Options ProgramOptions(TextClass text_class, bool ignore_case);

struct RegexpDeleter {
  void operator()(re2::Regexp* regexp) const { regexp->Decref(); }
};
using RegexpPointer = std::unique_ptr<re2::Regexp, RegexpDeleter>;

// Null when `pattern` is not one of RE2's; `status` says why.
RegexpPointer ParseRegexp(const std::string& pattern, const RE2::Options& options, re2::RegexpStatus* status);

class Program {
 public:
  Program(std::string pattern, const RE2::Options& options) : pattern_(std::move(pattern)), options_(options) {}

  // Valid as long as the program. Not ok() when the pattern is invalid or takes
  // too much memory. Not for two threads at once.
  const RE2& get() const {
    if (!compiled_) compiled_ = std::make_unique<RE2>(pattern_, options_);
    return *compiled_;
  }

 private:
  std::string pattern_;
  RE2::Options options_;
  mutable std::unique_ptr<RE2> compiled_;
};

}  // namespace sonde

#endif  // SONDE_MATCH_PROGRAM_H_
