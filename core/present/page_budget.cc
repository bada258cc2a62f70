#include "core/present/page_budget.h"

#include <cmath>

#include "core/base/utf8.h"

namespace sonde {

std::optional<BudgetTier> TierFor(std::optional<double> percent_used) {
  if (!percent_used || !(*percent_used >= 0 && *percent_used <= 100)) return std::nullopt;
  int64_t remainder = std::llround((100 - *percent_used) * 10);
  if (remainder > 400) return BudgetTier{"full", remainder, kDefaultTargetTokens};
  if (remainder >= 120) return BudgetTier{"tight", remainder, 1000};
  return BudgetTier{"critical", remainder, 500};
}

bool PageBudget::Fits(std::string_view text, int64_t reserve) const {
  return FitsBytes(text, reserve) && units_ + static_cast<int64_t>(Utf16Length(text)) + reserve <= max_units_;
}

bool PageBudget::FitsBytes(std::string_view text, int64_t reserve) const {
  return bytes_ + static_cast<int64_t>(text.size()) + reserve <= max_bytes_;
}

void PageBudget::Take(std::string_view text) {
  bytes_ += static_cast<int64_t>(text.size());
  units_ += static_cast<int64_t>(Utf16Length(text));
}

std::string BudgetNote(const std::optional<BudgetTier>& tier) {
  if (!tier || tier->name == "full") return {};
  std::string percent = std::to_string(tier->remainder_tenths / 10);
  if (tier->remainder_tenths % 10 != 0) percent += "." + std::to_string(tier->remainder_tenths % 10);
  return "[budget " + std::string(tier->name) + ": " + percent + "% context left, target " +
         std::to_string(tier->target_tokens) + " tokens]";
}

}  // namespace sonde
