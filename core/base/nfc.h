// Unicode Normalization Form C, in which globs and paths are compared: a name
// typed with a combining accent meets the same name stored composed.
#ifndef SONDE_BASE_NFC_H_
#define SONDE_BASE_NFC_H_

#include <string>
#include <string_view>

namespace sonde {

bool IsAscii(std::string_view text);

// True only for text that is its own NFC. False may be a false alarm: it asks
// for NormalizeNfc. Allocates nothing.
bool IsCertainlyNfc(std::string_view utf8);

// NFC of `utf8`, in the Unicode version named in nfc_tables.h. Ill-formed bytes
// stay as they are, and nothing is reordered or joined across them.
// O(n log n) in the longest run of combining marks, else linear.
std::string NormalizeNfc(std::string_view utf8);

}  // namespace sonde

#endif  // SONDE_BASE_NFC_H_
