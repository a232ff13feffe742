#pragma once

#include "vision/images/image.h"

namespace vision {

/// What the markers of a JPEG file say. A file without end marker is rejected, as by Pillow. An
/// image with four channels is taken for inverted CMYK, as Photoshop's "Adobe" marker would say.
///
///     FF D8, then segments: FF, marker, length u16 (itself included), bytes; after the start of a
///     scan (FF DA) coded data, in which FF is followed by 00 or by a restart marker; FF D9
struct JpegFile {
    int64_t width = 0, height = 0;
    int channels = 0; ///< 1, 3 or 4
    bool hasAdobeMarker = false;
    int orientation = 1;
};

bool isJpeg(FileBytes file);
JpegFile readJpeg(FileBytes file);
Raster decodeJpeg(FileBytes file);

} // namespace vision
