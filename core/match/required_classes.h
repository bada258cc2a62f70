// Classes of bytes that stand side by side in every match of a pattern.
//
// For patterns that require no text worth looking for, such as
// [A-Z]{3,}_[0-9]+: every match holds an upper-case letter, an underscore and a
// digit next to each other.
#ifndef SONDE_MATCH_REQUIRED_CLASSES_H_
#define SONDE_MATCH_REQUIRED_CLASSES_H_

#include <bitset>
#include <vector>

#include "re2/re2.h"

namespace sonde {

// ASCII bytes.
using ByteClass = std::bitset<128>;

inline constexpr size_t kMaxRequiredClasses = 3;

// Up to kMaxRequiredClasses classes, the rarest run of them that is found;
// empty when the pattern requires none, or only what is everywhere. Holds for
// ASCII text. `program` must be compiled for Latin-1.
std::vector<ByteClass> RequiredClasses(const RE2& program);

// How often a byte of `members` is expected in text, 0 to 1. Only speed depends on it.
double ClassFrequency(const ByteClass& members);

}  // namespace sonde

#endif  // SONDE_MATCH_REQUIRED_CLASSES_H_
