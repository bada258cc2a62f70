#include "core/glob/glob.h"

#include <algorithm>
#include <utility>

#include "core/base/nfc.h"
#include "core/base/utf8.h"

namespace sonde {
namespace {

using Kind = GlobToken::Kind;

// Up to this many, alternatives are written out as branches of their own, which
// match faster; beyond, one program holds them all.
constexpr size_t kMaxBranches = 32;

// Bound on branches times pattern bytes, so that writing out takes little memory.
constexpr size_t kMaxWrittenOutBytes = 16384;

// The number of branches of `sequence` written out, at most kMaxBranches + 1.
size_t CountBranches(const GlobSequence& sequence) {
  size_t product = 1;
  for (const GlobToken& token : sequence) {
    if (token.kind != Kind::kAlternatives) continue;
    size_t sum = 0;
    for (const GlobSequence& alternative : token.alternatives) {
      sum = std::min(sum + CountBranches(alternative), kMaxBranches + 1);
    }
    product = std::min(product * sum, kMaxBranches + 1);
  }
  return product;
}

std::vector<GlobSequence> WriteOut(const GlobSequence& sequence) {
  std::vector<GlobSequence> branches(1);
  for (const GlobToken& token : sequence) {
    if (token.kind != Kind::kAlternatives) {
      for (GlobSequence& branch : branches) AppendToken(&branch, token);
      continue;
    }
    std::vector<GlobSequence> longer;
    for (const GlobSequence& alternative : token.alternatives) {
      for (const GlobSequence& tail : WriteOut(alternative)) {
        for (GlobSequence branch : branches) {
          for (const GlobToken& part : tail) AppendToken(&branch, part);
          longer.push_back(std::move(branch));
        }
      }
    }
    branches = std::move(longer);
  }
  return branches;
}

// An ill-formed byte is no literal to compare as bytes: next to other bytes it
// might become part of a character.
bool IsLiteral(const GlobToken& token) { return token.kind == Kind::kUnit && token.unit < kInvalidByte; }

void AppendLiteral(std::string* out, char32_t unit, Glob::Dialect dialect) {
  if (dialect == Glob::Dialect::kGit) {
    out->push_back(static_cast<char>(unit));
  } else {
    AppendUtf8(out, unit);
  }
}

}  // namespace

std::variant<Glob, GlobError> Glob::Compile(std::string_view pattern, Dialect dialect) {
  const auto parse = dialect == Dialect::kGit ? ParseGitGlob : ParseRipgrepGlob;
  GlobSequence sequence;
  const GlobFault fault = parse(pattern, &sequence);
  if (fault.reason != nullptr) return GlobError{fault.reason, fault.offset};
  Glob glob;
  glob.normalizes_ = dialect == Dialect::kRipgrep;
  if (glob.normalizes_ && !IsAscii(pattern)) {
    // Parsed again rather than once: offsets of faults are those of the
    // pattern as written. Composing may reverse a range: then nothing matches.
    GlobSequence normalized;
    if (ParseRipgrepGlob(NormalizeNfc(pattern), &normalized).reason == nullptr) sequence = std::move(normalized);
  }
  const auto has_braces = [](const GlobToken& token) { return token.kind == Kind::kAlternatives; };
  const size_t branches = CountBranches(sequence);
  if (branches > kMaxBranches || branches * pattern.size() > kMaxWrittenOutBytes ||
      std::none_of(sequence.begin(), sequence.end(), has_braces)) {
    glob.branches_.push_back(MakeBranch(sequence, dialect));
  } else {
    for (const GlobSequence& branch : WriteOut(sequence)) glob.branches_.push_back(MakeBranch(branch, dialect));
  }
  return glob;
}

Glob::Branch Glob::MakeBranch(const GlobSequence& sequence, Dialect dialect) {
  Branch branch;
  auto begin = sequence.begin();
  auto end = sequence.end();
  for (; begin != end && IsLiteral(*begin); ++begin) AppendLiteral(&branch.prefix, begin->unit, dialect);
  while (begin != end && IsLiteral(end[-1])) --end;
  for (auto token = end; token != sequence.end() && begin != end; ++token) {
    AppendLiteral(&branch.suffix, token->unit, dialect);
  }
  const GlobSequence middle(begin, end);
  if (middle.empty()) return branch;
  if (middle.size() == 1 && middle[0].kind == Kind::kStar) {
    branch.gap = Branch::Gap::kStar;
  } else if (middle.size() == 1 && middle[0].kind == Kind::kAnyPath) {
    branch.gap = Branch::Gap::kAnyPath;
  } else if (middle.size() == 1 && middle[0].kind == Kind::kFolders) {
    branch.gap = Branch::Gap::kFolders;
  } else {
    branch.gap = Branch::Gap::kProgram;
    branch.program = GlobProgram(middle, dialect == Dialect::kRipgrep);
    std::string run;
    for (const GlobToken& token : middle) {
      if (IsLiteral(token)) {
        AppendLiteral(&run, token.unit, dialect);
        if (run.size() > branch.needle.size()) branch.needle = run;
      } else {
        run.clear();
      }
    }
  }
  return branch;
}

bool Glob::Branch::Matches(std::string_view path) const {
  if (path.size() < prefix.size() + suffix.size()) return false;
  if (path.substr(path.size() - suffix.size()) != suffix || path.substr(0, prefix.size()) != prefix) return false;
  const std::string_view middle = path.substr(prefix.size(), path.size() - prefix.size() - suffix.size());
  switch (gap) {
    case Gap::kNone:
      return middle.empty();
    case Gap::kStar:
      return middle.find('/') == std::string_view::npos;
    case Gap::kFolders:
      return middle.empty() || middle.back() == '/';
    case Gap::kProgram:
      return middle.find(needle) != std::string_view::npos && program.Matches(middle);
    case Gap::kAnyPath:
      break;
  }
  return true;
}

bool Glob::Matches(std::string_view path) const {
  std::string normalized;
  if (normalizes_ && !IsAscii(path) && !IsCertainlyNfc(path)) {
    normalized = NormalizeNfc(path);
    path = normalized;
  }
  for (const Branch& branch : branches_) {
    if (branch.Matches(path)) return true;
  }
  return false;
}

std::string_view Glob::LiteralSuffix() const {
  if (branches_.size() != 1) return {};
  return branches_[0].gap == Branch::Gap::kNone ? branches_[0].prefix : branches_[0].suffix;
}

bool Glob::MatchesOnlyEmpty() const {
  return branches_.size() == 1 && branches_[0].gap == Branch::Gap::kNone && branches_[0].prefix.empty();
}

}  // namespace sonde
