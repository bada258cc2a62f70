// The C library's printf, left out.
//
// What calls it tells nobody: Abseil's raw log, the texts of exceptions that
// nlohmann_json would throw, names that Embind makes up for unbound types, the
// C++ library before it aborts. printf brings 10 KB of code. The linker sends
// the calls here (--wrap); each writes an empty text.
#include <cstdarg>
#include <cstddef>
#include <cstdio>

extern "C" {
int __wrap_vsnprintf(char* out, size_t size, const char* format, va_list arguments);
int __wrap_snprintf(char* out, size_t size, const char* format, ...);
int __wrap_siprintf(char* out, const char* format, ...);
int __wrap_fiprintf(FILE* file, const char* format, ...);

int __wrap_vsnprintf(char* out, size_t size, const char*, va_list) {
  if (size > 0) *out = '\0';
  return 0;
}

int __wrap_snprintf(char* out, size_t size, const char*, ...) {
  if (size > 0) *out = '\0';
  return 0;
}

int __wrap_siprintf(char* out, const char*, ...) {
  *out = '\0';
  return 0;
}

int __wrap_fiprintf(FILE*, const char*, ...) { return 0; }
}
