#include "services/documents/readers/image_files.h"
#include "services/documents/readers/pdf_blocks.h"
#include "services/documents/readers/pdf_fragments.h"
#include "services/documents/readers/reader.h"
#include "services/documents/readers/text_recognizer.h"
#include "vision/images/decode.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <leptonica/allheaders.h>
#include <memory>
#include <new>
#include <set>

namespace services {

namespace {

using Pix = std::unique_ptr<PIX, decltype([](PIX* picture) { pixDestroy(&picture); })>;

constexpr int mostPages = 2000; // of a TIFF

TextRecognizer& recognizerFor(const SourceFile& file)
{
    if (!file.recognizer)
        throw Unreadable(DocumentFault::NoLanguages);
    return *file.recognizer;
}

// True for what a computer has drawn: most pixels are exactly like the one before, which those of cameras
// and scanners are not.
bool isDrawn(const GrayPicture& picture)
{
    size_t equal = 0;
    for (size_t pixel = 1; pixel < picture.pixels.size(); ++pixel)
        equal += picture.pixels[pixel] == picture.pixels[pixel - 1];
    return 2 * equal > picture.pixels.size();
}

// Light letters on a dark ground are read twice, first as they are.
void makeLight(GrayPicture& picture)
{
    const auto dark = std::ranges::count_if(picture.pixels, [](uint8_t gray) { return gray < 128; });
    if (2 * size_t(dark) > picture.pixels.size())
        for (uint8_t& gray : picture.pixels)
            gray = uint8_t(255 - gray);
}

// Most letters on screens can be read as they are, which takes half the time.
std::vector<PdfFragment> readFragments(GrayPicture picture, TextRecognizer& recognizer)
{
    const auto read = [&recognizer](const GrayPicture& gray, float scale) {
        return recognizer.read(gray, pointsPerPixel / scale, TextRecognizer::Kind::Picture);
    };
    constexpr std::clock_t longest = 10 * CLOCKS_PER_SEC; // the second reading takes longer
    const auto width = float(picture.width);
    if (isDrawn(picture)) {
        makeLight(picture);
        const std::clock_t begun = std::clock();
        TextRecognizer::Text text = read(picture, 1);
        if (text.isSure || std::clock() - begun > longest)
            return std::move(text.fragments);
        GrayPicture larger = ofGoodSize(picture);
        if (larger.width == picture.width)
            return std::move(text.fragments);
        return read(larger, float(larger.width) / width).fragments;
    }
    picture = ofGoodSize(std::move(picture));
    return read(picture, float(picture.width) / width).fragments;
}

void putPicture(GrayPicture picture, TextRecognizer& recognizer, DocumentWriter& writer)
{
    const float width = float(picture.width) * pointsPerPixel;
    const float height = float(picture.height) * pointsPerPixel;
    std::vector<PdfFragment> text = readFragments(std::move(picture), recognizer);
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
    putPicture(toGray(decodedImage(file.bytes)), recognizer, writer);
    if (!writer.part().text.empty()) // others are photographs
        writer.markScan();
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
