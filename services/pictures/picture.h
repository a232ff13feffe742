#pragma once

#include "services/pictures/picture_text.h"
#include "services/pictures/vision_image.h"

#include <QByteArray>
#include <QImage>
#include <QString>

#include <optional>

namespace services {

inline constexpr int maxPreviewSide = 800; ///< in pixels

/// A decoded picture as the user and the models see it: upright and opaque. Copies share the
/// pixels.
struct Picture {
    QString name; ///< of the file; empty for a pasted picture
    QImage image; ///< Format_RGB888: a view of `pixels`
    QImage preview; ///< a copy of at most maxPreviewSide pixels in width and height
    QByteArray file = {}; ///< the bytes of the file; empty if the pixels were never a file
    Pixels pixels = {}; ///< what models read; null as long as `image` is null
    std::optional<PictureText> text = {}; ///< that was read in it; nothing: nobody has tried yet
};

// The functions below may be called on any thread.

/// True if the bytes begin like a picture of a format that can be read.
bool isPicture(const QByteArray& file);

/// Throws Error{BadFile} with a sentence if the bytes are no picture that can be read.
Picture decodePicture(const QByteArray& file, const QString& name);

/// Reads and decodes a file in the same way. Error sentences begin with the name of the file.
Picture decodePictureFile(const QString& path);

/// Returns the pixels of a picture file alone. Throws as decodePictureFile() does.
Pixels readPicturePixels(const QString& path);

/// A small version that takes much less time than decoding a large picture: the thumbnail that the
/// camera put into the file, or a coarse decoding. Null if neither is possible.
QImage quickPreview(const QByteArray& file);

/// Makes a picture of pixels that are already decoded. Transparent ones are laid on white.
Picture pictureOf(const QImage& image, const QString& name);

/// The same picture scaled down to at most `maxPixels` pixels, unless it moves.
Picture reducedPicture(Picture picture, qint64 maxPixels);

/// A file from which decodePicture() makes the same picture.
QByteArray encodedPicture(const Picture& picture);

} // namespace services
