#ifndef SONDE_BASE_BYTE_FREQUENCY_H_
#define SONDE_BASE_BYTE_FREQUENCY_H_

#include <cstdint>

namespace sonde {

// A rough rank, 0 to 100, of how often `byte` stands in source code and prose.
// Only speed depends on it.
int ByteFrequency(uint8_t byte);

inline bool IsAsciiLetter(uint8_t byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }
inline uint8_t LowerAscii(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte; }

}  // namespace sonde

#endif  // SONDE_BASE_BYTE_FREQUENCY_H_
