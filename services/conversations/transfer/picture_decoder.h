#pragma once

#include "services/pictures/picture.h"

#include <QByteArray>
#include <QHash>

namespace services {

/// Checks the picture files of a conversation that is imported and counts their bytes and pixels
/// together: a file may name one picture very often, and a small file may hold very many pixels.
/// Each is decoded once, however often it comes.
class PictureDecoder {
public:
    /// True if the bytes are a picture that can be read. Throws Error{BadFile} with a sentence if
    /// the pictures up to this one take too much together.
    bool isPicture(const QByteArray& file);

private:
    qint64 pixelsOf(const QByteArray& file);

    QHash<QByteArray, qint64> m_pixelsOf; // files, by their hashes
    qint64 m_bytes = 0;
    qint64 m_pixels = 0;
};

} // namespace services
