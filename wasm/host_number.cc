// Reads the fractions in JSON requests with the host's own Number.
//
// The C library's strtod works in 128 bit floats, which WebAssembly has not:
// 10 KB of code for the few numbers of a request. The linker sends the calls
// here (--wrap=strtod). JSON numbers are a part of what Number takes, and both
// round to the nearest double.
#include <emscripten.h>

#include <cmath>
#include <cstring>

EM_JS(double, SondeHostNumber, (const char* text), { return Number(UTF8ToString(text)); });

extern "C" {
double __wrap_strtod(const char* text, char** end);

// Takes a whole JSON number, as the lexer of nlohmann_json calls it. Anything
// else is left unread: 0, and `end` at the beginning.
double __wrap_strtod(const char* text, char** end) {
  double number = SondeHostNumber(text);
  bool read = !std::isnan(number);
  if (end) *end = const_cast<char*>(text) + (read ? std::strlen(text) : 0);
  return read ? number : 0;
}
}
