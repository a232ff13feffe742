#pragma once

#include <string>
#include <string_view>

namespace engine {

/// What the Unicode character database says of a character: the property or the general categories
/// that are named. Texts must be UTF-8.
bool isWhitespace(char32_t character); ///< White_Space
bool isControl(char32_t character); ///< Cc, Cf, Co, Cs
bool isPunctuation(char32_t character); ///< all of P
bool isSymbol(char32_t character); ///< all of S
bool isMark(char32_t character); ///< all of M: Mn, Mc, Me
bool isNonspacingMark(char32_t character); ///< Mn
bool isNumber(char32_t character); ///< all of N
bool isWordCharacter(char32_t character); ///< L, M, N, Pc
/// True for characters in the blocks that BERT cuts into words of one character.
bool isCjkIdeograph(char32_t character);

char32_t lowercase(char32_t character); ///< by the simple case mapping

/// The first character of the canonical decomposition of `character`.
char32_t baseCharacter(char32_t character);

enum class NormalForm { Nfc, Nfd, Nfkc, Nfkd };
std::string normalized(std::string_view text, NormalForm form);

std::string lowercased(std::string_view text);

/// Byte-level tokenizers (GPT-2) spell every byte as a printable letter. The printable characters
/// of Latin-1 stand for themselves; the other bytes, in order, are the letters from U+0100 on. So a
/// space is spelled "Ġ" and a newline "Ċ". Returns the letters for `bytes`.
std::string toByteLetters(std::string_view bytes);

/// Returns the bytes that `piece` spells. A piece with any other letter in it is returned
/// unchanged.
std::string fromByteLetters(std::string_view piece);

} // namespace engine
