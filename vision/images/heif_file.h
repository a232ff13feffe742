#pragma once

#include "vision/images/image.h"

#include <libheif/heif.h>
#include <optional>

namespace vision {

/// The functions of libheif that are used here. The library is loaded when the first HEIC or AVIF
/// file is read, so the program starts without it, also on machines that do not have it.
struct HeifLibrary {
    /// Returns null if the library is not installed. Any thread may call it.
    static const HeifLibrary* find();

    decltype(&heif_context_alloc) allocateContext = nullptr;
    decltype(&heif_context_free) freeContext = nullptr;
    decltype(&heif_context_read_from_memory_without_copy) readFromMemory = nullptr;
    decltype(&heif_context_set_maximum_image_size_limit) setMaximumSide = nullptr;
    decltype(&heif_context_get_primary_image_handle) primaryImage = nullptr;
    decltype(&heif_image_handle_release) releaseHandle = nullptr;
    decltype(&heif_image_handle_get_width) width = nullptr;
    decltype(&heif_image_handle_get_height) height = nullptr;
    decltype(&heif_image_handle_has_alpha_channel) hasAlpha = nullptr;
    decltype(&heif_image_handle_is_premultiplied_alpha) isPremultiplied = nullptr;
    decltype(&heif_image_handle_get_list_of_thumbnail_IDs) thumbnailIds = nullptr;
    decltype(&heif_image_handle_get_thumbnail) thumbnail = nullptr;
    decltype(&heif_decoding_options_alloc) allocateOptions = nullptr;
    decltype(&heif_decoding_options_free) freeOptions = nullptr;
    decltype(&heif_decode_image) decode = nullptr;
    decltype(&heif_image_get_width) planeWidth = nullptr;
    decltype(&heif_image_get_height) planeHeight = nullptr;
    decltype(&heif_image_get_plane_readonly) plane = nullptr;
    decltype(&heif_image_release) releaseImage = nullptr;
};

/// Decodes the primary image of an HEIC or AVIF file with libheif; 10 and 12 bits become 8. The
/// turns and mirrors of the container (irot, imir) are applied and, as the HEIF standard says, the
/// EXIF orientation is not: the result is upright.
bool isHeif(FileBytes file);
Raster decodeHeif(FileBytes file);

/// Decodes the small image that cameras store along with the large one, which is much faster.
/// Nothing if there is none or the file is damaged.
std::optional<Raster> decodeHeifThumbnail(FileBytes file);

} // namespace vision
