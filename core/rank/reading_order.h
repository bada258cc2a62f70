// The order in which the files of a broad result are worth reading. It only
// decides what a result suggests to ask next; nothing is left out by it.
#ifndef SONDE_RANK_READING_ORDER_H_
#define SONDE_RANK_READING_ORDER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// The letters and digits of `text`, in lower case: "str_cat" and "StrCat" are
// both "strcat". With `is_pattern` a backslash and what it escapes are left out.
std::string NameOf(std::string_view text, bool is_pattern);

// Places in `paths`: sources before tests; within each, files named like one of
// `names` first, then those that share a part with one, then the others.
// Otherwise the order of `paths` stays, as it does behind the first kNamed of
// them: names are compared for the files with most hits alone.
inline constexpr size_t kNamed = 512;
std::vector<uint32_t> ReadingOrder(const std::vector<std::string_view>& paths, const std::vector<std::string>& names);

}  // namespace sonde

#endif  // SONDE_RANK_READING_ORDER_H_
