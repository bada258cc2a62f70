#include "core/match/program.h"

namespace sonde {
namespace {

// Memory for one program and its DFA states. A pattern whose program does not
// fit is refused; a DFA that outgrows it is thrown away and begun anew.
constexpr int64_t kMaxProgramBytes = 8 << 20;

}  // namespace

RE2::Options ProgramOptions(TextClass text_class, bool ignore_case) {
  RE2::Options options;
  options.set_encoding(text_class == TextClass::kAscii ? RE2::Options::EncodingLatin1 : RE2::Options::EncodingUTF8);
  options.set_case_sensitive(!ignore_case);
  options.set_log_errors(false);
  options.set_never_nl(true);
  options.set_max_mem(kMaxProgramBytes);
  return options;
}

RegexpPointer ParseRegexp(const std::string& pattern, const RE2::Options& options, re2::RegexpStatus* status) {
  auto flags = static_cast<re2::Regexp::ParseFlags>(options.ParseFlags());
  return RegexpPointer(re2::Regexp::Parse(pattern, flags, status));
}

}  // namespace sonde
