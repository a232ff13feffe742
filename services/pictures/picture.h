#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

namespace services {

inline constexpr int maxPreviewSide = 800; ///< pixels

/// A decoded picture as the user and the models see it: upright, opaque. A value; the pixels are
/// shared between copies.
struct Picture {
    QString name; ///< of the file; empty for a pasted one
    QImage image; ///< Format_RGB888
    QImage preview; ///< the same, at most maxPreviewSide pixels wide and high
    QByteArray file = {}; ///< as it came; empty for pixels that never were a file
};

// The functions below may be called on any thread.

/// Whether the bytes begin like a picture of a kind that can be read.
bool isPicture(const QByteArray& file);

/// Throws Error{BadFile} with a sentence if the bytes are no picture that can be read.
Picture decodePicture(const QByteArray& file, const QString& name);

/// The same; sentences begin with the name of the file.
Picture decodePictureFile(const QString& path);

/// Its pixels alone. The same errors.
QImage readPicturePixels(const QString& path);

/// A small version that is there much sooner than the whole of a large picture: what its camera
/// put into the file, or a coarse decoding. Null where neither is possible.
QImage quickPreview(const QByteArray& file);

/// Pixels that are decoded already; what is transparent is laid on white.
Picture pictureOf(const QImage& image, const QString& name);

/// The same picture with at most `maxPixels` pixels.
Picture reducedPicture(Picture picture, qint64 maxPixels);

/// A file that decodePicture makes the same picture of.
QByteArray encodedPicture(const Picture& picture);

} // namespace services
