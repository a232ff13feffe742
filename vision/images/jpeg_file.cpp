#include "vision/images/jpeg_file.h"

#include "vision/images/decode.h"
#include "vision/images/stb_decoder.h"

#include <array>

namespace vision {

namespace {

enum Marker : int {
    huffmanTables = 0xC4,
    startOfScan = 0xDA,
    endOfImage = 0xD9,
    exifSegment = 0xE1,
    adobeSegment = 0xEE,
};

bool isRestart(int marker)
{
    return marker >= 0xD0 && marker <= 0xD7;
}

bool isFrame(int marker) // C4, C8 and CC are tables
{
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

class SegmentReader {
public:
    explicit SegmentReader(FileBytes file)
        : m_file(file)
    {
    }

    // The next marker, past anything that is none.
    int nextMarker()
    {
        while (m_position + 1 < m_file.size()) {
            const int first = byteAt(m_position), second = byteAt(m_position + 1);
            ++m_position;
            if (first != 0xFF || second == 0x00 || second == 0xFF)
                continue;
            ++m_position;
            return second;
        }
        refusePicture("is a JPEG that ends before its end marker");
    }

    FileBytes segment()
    {
        if (m_file.size() - m_position < 2)
            refusePicture("is a JPEG that ends inside a segment");
        const size_t length = bigEndian(m_file, m_position, 2);
        if (length < 2)
            refusePicture("is a broken JPEG: a segment is shorter than its own length");
        if (m_file.size() - m_position < length)
            refusePicture("is a JPEG that ends inside a segment");
        const FileBytes data = m_file.subspan(m_position + 2, length - 2);
        m_position += length;
        return data;
    }

private:
    int byteAt(size_t position) const { return std::to_integer<int>(m_file[position]); }

    FileBytes m_file;
    size_t m_position = 2;
};

void readFrame(JpegFile& jpeg, FileBytes segment)
{
    if (segment.size() < 6)
        refusePicture("is a broken JPEG: its frame header is too short");
    if (bigEndian(segment, 0, 1) != 8)
        refusePicture("is a JPEG with " + std::to_string(bigEndian(segment, 0, 1))
            + " bits a channel; 8 can be read");
    jpeg.height = bigEndian(segment, 1, 2);
    jpeg.width = bigEndian(segment, 3, 2);
    jpeg.channels = int(bigEndian(segment, 5, 1));
    if (jpeg.channels != 1 && jpeg.channels != 3 && jpeg.channels != 4)
        refusePicture("is a JPEG with " + std::to_string(jpeg.channels)
            + " channels; 1, 3 and 4 can be read");
    checkImageSize(jpeg.width, jpeg.height);
}

// Huffman tables: a byte that says which, how many codes there are of each of 16 lengths, a byte
// for each code. There are 256 different ones at most; stb does not count.
void checkTables(FileBytes segment)
{
    while (!segment.empty()) {
        size_t codes = 0;
        for (size_t length = 1; length <= 16 && segment.size() >= 17; ++length)
            codes += bigEndian(segment, length, 1);
        if (segment.size() < 17 + codes || codes > 256)
            refusePicture("is a broken JPEG: a table of codes has a wrong size");
        segment = segment.subspan(17 + codes);
    }
}

void readSegment(JpegFile& jpeg, int marker, FileBytes segment)
{
    if (isFrame(marker) && jpeg.channels != 0)
        refusePicture("is a broken JPEG: it has two frames");
    if (isFrame(marker))
        readFrame(jpeg, segment);
    else if (marker == huffmanTables)
        checkTables(segment);
    else if (marker == exifSegment && startsWith(segment, "Exif\0\0", 6))
        jpeg.orientation = exifOrientation(segment);
    else if (marker == adobeSegment && startsWith(segment, "Adobe", 5))
        jpeg.hasAdobeMarker = true;
    else if (marker == startOfScan && jpeg.channels == 0)
        refusePicture("is a broken JPEG: its pixel data has no frame header");
}

// stb takes four channels without Adobe's marker for something else, so it gets one.
std::vector<std::byte> withAdobeMarker(FileBytes file)
{
    constexpr std::array<uint8_t, 16> segment
        = {0xFF, 0xEE, 0, 14, 'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0};
    std::vector<std::byte> out(file.begin(), file.begin() + 2);
    for (const uint8_t byte : segment)
        out.push_back(std::byte(byte));
    out.insert(out.end(), file.begin() + 2, file.end());
    return out;
}

} // namespace

bool isJpeg(FileBytes file)
{
    return startsWith(file, "\xFF\xD8\xFF", 3);
}

JpegFile readJpeg(FileBytes file)
{
    CHECK(isJpeg(file));
    JpegFile jpeg;
    SegmentReader reader(file);
    bool hasScan = false;
    for (int marker = reader.nextMarker(); marker != endOfImage; marker = reader.nextMarker()) {
        if (isRestart(marker) || marker == 0x01)
            continue;
        readSegment(jpeg, marker, reader.segment());
        hasScan = hasScan || marker == startOfScan;
    }
    if (!hasScan)
        refusePicture("is a JPEG without pixel data");
    return jpeg;
}

Raster decodeJpeg(FileBytes file)
{
    const JpegFile jpeg = readJpeg(file);
    const bool needsMarker = jpeg.channels == 4 && !jpeg.hasAdobeMarker;
    Raster raster = needsMarker ? decodeJpegWithStb(withAdobeMarker(file), jpeg.width, jpeg.height)
                                : decodeJpegWithStb(file, jpeg.width, jpeg.height);
    raster.orientation = jpeg.orientation;
    return raster;
}

} // namespace vision
