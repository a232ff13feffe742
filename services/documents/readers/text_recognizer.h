#pragma once

#include "services/documents/readers/pdf_fragments.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// An image in shades of gray: one byte a pixel, 255 is white, rows from the top without padding.
struct GrayPicture {
    int width = 0, height = 0;
    std::vector<uint8_t> pixels;
};

/// Reads the text in images with Tesseract. Its language data are opened when it is made, so it
/// must be made before the sandbox closes; they are taken apart by warmUp() or when the first image comes,
/// which takes about 0.15 s and 60 MiB. There is one at a time, and it belongs to one thread.
class TextRecognizer {
public:
    /// Opens the data of the languages that `names` joins by "+" ("deu+eng") in `folder`. Those that
    /// cannot be opened are left out; null if none is left.
    static std::unique_ptr<TextRecognizer> open(const std::string& folder, std::string_view names);
    ~TextRecognizer();

    /// Does what would be done when the first image comes.
    void warmUp();

    /// The kind of image: a page of text, or an image that may show none.
    enum class Kind { Page, Picture };

    /// What stands on an image, after the image was turned clockwise by so many quarters.
    struct Text {
        std::vector<PdfFragment> fragments;
        int quarters = 0;
        bool isSure = false; ///< many words, and nearly all of them were read surely
    };

    /// The words of an image, line by line, with their rectangles in points; what it is not sure of
    /// is left out, and so is what it does not come to in `timeForPage`. A Kind::Picture has no
    /// words if most of them are doubtful (showsText); a Kind::Page is then turned. Throws
    /// Unreadable{NoLanguages} if the language data are broken, DocumentWriter::Full after `timeForAll`.
    Text read(const GrayPicture& picture, float pointsPerPixel, Kind kind);

    static constexpr std::chrono::seconds timeForPage{30}; ///< of the CPU, each way it is turned
    static constexpr std::chrono::minutes timeForAll{20}; ///< pages of one document

    /// True if an image in which these words were read shows text: three letters at least, and half
    /// of all, are in words that were read surely. Those of photographs and drawings are single
    /// signs and doubtful.
    static bool showsText(std::span<const PdfWord> words);

private:
    class Tesseract;

    explicit TextRecognizer(std::string names);
    void begin();
    std::vector<PdfWord> readUpright(const GrayPicture& picture, float pointsPerPixel);

    std::string m_names;
    std::unique_ptr<Tesseract> m_tesseract; // null until the first image
    std::chrono::steady_clock::duration m_taken{};
    size_t m_leftOut = 0; // words of the last image that were too doubtful
};

} // namespace services
