#pragma once

#include <string>
#include <string_view>

namespace services {

/// Text as people mean it: valid UTF-8 (what is broken becomes U+FFFD), ligatures as letters, no
/// control characters, no soft hyphens or other invisible ones, one space between words, no spaces
/// at the ends of lines, at most one line end in a row, nothing before and behind.
std::string proseOf(std::string_view text);

/// The ends of lines become spaces, as in formats where they mean no more.
std::string onOneLine(std::string text);

/// The same as proseOf for code: lines and spaces stay as they are; empty lines before and behind go.
std::string codeOf(std::string_view text);

} // namespace services
