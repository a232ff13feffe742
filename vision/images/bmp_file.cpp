#include "vision/images/bmp_file.h"

#include <algorithm>
#include <array>
#include <bit>

namespace vision {

namespace {

constexpr size_t fileHeader = 14;
constexpr int noCompression = 0, runLength8 = 1, runLength4 = 2, bitFields = 3;

[[noreturn]] void refuseCut()
{
    refusePicture("is a BMP that ends before its pixels do");
}

void readSizes(BmpFile& bmp, FileBytes header)
{
    if (header.size() == 12) { // OS/2's
        bmp.width = littleEndian(header, 4, 2);
        bmp.height = littleEndian(header, 6, 2);
        bmp.bitsPerPixel = int(littleEndian(header, 10, 2));
        return;
    }
    bmp.width = int64_t(littleEndian(header, 4, 4));
    const uint32_t height = littleEndian(header, 8, 4);
    bmp.isTopDown = height >> 24 == 0xFF;
    bmp.height = bmp.isTopDown ? (int64_t(1) << 32) - height : height;
    bmp.bitsPerPixel = int(littleEndian(header, 14, 2));
    bmp.compression = int(std::min(littleEndian(header, 16, 4), 99u));
}

void checkKind(const BmpFile& bmp)
{
    const int bits = bmp.bitsPerPixel;
    if (bits != 1 && bits != 4 && bits != 8 && bits != 16 && bits != 24 && bits != 32)
        refusePicture("is a BMP with " + std::to_string(bits)
            + " bits a pixel; 1, 4, 8, 16, 24 and 32 can be read");
    const bool isRunLength = bmp.compression == runLength8 || bmp.compression == runLength4;
    if (bmp.compression > bitFields || (isRunLength && bits > 8)
        || (bmp.compression == bitFields && bits < 16))
        refusePicture("is a BMP with an unsupported compression");
}

// Masks are in the header if it is long enough, else right after it.
void readMasks(BmpFile& bmp, FileBytes file, size_t headerSize)
{
    const size_t held = file.size() - fileHeader;
    const size_t count = headerSize >= 56 ? 4 : 3;
    for (size_t mask = 0; mask < count; ++mask) {
        if (held < 40 + 4 * (mask + 1))
            refuseCut();
        bmp.masks.push_back(littleEndian(file, fileHeader + 40 + 4 * mask, 4));
    }
    bmp.masks.resize(4, 0);
    constexpr uint32_t red = 0xFF0000, green = 0xFF00, blue = 0xFF;
    if (std::all_of(bmp.masks.begin(), bmp.masks.end(), [](uint32_t mask) { return mask == 0; }))
        bmp.masks = {red, green, blue, 0xFF000000};
    for (const uint32_t mask : bmp.masks)
        if (mask != 0 && !std::has_single_bit((mask >> std::countr_zero(mask)) + uint64_t(1)))
            refusePicture("is a BMP with unsupported channel masks");
}

// What the file leaves out is gray, as Pillow has it.
void readPalette(BmpFile& bmp, FileBytes file, size_t position, size_t count, size_t stride)
{
    bmp.palette.resize(3 * 256);
    for (size_t i = 0; i < bmp.palette.size(); ++i)
        bmp.palette[i] = uint8_t(i / 3);
    for (size_t color = 0; color < std::min<size_t>(count, 256); ++color) {
        const size_t offset = position + color * stride;
        if (offset > file.size() || file.size() - offset < 3)
            return;
        for (size_t channel = 0; channel < 3; ++channel) // blue, green, red
            bmp.palette[3 * color + channel] = std::to_integer<uint8_t>(file[offset + 2 - channel]);
    }
}

uint8_t scaled(uint32_t pixel, uint32_t mask)
{
    const uint64_t most = mask >> std::countr_zero(mask);
    return uint8_t((uint64_t(pixel & mask) >> std::countr_zero(mask)) * 255 / most);
}

void decodeRow(const BmpFile& bmp, FileBytes row, int channels, uint8_t* out)
{
    const int bits = bmp.bitsPerPixel;
    for (int64_t x = 0; x < bmp.width; ++x, out += channels) {
        const auto bit = size_t(x * bits);
        if (bits <= 8) {
            const auto byte = bigEndian(row, bit / 8, 1);
            const auto index = byte >> (8 - bits - bit % 8) & ((1u << bits) - 1);
            std::copy_n(bmp.palette.data() + 3 * index, 3, out);
            continue;
        }
        const uint32_t pixel = littleEndian(row, bit / 8, bits / 8);
        for (int channel = 0; channel < channels; ++channel)
            out[channel] = bmp.masks[channel] ? scaled(pixel, bmp.masks[channel]) : 0;
    }
}

// Run lengths: count and a value; or 0 and 0 end of row, 1 end of image, 2 move right and up, else
// so many values as they are, padded to 16 bits.
class RunLengthDecoder {
public:
    explicit RunLengthDecoder(const BmpFile& bmp)
        : m_bmp(bmp)
        , m_size(size_t(bmp.width * bmp.height))
    {
    }

    std::vector<uint8_t> decode()
    {
        while (m_indices.size() < m_size && m_bmp.rows.size() - m_position >= 2) {
            const int count = byte(), value = byte();
            if (count > 0)
                repeat(count, value);
            else if (value == 1)
                break;
            else
                escape(value);
        }
        if (m_indices.size() < m_size)
            refuseCut();
        return std::move(m_indices);
    }

private:
    int byte()
    {
        if (m_position >= m_bmp.rows.size())
            refuseCut();
        return std::to_integer<int>(m_bmp.rows[m_position++]);
    }

