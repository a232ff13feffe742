#include "services/documents/readers/image_files.h"

#include "services/documents/page_picture.h"
#include "vision/images/decode.h"

#include <QByteArray>

#include <algorithm>
#include <cmath>
#include <leptonica/allheaders.h>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace services {

namespace {

using Bytes = std::string_view;

// 0 if the number is not all there.
uint32_t littleEndian(Bytes bytes, size_t at, int count)
{
    return at + size_t(count) <= bytes.size()
        ? vision::littleEndian(std::as_bytes(std::span(bytes)), at, count)
        : 0;
}

uint32_t bigEndian(Bytes bytes, size_t at, int count)
{
    return at + size_t(count) <= bytes.size()
        ? vision::bigEndian(std::as_bytes(std::span(bytes)), at, count)
        : 0;
}

QSize sized(uint32_t width, uint32_t height)
{
    constexpr auto most = uint32_t(vision::maxScaledSide);
    return {int(std::min(width, most)), int(std::min(height, most))};
}

// Goes through the segments of a JPEG file to the one with its size.
QSize sizeOfJpeg(Bytes file)
{
    for (size_t at = 2; at + 9 <= file.size() && uint8_t(file[at]) == 0xFF;) {
        const auto marker = uint8_t(file[at + 1]);
        if (marker == 0xFF) { // padding
            ++at;
            continue;
        }
        const bool isFrame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8
            && marker != 0xCC;
        if (isFrame)
            return sized(bigEndian(file, at + 7, 2), bigEndian(file, at + 5, 2));
        at += 2 + std::max<size_t>(bigEndian(file, at + 2, 2), 2);
    }
    return {};
}

QSize sizeOfWebp(Bytes file)
{
    const Bytes kind = file.substr(std::min<size_t>(12, file.size()), 4);
    if (kind == "VP8 ")
        return sized(littleEndian(file, 26, 2) & 0x3FFF, littleEndian(file, 28, 2) & 0x3FFF);
    if (kind == "VP8L") {
        const uint32_t bits = littleEndian(file, 21, 4);
        return sized((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1);
    }
    if (kind == "VP8X" && file.size() >= 30)
        return sized(littleEndian(file, 24, 3) + 1, littleEndian(file, 27, 3) + 1);
    return {};
}

QSize declaredSize(Bytes file)
{
    if (file.starts_with("\x89PNG\r\n\x1A\n"))
        return sized(bigEndian(file, 16, 4), bigEndian(file, 20, 4));
    if (file.starts_with("GIF8"))
        return sized(littleEndian(file, 6, 2), littleEndian(file, 8, 2));
    if (file.starts_with("\xFF\xD8\xFF"))
        return sizeOfJpeg(file);
    if (file.starts_with("RIFF") && file.substr(0, 12).ends_with("WEBP"))
        return sizeOfWebp(file);
    if (file.starts_with("BM")) // The height is negative if rows begin at the top.
        return sized(littleEndian(file, 18, 4),
            uint32_t(std::abs(int64_t(int32_t(littleEndian(file, 22, 4))))));
    return {};
}

constexpr size_t headBytes = size_t(64) << 10; // with the size of nearly every image
constexpr size_t maxFileBytes = size_t(32) << 20;

vision::Image decoded(const ImageLoader& load)
{
    const std::string file = load(maxFileBytes + 1);
    if (file.size() > maxFileBytes)
        throw Unreadable(DocumentFault::TooLarge);
    if (!sizeOfImageFile(file))
        throw Unreadable(DocumentFault::UnknownForm);
    return decodedImage(file);
}

} // namespace

std::optional<QSize> sizeOfImageFile(std::string_view head)
{
    const QSize size = declaredSize(head);
    return size.isEmpty() ? std::nullopt : std::optional(size);
}

ImageLoader imageInBase64(std::string_view code)
{
    return [code](size_t most) {
        const std::string_view part = code.substr(0, most / 3 * 4 + 4);
        const QByteArray bytes
            = QByteArray::fromBase64(QByteArray::fromRawData(part.data(), qsizetype(part.size())));
        return bytes.left(qsizetype(most)).toStdString();
    };
}

vision::Image decodedImage(std::string_view file)
{
    if (file.size() > size_t(vision::maxImageFileBytes))
        throw Unreadable(DocumentFault::TooLarge);
    try {
        return vision::decodeImage(std::as_bytes(std::span(file)));
    } catch (const Unreadable&) {
        throw;
    } catch (const base::Error&) {
        throw Unreadable(DocumentFault::Damaged);
    }
}

bool showsSomething(const ShownImage& image)
{
    if (!image.load)
        return false;
    const bool isSized = image.width > 0 && image.height > 0;
    if (isSized && std::min(image.width, image.height) < minFigureSide)
        return false;
    const std::optional<QSize> pixels = sizeOfImageFile(image.load(headBytes));
    if (!pixels)
        return false;
    const int shorter = std::min(pixels->width(), pixels->height());
    return isSized ? shorter > 1 : float(shorter) * pointsPerPixel >= minFigureSide;
}

namespace {

using OwnedPix = std::unique_ptr<PIX, decltype([](PIX* picture) { pixDestroy(&picture); })>;

OwnedPix owned(PIX* picture)
{
    if (!picture)
        throw std::bad_alloc();
    return OwnedPix(picture);
}

constexpr double goodPixels = 8e6, mostReadPixels = 20e6;

float goodScale(double pixels)
{
    const double larger = std::clamp(std::round(std::sqrt(goodPixels / pixels)), 1.0, 3.0);
    return float(pixels > mostReadPixels ? std::sqrt(mostReadPixels / pixels) : larger);
}

} // namespace

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

GrayPicture toGray(Pix* picture)
{
    const OwnedPix bytes = owned(pixConvertTo8(picture, 0));
    GrayPicture gray{pixGetWidth(bytes.get()), pixGetHeight(bytes.get()), {}};
    gray.pixels.reserve(size_t(gray.width) * size_t(gray.height));
    for (int y = 0; y < gray.height; ++y) {
        const l_uint32* row = pixGetData(bytes.get()) + ptrdiff_t(y) * pixGetWpl(bytes.get());
        for (int x = 0; x < gray.width; ++x)
            gray.pixels.push_back(uint8_t(GET_DATA_BYTE(row, x)));
    }
    return gray;
}

GrayPicture ofGoodSize(GrayPicture gray)
{
    const float factor = goodScale(double(gray.pixels.size()));
    if (factor == 1)
        return gray;
    const OwnedPix picture = owned(pixCreate(gray.width, gray.height, 8));
    for (int y = 0; y < gray.height; ++y) {
        l_uint32* row = pixGetData(picture.get()) + ptrdiff_t(y) * pixGetWpl(picture.get());
        for (int x = 0; x < gray.width; ++x)
            SET_DATA_BYTE(row, x, gray.pixels[size_t(y) * size_t(gray.width) + size_t(x)]);
    }
    gray = {};
    return toGray(owned(pixScale(picture.get(), factor, factor)).get());
}

std::string FigureWords::read(const ImageLoader& load)
{
    if (!m_recognizer)
        return {};
    const std::optional<QSize> size = sizeOfImageFile(load(headBytes));
    if (!size)
        return {};
    const double pixels = double(size->width()) * size->height();
    const float scale = goodScale(pixels);
    // The scale is rounded, so the product may be a little more than what may be read.
    return read(std::min(pixels * double(scale) * double(scale), mostReadPixels),
        pointsPerPixel / scale, [&load] { return ofGoodSize(toGray(decoded(load))); });
}

std::string FigureWords::read(
    double pixels, float pointsPerPixel, const std::function<GrayPicture()>& draw)
{
    constexpr size_t maxWords = 2000; // bytes
    if (!m_recognizer || pixels > m_pixelsLeft)
        return {};
    m_pixelsLeft -= pixels;
    try {
        const GrayPicture picture = draw();
        std::string words;
        if (picture.pixels.empty())
            return words;
        for (const PdfFragment& fragment :
            m_recognizer->read(picture, pointsPerPixel, TextRecognizer::Kind::Picture).fragments)
            if (words.size() + fragment.text.size() < maxWords)
                words += (words.empty() ? "" : " ") + fragment.text;
        return words;
    } catch (const Unreadable&) {
        return {}; // The image is damaged, or the language data are.
    } catch (const std::bad_alloc&) {
        return {}; // One large image must not end the document.
    }
}

namespace {

// Every field of `factor` × `factor` pixels becomes one; those at the right and lower edge that would not
// be whole are left out. Qt would take several threads.
void writeReduced(const vision::Image& image, int factor, const PageHead& head,
    const std::function<void(std::string_view)>& write)
{
    const auto stride = size_t(image.width) * 3;
    std::string row(size_t(head.width) * 4, '\xFF');
    const auto area = uint32_t(factor) * uint32_t(factor);
    for (size_t y = 0; y < head.height; ++y) {
        for (size_t x = 0; x < head.width; ++x) {
            uint32_t sums[3] = {};
            for (size_t line = y * size_t(factor); line < (y + 1) * size_t(factor); ++line) {
                const uint8_t* pixel = image.rgb.data() + line * stride + x * size_t(factor) * 3;
                for (size_t i = 0; i < size_t(factor) * 3; ++i)
                    sums[i % 3] += pixel[i];
            }
            for (size_t color = 0; color < 3; ++color) // blue, green, red
                row[x * 4 + color] = char(sums[2 - color] / area);
        }
        write(row);
    }
}

} // namespace

void writeFigure(
    const ImageLoader& load, int width, const std::function<void(std::string_view)>& write)
{
    const vision::Image image = decoded(load);
    const auto ceiling = [](int64_t value, int64_t by) { return (value + by - 1) / by; };
    const int64_t side = std::max<int64_t>(image.width, image.height);
    const auto most = std::clamp<int64_t>(width, 1, mostPageSide);
    const auto factor
        = std::max<int64_t>({1, ceiling(image.width, most), ceiling(side, int64_t(mostPageSide)),
            int64_t(std::ceil(
                std::sqrt(double(image.width) * double(image.height) / double(mostPagePixels))))});
    PageHead head;
    head.width = uint32_t(std::max<int64_t>(1, image.width / factor));
    head.height = uint32_t(std::max<int64_t>(1, image.height / factor));
    head.pointsWidth = float(image.width) * pointsPerPixel;
    head.pointsHeight = float(image.height) * pointsPerPixel;
    if (std::min<int64_t>(image.width, image.height) < factor)
        throw Unreadable(DocumentFault::Damaged);
    write(encoded(head));
    writeReduced(image, int(factor), head, write);
}

} // namespace services
