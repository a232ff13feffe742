#include "vision/images/heif_file.h"

#include "vision/images/decode.h"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <memory>
#include <optional>

namespace vision {

namespace {

template <typename Function>
bool look(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

// The library stays open to the end of the program.
std::optional<HeifLibrary> open()
{
    void* library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return std::nullopt;
    HeifLibrary heif;
    const bool isWhole = look(library, "heif_context_alloc", heif.allocateContext)
        && look(library, "heif_context_free", heif.freeContext)
        && look(library, "heif_context_read_from_memory_without_copy", heif.readFromMemory)
        && look(library, "heif_context_set_maximum_image_size_limit", heif.setMaximumSide)
        && look(library, "heif_context_get_primary_image_handle", heif.primaryImage)
        && look(library, "heif_image_handle_release", heif.releaseHandle)
        && look(library, "heif_image_handle_get_width", heif.width)
        && look(library, "heif_image_handle_get_height", heif.height)
        && look(library, "heif_image_handle_has_alpha_channel", heif.hasAlpha)
        && look(library, "heif_image_handle_is_premultiplied_alpha", heif.isPremultiplied)
        && look(library, "heif_image_handle_get_list_of_thumbnail_IDs", heif.thumbnailIds)
        && look(library, "heif_image_handle_get_thumbnail", heif.thumbnail)
        && look(library, "heif_decoding_options_alloc", heif.allocateOptions)
        && look(library, "heif_decoding_options_free", heif.freeOptions)
        && look(library, "heif_decode_image", heif.decode)
        && look(library, "heif_image_get_width", heif.planeWidth)
        && look(library, "heif_image_get_height", heif.planeHeight)
        && look(library, "heif_image_get_plane_readonly", heif.plane)
        && look(library, "heif_image_release", heif.releaseImage);
    return isWhole ? std::optional(heif) : std::nullopt;
}

} // namespace

const HeifLibrary* HeifLibrary::find()
{
    static const std::optional<HeifLibrary> library = open();
    return library ? &*library : nullptr;
}

} // namespace vision

// Boxes: length u32, name, contents. The first one, "ftyp", contains the brand of the file, a
// version u32, and the brands it is compatible with. Everything else is libheif's.

namespace vision {

namespace {

constexpr size_t boxHeader = 8, maxBrands = 32;
constexpr std::array<const char*, 10> heicBrands
    = {"heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"};
constexpr std::array<const char*, 2> avifBrands = {"avif", "avis"};

using Context = std::unique_ptr<heif_context, decltype(&heif_context_free)>;
using Handle = std::unique_ptr<heif_image_handle, decltype(&heif_image_handle_release)>;
using Options = std::unique_ptr<heif_decoding_options, decltype(&heif_decoding_options_free)>;
using Pixels = std::unique_ptr<heif_image, decltype(&heif_image_release)>;

template <size_t count>
bool matchesAny(FileBytes brand, const std::array<const char*, count>& names)
{
    return std::any_of(names.begin(), names.end(),
        [brand](const char* name) { return startsWith(brand, name, 4); });
}

// True if one of the file's brands is one of these; the version in between matches none.
template <size_t count>
bool hasBrand(FileBytes file, const std::array<const char*, count>& names)
{
    if (file.size() < boxHeader + 4 || !startsWith(file.subspan(4), "ftyp", 4))
        return false;
    const size_t length
        = std::min<size_t>({bigEndian(file, 0, 4), file.size(), boxHeader + 4 * maxBrands});
    for (size_t position = boxHeader; position + 4 <= length; position += 4)
        if (matchesAny(file.subspan(position, 4), names))
            return true;
    return false;
}

const char* findFormat(FileBytes file)
{
    return hasBrand(file, avifBrands) ? "AVIF" : "HEIC";
}

[[noreturn]] void refuse(FileBytes file, const heif_error& error)
{
    const std::string format = findFormat(file);
    const bool lacksCodec = error.code == heif_error_Unsupported_feature
        || error.subcode == heif_suberror_Unsupported_codec
        || error.code == heif_error_Decoder_plugin_error;
    if (lacksCodec)
        refusePicture("can't be read: libheif on this computer has no decoder for such "
            + (format + " files (") + error.message + ")");
    refusePicture("is a broken " + format + " (" + error.message + ")");
}

// One file that libheif has open.
class HeifFile {
public:
    HeifFile(const HeifLibrary& heif, FileBytes file)
        : m_heif(heif)
        , m_file(file)
        , m_context(heif.allocateContext(), heif.freeContext)
        , m_primary(nullptr, heif.releaseHandle)
    {
        heif.setMaximumSide(m_context.get(), int(maxImageSide));
        check(heif.readFromMemory(m_context.get(), file.data(), file.size(), nullptr));
        heif_image_handle* primary = nullptr;
        check(heif.primaryImage(m_context.get(), &primary));
        m_primary.reset(primary);
    }

