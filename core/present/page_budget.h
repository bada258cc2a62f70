// How much a signal_grep page may hold. Source of the rules: signal.md §5.
#ifndef SONDE_PRESENT_PAGE_BUDGET_H_
#define SONDE_PRESENT_PAGE_BUDGET_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sonde {

// What the host's context usage decides. No decision without a valid usage.
struct BudgetTier {
  std::string_view name;     // full, tight, critical
  int64_t remainder_tenths;  // context left, in tenths of a percent
  int64_t target_tokens;
};

// A valid usage is a number from 0 to 100.
std::optional<BudgetTier> TierFor(std::optional<double> percent_used);

inline constexpr int64_t kDefaultTargetTokens = 2000;

// Room of one page: UTF-8 bytes, and UTF-16 units (a token is four).
class PageBudget {
 public:
  explicit PageBudget(int64_t max_bytes) : max_bytes_(max_bytes) {}
  PageBudget(int64_t max_bytes, int64_t target_tokens) : max_bytes_(max_bytes), max_units_(target_tokens * 4) {}

  // True when `text` fits behind what was taken, beside the reserve for notes.
  bool Fits(std::string_view text, int64_t reserve) const;
  // The same without regard to the target.
  bool FitsBytes(std::string_view text, int64_t reserve) const;
  void Take(std::string_view text);
  bool empty() const { return bytes_ == 0; }

 private:
  int64_t max_bytes_;
  int64_t max_units_ = INT64_MAX;
  int64_t bytes_ = 0;
  int64_t units_ = 0;
};

// "[budget tight: 20% context left, target 1000 tokens]", "" for none or full.
std::string BudgetNote(const std::optional<BudgetTier>& tier);

}  // namespace sonde

#endif  // SONDE_PRESENT_PAGE_BUDGET_H_
