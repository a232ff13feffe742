#pragma once

#include "services/documents/document.h"
#include "services/documents/read_document.h"
#include "services/pictures/picture.h"

#include <QRectF>

#include <cstdint>
#include <string_view>
#include <vector>

namespace services {

/// A part of an answer about an image that can be compared with the text in the image.
struct PictureClaim {
    enum class Kind : uint8_t {
        Number, ///< also an amount of money or a percentage, without its unit
        Date, ///< also a day of the week or a month
        Time, ///< of day
        Code, ///< letters with digits, a telephone number, an address of e-mail or the web
        Name,
        Quote, ///< what is between quotation marks
        Sum, ///< the result of a calculation that the answer spells out
    };

    Kind kind = Kind::Number;
    ByteRange bytes; ///< of the answer
    /// True if the text in the image has it, in any notation and with the usual confusions of OCR, or if
    /// it follows from numbers of the answer that the image has.
    bool isSupported = false;
    QRectF place; ///< in parts of the image's width and height; null if it is nowhere or derived

    bool operator==(const PictureClaim&) const = default;
};

/// The word for a kind in JSON: "number".
std::string_view toString(PictureClaim::Kind kind);

/// Compares the numbers, dates, names and quotations of an answer with the text that was read in its
/// image, in the order of the answer; none overlaps another. What may be right is left out: spelled and
/// small counts, and single capitalized words that could be nouns. Of several places of a value, the one
/// next to words of the same sentence is taken. The coordinates of boxes are left out. Without text in the image there are no claims. Takes
/// milliseconds. Nothing is claimed of what isn't UTF-8. Any thread may call it.
std::vector<PictureClaim> findPictureClaims(std::string_view answer, const PictureText& text);

/// The languages in which to read an image so that an answer can be compared with it: the answer's own
/// and English, of those in the folder of `standard`. `missing` is that of the answer if it isn't there:
/// then most of what OCR reads would be wrong, and nothing should be compared. Any thread may call it.
TextLanguages textLanguagesFor(
    std::string_view answer, const TextLanguages& standard = standardTextLanguages());

} // namespace services