    Raster picture() const { return decode(m_primary.get()); }

    std::optional<Raster> thumbnail() const
    {
        heif_item_id id = 0;
        if (m_heif.thumbnailIds(m_primary.get(), &id, 1) < 1)
            return std::nullopt;
        heif_image_handle* thumbnail = nullptr;
        check(m_heif.thumbnail(m_primary.get(), id, &thumbnail));
        const Handle owner(thumbnail, m_heif.releaseHandle);
        return decode(thumbnail);
    }

private:
    void check(const heif_error& error) const
    {
        if (error.code != heif_error_Ok)
            refuse(m_file, error);
    }

    Raster decode(const heif_image_handle* handle) const
    {
        checkImageSize(m_heif.width(handle), m_heif.height(handle));
        const bool hasAlpha = m_heif.hasAlpha(handle);
        const Options options(m_heif.allocateOptions(), m_heif.freeOptions);
        options->convert_hdr_to_8bit = 1;
        heif_image* decoded = nullptr;
        check(m_heif.decode(handle, &decoded, heif_colorspace_RGB,
            hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options.get()));
        const Pixels pixels(decoded, m_heif.releaseImage);
        Raster raster = makeRaster(decoded, hasAlpha ? 4 : 3);
        if (hasAlpha && m_heif.isPremultiplied(handle))
            divideByAlpha(raster);
        return raster;
    }

    Raster makeRaster(const heif_image* pixels, int channels) const
    {
        int stride = 0;
        const uint8_t* row = m_heif.plane(pixels, heif_channel_interleaved, &stride);
        Raster raster{m_heif.planeWidth(pixels, heif_channel_interleaved),
            m_heif.planeHeight(pixels, heif_channel_interleaved), channels, {}, 1};
        checkImageSize(raster.width, raster.height);
        const size_t rowBytes = size_t(channels) * size_t(raster.width);
        if (!row || stride < int(rowBytes))
            refusePicture(std::string("is a broken ") + findFormat(m_file) + ": it has no pixels");
        raster.bytes.reserve(rowBytes * size_t(raster.height));
        for (int64_t y = 0; y < raster.height; ++y, row += stride)
            raster.bytes.insert(raster.bytes.end(), row, row + rowBytes);
        return raster;
    }

    static void divideByAlpha(Raster& raster)
    {
        for (size_t position = 0; position < raster.bytes.size(); position += 4) {
            const int alpha = raster.bytes[position + 3];
            for (size_t channel = 0; alpha > 0 && channel < 3; ++channel) {
                uint8_t& value = raster.bytes[position + channel];
                value = uint8_t(std::min(255, (value * 255 + alpha / 2) / alpha));
            }
        }
    }

    const HeifLibrary& m_heif;
    FileBytes m_file;
    Context m_context;
    Handle m_primary;
};

} // namespace

bool isHeif(FileBytes file)
{
    return hasBrand(file, heicBrands) || hasBrand(file, avifBrands);
}

Raster decodeHeif(FileBytes file)
{
    CHECK(isHeif(file));
    const HeifLibrary* heif = HeifLibrary::find();
    if (!heif)
        refusePicture(std::string("is ") + (hasBrand(file, avifBrands) ? "an AVIF" : "a HEIC")
            + " file, but the library libheif isn't installed");
    return HeifFile(*heif, file).picture();
}

std::optional<Raster> decodeHeifThumbnail(FileBytes file)
{
    const HeifLibrary* heif = HeifLibrary::find();
    if (!heif || !isHeif(file))
        return std::nullopt;
    try {
        return HeifFile(*heif, file).thumbnail();
    } catch (const base::Error&) {
        return std::nullopt;
    }
}

} // namespace vision
