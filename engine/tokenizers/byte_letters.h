#pragma once

#include <string>
#include <string_view>

namespace engine {

// Byte-level tokenizers spell every byte as a printable letter: those of Latin-1 that are printable
// stand for themselves, the others in order for U+0100 and up. A space is "Ġ", a newline "Ċ".

/// The letters that spell these bytes.
std::string toByteLetters(std::string_view bytes);

/// The bytes such a piece stands for; a piece with anything else in it stands for itself.
std::string fromByteLetters(std::string_view piece);

} // namespace engine
