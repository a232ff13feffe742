#include "vision/images/jpeg_file.h"

#include "vision/images/decode.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio> // for jpeglib.h
#include <cstring>
#include <jerror.h>
#include <jpeglib.h>
#include <string>

namespace vision {

namespace {

constexpr int exifMarker = JPEG_APP0 + 1;
constexpr long maxMemory = 1L << 30; ///< bytes for the coefficients of images with several scans
constexpr int maxScans = 100; ///< usual are 1 to 12; each may take as long as the whole image

// Rounded value · factor / 255.
int scaled(int value, int factor)
{
    const int product = value * factor + 128;
    return (product + (product >> 8)) >> 8;
}

// Inverted CMYK to red, green and blue.
void toRgb(const uint8_t* cmyk, uint8_t* rgb, int64_t pixels)
{
    for (int64_t pixel = 0; pixel < pixels; ++pixel, cmyk += 4, rgb += 3)
        for (int channel = 0; channel < 3; ++channel)
            rgb[channel] = uint8_t(cmyk[3] - scaled(255 - cmyk[channel], cmyk[3]));
}

// Reads one file. libjpeg reports errors by a jump to setjmp(), so the functions that call it have no
// locals with destructors.
class JpegReader {
public:
    explicit JpegReader(FileBytes file)
        : m_file(file)
    {
        m_jpeg.err = jpeg_std_error(&m_errors);
        m_jpeg.client_data = this;
        m_errors.error_exit = fail;
        m_errors.emit_message = noteMessage;
        m_progress.progress_monitor = limitScans;
    }
    ~JpegReader() { jpeg_destroy_decompress(&m_jpeg); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    Raster decode()
    {
        if (!readHeader())
            reject();
        const int channels = m_jpeg.num_components;
        if (channels != 1 && channels != 3 && channels != 4)
            refusePicture(
                "is a JPEG with " + std::to_string(channels) + " channels; 1, 3 and 4 can be read");
        chooseScale();
        m_jpeg.out_color_space = channels == 4 ? JCS_CMYK : JCS_RGB;
        if (!begin())
            reject();
        m_raster.width = m_jpeg.output_width;
        m_raster.height = m_jpeg.output_height;
        m_raster.bytes.resize(size_t(3 * m_raster.width * m_raster.height));
        m_row.resize(channels == 4 ? size_t(4 * m_raster.width) : 0);
        if (!readRows())
            reject();
        readOrientation();
        if (!finish())
            reject();
        // Arithmetic coding doesn't say where its data ends.
        if (m_isCut && (m_lacksData || m_lacksScans || m_jpeg.arith_code))
            refusePicture("is a JPEG that ends inside its pixel data");
        return std::move(m_raster);
    }

private:
    [[noreturn]] void reject() const
    {
        refusePicture("is a JPEG that can't be decoded: " + std::string(m_error.data()));
    }

    static void fail(j_common_ptr jpeg)
    {
        auto* reader = static_cast<JpegReader*>(jpeg->client_data);
        jpeg->err->format_message(jpeg, reader->m_error.data());
        if (jpeg->err->msg_code == JERR_NO_BACKING_STORE) // more than maxMemory is needed
            std::strcpy(reader->m_error.data(), "it needs too much memory");
        std::longjmp(reader->m_jump, 1);
    }

    // Other damage is tolerated.
    static void noteMessage(j_common_ptr jpeg, int level)
    {
        auto* reader = static_cast<JpegReader*>(jpeg->client_data);
        reader->m_isCut |= level < 0 && jpeg->err->msg_code == JWRN_JPEG_EOF;
        reader->m_lacksData |= level < 0 && jpeg->err->msg_code == JWRN_HIT_MARKER;
    }

    static void limitScans(j_common_ptr jpeg)
    {
        auto* reader = static_cast<JpegReader*>(jpeg->client_data);
        if (reader->m_jpeg.input_scan_number <= maxScans)
            return;
        std::strcpy(reader->m_error.data(), "it has too many scans");
        std::longjmp(reader->m_jump, 1);
    }

    bool readHeader()
    {
        if (setjmp(m_jump))
            return false;
        jpeg_create_decompress(&m_jpeg);
        m_jpeg.progress = &m_progress;
        m_jpeg.mem->max_memory_to_use = maxMemory;
        jpeg_mem_src(&m_jpeg, reinterpret_cast<const unsigned char*>(m_file.data()), m_file.size());
        jpeg_save_markers(&m_jpeg, exifMarker, 0xFFFF);
        return jpeg_read_header(&m_jpeg, TRUE) == JPEG_HEADER_OK;
    }

    // Chooses the most eighths with which the image is not too large.
    void chooseScale()
    {
        const int64_t width = m_jpeg.image_width, height = m_jpeg.image_height;
        if (scaleDivisor(width, height) == 1)
            return;
        const auto side = [this](int64_t whole) { return (whole * m_jpeg.scale_num + 7) / 8; };
        m_jpeg.scale_denom = 8;
        for (m_jpeg.scale_num = 7; !isImageSize(side(width), side(height));)
            --m_jpeg.scale_num;
    }

    bool begin()
    {
        if (setjmp(m_jump))
            return false;
        return jpeg_start_decompress(&m_jpeg);
    }

    bool readRows()
    {
        if (setjmp(m_jump))
            return false;
        while (m_jpeg.output_scanline < m_jpeg.output_height) {
            uint8_t* rgb = m_raster.bytes.data() + 3 * m_raster.width * m_jpeg.output_scanline;
            JSAMPROW row = m_row.empty() ? rgb : m_row.data();
            jpeg_read_scanlines(&m_jpeg, &row, 1);
            if (!m_row.empty())
                toRgb(row, rgb, m_raster.width);
        }
        return true;
    }

    bool finish()
    {
        // A channel without a table was in no scan; bits are left of coefficients that were refined in
        // too few of them.
        for (int channel = 0; channel < m_jpeg.num_components; ++channel) {
            m_lacksScans |= !m_jpeg.comp_info[channel].quant_table;
            if (m_jpeg.coef_bits)
                m_lacksScans |= std::any_of(m_jpeg.coef_bits[channel],
                    m_jpeg.coef_bits[channel] + DCTSIZE2, [](int bits) { return bits != 0; });
        }
        if (setjmp(m_jump))
            return false;
        return jpeg_finish_decompress(&m_jpeg);
    }

    void readOrientation()
    {
        for (auto* marker = m_jpeg.marker_list; marker; marker = marker->next) {
            const auto block = std::as_bytes(std::span(marker->data, marker->data_length));
            if (startsWith(block, "Exif\0\0", 6))
                m_raster.orientation = exifOrientation(block);
        }
    }

    FileBytes m_file;
    jpeg_decompress_struct m_jpeg = {};
    jpeg_error_mgr m_errors = {};
    jpeg_progress_mgr m_progress = {};
    std::jmp_buf m_jump;
    std::array<char, JMSG_LENGTH_MAX> m_error = {}; // a message of libjpeg's
    bool m_isCut = false; // the file ends before its end marker
    bool m_lacksData = false; // a scan ends too early
    bool m_lacksScans = false;
    std::vector<uint8_t> m_row; // of an image with four channels
    Raster m_raster;
};

} // namespace

bool isJpeg(FileBytes file)
{
    return startsWith(file, "\xFF\xD8\xFF", 3);
}

Raster decodeJpeg(FileBytes file)
{
    return JpegReader(file).decode();
}

} // namespace vision
