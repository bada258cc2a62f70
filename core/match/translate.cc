#include "core/match/translate.h"

#include <algorithm>

#include "core/base/utf8.h"
#include "core/match/unicode_classes.h"

namespace sonde {
namespace {

constexpr std::string_view kLineFeedAdvice =
    "a line feed can't match, since each line is searched by itself: search for one of the lines";
constexpr std::string_view kLookAroundAdvice =
    "look-around is not supported, since it can't be matched in linear time: match the text around it as well, or "
    "search for the wanted part and filter the lines";
constexpr std::string_view kBackReferenceAdvice =
    "back-references are not supported, since they can't be matched in linear time: write the repeated text out, or "
    "search for its first part and filter the lines";

// In a Latin-1 program every code point that ASCII text lacks may be this one.
constexpr char32_t kNeverInAscii = 0xFF;

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

class Translator {
 public:
  Translator(std::string_view pattern, TextClass text_class) : in_(pattern), text_class_(text_class) {
    result_.literal.emplace();
  }

  Result<Translation> Run() {
    while (at_ < in_.size() && !error_) TranslateOne();
    if (!open_groups_.empty()) Fail(open_groups_.back(), "missing ): write \\( for a parenthesis");
    if (error_) return *std::move(error_);
    result_.origin.push_back(static_cast<uint32_t>(in_.size()));
    return std::move(result_);
  }

 private:
  bool Looking(std::string_view text) const { return in_.substr(at_, text.size()) == text; }

  void Fail(size_t offset, std::string_view detail) {
    if (!error_) error_ = PatternError(in_, offset, detail);
  }

  // Appends RE2 syntax that stands for what begins at token_ in the input.
  void Emit(std::string_view text) {
    result_.pattern.append(text);
    result_.origin.insert(result_.origin.end(), text.size(), static_cast<uint32_t>(token_));
  }

  void EmitCodePoint(char32_t code_point) {
    if (text_class_ == TextClass::kAscii && code_point >= 0x80) code_point = kNeverInAscii;
    Emit(HexEscape(code_point));
  }

  void NoteLiteral(char32_t code_point) {
    if (code_point >= 0x80) result_.has_non_ascii = true;
    if (IsLetter(code_point)) result_.has_letter = true;
    if (IsUpperLetter(code_point)) result_.has_upper_letter = true;
    if (result_.literal && !in_class_) AppendUtf8(&*result_.literal, code_point);
  }

  void NotLiteral() { result_.literal.reset(); }

  // A literal code point outside of classes. An unescaped ASCII one is copied:
  // RE2 decides what it means.
  void Literal(char32_t code_point, bool escaped) {
    if (code_point == '\n') return Fail(token_, kLineFeedAdvice);
    NoteLiteral(code_point);
    if (escaped || code_point >= 0x80) return EmitCodePoint(code_point);
    char c = static_cast<char>(code_point);
    Emit({&c, 1});
  }

  void TranslateOne() {
    token_ = at_;
    char c = in_[at_];
    switch (c) {
      case '\\':
        return TranslateEscape();
      case '[':
        NotLiteral();
        return TranslateClass();
      case '(':
        NotLiteral();
        return TranslateGroup();
      case ')':
        if (open_groups_.empty()) return Fail(at_, "unexpected ): write \\) for a parenthesis");
        open_groups_.pop_back();
        ++at_;
        return Emit({&c, 1});
      case '^':
      case '$':
        NotLiteral();
        ++at_;
        return Emit(c == '^' ? "(?m:^)" : "(?m:$)");
      case '.':
      case '*':
      case '+':
      case '?':
      case '|':
      case '{':
        NotLiteral();
        ++at_;
        return Emit({&c, 1});
      default:
        return Literal(DecodeUtf8(in_, &at_), false);
    }
  }

  void TranslateGroup() {
    for (std::string_view look_around : {"(?=", "(?!", "(?<=", "(?<!"}) {
      if (Looking(look_around)) return Fail(at_, kLookAroundAdvice);
    }
    if (Looking("(?P=")) return Fail(at_, kBackReferenceAdvice);
    if (Looking("(?>")) return Fail(at_, "atomic groups are not supported: use (?:...), matching is linear anyway");
    open_groups_.push_back(at_);
    // A group's name and its flags are copied; nothing in them is a literal.
    size_t end = at_ + 1;
    if (Looking("(?P<") || Looking("(?<")) {
      end = in_.find('>', at_);
      end = end == std::string_view::npos ? in_.size() : end + 1;
      if (in_.substr(at_, end - at_).find('\n') != std::string_view::npos) return Fail(at_, kLineFeedAdvice);
    } else if (Looking("(?")) {
      end = in_.find_first_of(":)", at_);
      end = end == std::string_view::npos ? in_.size() : end + 1;
      if (in_[end - 1] == ')') open_groups_.pop_back();  // flags for what follows, such as (?i)
      result_.has_inline_flags =
          result_.has_inline_flags || in_.substr(at_, end - at_).find('i') != std::string_view::npos;
    }
    for (; at_ < end; ++at_) {
      token_ = at_;
      Emit(in_.substr(at_, 1));
    }
  }

