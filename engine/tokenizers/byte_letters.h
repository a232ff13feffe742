#pragma once

#include <string>
#include <string_view>

namespace engine {

/// Byte-level tokenizers (GPT-2) spell every byte as a printable letter. The printable characters
/// of Latin-1 stand for themselves; the other bytes, in order, are the letters from U+0100 on. So a
/// space is spelled "Ġ" and a newline "Ċ". Returns the letters for `bytes`.
std::string toByteLetters(std::string_view bytes);

/// Returns the bytes that `piece` spells. A piece with any other letter in it is returned
/// unchanged.
std::string fromByteLetters(std::string_view piece);

} // namespace engine
