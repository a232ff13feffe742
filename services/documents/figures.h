#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace services {

/// Names a figure of a document: an image or a drawing in it. The text of a document marks where it
/// stands with its number, so that passages show which figures they contain.
struct FigureName {
    int page = 0; ///< from 1; 0: the document has no pages
    int number = 0; ///< on its page, or in a document without pages; from 1

    bool operator==(const FigureName&) const = default;
};

inline constexpr int maxFigures = 10'000; ///< of a page, or of a document without pages

/// "[Image 3]", with which the text of a figure begins.
std::string figureMark(int number);

/// The numbers of the figures that a text marks, in its order, each once; at most `most`.
std::vector<int> figuresMarkedIn(std::string_view text, size_t most);

} // namespace services
