#pragma once

#include <string>
#include <string_view>

namespace engine {

// What the Unicode character database says of a character. Texts must be UTF-8.

bool isWhitespace(char32_t character); ///< White_Space
bool isControl(char32_t character); ///< Cc, Cf, Co, Cs
bool isPunctuation(char32_t character); ///< P
bool isSymbol(char32_t character); ///< S
bool isMark(char32_t character); ///< M: Mn, Mc, Me
bool isNonspacingMark(char32_t character); ///< Mn
bool isNumber(char32_t character); ///< N
bool isWordCharacter(char32_t character); ///< L, M, N, Pc
bool isCjkIdeograph(char32_t character); ///< the blocks that BERT sets apart as words

char32_t lowercase(char32_t character); ///< simple mapping

/// The first character of the canonical decomposition.
char32_t baseCharacter(char32_t character);

enum class NormalForm { Nfc, Nfd, Nfkc, Nfkd };
std::string normalized(std::string_view text, NormalForm form);

std::string lowercased(std::string_view text);

} // namespace engine