    int nibble(int value, int index) const
    {
        if (m_bmp.compression == runLength8)
            return value;
        return index % 2 == 0 ? value >> 4 : value & 15;
    }

    void repeat(int count, int value)
    {
        count = int(std::min<int64_t>(count, std::max<int64_t>(m_bmp.width - m_x, 0)));
        for (int index = 0; index < count; ++index)
            m_indices.push_back(uint8_t(nibble(value, index)));
        m_x += count;
    }

    void skip(size_t count)
    {
        m_indices.resize(m_indices.size() + std::min(count, m_size - m_indices.size()), 0);
        m_x = int64_t(m_indices.size() % size_t(m_bmp.width));
    }

    void escape(int value)
    {
        const size_t inRow = m_indices.size() % size_t(m_bmp.width);
        if (value == 0) {
            skip(inRow ? size_t(m_bmp.width) - inRow : 0);
            m_x = 0;
        } else if (value == 2) {
            const int right = byte(), up = byte();
            skip(size_t(right) + size_t(up) * size_t(m_bmp.width));
        } else {
            copy(value);
        }
    }

    void copy(int count)
    {
        const int perByte = m_bmp.compression == runLength4 ? 2 : 1;
        const size_t start = m_position;
        int value = 0;
        for (int index = 0; index < count; ++index) {
            if (index % perByte == 0)
                value = byte();
            m_indices.push_back(uint8_t(nibble(value, index)));
        }
        m_x += count;
        m_position += (m_position - start) & 1;
        m_position = std::min(m_position, m_bmp.rows.size());
    }

    const BmpFile& m_bmp;
    size_t m_size;
    std::vector<uint8_t> m_indices;
    size_t m_position = 0;
    int64_t m_x = 0;
};

Raster decodeRunLengths(const BmpFile& bmp)
{
    const std::vector<uint8_t> indices = RunLengthDecoder(bmp).decode();
    Raster raster{bmp.width, bmp.height, 3, std::vector<uint8_t>(3 * bmp.width * bmp.height)};
    for (int64_t y = 0; y < bmp.height; ++y) {
        const int64_t row = bmp.isTopDown ? y : bmp.height - 1 - y;
        for (int64_t x = 0; x < bmp.width; ++x)
            std::copy_n(bmp.palette.data() + 3 * indices[row * bmp.width + x], 3,
                raster.bytes.data() + 3 * (y * bmp.width + x));
    }
    return raster;
}

std::vector<uint32_t> defaultMasks(int bitsPerPixel)
{
    if (bitsPerPixel == 16)
        return {0x7C00, 0x3E0, 0x1F, 0};
    return {0xFF0000, 0xFF00, 0xFF, 0};
}

} // namespace

bool isBmp(FileBytes file)
{
    return startsWith(file, "BM", 2);
}

BmpFile readBmp(FileBytes file)
{
    if (file.size() < fileHeader + 4)
        refuseCut();
    const size_t headerSize = littleEndian(file, fileHeader, 4);
    constexpr std::array<size_t, 7> known = {12, 40, 52, 56, 64, 108, 124};
    if (std::find(known.begin(), known.end(), headerSize) == known.end())
        refusePicture("is a BMP with a header of unknown size");
    if (file.size() < fileHeader + headerSize)
        refuseCut();
    const FileBytes header = file.subspan(fileHeader, headerSize);

    BmpFile bmp;
    readSizes(bmp, header);
    checkKind(bmp);
    checkImageSize(bmp.width, bmp.height);
    size_t offset = littleEndian(file, 10, 4);
    if (bmp.compression == bitFields)
        readMasks(bmp, file, headerSize);
    else
        bmp.masks = defaultMasks(bmp.bitsPerPixel);
    if (bmp.bitsPerPixel <= 8) {
        const size_t stated = headerSize == 12 ? 0 : littleEndian(header, 32, 4);
        const size_t count = stated ? stated : size_t(1) << bmp.bitsPerPixel;
        const size_t stride = headerSize == 12 ? 3 : 4;
        if (count > 65536)
            refusePicture("is a BMP with a palette of invalid size");
        readPalette(bmp, file, fileHeader + headerSize, count, stride);
        if (offset == fileHeader + headerSize) // some writers forget the palette
            offset += stride * count;
    }
    if (offset > file.size())
        refuseCut();
    bmp.rows = file.subspan(offset);
    return bmp;
}

Raster decodeBmp(FileBytes file)
{
    const BmpFile bmp = readBmp(file);
    if (bmp.compression == runLength8 || bmp.compression == runLength4)
        return decodeRunLengths(bmp);
    if (int64_t(bmp.rows.size()) < bmp.rowBytes() * (bmp.height - 1) + bmp.pixelBytes())
        refuseCut();
    const int channels = bmp.bitsPerPixel == 32 && bmp.masks[3] != 0 ? 4 : 3;
    Raster raster{
        bmp.width, bmp.height, channels, std::vector<uint8_t>(channels * bmp.width * bmp.height)};
    for (int64_t y = 0; y < bmp.height; ++y) {
        const int64_t row = bmp.isTopDown ? y : bmp.height - 1 - y;
        decodeRow(bmp, bmp.rows.subspan(size_t(row * bmp.rowBytes()), size_t(bmp.pixelBytes())),
            channels, raster.bytes.data() + channels * y * bmp.width);
    }
    return raster;
}

} // namespace vision
