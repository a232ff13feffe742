#include "vision/images/heif_library.h"

#include <dlfcn.h>
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
