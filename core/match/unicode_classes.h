// The Unicode meaning of \w, \d and \s, as text for RE2. Equal to ripgrep's
// (Unicode's UTS #18 annex C), but for \b, which stays ASCII.
#ifndef SONDE_MATCH_UNICODE_CLASSES_H_
#define SONDE_MATCH_UNICODE_CLASSES_H_

#include <string>
#include <string_view>

namespace sonde {

// Members of the class that `letter` (w, d or s) names, to stand inside [ ].
std::string_view UnicodeClassMembers(char letter);

// Members of its complement, as ranges, to stand inside [ ].
std::string UnicodeClassComplement(char letter);

// "\x{1F}": the code point as RE2 writes it.
std::string HexEscape(char32_t code_point);

// True when `code_point` is in \w.
bool IsWordCharacter(char32_t code_point);

// General categories L, and Lu or Lt.
bool IsLetter(char32_t code_point);
bool IsUpperLetter(char32_t code_point);

}  // namespace sonde

#endif  // SONDE_MATCH_UNICODE_CLASSES_H_
