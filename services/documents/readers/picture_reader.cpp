#include "services/documents/readers/pdf_blocks.h"
#include "services/documents/readers/pdf_fragments.h"
#include "services/documents/readers/reader.h"
#include "services/documents/readers/text_recognizer.h"
#include "vision/images/decode.h"

#include <algorithm>
#include <cmath>
#include <leptonica/allheaders.h>
#include <memory>
#include <new>
#include <set>

namespace services {

namespace {

using Pix = std::unique_ptr<PIX, decltype([](PIX* picture) { pixDestroy(&picture); })>;

constexpr float pointsPerPixel = 72.F / 96; // as screens and browsers count
constexpr int mostPages = 2000; // of a TIFF

Pix owned(PIX* picture)
{
    if (!picture)
        throw std::bad_alloc();
    return Pix(picture);
}

GrayPicture toGray(const vision::Image& image)
{
    GrayPicture gray{int(image.width), int(image.height), {}};
    gray.pixels.reserve(image.rgb.size() / 3);
    for (size_t pixel = 0; pixel + 2 < image.rgb.size(); pixel += 3) {
        const uint8_t* rgb = image.rgb.data() + pixel;
        gray.pixels.push_back(uint8_t((77 * rgb[0] + 151 * rgb[1] + 28 * rgb[2]) / 256));
    }
    return gray;
}

GrayPicture toGray(PIX* picture)
{
    const Pix bytes = owned(pixConvertTo8(picture, 0));
    GrayPicture gray{pixGetWidth(bytes.get()), pixGetHeight(bytes.get()), {}};
    gray.pixels.reserve(size_t(gray.width) * size_t(gray.height));
    for (int y = 0; y < gray.height; ++y) {
        const l_uint32* row = pixGetData(bytes.get()) + ptrdiff_t(y) * pixGetWpl(bytes.get());
        for (int x = 0; x < gray.width; ++x)
            gray.pixels.push_back(uint8_t(GET_DATA_BYTE(row, x)));
    }
    return gray;
}

// Letters on screens are enlarged, photographs reduced, to the size that is read best.
GrayPicture ofGoodSize(GrayPicture gray)
{
    constexpr double good = 8e6, most = 20e6; // pixels
    const double pixels = double(gray.pixels.size());
    const double larger = std::clamp(std::round(std::sqrt(good / pixels)), 1.0, 3.0);
    const auto factor = float(pixels > most ? std::sqrt(most / pixels) : larger);
    if (factor == 1)
        return gray;
    const Pix picture = owned(pixCreate(gray.width, gray.height, 8));
    for (int y = 0; y < gray.height; ++y) {
        l_uint32* row = pixGetData(picture.get()) + ptrdiff_t(y) * pixGetWpl(picture.get());
        for (int x = 0; x < gray.width; ++x)
            SET_DATA_BYTE(row, x, gray.pixels[size_t(y) * size_t(gray.width) + size_t(x)]);
    }
    gray = {};
    return toGray(owned(pixScale(picture.get(), factor, factor)).get());
}

TextRecognizer& recognizerFor(const SourceFile& file)
{
    if (!file.recognizer)
        throw Unreadable(DocumentFault::NoLanguages);
    return *file.recognizer;
}

void putPicture(GrayPicture picture, TextRecognizer& recognizer, DocumentWriter& writer)
{
    const float width = float(picture.width) * pointsPerPixel;
    const float height = float(picture.height) * pointsPerPixel;
    picture = ofGoodSize(std::move(picture));
    std::vector<PdfFragment> text
        = recognizer.read(picture, width / float(picture.width), TextRecognizer::Kind::Picture)
              .fragments;
    std::set<std::string> hyphenated;
    noteHyphens(text, hyphenated);
    const float bodySize = middleSize(text);
    writer.beginPage(width, height);
    putPage(std::move(text), {.bodySize = bodySize, .hyphenated = hyphenated}, writer);
}

} // namespace

void readPicture(const SourceFile& file, DocumentWriter& writer)
{
    TextRecognizer& recognizer = recognizerFor(file);
    if (file.bytes.size() > size_t(vision::maxImageFileBytes))
        throw Unreadable(DocumentFault::TooLarge);
    try {
        putPicture(
            toGray(vision::decodeImage(std::as_bytes(std::span(file.bytes)))), recognizer, writer);
    } catch (const Unreadable&) {
        throw;
    } catch (const base::Error&) {
        throw Unreadable(DocumentFault::Damaged);
    }
}

void readTiff(const SourceFile& file, DocumentWriter& writer)
{
    TextRecognizer& recognizer = recognizerFor(file);
    setMsgSeverity(L_SEVERITY_NONE);
    const auto* bytes = reinterpret_cast<const l_uint8*>(file.bytes.data());
    const size_t size = file.bytes.size();
    for (int page = 0; page < mostPages; ++page) {
        l_int32 width = 0, height = 0;
        if (readHeaderMemTiff(
                bytes, size, page, &width, &height, nullptr, nullptr, nullptr, nullptr, nullptr)
            != 0) {
            if (page > 0)
                return;
            throw Unreadable(DocumentFault::Damaged);
        }
        if (width > vision::maxImageSide || height > vision::maxImageSide
            || int64_t(width) * height > vision::maxImagePixels)
            throw Unreadable(DocumentFault::TooLarge);
        const Pix picture(pixReadMemTiff(bytes, size, page));
        if (!picture)
            throw Unreadable(DocumentFault::Damaged);
        putPicture(toGray(picture.get()), recognizer, writer);
    }
}

} // namespace services