  // Reads the digits of \x, \u, \0 at `at_` (behind the letter). `braced`
  // forms take any number of digits, others exactly `digits`.
  bool ReadHex(size_t digits, char32_t* value) {
    *value = 0;
    bool braced = at_ < in_.size() && in_[at_] == '{';
    size_t start = braced ? at_ + 1 : at_;
    size_t end = start;
    while (end < in_.size() && HexValue(in_[end]) >= 0 && (braced || end - start < digits)) {
      *value = std::min<char32_t>(*value * 16 + static_cast<char32_t>(HexValue(in_[end])), 0x110000);
      ++end;
    }
    bool closed = braced ? end < in_.size() && in_[end] == '}' && end > start : end - start == digits;
    if (!closed || *value > 0x10FFFF || (*value >= 0xD800 && *value < 0xE000)) return false;
    at_ = braced ? end + 1 : end;
    return true;
  }

  // Reads an escape that stands for one code point; at_ is behind the
  // backslash. False when it is none of these.
  bool ReadEscapedCodePoint(char32_t* code_point) {
    char c = in_[at_];
    static constexpr std::string_view kControls = "afnrtv";
    static constexpr std::string_view kControlValues = "\a\f\n\r\t\v";
    if (size_t index = kControls.find(c); index != std::string_view::npos) {
      ++at_;
      *code_point = static_cast<unsigned char>(kControlValues[index]);
      return true;
    }
    if (c == 'x' || c == 'u') {
      size_t letter = at_++;
      if (ReadHex(c == 'x' ? 2 : 4, code_point)) return true;
      at_ = letter;
      Fail(token_,
           c == 'x' ? "invalid escape: write \\xHH or \\x{H...}" : "invalid escape: write \\uHHHH or \\u{H...}");
      return false;
    }
    if (c == '0') {
      size_t start = at_;
#ifdef SONDE_PLANTED_FAULT
      ++start;
#endif
      *code_point = 0;
      while (at_ < in_.size() && at_ < start + 3 && in_[at_] >= '0' && in_[at_] <= '7') {
        *code_point = *code_point * 8 + static_cast<char32_t>(in_[at_++] - '0');
      }
      return true;
    }
    bool word = static_cast<unsigned char>(c) >= 0x80 || IsDigit(c) || HexValue(c) >= 0 || (c >= 'A' && c <= 'Z') ||
                (c >= 'a' && c <= 'z') || c == '_';
    if (word || c == '<' || c == '>') return false;
    ++at_;
    *code_point = static_cast<unsigned char>(c);
    return true;
  }

  static bool IsPerlClass(char c) { return std::string_view("wdsWDS").find(c) != std::string_view::npos; }

  // Members of a Perl class, to stand inside [ ].
  void EmitPerlClassMembers(char c) {
    if (text_class_ == TextClass::kAscii) {
      // RE2's own \s lacks the vertical tab that White_Space has.
      if (c == 's') return Emit("\\t-\\r ");
      if (c == 'S') return Emit("\\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{FF}");
      char text[] = {'\\', c};
      return Emit({text, 2});
    }
    char lower = static_cast<char>(c | 0x20);
    if (c == lower) {
      Emit(UnicodeClassMembers(lower));
    } else {
      Emit(UnicodeClassComplement(lower));
    }
  }

  void TranslateEscape() {
    size_t escape = at_++;
    if (at_ == in_.size()) return Fail(escape, "trailing \\: write \\\\ for a backslash");
    char c = in_[at_];
    char32_t code_point;
    if (ReadEscapedCodePoint(&code_point)) return Literal(code_point, true);
    if (error_) return;
    if (c >= '1' && c <= '9') return Fail(escape, kBackReferenceAdvice);
    if (c == 'k') return Fail(escape, kBackReferenceAdvice);
    if (c == 'Q') {
      ++at_;
      while (at_ < in_.size() && !Looking("\\E") && !error_) {
        token_ = at_;
        Literal(DecodeUtf8(in_, &at_), true);
      }
      if (at_ < in_.size()) at_ += 2;
      // A quantifier behind \E applies to the last character, as in RE2.
      return;
    }
    NotLiteral();
    ++at_;
    if (IsPerlClass(c)) {
      char lower = static_cast<char>(c | 0x20);
      Emit(c == lower ? "[" : "[^");
      EmitPerlClassMembers(lower);
      return Emit("]");
    }
    switch (c) {
      case '<':
      case '>':
        return Emit("\\b");
      case 'A':
        return Emit("(?m:^)");
      case 'z':
        return Emit("(?m:$)");
      case 'p':
      case 'P':
        return TranslateProperty(c);
      case 'C':
        result_.has_any_byte = true;
        return Emit("\\C");
      case 'b':
      case 'B':
        break;
      default:
        break;  // RE2 says what is wrong with it
    }
    at_ = escape + 1;
    size_t end = at_;
    DecodeUtf8(in_, &end);
    at_ = end;
    Emit(in_.substr(escape, end - escape));
  }

