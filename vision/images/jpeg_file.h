#pragma once

#include "vision/images/raster.h"

namespace vision {

/// The markers of a JPEG, from the start of the image to its end; a file that stops before the end
/// marker is refused, as Pillow does. Of pictures with four channels, what Photoshop's "Adobe"
/// marker would say is taken for granted: inverted CMYK.
///
///     FF D8, then segments: FF, marker, length u16 (itself included), bytes; after the start of a
///     scan (FF DA) coded data, in which FF is followed by 00 or by a restart marker; FF D9
struct JpegFile {
    int64_t width = 0, height = 0;
    int channels = 0; ///< 1, 3, 4
    bool hasAdobeMarker = false;
    int orientation = 1;
};

bool isJpeg(FileBytes file);
JpegFile readJpeg(FileBytes file);
Raster decodeJpeg(FileBytes file);

} // namespace vision
