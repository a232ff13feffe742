#include "vision/images/png_file.h"

#include "vision/images/decode.h"

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <new>
#include <png.h>
#include <string>

namespace vision {

namespace {

// Chunks that are skipped, whatever they contain: nothing here uses them.
constexpr png_byte skipped[] = "bKGD\0cHRM\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0"
                               "sCAL\0sPLT\0sRGB\0tEXt\0tIME\0zTXt";

// Reads one file. libpng reports errors by a jump to setjmp(), so the functions that call it have no locals
// with destructors.
class PngReader {
public:
    explicit PngReader(FileBytes file)
        : m_rest(file)
        , m_png(png_create_read_struct(PNG_LIBPNG_VER_STRING, this, fail, [](auto, auto) {}))
        , m_info(m_png ? png_create_info_struct(m_png) : nullptr)
    {
        if (!m_info)
            throw std::bad_alloc();
        png_set_read_fn(m_png, this, read);
        png_set_crc_action(m_png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
        png_set_keep_unknown_chunks(
            m_png, PNG_HANDLE_CHUNK_NEVER, skipped, int(sizeof skipped / 5));
    }
    ~PngReader() { png_destroy_read_struct(&m_png, &m_info, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    Raster decode()
    {
        if (!readHeader())
            reject("before its pixel data");
        const int64_t width = png_get_image_width(m_png, m_info);
        const int64_t height = png_get_image_height(m_png, m_info);
        const bool isInterlaced = png_get_interlace_type(m_png, m_info) != PNG_INTERLACE_NONE;
        if (isInterlaced)
            checkImageSize(width, height);
        m_divisor = scaleDivisor(width, height);
        if (!beginPixels())
            reject("before its pixel data");
        m_raster.width = (width + m_divisor - 1) / m_divisor;
        m_raster.height = (height + m_divisor - 1) / m_divisor;
        m_raster.channels = png_get_channels(m_png, m_info);
        const int64_t rowBytes = m_raster.channels * m_raster.width;
        m_raster.bytes.resize(size_t(rowBytes * m_raster.height));
        if (m_divisor > 1)
            m_row.resize(size_t(m_raster.channels * width));
        for (int64_t row = 0; row < m_raster.height && m_divisor == 1; ++row)
            m_rows.push_back(m_raster.bytes.data() + rowBytes * row);
        if (!(m_divisor > 1 ? readScaledRows(width, height) : readRows()))
            reject("inside its pixel data");
        if (!readEnd() && !m_isCut)
            reject("behind its pixel data");
        readOrientation();
        return std::move(m_raster);
    }

private:
    [[noreturn]] void reject(const std::string& where) const
    {
        refusePicture(
            m_isCut ? "is a PNG that ends " + where : "is a broken PNG: " + std::string(m_error));
    }

    static void fail(png_structp png, png_const_charp message)
    {
        auto* reader = static_cast<PngReader*>(png_get_error_ptr(png));
        std::strncpy(reader->m_error, message, sizeof reader->m_error - 1);
        std::longjmp(png_jmpbuf(png), 1);
    }

    static void read(png_structp png, png_bytep bytes, size_t count)
    {
        auto* reader = static_cast<PngReader*>(png_get_io_ptr(png));
        reader->m_isCut = count > reader->m_rest.size();
        if (reader->m_isCut)
            png_error(png, "it ends early");
        std::memcpy(bytes, reader->m_rest.data(), count);
        reader->m_rest = reader->m_rest.subspan(count);
    }

    bool readHeader()
    {
        if (setjmp(png_jmpbuf(m_png)))
            return false;
        png_read_info(m_png, m_info);
        return true;
    }

    bool beginPixels()
    {
        if (setjmp(png_jmpbuf(m_png)))
            return false;
        png_set_expand(m_png); // palettes, few bits and transparent colors
        png_set_strip_16(m_png);
        png_set_gray_to_rgb(m_png);
        png_set_interlace_handling(m_png);
        png_read_update_info(m_png, m_info);
        return true;
    }

    bool readRows()
    {
        if (setjmp(png_jmpbuf(m_png)))
            return false;
        png_read_image(m_png, m_rows.data());
        return true;
    }

    // Each pixel of the raster becomes the average of m_divisor x m_divisor in the file.
    bool readScaledRows(int64_t width, int64_t height)
    {
        m_sums.resize(size_t(4 * m_raster.width));
        if (setjmp(png_jmpbuf(m_png)))
            return false;
        for (int64_t y = 0; y < height; ++y) {
            png_read_row(m_png, m_row.data(), nullptr);
            addRow(width);
            if (y + 1 == height || (y + 1) % m_divisor == 0)
                endScaledRow(width, y % m_divisor + 1, y / m_divisor);
        }
        return true;
    }

    // Colors count as much as they are opaque.
    void addRow(int64_t width)
    {
        const int channels = m_raster.channels;
        for (int64_t x = 0; x < width; ++x) {
            const uint8_t* pixel = m_row.data() + channels * x;
            uint32_t* sums = m_sums.data() + 4 * (x / m_divisor);
            const uint32_t weight = channels == 4 ? pixel[3] : 1;
            for (int channel = 0; channel < 3; ++channel)
                sums[channel] += weight * pixel[channel];
            sums[3] += weight;
        }
    }

    void endScaledRow(int64_t width, int64_t rows, int64_t row)
    {
        const int channels = m_raster.channels;
        for (int64_t x = 0; x < m_raster.width; ++x) {
            uint8_t* pixel = m_raster.bytes.data() + channels * (row * m_raster.width + x);
            const uint32_t* sums = m_sums.data() + 4 * x;
            for (int channel = 0; channel < 3; ++channel)
                pixel[channel] = sums[3] > 0 ? uint8_t((sums[channel] + sums[3] / 2) / sums[3]) : 0;
            const auto count = uint32_t(rows * std::min(m_divisor, width - x * m_divisor));
            if (channels == 4)
                pixel[3] = uint8_t((sums[3] + count / 2) / count);
        }
        std::ranges::fill(m_sums, 0);
    }

    bool readEnd()
    {
        if (setjmp(png_jmpbuf(m_png)))
            return false;
        png_set_crc_action(m_png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
        png_read_end(m_png, m_info);
        return true;
    }

    void readOrientation()
    {
        png_bytep block = nullptr;
        png_uint_32 length = 0;
        if (png_get_eXIf_1(m_png, m_info, &length, &block) != 0)
            m_raster.orientation = exifOrientation(std::as_bytes(std::span(block, length)));
    }

    FileBytes m_rest;
    bool m_isCut = false; // more was asked for than the file has
    char m_error[100] = {}; // a message of libpng's
    png_structp m_png;
    png_infop m_info;
    Raster m_raster;
    std::vector<png_bytep> m_rows;
    int64_t m_divisor = 1; // see scaleDivisor()
    std::vector<uint8_t> m_row; // of the file
    std::vector<uint32_t> m_sums; // four for each pixel of a row of the raster
};

} // namespace

bool isPng(FileBytes file)
{
    return startsWith(file, "\x89PNG\r\n\x1a\n", 8);
}

Raster decodePng(FileBytes file)
{
    return PngReader(file).decode();
}

} // namespace vision