  // \pL, \p{Name}; at_ is behind the letter.
  void TranslateProperty(char letter) {
    size_t end = at_;
    if (at_ < in_.size() && in_[at_] == '{') {
      end = in_.find('}', at_);
      end = end == std::string_view::npos ? in_.size() : end + 1;
    } else if (at_ < in_.size()) {
      DecodeUtf8(in_, &end);
    }
    char head[] = {'\\', letter};
    Emit({head, 2});
    Emit(in_.substr(at_, end - at_));
    at_ = end;
  }

  void TranslateClass() {
    size_t open = at_++;
    bool negated = at_ < in_.size() && in_[at_] == '^';
    Emit(negated ? "[^" : "[");
    if (negated) ++at_;
    in_class_ = true;
    size_t items = 0;
    bool only_line_feed = true;
    bool first = true;
    while (at_ < in_.size() && (first || in_[at_] != ']') && !error_) {
      first = false;
      token_ = at_;
      char32_t code_point = 0;
      if (TranslateClassItem(&code_point)) {
        only_line_feed = only_line_feed && code_point == '\n';
      } else {
        only_line_feed = false;
      }
      ++items;
    }
    in_class_ = false;
    if (error_) return;
    token_ = at_;
    if (at_ == in_.size()) return Fail(open, "missing ]: write \\[ for a bracket");
    ++at_;
    if (items > 0 && only_line_feed && !negated) return Fail(open, kLineFeedAdvice);
    Emit("]");
  }

  // One member of a class. True when it is a single code point.
  bool TranslateClassItem(char32_t* code_point) {
    char c = in_[at_];
    if (Looking("[:")) {
      size_t end = in_.find(":]", at_ + 2);
      if (end != std::string_view::npos) {
        Emit(in_.substr(at_, end + 2 - at_));
        at_ = end + 2;
        return false;
      }
    }
    if (c == '\\') {
      size_t escape = at_++;
      if (at_ == in_.size()) {
        Fail(escape, "trailing \\: write \\\\ for a backslash");
        return false;
      }
      if (ReadEscapedCodePoint(code_point)) {
        NoteLiteral(*code_point);
        EmitCodePoint(*code_point);
        return true;
      }
      if (error_) return false;
      char letter = in_[at_++];
      if (IsPerlClass(letter)) {
        EmitPerlClassMembers(letter);
      } else if (letter == 'p' || letter == 'P') {
        TranslateProperty(letter);
      } else if (letter == '<' || letter == '>') {
        Emit({&letter, 1});
      } else {
        --at_;
        size_t end = at_;
        DecodeUtf8(in_, &end);
        Emit(in_.substr(escape, end - escape));
        at_ = end;
      }
      return false;
    }
    *code_point = DecodeUtf8(in_, &at_);
    NoteLiteral(*code_point);
    if (*code_point >= 0x80 || *code_point == '\n') {
      EmitCodePoint(*code_point);
    } else {
      Emit({&c, 1});
    }
    return c != '-';
  }

  std::string_view in_;
  TextClass text_class_;
  size_t at_ = 0;
  size_t token_ = 0;  // where what is being translated begins
  bool in_class_ = false;
  std::vector<size_t> open_groups_;  // where each begins
  Translation result_;
  std::optional<Error> error_;
};

}  // namespace

Error PatternError(std::string_view pattern, size_t byte_offset, std::string_view detail) {
  size_t character = 1;
  for (size_t at = 0; at < byte_offset && at < pattern.size(); ++character) DecodeUtf8(pattern, &at);
  // A long pattern is quoted around the position only.
  constexpr size_t kQuoteBytes = 120;
  size_t begin = byte_offset > kQuoteBytes / 2 ? FloorCodePoint(pattern, byte_offset - kQuoteBytes / 2) : 0;
  size_t end = FloorCodePoint(pattern, std::min(pattern.size(), begin + kQuoteBytes));
  std::string quoted(begin > 0 ? "…" : "");
  quoted.append(pattern.substr(begin, end - begin));
  if (end < pattern.size()) quoted.append("…");
  std::string message = "regex parse error at character " + std::to_string(character) + " of \"" + quoted + "\": ";
  message.append(detail);
  return {ErrorCode::kSearchInvalidPattern, std::move(message)};
}

std::string EscapePattern(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (std::string_view(R"(\.+*?()|[]{}^$)").find(c) != std::string_view::npos) escaped.push_back('\\');
    escaped.push_back(c);
  }
  return escaped;
}

Result<Translation> TranslatePattern(std::string_view pattern, TextClass text_class) {
  return Translator(pattern, text_class).Run();
}

}  // namespace sonde
