#pragma once

#include "services/documents/readers/document_writer.h"
#include "services/documents/readers/text_recognizer.h"

#include <QSize>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

struct Pix;

namespace vision {
struct Image;
}

namespace services {

inline constexpr float pointsPerPixel = 72.F / 96; ///< as screens and browsers count
inline constexpr float minFigureSide = 60; ///< points; what is smaller is a sign or a rule

/// The size that a PNG, JPEG, GIF, WebP or BMP file says it has, in pixels; none if its first bytes are
/// not enough to tell, or it is another file.
std::optional<QSize> sizeOfImageFile(std::string_view head);

/// Loads an image file that is written in base64, as long as `code` is there.
ImageLoader imageInBase64(std::string_view code);

/// True if an image can be decoded and is large enough to be a figure.
bool showsSomething(const ShownImage& image);

GrayPicture toGray(const vision::Image& image);
GrayPicture toGray(Pix* image); ///< of Leptonica

/// Letters on screens are enlarged, photographs reduced, to the size that is read best.
GrayPicture ofGoodSize(GrayPicture gray);

/// Reads the words in figures, as long as they are few: the others of a document have none, so that it
/// takes little longer to read.
class FigureWords {
public:
    /// Null: there are no language data, so there are no words. It must outlive this object.
    explicit FigureWords(TextRecognizer* recognizer)
        : m_recognizer(recognizer)
    {
    }

    /// Reads those of an image file.
    std::string read(const ImageLoader& load);

    /// Reads those in so many pixels, which `draw` makes if they are read. Without pixels: there are no words.
    std::string read(double pixels, float pointsPerPixel, const std::function<GrayPicture()>& draw);

private:
    static constexpr double maxPixels = 20e6; // as they are read: of all figures of a document

    TextRecognizer* m_recognizer;
    double m_pixelsLeft = maxPixels;
};

/// Decodes an image file. Throws Unreadable{TooLarge} or Unreadable{Damaged}.
vision::Image decodedImage(std::string_view file);

/// Hands an image file to `write` in the form of page_picture.h, at most `width` pixels wide. Throws
/// Unreadable if it cannot be decoded.
void writeFigure(
    const ImageLoader& load, int width, const std::function<void(std::string_view)>& write);

} // namespace services
