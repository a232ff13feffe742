#pragma once

#include <QImage>

namespace services {

/// The result of comparing two images.
struct PictureDifference {
    /// The second image in gray with the differing pixels in a strong color, in the size of the first.
    QImage image;
    double share = 0; ///< of the pixels, from 0 to 1, that differ visibly
    bool isScaled = false; ///< the sizes differ, so that the second was scaled to that of the first
};

/// Compares pixel by pixel. Neither image may be null. Any thread may call it; it takes time in
/// proportion to the pixels.
PictureDifference pictureDifference(const QImage& first, const QImage& second);

} // namespace services
