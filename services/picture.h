#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include <optional>

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

/// Throws Error{BadFile} with a sentence if the bytes are no picture that can be read.
Picture decodePicture(const QByteArray& file, const QString& name);

/// The same; sentences begin with the name of the file.
Picture decodePictureFile(const QString& path);

/// Pixels that are decoded already; what is transparent is laid on white.
Picture pictureOf(const QImage& image, const QString& name);

/// A file that decodePicture makes the same picture of.
QByteArray encodedPicture(const Picture& picture);

} // namespace services
