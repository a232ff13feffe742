#pragma once

namespace services {

/// How much room a letter takes in most fonts, in parts of the font's size.
struct LetterShape {
    float width; ///< to the next letter
    float top, bottom; ///< of what is seen, above the line that letters stand on
};

LetterShape shapeOf(char32_t letter);

} // namespace services
